"""The engine equals a slow, obvious enumeration through `next_step`, exactly."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from puntobanco.coup import Coup
from puntobanco.exact_odds import Engine, odds
from puntobanco.exact_odds.face_arrays import values_matrix
from puntobanco.exact_odds.paytable import Reads, reads
from puntobanco.exact_odds.table_odds import TableOdds
from puntobanco.kernels.fact_cells import facts_of
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.facts import Result
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Wager
from puntobanco.values.cards import Composition
from tests.odds.inventions import (
    about_anything,
    about_pairs,
    about_totals,
    depleted_shoe,
    few_cards,
    invented_rules,
    invented_wager,
)
from tests.odds.slow import Distribution, by_card, by_value, results

SHOES_PER_TABLEAU = 40


def check(found: TableOdds, distribution: Distribution, wagers: tuple[Wager, ...]) -> None:
    for outcome in Result:
        slow = sum((share for fact, share in distribution.items() if fact and fact.result is outcome), Fraction(0))
        assert dict(found.outcomes.items())[outcome.value].probability == slow
    assert found.outcomes.void.probability == distribution.get(None, Fraction(0))
    for wager, exact in zip(wagers, found.wagers, strict=True):
        slow_results = results(distribution, wager)
        assert {result.pays: result.chance.probability for result in exact.results} == slow_results
        assert exact.ev == sum(pays * share for pays, share in slow_results.items())
        assert exact.variance == sum((pays - exact.ev) ** 2 * share for pays, share in slow_results.items())


@pytest.mark.slow
def test_full_shoes_of_one_to_eight_decks() -> None:
    rules = table_rules("house-midi")
    shoes = [Composition.of_decks(decks) for decks in range(1, 9)]
    assert {wager.id for wager in rules.wagers} >= {"player", "banker", "tie", "player_dragon", "big_tiger"}
    enumerated = by_value(rules, shoes)
    for shoe, slow in zip(shoes, enumerated, strict=True):
        check(odds(rules, shoe), slow, rules.wagers)
    check_compiled(rules, shoes, enumerated)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_depleted_shoes_under_ten_invented_tableaux_with_invented_wagers(seed: int) -> None:
    chance = Random(seed)
    check_depleted(invented_rules(chance), chance)


@pytest.mark.slow
@pytest.mark.parametrize("book", ["act-2015", "washington"])
def test_depleted_shoes_under_the_printed_tableaux_with_invented_wagers(book: str) -> None:
    check_depleted(table_rules(book), Random(book))


def check_depleted(rules: TableRules, chance: Random) -> None:
    """Shoes from 1 to 400 cards, each of the shortest among them."""
    sizes = [*range(1, 9), *(chance.randint(9, 400) for _ in range(SHOES_PER_TABLEAU - 8))]
    shoes = [depleted_shoe(chance, cards) for cards in sizes]
    enumerated = by_value(rules, shoes)
    for shoe, slow in zip(shoes, enumerated, strict=True):
        wagers = tuple(invented_wager(chance, about_totals) for _ in range(3))
        assert {reads(wager) for wager in wagers} == {Reads.TOTALS}
        check(odds(rules, shoe, wagers=wagers), slow, wagers)
    check_compiled(rules, shoes, enumerated)


def check_compiled(rules: TableRules, shoes: list[Composition], enumerated: list[Distribution]) -> None:
    """Thousands of shoes are counted by another kernel than one."""
    faces = np.array([shoe.counts for shoe in shoes])
    found = Engine.of(rules.tableau).batch(faces @ values_matrix(rules.card_values.value))
    for ways, draws, slow in zip(found.ways, found.draws.tolist(), enumerated, strict=True):
        shares = {facts_of(cell): Fraction(count, draws) for cell, count in enumerate(ways.ravel().tolist()) if count}
        assert shares == {fact: share for fact, share in slow.items() if fact}


@pytest.mark.parametrize("seed", range(12))
def test_wagers_that_mix_pairs_and_totals_by_brute_force_over_cards(seed: int) -> None:
    chance = Random(seed)
    rules = table_rules("act-2015") if seed % 2 else invented_rules(chance)
    shoe = few_cards(chance, 1 + seed % 8)
    kinds = (about_anything, about_anything, about_pairs, about_totals)
    wagers = (*rules.wagers, *(invented_wager(chance, kind) for kind in kinds * 3))
    check(odds(rules, shoe, wagers=wagers), by_card(rules, shoe, Coup()), wagers)


@pytest.mark.parametrize("seed", range(40))
def test_in_the_middle_of_a_coup_by_brute_force_over_cards(seed: int) -> None:
    chance = Random(seed)
    rules = table_rules("act-2015") if seed % 2 else invented_rules(chance)
    cards = list(few_cards(chance, chance.randint(4, 10)))
    chance.shuffle(cards)
    on_table = Coup()
    for _ in range(chance.randint(1, 6)):
        hand = on_table.next_step(rules).deal_to
        if hand is not None and cards:
            on_table = on_table.with_card(hand, cards.pop())
    shoe = Composition.of_cards(cards[:7])
    wagers = (*rules.wagers, *(invented_wager(chance, about_anything) for _ in range(4)))
    check(odds(rules, shoe, on_table=on_table, wagers=wagers), by_card(rules, shoe, on_table), wagers)


@pytest.mark.parametrize("shown", [(2, 0), (0, 2), (1, 0), (0, 1), (2, 1)])
def test_a_hand_that_is_turned_before_the_other(shown: tuple[int, int]) -> None:
    chance = Random(7)
    rules = table_rules("nz-1998")
    cards = list(few_cards(chance, 9))
    on_table = Coup(tuple(cards[: shown[0]]), tuple(cards[2 : 2 + shown[1]]))
    shoe = Composition.of_cards(cards[4:])
    check(odds(rules, shoe, on_table=on_table), by_card(rules, shoe, on_table), rules.wagers)
