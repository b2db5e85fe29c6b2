"""Decisions about coups without wagers: asked for, agreed to, started."""

from puntobanco.rules.options import (
    GhostConsent,
    GhostCounting,
)
from puntobanco.table import commands, events
from puntobanco.table.actors import Role
from puntobanco.table.betting import (
    give_all_back,
)
from puntobanco.table.dealing import start
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.patrons import require_welcome
from puntobanco.table.reasons import Reason
from puntobanco.table.state import Phase, RoundKind, TableState


def no_bet_limit_reached(state: TableState) -> bool:
    limit = state.rules.ghost_limit.value
    in_a_row = state.rules.ghost_counting.value is GhostCounting.IN_A_ROW
    counted = state.no_bets_in_a_row if in_a_row else state.no_bets_in_shoe
    return limit is not None and counted >= limit


def may_ask_no_bet(state: TableState) -> bool:
    return (
        state.rules.ghost_hands.value
        and state.phase is Phase.BETTING
        and not state.no_bet_owed
        and state.no_bet_asked_by is None
        and not no_bet_limit_reached(state)
    )


def ask_no_bet(draft: Draft, command: commands.AskNoBet) -> None:
    patron, rules = require_welcome(draft, command.actor.person), draft.rules
    if not may_ask_no_bet(draft.state):
        sentence = "a coup without wagers cannot be asked for now"
        refuse(rules, "no_bet_not_possible", _no_bet_clause(draft.state), sentence)
    draft.add(events.NoBetAsked(patron=patron.name, clause=rules.ghost_hands.clause))


def _no_bet_clause(state: TableState) -> str:
    return state.rules.ghost_limit.clause if no_bet_limit_reached(state) else state.rules.ghost_hands.clause


def may_agree_no_bet(state: TableState, name: str) -> bool:
    asked = state.no_bet_asked_by is not None and name not in state.no_bet_agreed
    everybody = state.rules.ghost_consent.value is GhostConsent.ALL_AGREE_AND_SUPERVISOR_DIRECTS
    return state.phase is Phase.BETTING and asked and everybody


def agree_no_bet(draft: Draft, command: commands.AgreeNoBet) -> None:
    patron = require_welcome(draft, command.actor.person)
    if not may_agree_no_bet(draft.state, patron.name):
        sentence = "there is no request that waits for your consent"
        refuse(draft.rules, "nothing_to_agree_to", draft.rules.ghost_consent.clause, sentence)
    draft.add(events.NoBetAgreed(patron=patron.name, clause=draft.rules.ghost_consent.clause))


def may_withdraw_no_bet(state: TableState, name: str) -> bool:
    return state.phase is Phase.BETTING and name in state.no_bet_agreed


def withdraw_no_bet(draft: Draft, command: commands.WithdrawNoBet) -> None:
    """Who agreed no longer does; without the one who asked there is no request."""
    name, clause = command.actor.person, draft.rules.ghost_consent.clause
    if not may_withdraw_no_bet(draft.state, name):
        sentence = "you have neither asked for a coup without wagers nor agreed to one that has not started"
        refuse(draft.rules, "nothing_to_withdraw", clause, sentence)
    request = draft.state.no_bet_asked_by == name
    draft.add(events.NoBetWithdrawn(patron=name, request=request, clause=clause))


def may_start_no_bet(state: TableState, role: Role) -> bool:
    """A coup without wagers that is owed, or that was asked for and has the book's consent."""
    if state.phase is not Phase.BETTING:
        return False
    if state.no_bet_owed:
        return True
    if state.no_bet_asked_by is None or no_bet_limit_reached(state):
        return False
    match state.rules.ghost_consent.value:
        case GhostConsent.ONE_PATRON_ASKS:
            return role is Role.DEALER
        case GhostConsent.ALL_AGREE_AND_SUPERVISOR_DIRECTS:
            here = {name for name, patron in state.patrons.items() if not patron.excluded}
            return role is Role.SUPERVISOR and here <= state.no_bet_agreed


def start_no_bet(draft: Draft, command: commands.StartNoBet) -> None:
    state, rules = draft.state, draft.rules
    if not may_start_no_bet(state, command.actor.role):
        sentence = "a coup without wagers needs a request, and where the book says so everybody's agreement"
        refuse(rules, "no_bet_not_possible", _no_bet_clause(state), sentence)
    cause = state.no_bet_cause
    clause = rules.ghost_hands.clause if cause is None else cause.clause
    kind = RoundKind.NO_BET if cause is None else RoundKind.VOID_HAND
    give_all_back(draft, reason=Reason.NO_BET_COUP, clause=clause)
    draft.announce("call_no_bets", clause=None if cause is None else clause)
    start(draft, kind, clause)
