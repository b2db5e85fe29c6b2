"""The counts that wagers need, for one shoe: each made by the quickest kernel that can, and only when asked for."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import perm, prod

import numpy as np
from numpy.typing import NDArray

from puntobanco.cards import DECK, Composition
from puntobanco.coup.coup import Coup, pair_class
from puntobanco.errors import Unreadable
from puntobanco.odds.batch import Engine
from puntobanco.odds.joint import SLOTS, UNKNOWN, count_joint
from puntobanco.odds.on_table import slots
from puntobanco.odds.paytable import Reads
from puntobanco.odds.totals import MOST_CARDS
from puntobanco.rules.facts import PairClass
from puntobanco.rules.table_rules import TableRules
from puntobanco.rules.tableau import CardValues

Ints = NDArray[np.int64]

CARDS_OF_A_COUP = SLOTS
_BELOW_OVERFLOW = 2**63


@dataclass(frozen=True, slots=True)
class Count:
    """Flat cells of ways, and the number of all ways; what is missing in the sum are void rounds."""

    cells: Ints
    draws: int

    @property
    def void(self) -> int:
        return self.draws - int(self.cells.sum())


@dataclass(frozen=True)
class Counting:
    """The counts for one shoe and the cards on the table, which are not in the shoe."""

    rules: TableRules
    shoe: Composition
    on_table: Coup

    def __post_init__(self) -> None:
        if perm(len(self.shoe), CARDS_OF_A_COUP) >= _BELOW_OVERFLOW:
            raise Unreadable(f"a shoe of {len(self.shoe)} cards is too large to count: take at most 27 decks")

    def of(self, read: Reads) -> Count:
        """The count that a wager which reads this needs."""
        match read:
            case Reads.TOTALS:
                return self.totals
            case Reads.PAIR_OF_PLAYER:
                return self._pair_of_one_hand(axis=1)
            case Reads.PAIR_OF_BANKER:
                return self._pair_of_one_hand(axis=0)
            case Reads.PAIRS:
                return Count(self._joint.cells.reshape(16, 400).sum(axis=1), self._joint.draws)
            case Reads.EVERYTHING:
                return self._joint

    @cached_property
    def totals(self) -> Count:
        """4 card counts x 10 player totals x 10 banker totals."""
        if len(self.on_table) or len(self.shoe) > MOST_CARDS:
            return Count(self._joint.cells.reshape(16, 400).sum(axis=0), self._joint.draws)
        points = values_matrix(self.rules.card_values.value).T @ self._faces
        found = Engine.of(self.rules.tableau).batch(points.reshape(1, 10))
        return Count(found.ways.ravel(), int(found.draws[0]))

    def _pair_of_one_hand(self, *, axis: int) -> Count:
        if len(self.on_table) or len(self.shoe) < CARDS_OF_A_COUP:
            both = self._joint.cells.reshape(4, 4, 400).sum(axis=2)
            return Count(both.sum(axis=axis), self._joint.draws)
        cards = len(self.shoe)
        return Count(pair_ways(self._faces.reshape(1, 52))[0], cards * (cards - 1))

    @cached_property
    def _joint(self) -> Count:
        """Pair classes of player x of banker x totals."""
        known = np.array(slots(self.rules, self.on_table), dtype=np.int64)
        values = face_values(self.rules.card_values.value)
        law = Engine.of(self.rules.tableau).law
        joint = count_joint(self._faces, values, face_classes(), law, known)
        unknown = int((known == UNKNOWN).sum())
        return Count(joint.ravel(), prod(max(len(self.shoe) - drawn, 1) for drawn in range(unknown)))

    @cached_property
    def _faces(self) -> Ints:
        return np.array(self.shoe.counts, dtype=np.int64)


def pair_ways(shoes: Ints) -> Ints:
    """For each row of 52 counts, the ordered draws of two cards by pair class; the rest of the shoe does not matter."""
    by_class = [(shoes @ same * shoes).sum(axis=1) for same in _class_matrices()]
    by_class[_ORDER[PairClass.PERFECT]] -= shoes.sum(axis=1)
    return np.stack(by_class, axis=1)


_ORDER = {found: place for place, found in enumerate(PairClass)}


@lru_cache(maxsize=1)
def face_classes() -> Ints:
    """52 x 52: the pair class of two faces by its place in `PairClass`."""
    return np.array([[_ORDER[pair_class(one, other)] for other in DECK] for one in DECK], dtype=np.int64)


@lru_cache(maxsize=1)
def _class_matrices() -> tuple[Ints, ...]:
    return tuple((face_classes() == place).astype(np.int64) for place in _ORDER.values())


@lru_cache(maxsize=64)
def face_values(values: CardValues) -> Ints:
    """The value of each face."""
    return np.array([values.of(card) for card in DECK], dtype=np.int64)


@lru_cache(maxsize=64)
def values_matrix(values: CardValues) -> Ints:
    """52 x 10: multiplies counts of faces to counts by value."""
    return np.eye(10, dtype=np.int64)[face_values(values)]
