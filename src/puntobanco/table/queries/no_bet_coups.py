"""Coups without wagers: asked for, agreed to, owed."""

from itertools import takewhile

from puntobanco.rulebooks.rule_values import GhostConsent, GhostCounting
from puntobanco.streams.actors import Role
from puntobanco.table.model import Phase, RoundKind
from puntobanco.table.queries.turns import nobody_bets
from puntobanco.table.state import TableState


def no_bet_limit_reached(state: TableState) -> bool:
    limit = state.rules.ghost_limit.value
    return limit is not None and _counted(state) >= limit


def _counted(state: TableState) -> int:
    """Coups without wagers so far; where one patron's request is enough, only those that were requested."""
    in_a_row = state.rules.ghost_counting.value is GhostCounting.IN_A_ROW
    if state.rules.ghost_consent.value is GhostConsent.ONE_PATRON_ASKS:
        return _requested(state, in_a_row=in_a_row)
    return state.no_bets_in_a_row if in_a_row else state.no_bets_in_shoe


def _requested(state: TableState, *, in_a_row: bool) -> int:
    """A void hand, for which an irregularity asks, is none of them and ends no row."""
    newest_first = (one for one in reversed(state.rounds) if one.kind is not RoundKind.VOID_HAND)
    if in_a_row:
        return sum(1 for _ in takewhile(lambda one: one.kind is RoundKind.NO_BET, newest_first))
    in_shoe = takewhile(lambda one: one.shoe == state.shoe.number, newest_first)
    return sum(one.kind is RoundKind.NO_BET for one in in_shoe)


def may_ask_no_bet(state: TableState) -> bool:
    return (
        state.rules.ghost_hands.value
        and state.betting_is_open
        and state.no_bet_asked_by is None
        and not no_bet_limit_reached(state)
    )


def why_no_bet_is_not_asked(state: TableState) -> tuple[str, str]:
    """The clause by which nobody may ask for a coup without wagers though one could begin, and what to do instead."""
    clause = _no_bet_clause(state)
    if not state.rules.ghost_hands.value:
        return clause, "this table deals no coup without wagers: bet on something"
    if no_bet_limit_reached(state):
        where = "in a row" if state.rules.ghost_counting.value is GhostCounting.IN_A_ROW else "in this shoe"
        return clause, f"{state.rules.ghost_limit.value} coups without wagers {where} are the most: bet on the next one"
    if state.phase is Phase.DEALING:
        return clause, "a coup without wagers is asked for between rounds: wait for the end of this one"
    return clause, "a coup without wagers comes next already"


def why_no_bet_does_not_start(state: TableState, role: Role) -> tuple[str, str]:
    """The clause by which this person starts no coup without wagers though one could begin, and why."""
    clause = _no_bet_clause(state)
    if state.phase is Phase.DEALING:
        return clause, "a round is being dealt: finish it first"
    by_dealer = state.rules.ghost_consent.value is GhostConsent.ONE_PATRON_ASKS
    if state.no_bet_asked_by is not None and by_dealer is not (role is Role.DEALER):
        starts = "dealer" if by_dealer else "supervisor"
        return clause, f"a coup without wagers that was asked for is started by the {starts}"
    return clause, "a coup without wagers needs a request, and where the book says so everybody's agreement"


def _no_bet_clause(state: TableState) -> str:
    return state.rules.ghost_limit.clause if no_bet_limit_reached(state) else state.rules.ghost_hands.clause


def may_agree_no_bet(state: TableState, name: str) -> bool:
    asked = state.no_bet_asked_by is not None and name not in state.no_bet_agreed
    everybody = state.rules.ghost_consent.value is GhostConsent.ALL_AGREE_AND_SUPERVISOR_DIRECTS
    return state.a_round_may_begin and asked and everybody


def may_withdraw_no_bet(state: TableState, name: str) -> bool:
    return state.a_round_may_begin and name in state.no_bet_agreed


def may_start_no_bet(state: TableState, role: Role) -> bool:
    """A coup without wagers that is owed, that nobody bet on in turn, or that was asked for with the book's consent."""
    if not state.a_round_may_begin:
        return False
    if state.no_bet_owed or (role is Role.SUPERVISOR and nobody_bets(state)):
        return True
    if state.no_bet_asked_by is None or no_bet_limit_reached(state):
        return False
    match state.rules.ghost_consent.value:
        case GhostConsent.ONE_PATRON_ASKS:
            return role is Role.DEALER
        case GhostConsent.ALL_AGREE_AND_SUPERVISOR_DIRECTS:
            here = {name for name, patron in state.patrons.items() if not patron.excluded}
            return role is Role.SUPERVISOR and here <= state.no_bet_agreed
