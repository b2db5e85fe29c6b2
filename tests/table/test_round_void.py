"""A house whose procedure for a card too many is a void round: that holds whenever the card turns out to be one."""

import pytest

from puntobanco.coup.irregularity import Irregularity
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.table.events import CardPutAside, IrregularityFound
from puntobanco.table.model import DrawTo, Phase
from puntobanco.values.cards import Card
from tests.marks import clause
from tests.table.helpers import PLAYER_WINS, Table

TO_PLAYER, TO_BANKER = DrawTo.PLAYER, DrawTo.BANKER
IN_ERROR = Irregularity.PLAYER_CARD_IN_ERROR
PLAYER_DRAWS, BANKER_DRAWS = "2c 2d 3h 4s", "6c 2d Kh 3s"
"""5 against 6, and 6 against 5: the first of them draws, the other one stands unless the first drew."""
by_house = pytest.mark.parametrize(
    ("book", "number"),
    [
        pytest.param("washington", "irregularities", marks=clause("washington", "irregularities")),
        pytest.param("house-midi", "ruling 18", marks=clause("house-midi", "ruling 18")),
    ],
)


def face_down(book: str, coup: str, **choices: object) -> Table:
    """ann's $100 lies on player, and the first four cards face down."""
    style = {} if book == "house-midi" else {"dealing": "down"}
    chosen: dict[str, object] = {"on_excess_card_seen": "round_void", **style, **choices}
    at = Table.ready(book, {"ann": 1000}, **chosen)
    at.bets("ann", "player", 100)
    if book == "house-midi":
        at.calls()
    return at.deals(coup)


def remedies(at: Table) -> list[tuple[Irregularity, Remedy, str]]:
    return [(one.irregularity, one.remedy, one.clause) for one in at.events if isinstance(one, IrregularityFound)]


def is_void_by(
    at: Table, number: str, *, place: int, card: str | None = "5C", what: Irregularity = Irregularity.EXCESS_CARD_SEEN
) -> bool:
    """Whether the last command has voided the round for this card: recorded, put aside, all money back."""
    assert remedies(at)[-1] == (what, Remedy.ROUND_VOID, number)
    assert [(one.card, one.place, one.counted) for one in at.events if isinstance(one, CardPutAside)] == [
        (None if card is None else Card.parse(card), place, True)
    ]
    assert at.names()[-3:] == ["card_put_aside", "wager_returned", "round_ended"]
    for kind in ("card_put_aside", "wager_returned", "round_ended"):
        assert at.clauses(kind) == [number]
    shoe = at.now.shoe
    assert shoe.out == shoe.burned + shoe.dealt + shoe.aside
    assert (at.chips("ann"), at.lying(), at.now.excess) == (1000, {}, ())
    return at.now.rounds[-1].void


# Seen, before the hands are turned


@by_house
def test_a_card_before_player_that_no_hand_draws_once_they_are_turned_voids_the_round(book: str, number: str) -> None:
    at = face_down(book, PLAYER_WINS)
    place = at.now.shoe.out + 1
    at.draws("5c", TO_PLAYER)
    at.turns()
    assert is_void_by(at, number, place=place, what=IN_ERROR)


@by_house
def test_a_card_before_banker_that_no_hand_draws_voids_the_round_once_it_is_put_right(book: str, number: str) -> None:
    at = face_down(book, PLAYER_WINS)
    place = at.now.shoe.out + 1
    at.draws("5c", TO_BANKER)
    at.turns()
    assert at.now.phase is Phase.DEALING
    at.supervisor("reconstruct")
    assert is_void_by(at, number, place=place)


@by_house
@pytest.mark.parametrize(
    ("coup", "hands"), [(PLAYER_DRAWS, ("2C 3H 5C", "2D 4S")), (BANKER_DRAWS, ("6C KH", "2D 3S 5C"))]
)
def test_a_card_that_a_hand_draws_is_none_too_many(book: str, number: str, coup: str, hands: tuple[str, str]) -> None:
    at = face_down(book, coup)
    at.draws("5c", TO_PLAYER)
    at.turns()
    assert at.hands() == hands
    at.settles()
    assert not at.now.rounds[-1].void
    assert number not in at.clauses("wager_returned")


@by_house
def test_the_next_round_begins_with_a_card_from_the_shoe(book: str, number: str) -> None:
    at = face_down(book, PLAYER_WINS)
    place = at.now.shoe.out + 1
    at.draws("5c", TO_PLAYER)
    at.turns()
    assert is_void_by(at, number, place=place, what=IN_ERROR)
    at.round(PLAYER_WINS, player=100)
    assert at.chips("ann") == 1100


