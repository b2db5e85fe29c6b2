"""Decisions of the round: the call, the start, and the cards of a hand."""

from puntobanco.cards import Card
from puntobanco.coup.draw import next_step
from puntobanco.coup.irregularity import Irregularity, remedy
from puntobanco.coup.settle import settling_at
from puntobanco.rules.facts import Hand
from puntobanco.rules.options import Closing, DifferentialRule, Remedy
from puntobanco.rules.table_rules import Ruled, TableRules
from puntobanco.rules.wagers import Stage
from puntobanco.table import commands, events
from puntobanco.table.betting import (
    close_wagers,
    give_all_back,
    only_the_burn_is_left,
    over_differential,
)
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.preparing import NEW_SHOE
from puntobanco.table.reasons import Reason
from puntobanco.table.state import Phase, RoundKind, RoundState, TableCard, TableState

INITIAL_DEAL = 4


def may_start(state: TableState) -> bool:
    """Whether wagers can be closed and a round with them begun."""
    return state.phase is Phase.BETTING and not state.no_bet_owed and bool(state.boxes)


def closes_by_call(state: TableState) -> bool:
    """Where the first card closes the wagers there is no call, unless the whole initial deal waits on the table."""
    return state.rules.closing.value is Closing.AT_CALL or len(state.excess) >= INITIAL_DEAL


def call_no_more_bets(draft: Draft, command: commands.CallNoMoreBets) -> None:
    rules = draft.rules
    if not closes_by_call(draft.state):
        sentence = "there is no call here: the first card closes the wagers"
        refuse(rules, "no_call", rules.closing.clause, sentence)
    if only_the_burn_is_left(draft.state) and draft.state.boxes:
        burn_was_forgotten(draft)
        if draft.state.phase is Phase.PREPARING:
            return
    _require_start(draft)
    must_say = rules.differential_rule.value is DifferentialRule.PRO_RATA and over_differential(draft.state)[1] > 0
    if must_say and command.cut_pro_rata is None:
        sentence = "the table differential is exceeded: say whether the heavier hand is cut pro rata"
        refuse(rules, "differential_exceeded", rules.differential_rule.clause, sentence)
    draft.announce("call_no_more_bets")
    start_with_wagers(draft, cut_pro_rata=command.cut_pro_rata)


def burn_was_forgotten(draft: Draft) -> None:
    """The dealer goes on without the burn; where that ends the shoe, the stakes go back."""
    found = remedy(draft.rules, Irregularity.BURN_FORGOTTEN)
    report(draft, Irregularity.BURN_FORGOTTEN, found)
    if found.value is Remedy.ROUND_VOID_AND_RESHUFFLE:
        give_all_back(draft, reason=Reason.BURN_FORGOTTEN, clause=found.clause)
        draft.add(events.NewShoeDue(pending=NEW_SHOE, clause=found.clause))


def report(draft: Draft, irregularity: Irregularity, found: Ruled[Remedy]) -> None:
    """Say which irregularity it is and what is done about it."""
    draft.add(events.IrregularityFound(irregularity=irregularity, remedy=found.value, clause=found.clause))


def record(draft: Draft, irregularity: Irregularity, clause: str) -> None:
    """Say which irregularity it is; the card is used where it lies."""
    report(draft, irregularity, Ruled(value=Remedy.PLAYED_IN_PLACE, clause=clause))


def _require_start(draft: Draft) -> None:
    state = draft.state
    if (cause := state.no_bet_cause) is not None:
        sentence = "the next coup starts with an exposed card and has no wagers: start it without"
        refuse(state.rules, "no_bets_this_hand", cause.clause, sentence)
    if not may_start(state):
        sentence = "there is nothing to deal for: wagers must lie on the layout between rounds"
        refuse(state.rules, "nothing_to_deal_for", state.rules.closing.clause, sentence)


def start_with_wagers(draft: Draft, *, cut_pro_rata: bool | None) -> None:
    """Close the wagers and begin; where a call closes them and all of them go back, there is nothing to deal for."""
    rules = draft.rules
    close_wagers(draft, cut_pro_rata=cut_pro_rata)
    by_call = rules.closing.value is Closing.AT_CALL
    if draft.state.boxes or not by_call:
        start(draft, RoundKind.WAGERS, (rules.call_no_more_bets if by_call else rules.closing).clause)


def start(draft: Draft, kind: RoundKind, clause: str) -> None:
    draft.add(events.RoundStarted(number=draft.state.round_number, kind=kind, clause=clause))
    deal_waiting(draft)


def deal_waiting(draft: Draft) -> None:
    """A round takes the cards that wait before any other."""
    while draft.state.excess and (hand := due(draft.state)) is not None:
        waiting = draft.state.excess[0]
        _deal(draft, hand, waiting.card, from_excess=True, misplaced=False, clause=waiting.clause)


def take_wagers_off(draft: Draft) -> None:
    """Before a round without wagers nothing lies on the layout."""
    state = draft.state
    open_for_wagers = state.phase is Phase.BETTING or only_the_burn_is_left(state)
    if open_for_wagers and (cause := state.no_bet_cause) is not None:
        give_all_back(draft, reason=Reason.NEXT_HAS_NO_WAGERS, clause=cause.clause)


def _deal(draft: Draft, hand: Hand, card: TableCard, *, from_excess: bool, misplaced: bool, clause: str) -> None:
    draft.add(
        events.CardDealt(
            hand=hand,
            card=card.card,
            face_up=card.face_up,
            from_excess=from_excess,
            misplaced=misplaced,
            clause=clause,
            place=card.place,
        )
    )
    announce_counts(draft)


