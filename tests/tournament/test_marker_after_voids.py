"""Where the starting marker lies once a round is void or decided again: 15.15, rulings 22 and 41."""

from puntobanco.table import commands as at_table
from puntobanco.values.cards import parse_cards
from tests.marks import clause
from tests.tournament.helpers import DIRECTOR, conditions, final
from tests.tournament.rigged import ACT, BANKER, NAMES, PLAYER, TIE, Rigged, dealer_of, seated


def three() -> tuple[Rigged, str, str, str]:
    """Three players, in the order of their seats."""
    cup = seated(NAMES[:3], conditions(final(rounds=9)))
    ((one, two, three_),) = cup.tables_of("1")
    return cup, one, two, three_


def marker(cup: Rigged) -> int | None:
    return cup.table().turns.marker


def deal(cup: Rigged, cards: str = PLAYER, **bets: str) -> None:
    """Everybody bets on player who is not named."""
    cup.deal(cards, **(dict.fromkeys(cup.table().patrons, "player 20") | bets))


@clause(ACT, "ruling 41")
def test_ruling_41_a_round_that_is_void_before_the_next_one_begins_gives_the_marker_back() -> None:
    cup, _, two, _ = three()
    deal(cup)
    deal(cup)
    assert marker(cup) == 3
    cup.void(2)
    assert marker(cup) == 2
    assert cup.ask() == two


@clause(ACT, "ruling 41")
def test_ruling_41_so_does_one_that_is_void_after_the_call_and_before_the_first_card() -> None:
    cup, one, two, three_ = three()
    deal(cup)
    assert [cup.ask(), cup.ask(), cup.ask()] == [two, three_, one]
    cup.bet(one, "player", 20)
    cup.plainly("1", at_table.CallNoMoreBets(actor=dealer_of("1")))
    cup.void(1)
    assert marker(cup) == 1


@clause(ACT, "ruling 41")
def test_ruling_41_a_round_that_is_void_later_leaves_the_marker_where_it_is() -> None:
    cup, *_ = three()
    deal(cup)
    deal(cup)
    cup.void(1)
    assert marker(cup) == 3
    cup.void(2)
    assert marker(cup) == 2, "the last one is still the last one"


@clause(ACT, "ruling 41")
def test_ruling_41_the_marker_goes_back_to_a_player_whom_the_void_round_put_out() -> None:
    cup, one, *_ = three()
    deal(cup, BANKER, **{one: "player 1000"})
    assert cup.out() == [one]
    assert marker(cup) == 2
    cup.void(1)
    assert cup.out() == []
    assert marker(cup) == 1


@clause(ACT, "ruling 41")
def test_ruling_41_a_last_round_that_is_decided_again_places_it_at_the_next_player_then_in() -> None:
    cup, _, two, _ = three()
    deal(cup, BANKER, **{two: "player 1000"})
    assert cup.out() == [two]
    assert marker(cup) == 3
    cards = tuple(parse_cards(["9d 2c Ks Kh"]))
    cup.plainly("1", at_table.ReportPlacementError(actor=DIRECTOR, round=1, cards=cards))
    assert cup.out() == []
    assert marker(cup) == 2, "seat 2 comes next after seat 1, and its player is in again"


@clause(ACT, "ruling 41")
def test_ruling_41_who_is_put_out_by_a_round_that_is_decided_again_is_passed_over() -> None:
    cup, _, two, _ = three()
    deal(cup, PLAYER, **{two: "player 1000"})
    assert marker(cup) == 2
    cards = tuple(parse_cards(["2d 9c 3s Kh"]))
    cup.plainly("1", at_table.ReportPlacementError(actor=DIRECTOR, round=1, cards=cards))
    assert cup.out() == [two]
    assert marker(cup) == 3


@clause(ACT, "ruling 22")
@clause(ACT, "ruling 41")
def test_ruling_41_the_marker_moves_once_for_every_round_that_is_played() -> None:
    cup, *_ = three()
    for seat in (2, 3, 1):
        deal(cup, TIE)
        assert marker(cup) == seat
