"""The big road: a column for every run of equal results; ties mark the result before them."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec.structs import asdict

from puntobanco.rulebooks.facts import Result
from puntobanco.scoreboard.bead import Bead
from puntobanco.scoreboard.bead_plate import PlacedBead
from puntobanco.scoreboard.road_grid import places


class RoadCell(PlacedBead, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A result that is no tie, where it is drawn, and how many ties mark it."""

    ties: int


def big_road(beads: Sequence[Bead]) -> tuple[RoadCell, ...]:
    """The big road as it is drawn."""
    decided = [bead for bead in beads if not bead.is_tie]
    where = places(bead.result for bead in decided)
    return tuple(
        RoadCell(row=row, column=column, ties=ties, **asdict(bead))
        for bead, (row, column), ties in zip(decided, where, _ties(beads), strict=True)
    )


def _ties(beads: Iterable[Bead]) -> list[int]:
    """How many ties mark each decided result; those before the first one are its own."""
    pending, *ties = _ties_between(beads)
    return [pending + ties[0], *ties[1:]] if ties else []


def _ties_between(beads: Iterable[Bead]) -> list[int]:
    """How many ties came before the first decided result, and after each."""
    ties = [0]
    for bead in beads:
        if bead.is_tie:
            ties[-1] += 1
        else:
            ties.append(0)
    return ties


def pending_ties(beads: Sequence[Bead]) -> int:
    """Ties that wait for the first decided result."""
    return len(beads) if all(bead.is_tie for bead in beads) else 0


def runs(results: Iterable[Result]) -> tuple[int, ...]:
    """The lengths of the runs, which are the columns of the road before it is drawn; ties neither make nor end one."""
    decided = (result for result in results if result is not Result.TIE)
    return tuple(sum(1 for _ in run) for _, run in groupby(decided))
