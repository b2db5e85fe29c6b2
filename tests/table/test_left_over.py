"""Cards left over when hands are put right are in excess: the house's procedure holds for each, seen or not."""

import pytest

from puntobanco.table.model import DrawTo
from puntobanco.values.cards import Card
from tests.marks import clause
from tests.table.helpers import Table, refused

PLAYER_DRAWS = "2c 2d 3h 4s"
"""5 against 6."""
by_house = pytest.mark.parametrize(
    ("book", "number"),
    [
        pytest.param("washington", "irregularities", marks=clause("washington", "irregularities", "ruling 15")),
        pytest.param("house-midi", "ruling 18", marks=clause("house-midi", "ruling 15", "ruling 18")),
    ],
)


def left_over(book: str, *, seen: bool, **choices: object) -> Table:
    """Player seemed to have 5 and drew; it was 8, so that the third card is left over."""
    at = Table.ready(book, {"ann": 1000}, **choices)
    at.bets("ann", "player", 100)
    if book == "house-midi":
        at.calls()
    first = at.now.shoe.out + 1
    at.deals(PLAYER_DRAWS).turns()
    at.draws("5c" if seen else None, face_up=seen)
    at.supervisor("correct_card", card=Card.parse("5h"), place=first)
    assert at.names()[-1] == "announced"
    at.settles()
    assert (at.chips("ann"), len(at.now.excess)) == (1100, 1)
    return at


@by_house
@pytest.mark.parametrize("seen", [True, False])
def test_a_round_without_wagers_is_owed(book: str, number: str, seen: bool) -> None:
    key = "on_excess_card_seen" if seen else "on_excess_card_unseen"
    at = left_over(book, seen=seen, **{key: "first_of_no_bet_round"})
    assert at.now.no_bet_cause == number
    assert refused(lambda: at.bets("ann", "player", 100)) == ("no_bets_this_hand", f"{book} {number}")
    at.dealer("start_no_bet")
    assert at.clauses("round_started") == [number]


@by_house
@pytest.mark.parametrize("seen", [True, False])
def test_the_next_round_has_wagers(book: str, number: str, seen: bool) -> None:
    keys = ("on_excess_card_seen", "on_excess_card_unseen")
    here, other = keys if seen else keys[::-1]
    at = left_over(book, seen=seen, **{here: "first_of_next_round", other: "first_of_no_bet_round"})
    assert at.now.no_bet_cause is None, number
    at.bets("ann", "player", 100)
    assert at.lying() == {"ann 1 player": 100}


@by_house
@pytest.mark.parametrize("unseen", ["first_of_no_bet_round", "first_of_next_round"])
def test_cards_out_of_sequence_that_a_supervisor_puts_right_leave_one_over(book: str, number: str, unseen: str) -> None:
    at = Table.ready(book, {"ann": 1000}, on_excess_card_unseen=unseen)
    at.bets("ann", "player", 100)
    if book == "house-midi":
        at.calls()
    at.deals("9c 2d Kh 3s")
    at.draws(None, DrawTo.BANKER, face_up=False)
    at.turns()
    if at.now.round is not None and at.now.round.misplaced:
        at.supervisor("reconstruct")
        assert at.clauses("hands_reconstructed") == [number]
    at.settles()
    assert at.now.no_bet_owed == (unseen == "first_of_no_bet_round")


@by_house
@pytest.mark.parametrize(("procedure", "cause"), [("first_of_next_round", False), ("first_of_no_bet_round", True)])
def test_players_card_in_error_that_was_players_for_a_while_waits_by_its_own_procedure(
    book: str, number: str, procedure: str, cause: bool
) -> None:
    """Player's 6 seemed to be 5 for a moment; seen cards in excess have the other procedure."""
    other = "first_of_next_round" if cause else "first_of_no_bet_round"
    at = Table.ready(book, {"ann": 1000}, on_player_card_in_error=procedure, on_excess_card_seen=other)
    at.bets("ann", "player", 100)
    if book == "house-midi":
        at.calls()
    first = at.now.shoe.out + 1
    at.deals("2s 6h 4s Kh").turns()
    at.draws("Kc", DrawTo.PLAYER)
    for card in ("As", "2s"):
        at.supervisor("correct_card", card=Card.parse(card), place=first)
    assert at.hands() == ("2S 4S", "6H KH")
    at.settles()
    assert at.now.no_bet_cause == (number if cause else None)
