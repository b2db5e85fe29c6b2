"""What one card less does to a wager."""

from fractions import Fraction
from random import Random

import pytest

from puntobanco.exact_odds import odds, removal
from puntobanco.rulebooks import table_rules
from puntobanco.values.cards import Card, Composition, Rank, Suit
from tests.odds.inventions import about_anything, depleted_shoe, invented_wager

EVERY_WAGER = [
    ("act-2015", {"pairs": "canberra", "settlement": "B"}),
    ("act-2015", {"pairs": "perfect", "settlement": "A"}),
    ("house-midi", {"bonus": "dragon"}),
    ("washington", {"decks": 2}),
]


@pytest.mark.parametrize(("book", "choices"), EVERY_WAGER)
def test_effects_from_a_full_shoe_sum_to_zero_over_the_ranks(book: str, choices: dict[str, object]) -> None:
    rules = table_rules(book, **choices)
    effects = removal(rules)
    assert [one.wager for one in effects] == [wager.id for wager in rules.wagers]
    for one in effects:
        assert set(one.by_rank) == set(Rank)
        assert sum(one.by_rank.values()) == 0
        assert any(one.by_rank.values()) is not one.wager.endswith("pair")


@pytest.mark.parametrize("pairs", ["canberra", "perfect"])
def test_effects_on_pairs_are_each_exactly_zero(pairs: str) -> None:
    found = {one.wager: one for one in removal(table_rules("act-2015", pairs=pairs))}
    for wager in ("player_pair", "banker_pair"):
        assert len(found[wager].effects) == 52
        assert {effect for _, effect in found[wager].effects} == {Fraction(0)}


def test_effects_from_a_depleted_shoe_sum_to_zero_card_by_card() -> None:
    shoe = depleted_shoe(Random(3), 120)
    for one in removal(table_rules("act-2015", pairs="perfect"), shoe):
        assert sum(shoe.count(card) * effect for card, effect in one.effects) == 0


def test_suits_are_told_apart_where_they_matter() -> None:
    rules = table_rules("act-2015", pairs="perfect")
    shoe = Composition.of_decks(8) - Composition.of_cards([Card.of(Rank.ACE, Suit.SPADES)])
    found = {one.wager: one for one in removal(rules, shoe)}
    assert not found["banker"].by_suit
    assert list(found["banker"].as_dict()) == list("A23456789TJQK")
    assert found["player_pair"].by_suit
    effects = found["player_pair"].as_dict()
    assert len(effects) == 52
    assert effects["AS"] != effects["AH"] != effects["AC"]
    with pytest.raises(ValueError, match="differ by suit"):
        _ = found["player_pair"].by_rank


def test_an_effect_is_the_difference_of_two_expected_values() -> None:
    rules = table_rules("act-2015")
    mixed = invented_wager(Random(1), about_anything)
    shoe = Composition.of_cards([card for card in Composition.of_decks(1) if card.rank < 3])
    (found,) = removal(rules, shoe, wagers=[mixed])
    gone = Card.of(Rank.TWO, Suit.HEARTS)
    less = odds(rules, shoe - Composition.of_cards([gone]), wagers=[mixed]).wagers[0].ev
    assert dict(found.effects)[gone] == less - odds(rules, shoe, wagers=[mixed]).wagers[0].ev
