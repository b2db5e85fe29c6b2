"""What is on record is what is done: no round is void where none is dealt, and no next one is owed before a shuffle."""

import pytest

from puntobanco.coup.irregularity import Irregularity
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.table.events import IrregularityFound
from puntobanco.table.model import DrawTo
from puntobanco.table.views.remedy_advice import advice
from puntobanco.values.cards import Card
from tests.marks import clause
from tests.table.helpers import PLAYER_WINS, Table

SEEN, UNSEEN, FACE_UP = (
    Irregularity.EXCESS_CARD_SEEN,
    Irregularity.EXCESS_CARD_UNSEEN,
    Irregularity.FIRST_CARD_FACE_UP,
)
by_house = pytest.mark.parametrize(
    ("book", "number"),
    [
        pytest.param("washington", "irregularities", marks=clause("washington", "irregularities")),
        pytest.param("house-midi", "ruling 18", marks=clause("house-midi", "ruling 18")),
    ],
)
by_book = pytest.mark.parametrize(
    ("book", "seen", "unseen"),
    [
        pytest.param("act-2015", "12.2", "12.3", marks=clause("act-2015", "12.2", "12.3", "ruling 9")),
        pytest.param("nz-1998", "11.2", "11.2", marks=clause("nz-1998", "11.2", "ruling 9")),
        pytest.param("washington", "irregularities", "irregularities", marks=clause("washington", "irregularities")),
        pytest.param("house-midi", "ruling 18", "ruling 18", marks=clause("house-midi", "ruling 18")),
    ],
)


def found(at: Table) -> tuple[Irregularity, Remedy, str]:
    (one,) = (event for event in at.events if isinstance(event, IrregularityFound))
    return one.irregularity, one.remedy, one.clause


def told_to_do(at: Table) -> str:
    (one,) = (event for event in at.events if isinstance(event, IrregularityFound))
    return advice(at.now, one, at.events).title


# No round is there to void


@by_house
@pytest.mark.parametrize(("what", "card"), [(SEEN, "5c"), (UNSEEN, None)])
def test_between_rounds_a_card_too_many_is_put_aside_and_wagers_lie_on(
    book: str, number: str, what: Irregularity, card: str | None
) -> None:
    at = Table.ready(book, {"ann": 1000}, **{what.parameter: "round_void"})
    at.bets("ann", "player", 100)
    at.draws(card, DrawTo.EXCESS, face_up=card is not None)
    assert at.names() == ["irregularity_found", "card_put_aside"]
    assert found(at) == (what, Remedy.RECORDED_ONLY, number)
    assert at.lying() == {"ann 1 player": 100}
    assert told_to_do(at) == "Put the card aside"


@by_house
def test_between_rounds_a_card_found_face_up_is_put_aside(book: str, number: str) -> None:
    at = Table.ready(book, {"ann": 1000}, on_first_card_face_up="round_void")
    at.draws("5c", DrawTo.EXCESS, found_face_up=True)
    assert at.names() == ["irregularity_found", "card_put_aside"]
    assert found(at) == (FACE_UP, Remedy.RECORDED_ONLY, number)


@by_house
def test_a_card_that_is_seen_after_its_round_voids_none(book: str, number: str) -> None:
    at = Table.ready(book, {"ann": 1000}, on_excess_card_seen="round_void")
    at.draws(None, DrawTo.EXCESS, face_up=False)
    at.dealer("disclose_card", card=Card.parse("5c"))
    assert at.names() == ["irregularity_found", "card_disclosed", "card_put_aside"]
    assert found(at) == (Irregularity.DISCLOSED, Remedy.RECORDED_ONLY, number)


@by_house
def test_in_a_round_it_is_void(book: str, number: str) -> None:
    at = Table.ready(book, {"ann": 1000}, on_excess_card_seen="round_void")
    at.bets("ann", "player", 100)
    if book == "house-midi":
        at.calls()
    at.deals(PLAYER_WINS).turns().draws("5c", DrawTo.EXCESS)
    assert found(at) == (SEEN, Remedy.ROUND_VOID, number)
    assert at.now.rounds[-1].void


# No round follows before the shuffle


def last_round(book: str) -> Table:
    """The cutting card has come before the last round, whose hands are complete."""
    at = Table.ready(book, {"ann": 1000})
    at.bets("ann", "player", 100)
    at.dealer("draw_cutting_card")
    if book == "act-2015":  # this round is the last one unless it is a tie
        at.calls()
        at.deals("9c 9d Kh Ks").settles()
        at.bets("ann", "player", 100)
    if book != "washington":
        at.calls()
    at.deals(PLAYER_WINS).turns()
    return at


@by_book
@pytest.mark.parametrize("settled", [False, True])
@pytest.mark.parametrize("card", ["5c", None])
def test_ruling_9_in_and_after_the_last_round_a_card_in_excess_is_recorded_and_shuffled(
    book: str, seen: str, unseen: str, settled: bool, card: str | None
) -> None:
    at = last_round(book)
    if settled:
        at.settles()
    at.draws(card, DrawTo.EXCESS, face_up=card is not None)
    assert at.names() == ["irregularity_found", "excess_card_kept"]
    what, number = (UNSEEN, unseen) if card is None else (SEEN, seen)
    assert found(at) == (what, Remedy.RECORDED_ONLY, number)
    assert told_to_do(at) == "Set the card aside"
    if not settled:
        at.settles()
    at.prepares()
    at.bets("ann", "player", 100)
    assert (at.now.excess, at.now.no_bet_cause) == ((), None)


@by_book
def test_ruling_9_players_card_in_error_in_the_last_round_is_recorded_and_shuffled(
    book: str, seen: str, unseen: str
) -> None:
    at = last_round(book)
    at.draws("5c", DrawTo.PLAYER)
    number = "11.1" if book == "nz-1998" else seen
    assert found(at) == (Irregularity.PLAYER_CARD_IN_ERROR, Remedy.RECORDED_ONLY, number), unseen
    at.settles()
    at.prepares()
    assert at.now.excess == ()


@by_book
def test_before_the_last_round_it_begins_that(book: str, seen: str, unseen: str) -> None:
    at = Table.ready(book, {"ann": 1000})
    at.bets("ann", "player", 100)
    if book != "washington":
        at.calls()
    at.deals("9c")
    at.dealer("draw_cutting_card")
    at.deals("2d Kh 3s").turns()
    at.draws("5c", DrawTo.EXCESS)
    assert found(at) == (SEEN, Remedy.FIRST_OF_NO_BET_ROUND, seen), unseen
