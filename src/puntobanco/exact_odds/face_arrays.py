"""Many shoes by face as arrays: what each face counts, and which two of them make which pair."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puntobanco.coup.coup import pair_class
from puntobanco.kernels.arrays import Ints
from puntobanco.kernels.fact_cells import CLASSES
from puntobanco.rulebooks.facts import PairClass
from puntobanco.rulebooks.tableau import POINTS, CardValues
from puntobanco.values.cards import DECK


def pair_ways(shoes: Ints) -> Ints:
    """For each row of 52 counts, the ordered draws of two cards by pair class; the rest of the shoe does not matter."""
    by_class = [(shoes @ same.astype(np.int64) * shoes).sum(axis=1) for same in class_matrices()]
    by_class[CLASSES.index(PairClass.PERFECT)] -= shoes.sum(axis=1)
    return np.stack(by_class, axis=1)


@lru_cache(maxsize=1)
def class_matrices() -> tuple[NDArray[np.bool_], ...]:
    """For each pair class, 52 x 52: whether two faces are such a pair."""
    classes = np.array([[CLASSES.index(pair_class(one, other)) for other in DECK] for one in DECK])
    return tuple(classes == place for place in range(len(CLASSES)))


@lru_cache(maxsize=64)
def values_matrix(values: CardValues) -> Ints:
    """52 x 10: multiplies counts of faces to counts by value."""
    return np.array([[int(values.of(card) == value) for value in POINTS] for card in DECK], np.int64)
