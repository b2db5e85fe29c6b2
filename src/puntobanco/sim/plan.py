"""The plan of a simulation: so many shoes in blocks of 128, block i from the stream of (seed, i)."""

from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt

import numpy as np

from puntobanco.kernels.arrays import BLOCK_SHOES, HALVES, LANES, MOST_ROUNDS, TALLY
from puntobanco.kernels.fact_cells import CELLS
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.sim.fast_kernel import count_facts
from puntobanco.sim.full_card_kernel import FullLaw, count_full, full_law_of
from puntobanco.sim.kernel_rules import Law, law_of
from puntobanco.sim.tally import Tally, with_pairs_apart

FACTS_BLOCKS_PER_TASK = 8192
"""About half a second of the fast kernel."""
CARDS_BLOCKS_PER_TASK = 2048
SAMPLE_BLOCKS = 512


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Shoes 0 to `shoes` of a table, by a seed."""

    rules: TableRules
    shoes: int
    seed: int

    @property
    def blocks(self) -> int:
        return -(-self.shoes // BLOCK_SHOES)


@dataclass(frozen=True, kw_only=True)
class FactsJob:
    """Count the facts of a plan with the fast kernel; a unit is a block."""

    plan: Plan
    law: Law | None = None
    """Another law than that of the plan's rules, to see that a wrong one is noticed."""

    units_per_task = FACTS_BLOCKS_PER_TASK
    in_python = False
    kernels = (count_facts,)

    @property
    def units(self) -> int:
        return self.plan.blocks

    def nothing(self) -> Tally:
        return Tally.nothing()

    def run(self, first: int, last: int) -> Tally:
        plain = np.zeros((2, HALVES, CELLS, LANES), np.uint32)
        paired = np.zeros((2, *TALLY), np.uint32)
        lengths = np.zeros(MOST_ROUNDS + 1, np.int64)
        no_trace = np.zeros((0, MOST_ROUNDS, 6), np.uint8)
        law = self.law or law_of(self.plan.rules)
        count_facts(law, np.uint64(self.plan.seed), first, last, self.plan.shoes, plain, paired, lengths, no_trace)
        sure, later = (with_pairs_apart(plain[part], paired[part]) for part in (0, 1))
        return Tally(sure=sure, later=later, lengths=lengths)


@dataclass(frozen=True, kw_only=True)
class CardsJob:
    """Count the facts of a plan with the full-card kernel, which deals other shoes from the same seed."""

    plan: Plan

    units_per_task = CARDS_BLOCKS_PER_TASK
    in_python = False
    kernels = (count_full,)

    @property
    def units(self) -> int:
        return self.plan.blocks

    def nothing(self) -> Tally:
        return Tally.nothing()

    @cached_property
    def full_law(self) -> FullLaw:
        return full_law_of(self.plan.rules)

    def run(self, first: int, last: int) -> Tally:
        joint = np.zeros((2, *TALLY), np.uint32)
        lengths = np.zeros(MOST_ROUNDS + 1, np.int64)
        first_shoe, last_shoe = first * BLOCK_SHOES, min(last * BLOCK_SHOES, self.plan.shoes)
        count_full(self.full_law, np.uint64(self.plan.seed), first_shoe, last_shoe, joint, lengths)
        counts = joint.astype(np.int64)
        return Tally(sure=counts[0], later=counts[1], lengths=lengths)


def shoes_for(rules: TableRules, rounds: int, seed: int) -> int:
    """How many shoes give at least so many rounds, but for a chance of about one in a thousand.

    The length of a shoe is taken from a small sample; whole shoes are dealt, so there will be some rounds more.
    """
    blocks = min(SAMPLE_BLOCKS, -(-rounds // BLOCK_SHOES))
    sample = FactsJob(plan=Plan(rules=rules, shoes=blocks * BLOCK_SHOES, seed=seed)).run(0, blocks)
    length = np.arange(MOST_ROUNDS + 1)
    mean = sample.rounds_per_shoe
    spread = sqrt(float((sample.lengths * (length - mean) ** 2).sum()) / sample.shoes)
    surely = mean - 3 * spread / sqrt(sample.shoes)
    return ceil((rounds + 3 * spread * sqrt(rounds / mean)) / surely)
