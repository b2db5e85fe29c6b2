"""The plain kernel counts what the compiled kernel, and three slow enumerations, count."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from puntobanco.coup import Coup
from puntobanco.exact_odds import Engine, odds
from puntobanco.exact_odds.compiled_kernel import MOST_CARDS, fits_lanes
from puntobanco.exact_odds.counts import Counts
from puntobanco.exact_odds.paytable import Reads
from puntobanco.exact_odds.plain_kernel import SLOTS, count_coups, draws
from puntobanco.kernels.draw_decisions import drawing_of
from puntobanco.kernels.fact_cells import facts_of
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.values.cards import Composition, parse_cards
from tests.odds.by_face import by_face
from tests.odds.inventions import depleted_shoe, few_cards, invented_rules, with_other_naturals
from tests.odds.slow import Distribution, by_card, by_value


@pytest.mark.parametrize("seed", range(12))
def test_it_counts_what_the_compiled_kernel_counts(seed: int) -> None:
    chance = Random(seed)
    rules = invented_rules(chance) if seed else table_rules("act-2015")
    shoes = [any_counts(chance) for _ in range(20)]
    compiled = Engine.of(rules.tableau).batch(shoes)
    for place, shoe in enumerate(shoes):
        assert list(count_coups(drawing_of(rules.tableau), shoe)) == compiled.ways[place].ravel().tolist()
        assert draws(sum(shoe), SLOTS) == compiled.draws[place]


def any_counts(chance: Random) -> list[int]:
    """Any number of cards that both kernels can count, spread over a few values or over all."""
    cards = chance.choice([chance.randint(0, 8), chance.randint(9, MOST_CARDS), MOST_CARDS])
    drawn = Counter(chance.choices(chance.sample(range(10), chance.randint(1, 10)), k=cards))
    return [drawn[value] for value in range(10)]


@pytest.mark.slow
@pytest.mark.parametrize("shown", ["|", "4c|", "|9d", "4c 4h|9d", "Kc Kd|Kh", "Kc Qd|Kh Kh", "|5s 5s"])
def test_every_fact_of_large_shoes_by_enumeration_of_faces(shown: str) -> None:
    chance = Random(shown)
    rules = invented_rules(chance) if shown.startswith("|") else table_rules("act-2015")
    player, banker = (parse_cards([cards]) for cards in shown.split("|"))
    on_table = Coup(player, banker)
    shoe = depleted_shoe(chance, chance.randint(40, 380))
    assert distribution(Counts(rules, shoe, on_table)) == by_face(rules, shoe, on_table)


def test_the_enumeration_of_faces_is_itself_right() -> None:
    rules, shoe = table_rules("act-2015"), few_cards(Random(4), 8)
    assert by_face(rules, shoe, Coup()) == by_card(rules, shoe, Coup())


def distribution(counts: Counts) -> Distribution:
    """The probability of each fact, by the count of everything."""
    found = counts.of(Reads.EVERYTHING)
    assert found.void == 0
    return {facts_of(cell): Fraction(ways, found.draws) for cell, ways in enumerate(found.cells) if ways}


@pytest.mark.parametrize("naturals", [(), (9,), (0, 5), (3, 8)])
def test_a_law_with_other_naturals_is_counted_plainly(naturals: tuple[int, ...]) -> None:
    chance = Random(str(naturals))
    rules = with_other_naturals(table_rules("act-2015"), naturals)
    assert not fits_lanes(drawing_of(rules.tableau))
    shoes = [depleted_shoe(chance, cards) for cards in (3, 5, 7, 60, 400)]
    engine = Engine.of(rules.tableau)
    for shoe, slow in zip(shoes, by_value(rules, shoes), strict=True):
        check_outcomes(rules, shoe, slow)
        batch = engine.batch([points(rules, shoe)])
        assert batch.ways.ravel().tolist() == odds_cells(rules, shoe)
        assert int(batch.void[0]) == odds(rules, shoe).outcomes.void.ways


def check_outcomes(rules: TableRules, shoe: Composition, slow: Distribution) -> None:
    found = odds(rules, shoe).outcomes
    for outcome, chance in found.items():
        shares = (share for fact, share in slow.items() if (fact.result.value if fact else "void") == outcome)
        assert chance.probability == sum(shares, Fraction(0))


def points(rules: TableRules, shoe: Composition) -> list[int]:
    values = rules.card_values.value
    return [sum(count for card, count in shoe.items() if values.of(card) == value) for value in range(10)]


def odds_cells(rules: TableRules, shoe: Composition) -> list[int]:
    return list(Counts(rules, shoe, Coup()).totals.cells)


def test_a_law_that_leaves_a_total_undecided_is_refused() -> None:
    rules = table_rules("nz-1998")
    undecided = with_other_naturals(rules, (9,), player_draws=rules.player_draws.value.totals)
    for count in (lambda: odds(undecided), lambda: Engine.of(undecided.tableau)):
        with pytest.raises(ValueError, match="8 is no natural, but the banker table has no row for it"):
            count()
