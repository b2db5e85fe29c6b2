"""What the kernels count, as whole numbers that add up in any order."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puntobanco.kernels.arrays import BLOCK_SHOES, HALVES, LANES, MOST_ROUNDS, TALLY, Ints
from puntobanco.kernels.fact_cells import CELLS, PAIR_CLASSES


def by_batch(counts: Ints) -> Ints:
    """Batches x cells; the spread between batches gives a standard error for any wager afterwards."""
    return counts.transpose(0, 2, 1).reshape(BLOCK_SHOES, -1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The facts of many rounds, by batch: the rounds that every shoe reaches, and the later ones."""

    sure: Ints
    """2 x 6400 cells x 64, batch 64 i + j in place i, j: the first K rounds of every shoe.

    By symmetry each of them has the law of a fresh shoe.
    """
    later: Ints
    """The same for the rounds that only some shoes reach, and which a cutting card makes lean to one side."""
    lengths: Ints
    """How many shoes had so many rounds."""

    @staticmethod
    def nothing() -> "Tally":
        return Tally(
            sure=np.zeros(TALLY, np.int64),
            later=np.zeros(TALLY, np.int64),
            lengths=np.zeros(MOST_ROUNDS + 1, np.int64),
        )

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(sure=self.sure + other.sure, later=self.later + other.later, lengths=self.lengths + other.lengths)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and all(
            np.array_equal(mine, theirs)
            for mine, theirs in (
                (self.sure, other.sure),
                (self.later, other.later),
                (self.lengths, other.lengths),
            )
        )

    __hash__ = None  # type: ignore[assignment]  # equal by its contents, which change

    @property
    def every_round(self) -> Ints:
        return self.sure + self.later

    @property
    def histogram(self) -> Ints:
        """All rounds by cell."""
        found: Ints = self.every_round.sum(axis=(0, 2))
        return found

    @property
    def rounds(self) -> int:
        return int(self.sure.sum() + self.later.sum())

    @property
    def shoes(self) -> int:
        return int(self.lengths.sum())

    @property
    def rounds_per_shoe(self) -> float:
        return self.rounds / self.shoes


def with_pairs_apart(plain: NDArray[np.uint32], paired: NDArray[np.uint32]) -> Ints:
    """All facts, from the count of every round without pairs and the count of the rounds with a pair."""
    joint = paired.astype(np.int64)
    by_class = joint.reshape(HALVES, PAIR_CLASSES, CELLS, LANES)
    by_class[:, 0] = plain - by_class.sum(axis=1)
    return joint
