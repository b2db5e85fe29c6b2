"""A round begins, and takes the cards that wait."""

from puntobanco.coup.irregularity import Irregularity, remedy
from puntobanco.rulebooks.facts import PLAYER, Hand
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.rulebooks.table_rules import Ruled
from puntobanco.table.events.cards import report
from puntobanco.table.events.round import CardDealt, RoundStarted
from puntobanco.table.events.shoe import NewShoeDue
from puntobanco.table.events.table_lifecycle import announce
from puntobanco.table.events.turns import lay_marker
from puntobanco.table.events.wagers import give_all_back
from puntobanco.table.model import BETTING, RoundKind, TableCard, WaitingCard
from puntobanco.table.queries.round import (
    INITIAL_DEAL,
    card_clause,
    counts_clause,
    current_round,
    due,
    in_error,
    initial_coup,
    is_complete,
    next_waiting,
    on_table,
)
from puntobanco.table.queries.shoe import NEW_SHOE, no_round_follows
from puntobanco.table.return_reasons import Reason
from puntobanco.table.state import TableDraft, TableState


def burn_was_forgotten(draft: TableDraft) -> None:
    """The dealer goes on without the burn; where that ends the shoe, the stakes go back."""
    found = remedy(draft.state.rules, Irregularity.BURN_FORGOTTEN)
    report(draft, Irregularity.BURN_FORGOTTEN, found)
    if found.value is Remedy.ROUND_VOID_AND_RESHUFFLE:
        give_all_back(draft, reason=Reason.BURN_FORGOTTEN, clause=found.clause)
        draft.add(NewShoeDue(pending=NEW_SHOE, clause=found.clause))


def start(draft: TableDraft, kind: RoundKind, clause: str) -> None:
    lay_marker(draft)
    draft.add(RoundStarted(number=draft.state.round_number, kind=kind, clause=clause))
    deal_waiting(draft, draft.state)


def deal_waiting(draft: TableDraft, before: TableState) -> None:
    """A round takes the cards that wait before any other, but none that the house keeps for the next one.

    What was not known `before` is told: which of those that came before player are not player's.
    """
    told = _tell_errors(draft, in_error(before))
    while draft.state.excess and (hand := due(draft.state)) is not None:
        waiting = next_waiting(draft.state, hand)
        if waiting is None:
            return
        clause = _clause_of_third(draft.state, hand, waiting) if _is_third(draft.state) else waiting.clause
        deal(draft, hand, waiting.card, from_excess=True, misplaced=False, clause=clause)
        told = _tell_errors(draft, told)


def as_done(state: TableState, found: Ruled[Remedy]) -> Ruled[Remedy]:
    """A remedy as it comes about: it is only recorded where no round is there to void, or none follows in the shoe."""
    match found.value:
        case Remedy.ROUND_VOID:
            nothing = state.round is None
        case Remedy.FIRST_OF_NEXT_ROUND | Remedy.FIRST_OF_NO_BET_ROUND:
            nothing = no_round_follows(state)
        case _:
            nothing = False
    return Ruled(value=Remedy.RECORDED_ONLY, clause=found.clause) if nothing else found


def _tell_errors(draft: TableDraft, told: tuple[int, ...]) -> tuple[int, ...]:
    """Report player's cards in error that were not known as that; one that voids the round is reported as it does."""
    found = in_error(draft.state)
    for card in on_table(draft.state) if found != told else ():
        if card.place in found and card.place not in told:
            error = remedy_in_error(draft.state, card)
            if error.value is not Remedy.ROUND_VOID:
                report(draft, Irregularity.PLAYER_CARD_IN_ERROR, as_done(draft.state, error))
    return found


def remedy_in_error(state: TableState, card: TableCard) -> Ruled[Remedy]:
    """What becomes of a card that came before player without right, as far as is known: banker may be due it."""
    error = remedy(state.rules, Irregularity.PLAYER_CARD_IN_ERROR)
    bankers = not is_complete(state) or card in current_round(state).banker
    if bankers or error.value is not Remedy.BANKERS_THIRD_IF_DUE:
        return error
    return excess_of_player(state, seen=card.face_up)


def excess_of_player(state: TableState, *, seen: bool) -> Ruled[Remedy]:
    """What becomes of a card before player that nobody is due; some books say it of a third card where they name it."""
    excess = remedy(state.rules, Irregularity.EXCESS_CARD_SEEN if seen else Irregularity.EXCESS_CARD_UNSEEN)
    third = state.round is not None and len(state.round.player) == 2
    covered = state.rules.error_card_covers_excess.value and third
    error = remedy(state.rules, Irregularity.PLAYER_CARD_IN_ERROR)
    return Ruled(value=excess.value, clause=error.clause if covered else excess.clause)


def _is_third(state: TableState) -> bool:
    return len(current_round(state).order) >= INITIAL_DEAL


def _clause_of_third(state: TableState, hand: Hand, waiting: WaitingCard) -> str:
    """A card that came too early is drawn by the tableau, but player's in error may be banker's by its own clause."""
    in_error = hand is not PLAYER and waiting.clause == state.rules.on_player_card_in_error.clause
    return waiting.clause if in_error else card_clause(state, hand)


def take_wagers_off(draft: TableDraft) -> None:
    """Before a round without wagers nothing lies on the layout."""
    state = draft.state
    open_for_wagers = state.phase is BETTING or state.only_the_burn_is_left
    if open_for_wagers and (cause := state.no_bet_cause) is not None:
        give_all_back(draft, reason=Reason.NEXT_HAS_NO_WAGERS, clause=cause)


def deal(draft: TableDraft, hand: Hand, card: TableCard, *, from_excess: bool, misplaced: bool, clause: str) -> None:
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


def announce_counts(draft: TableDraft) -> None:
    """Announce the counts of the first four cards, if they are all in sight and in their places."""
    rules, coup = draft.state.rules, initial_coup(draft.state)
    if coup is not None:
        player, banker = (rules.card_values.value.total(hand) for hand in (coup.player, coup.banker))
        announce(draft, "call_counts", clause=counts_clause(rules), player=player, banker=banker)
