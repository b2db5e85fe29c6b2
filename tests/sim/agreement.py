"""Whether two tallies can come from the same game: chi-square over all facts, and over the lengths of shoes."""

from math import sqrt

import numpy as np

from puntobanco.kernels.arrays import Ints
from puntobanco.sim.tally import Tally

FEWEST = 10
"""Cells with fewer rounds in both tallies together are taken as one."""


def disagreement(one: Tally, other: Tally) -> float:
    """In standard deviations of a normal variable; the larger of the two tests. Beyond 5 it is no chance."""
    return max(chi_square(one.histogram, other.histogram), chi_square(one.lengths, other.lengths))


def chi_square(one: Ints, other: Ints) -> float:
    """The two-sample statistic, by Wilson and Hilferty's cube root as a normal variable."""
    a, b = _without_rare_cells(one, other)
    ratio = sqrt(b.sum() / a.sum())
    statistic = float(((a * ratio - b / ratio) ** 2 / (a + b)).sum())
    freedom = len(a) - 1
    if freedom == 0:
        return 0.0
    spread = 2 / (9 * freedom)
    return float((np.cbrt(statistic / freedom) - (1 - spread)) / sqrt(spread))


def _without_rare_cells(one: Ints, other: Ints) -> tuple[Ints, Ints]:
    rare = one + other < FEWEST
    pooled = [np.append(counts[~rare], counts[rare].sum()) for counts in (one, other)]
    keep = pooled[0] + pooled[1] > 0
    return pooled[0][keep], pooled[1][keep]
