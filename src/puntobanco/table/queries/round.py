"""The round: whose card is next, which hand is turned, what is settled."""

from puntobanco.coup.coup import Coup
from puntobanco.coup.draw import next_step
from puntobanco.coup.settle import settling_at
from puntobanco.rulebooks.facts import PLAYER, Hand
from puntobanco.rulebooks.rule_values import Closing, Remedy
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import END, FOUR_CARDS, Stage
from puntobanco.streams.actors import Role
from puntobanco.table.model import (
    BETTING,
    DEALING,
    PREPARING,
    EndedRound,
    Phase,
    RoundKind,
    RoundState,
    TableCard,
    WaitingCard,
    coup_of,
)
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableState

INITIAL_DEAL = 4


def may_start(state: TableState) -> bool:
    """Whether wagers can be closed and a round with them begun."""
    ready = state.phase is BETTING and not state.no_bet_owed and bool(state.stakes)
    return ready and not state.not_asked()


def closes_by_call(state: TableState) -> bool:
    """Where the first card closes the wagers there is no call, unless the whole initial deal waits on the table."""
    return state.rules.closing.value is Closing.AT_CALL or len(state.excess) >= INITIAL_DEAL


def starts_round(state: TableState) -> bool:
    """Whether a card drawn between rounds begins one: where the first card closes the wagers."""
    return state.rules.closing.value is Closing.AT_FIRST_CARD and may_start(state)


def current_round(state: TableState) -> RoundState:
    if state.round is None:
        refuse(state.rules, "no_round", state.rules.deal_order.clause, "no round is being dealt")
    return state.round


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
    return state.rules.deal_order.value[dealt] if dealt < INITIAL_DEAL else after_the_deal(state)[1]


def on_table(state: TableState) -> tuple[TableCard, ...]:
    """The cards that wait, then those of the round."""
    current = () if state.round is None else state.round.in_order()
    return (*(one.card for one in state.excess), *current)


def only_players(state: TableState) -> tuple[int, ...]:
    """The places of the cards that came before player and that this round has for no other hand.

    Where player's card in error is not banker's third card, it is player's or none of this round's.
    """
    bankers = state.rules.on_player_card_in_error.value is Remedy.BANKERS_THIRD_IF_DUE
    return () if state.round is None or bankers else state.round.before_player


def in_error(state: TableState) -> tuple[int, ...]:
    """The places of the cards that came before player and are not player's, as far as the initial deal tells."""
    current, coup = state.round, initial_coup(state)
    if current is None or coup is None:
        return ()
    players = [card.place for card in current.player]
    others = [place for place in current.before_player if place not in players]
    draws = next_step(state.rules, coup.player, coup.banker).deal_to is PLAYER
    still_due = draws and (current.misplaced or len(players) == 2)
    return tuple(others[1:] if still_due else others)


def next_waiting(state: TableState, hand: Hand) -> WaitingCard | None:
    """The first of the cards that wait which a hand that is due one may have."""
    thirds = state.round is not None and len(state.round.order) >= INITIAL_DEAL
    others = only_players(state) if thirds and hand is not PLAYER else ()
    return next((one for one in state.excess if one.card.place not in others), None)


def is_complete(state: TableState) -> bool:
    """Whether both hands have all the cards that the law gives them, in sight and in their places."""
    current = state.round
    if current is None or current.misplaced or len(current.order) < INITIAL_DEAL or (coup := current.coup) is None:
        return False
    return next_step(state.rules, coup.player, coup.banker).deal_to is None


def stage_due(state: TableState) -> Stage | None:
    """The stage whose wagers are to be settled now."""
    return after_the_deal(state)[0]


def after_the_deal(state: TableState) -> tuple[Stage | None, Hand | None]:
    """Once the first cards lie in sight and in their places: the stage to settle, or the hand that draws."""
    current = state.round
    if current is None or current.misplaced or len(current.order) < INITIAL_DEAL or (coup := current.coup) is None:
        return None, None
    four = FOUR_CARDS
    if four not in current.stages and _has_wagers_at(state, four):
        return four, None
    drawing = next_step(state.rules, coup.player, coup.banker).deal_to
    return (END, None) if drawing is None else (None, drawing)


