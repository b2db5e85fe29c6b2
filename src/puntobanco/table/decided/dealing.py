"""A round begins, and takes the cards that wait."""

from puntobanco.coup.irregularity import Irregularity, remedy
from puntobanco.rules.facts import PLAYER, Hand
from puntobanco.rules.options import Remedy
from puntobanco.table.asked.round import (
    INITIAL_DEAL,
    card_clause,
    counts_clause,
    current_round,
    due,
    initial_coup,
    next_waiting,
)
from puntobanco.table.asked.shoe import NEW_SHOE
from puntobanco.table.happened.cards import report
from puntobanco.table.happened.house import announce
from puntobanco.table.happened.round import CardDealt, RoundStarted
from puntobanco.table.happened.shoe import NewShoeDue
from puntobanco.table.happened.turns import lay_marker
from puntobanco.table.happened.wagers import give_all_back
from puntobanco.table.parts import BETTING, RoundKind, TableCard, WaitingCard
from puntobanco.table.reasons import Reason
from puntobanco.table.state import Draft, TableState


def burn_was_forgotten(draft: Draft) -> None:
    """The dealer goes on without the burn; where that ends the shoe, the stakes go back."""
    found = remedy(draft.rules, Irregularity.BURN_FORGOTTEN)
    report(draft, Irregularity.BURN_FORGOTTEN, found)
    if found.value is Remedy.ROUND_VOID_AND_RESHUFFLE:
        give_all_back(draft, reason=Reason.BURN_FORGOTTEN, clause=found.clause)
        draft.add(NewShoeDue(pending=NEW_SHOE, clause=found.clause))


def start(draft: Draft, kind: RoundKind, clause: str) -> None:
    lay_marker(draft)
    draft.add(RoundStarted(number=draft.state.round_number, kind=kind, clause=clause))
    deal_waiting(draft)


def deal_waiting(draft: Draft) -> None:
    """A round takes the cards that wait before any other, but none that the house keeps for the next one."""
    while draft.state.excess and (hand := due(draft.state)) is not None:
        waiting = next_waiting(draft.state, hand)
        if waiting is None:
            return
        clause = _clause_of_third(draft.state, hand, waiting) if _is_third(draft.state) else waiting.clause
        deal(draft, hand, waiting.card, from_excess=True, misplaced=False, clause=clause)


def _is_third(state: TableState) -> bool:
    return len(current_round(state).order) >= INITIAL_DEAL


def _clause_of_third(state: TableState, hand: Hand, waiting: WaitingCard) -> str:
    """A card that came too early is drawn by the tableau, but player's in error may be banker's by its own clause."""
    in_error = hand is not PLAYER and waiting.clause == state.rules.on_player_card_in_error.clause
    return waiting.clause if in_error else card_clause(state, hand)


def take_wagers_off(draft: Draft) -> None:
    """Before a round without wagers nothing lies on the layout."""
    state = draft.state
    open_for_wagers = state.phase is BETTING or state.only_the_burn_is_left
    if open_for_wagers and (cause := state.no_bet_cause) is not None:
        give_all_back(draft, reason=Reason.NEXT_HAS_NO_WAGERS, clause=cause)


def deal(draft: Draft, hand: Hand, card: TableCard, *, from_excess: bool, misplaced: bool, clause: str) -> None:
    draft.add(
        CardDealt(
            hand=hand,
            card=card.card,
            face_up=card.face_up,
            from_excess=from_excess,
            misplaced=misplaced,
            clause=clause,
            place=card.place,
        )
    )
    if len(current_round(draft.state).order) == INITIAL_DEAL:
        announce_counts(draft)


def announce_counts(draft: Draft) -> None:
    """Announce the counts of the first four cards, if they are all in sight and in their places."""
    rules, coup = draft.rules, initial_coup(draft.state)
    if coup is not None:
        player, banker = (rules.card_values.value.total(hand) for hand in (coup.player, coup.banker))
        announce(draft, "call_counts", clause=counts_clause(rules), player=player, banker=banker)
