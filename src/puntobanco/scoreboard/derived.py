"""The derived roads: whether the big road repeats itself, seen one, two and three columns back.

They follow from the lengths of its runs alone: from all of them, and never from how the road is drawn.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from puntobanco.rulebooks.facts import Result
from puntobanco.scoreboard.big_road import runs
from puntobanco.scoreboard.road_grid import places

BIG_EYE_BOY, SMALL_ROAD, COCKROACH_PIG = 1, 2, 3
"""How many columns back each road looks."""


class Mark(StrEnum):
    """Red and blue are regular and irregular here, not banker and player."""

    REGULAR = "r"
    IRREGULAR = "b"


class MarkCell(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mark where it is drawn."""

    row: int
    column: int
    mark: Mark


class DerivedRoad(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The marks in their order, as letters r and b, and as they are drawn."""

    marks: str
    cells: tuple[MarkCell, ...]


class NextMarks(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What each derived road would get from one more result; none where it has no column to compare with."""

    big_eye_boy: Mark | None
    small_road: Mark | None
    cockroach_pig: Mark | None


def derived_road(columns: Sequence[int], back: int) -> DerivedRoad:
    """The road that looks so many columns back."""
    marks = tuple(_marks(columns, back))
    drawn = zip(marks, places(marks), strict=True)
    cells = tuple(MarkCell(row=row, column=column, mark=mark) for mark, (row, column) in drawn)
    return DerivedRoad(marks="".join(marks), cells=cells)


def next_marks(results: Sequence[Result], result: Result) -> NextMarks:
    """Ask: the marks of this result, if it came next."""
    columns = runs((*results, result))
    last = len(columns) - 1
    return NextMarks(
        big_eye_boy=_mark(columns, last, columns[last], BIG_EYE_BOY),
        small_road=_mark(columns, last, columns[last], SMALL_ROAD),
        cockroach_pig=_mark(columns, last, columns[last], COCKROACH_PIG),
    )


def _marks(columns: Sequence[int], back: int) -> Iterator[Mark]:
    for column, length in enumerate(columns):
        for depth in range(1, length + 1):
            mark = _mark(columns, column, depth, back)
            if mark is not None:
                yield mark


def _mark(columns: Sequence[int], column: int, depth: int, back: int) -> Mark | None:
    """The mark of the depth-th result of a column; none while the column that it is compared with does not exist.

    A result that turns is regular if the column that it ends is as long as the other one. A result that goes on is
    irregular only right below the other column's end; further down it is regular again.
    """
    turns = depth == 1
    other = column - back - turns
    if other < 0:
        return None
    regular = columns[column - 1] == columns[other] if turns else depth != columns[other] + 1
    return Mark.REGULAR if regular else Mark.IRREGULAR
