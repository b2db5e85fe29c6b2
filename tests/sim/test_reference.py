"""The kernels deal what plain Python deals through `coup` from the same draws."""

import numpy as np
import pytest

from puntobanco.coup import facts
from puntobanco.kernels.arrays import BLOCK_SHOES, HALVES, LANES, MOST_ROUNDS, TALLY
from puntobanco.kernels.fact_cells import ALL_CELLS, CELLS, cell_of, facts_of
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.sim.fast_kernel import count_facts
from puntobanco.sim.full_card_kernel import card_codes, deal_again, full_law_of
from puntobanco.sim.kernel_rules import law_of
from puntobanco.sim.plan import FactsJob, Plan
from puntobanco.sim.reference import fast_shoe, full_card_shoe
from puntobanco.sim.shuffle import MOST_CARDS
from puntobanco.sim.tally import by_batch
from puntobanco.values.cards import DECK
from tests.sim.tables import SOAK, TABLES

EVERY_TABLE = pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
SEED = 20260727


def test_every_cell_is_the_cell_of_its_facts() -> None:
    assert [cell_of(facts_of(cell)) for cell in range(ALL_CELLS)] == list(range(ALL_CELLS))


@EVERY_TABLE
def test_the_full_card_kernel_deals_the_reference_card_for_card(rules: TableRules) -> None:
    full, codes = full_law_of(rules), card_codes(rules).tolist()
    for shoe in range(400 if SOAK else 40):
        cards, cells = np.zeros(MOST_CARDS, np.uint8), np.zeros(MOST_ROUNDS, np.uint16)
        rounds = deal_again(full, np.uint64(SEED), shoe, cards, cells)
        expected = full_card_shoe(rules, SEED, shoe)
        place = len(expected.burned)
        dealt = [DECK[codes.index(code)] for code in cards]
        assert expected.burned[0] in (None, dealt[0])
        for coup in expected.coups:
            first_four = [coup.player[0], coup.banker[0], coup.player[1], coup.banker[1]]
            in_order = [*first_four, *coup.player[2:], *coup.banker[2:]]
            assert dealt[place : place + len(coup)] == in_order
            place += len(coup)
        assert cells[:rounds].tolist() == [cell_of(facts(rules, coup)) for coup in expected.coups]


@EVERY_TABLE
def test_the_fast_kernel_draws_the_reference_rank_for_rank(rules: TableRules) -> None:
    trace = np.zeros((BLOCK_SHOES, MOST_ROUNDS, 6), np.uint8)
    nowhere = np.zeros((2, HALVES, CELLS, LANES), np.uint32), np.zeros((2, *TALLY), np.uint32)
    lengths = np.zeros(MOST_ROUNDS + 1, np.int64)
    block = 3
    law = law_of(rules)
    count_facts(law, np.uint64(SEED), block, block + 1, (block + 1) * BLOCK_SHOES, *nowhere, lengths, trace)
    for lane in range(0, BLOCK_SHOES, 1 if SOAK else 9):
        dealt, _ = fast_shoe(rules, SEED, block * BLOCK_SHOES + lane)
        for turn, coup in enumerate(dealt.coups):
            first_four = [coup.player[0], coup.banker[0], coup.player[1], coup.banker[1]]
            ranks = [card.rank - 1 for card in (*first_four, *coup.player[2:], *coup.banker[2:])]
            assert trace[lane, turn, : len(ranks)].tolist() == ranks


@EVERY_TABLE
def test_the_fast_kernel_counts_the_facts_of_the_reference(rules: TableRules) -> None:
    shoes = 128 + 70
    tally = FactsJob(plan=Plan(rules=rules, shoes=shoes, seed=SEED)).run(0, 2)
    sure, every_round = np.zeros((BLOCK_SHOES, ALL_CELLS), np.int64), np.zeros((BLOCK_SHOES, ALL_CELLS), np.int64)
    lengths = np.zeros_like(tally.lengths)
    for shoe in range(shoes):
        dealt, found = fast_shoe(rules, SEED, shoe)
        lengths[len(dealt.coups)] += 1
        for turn, one in enumerate(found):
            every_round[shoe % BLOCK_SHOES, cell_of(one)] += 1
            sure[shoe % BLOCK_SHOES, cell_of(one)] += turn < law_of(rules).sure_rounds
    assert np.array_equal(tally.lengths, lengths)
    assert np.array_equal(by_batch(tally.sure), sure)
    assert np.array_equal(by_batch(tally.every_round), every_round)


@EVERY_TABLE
def test_every_shoe_reaches_the_sure_rounds(rules: TableRules) -> None:
    shoes = 20_000
    tally = FactsJob(plan=Plan(rules=rules, shoes=shoes, seed=SEED)).run(0, -(-shoes // BLOCK_SHOES))
    sure = law_of(rules).sure_rounds
    assert tally.lengths[:sure].sum() == 0
    assert tally.sure.sum() == sure * shoes
