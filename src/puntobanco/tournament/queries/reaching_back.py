"""Which rounds of sessions that are over can still be decided otherwise, by 12.5 and 14.3."""

from puntobanco.table.commands import ReportPlacementError, VoidRound
from puntobanco.table.commands import TableCommand as TableCommand
from puntobanco.table.model import VoidReason
from puntobanco.tournament.model import EndedSession
from puntobanco.tournament.state import TournamentState

REACHES_BACK: tuple[type[TableCommand], ...] = (VoidRound, ReportPlacementError)


def rounds_open(state: TournamentState, table: str) -> tuple[int, ...]:
    """The rounds of a session that is over which stand, until its stage is closed, or the places are awarded."""
    ended = _session_at(state, table)
    played = None if ended is None else ended.at(table)
    if played is None or state.cancelled or state.awards is not None:
        return ()
    standing = {one.number for one in state.tables[table].state.rounds if not one.void}
    return tuple(one for one in played.counted if one in standing)


def reaches_back(state: TournamentState, table: str, command: TableCommand) -> bool:
    """Whether a command is about such a round, and by a power that reaches it."""
    match command:
        case VoidRound(round=number, reason=reason):
            return reason is not VoidReason.DISTURBANCE and number in rounds_open(state, table)
        case ReportPlacementError(round=number):
            return number in rounds_open(state, table)
        case _:
            return False


def _session_at(state: TournamentState, table: str) -> EndedSession | None:
    ended = () if state.results is None else state.results.ended
    return next((one for one in ended if one.at(table) is not None), None)
