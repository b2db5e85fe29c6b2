"""z-values of honest play are what they should be, and those of a dealer who pays wrongly are not."""

import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import sqrt
from random import Random

import pytest

from puntobanco.coup import deal, facts
from puntobanco.coup.settle import judge, pay
from puntobanco.coup.shoe import fresh_cards
from puntobanco.exact_odds import odds
from puntobanco.exact_odds.moments import moments
from puntobanco.reports.results_against_odds import Play, Wagered
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.facts import Facts
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.table.model import SettledWager
from puntobanco.values.replace import changed

TABLES = 20_000 if os.environ.get("PUNTO_SOAK") else 2_000
ROUNDS = 15
STAKES = {"player": 30, "banker": 50, "tie": 5, "player_pair": 5, "banker_pair": 3, "player_dragon": 4}
RULES = {"act-2015": table_rules("act-2015", pairs="perfect"), "house-midi": table_rules("house-midi")}


def coups(rules: TableRules, random: Random) -> Iterator[Facts]:
    """Cards from shuffled decks, dealt by the law."""
    cards = list(fresh_cards(rules))
    while True:
        yield facts(rules, deal(rules, random.sample(cards, 6)).coup)


def settled(rules: TableRules, wager: str, cents: int, found: Facts, patron: str) -> SettledWager:
    """As a table settles."""
    declared = rules.wager(wager)
    verdict = judge(declared, found)
    paid = pay(declared, cents, verdict, rules.rounding.value)
    return SettledWager(
        patron=patron,
        area="1",
        wager=wager,
        stake=cents,
        returned=paid.returned,
        commission_taken=paid.commission_taken,
        commission_owed=paid.commission_owed,
        outcome=verdict.outcome,
        clause=verdict.clause,
    )


@cache
def honest(book: str) -> tuple[Play, ...]:
    """Tables at which seven patrons' wagers come and go, by chance and not by the cards."""
    rules, random = RULES[book], Random(14)
    dealt = coups(rules, random)
    offered = [wager.id for wager in rules.wagers if wager.id in STAKES]
    tables = []
    for _ in range(TABLES):
        play = Play()
        for _ in range(ROUNDS):
            found = next(dealt)
            laid = [(name, 2000 * STAKES[name] * random.randrange(3)) for name in offered]
            lines = [settled(rules, name, cents, found, "ann") for name, cents in laid if cents]
            coup = Wagered.of(lines)
            if coup is not None:
                play.add(rules.digest, coup)
        tables.append(play)
    return tuple(tables)


def is_standard_normal(values: list[float]) -> None:
    """Mean 0 and variance 1, each to four standard errors; and not more far ones than there should be."""
    size = len(values)
    mean = sum(values) / size
    squares = [(value - mean) ** 2 for value in values]
    variance = sum(squares) / size
    kurtosis = sum(one**2 for one in squares) / size / variance**2
    assert abs(mean) < 4 / sqrt(size)
    assert abs(variance - 1) < 4 * sqrt((kurtosis - 1) / size)
    far = sum(abs(value) >= 3 for value in values)
    assert far < 0.0027 * size + 4 * sqrt(0.0027 * size) + 0.006 * size, far


@pytest.mark.parametrize("book", RULES)
def test_z_of_honest_tables_is_standard_normal(book: str) -> None:
    law = moments(RULES[book])
    found = [table.score(lambda _: law).z for table in honest(book)]
    is_standard_normal([z for z in found if z is not None])


@pytest.mark.parametrize("book", RULES)
def test_without_the_covariances_it_would_not_be(book: str) -> None:
    """Wagers of one coup go together: whoever only adds up their variances is found out by the same tables."""
    rules = RULES[book]
    law = moments(rules)
    alone = {both: value if both[0] == both[1] else 0 * value for both, value in law.covariances.items()}
    wrong = type(law)(law.means, alone)
    found = [table.score(lambda _: wrong).z for table in honest(book)]
    with pytest.raises(AssertionError):
        is_standard_normal([z for z in found if z is not None])


@pytest.mark.parametrize("book", RULES)
def test_z_of_each_wager_is_standard_normal(book: str) -> None:
    rules = RULES[book]
    law = moments(rules)
    found: dict[str, list[float]] = {}
    for table in honest(book):
        for (_, wager), score in table.by_wager(lambda _: law).items():
            if score.z is not None:
                found.setdefault(wager, []).append(score.z)
    assert len(found) >= 4
    for wager in ("player", "banker"):
        is_standard_normal(found[wager])


def results(rules: TableRules, rounds: int, random: Random, returned: int) -> Play:
    """Flat $100 on player by the exact odds; `returned` is what the dealer gives too much for every wager, in cents."""
    ways = odds(rules).wager("player").results
    drawn = random.choices([one.pays for one in ways], [one.chance.ways for one in ways], k=rounds)
    line = settled(rules, "player", 10_000, next(coups(rules, random)), "ann")
    play = Play()
    for pays, times in Counter(drawn).items():
        coup = Wagered.of([changed(line, returned=int(10_000 * (1 + pays)) + returned)])
        assert coup is not None
        for _ in range(times):
            play.add(rules.digest, coup)
    return play


@pytest.mark.parametrize(("returned", "far"), [(0, False), (100, True)])
def test_a_dealer_who_pays_a_hundredth_too_much_stands_out(returned: int, far: bool) -> None:
    rules = RULES["act-2015"]
    law = moments(rules)
    score = results(rules, 250_000, Random(3), returned).score(lambda _: law)
    assert score.z is not None
    assert score.odd is far
    assert (score.z < -3) is far
