"""Every way in which a coup can end: nothing that is dealt is missing, and nothing is there that cannot be dealt."""

from itertools import product

import pytest

from puntobanco.coup.coup import deal, facts
from puntobanco.coup.possible_outcomes import endings, possible_facts
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.facts import Facts, HandFacts, PairClass, PairFacts
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.values.cards import DECK, Card
from tests.marks import ALL_BOOKS

ONE_OF_EACH_VALUE = [next(card for card in DECK if card.rank == rank) for rank in range(1, 11)]
"""Ace to nine, and a ten."""


def first_two() -> dict[tuple[int, PairClass], tuple[Card, Card]]:
    """Two cards for every total and class that two cards can have."""
    values = table_rules("act-2015").card_values.value
    found: dict[tuple[int, PairClass], tuple[Card, Card]] = {}
    for one, other in product(DECK, DECK):
        known = facts_of_pair(one, other)
        found.setdefault((values.total((one, other)), known), (one, other))
    return found


def facts_of_pair(one: Card, other: Card) -> PairClass:
    if one.rank != other.rank:
        return PairClass.NONE
    if one.suit == other.suit:
        return PairClass.PERFECT
    return PairClass.COLOURED if one.suit.value in "DH" and other.suit.value in "DH" else PairClass.MIXED


def dealt(rules: TableRules) -> set[tuple[HandFacts, HandFacts]]:
    """The ends of coups with every pair of totals and every third card, dealt one by one."""
    pairs = {total: cards for (total, _), cards in first_two().items()}
    found = set()
    for (one, two), (three, four) in product(pairs.values(), pairs.values()):
        for thirds in product(ONE_OF_EACH_VALUE, ONE_OF_EACH_VALUE):
            coup = deal(rules, (one, three, two, four, *thirds)).coup
            known = facts(rules, coup)
            found.add((known.player, known.banker))
    return found


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_they_are_what_can_be_dealt(book: str) -> None:
    rules = table_rules(book)
    assert {(one.player, one.banker) for one in possible_facts(rules.tableau)} == dealt(rules)


def test_a_pair_has_an_even_total_after_two_cards() -> None:
    known = possible_facts(table_rules("act-2015").tableau)
    natural = HandFacts(total=9, cards=2)
    other = HandFacts(total=4, cards=2)
    assert (
        Facts(player=natural, banker=other, pairs=PairFacts(player=PairClass.NONE, banker=PairClass.PERFECT)) in known
    )
    assert not any(one.player == natural and one.pairs.player is not PairClass.NONE for one in known)


@pytest.mark.parametrize(("book", "expected"), [("act-2015", 48), ("nz-1998", 3), ("washington", 3)])
def test_wagers_can_end_together_in_so_many_ways(book: str, expected: int) -> None:
    """Three results, and where there are wagers on pairs, each with four classes of either hand."""
    assert len(endings(table_rules(book))) == expected
