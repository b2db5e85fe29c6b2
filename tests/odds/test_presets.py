"""The wagers that come with the package: exact figures of eight decks, written down and enumerated apart."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from puntobanco import wager_presets
from puntobanco.errors import Unreadable
from puntobanco.exact_odds import odds
from puntobanco.exact_odds.table_odds import WagerOdds
from puntobanco.rulebooks import HouseRules, book, resolve
from puntobanco.rulebooks.wager_file import read_wagers, write_wager
from puntobanco.rulebooks.wager_names import wager_named
from puntobanco.values.cards import DECK, Card
from tests.marks import ALL_BOOKS

FIGURES = {
    "dragon-7": ("7.6113%", "2.2534%", "6.0849"),
    "panda-8": ("10.1876%", "3.4543%", "4.7481"),
    "super-6": ("29.9772%", "5.3864%", "2.9347"),
    "lucky-6": ("16.6836%", "5.3864%", "3.5956"),
    "big": ("4.3457%", "62.1132%", "0.7471"),
    "small": ("5.2829%", "37.8868%", "1.2128"),
    "either-pair": ("13.7099%", "14.3817%", "2.1054"),
    "perfect-pair-either": ("8.0470%", "3.3450%", "5.7512"),
}


def found(name: str, book_id: str = "act-2015") -> WagerOdds:
    (own,) = read_wagers(wager_presets.text(name))
    rules = resolve(book(book_id), HouseRules({}, (own,)), what_if=True)
    return odds(rules).wager(own.id)


def test_all_of_them_are_here() -> None:
    assert set(wager_presets.names()) == FIGURES.keys()


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("book_id", ALL_BOOKS)
def test_house_edge_hit_rate_and_deviation(name: str, book_id: str) -> None:
    wager = found(name, book_id)
    figures = f"{float(wager.house_edge):.4%}", f"{float(wager.hit_rate):.4%}", f"{wager.sd:.4f}"
    assert figures == FIGURES[name]


@pytest.mark.parametrize("name", FIGURES)
def test_a_preset_is_written_back_as_it_declares(name: str) -> None:
    (own,) = read_wagers(wager_presets.text(name))
    assert read_wagers(wager_presets.text(name)) == read_wagers("\n".join(_toml(write_wager(own))))


def _toml(fields: dict[str, object]) -> list[str]:
    """The fields as TOML on one line each."""
    return [f"{key} = {_value(value)}" for key, value in fields.items()]


def _value(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "{ " + ", ".join(_toml(value)) + " }"
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case _:
            return f'"{value}"' if isinstance(value, str) else str(value)


def hands_of_eight_decks() -> Counter[tuple[str, str]]:
    """What player's and banker's first two cards are, by drawing card after card; the first one may be any face."""
    counts: Counter[tuple[str, str]] = Counter()
    first = DECK[0]
    for second, third, fourth in product(DECK, repeat=3):
        left = dict.fromkeys(DECK, 8)
        left[first] -= 1
        ways = 52 * 8
        for card in (second, third, fourth):
            ways *= left[card]
            left[card] -= 1
        if ways:
            counts[_kind(first, second), _kind(third, fourth)] += ways
    return counts


def _kind(one: Card, other: Card) -> str:
    if one is other:
        return "perfect"
    return "pair" if one.rank is other.rank else "none"


def test_wagers_on_either_hand_against_an_enumeration_of_four_cards() -> None:
    ways = hands_of_eight_decks()
    draws = 416 * 415 * 414 * 413
    assert ways.total() == draws
    nothing = ways["none", "none"]
    assert found("either-pair").ev == Fraction(5 * (draws - nothing) - nothing, draws) == Fraction(-108091, 788417)
    two = ways["perfect", "perfect"]
    one = sum(count for (player, banker), count in ways.items() if "perfect" in (player, banker)) - two
    won = Fraction(200 * two + 25 * one - (draws - two - one), draws)
    assert found("perfect-pair-either").ev == won == Fraction(-135952, 1689465)


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("book_id", ALL_BOOKS)
def test_what_is_typed_for_a_preset_is_that_preset(name: str, book_id: str) -> None:
    (own,) = read_wagers(wager_presets.text(name))
    rules = resolve(book(book_id), HouseRules({}, (own,)), what_if=True)
    assert rules.wager(wager_named(own.id)).name == own.name


def test_a_preset_that_there_is_not_is_named() -> None:
    with pytest.raises(Unreadable, match="'dragon7' is no preset: did you mean dragon-7"):
        wager_presets.text("dragon7")
