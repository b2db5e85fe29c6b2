"""Face-down cards: who turns them, and when."""

from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.table.model import BETTING, RoundState, TableCard
from puntobanco.table.queries.round import INITIAL_DEAL, facing_at
from puntobanco.table.state import TableState


def exposing_clause(rules: TableRules) -> str:
    """The clause that says who turns cards."""
    return rules.midi.clause if rules.midi.value else rules.exposed_by.clause


def highest_bettor(state: TableState, hand: Hand) -> str | None:
    """The patron with the highest wager on a side; of equal ones, the one placed first."""
    on_side = [one for one in state.stakes if one.wager == hand.value]
    return min(on_side, key=lambda one: (-one.amount, one.order)).patron if on_side else None


def exposer_may_be_named(state: TableState, hand: Hand) -> bool:
    """Whether it can be decided who turns a hand: one that lies face down, or will in the round that is bet on."""
    current = state.round
    if current is None:
        return (state.phase is BETTING or state.only_the_burn_is_left) and _will_lie_face_down(state, hand)
    return bool(current.hidden(hand)) or _will_lie_face_down(state, hand)


def _will_lie_face_down(state: TableState, hand: Hand) -> bool:
    """Whether a card of the initial deal that is still to come lies face down before a hand."""
    dealt = 0 if state.round is None else len(state.round.order)
    coming = list(enumerate(state.rules.deal_order.value))[dealt:]
    return any(to is hand and not facing_at(state, place) for place, to in coming)


def exposers(state: TableState, hand: Hand) -> tuple[str, ...]:
    """The patrons who may turn a hand; nobody means the dealer, also for patrons who are gone or excluded."""
    if state.round is None or not lies_face_down(state, state.round, hand):
        return ()
    named = [patron for assigned, patron in state.round.exposers if assigned is hand]
    if not named and state.rules.midi.value:
        named = [highest_bettor(state, hand)]
    here = (state.patrons.get(name) for name in named if name is not None)
    return tuple(patron.name for patron in here if patron is not None and not patron.excluded)


def lies_face_down(state: TableState, current: RoundState, hand: Hand) -> bool:
    """Whether a hand has a card that is dealt face down, not one that the dealer turns as it is dealt."""
    dealt = zip(current.order, current.in_order(), strict=True)
    return any(
        to is hand and not card.face_up and not facing_at(state, place) for place, (to, card) in enumerate(dealt)
    )


def hands_to_expose(state: TableState) -> tuple[Hand, ...]:
    """The hands whose cards may be turned now.

    Before the fourth card only what should lie face up is turned; after it both hands, player's first where the book
    says so. Cards out of sequence are turned when putting them right depends on their faces.
    """
    current = state.round
    if current is None or not (hidden := [hand for hand in Hand if to_turn(current, hand)]):
        return ()
    if len(current.order) < INITIAL_DEAL:
        return tuple(hand for hand in hidden if not lies_face_down(state, current, hand))
    if current.misplaced and len(current.order) == INITIAL_DEAL:
        return ()
    return tuple(hidden[:1] if state.rules.player_turned_first.value else hidden)


def to_turn(current: RoundState, hand: Hand) -> tuple[TableCard, ...]:
    """The face-down cards that are turned with a hand: beside cards out of sequence, those of the initial deal only."""
    turned = current.in_order()[:INITIAL_DEAL] if current.misplaced else current.of(hand)
    return tuple(card for card in current.of(hand) if not card.face_up and card in turned)


def hand_to_expose(state: TableState) -> Hand | None:
    """The hand that is turned next."""
    return next(iter(hands_to_expose(state)), None)


def face_down_places(state: TableState) -> tuple[int, ...]:
    """The places of the cards that lie face down: those that wait first, then the round's."""
    current = () if state.round is None else state.round.in_order()
    cards = (*(one.card for one in state.excess), *current)
    return tuple(card.place for card in cards if not card.face_up)
