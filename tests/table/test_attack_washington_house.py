"""Evenings in `washington` and `house-midi` where several things happen at once."""

import pytest

from puntobanco.cards import Card, parse_cards
from puntobanco.table.commands import DrawTo, VoidReason
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
