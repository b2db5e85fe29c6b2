"""Many shoes at once give what each gives alone."""

from random import Random
from typing import Any

import numpy as np
import pytest

from puntobanco.coup import Coup
from puntobanco.errors import Unreadable
from puntobanco.exact_odds import Engine, odds, study
from puntobanco.exact_odds.compiled_kernel import MOST_CARDS
from puntobanco.exact_odds.counts import Counts
from puntobanco.exact_odds.paytable import Reads
from puntobanco.kernels.arrays import Ints
from puntobanco.kernels.cpu_count import cores
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.values.cards import DECK, Card, Composition, Rank, Suit
from puntobanco.values.replace import changed
from tests.odds.inventions import about_anything, depleted_shoe, invented_rules, invented_wager

FULL = [128, *[32] * 9]


def points(rules: TableRules, shoe: Composition) -> list[int]:
    values = rules.card_values.value
    return [sum(count for card, count in shoe.items() if values.of(card) == value) for value in range(10)]


@pytest.mark.parametrize("seed", range(4))
def test_a_batch_is_the_same_as_its_shoes_one_by_one(seed: int) -> None:
    chance = Random(seed)
    rules = invented_rules(chance)
    shoes = [depleted_shoe(chance, chance.randint(0, 416)) for _ in range(30)]
    found = Engine.of(rules.tableau).batch([points(rules, shoe) for shoe in shoes])
    for place, shoe in enumerate(shoes):
        alone = odds(rules, shoe).outcomes
        assert int(found.void[place]) == alone.void.ways
        assert int(np.trace(found.ways[place].sum(axis=0))) == alone.tie.ways
        assert int(found.draws[place]) == alone.tie.draws
        assert (Engine.of(rules.tableau).single(np.array(points(rules, shoe))) == found.ways[place]).all()


@pytest.mark.parametrize("seed", range(6))
def test_the_two_kernels_agree_on_large_shoes(seed: int) -> None:
    """One closes the first four cards by a formula in floats, the other counts pairs apart, in whole numbers."""
    chance = Random(seed)
    rules = invented_rules(chance)
    shoe = depleted_shoe(chance, chance.randint(6, 416))
    counts = Counts(rules, shoe, Coup())
    assert (without_pairs(counts) == Engine.of(rules.tableau).single(np.array(points(rules, shoe)))).all()
    both = counts.of(Reads.PAIRS)
    for axis, read in ((1, Reads.PAIR_OF_PLAYER), (0, Reads.PAIR_OF_BANKER)):
        pair = counts.of(read)
        of_one_hand = np.reshape(both.cells, (4, 4)).sum(axis=axis).tolist()
        assert [ways * pair.draws for ways in of_one_hand] == [ways * both.draws for ways in pair.cells]


def without_pairs(counts: Counts) -> Ints:
    summed: Ints = np.reshape(counts.of(Reads.EVERYTHING).cells, (16, 4, 10, 10)).sum(axis=0)
    return summed


@pytest.mark.parametrize("counts", [{0: MOST_CARDS}, {7: MOST_CARDS}, {0: 229, 9: 229}, {4: 457, 5: 1}, {2: 5}, {}])
def test_one_sided_shoes_are_exact(counts: dict[int, int]) -> None:
    """Many cards of few values make the largest numbers that the fast kernel meets."""
    rules = table_rules("act-2015")
    card_worth = [Card.of(Rank(value or 10), Suit.CLUBS) for value in range(10)]
    shoe = Composition.of_counts({card_worth[value]: count for value, count in counts.items()})
    counts_of_shoe = Counts(rules, shoe, Coup())
    found = Engine.of(rules.tableau).batch([points(rules, shoe)])
    assert (without_pairs(counts_of_shoe) == found.ways[0]).all()
    assert counts_of_shoe.of(Reads.EVERYTHING).draws == found.draws[0]
    assert list(counts_of_shoe.totals.cells) == found.ways.ravel().tolist()


