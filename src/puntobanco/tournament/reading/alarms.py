"""What at the tables of a tournament wants somebody who supervises, as they stand now."""

from collections.abc import Mapping

from puntobanco.table.reading.alarms import Alarm, AlarmKind
from puntobanco.table.reading.alarms import alarms as alarms_at_table
from puntobanco.tournament.asked.play import is_done, tables_in_play
from puntobanco.tournament.state import TournamentState

TOWARDS_A_ROUND = frozenset({AlarmKind.SUPERVISOR, AlarmKind.SEAT})
"""What nobody waits for where no round comes."""


def alarms(state: TournamentState) -> Mapping[str, tuple[Alarm, ...]]:
    """By table, of those in play: when a session is over, nothing is ruled at its tables any more."""
    return {name: _alarms(state, name) for name in tables_in_play(state)}


def _alarms(state: TournamentState, name: str) -> tuple[Alarm, ...]:
    found = alarms_at_table(state.tables[name].state)
    return tuple(one for one in found if one.kind not in TOWARDS_A_ROUND) if is_done(state, name) else found
