"""What scoreboards show of a table."""

from puntobanco.scoreboard import Bead
from puntobanco.table.queries.history import rounds_of_this_shoe
from puntobanco.table.state import TableState


def beads(state: TableState) -> tuple[Bead, ...]:
    """The results of this shoe as they stand, with and without wagers; void rounds have none."""
    naturals, rounds = state.rules.naturals.value, rounds_of_this_shoe(state)
    return tuple(Bead.of(one.facts, naturals) for one in rounds if one.facts is not None and not one.void)