def test_threads_do_not_change_the_answer() -> None:
    chance = np.random.default_rng(1)
    shoes = chance.integers(0, 33, size=(5000, 10))
    engine = Engine.of(table_rules("act-2015").tableau)
    one, many = engine.batch(shoes, threads=1), engine.batch(shoes, threads=3)
    assert (one.ways == many.ways).all()
    assert (one.draws == many.draws).all()
    assert cores() >= 1


def test_an_impossible_shoe_is_named_by_its_place_whichever_thread_meets_it() -> None:
    engine = Engine.of(table_rules("act-2015").tableau)
    shoes = np.tile(FULL, (4096, 1))
    shoes[3000, 4] = -1
    for threads in (1, 4):
        with pytest.raises(Unreadable, match="shoe 3000 of the batch cannot hold -1 cards of value 4"):
            engine.batch(shoes, threads=threads)
    with pytest.raises(Unreadable, match="shoe 0 of the batch cannot hold -2 cards of value 9"):
        engine.single(np.array([*FULL[:9], -2]))


def test_the_largest_shoe_is_exact_and_one_card_more_is_refused() -> None:
    engine = Engine.of(table_rules("act-2015").tableau)
    most = [MOST_CARDS - 9 * 32, *FULL[1:]]
    found = engine.batch([most])
    assert int(found.ways.sum()) == int(found.draws[0]) < 2**53
    with pytest.raises(Unreadable, match=f"{MOST_CARDS + 1} cards; at most {MOST_CARDS}"):
        engine.batch([[most[0] + 1, *most[1:]]])


@pytest.mark.parametrize("shoes", [FULL, [[1, 2, 3]], [[[1] * 10]]])
def test_a_batch_of_another_shape_is_unreadable(shoes: Any) -> None:
    with pytest.raises(Unreadable, match="shape"):
        Engine.of(table_rules("act-2015").tableau).batch(shoes)


def test_counts_that_are_no_whole_numbers_are_unreadable() -> None:
    with pytest.raises(Unreadable, match="whole numbers, not float64"):
        Engine.of(table_rules("act-2015").tableau).batch([[1.5] * 10])


def test_no_shoes_are_an_empty_batch() -> None:
    found = Engine.of(table_rules("act-2015").tableau).batch(np.zeros((0, 10), dtype=np.int64))
    assert found.ways.shape == (0, 4, 10, 10)


def test_a_study_has_the_expected_values_of_every_kind_of_wager() -> None:
    chance = Random(5)
    mixed = changed(invented_wager(chance, about_anything), id="mixed")
    rules = table_rules("act-2015", pairs="perfect")
    shoes = [depleted_shoe(chance, cards) for cards in (3, 4, 5, 6, 60, 416)]
    found = study(rules, [shoe.counts for shoe in shoes])
    for wager in (*rules.wagers, mixed):
        alone = [float(odds(rules, shoe, wagers=[wager]).wagers[0].ev) for shoe in shoes]
        assert found.ev(wager) == pytest.approx(alone, abs=1e-14)
    assert found.ev("tie") == pytest.approx(found.ev(rules.wager("tie")), abs=0)


def test_a_study_by_value_knows_no_pairs() -> None:
    found = study(table_rules("act-2015"), [FULL])
    assert found.ev("banker") == pytest.approx([-0.0105790562])
    with pytest.raises(Unreadable, match="player_pair reads pairs: give each shoe as 52 counts"):
        found.ev("player_pair")


def test_a_study_refuses_what_is_no_shoe() -> None:
    rules = table_rules("act-2015")
    with pytest.raises(Unreadable, match="shape"):
        study(rules, [[8] * 13])
    with pytest.raises(Unreadable, match="shoe 1 of the study has a negative count"):
        study(rules, [[8] * len(DECK), [8] * 51 + [-8]])
