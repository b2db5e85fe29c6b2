"""The fast and the full-card kernel deal the same game, and a kernel that is a little wrong is found out."""

import numpy as np
import pytest

from puntobanco.kernels.arrays import MOST_ROUNDS, TALLY
from puntobanco.rulebooks.rule_values import Burn
from puntobanco.rulebooks.table_rules import Ruled, TableRules
from puntobanco.rulebooks.with_changes import amended
from puntobanco.sim.full_card_kernel import FullLaw, count_full, full_law_of
from puntobanco.sim.jobs import run_here
from puntobanco.sim.kernel_rules import Law, law_of
from puntobanco.sim.plan import CardsJob, FactsJob, Plan
from puntobanco.sim.shuffle import new_workspace
from puntobanco.sim.tally import Tally
from tests.sim.agreement import disagreement
from tests.sim.tables import SOAK, TABLES, with_cell_flipped

SHOES = 2_000_000 if SOAK else 200_000
CHANCE = 4.5
SURELY_WRONG = 6.0
ACT = TABLES["act-2015 exposed"]


def fast(rules: TableRules, law: Law | None = None, seed: int = 5) -> Tally:
    return run_here(FactsJob(plan=Plan(rules=rules, shoes=SHOES, seed=seed), law=law)).result


def full(rules: TableRules, seed: int = 5) -> Tally:
    return run_here(CardsJob(plan=Plan(rules=rules, shoes=SHOES, seed=seed))).result


def full_by(law: FullLaw) -> Tally:
    joint, lengths = np.zeros((2, *TALLY), np.uint32), np.zeros(MOST_ROUNDS + 1, np.int64)
    count_full(law, np.uint64(5), 0, SHOES, joint, lengths)
    counts = joint.astype(np.int64)
    return Tally(sure=counts[0], later=counts[1], lengths=lengths)


def with_other_burn(rules: TableRules) -> TableRules:
    return amended(rules, burn=Ruled(value=Burn.HIDDEN, clause=rules.burn.clause))


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_fast_and_full_card_kernel_agree_over_all_cells(rules: TableRules) -> None:
    assert disagreement(fast(rules), full(rules)) < CHANCE


def test_both_kernels_agree_with_themselves_by_another_seed() -> None:
    assert disagreement(fast(ACT), fast(ACT, seed=6)) < CHANCE
    assert disagreement(full(ACT), full(ACT, seed=6)) < CHANCE


def test_a_biased_draw_of_the_fast_kernel_is_found_out() -> None:
    law = law_of(ACT)
    assert disagreement(fast(ACT, law._replace(cards=law.cards - 1)), full(ACT)) > SURELY_WRONG


def test_a_wrong_burn_of_the_fast_kernel_is_found_out() -> None:
    assert disagreement(fast(ACT, law_of(with_other_burn(ACT))), full(ACT)) > SURELY_WRONG


def test_a_flipped_tableau_cell_of_the_fast_kernel_is_found_out() -> None:
    assert disagreement(fast(ACT, law_of(with_cell_flipped(ACT))), full(ACT)) > SURELY_WRONG


def test_a_biased_shuffle_of_the_full_card_kernel_is_found_out() -> None:
    law = full_law_of(ACT)
    assert disagreement(full_by(law._replace(workspace=new_workspace(law.law.cards - 4))), fast(ACT)) > SURELY_WRONG


def test_a_wrong_burn_of_the_full_card_kernel_is_found_out() -> None:
    assert disagreement(full(with_other_burn(ACT)), fast(ACT)) > SURELY_WRONG


def test_a_flipped_tableau_cell_of_the_full_card_kernel_is_found_out() -> None:
    assert disagreement(full(with_cell_flipped(ACT)), fast(ACT)) > SURELY_WRONG
