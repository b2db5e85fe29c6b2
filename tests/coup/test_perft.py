"""All 1,000,000 six-card value sequences of each book, against a second, independently written check."""

import itertools
from collections import Counter
from collections.abc import Iterator
from math import perm
from typing import TypeAlias

import pytest

from puntobanco.coup.coup import Coup, deal, facts
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.values.cards import Card, Rank, Suit
from tests.marks import ALL_BOOKS

# For each banker total, the third cards of player on which banker draws; X stands for "player took none".
BANKER_DRAWS_ON = ["X0123456789", "X0123456789", "X0123456789", "X012345679", "X234567", "X4567", "67", ""]
EIGHT_DECKS = [128, *[32] * 9]
CARD_WORTH = [Card.of(Rank(points or 10), Suit.SPADES) for points in range(10)]
NOTHING = Coup()
Values: TypeAlias = tuple[int, ...]


def oracle(cards: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Player total and cards, banker total and cards, from six point values in the order of the shoe."""
    rest = iter(cards[4:])
    player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
    if max(player, banker) >= 8:
        return player, 2, banker, 2
    player_cards = banker_cards = 2
    third, shown = 0, "X"
    if player < 6:
        third = next(rest)
        player_cards, shown = 3, str(third)
    if shown in BANKER_DRAWS_ON[banker]:
        banker, banker_cards = (banker + next(rest)) % 10, 3
    return (player + third) % 10, player_cards, banker, banker_cards


def ways(cards: tuple[int, ...]) -> int:
    """In how many orders of six cards an eight-deck shoe begins with these values."""
    left = list(EIGHT_DECKS)
    product = 1
    for value in cards:
        product *= left[value]
        left[value] -= 1
    return product * perm(sum(left), 6 - len(cards))


def coups(rules: TableRules, drawn: Values = (), coup: Coup = NOTHING) -> Iterator[Values]:
    """The cards of every coup that can be dealt, one step after the other."""
    hand = coup.next_step(rules).deal_to
    if hand is None:
        yield drawn
        return
    for value, card in enumerate(CARD_WORTH):
        yield from coups(rules, (*drawn, value), coup.with_card(hand, card))


@pytest.mark.slow
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_every_six_card_sequence_agrees_with_the_oracle(book: str) -> None:
    """What differs only in cards that nobody draws is dealt once, and asked of the oracle each time."""
    rules, sequences = table_rules(book), 0
    counted: Counter[str] = Counter()
    for drawn in coups(rules):
        dealt = deal(rules, [*(CARD_WORTH[value] for value in drawn), *CARD_WORTH[: 6 - len(drawn)]])
        assert dealt.left_over == tuple(CARD_WORTH[: 6 - len(drawn)])
        found = facts(rules, dealt.coup)
        said = (found.player.total, found.player.cards, found.banker.total, found.banker.cards)
        for rest in itertools.product(range(10), repeat=6 - len(drawn)):
            assert oracle(drawn + rest) == said, (drawn, rest)
            sequences += 1
        counted[found.result.value] += ways(drawn)
    assert sequences == 1_000_000
    assert counted == {
        "player": 2_230_518_282_592_256,
        "banker": 2_292_252_566_437_888,
        "tie": 475_627_426_473_216,
    }
