"""All stakes from one cent to $10,000, every commission plan and rounding, against fractions."""

import os
from fractions import Fraction
from math import ceil, floor

import pytest

from puntobanco.coup.settle import settle
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.facts import Facts, HandFacts, PairClass, PairFacts
from puntobanco.values.money import Rounding
from tests.marks import clause

NO_PAIRS = PairFacts(player=PairClass.NONE, banker=PairClass.NONE)
ON_SIX = Facts(player=HandFacts(total=5, cards=2), banker=HandFacts(total=6, cards=2), pairs=NO_PAIRS)
ON_SEVEN = Facts(player=HandFacts(total=5, cards=2), banker=HandFacts(total=7, cards=2), pairs=NO_PAIRS)


def oracle(net: Fraction, rounding: Rounding) -> int:
    match rounding:
        case Rounding.TO_PATRON:
            return ceil(net)
        case Rounding.TO_HOUSE:
            return floor(net)
        case Rounding.TO_NEAREST:
            return floor(net + Fraction(1, 2))


# book, choices, facts, what is kept of a win of one, whether it is owed
PLANS = {
    "when paid": ("act-2015", {}, ON_SEVEN, Fraction(1, 20), False),
    "owed": ("house-midi", {}, ON_SEVEN, Fraction(1, 20), True),
    "half on six, six": ("act-2015", {"settlement": "B"}, ON_SIX, Fraction(1, 2), False),
    "half on six, seven": ("act-2015", {"settlement": "B"}, ON_SEVEN, Fraction(0), False),
    "odd rate": ("washington", {"commission": "3.7%"}, ON_SEVEN, Fraction(37, 1000), False),
}


OTHERWISE_EVERY = 1 if os.environ.get("PUNTO_SOAK") else 7
"""Where no book rounds so by itself; all remainders come up by sevens, too."""


@pytest.mark.slow
@pytest.mark.parametrize("rounding", Rounding)
@pytest.mark.parametrize("plan", PLANS)
def test_every_stake_settles_like_the_fractions(plan: str, rounding: Rounding) -> None:
    book, choices, facts, kept, owed = PLANS[plan]
    wager = table_rules(book, **choices).wager("banker")
    # The fractions repeat every denominator cents, so one period of them serves all stakes.
    period = kept.denominator
    rounded = [oracle(stake * (1 - kept), rounding) for stake in range(period)]
    every = 1 if rounding is Rounding.TO_PATRON else OTHERWISE_EVERY
    for stake in range(1, 1_000_001, every):
        settled = settle(wager, stake, facts, rounding)
        periods, rest = divmod(stake, period)
        net = periods * (period - kept.numerator) + rounded[rest]
        assert settled.profit - settled.commission_owed == net
        assert settled.commission_owed == (stake - net if owed else 0)
        assert settled.commission_taken == (0 if owed or plan.startswith("half") else stake - net)


@clause("act-2015", "ruling 1")
@clause("nz-1998", "ruling 1")
@clause("washington", "ruling 1")
@clause("house-midi", "ruling 1")
@pytest.mark.parametrize(
    ("book", "stake", "net"),
    [
        ("act-2015", 1, 1),
        ("act-2015", 111, 106),
        ("nz-1998", 101, 96),
        ("nz-1998", 111, 106),
        ("washington", 119, 114),
        ("washington", 111, 106),
        ("house-midi", 1, 1),
        ("house-midi", 111, 106),
    ],
)
def test_a_fraction_of_a_cent_goes_to_the_patron(book: str, stake: int, net: int) -> None:
    rules = table_rules(book)
    settled = settle(rules.wager("banker"), stake, ON_SEVEN, rules.rounding.value)
    assert settled.profit - settled.commission_owed == net
