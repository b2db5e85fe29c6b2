"""How a road is drawn: six rows, a new column for every run, and a tail where a run finds no room below."""

from collections.abc import Iterable, Iterator
from itertools import count, groupby
from typing import TypeAlias

ROWS = 6

Place: TypeAlias = tuple[int, int]
"""Row and column, both from 0."""


def places(marks: Iterable[object]) -> Iterator[Place]:
    """Where each mark lies. A run starts right of where the one before it started, in the first free column."""
    taken: set[Place] = set()
    start = -1
    for _, run in groupby(marks):
        start = next(column for column in count(start + 1) if (0, column) not in taken)
        place = (0, start)
        for _ in run:
            taken.add(place)
            yield place
            place = _next(place, taken)


def _next(place: Place, taken: set[Place]) -> Place:
    """Down where that is free, else right.

    Right of a mark is always free: earlier runs started further left and only went right and down, so that in the next
    column they lie lower than in this one, where they are below the mark already.
    """
    row, column = place
    below = (row + 1, column)
    return below if row + 1 < ROWS and below not in taken else (row, column + 1)
