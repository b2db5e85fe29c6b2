"""The drawing law of every book, cell by cell, against tables written down here independently."""

import itertools

import pytest

from puntobanco.coup.coup import Coup, deal, facts
from puntobanco.coup.draw import next_step
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.facts import Hand
from puntobanco.values.cards import Card, Rank, Suit, parse_cards
from tests.marks import ALL_BOOKS, clause

DRAWING_CLAUSES = {
    "act-2015": ("2.4", "2.6", "6.2", "6.4", "7.1", "7.2", "7.3", "dictionary: natural"),
    "nz-1998": ("4.1", "4.2", "8.1", "8.3", "9.1", "9.2", "9.3", "9.4", "9.5", "9.7"),
    "washington": ("1", "5", "6", "7", "9", "10", "tables"),
    "house-midi": ("object", "values", "play", "drawing"),
}
BY_EACH_BOOK = pytest.mark.parametrize(
    "book", [pytest.param(book, marks=clause(book, *DRAWING_CLAUSES[book]), id=book) for book in ALL_BOOKS]
)

# Banker total down, player's third card across: N for none, then 0 to 9.
BANKER_DRAWS = """
   N 0 1 2 3 4 5 6 7 8 9
0  D D D D D D D D D D D
1  D D D D D D D D D D D
2  D D D D D D D D D D D
3  D D D D D D D D D - D
4  D - - D D D D D D - -
5  D - - - - D D D D - -
6  - - - - - - - D D - -
7  - - - - - - - - - - -
"""
EXPECTED = {
    (int(row[0]), column): cell == "D"
    for header, *rows in [[line.split() for line in BANKER_DRAWS.strip().splitlines()]]
    for row in rows
    for column, cell in zip(header, row[1:], strict=True)
}


def two_cards(total: int) -> tuple[Card, Card]:
    return worth(0), worth(total)


def worth(points: int) -> Card:
    return Card.of(Rank(points or 10), Suit.CLUBS)


@BY_EACH_BOOK
def test_player_draws_on_0_to_5_and_stands_on_6_and_7(book: str) -> None:
    rules = table_rules(book)
    for player, banker in itertools.product(range(8), range(8)):
        step = next_step(rules, two_cards(player), two_cards(banker))
        assert (step.deal_to is Hand.PLAYER) == (player <= 5)


@BY_EACH_BOOK
def test_banker_follows_the_printed_table(book: str) -> None:
    rules = table_rules(book)
    for (total, column), draws in EXPECTED.items():
        if column == "N":
            steps = [next_step(rules, two_cards(player), two_cards(total)) for player in (6, 7)]
        else:
            drew = (*two_cards(0), worth(int(column)))
            steps = [next_step(rules, drew, two_cards(total))]
        for step in steps:
            assert (step.deal_to is Hand.BANKER) == draws, (total, column)


@BY_EACH_BOOK
def test_a_natural_on_either_hand_ends_the_drawing(book: str) -> None:
    rules = table_rules(book)
    for natural, other in itertools.product((8, 9), range(10)):
        assert next_step(rules, two_cards(natural), two_cards(other)).deal_to is None
        assert next_step(rules, two_cards(other), two_cards(natural)).deal_to is None


@BY_EACH_BOOK
def test_first_four_cards_alternate_and_no_hand_takes_a_fourth(book: str) -> None:
    rules = table_rules(book)
    coup = Coup()
    for hand in (Hand.PLAYER, Hand.BANKER, Hand.PLAYER, Hand.BANKER, Hand.PLAYER, Hand.BANKER):
        assert coup.next_step(rules).deal_to is hand
        coup = coup.with_card(hand, worth(0))
    assert coup.next_step(rules).deal_to is None
    with pytest.raises(ValueError, match="more than three cards"):
        next_step(rules, (*coup.player, worth(1)), coup.banker)


@BY_EACH_BOOK
def test_every_rank_counts_what_the_book_says(book: str) -> None:
    values = table_rules(book).card_values.value
    worths = {rank.letter: values.of(Card.of(rank, Suit.HEARTS)) for rank in Rank}
    assert "".join(f"{letter}{points}" for letter, points in worths.items()) == "A12233445566778899T0J0Q0K0"
    assert values.total(parse_cards(["7c 6d 8s"])) == 1


@BY_EACH_BOOK
def test_closest_to_nine_wins(book: str) -> None:
    rules = table_rules(book)
    for cards, result in (
        ("9c 8d Kh Ks", "player"),
        ("8c 9d Kh Ks", "banker"),
        ("6c 7d Kh Ks", "banker"),
        ("6c 6d Kh Ks", "tie"),
    ):
        assert facts(rules, deal(rules, parse_cards([cards])).coup).result.value == result


@clause("washington", "10", "tables")
def test_washington_10_six_and_seven_against_each_other_draw_nothing() -> None:
    rules = table_rules("washington")
    for player, banker in itertools.product((6, 7), (6, 7)):
        assert next_step(rules, two_cards(player), two_cards(banker)).deal_to is None


REASONS = {
    "act-2015": ("6.4", "7.2", "7.3", "7.3"),
    "nz-1998": ("9.2", "9.3", "9.4", "9.5"),
    "washington": ("10", "tables", "tables", "tables"),
    "house-midi": ("play", "drawing", "drawing", "drawing"),
}


@BY_EACH_BOOK
def test_each_decision_cites_its_clause_and_says_why(book: str) -> None:
    rules = table_rules(book)
    natural, player, after_card, after_stand = REASONS[book]
    step = next_step(rules, two_cards(9), two_cards(3))
    assert [(str(one), one.clause) for one in step.decisions] == [
        ("Player stands on 9: a natural ends the drawing", natural)
    ]
    step = next_step(rules, two_cards(8), two_cards(9))
    assert [one.hand for one in step.decisions] == [Hand.PLAYER, Hand.BANKER]
    step = next_step(rules, two_cards(5), two_cards(6))
    assert [(str(one), one.clause) for one in step.decisions] == [("Player draws on 5", player)]
    step = next_step(rules, (*two_cards(5), worth(0)), two_cards(6))
    assert [(str(one), one.clause) for one in step.decisions] == [
        ("Banker stands on 6: player's third card counts 0", after_card)
    ]
    step = next_step(rules, two_cards(6), two_cards(5))
    assert [(str(one), one.clause) for one in step.decisions] == [
        ("Player stands on 6", player),
        ("Banker draws on 5: player stood", after_stand),
    ]


@BY_EACH_BOOK
def test_matrix_has_its_own_column_for_a_player_who_stood(book: str) -> None:
    matrix = table_rules(book).tableau.matrix()
    columns = ["N", *map(str, range(10))]
    assert {(total, columns[c]): cell for total, row in enumerate(matrix) for c, cell in enumerate(row)} == EXPECTED


def test_facts_of_an_unfinished_coup_are_not_given() -> None:
    with pytest.raises(ValueError, match="not finished"):
        facts(table_rules("act-2015"), Coup(two_cards(3), two_cards(3)))