def current_round(draft: Draft) -> RoundState:
    current = draft.state.round
    if current is None:
        refuse(draft.rules, "no_round", draft.rules.deal_order.clause, "no round is being dealt")
    return current


def asked_by_law(state: TableState) -> Hand | None:
    """The hand that the law gives the next card to, whatever is to be done before; none if it cannot say yet."""
    current = state.round
    if current is None:
        return None
    dealt = len(current.order)
    if dealt < INITIAL_DEAL:
        return state.rules.deal_order.value[dealt]
    coup = None if current.misplaced else current.coup
    return None if coup is None else next_step(state.rules, coup.player, coup.banker).deal_to


def due(state: TableState) -> Hand | None:
    """The hand that the next card belongs to; none if no card is due, or not before something else is done."""
    current = state.round
    if current is None:
        return None
    dealt = len(current.order)
    if dealt < INITIAL_DEAL:
        return state.rules.deal_order.value[dealt]
    return None if stage_due(state) is Stage.FOUR_CARDS else asked_by_law(state)


def is_complete(state: TableState) -> bool:
    """Whether both hands have all the cards that the law gives them, in sight and in their places."""
    current = state.round
    if current is None or current.misplaced or len(current.order) < INITIAL_DEAL or (coup := current.coup) is None:
        return False
    return next_step(state.rules, coup.player, coup.banker).deal_to is None


def stage_due(state: TableState) -> Stage | None:
    """The stage whose wagers are to be settled now."""
    current = state.round
    if current is None or current.misplaced or len(current.order) < INITIAL_DEAL or (coup := current.coup) is None:
        return None
    four = Stage.FOUR_CARDS
    if four not in current.stages and _has_wagers_at(state, four):
        return four
    finished = next_step(state.rules, coup.player, coup.banker).deal_to is None
    return Stage.END if finished else None


def _has_wagers_at(state: TableState, stage: Stage) -> bool:
    settling = settling_at(state.rules, stage)
    return bool(settling) and any(spot.wager in settling for spot in state.boxes)


def facing(state: TableState) -> bool:
    """Whether the next card of the round is dealt face up."""
    current = state.round
    return facing_at(state, 0 if current is None else len(current.order))


def facing_at(state: TableState, dealt: int) -> bool:
    """Whether the card after so many of the round is dealt face up."""
    if dealt >= INITIAL_DEAL:
        return state.rules.third_cards_up.value
    return _dealt_up(state) or state.rules.dealing.value.face_up[dealt]


def _dealt_up(state: TableState) -> bool:
    """Whether all cards lie face up whatever the table's style, because nobody bet on them."""
    no_bet = state.round is not None and state.round.kind is not RoundKind.WAGERS
    return no_bet and state.rules.ghost_face_up.value


def facing_clause(state: TableState) -> str:
    """The clause by which the next card faces up or down."""
    rules = state.rules
    if state.round is not None and len(state.round.order) >= INITIAL_DEAL:
        return rules.third_cards_up.clause
    return (rules.ghost_face_up if _dealt_up(state) else rules.dealing).clause


def drawn(draft: Draft, command: commands.Draw) -> TableCard:
    """The card that leaves the shoe; one found face up in it stays so."""
    return TableCard(
        card=command.card, face_up=command.face_up or command.found_face_up, place=draft.state.shoe.out + 1
    )


def deal_to(draft: Draft, hand: Hand, command: commands.Draw, *, misplaced: bool = False) -> None:
    """Put the card that left the shoe in front of a hand; one that faces the wrong way is used all the same."""
    state = draft.state
    card = drawn(draft, command)
    if card.face_up != facing(state) and not command.found_face_up:
        record(draft, Irregularity.FACED_WRONGLY, facing_clause(state))
    initial = len(current_round(draft).order) < INITIAL_DEAL
    clause = draft.rules.deal_order.clause if initial else _card_clause(state, hand)
    _deal(draft, hand, card, from_excess=False, misplaced=misplaced, clause=clause)


def _card_clause(state: TableState, hand: Hand) -> str:
    if hand is Hand.PLAYER:
        return state.rules.player_draws.clause
    drew = state.round is not None and len(state.round.player) == 3
    return state.rules.banker_draws_after_card.clause if drew else state.rules.banker_draws_after_stand.clause


def announce_counts(draft: Draft) -> None:
    """Announce the counts once, when the first four cards are all in sight."""
    current = current_round(draft)
    if len(current.order) == INITIAL_DEAL and not current.misplaced and (coup := current.coup) is not None:
        rules = draft.rules
        player, banker = (rules.card_values.value.total(hand) for hand in (coup.player, coup.banker))
        draft.announce("call_counts", clause=counts_clause(rules), player=player, banker=banker)


def counts_clause(rules: TableRules) -> str:
    """The clause by which counts are announced: of cards that are turned, or that lie face up at once."""
    turned = not rules.dealing.value.face_up[0]
    return (rules.counted_as_turned if turned else rules.call_counts).clause


def impossible(state: TableState, cards: tuple[Card, ...]) -> Card | None:
    """The first card that the decks cannot hold besides what is known already."""
    decks = state.rules.decks.value
    for place, card in enumerate(cards):
        if state.shoe.known[card.index] + cards[: place + 1].count(card) > decks:
            return card
    return None
