"""Thousands of compositions at once: an array of counts in, arrays of ways out, on all cores."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from puntobanco.errors import Unreadable
from puntobanco.odds.law import Law, law_of
from puntobanco.odds.totals import MOST_CARDS, count_ways
from puntobanco.rules.tableau import Tableau

Ints = NDArray[np.int64]

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

    >>> from puntobanco.odds import Engine
    >>> from puntobanco.rules import table_rules
    >>> engine = Engine.of(table_rules("act-2015").tableau)
    >>> found = engine.batch([[128, 32, 32, 32, 32, 32, 32, 32, 32, 32]])
    >>> int(found.ways.sum()), int(found.draws[0])
    (4998398275503360, 4998398275503360)
    """

    law: Law

    @staticmethod
    def of(tableau: Tableau) -> "Engine":
        return Engine(law_of(tableau))

    def single(self, points: Ints) -> Ints:
        """The 4 x 10 x 10 ways of one shoe of ten int64 counts by point value: `batch` without its comfort."""
        if points.shape != (10,) or points.dtype != np.int64:
            raise Unreadable(f"a shoe is ten int64 counts by value, not {points.dtype} of shape {points.shape}")
        rows = np.ascontiguousarray(points).reshape(1, 10)
        ways, draws = np.empty((1, 4, 10, 10), np.int64), np.empty(1, np.int64)
        if count_ways(rows, self.law, ways, draws) == 0:
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
        done = count_ways(rows[start:stop], self.law, found.ways[start:stop], found.draws[start:stop])
        if done < stop - start:
            raise _impossible(rows, start + done)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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
