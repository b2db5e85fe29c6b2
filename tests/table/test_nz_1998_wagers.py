"""New Zealand at the table: layout and wagers (sections 3 to 5)."""

from decimal import Decimal

import pytest

from puntobanco.errors import Refused
from puntobanco.rulebooks.facts import Hand
from puntobanco.table import Actor, Role, legal_actions
from puntobanco.table.commands.slips import SlipStake
from puntobanco.table.model import DrawTo
from tests.marks import clause
from tests.table.helpers import BANKER, BANKER_WINS, OPERATOR, PLAYER, PLAYER_WINS, TIE, Table, refused

BOOK = "nz-1998"


def table(*patrons: str, **choices: object) -> Table:
    return Table.ready(BOOK, dict.fromkeys(patrons or ("ann",), 1000), **choices)


@clause(BOOK, "3.1", "3.3")
def test_3_3_each_set_has_an_area_for_banker_player_and_tie() -> None:
    at = table("ann", "bob", "cyd", seats=3)
    at.patron("cyd", "leave_seat")
    at.bets("ann", "banker", 20, area=3)
    at.bets("bob", "player", 20, area=3)
    at.bets("cyd", "tie", 20, area=3)
    assert at.lying() == {"ann 3 banker": 20, "bob 3 player": 20, "cyd 3 tie": 20}, "an area is one spot, not the set"
    assert refused(lambda: at.bets("ann", "tie", 20, area=4)) == ("area_not_open", "nz-1998 3.1")
    at.patron("cyd", "take_seat", seat=3)
    assert refused(lambda: at.sits("dee", 4)) == ("seat_not_free", "nz-1998 3.1")


@clause(BOOK, "4.3")
def test_4_3_patrons_never_turn_cards() -> None:
    at = table(dealing="down")
    at.bets("ann", "player", 20)
    at.calls()
    at.deals("9c 2d Kh 3s")
    assert refused(lambda: at.turns_one(PLAYER, "ann")) == ("not_yours_to_expose", "nz-1998 4.3")
    assert refused(lambda: at.supervisor("assign_exposer", hand=Hand.PLAYER, patron="ann")) == (
        "exposer_is_fixed",
        "nz-1998 4.3",
    )
    at.turns_one(PLAYER)


@clause(BOOK, "4.3")
def test_4_3_patrons_never_turn_cards_also_where_none_is_to_be_turned() -> None:
    at = table(dealing="down")
    not_theirs = ("not_yours_to_expose", "nz-1998 4.3")
    assert refused(lambda: at.turns_one(PLAYER, "ann", cards="9c Kh")) == not_theirs
    at.bets("ann", "player", 20)
    at.calls()
    at.deals("9c 2d Kh")
    assert refused(lambda: at.turns_one(PLAYER, "ann")) == not_theirs
    at.deals("3s")
    assert refused(lambda: at.turns_one(BANKER, "ann")) == not_theirs
    assert refused(lambda: at.turns_one(BANKER)) == ("not_to_expose_now", "nz-1998 8.6"), "the dealer: player's first"


@clause(BOOK, "5.2")
def test_5_2_never_banker_with_player_whatever_the_area() -> None:
    at = table()
    at.bets("ann", "banker", 20, area=1)
    at.bets("ann", "tie", 20, area=1)
    assert refused(lambda: at.bets("ann", "player", 20, area=2)) == ("never_together", "nz-1998 5.2")
    at.patron("ann", "move", area="1", wager="banker", to_area="2", to_wager="player")
    assert at.lying() == {"ann 1 tie": 20, "ann 2 player": 20}