def _has_wagers_at(state: TableState, stage: Stage) -> bool:
    settling = settling_at(state.rules, stage)
    if not settling:
        return False
    return any(one.wager in settling for held in state.stakes.by_patron.values() for one in held)


def facing(state: TableState) -> bool:
    """Whether the next card of the round is dealt face up."""
    current = state.round
    return facing_at(state, 0 if current is None else len(current.order))


def facing_at(state: TableState, dealt: int) -> bool:
    """Whether the card after so many of the round is dealt face up."""
    if _dealt_up(state):
        return True
    rules = state.rules
    return rules.third_cards_up.value if dealt >= INITIAL_DEAL else rules.dealing.value.face_up[dealt]


def _dealt_up(state: TableState) -> bool:
    """Whether all cards lie face up whatever the table's style, because a coup without wagers was asked for."""
    asked_for = state.round is not None and state.round.kind is RoundKind.NO_BET
    return asked_for and state.rules.ghost_face_up.value


def facing_clause(state: TableState) -> str:
    """The clause by which the next card faces up or down."""
    rules = state.rules
    if _dealt_up(state):
        return rules.ghost_face_up.clause
    third = state.round is not None and len(state.round.order) >= INITIAL_DEAL
    return (rules.third_cards_up if third else rules.dealing).clause


def card_clause(state: TableState, hand: Hand) -> str:
    if hand is PLAYER:
        return state.rules.player_draws.clause
    drew = state.round is not None and len(state.round.player) == 3
    return state.rules.banker_draws_after_card.clause if drew else state.rules.banker_draws_after_stand.clause


def initial_coup(state: TableState) -> Coup | None:
    """The first two cards of each hand; none before all of them lie in sight and in their places."""
    current = state.round
    if current is None or current.order[:INITIAL_DEAL] != state.rules.deal_order.value:
        return None
    return coup_of(current.player[:2], current.banker[:2])


def counts_clause(rules: TableRules) -> str:
    """The clause by which counts are announced: of cards that are turned, or that lie face up at once."""
    turned = not rules.dealing.value.face_up[0]
    return (rules.counted_as_turned if turned else rules.call_counts).clause


def card_is_missing(state: TableState) -> bool:
    """Whether the round cannot go on without another card from the shoe."""
    hand = asked_by_law(state) if state.phase is DEALING else None
    return hand is not None and next_waiting(state, hand) is None


def may_reconstruct(state: TableState) -> bool:
    """Whether cards out of sequence can be put right: beyond the initial deal the law must see the faces of that."""
    current = state.round
    if current is None or not current.misplaced:
        return False
    return len(current.order) <= INITIAL_DEAL or all(card.face_up for card in current.in_order()[:INITIAL_DEAL])


def may_be_beyond_repair(state: TableState) -> bool:
    current = state.round
    return current is not None and current.misplaced and len(current.order) <= INITIAL_DEAL


def reopenable(state: TableState) -> EndedRound | None:
    """The last round, until the next one commences with its first card; a shuffle or the closing commences none."""
    between = state.phase in (BETTING, PREPARING, Phase.CLOSED)
    called = state.round is not None and not state.round.order
    return state.ended if between or called else None


def correctable(state: TableState, role: Role) -> tuple[TableCard, ...]:
    """The named cards whose face this role may still correct, in the order drawn."""
    current = () if state.round is None else (*state.round.player, *state.round.banker)
    ended = reopenable(state)
    last = () if ended is None else (*ended.round.player, *ended.round.banker)
    of_this_shoe = (*_burn_card(state), *current, *(one.card for one in state.excess))
    if ended is None or ended.taken_out is None:
        of_this_shoe, last = (*of_this_shoe, *last), ()
    named = (*_in_order(last), *_in_order(of_this_shoe))
    return tuple(card for card in named if role is Role.SUPERVISOR or card.place == state.fresh)


def _in_order(cards: tuple[TableCard, ...]) -> list[TableCard]:
    return sorted((card for card in cards if card.card is not None), key=lambda card: card.place)


def _burn_card(state: TableState) -> tuple[TableCard, ...]:
    """The first burn card, if it was shown, until the first round's first card."""
    shown = state.shoe.shown_burn
    return (shown,) if shown is not None and state.shoe.loaded and not state.shoe.dealt else ()
