"""A third card before player while cards lie face down waits for the turn; then the house's procedure holds."""

import pytest

from puntobanco.coup.irregularity import Irregularity
from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.table.events import IrregularityFound
from puntobanco.table.model import DrawTo
from puntobanco.table.queries.progress import Next, progress
from puntobanco.table.views.remedy_advice import advice
from puntobanco.values.cards import Card
from tests.marks import clause
from tests.table.helpers import BANKER, PLAYER, Table, refused

TO_PLAYER, TO_BANKER, TO_EXCESS = DrawTo.PLAYER, DrawTo.BANKER, DrawTo.EXCESS
PLAYER_DRAWS, BANKER_DRAWS, NOBODY_DRAWS = "2s 2h Ks 5h", "2s 2h 4s 3h", "2s 2h 5s 5h"
"""2 against 7, 6 against 5, 7 against 7."""
EARLY, IN_ERROR = Irregularity.THIRD_CARD_BEFORE_TURN, Irregularity.PLAYER_CARD_IN_ERROR
NEXT, NO_BET, VOID, BANKERS = "first_of_next_round", "first_of_no_bet_round", "round_void", "bankers_third_if_due"
by_house = pytest.mark.parametrize(
    ("book", "number"),
    [
        pytest.param("washington", "irregularities", marks=clause("washington", "irregularities", "ruling 17")),
        pytest.param("house-midi", "ruling 18", marks=clause("house-midi", "ruling 18", "play")),
    ],
)
any_procedure = pytest.mark.parametrize("procedure", [NEXT, NO_BET, VOID, BANKERS])
kept = pytest.mark.parametrize("procedure", [NEXT, NO_BET])
seen_or_not = pytest.mark.parametrize("card", ["9c", None])


def face_down(book: str, coup: str, procedure: str, **choices: object) -> Table:
    """ann's $100 lies on banker, and the first four cards face down."""
    style = {} if book == "house-midi" else {"dealing": "down"}
    at = Table.ready(book, {"ann": 1000}, **{"on_player_card_in_error": procedure, **style, **choices})
    at.bets("ann", "banker", 100)
    if book == "house-midi":
        at.calls()
    return at.deals(coup)


def comes_early(at: Table, card: str | None, to: DrawTo = TO_PLAYER) -> None:
    at.draws(card, to, face_up=card is not None)
    assert at.names() == ["irregularity_found", "excess_card_kept"]


def found(at: Table) -> list[tuple[Irregularity, Remedy, str]]:
    """What the last command found."""
    return [(one.irregularity, one.remedy, one.clause) for one in at.events if isinstance(one, IrregularityFound)]


def waiting(at: Table) -> list[str]:
    return [str(one.card.card) for one in at.now.excess]


def paid(book: str) -> int:
    return 1095 if book == "washington" else 1100


# It waits


@by_house
@any_procedure
@seen_or_not
@pytest.mark.parametrize("out_of_sequence", ["reconstructed", "round_void"])
def test_it_waits_whatever_the_house_says_and_lies_out_of_no_sequence(
    book: str, number: str, procedure: str, card: str | None, out_of_sequence: str
) -> None:
    at = face_down(book, PLAYER_DRAWS, procedure, on_out_of_sequence=out_of_sequence)
    comes_early(at, card)
    turning = "ruling 17" if book == "washington" else "play"
    assert found(at) == [(EARLY, Remedy.PLAY_ON, turning)]
    assert at.clauses("excess_card_kept") == [number]
    assert progress(at.now).next is Next.EXPOSE
    (cause,) = (one for one in at.events if isinstance(one, IrregularityFound))
    assert advice(at.now, cause, at.events).title == "Let the card lie as it does"


@by_house
@any_procedure
@seen_or_not
def test_where_player_draws_it_is_players_and_nothing_is_in_error(
    book: str, number: str, procedure: str, card: str | None
) -> None:
    at = face_down(book, PLAYER_DRAWS, procedure)
    comes_early(at, card)
    at.turns()
    assert (found(at), at.clauses("card_dealt")) == ([], ["tables" if book == "washington" else "drawing"])
    if card is None:
        at.turns_one(PLAYER, cards="9c")
    assert at.hands() == ("2S KS 9C", "2H 5H")
    at.settles()
    assert (at.chips("ann"), at.now.excess, at.now.no_bet_cause) == (paid(book), (), None), number


