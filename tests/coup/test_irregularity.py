"""Remedies that need the drawing law, and which remedy each book names."""

import pytest

from puntobanco.coup.coup import Coup
from puntobanco.coup.irregularity import Irregularity, reconstruct, remedy, remedy_for_player_card
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.values.cards import parse_cards
from tests.marks import ALL_BOOKS, clause


def coup(player: str, banker: str) -> Coup:
    return Coup(parse_cards([player]), parse_cards([banker]))


@pytest.mark.parametrize(
    ("book", "error", "seen", "unseen"),
    [
        pytest.param("act-2015", "12.1", "12.2", "12.3", marks=clause("act-2015", "12.1", "12.2", "12.3")),
        pytest.param("nz-1998", "11.1", "11.2", "11.2", marks=clause("nz-1998", "11.1", "11.2")),
    ],
)
def test_a_card_drawn_to_player_in_error_is_bankers_if_banker_must_draw(
    book: str, error: str, seen: str, unseen: str
) -> None:
    rules = table_rules(book)
    banker_draws, banker_stands = coup("6c Kd", "5c Kh"), coup("6c Kd", "6h Kh")
    found = remedy_for_player_card(rules, banker_draws, seen=True)
    assert (found.value, found.clause) == (Remedy.BANKERS_THIRD_IF_DUE, error)
    found = remedy_for_player_card(rules, banker_stands, seen=True)
    assert (found.value, found.clause) == (Remedy.FIRST_OF_NO_BET_ROUND, seen)
    found = remedy_for_player_card(rules, banker_stands, seen=False)
    assert (found.value, found.clause) == (Remedy.FIRST_OF_NEXT_ROUND, unseen)
    natural = coup("9c Kd", "2c Kh")
    assert remedy_for_player_card(rules, natural, seen=False).value is Remedy.FIRST_OF_NEXT_ROUND


@clause("washington", "irregularities")
def test_washington_the_houses_own_procedure_for_a_card_in_error() -> None:
    rules = table_rules("washington", on_player_card_in_error="round_void")
    assert remedy_for_player_card(rules, coup("6c Kd", "5c Kh"), seen=True).value is Remedy.ROUND_VOID


@clause("act-2015", "12.4", "ruling 15")
@clause("nz-1998", "11.6", "ruling 15")
@clause("washington", "ruling 15")
@clause("house-midi", "ruling 15")
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_reconstruction_deals_in_the_order_drawn_and_leaves_the_rest_as_excess(book: str) -> None:
    rules = table_rules(book)
    found = reconstruct(rules, parse_cards(["9c 2d Kh 3s 5c 5d"]))
    assert found.coup == coup("9c Kh", "2d 3s")
    assert found.left_over == parse_cards(["5c 5d"])
    assert remedy(rules, Irregularity.OUT_OF_SEQUENCE).value is Remedy.RECONSTRUCTED


def test_every_irregularity_has_a_remedy_in_every_book() -> None:
    for book in ALL_BOOKS:
        for irregularity in (one for one in Irregularity if one.has_remedy):
            assert isinstance(remedy(table_rules(book), irregularity).value, Remedy)
