"""Card check, shuffle, cut, burn and the end of the shoe."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from puntobanco.coup.shoe import (
    CUTTING_CARD,
    Ending,
    RandomBits,
    Shoe,
    bounded,
    check_cards,
    cut_range,
    cutting_card_came,
    fresh_cards,
    further_burns,
    load,
    round_ended,
    shuffle,
)
from puntobanco.errors import Refused
from puntobanco.rulebooks import table_rules
from puntobanco.values.cards import DECK, Card, Composition, parse_cards
from tests.marks import ALL_BOOKS, clause

EIGHT_DECKS = Composition.of_decks(8)


class OutOfWordsError(Exception):
    """A scripted source has no more words."""


def words(*script: int) -> RandomBits:
    """A source that gives these words, whatever the number of bits."""
    rest: Iterator[int] = iter(script)

    def random_bits(bits: int) -> int:
        for word in rest:
            assert word < 2**bits
            return word
        raise OutOfWordsError

    return random_bits


def below(*script: int) -> Callable[[int], int]:
    """Numbers below a size from these words."""
    random_bits = words(*script)
    return lambda size: bounded(size, random_bits)


@clause("act-2015", "2.1", "2.5")
@clause("nz-1998", "3.4", "6.1")
def test_card_check_passes_eight_full_decks() -> None:
    check = check_cards(EIGHT_DECKS, map(str, DECK * 8))
    assert check.passed
    assert str(check) == "all cards are there"


@clause("act-2015", "2.5")
@clause("nz-1998", "6.1")
def test_card_check_names_missing_extra_and_duplicated_cards() -> None:
    faces = [str(card) for card in DECK * 8]
    faces.remove("AS")
    faces.remove("AS")
    faces += ["KD", "JOKER"]
    check = check_cards(EIGHT_DECKS, faces)
    assert not check.passed
    assert str(check) == "missing: 2 x AS; duplicated: 1 x KD; extra: JOKER"


def test_a_card_that_does_not_belong_at_all_is_extra() -> None:
    expected = Composition.of_cards(parse_cards(["AS KD"]))
    assert str(check_cards(expected, ["AS", "KD", "2c"])) == "extra: 2C"


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_fresh_cards_are_the_decks_of_the_table(book: str) -> None:
    assert Composition.of_cards(fresh_cards(table_rules(book))) == EIGHT_DECKS


def test_bounded_draw_gives_every_outcome_equally_often_for_every_size() -> None:
    for size in range(1, 417):
        outcomes: Counter[int] = Counter()
        bits = (size - 1).bit_length()
        for word in range(2**bits):
            try:
                outcomes[bounded(size, words(word) if bits else words())] += 1
            except OutOfWordsError:  # thrown away: the draw asks for another word
                outcomes[-1] += 1
        thrown_away = outcomes.pop(-1, 0)
        assert outcomes == dict.fromkeys(range(size), 1)
        assert thrown_away == 2**bits - size < size


@pytest.mark.parametrize("size", range(1, 8))
def test_every_permutation_comes_up_exactly_once_per_sequence_of_words(size: int) -> None:
    deck = tuple(range(size))
    sequences = itertools.product(*(range(last + 1) for last in range(size - 1, 0, -1)))
    shuffled = [shuffle(deck, below(*sequence)) for sequence in sequences]
    assert sorted(shuffled) == sorted(itertools.permutations(deck))


def test_shuffle_skips_words_that_are_too_large() -> None:
    assert shuffle("abc", below(3, 3, 0, 1)) == shuffle("abc", below(0, 1))


@clause("act-2015", "5.1", "5.3")
@clause("nz-1998", "7.1", "7.3")
@pytest.mark.parametrize(
    ("book", "depth", "cutting_cards"), [("act-2015", 12, 2), ("nz-1998", 20, 2), ("nz-1998", 20, 1)]
)
def test_cut_and_cutting_cards(book: str, depth: int, cutting_cards: int) -> None:
    rules = table_rules(book, cut_depth=depth, cutting_cards=cutting_cards)
    stack = fresh_cards(rules)
    items = load(rules, stack, cut_at=100)
    places = [place for place, item in enumerate(items) if item is CUTTING_CARD]
    assert places == [416 - depth, 417][:cutting_cards]
    assert [item for item in items if item is not CUTTING_CARD] == [*stack[100:], *stack[:100]]


@clause("act-2015", "5.3", "ruling 13")
@clause("nz-1998", "7.3", "ruling 13")
@pytest.mark.parametrize("book", ["act-2015", "nz-1998"])
def test_first_cut_is_from_52_to_364(book: str) -> None:
    rules = table_rules(book)
    stack = fresh_cards(rules)
    for cut_at in (52, 53, 363, 364):
        assert len(load(rules, stack, cut_at=cut_at)) == 418
    for cut_at in (0, 51, 365, 416):
        with pytest.raises(Refused, match=f"is cut from 52 to 364 cards deep, not at {cut_at}"):
            load(rules, stack, cut_at=cut_at)


@clause("washington", "ruling 18")
def test_washington_two_decks_are_cut_half_a_deck_from_either_end() -> None:
    rules = table_rules("washington", decks=2)
    assert cut_range(rules, 104) == range(26, 79)


@clause("house-midi", "ruling 18")
def test_house_midi_is_cut_a_deck_from_either_end_with_one_cutting_card() -> None:
    rules = table_rules("house-midi")
    assert cut_range(rules, 416) == range(52, 365)
    items = load(rules, fresh_cards(rules), cut_at=52)
    assert [place for place, item in enumerate(items) if item is CUTTING_CARD] == [416 - 14]


BURN_CLAUSES = {
    "act-2015": ("5.4", "5.5", "5.6"),
    "nz-1998": ("7.4", "7.5"),
    "washington": ("ruling 18",),
    "house-midi": ("ruling 18",),
}


@pytest.mark.parametrize("book", [pytest.param(book, marks=clause(book, *BURN_CLAUSES[book])) for book in ALL_BOOKS])
def test_an_exposed_burn_card_burns_its_face_value(book: str) -> None:
    rules = table_rules(book, burn="exposed")
    burned = {letter: further_burns(rules, Card.parse(f"{letter}H")) for letter in "A23456789TJQK"}
    assert list(burned.values()) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


@clause("act-2015", "5.4")
def test_act_2015_5_4_a_hidden_burn_is_one_card() -> None:
    rules = table_rules("act-2015", burn="hidden")
    assert {further_burns(rules, card) for card in DECK} == {0}


def story(book: str, *happened: str) -> list[Ending]:
    """The states of a shoe through `first`, `during` (where the cutting card came) and the ends of rounds."""
    rules, ending, seen = table_rules(book), Ending.OPEN, []
    for event in happened:
        if event in ("first", "during"):
            ending = cutting_card_came(rules, ending, first_of_round=event == "first")
        else:
            ending = round_ended(rules, ending, tie=event == "tie")
        seen.append(ending)
    return seen


OPEN, CUT, LAST, OVER = Ending


@clause("act-2015", "5.7")
@pytest.mark.parametrize("where", ["first", "during"])
def test_act_2015_5_7_shuffle_after_the_round_and_a_tie_adds_exactly_one(where: str) -> None:
    assert story("act-2015", "banker", where, "player") == [OPEN, CUT, OVER]
    assert story("act-2015", "tie", where, "tie", "tie") == [OPEN, CUT, LAST, OVER]
    assert story("act-2015", where, "tie", "banker") == [CUT, LAST, OVER]


@clause("act-2015", "ruling 12")
def test_act_2015_ruling_12_a_void_round_is_not_a_tie() -> None:
    assert story("act-2015", "during", "void") == [CUT, OVER]


ONE_MORE = [
    ("nz-1998", ("7.1", "9.8", "9.9", "ruling 12")),
    ("washington", ("ruling 18", "ruling 12")),
    ("house-midi", ("ruling 18", "ruling 12")),
]


@pytest.mark.parametrize("book", [pytest.param(book, marks=clause(book, *numbers)) for book, numbers in ONE_MORE])
def test_cutting_card_inside_a_round_gives_one_more_and_as_first_card_none(book: str) -> None:
    assert story(book, "banker", "during", "player", "banker") == [OPEN, CUT, LAST, OVER]
    assert story(book, "during", "tie", "tie") == [CUT, LAST, OVER]
    assert story(book, "during", "void", "void") == [CUT, LAST, OVER]
    assert story(book, "first", "tie") == [LAST, OVER]
    assert story(book, "first", "banker", "banker") == [LAST, OVER, OVER]


@clause("act-2015", "5.7")
@clause("nz-1998", "7.3", "9.8")
@pytest.mark.parametrize("book", ["act-2015", "nz-1998"])
def test_a_second_cutting_card_changes_nothing(book: str) -> None:
    assert story(book, "during", "during", "tie", "during") == [CUT, CUT, LAST, LAST]


@clause("act-2015", "12.6")
@clause("nz-1998", "11.5")
def test_a_short_shoe_runs_out() -> None:
    shoe = Shoe((Card.parse("AS"), CUTTING_CARD))
    first, shoe = shoe.draw()
    second, shoe = shoe.draw()
    third, shoe = shoe.draw()
    assert (first, second, third) == (Card.parse("AS"), CUTTING_CARD, None)
    assert shoe.dealt == 2
