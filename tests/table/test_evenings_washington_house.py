"""Evenings in `washington` and `house-midi` where several things happen at once."""

import pytest

from puntobanco.table.model import DrawTo, VoidReason
from puntobanco.values.cards import Card
from tests.marks import clause
from tests.table.helpers import BANKER_WINS, PLAYER_WINS, TIE, Table, refused

# Stand-offs that stay


@clause("washington", "ruling 30", "ruling 24")
def test_ruling_30_the_stand_off_of_a_patron_excluded_during_the_round_goes_back() -> None:
    at = Table.ready("washington", {"ann": 1000, "bob": 1000}, standoff="stays")
    at.bets("ann", "player", 100)
    at.bets("bob", "banker", 50)
    at.deals("9c")
    at.operator("exclude", patron="ann", broke="3")
    at.deals("9d Kh Ks")
    at.settles()
    assert at.lying() == {"bob 2 banker": 50}
    assert at.chips("ann") == 1000


# A notice, and the last round decided again


@clause("washington", "5", "ruling 31")
def test_5_a_dealing_style_chosen_after_the_round_holds_when_that_round_is_settled_anew() -> None:
    at = Table.ready("washington")
    at.round(PLAYER_WINS, player=100)
    at.notice(dealing="down")
    at.supervisor("correct_card", card=Card.parse("8c"), place=3)
    assert str(at.now.rules.dealing.value) == "down"
    assert at.chips("ann") == 1100


# Cards that wait


@clause("washington", "3")
def test_3_where_the_first_four_cards_wait_a_draw_without_a_place_is_no_slip_that_costs_the_next_round() -> None:
    at = Table.ready("washington")
    for _ in range(4):
        at.draws(None, DrawTo.EXCESS, face_up=False)
    at.bets("ann", "player", 100)
    assert refused(lambda: at.draws("9d")) == ("call_first", "washington 3")
    at.calls()
    assert "round_started" in at.names()


# Stand-offs that stay, and a round that is decided again


@clause("washington", "3", "ruling 24", "ruling 31")
def test_3_a_stand_off_moved_to_the_other_hand_does_not_come_back_beside_its_own() -> None:
    at = Table.ready("washington", standoff="stays")
    at.round(TIE, player=100)
    at.patron("ann", "move", area="1", wager="player", to_area="1", to_wager="banker")
    at.supervisor("correct_card", card=Card.parse("9h"), place=3)
    assert at.lying() == {"ann 1 player": 100}
    assert at.chips("ann") == 900


@clause("washington", "ruling 24", "ruling 31")
@pytest.mark.parametrize(
    ("right", "lies", "chips"), [("8c", {"ann 1 player": 50}, 850), ("9h", {"ann 1 player": 150}, 850)]
)
def test_ruling_31_of_a_raised_stand_off_only_the_raise_is_put_down_again(
    right: str, lies: dict[str, int], chips: int
) -> None:
    """$100 stayed and $50 came on top; the round is lost after all, or a tie again."""
    at = Table.ready("washington", standoff="stays")
    at.round(TIE, player=100)
    at.bets("ann", "player", 50)
    at.supervisor("correct_card", card=Card.parse(right), place=3)
    assert (at.lying(), at.chips("ann")) == (lies, chips)


@clause("house-midi", "ruling 19", "ruling 31")
def test_ruling_19_a_bonus_is_put_down_again_with_its_main_wager() -> None:
    at = Table.ready("house-midi")
    at.round(BANKER_WINS, banker=100)
    at.bets("ann", "player", 100)
    at.bets("ann", "player_dragon", 50)
    at.withdraws("ann", "player")
    at.bets("ann", "player", 60)
    at.supervisor("correct_card", card=Card.parse("8d"), place=4)
    assert at.lying() == {"ann 1 player": 60, "ann 1 player_dragon": 50}


@clause("washington", "ruling 16", "ruling 24")
@pytest.mark.parametrize("what", ["round", "wager"])
def test_ruling_16_the_chips_of_a_void_stand_off_go_back(what: str) -> None:
    at = Table.ready("washington", standoff="stays")
    at.round(TIE, player=100)
    if what == "round":
        at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    else:
        at.operator("void_wager", round=1, patron="ann", area="1", wager="player", broke="3")
    assert (at.lying(), at.chips("ann")) == ({}, 1000)


# The burn card


@clause("washington", "ruling 28")
@clause("house-midi", "ruling 28")
@pytest.mark.parametrize("book", ["washington", "house-midi"])
def test_ruling_28_a_supervisor_corrects_the_burn_card_until_the_first_card_of_a_round(book: str) -> None:
    """The burn card was a three, not an ace: two more are burned."""
    at = Table.ready(book)
    at.supervisor("correct_card", card=Card.parse("3c"), place=1)
    assert at.preparing() == ["burn"]
    at.draws(None, face_up=False)
    at.draws(None, face_up=False)
    at.round(PLAYER_WINS, player=100)
    assert at.chips("ann") == 1100
    code, _ = refused(lambda: at.supervisor("correct_card", card=Card.parse("4c"), place=1))
    assert code == "not_correctable"


@clause("house-midi", "ruling 19", "ruling 29")
def test_ruling_19_a_cash_out_short_of_commission_debt_is_kept_back_by_commission() -> None:
    at = Table.ready("house-midi", {"ann": 100}, commission_every=2)
    at.round(BANKER_WINS, banker=100)
    at.round(PLAYER_WINS, banker=198)
    at.dealer("collect_commission")
    at.patron("ann", "buy_in", amount=10_000)
    found = refused(lambda: at.patron("ann", "cash_out", amount=9_900))
    assert found == ("not_enough_chips", "house-midi ruling 19")