@clause(BOOK, "5.4")
def test_5_4_a_spoken_wager_needs_chips_and_a_dealer_who_places_it_before_the_call() -> None:
    at = table()
    spoken = {"patron": "ann", "area": "1", "wager": "player"}
    assert refused(lambda: at.dealer("place", amount=100_100, **spoken)) == ("not_enough_chips", "nz-1998 5.4")
    at.dealer("place", amount=5000, **spoken)
    assert at.clauses("wager_placed") == ["5.4"]
    assert at.lying() == {"ann 1 player": 50}
    assert refused(lambda: at.dealer("place", amount=5000, area="1", wager="player"))[0] == "not_spoken"
    at.calls()
    assert refused(lambda: at.dealer("place", amount=5000, **spoken)) == ("wagers_closed", "nz-1998 5.10")


@clause(BOOK, "5.5")
def test_5_5_one_patron_per_area_unless_the_operator_permits_more() -> None:
    at = table("ann", "bob")
    at.bets("ann", "player", 20, area=1)
    assert refused(lambda: at.bets("bob", "player", 20, area=1)) == ("area_full", "nz-1998 5.5")
    three = table("ann", "bob", "cyd", "dee", patrons_per_area=3)
    for name in ("ann", "bob", "cyd"):
        three.bets(name, "player", 20, area=1)
    assert refused(lambda: three.bets("dee", "player", 20, area=1)) == ("area_full", "nz-1998 5.5")


@clause(BOOK, "5.6")
def test_5_6_the_maximum_may_bind_all_patrons_of_an_area() -> None:
    at = table("ann", "bob", patrons_per_area=2, maximum_binds="area", maximum=500)
    at.bets("ann", "player", 300, area=1)
    assert refused(lambda: at.bets("bob", "player", 201, area=1)) == ("area_maximum", "nz-1998 5.6")
    at.bets("bob", "player", 200, area=1)
    at.bets("ann", "tie", 300, area=1)
    assert refused(lambda: at.bets("ann", "player", 1, area=1)) == ("area_maximum", "nz-1998 5.6")


@clause(BOOK, "5.6")
def test_5_6_of_named_patrons_who_have_too_much_together_the_newest_wagers_go_back() -> None:
    at = table("ann", "bob", "cyd", maximum=100, maximum_binds="named", patrons_per_area=3)
    at.bets("ann", "player", 60, area=1)
    at.bets("cyd", "player", 100, area=1)
    at.bets("bob", "player", 50, area=1)
    at.bets("bob", "tie", 50, area=1)
    at.operator("name_patrons", patrons=("ann", "bob"))
    assert at.lying() == {"ann 1 player": 60, "cyd 1 player": 100, "bob 1 tie": 50}
    assert at.clauses("wager_returned") == ["5.6"]
    at.bets("bob", "player", 40, area=1)
    at.operator("name_patrons", patrons=("bob", "ann"))
    assert at.names() == ["patrons_named"], "at the maximum"


@clause(BOOK, "5.6", "5.10")
def test_5_6_nobody_is_named_while_a_round_is_dealt() -> None:
    at = table("ann", "bob", maximum_binds="named", patrons_per_area=3)
    at.bets("ann", "player", 60)
    assert "name_patrons" in {one.kind for one in legal_actions(at.now, OPERATOR)}
    at.calls()
    assert "name_patrons" not in {one.kind for one in legal_actions(at.now, OPERATOR)}
    assert refused(lambda: at.operator("name_patrons", patrons=("ann", "bob"))) == ("round_is_on", "nz-1998 5.6")


@clause(BOOK, "5.6")
def test_5_6_the_maximum_may_bind_named_patrons_in_an_area() -> None:
    at = table("ann", "bob", "cyd", patrons_per_area=3, maximum_binds="named", maximum=500)
    at.operator("name_patrons", patrons=("ann", "bob"))
    at.bets("cyd", "player", 400, area=1)
    at.bets("ann", "player", 300, area=1)
    assert refused(lambda: at.bets("bob", "player", 201, area=1)) == ("area_maximum", "nz-1998 5.6")
    at.bets("bob", "player", 200, area=1)
    plain = table()
    assert refused(lambda: plain.operator("name_patrons", patrons=("ann",))) == ("maximum_not_named", "nz-1998 5.6")


