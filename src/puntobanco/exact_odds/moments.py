"""What the wagers of one coup are worth together: means and covariances, as fractions.

Wagers of a coup settle on the same cards: whoever adds them up needs to know how they go together.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TypeAlias

from puntobanco.exact_odds.paytable import Reads, paying, reads
from puntobanco.exact_odds.plain_kernel import Cells, count_everything
from puntobanco.kernels.draw_decisions import Drawing, drawing_of
from puntobanco.kernels.fact_cells import ALL_CELLS, CELLS, CLASSES
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Wager
from puntobanco.values.cards import DECK, Composition


@dataclass(frozen=True, slots=True)
class Moments:
    """Of the profits per unit staked, after commission, from a full shoe."""

    means: Mapping[str, Fraction]
    """By the wager's id."""
    covariances: Mapping[tuple[str, str], Fraction]
    """By two ids in their order; a wager with itself has its variance."""


Ways: TypeAlias = Mapping[tuple[Fraction, ...], int]
"""In how many ways the wagers pay this together."""


def moments(rules: TableRules) -> Moments:
    """The exact moments of a table's wagers."""
    values = tuple(map(rules.card_values.value.of, DECK))
    return _reckoned(drawing_of(rules.tableau), values, rules.decks.value, rules.wagers)


@lru_cache(maxsize=256)
def _reckoned(drawing: Drawing, values: tuple[int, ...], decks: int, wagers: tuple[Wager, ...]) -> Moments:
    """Once for all tables that deal and pay alike, whatever else their rules say."""
    declared = sorted(wagers, key=lambda wager: wager.id)
    profits = [[pays for pays, _ in paying(wager)] for wager in declared]
    ways: Counter[tuple[int, ...]] = Counter()
    for count, *places in zip(_coups(drawing, values, decks), *map(_places, declared), strict=True):
        if count:
            ways[tuple(places)] += count
    told = {tuple(map(list.__getitem__, profits, places)): count for places, count in ways.items()}
    return _moments([wager.id for wager in declared], told)


@lru_cache(maxsize=16)
def _coups(drawing: Drawing, values: tuple[int, ...], decks: int) -> Cells:
    return count_everything(drawing, values, Composition.of_decks(decks).counts)


@lru_cache(maxsize=256)
def _places(wager: Wager) -> tuple[int, ...]:
    """In every cell of the coup's facts, the place of the wager's profit among all that it can pay."""
    by_cell = {cell: place for place, (_, cells) in enumerate(paying(wager)) for cell in cells}
    match reads(wager):
        case Reads.TOTALS:
            return tuple([by_cell[cell % CELLS] for cell in range(ALL_CELLS)])
        case Reads.PAIR_OF_PLAYER:
            return tuple([by_cell[cell // CELLS // len(CLASSES)] for cell in range(ALL_CELLS)])
        case Reads.PAIR_OF_BANKER:
            return tuple([by_cell[cell // CELLS % len(CLASSES)] for cell in range(ALL_CELLS)])
        case Reads.PAIRS:
            return tuple([by_cell[cell // CELLS] for cell in range(ALL_CELLS)])
        case Reads.EVERYTHING:
            return tuple([by_cell[cell] for cell in range(ALL_CELLS)])


def _moments(ids: list[str], ways: Ways) -> Moments:
    draws = sum(ways.values())
    means = {name: _mean(ways, draws, place, None) for place, name in enumerate(ids)}
    covariances = {
        (ids[one], ids[other]): _mean(ways, draws, one, other) - means[ids[one]] * means[ids[other]]
        for one, other in combinations_with_replacement(range(len(ids)), 2)
    }
    return Moments(means, covariances)


def _mean(ways: Ways, draws: int, one: int, other: int | None) -> Fraction:
    """Of a profit, or of the product of two."""
    products: Iterator[Fraction] = (
        profits[one] * (1 if other is None else profits[other]) * count for profits, count in ways.items()
    )
    return sum(products, Fraction(0)) / draws
