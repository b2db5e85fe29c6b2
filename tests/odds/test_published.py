"""Numbers that game mathematicians have published, and the shape of the answer."""

from dataclasses import replace
from fractions import Fraction

import pytest

from puntobanco.errors import Unreadable
from puntobanco.exact_odds import odds
from puntobanco.exact_odds.batch import Engine
from puntobanco.rulebooks import table_rules
from puntobanco.values.cards import Composition
from tests.marks import ALL_BOOKS
from tests.odds.slow import by_value

DRAWS = 4_998_398_275_503_360


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_the_ways_of_eight_decks(book: str) -> None:
    outcomes = odds(table_rules(book)).outcomes
    assert outcomes.player.ways == 2_230_518_282_592_256
    assert outcomes.banker.ways == 2_292_252_566_437_888
    assert outcomes.tie.ways == 475_627_426_473_216
    assert outcomes.void.ways == 0
    assert {chance.draws for _, chance in outcomes.items()} == {DRAWS}


@pytest.mark.parametrize(
    ("book", "choices", "wager", "edge"),
    [
        ("act-2015", {}, "player", "1.235081"),
        ("act-2015", {"settlement": "A"}, "banker", "1.057906"),
        ("act-2015", {"settlement": "B"}, "banker", "1.458104"),
        ("nz-1998", {}, "banker", "1.057906"),
        ("washington", {"commission": "5%"}, "banker", "1.057906"),
        ("house-midi", {}, "banker", "1.057906"),
        ("act-2015", {}, "tie", "14.359629"),
        ("act-2015", {"pairs": "canberra"}, "player_pair", "10.361446"),
        ("act-2015", {"pairs": "canberra"}, "banker_pair", "10.361446"),
        ("act-2015", {"pairs": "perfect"}, "player_pair", "7.951807"),
        ("act-2015", {"pairs": "perfect"}, "banker_pair", "7.951807"),
        ("house-midi", {"bonus": "dragon"}, "player_dragon", "2.651675"),
        ("house-midi", {"bonus": "dragon"}, "banker_dragon", "9.373074"),
        ("house-midi", {}, "big_tiger", "15.253317"),
        ("house-midi", {}, "small_tiger", "14.332546"),
    ],
)
def test_the_house_edges_of_eight_decks(book: str, choices: dict[str, str], wager: str, edge: str) -> None:
    assert f"{float(100 * odds(table_rules(book, **choices)).wager(wager).house_edge):.6f}" == edge


def test_the_pairs_edges_are_these_fractions() -> None:
    assert odds(table_rules("act-2015", pairs="canberra")).wager("player_pair").house_edge == Fraction(43, 415)
    assert odds(table_rules("act-2015", pairs="perfect")).wager("banker_pair").house_edge == Fraction(33, 415)


def test_the_standard_deviation_of_the_tie() -> None:
    """A tie at 8 to 1 is won or lost, so its variance is 81 p (1 - p)."""
    tie = odds(table_rules("nz-1998")).wager("tie")
    share = Fraction(475_627_426_473_216, DRAWS)
    assert tie.variance == 81 * share * (1 - share)
    assert tie.sd == pytest.approx(2.640872, abs=1e-6)


def test_a_changed_payout_changes_the_edge() -> None:
    assert odds(table_rules("washington", tie_odds="9:1")).wager("tie").house_edge == Fraction(
        DRAWS - 10 * 475_627_426_473_216, DRAWS
    )


def test_an_empty_shoe_is_void_with_certainty_and_returns_every_stake() -> None:
    found = odds(table_rules("house-midi"), Composition.of_decks(0))
    assert found.outcomes.void.probability == 1
    for wager in found.wagers:
        assert [(result.pays, result.chance.probability) for result in wager.results] == [(Fraction(0), Fraction(1))]


def test_more_than_eight_decks_are_counted_too() -> None:
    rules = table_rules("nz-1998")
    shoe = Composition.of_decks(10)
    (slow,) = by_value(rules, [shoe])
    ties = sum(share for fact, share in slow.items() if fact and fact.player.total == fact.banker.total)
    assert odds(rules, shoe).outcomes.tie.probability == ties


def test_more_cards_than_the_kernels_can_count_are_unreadable() -> None:
    with pytest.raises(Unreadable, match="at most 27 decks"):
        odds(table_rules("nz-1998"), Composition.of_decks(28))
    assert odds(table_rules("nz-1998"), Composition.of_decks(27)).outcomes.void.ways == 0


def test_a_law_without_natural_eights_and_nines_is_not_counted_wrongly() -> None:
    tableau = replace(table_rules("nz-1998").tableau, naturals=(9,))
    with pytest.raises(ValueError, match="8 is no natural, but the banker table has no row for it"):
        Engine.of(tableau)


def test_results_convert_to_plain_dictionaries() -> None:
    found = odds(table_rules("nz-1998"), wagers=[table_rules("nz-1998").wager("tie")]).as_dict()
    assert found["book"] == "nz-1998"
    assert found["cards"] == 416
    assert found["on_table"] == {"player": [], "banker": []}
    assert found["outcomes"]["tie"] == "619306544887/6508331087895"
    assert found["outcomes"]["void"] == "0/1"
    assert list(found["wagers"]) == ["tie"]
    tie = found["wagers"]["tie"]
    assert tie["ev"] == "-103841353768/723147898655"
    assert tie["house_edge"] == pytest.approx(0.14359629)
    assert tie["results"] == [
        {"pays": "8/1", "probability": "619306544887/6508331087895"},
        {"pays": "-1/1", "probability": "5889024543008/6508331087895"},
    ]


def test_asking_for_a_wager_that_is_not_there_names_those_that_are() -> None:
    with pytest.raises(Unreadable, match="choose from player, banker, tie"):
        odds(table_rules("nz-1998")).wager("dragon")