@clause(BOOK, "5.7", "5.12")
def test_5_7_commission_is_kept_when_the_win_is_paid() -> None:
    at = table()
    at.round(BANKER_WINS, banker=100)
    assert (at.chips("ann"), at.commission(), at.owes("ann")) == (1095, 5, 0)
    at.round(PLAYER_WINS, player=100)
    assert at.chips("ann") == 1195
    at.round(TIE, tie=10)
    assert at.chips("ann") == 1275


@clause(BOOK, "5.8")
def test_5_8_a_banker_wager_that_cannot_be_paid_exactly_is_not_accepted() -> None:
    at = table()
    assert refused(lambda: at.bets("ann", "banker", 50)) == ("not_payable", "nz-1998 5.8")
    at.bets("ann", "banker", 40)
    assert refused(lambda: at.bets("ann", "banker", 10)) == ("not_payable", "nz-1998 5.8")
    at.bets("ann", "banker", 20)
    player = table()
    player.bets("ann", "player", 50)
    move = {"area": "1", "wager": "player", "to_area": "1", "to_wager": "banker"}
    assert refused(lambda: player.patron("ann", "move", **move)) == ("not_payable", "nz-1998 5.8")


@clause(BOOK, "5.10", "5.11", "ruling 2")
def test_5_10_from_the_call_until_all_is_paid_no_wager_is_touched() -> None:
    at = table("ann", "bob")
    at.bets("ann", "player", 100)
    at.bets("bob", "banker", 100)
    at.calls()
    closed = ("wagers_closed", "nz-1998 5.10")
    move = {"area": "2", "wager": "banker", "to_area": "2", "to_wager": "tie"}
    for cards in ("", PLAYER_WINS):
        at.deals(cards)
        assert refused(lambda: at.bets("ann", "player", 5)) == closed
        assert refused(lambda: at.withdraws("ann", "player")) == closed
        assert refused(lambda: at.patron("bob", "move", **move)) == closed
    at.settles()
    assert refused(lambda: at.withdraws("bob", "banker")) == ("no_such_wager", "nz-1998 5.10"), "it is lost"
    assert (at.chips("ann"), at.chips("bob")) == (1100, 900)


@clause(BOOK, "5.12")
def test_5_12_after_a_tie_hands_stay_and_may_be_changed_before_the_next_call() -> None:
    at = table("ann", "bob", "cyd")
    at.bets("ann", "player", 100)
    at.bets("bob", "banker", 100)
    at.bets("cyd", "player", 100)
    at.plays(TIE)
    assert at.lying() == {"ann 1 player": 100, "bob 2 banker": 100, "cyd 3 player": 100}
    at.withdraws("ann", "player")
    at.bets("bob", "banker", 20)
    at.patron("cyd", "move", area="3", wager="player", to_area="3", to_wager="banker")
    at.plays(BANKER_WINS)
    assert [at.chips(name) for name in ("ann", "bob", "cyd")] == [1000, 1114, 1095]


@clause(BOOK, "5.12", "5.10")
def test_5_12_changes_of_what_stayed_after_a_tie_cite_it_and_others_do_not() -> None:
    at = table("ann", "bob", "cyd")
    for name in ("ann", "bob", "cyd"):
        at.bets(name, "player", 100)
    at.plays(TIE)
    at.withdraws("ann", "player")
    assert at.clauses("wager_withdrawn") == ["5.12"]
    at.patron("bob", "move", area="2", wager="player", to_area="2", to_wager="banker")
    assert at.clauses("wager_moved") == ["5.12"]
    at.bets("cyd", "player", 20)
    assert at.clauses("wager_placed") == ["5.12"]
    at.bets("ann", "player", 100)
    assert at.clauses("wager_placed") == ["5.3"]
    at.withdraws("ann", "player")
    assert at.clauses("wager_withdrawn") == ["5.10"]


