"""Statistics over many shuffled shoes of 416 cards that can be told apart, and what chance would make of them."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from puntobanco.values.cards import Composition

SIZE = 416
RANKS = np.array([card.rank - 1 for card in Composition.of_decks(8)])
"""The rank of each card in the order in which the shuffle begins."""
Orders = NDArray[np.int64]
"""Shoe by shoe, which card lies at each place."""


@dataclass
class Battery:
    """What was counted so far; batches of shoes are added one after the other."""

    shoes: int = 0
    by_place: NDArray[np.int64] = field(default_factory=lambda: np.zeros((SIZE, 13), dtype=np.int64))
    by_pair: NDArray[np.int64] = field(default_factory=lambda: np.zeros(169, dtype=np.int64))
    sums: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Of each number that a shoe has: the sum over all shoes, and the sum of squares."""

    def add(self, orders: Orders) -> None:
        self.shoes += len(orders)
        ranks = RANKS[orders]
        cells = ranks + 13 * np.arange(SIZE)
        self.by_place += np.bincount(cells.ravel(), minlength=SIZE * 13).reshape(SIZE, 13)
        self.by_pair += np.bincount((13 * ranks[:, :-1] + ranks[:, 1:]).ravel(), minlength=169)
        for name, values in per_shoe(orders).items():
            before = self.sums.get(name, (0.0, 0.0))
            self.sums[name] = (before[0] + float(values.sum()), before[1] + float((values**2).sum()))

    def p_values(self) -> dict[str, float]:
        """How likely each finding, or a stranger one, is by chance."""
        found = {"place x rank": self._places(), "rank after rank": self._pairs()}
        expected = dict(expectations())
        for name, (total, squares) in self.sums.items():
            mean = total / self.shoes
            deviation = math.sqrt(max(squares / self.shoes - mean**2, 1e-12) / self.shoes)
            found[name] = two_sided((mean - expected[name]) / deviation)
        return found

    def _places(self) -> float:
        expected = self.shoes * 32 / SIZE
        statistic = float(((self.by_place - expected) ** 2 / expected).sum()) * (SIZE - 1) / SIZE
        return of_chi_square(statistic, (SIZE - 1) * 12)

    def _pairs(self) -> float:
        pairs = self.shoes * (SIZE - 1)
        likely = np.full((13, 13), 32 * 32 / (SIZE * (SIZE - 1)))
        np.fill_diagonal(likely, 32 * 31 / (SIZE * (SIZE - 1)))
        expected = pairs * likely.ravel()
        return of_chi_square(float(((self.by_pair - expected) ** 2 / expected).sum()), 144)


def per_shoe(orders: Orders) -> dict[str, NDArray[np.float64]]:
    """The numbers that every shoe has by itself."""
    steps = np.diff(orders, axis=1)
    centred = orders - (SIZE - 1) / 2
    at = np.argsort(orders, axis=1)
    return {
        "successors": (steps == 1).sum(axis=1).astype(np.float64),
        "predecessors": (steps == -1).sum(axis=1).astype(np.float64),
        "fixed points": (orders == np.arange(SIZE)).sum(axis=1).astype(np.float64),
        "rising sequences": 1.0 + (np.diff(at, axis=1) < 0).sum(axis=1),
        "serial correlation": (centred[:, :-1] * centred[:, 1:]).sum(axis=1),
    }


def expectations() -> Iterator[tuple[str, float]]:
    """Their means over all orders."""
    yield "successors", (SIZE - 1) / SIZE
    yield "predecessors", (SIZE - 1) / SIZE
    yield "fixed points", 1.0
    yield "rising sequences", (SIZE + 1) / 2
    yield "serial correlation", -(SIZE - 1) * (SIZE + 1) / 12


def two_sided(deviations: float) -> float:
    return math.erfc(abs(deviations) / math.sqrt(2))


def of_chi_square(statistic: float, freedom: int) -> float:
    """By Wilson and Hilferty: a cube root that is nearly normal. Too good a fit is strange, too."""
    spread = 2 / (9 * freedom)
    return two_sided(((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread))


def strange(p_values: dict[str, float], level: float = 0.01) -> list[str]:
    """What chance does not explain at this level for all of them together (Holm)."""
    found: list[str] = []
    for place, (name, p_value) in enumerate(sorted(p_values.items(), key=lambda item: item[1])):
        if p_value > level / (len(p_values) - place):
            break
        found.append(name)
    return found
