"""Whose decision something at a table is: the casino operator's or the director's."""

from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.table.commands import Exclude, LiftExclusion, VoidRound, VoidWager
from puntobanco.table.commands import TableCommand as TableCommand
from puntobanco.table.queries.history import power_to_void
from puntobanco.tournament.state import TournamentState


def is_out_of_turn(rules: TableRules, command: TableCommand) -> bool:
    """Whether a wager is declared void because it was placed out of turn, which is the director's decision."""
    return isinstance(command, VoidWager) and command.broke == rules.betting_order.clause


def needs_operator(state: TournamentState, command: TableCommand) -> bool:
    """Whether this is the operator's by the rules, and the approved conditions do not delegate it to the director."""
    clause = _operators_power(state.rules, command)
    return clause in state.law.operators_powers and clause not in state.conditions.delegated


def _operators_power(rules: TableRules, command: TableCommand) -> str | None:
    match command:
        case VoidRound(reason=reason):
            return power_to_void(rules, reason).clause
        case VoidWager() if is_out_of_turn(rules, command):
            return None
        case VoidWager() | Exclude() | LiftExclusion():
            return rules.void_for_breach.clause
        case _:
            return None
