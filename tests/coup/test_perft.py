"""All 1,000,000 six-card value sequences of each book, against a second, independently written check."""

import itertools
from collections import Counter

import pytest

from puntobanco.cards import Card, Rank, Suit
from puntobanco.coup.coup import deal, facts
from puntobanco.rules import table_rules
from tests.marks import ALL_BOOKS

# For each banker total, the third cards of player on which banker draws; X stands for "player took none".
BANKER_DRAWS_ON = ["X0123456789", "X0123456789", "X0123456789", "X012345679", "X234567", "X4567", "67", ""]
EIGHT_DECKS = [128, *[32] * 9]


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
    """In how many orders an eight-deck shoe begins with these values."""
    left = list(EIGHT_DECKS)
    product = 1
    for value in cards:
        product *= left[value]
        left[value] -= 1
    return product


@pytest.mark.slow
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_every_six_card_sequence_agrees_with_the_oracle(book: str) -> None:
    rules = table_rules(book)
    card_worth = [Card.of(Rank(points or 10), Suit.SPADES) for points in range(10)]
    counted: Counter[str] = Counter()
    for values in itertools.product(range(10), repeat=6):
        dealt = deal(rules, [card_worth[value] for value in values])
        found = facts(rules, dealt.coup)
        assert oracle(values) == (found.player.total, found.player.cards, found.banker.total, found.banker.cards), (
            values
        )
        assert len(dealt.coup) + len(dealt.left_over) == 6
        counted[found.result.value] += ways(values)
    assert counted == {
        "player": 2_230_518_282_592_256,
        "banker": 2_292_252_566_437_888,
        "tie": 475_627_426_473_216,
    }
