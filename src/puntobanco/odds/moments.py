"""What the wagers of one coup are worth together: means and covariances, as fractions.

Wagers of a coup settle on the same cards: whoever adds them up needs to know how they go together.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

from puntobanco.coup.settle import profit_per_unit
from puntobanco.kernels.cells import facts_of
from puntobanco.odds.counts import Counts
from puntobanco.odds.paytable import Reads
from puntobanco.odds.table_odds import NOTHING_ON_TABLE, rest_of_full_shoe
from puntobanco.remember import remember
from puntobanco.rules.table_rules import TableRules


@dataclass(frozen=True, slots=True)
class Moments:
    """Of the profits per unit staked, after commission, from a full shoe."""

    means: Mapping[str, Fraction]
    """By the wager's id."""
    covariances: Mapping[tuple[str, str], Fraction]
    """By two ids in their order; a wager with itself has its variance."""


_MOMENTS: dict[str, Moments] = {}


def moments(rules: TableRules) -> Moments:
    """The exact moments of a table's wagers; reckoned once for each digest."""
    return _MOMENTS.get(rules.digest) or remember(_MOMENTS, rules.digest, _reckoned(rules))


def _reckoned(rules: TableRules) -> Moments:
    ids = sorted(wager.id for wager in rules.wagers)
    ways = _ways_by_profits(rules, ids)
    draws = sum(ways.values())
    means = {name: _mean(ways, draws, place, None) for place, name in enumerate(ids)}
    covariances = {
        (ids[one], ids[other]): _mean(ways, draws, one, other) - means[ids[one]] * means[ids[other]]
        for one, other in combinations_with_replacement(range(len(ids)), 2)
    }
    return Moments(means, covariances)


def _ways_by_profits(rules: TableRules, ids: list[str]) -> Counter[tuple[Fraction, ...]]:
    """In how many ways the wagers pay this together."""
    count = Counts(rules, rest_of_full_shoe(rules, NOTHING_ON_TABLE), NOTHING_ON_TABLE).of(Reads.EVERYTHING)
    found: Counter[tuple[Fraction, ...]] = Counter()
    for cell, ways in enumerate(count.cells):
        if ways:
            found[tuple(profit_per_unit(rules.wager(name), facts_of(cell)) for name in ids)] += ways
    return found


def _mean(ways: Counter[tuple[Fraction, ...]], draws: int, one: int, other: int | None) -> Fraction:
    """Of a profit, or of the product of two."""
    products: Iterator[Fraction] = (
        profits[one] * (1 if other is None else profits[other]) * count for profits, count in ways.items()
    )
    return sum(products, Fraction(0)) / draws
