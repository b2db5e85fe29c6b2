"""The bead plate: one bead per coup, top to bottom, then the next column."""

from collections.abc import Sequence
from dataclasses import dataclass

from puntobanco.rules.facts import Facts, PairClass, Result

ROWS = 6


@dataclass(frozen=True, slots=True)
class Bead:
    """One coup on the plate: who won, and which hands began with a pair."""

    result: Result
    player_pair: bool
    banker_pair: bool

    @staticmethod
    def of(facts: Facts) -> "Bead":
        none = PairClass.NONE
        return Bead(facts.result, facts.pairs.player is not none, facts.pairs.banker is not none)


def bead_plate(beads: Sequence[Bead], *, columns: int | None = None) -> tuple[tuple[Bead | None, ...], ...]:
    """The plate as six rows; of a long shoe, the last `columns` columns."""
    width = -(-len(beads) // ROWS)
    first = 0 if columns is None else max(0, width - columns)
    return tuple(
        tuple(
            beads[column * ROWS + row] if column * ROWS + row < len(beads) else None for column in range(first, width)
        )
        for row in range(ROWS)
    )