def slip(*stakes: tuple[str, int]) -> tuple[SlipStake, ...]:
    return tuple(SlipStake(area="1", wager=wager, amount=amount) for wager, amount in stakes)


@clause(BOOK, "5.12", "11.2", "ruling 10")
def test_5_12_what_stayed_after_a_tie_may_be_withdrawn_before_a_void_hand_but_neither_raised_nor_moved() -> None:
    at = table()
    at.bets("ann", "banker", 100)
    at.calls()
    at.deals("2s 2h 5s 5h").draws("6c", DrawTo.PLAYER)
    at.settles()
    no_bets = ("no_bets_this_hand", "nz-1998 11.1")
    assert refused(lambda: at.bets("ann", "banker", 20)) == no_bets
    move = {"area": "1", "wager": "banker", "to_area": "1", "to_wager": "player"}
    assert refused(lambda: at.patron("ann", "move", **move)) == no_bets
    offered = [one.kind for one in legal_actions(at.now, Actor(person="ann", role=Role.PATRON))]
    assert ("withdraw" in offered, "bet_slip" in offered, "place" in offered, "move" in offered) == (
        True,
        True,
        False,
        False,
    )
    at.withdraws("ann", "banker")
    assert (at.clauses("wager_withdrawn"), at.lying(), at.chips("ann")) == (["5.12"], {}, 1000)
    offered = [one.kind for one in legal_actions(at.now, Actor(person="ann", role=Role.PATRON))]
    assert "bet_slip" not in offered, "nothing is left to take back"


@clause(BOOK, "5.12", "9.9")
def test_5_12_after_a_tie_on_the_last_hand_a_slip_raises_or_changes_the_hand_and_nobody_bets_anew() -> None:
    at = table("ann", "bob")
    at.bets("ann", "player", 100)
    at.calls()
    at.dealer("draw_cutting_card")
    at.deals(TIE).settles()
    at.patron("ann", "bet_slip", round=2, stakes=slip(("player", 15_000)))
    at.patron("ann", "bet_slip", round=2, stakes=slip(("banker", 20_000)))
    assert at.lying() == {"ann 1 banker": 200}
    more = slip(("banker", 20_000), ("tie", 1000))
    over = ("wagers_closed", "nz-1998 9.9")
    assert refused(lambda: at.patron("ann", "bet_slip", round=2, stakes=more)) == over
    less = slip(("banker", 16_000), ("tie", 90_000))
    assert refused(lambda: at.patron("ann", "bet_slip", round=2, stakes=less)) == over, "a wager stays, and one is new"
    assert refused(lambda: at.bets("bob", "player", 100)) == over


@clause(BOOK, "9.8", "9.9", "7.1", "7.2")
def test_9_8_who_bets_between_the_end_of_a_shoe_and_the_next_hears_what_is_to_be_done_first() -> None:
    at = table("ann")
    at.bets("ann", "player", 100)
    at.calls()
    at.deals("9c")
    at.dealer("draw_cutting_card")
    at.deals("2d Kh 3s").settles()
    at.round(PLAYER_WINS, player=100)
    assert at.clauses("new_shoe_due") == ["9.8"]
    assert refused(lambda: at.bets("ann", "player", 100)) == ("wagers_closed", "nz-1998 9.8")
    assert refused(at.calls) == ("nothing_to_deal_for", "nz-1998 9.8")
    at.dealer("shuffle")
    assert refused(lambda: at.bets("ann", "player", 100)) == ("wagers_closed", "nz-1998 7.2")


@clause(BOOK, "8.2", "5.10", "ruling 32")
def test_8_2_a_call_without_wagers_and_a_second_one_are_told_apart() -> None:
    at = table("ann")
    assert refused(at.calls) == ("nothing_to_deal_for", "nz-1998 ruling 32")
    at.bets("ann", "player", 100)
    at.calls()
    with pytest.raises(Refused, match="wagers are closed already: finish this round"):
        at.calls()
    assert refused(at.calls) == ("nothing_to_deal_for", "nz-1998 5.10")


