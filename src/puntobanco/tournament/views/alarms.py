"""What at the tables of a tournament wants somebody who supervises, as they stand now."""

from collections.abc import Mapping

from puntobanco.table.views.alarms import Alarm
from puntobanco.table.views.alarms import alarms as alarms_at_table
from puntobanco.tournament.queries.session_play import is_done, tables_in_play
from puntobanco.tournament.state import TournamentState


def alarms(state: TournamentState) -> Mapping[str, tuple[Alarm, ...]]:
    """By table, of those in play: when a session is over, nothing is dealt at its tables any more."""
    return {
        name: alarms_at_table(state.tables[name].state, round_comes=not is_done(state, name))
        for name in tables_in_play(state)
    }
