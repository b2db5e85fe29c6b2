"""Everything that scoreboards show of a shoe, computed anew from its results."""

from collections.abc import Sequence

from msgspec import Struct

from puntobanco.rulebooks.facts import Result
from puntobanco.scoreboard.bead import Bead
from puntobanco.scoreboard.bead_plate import PlacedBead, bead_plate
from puntobanco.scoreboard.big_road import RoadCell, big_road, pending_ties, runs
from puntobanco.scoreboard.derived import (
    BIG_EYE_BOY,
    COCKROACH_PIG,
    SMALL_ROAD,
    DerivedRoad,
    NextMarks,
    derived_road,
    next_marks,
)


class Ask(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the derived roads would get if banker, or player, won the next coup."""

    banker: NextMarks
    player: NextMarks


class Counts(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How often what came."""

    rounds: int
    banker: int
    player: int
    tie: int
    banker_pairs: int
    player_pairs: int
    naturals: int


class Board(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The scoreboards of a shoe. They show what was and do not tell what comes."""

    bead_plate: tuple[PlacedBead, ...]
    big_road: tuple[RoadCell, ...]
    pending_ties: int
    """Ties before the first result that the big road could draw."""
    runs: tuple[int, ...]
    """How long each run of equal results is, ties left out."""
    big_eye_boy: DerivedRoad
    small_road: DerivedRoad
    cockroach_pig: DerivedRoad
    ask: Ask
    counts: Counts


def board(beads: Sequence[Bead]) -> Board:
    """The scoreboards of a shoe with these results, void rounds left out."""
    results = [bead.result for bead in beads]
    columns = runs(results)
    return Board(
        bead_plate=bead_plate(beads),
        big_road=big_road(beads),
        pending_ties=pending_ties(beads),
        runs=columns,
        big_eye_boy=derived_road(columns, BIG_EYE_BOY),
        small_road=derived_road(columns, SMALL_ROAD),
        cockroach_pig=derived_road(columns, COCKROACH_PIG),
        ask=Ask(banker=next_marks(results, Result.BANKER), player=next_marks(results, Result.PLAYER)),
        counts=counts(beads),
    )


def counts(beads: Sequence[Bead]) -> Counts:
    """How often what came among these results."""
    results = [bead.result for bead in beads]
    return Counts(
        rounds=len(beads),
        banker=results.count(Result.BANKER),
        player=results.count(Result.PLAYER),
        tie=results.count(Result.TIE),
        banker_pairs=sum(bead.banker_pair for bead in beads),
        player_pairs=sum(bead.player_pair for bead in beads),
        naturals=sum(bead.natural for bead in beads),
    )
