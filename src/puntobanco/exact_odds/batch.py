"""Thousands of compositions at once: an array of counts in, arrays of ways out, on all cores."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from puntobanco.errors import Unreadable
from puntobanco.exact_odds.compiled_kernel import MOST_CARDS, count_ways, fits_lanes
from puntobanco.exact_odds.plain_kernel import SLOTS, count_coups
from puntobanco.exact_odds.plain_kernel import draws as all_draws
from puntobanco.kernels.arrays import Ints
from puntobanco.kernels.cpu_count import cores
from puntobanco.kernels.draw_decisions import Drawing, drawing_of
from puntobanco.kernels.tableau_rows import float_rows
from puntobanco.rulebooks.tableau import Tableau

_WORTH_A_THREAD = 1024
"""So many compositions take a few milliseconds; for fewer a thread costs more than it gives."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Exact counts for n shoes: in how many of all ordered draws a coup ends how."""

    ways: Ints
    """n x 4 x 10 x 10: card counts (2 * player took a third card + banker took one), player total, banker total."""
    draws: Ints
    """n: all ordered draws of six cards, or of all cards where there are fewer."""

    @property
    def void(self) -> Ints:
        """n: the draws that end before the coup does."""
        void: Ints = self.draws - self.ways.sum(axis=(1, 2, 3))
        return void


@dataclass(frozen=True, slots=True)
class Engine:
    """One drawing law, ready to count with.

    >>> from puntobanco.exact_odds import Engine
    >>> from puntobanco.rulebooks import table_rules
    >>> engine = Engine.of(table_rules("act-2015").tableau)
    >>> found = engine.batch([[128, 32, 32, 32, 32, 32, 32, 32, 32, 32]])
    >>> int(found.ways.sum()), int(found.draws[0])
    (4998398275503360, 4998398275503360)
    """

    count: Callable[[Ints, Ints, Ints], int]
    """Fills in the ways and draws of rows of counts, as `count_ways` does."""

    @staticmethod
    def of(tableau: Tableau) -> "Engine":
        """By the compiled kernel; by the plain one, far more slowly, for a law that the compiled one cannot follow."""
        drawing = drawing_of(tableau)
        if not fits_lanes(drawing):
            return Engine(partial(_count_plainly, drawing))
        return Engine(partial(count_ways, float_rows(tableau)))

    def single(self, points: Ints) -> Ints:
        """The 4 x 10 x 10 ways of one shoe of ten int64 counts by point value: `batch` without its comfort."""
        if points.shape != (10,) or points.dtype != np.int64:
            raise Unreadable(f"a shoe is ten int64 counts by value, not {points.dtype} of shape {points.shape}")
        rows = np.ascontiguousarray(points).reshape(1, 10)
        ways = np.empty((1, 4, 10, 10), np.int64)
        if self.count(rows, ways, np.empty(1, np.int64)) == 0:
            raise _impossible(rows, 0)
        counted: Ints = ways[0]
        return counted

    def batch(self, points: ArrayLike, *, threads: int | None = None) -> Ways:
        """The ways of n shoes, each ten counts by point value; on all cores unless `threads` says how many."""
        rows = _rows(points)
        found = Ways(np.empty((len(rows), 4, 10, 10), np.int64), np.empty(len(rows), np.int64))
        workers = max(1, min(threads or cores(), len(rows) // _WORTH_A_THREAD))
        edges = [len(rows) * part // workers for part in range(workers + 1)]
        if workers == 1:
            self._fill(rows, found, 0, len(rows))
        else:
            with ThreadPoolExecutor(workers) as pool:
                list(pool.map(lambda start, stop: self._fill(rows, found, start, stop), edges, edges[1:]))
        return found

    def _fill(self, rows: Ints, found: Ways, start: int, stop: int) -> None:
        done = self.count(rows[start:stop], found.ways[start:stop], found.draws[start:stop])
        if done < stop - start:
            raise _impossible(rows, start + done)


def _count_plainly(drawing: Drawing, shoes: Ints, ways: Ints, draws: Ints) -> int:
    """As `count_ways`, by the plain kernel."""
    for row, shoe in enumerate(shoes.tolist()):
        if min(shoe) < 0 or sum(shoe) > MOST_CARDS:
            return row
        ways[row] = np.reshape(count_coups(drawing, shoe), (4, 10, 10))
        draws[row] = all_draws(sum(shoe), SLOTS)
    return len(shoes)


def whole_numbers(counts: ArrayLike) -> Ints:
    """The counts as contiguous int64; anything but whole numbers is `Unreadable`."""
    array = np.asarray(counts)
    if array.size and array.dtype.kind not in "iu":
        raise Unreadable(f"counts of cards are whole numbers, not {array.dtype}")
    return np.ascontiguousarray(array, dtype=np.int64)


def _rows(points: ArrayLike) -> Ints:
    rows = whole_numbers(points)
    if rows.ndim != 2 or rows.shape[1] != 10:
        raise Unreadable(f"a batch has ten counts, by value from 0 to 9, for each shoe; this has shape {rows.shape}")
    return rows


def _impossible(rows: Ints, row: int) -> Unreadable:
    counts = rows[row]
    for value, count in enumerate(counts):
        if count < 0:
            return Unreadable(f"shoe {row} of the batch cannot hold {count} cards of value {value}")
    return Unreadable(f"shoe {row} of the batch has {counts.sum()} cards; at most {MOST_CARDS} can be counted at once")
