"""How often each number came up: sums that stay exact, and quantiles whose error is known, in bounded memory."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from puntobanco.kernels.arrays import Ints

MOST_PLACES = 1 << 16
"""So many different numbers are kept apart; where there are more, neighbours are counted together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution:
    """Whole numbers that add up with others in any order, always to the same.

    A place is a number halved `halvings` times, rounded down: the fewest halvings that leave no more than
    `MOST_PLACES`. Since more numbers never need fewer halvings, it does not matter who counted which of them.
    """

    total: int
    squares: int
    """The sum of the numbers, and that of their squares: exact whatever the halvings."""
    ends: tuple[int, ...]
    """The smallest and the largest number; empty where there is none."""
    places: Ints
    """In ascending order, ..."""
    counts: Ints
    """... and how many numbers were there."""
    halvings: int

    @staticmethod
    def nothing() -> "Distribution":
        return Distribution.of(np.zeros(0, np.int64))

    @staticmethod
    def of(numbers: Ints) -> "Distribution":
        places, counts = np.unique(numbers, return_counts=True)
        each: list[int] = numbers.tolist()
        return _in_bounds(
            Distribution(
                total=sum(each),
                squares=sum(number * number for number in each),
                ends=(min(each), max(each)) if each else (),
                places=places,
                counts=counts.astype(np.int64),
                halvings=0,
            )
        )

    def __add__(self, other: "Distribution") -> "Distribution":
        halvings = max(self.halvings, other.halvings)
        mine, theirs = self._halved(halvings), other._halved(halvings)
        places, counts = _together(
            np.concatenate((mine.places, theirs.places)), np.concatenate((mine.counts, theirs.counts))
        )
        ends = (*self.ends, *other.ends)
        return _in_bounds(
            Distribution(
                total=self.total + other.total,
                squares=self.squares + other.squares,
                ends=(min(ends), max(ends)) if ends else (),
                places=places,
                counts=counts,
                halvings=halvings,
            )
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._as_tuple() == other._as_tuple()

    __hash__ = None  # type: ignore[assignment]  # equal by its contents, which change

    def _as_tuple(self) -> tuple[object, ...]:
        return self.total, self.squares, self.ends, self.places.tolist(), self.counts.tolist(), self.halvings

    def _halved(self, halvings: int) -> "Distribution":
        places, counts = _together(self.places >> (halvings - self.halvings), self.counts)
        return Distribution(
            total=self.total, squares=self.squares, ends=self.ends, places=places, counts=counts, halvings=halvings
        )

    @property
    def count(self) -> int:
        return int(self.counts.sum())

    @property
    def mean(self) -> float | None:
        return self.total / self.count if self.count else None

    @property
    def standard_deviation(self) -> float | None:
        return sqrt(self._spread) / self.count if self.count else None

    @property
    def standard_error(self) -> float | None:
        """Of the mean; it needs two numbers at least."""
        return standard_error(self._spread, self.count)

    @property
    def _spread(self) -> int:
        """The squares of the distances to the mean, summed, times the count: a whole number."""
        return self.count * self.squares - self.total**2

    @property
    def largest(self) -> int:
        """0 where there is none."""
        return self.ends[1] if self.ends else 0

    @property
    def quantile_error(self) -> int:
        """How far a quantile can be off: by nothing, unless neighbours are counted together."""
        return (1 << self.halvings) >> 1

    def quantile(self, percent: int) -> int:
        """The least number that so many percent of all numbers do not exceed, to within `quantile_error`."""
        rank = max(-(-percent * self.count // 100), 1)
        place = int(self.places[np.searchsorted(np.cumsum(self.counts), rank)])
        middle = (place << self.halvings) + self.quantile_error
        return min(max(middle, self.ends[0]), self.ends[1])

    def steps(self) -> tuple[Ints, Ints]:
        """For a picture: numbers in ascending order, and how many numbers do not exceed each."""
        return (self.places << self.halvings) + self.quantile_error, np.cumsum(self.counts)


def standard_error(spread: int, count: int) -> float | None:
    """Of a mean of `count` values, whose squared distances to it sum to `spread / count`; none for a single value."""
    return sqrt(spread / (count - 1)) / count if count > 1 else None


def _together(places: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """Counts of the same place added up."""
    found, where = np.unique(places, return_inverse=True)
    sums = np.zeros(len(found), np.int64)
    np.add.at(sums, where, counts)
    return found, sums


def _in_bounds(found: Distribution) -> Distribution:
    while len(found.places) > MOST_PLACES:
        found = found._halved(found.halvings + 1)
    return found