@by_house
def test_two_cards_of_which_a_hand_draws_one_leave_the_other(book: str, number: str) -> None:
    at = face_down(book, BANKER_DRAWS)
    at.draws("4c", TO_PLAYER)
    at.draws("5c", TO_PLAYER)
    place = at.now.shoe.out
    at.turns()
    assert is_void_by(at, number, place=place, what=IN_ERROR)


# Unseen, and seen while it waits


@by_house
def test_an_unseen_card_that_no_hand_draws_waits_for_the_next_round(book: str, number: str) -> None:
    at = face_down(book, PLAYER_WINS)
    at.draws(None, TO_PLAYER, face_up=False)
    at.turns()
    assert number not in at.clauses("round_ended")
    at.settles()
    assert (at.chips("ann"), len(at.now.excess)) == (1100, 1)


@by_house
def test_seen_before_the_hands_are_turned_it_voids_the_round_when_they_are(book: str, number: str) -> None:
    at = face_down(book, PLAYER_WINS)
    at.draws(None, TO_PLAYER, face_up=False)
    place = at.now.shoe.out
    at.dealer("disclose_card", card=Card.parse("5c"))
    assert at.names() == ["irregularity_found", "card_disclosed"]
    at.turns()
    assert is_void_by(at, number, place=place, what=IN_ERROR)


@by_house
def test_seen_after_the_hands_are_turned_it_voids_the_round_at_once(book: str, number: str) -> None:
    at = face_down(book, PLAYER_WINS)
    at.draws(None, TO_PLAYER, face_up=False)
    place = at.now.shoe.out
    at.turns()
    at.dealer("disclose_card", card=Card.parse("5c"))
    assert is_void_by(at, number, place=place, what=IN_ERROR)


@by_house
def test_seen_before_the_hands_are_turned_and_drawn_by_one_of_them_it_voids_nothing(book: str, number: str) -> None:
    at = face_down(book, PLAYER_DRAWS)
    at.draws(None, TO_PLAYER, face_up=False)
    at.dealer("disclose_card", card=Card.parse("5c"))
    assert at.clauses("card_disclosed") == [number]
    at.turns()
    assert at.hands() == ("2C 3H 5C", "2D 4S")
    at.settles()
    assert not at.now.rounds[-1].void


@by_house
def test_seen_after_its_round_it_is_put_aside_and_what_was_paid_stays(book: str, number: str) -> None:
    at = face_down(book, PLAYER_WINS)
    at.draws(None, TO_PLAYER, face_up=False)
    at.turns()
    at.settles()
    at.dealer("disclose_card", card=Card.parse("5c"))
    assert at.names() == ["irregularity_found", "card_disclosed", "card_put_aside"]
    assert at.clauses("card_put_aside") == [number]
    assert (at.chips("ann"), at.now.excess, at.now.rounds[-1].void) == (1100, (), False)
    assert at.now.shoe.out == at.now.shoe.burned + at.now.shoe.dealt + at.now.shoe.aside


@by_house
def test_where_unseen_cards_void_the_round_one_that_no_hand_draws_does(book: str, number: str) -> None:
    at = face_down(book, PLAYER_WINS, on_excess_card_unseen="round_void")
    at.draws(None, TO_PLAYER, face_up=False)
    place = at.now.shoe.out
    at.turns()
    assert is_void_by(at, number, place=place, card=None, what=IN_ERROR)


# Left over when a face is put right


@by_house
def test_a_third_card_that_a_correction_leaves_over_voids_the_round(book: str, number: str) -> None:
    """Player seemed to have 5 and drew; it was 8."""
    at = face_down(book, PLAYER_DRAWS)
    first = at.now.shoe.out - 3
    at.turns()
    at.draws("5c")
    at.supervisor("correct_card", card=Card.parse("5h"), place=first)
    assert is_void_by(at, number, place=first + 4)


@by_house
@pytest.mark.parametrize("procedure", ["first_of_no_bet_round", "first_of_next_round"])
def test_other_procedures_void_nothing(book: str, number: str, procedure: str) -> None:
    at = face_down(book, PLAYER_WINS, on_excess_card_seen=procedure)
    at.draws("5c", TO_PLAYER)
    assert at.clauses("excess_card_kept") == [number]
    at.turns()
    at.settles()
    assert (at.chips("ann"), len(at.now.excess), at.now.rounds[-1].void) == (1100, 1, False)
    assert at.now.no_bet_owed == (procedure == "first_of_no_bet_round")
