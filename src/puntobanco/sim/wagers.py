"""Every wager from the histogram: expected value, standard error, and the distance to the exact odds."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt

import numpy as np
from numpy.typing import NDArray

from puntobanco.coup.settle import profit_per_unit
from puntobanco.exact_odds import odds
from puntobanco.kernels.arrays import Ints
from puntobanco.kernels.fact_cells import facts_of
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Wager
from puntobanco.sim.tally import Tally, by_batch


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean per round and its standard error, which needs at least two batches."""

    mean: Fraction
    standard_error: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerResult:
    """What a wager was worth per unit staked."""

    id: str
    name: str
    fair: Estimate
    """Over the rounds that every shoe reaches: without bias, to be compared with the exact odds."""
    every_round: Estimate
    """Over all rounds, which a cutting card makes lean a little to one side."""
    exact: Fraction

    @property
    def z(self) -> float | None:
        """The distance to the exact odds in standard errors; none where there is no standard error."""
        if not self.fair.standard_error:
            return None
        return float(self.fair.mean - self.exact) / self.fair.standard_error


def wager_results(rules: TableRules, tally: Tally, wagers: Iterable[Wager] | None = None) -> tuple[WagerResult, ...]:
    """Every wager of the table, or these, evaluated from what was counted."""
    asked = rules.wagers if wagers is None else tuple(wagers)
    exact = odds(rules, wagers=asked)
    sure, every_round = by_batch(tally.sure), by_batch(tally.every_round)
    cells = np.flatnonzero(every_round.sum(axis=0))
    found = []
    for wager, true in zip(asked, exact.wagers, strict=True):
        profits = [profit_per_unit(wager, facts_of(int(cell))) for cell in cells]
        found.append(
            WagerResult(
                id=wager.id,
                name=wager.name,
                fair=estimate(sure[:, cells], profits),
                every_round=estimate(every_round[:, cells], profits),
                exact=true.ev,
            )
        )
    return tuple(found)


def estimate(counts: Ints, profits: list[Fraction]) -> Estimate:
    """The mean profit over batches (rows) of counts by cell, exactly, and its standard error from their spread."""
    unit = lcm(*(profit.denominator for profit in profits)) if profits else 1
    rounds = counts.sum(axis=1)
    total_rounds = int(rounds.sum())
    sums = _sums(counts, [int(profit * unit) for profit in profits], total_rounds)
    if not total_rounds:
        return Estimate(Fraction(0), None)
    mean = Fraction(sum(sums), unit * total_rounds)
    return Estimate(mean, _standard_error(np.array([one / unit for one in sums]), rounds, float(mean)))


def _sums(counts: Ints, profits: list[int], rounds: int) -> list[int]:
    """The profits of each batch, exactly: in 64 bits where they fit, in Python's whole numbers where they do not."""
    fits = rounds * max(map(abs, profits), default=0) < 2**63
    kind: type = np.int64 if fits else object
    found: list[int] = (counts.astype(kind) @ np.array(profits, kind)).tolist()
    return found


def _standard_error(sums: NDArray[np.float64], rounds: Ints, mean: float) -> float | None:
    """Of a ratio of sums: from how far each batch's sum is from the mean over its own rounds."""
    used = rounds > 0
    batches = int(used.sum())
    if batches < 2:
        return None
    off = sums[used] - mean * rounds[used]
    return sqrt(float((off**2).sum()) * batches / (batches - 1)) / int(rounds.sum())
