"""Means and covariances of wagers, against the odds of each and against coups that are counted otherwise."""

from fractions import Fraction

import pytest

from puntobanco.coup import Coup
from puntobanco.exact_odds import odds
from puntobanco.exact_odds.moments import moments
from puntobanco.rulebooks import table_rules
from puntobanco.values.cards import Card
from tests.marks import ALL_BOOKS


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_of_one_wager_they_are_its_odds(book: str) -> None:
    rules = table_rules(book)
    found = moments(rules)
    for one in odds(rules).wagers:
        assert found.means[one.id] == one.ev
        assert found.covariances[one.id, one.id] == one.variance


def test_of_player_banker_and_tie_they_follow_from_the_outcomes() -> None:
    """Each of them is settled by the result alone: 0.95, 1 and 8 are won, ties stand off."""
    rules = table_rules("nz-1998")
    player, banker, tie = (chance.probability for _, chance in odds(rules).outcomes.items()[:3])
    found = moments(rules)
    means = found.means

    def product(one: str, other: str) -> Fraction:
        return found.covariances[one, other] + means[one] * means[other]

    commission = Fraction(19, 20)
    assert product("banker", "player") == -commission * banker - player
    assert product("banker", "tie") == -commission * banker + player
    assert product("player", "tie") == banker - player
    assert product("tie", "tie") == 64 * tie + player + banker


def test_a_pair_and_a_hand_go_together_as_coups_with_that_pair_do() -> None:
    rules = table_rules("act-2015", pairs="perfect")
    found, decks = moments(rules), rules.decks.value
    expected = -found.means["banker"]  # every coup loses the unit on the pair ...
    for rank in "A23456789TJQK":
        for second, copies in _second_cards(rank, decks):
            chance = Fraction(1, 13) * Fraction(copies, 52 * decks - 1)
            after = odds(rules, on_table=Coup((Card.parse(f"{rank}s"), Card.parse(second)), ()))
            expected += chance * (1 + after.wager("player_pair").ev) * after.wager("banker").ev  # ... but for these
    assert found.covariances["banker", "player_pair"] == expected - found.means["banker"] * found.means["player_pair"]


def _second_cards(rank: str, decks: int) -> list[tuple[str, int]]:
    """What can make a pair with the spade of a rank, and how many of it are left."""
    return [(f"{rank}{suit}", decks - (suit == "s")) for suit in "shdc"]
