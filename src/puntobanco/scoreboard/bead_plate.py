"""The bead plate: one bead per coup, top to bottom, then the next column."""

from collections.abc import Sequence

from msgspec.structs import asdict

from puntobanco.scoreboard.bead import Bead
from puntobanco.scoreboard.road_grid import ROWS


class PlacedBead(Bead, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bead where it is drawn."""

    row: int
    column: int


def bead_plate(beads: Sequence[Bead]) -> tuple[PlacedBead, ...]:
    """All beads, ties included."""
    return tuple(
        PlacedBead(row=number % ROWS, column=number // ROWS, **asdict(bead)) for number, bead in enumerate(beads)
    )