# It is in error


@by_house
@seen_or_not
@pytest.mark.parametrize("coup", [BANKER_DRAWS, NOBODY_DRAWS])
def test_round_void_voids_the_round_at_the_turn(book: str, number: str, card: str | None, coup: str) -> None:
    at = face_down(book, coup, VOID)
    comes_early(at, card)
    at.turns()
    assert found(at) == [(IN_ERROR, Remedy.ROUND_VOID, number)]
    assert at.names()[-3:] == ["card_put_aside", "wager_returned", "round_ended"]
    for name in ("card_put_aside", "wager_returned", "round_ended"):
        assert at.clauses(name) == [number]
    assert (at.chips("ann"), at.now.excess, at.now.rounds[-1].void) == (1000, (), True)


@by_house
@kept
@seen_or_not
def test_banker_draws_another_card_and_it_waits_for_the_next_round(
    book: str, number: str, procedure: str, card: str | None
) -> None:
    at = face_down(book, BANKER_DRAWS, procedure)
    comes_early(at, card)
    at.turns()
    assert found(at) == [(IN_ERROR, Remedy(procedure), number)]
    at.draws("2d")
    assert at.hands() == ("2S 4S", "2H 3H 2D")
    at.settles()
    assert (at.chips("ann"), waiting(at)) == (paid(book), [str(card).upper() if card else "None"])
    assert at.now.no_bet_cause == (number if procedure == NO_BET else None)


@by_house
@kept
@seen_or_not
def test_where_nobody_draws_it_waits_for_the_next_round(
    book: str, number: str, procedure: str, card: str | None
) -> None:
    at = face_down(book, NOBODY_DRAWS, procedure)
    comes_early(at, card)
    at.turns()
    assert found(at) == [(IN_ERROR, Remedy(procedure), number)]
    at.settles()
    assert (at.chips("ann"), len(at.now.excess)) == (1000, 1)
    assert at.now.no_bet_cause == (number if procedure == NO_BET else None)


@by_house
@pytest.mark.parametrize("unseen", [NEXT, NO_BET, VOID])
def test_bankers_third_card_is_bankers_whatever_the_house_does_with_cards_in_excess(
    book: str, number: str, unseen: str
) -> None:
    at = face_down(book, BANKER_DRAWS, BANKERS, on_excess_card_unseen=unseen)
    comes_early(at, None)
    at.turns()
    assert found(at) == [(IN_ERROR, Remedy.BANKERS_THIRD_IF_DUE, number)]
    assert at.clauses("card_dealt") == [number]
    at.turns_one(BANKER, cards="2d")
    at.settles()
    assert (at.chips("ann"), at.now.excess, at.now.rounds[-1].void) == (paid(book), (), False)


@by_house
@pytest.mark.parametrize(("unseen", "left", "void"), [(NEXT, 1, False), (NO_BET, 1, False), (VOID, 0, True)])
def test_bankers_third_card_that_banker_is_not_due_is_in_excess(
    book: str, number: str, unseen: str, left: int, void: bool
) -> None:
    at = face_down(book, NOBODY_DRAWS, BANKERS, on_excess_card_unseen=unseen)
    comes_early(at, None)
    at.turns()
    assert found(at) == [(IN_ERROR, Remedy(unseen), number)]
    if not void:
        at.settles()
    assert (at.chips("ann"), len(at.now.excess), at.now.rounds[-1].void) == (1000, left, void)
    assert at.now.no_bet_owed == (unseen == NO_BET)


@clause("washington", "irregularities", "5")
@pytest.mark.parametrize(("dealing", "card"), [("uuud", "9c"), ("dudu", None)])
def test_washington_5_any_mix_of_cards_face_down_will_do(dealing: str, card: str | None) -> None:
    at = face_down("washington", BANKER_DRAWS, NEXT, dealing=dealing)
    comes_early(at, card)
    at.turns()
    at.draws("Kc")
    assert at.hands() == ("2S 4S", "2H 3H KC")
    assert len(at.now.excess) == 1