def unbalanced() -> Table:
    """Banker 300 and 100 against player 40, with a differential of 100: 140 of 400 may stay."""
    at = table("ann", "bob", "cyd", differential=100)
    at.bets("ann", "banker", 300)
    at.bets("bob", "banker", 100)
    at.bets("cyd", "player", 40)
    at.bets("cyd", "tie", 500)
    return at


@clause(BOOK, "5.13", "5.14", "ruling 8")
def test_5_14_the_dealer_may_cut_the_heavier_hand_pro_rata() -> None:
    at = unbalanced()
    assert refused(at.calls) == ("differential_exceeded", "nz-1998 5.14")
    at.calls(cut_pro_rata=True)
    assert at.clauses("wager_returned") == ["5.14", "5.14"]
    assert at.lying() == {"ann 1 banker": 100, "bob 2 banker": 20, "cyd 3 player": 40, "cyd 3 tie": 500}, (
        "105 and 35, then what can be paid exactly; nothing is handed on"
    )


@clause(BOOK, "5.14", "ruling 8")
def test_ruling_8_player_wagers_are_cut_to_the_smallest_chip() -> None:
    at = table("ann", "bob", "cyd", differential=100)
    at.bets("ann", "player", 200)
    at.bets("bob", "player", 130)
    at.bets("cyd", "banker", 20)
    at.calls(cut_pro_rata=True)
    assert at.lying() == {"ann 1 player": 72, "bob 2 player": 47, "cyd 3 banker": 20}


@clause(BOOK, "5.14", "ruling 8")
def test_ruling_8_where_the_dealer_declines_it_is_recorded_and_play_goes_on() -> None:
    at = unbalanced()
    at.calls(cut_pro_rata=False)
    assert at.names() == ["announced", "differential_left", "round_started"]
    (left,) = (event for event in at.events if at.clauses("differential_left") and hasattr(event, "excess"))
    assert left.excess == 26_000
    at.deals(BANKER_WINS).settles()
    assert (at.chips("ann"), at.chips("bob")) == (1285, 1095)


@clause(BOOK, "5.13", "ruling 8")
def test_5_13_within_the_differential_nothing_is_asked() -> None:
    at = table("ann", "bob", differential=100)
    at.bets("ann", "banker", 140)
    at.bets("bob", "player", 40)
    at.calls()
    assert at.lying() == {"ann 1 banker": 140, "bob 2 player": 40}


@clause(BOOK, "ruling 3")
def test_ruling_3_one_patron_bets_the_same_hand_in_several_areas() -> None:
    at = table()
    at.bets("ann", "player", 20, area=1)
    at.bets("ann", "player", 30, area=2)
    at.plays(PLAYER_WINS)
    assert at.chips("ann") == 1050


@clause(BOOK, "ruling 7")
def test_ruling_7_limits_bind_when_a_wager_is_placed() -> None:
    at = table(minimum=10, maximum=100)
    assert refused(lambda: at.bets("ann", "player", 9)) == ("under_minimum", "nz-1998 ruling 7")
    assert refused(lambda: at.bets("ann", "player", 101)) == ("over_maximum", "nz-1998 ruling 7")
    assert refused(lambda: at.operator("grant_maximum", patron="ann", amount=20_000)) == (
        "no_personal_maximum",
        "nz-1998 ruling 7",
    )
    at.bets("ann", "player", 100)
    assert refused(lambda: at.bets("ann", "player", 1)) == ("over_maximum", "nz-1998 ruling 7")


@clause(BOOK, "ruling 1")
def test_ruling_1_a_tie_is_paid_to_the_cent() -> None:
    at = table(chips="0.50, 1, 5", multiple="0.50")
    at.bets("ann", "tie", "5.50")
    at.plays(TIE)
    assert at.chips("ann") == Decimal(1044)
