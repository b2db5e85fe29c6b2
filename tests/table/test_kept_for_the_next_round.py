"""A house that keeps player's card in error for the next round: no other hand of this one gets it."""

import pytest

from puntobanco.table.model import DrawTo, Phase
from puntobanco.values.cards import Card
from tests.marks import clause
from tests.table.helpers import Table, refused

TO_PLAYER = DrawTo.PLAYER
BANKER_DRAWS = "2s 2h 4s 3h"
"""6 against 5."""
by_house = pytest.mark.parametrize(
    ("book", "number"),
    [
        pytest.param("washington", "irregularities", marks=clause("washington", "irregularities", "ruling 28")),
        pytest.param("house-midi", "ruling 18", marks=clause("house-midi", "ruling 18", "ruling 28")),
    ],
)
kept = pytest.mark.parametrize("procedure", ["first_of_next_round", "first_of_no_bet_round"])


def in_play(book: str, procedure: str, coup: str = BANKER_DRAWS) -> tuple[Table, int]:
    """ann's $100 lies on banker, the first four cards in sight; and the place of the first of them."""
    at = Table.ready(book, {"ann": 1000}, on_player_card_in_error=procedure)
    at.bets("ann", "banker", 100)
    if book == "house-midi":
        at.calls()
    first = at.now.shoe.out + 1
    return at.deals(coup).turns(), first


def corrects(at: Table, card: str, place: int) -> None:
    at.supervisor("correct_card", card=Card.parse(card), place=place)


def waiting(at: Table) -> list[str]:
    return [str(one.card.card) for one in at.now.excess]


@by_house
@kept
def test_another_suit_changes_nothing_before_banker_draws(book: str, number: str, procedure: str) -> None:
    at, first = in_play(book, procedure)
    at.draws("Kc", TO_PLAYER)
    assert at.clauses("excess_card_kept") == [number]
    corrects(at, "2c", first)
    assert at.hands() == ("2C 4S", "2H 3H")
    at.draws("2d")
    assert (at.hands(), waiting(at)) == (("2C 4S", "2H 3H 2D"), ["KC"])


@by_house
@kept
@pytest.mark.parametrize(("card", "after"), [("2c", 0), ("2c", 5)])
def test_another_suit_changes_nothing_after_banker_drew(
    book: str, number: str, procedure: str, card: str, after: int
) -> None:
    at, first = in_play(book, procedure)
    at.draws("Kc", TO_PLAYER)
    assert at.clauses("irregularity_found") == [number]
    at.draws("2d")
    corrects(at, card, first + after)
    assert "hands_reconstructed" not in at.names()
    at.settles()
    paid = 1095 if book == "washington" else 1100
    assert (at.chips("ann"), waiting(at)) == (paid, ["KC"])


@by_house
@kept
def test_another_suit_changes_nothing_after_the_round(book: str, number: str, procedure: str) -> None:
    at, first = in_play(book, procedure)
    at.draws("Kc", TO_PLAYER)
    at.draws("2d")
    at.settles()
    corrects(at, "2c", first)
    assert "hands_reconstructed" not in at.names()
    paid = 1095 if book == "washington" else 1100
    assert (at.chips("ann"), waiting(at)) == (paid, ["KC"])
    assert at.now.no_bet_cause == (number if procedure == "first_of_no_bet_round" else None)


@by_house
@kept
def test_where_the_right_faces_have_player_draw_it_is_players_third_card(
    book: str, number: str, procedure: str
) -> None:
    """Player has 5, not 6; banker's 5 draws on no 10, so that banker's card is left over."""
    at, first = in_play(book, procedure)
    at.draws("Kc", TO_PLAYER)
    assert at.clauses("excess_card_kept") == [number]
    at.draws("2d")
    corrects(at, "As", first)
    assert (at.hands(), waiting(at)) == (("AS 4S KC", "2H 3H"), ["2D"])
    corrects(at, "2s", first)
    assert (at.hands(), waiting(at)) == (("2S 4S", "2H 3H 2D"), ["KC"])


@by_house
@kept
def test_where_the_right_faces_have_banker_draw_that_is_the_next_card(book: str, number: str, procedure: str) -> None:
    """7 against 7 at first sight; banker has 5."""
    at, first = in_play(book, procedure, "2s 2h 5s 5h")
    at.draws("Kc", TO_PLAYER)
    assert at.clauses("excess_card_kept") == [number]
    corrects(at, "3h", first + 3)
    assert (at.hands(), waiting(at)) == (("2S 5S", "2H 3H"), ["KC"])
    at.draws("2d")
    assert (at.hands(), waiting(at)) == (("2S 5S", "2H 3H 2D"), ["KC"])


@by_house
def test_where_it_is_bankers_third_card_it_stays_that(book: str, number: str) -> None:
    at, first = in_play(book, "bankers_third_if_due")
    at.draws("Kc", TO_PLAYER)
    assert at.clauses("irregularity_found") == [number]
    corrects(at, "2c", first)
    assert (at.hands(), waiting(at)) == (("2C 4S", "2H 3H KC"), [])


@by_house
@kept
def test_a_report_of_wrong_placement_leaves_it_where_it_is(book: str, number: str, procedure: str) -> None:
    at, _ = in_play(book, procedure)
    at.draws("Kc", TO_PLAYER)
    at.draws("2d")
    at.settles()
    at.supervisor("report_placement_error", round=1)
    assert at.clauses("round_reopened") == [number]
    assert "hands_reconstructed" not in at.names()
    assert waiting(at) == ["KC"]


@by_house
@kept
def test_the_next_round_begins_with_it_and_any_hand_may_have_what_waits_behind(
    book: str, number: str, procedure: str
) -> None:
    at, _ = in_play(book, procedure)
    for card in ("Kc", "Kd", "2c", "3d", "Qc"):
        at.draws(card, TO_PLAYER)
    assert at.clauses("excess_card_kept") == [number]
    at.draws("2d")
    at.settles()
    assert waiting(at) == ["KC", "KD", "2C", "3D", "QC"]
    at.dealer("start_no_bet") if procedure == "first_of_no_bet_round" else _closes(at)
    assert at.hands() == ("KC 2C QC", "KD 3D"), "player's 2 draws"


def _closes(at: Table) -> None:
    at.bets("ann", "banker", 100)
    at.calls()


@by_house
@kept
def test_a_card_that_is_missing_for_banker_is_missing_whatever_waits(book: str, number: str, procedure: str) -> None:
    at, _ = in_play(book, procedure)
    at.draws("Kc", TO_PLAYER)
    at.dealer("report_empty")
    assert at.names() == ["irregularity_found", "empty_reported"]
    at.supervisor("report_empty")
    assert (at.now.phase, at.chips("ann")) == (Phase.PREPARING, 1000)
    assert refused(lambda: at.dealer("report_empty"))[0] == "no_card_due", number