# More than one


@by_house
@kept
def test_of_two_the_first_is_players_and_the_second_waits(book: str, number: str, procedure: str) -> None:
    """Player's 2 draws a 4, and banker's 3 draws on it."""
    at = face_down(book, "2s Kh Ks 3h", procedure)
    comes_early(at, "4c")
    comes_early(at, "5c")
    at.turns()
    assert found(at) == [(IN_ERROR, Remedy(procedure), number)]
    assert (at.hands(), waiting(at)) == (("2S KS 4C", "KH 3H"), ["5C"])
    at.draws("6c")
    assert (at.hands(), waiting(at)) == (("2S KS 4C", "KH 3H 6C"), ["5C"])


@by_house
def test_of_two_the_second_voids_the_round_as_soon_as_the_hands_are_turned(book: str, number: str) -> None:
    at = face_down(book, "2s Kh Ks 3h", VOID)
    comes_early(at, None)
    comes_early(at, None)
    at.turns()
    assert found(at) == [(IN_ERROR, Remedy.ROUND_VOID, number)]
    assert at.now.rounds[-1].void


@by_house
@kept
def test_a_card_called_excess_behind_it_is_bankers_if_banker_draws(book: str, number: str, procedure: str) -> None:
    at = face_down(book, BANKER_DRAWS, procedure)
    comes_early(at, "9c")
    comes_early(at, "2d", TO_EXCESS)
    at.turns()
    assert found(at) == [(IN_ERROR, Remedy(procedure), number)]
    assert (at.hands(), waiting(at)) == (("2S 4S", "2H 3H 2D"), ["9C"])


@by_house
@kept
def test_with_a_card_out_of_sequence_beside_it_both_are_put_right(book: str, number: str, procedure: str) -> None:
    at = face_down(book, BANKER_DRAWS, procedure)
    comes_early(at, "9c")
    at.draws("2d", TO_BANKER)
    at.turns()
    assert found(at) == [(IN_ERROR, Remedy(procedure), number)]
    at.supervisor("reconstruct")
    assert (at.hands(), waiting(at), found(at)) == (("2S 4S", "2H 3H 2D"), ["9C"], [])


@by_house
@pytest.mark.parametrize("procedure", [NEXT, NO_BET, BANKERS])
def test_another_one_while_players_third_card_lies_unturned_is_in_error(book: str, number: str, procedure: str) -> None:
    at = face_down(book, "2s Kh Ks 3h", procedure)
    comes_early(at, None)
    at.turns()
    comes_early(at, "5c")
    assert found(at) == [(IN_ERROR, Remedy(procedure), number)]
    at.turns_one(PLAYER, cards="4c")
    assert found(at) == []
    assert at.hands() == ("2S KS 4C", "KH 3H 5C" if procedure == BANKERS else "KH 3H")


# Seen while it waits


@by_house
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("settled", [False, True])
@pytest.mark.parametrize(("procedure", "seen"), [(NEXT, NO_BET), (NO_BET, NEXT), (NEXT, VOID), (NO_BET, VOID)])
def test_seen_it_goes_by_the_procedure_for_players_card_in_error(
    book: str, number: str, turned: bool, settled: bool, procedure: str, seen: str
) -> None:
    at = face_down(book, NOBODY_DRAWS, procedure, on_excess_card_seen=seen)
    comes_early(at, None)
    if turned or settled:
        at.turns()
    if settled:
        at.settles()
    at.dealer("disclose_card", card=Card.parse("9c"))
    assert found(at) == [(Irregularity.DISCLOSED, Remedy(procedure), number)]
    if not settled:
        at.turns().settles()
    assert (waiting(at), at.now.rounds[-1].void) == (["9C"], False)
    assert at.now.no_bet_cause == (number if procedure == NO_BET else None)
    if procedure == NO_BET:
        assert refused(lambda: at.bets("ann", "banker", 100))[0] == "no_bets_this_hand"
