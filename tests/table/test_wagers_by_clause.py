"""Wagers held against the clauses: late ones, short ones, unpayable ones, the differential, what a notice forbids."""

import pytest

from puntobanco.errors import Unreadable
from puntobanco.streams.event import event_name
from puntobanco.streams.ledger import CAGE
from puntobanco.table import Actor, Role, legal
from puntobanco.table.commands.wagers import SlipStake
from puntobanco.table.model import VoidReason
from tests.marks import ALL_BOOKS, clause
from tests.table.helpers import BANKER_WINS, DEALER, PLAYER_WINS, TIE, Table, refused

ACT, NZ, WASHINGTON, MIDI = "act-2015", "nz-1998", "washington", "house-midi"


def table(book: str, *patrons: str, **choices: object) -> Table:
    return Table.ready(book, dict.fromkeys(patrons or ("ann",), 1000), **choices)


def consequences(at: Table, name: str, wager: str) -> list[str | None]:
    """What `legal` says of amounts that this patron may put on a wager in area 1."""
    options = legal(at.now, Actor(person=name, role=Role.PATRON))
    here = [one for one in options if (one.kind, one.where) == ("place", (("wager", wager),)) and "1" in one.areas]
    return [amounts.consequence for one in here for amounts in one.amounts]


# The differential


@clause(ACT, "3.6", "ruling 8")
def test_act_2015_3_6_when_the_heavier_hand_goes_back_whole_the_other_one_is_measured_too() -> None:
    at = table(ACT, "ann", "bob", differential=3, multiple=10)
    at.bets("ann", "player", 60)
    at.bets("bob", "banker", 70)
    at.calls()
    assert at.lying() == {}, "without banker's 70, player's 60 alone exceeds $3"
    assert at.clauses("wager_returned") == ["ruling 8", "ruling 8"]
    assert (at.chips("ann"), at.chips("bob")) == (1000, 1000)


@clause(ACT, "3.6", "ruling 8")
def test_act_2015_3_6_the_rule_applies_to_both_hands_until_it_holds() -> None:
    at = table(ACT, "ann", "bob", "cyd", differential=10, minimum=50)
    at.bets("ann", "player", 60)
    at.bets("cyd", "player", 70)
    at.bets("bob", "banker", 160)
    at.calls()
    assert at.lying() == {"ann 1 player": 60, "cyd 3 player": 70, "bob 2 banker": 140}
    uneven = table(ACT, "ann", "bob", "cyd", differential=60, multiple=50)
    uneven.bets("ann", "player", 50)
    uneven.bets("cyd", "player", 50)
    uneven.bets("bob", "banker", 250)
    uneven.calls()
    assert uneven.lying() == {"ann 1 player": 50}, "160 is no multiple of 50; then player's 100 exceeds $60"


@clause(MIDI, "ruling 18")
def test_house_midi_the_newest_go_back_on_both_hands_too() -> None:
    at = table(MIDI, "ann", "bob", differential=3, multiple=10)
    at.bets("ann", "player", 60)
    at.bets("bob", "banker", 70)
    at.calls()
    assert at.lying() == {}


@clause(NZ, "5.14", "ruling 8")
def test_nz_1998_5_14_what_the_cut_leaves_is_measured_again() -> None:
    at = table(NZ, "ann", "bob", "cyd", differential=10)
    at.bets("ann", "banker", 40)
    at.bets("bob", "banker", 40)
    at.bets("cyd", "player", 20)
    at.calls(cut_pro_rata=True)
    assert at.lying() == {"cyd 3 player": 10}, "15 each cannot be paid; player's 20 alone would exceed $10"


# Under the minimum


@clause(ACT, "3.4", "ruling 5")
def test_act_2015_3_4_a_stack_that_grows_over_the_minimum_before_the_call_is_no_short_wager() -> None:
    at = table(ACT, minimum=10)
    at.bets("ann", "player", 5)
    assert at.names() == ["wager_placed"]
    at.bets("ann", "player", 5)
    at.calls()
    assert at.names() == ["announced", "round_started"]
    at.deals(PLAYER_WINS).settles()
    at.bets("ann", "player", 5)
    at.calls()
    assert at.clauses("patron_warned") == ["3.4"], "this is the first short wager"


@clause(ACT, "3.4")
def test_act_2015_3_4_a_short_wager_that_is_taken_back_before_the_call_is_not_warned() -> None:
    at = table(ACT, minimum=10)
    at.bets("ann", "player", 5)
    at.withdraws("ann", "player")
    at.bets("ann", "player", 10)
    at.calls()
    assert "patron_warned" not in map(event_name, at.log)


@clause(ACT, "3.4", "ruling 5")
def test_act_2015_3_4_after_the_warning_a_short_wager_goes_back_at_the_call_not_at_placement() -> None:
    at = table(ACT, "ann", "bob", minimum=10)
    at.bets("ann", "player", 5)
    assert consequences(at, "ann", "tie")[0] == "stands with a warning (3.4)"
    at.plays(BANKER_WINS)
    assert consequences(at, "ann", "tie")[0] == "goes back at the call (3.4)"
    at.bets("ann", "player", 5)
    at.bets("bob", "player", 10)
    at.calls()
    assert at.names() == ["announced", "wager_returned", "round_started"]
    assert (at.lying(), at.chips("ann")) == ({"bob 2 player": 10}, 995)
    at.deals(PLAYER_WINS).settles()
    at.bets("ann", "player", 5)
    at.bets("ann", "player", 5)
    at.calls()
    assert at.lying() == {"ann 1 player": 10}


@clause(ACT, "3.4", "4.7")
def test_act_2015_3_4_where_every_wager_goes_back_at_the_call_no_coup_is_dealt() -> None:
    at = table(ACT, minimum=10)
    at.round(BANKER_WINS, player=5)
    at.bets("ann", "player", 5)
    at.calls()
    assert at.names() == ["announced", "wager_returned"]
    assert (at.now.phase.value, at.chips("ann")) == ("betting", 995)
    at.round(PLAYER_WINS, player=10)
    assert at.chips("ann") == 1005


@clause(ACT, "3.4", "3.1", "ruling 24")
def test_act_2015_3_4_a_stand_off_that_stays_under_a_raised_minimum_is_warned_too() -> None:
    at = table(ACT, standoff="stays")
    at.notice(minimum=50)
    at.round(TIE, player=20)
    assert at.lying() == {"ann 1 player": 20}
    at.calls()
    assert at.clauses("patron_warned") == ["3.4"]
    assert at.lying() == {"ann 1 player": 20}


@clause(ACT, "3.4", "9.3")
def test_act_2015_9_3_pairs_under_their_own_minimum_are_warned_and_then_returned() -> None:
    at = table(ACT, pairs_minimum=20)
    at.bets("ann", "player_pair", 10)
    at.bets("ann", "player", 10)
    at.calls()
    assert at.clauses("patron_warned") == ["3.4"]
    at.deals(PLAYER_WINS).settles()
    at.settles()
    at.bets("ann", "player_pair", 10)
    at.bets("ann", "player", 10)
    at.calls()
    assert (at.clauses("wager_returned"), at.lying()) == (["3.4"], {"ann 1 player": 10})


# The right clause for a late wager


@clause(ACT, "4.6", "6.2", "9.7", "ruling 2")
def test_act_2015_4_6_late_wagers_cite_the_call_then_the_first_card_and_pairs_their_own_clause() -> None:
    at = table(ACT)
    at.bets("ann", "player", 10)
    at.bets("ann", "player_pair", 10)
    at.calls()
    assert refused(lambda: at.bets("ann", "tie", 10)) == ("wagers_closed", "act-2015 6.2")
    assert refused(lambda: at.bets("ann", "banker_pair", 10)) == ("wagers_closed", "act-2015 6.2")
    at.deals("9c")
    assert refused(lambda: at.bets("ann", "tie", 10)) == ("wagers_closed", "act-2015 4.6")
    assert refused(lambda: at.withdraws("ann", "player")) == ("wagers_closed", "act-2015 4.6")
    assert refused(lambda: at.bets("ann", "banker_pair", 10)) == ("wagers_closed", "act-2015 9.7")
    assert refused(lambda: at.withdraws("ann", "player_pair")) == ("wagers_closed", "act-2015 9.7")


@clause(NZ, "5.10")
def test_nz_1998_5_10_late_wagers() -> None:
    at = table(NZ)
    at.bets("ann", "player", 10)
    at.calls()
    for cards in ("", "9c"):
        at.deals(cards)
        assert refused(lambda: at.bets("ann", "tie", 10)) == ("wagers_closed", "nz-1998 5.10")


# Chips


@clause(NZ, "5.3", "ruling 7")
@pytest.mark.parametrize(("chips", "wager"), [("0.05, 1, 5", "5.05"), ("2.50, 5, 25", "7.50")])
def test_nz_1998_5_3_what_the_tables_chips_can_make_is_accepted(chips: str, wager: str) -> None:
    at = table(NZ, chips=chips)
    at.bets("ann", "player", wager)
    assert refused(lambda: at.bets("ann", "tie", "5.01")) == ("not_in_chips", "nz-1998 5.3")


@clause(WASHINGTON, "ruling 18")
@clause(MIDI, "ruling 18")
@pytest.mark.parametrize("book", [WASHINGTON, MIDI])
def test_ruling_18_the_houses_chips_say_what_can_be_bet_unless_the_house_sets_multiples(book: str) -> None:
    at = table(book, chips="2.50, 5, 25")
    at.bets("ann", "player", "7.50")
    whole = table(book, chips="2.50, 5, 25", multiple=5)
    assert refused(lambda: whole.bets("ann", "player", "7.50")) == ("not_a_multiple", f"{book} ruling 18")


@clause(NZ, "5.9", "5.8")
def test_nz_1998_5_9_of_an_unpayable_wager_that_the_dealer_accepted_the_payable_part_stands() -> None:
    at = table(NZ)
    assert refused(lambda: at.bets("ann", "banker", 50)) == ("not_payable", "nz-1998 5.8")
    at.dealer("place", patron="ann", area="1", wager="banker", amount=5000)
    assert at.names() == ["wager_placed"]
    at.calls()
    assert at.clauses("wager_returned") == ["5.9"]
    assert (at.lying(), at.chips("ann")) == ({"ann 1 banker": 40}, 960)
    at.deals(BANKER_WINS).settles()
    assert at.chips("ann") == 1038


@clause(NZ, "5.9")
def test_nz_1998_5_9_a_raise_by_the_dealer_and_a_wager_of_which_nothing_can_be_paid() -> None:
    at = table(NZ)
    at.bets("ann", "banker", 20)
    at.dealer("place", patron="ann", area="1", wager="banker", amount=3000)
    at.calls()
    assert at.lying() == {"ann 1 banker": 40}
    none = table(NZ)
    none.bets("ann", "tie", 10)
    none.dealer("place", patron="ann", area="1", wager="banker", amount=1000)
    none.calls()
    assert none.clauses("wager_returned") == ["5.9"]
    assert (none.lying(), none.chips("ann")) == ({"ann 1 tie": 10}, 990)
    player = table(NZ)
    player.dealer("place", patron="ann", area="1", wager="player", amount=5000)
    assert player.names() == ["wager_placed"], "only banker wagers pay a commission"


# Whose wager, and how much of it


@clause(ACT, "4.2")
@clause(NZ, "5.3")
@pytest.mark.parametrize(
    ("book", "number"), [(ACT, "4.2"), (NZ, "5.3"), (WASHINGTON, "ruling 18"), (MIDI, "ruling 18")]
)
def test_a_patron_places_no_wager_for_another(book: str, number: str) -> None:
    at = table(book, "ann", "bob")
    for_bob = {"area": "1", "wager": "player", "amount": 1000, "patron": "bob"}
    assert refused(lambda: at.patron("ann", "place", **for_bob)) == ("not_your_wager", f"{book} {number}")
    at.patron("ann", "place", **{**for_bob, "patron": "ann"})
    assert at.lying() == {"ann 1 player": 10}


@clause(ACT, "4.6", "3.3")
def test_wagers_can_be_reduced_until_they_close() -> None:
    at = table(ACT, multiple=5)
    at.bets("ann", "player", 100)
    at.patron("ann", "withdraw", area="1", wager="player", amount=3000)
    assert (at.lying(), at.chips("ann")) == ({"ann 1 player": 70}, 930)
    part = {"area": "1", "wager": "player"}
    assert refused(lambda: at.patron("ann", "withdraw", amount=200, **part)) == ("not_a_multiple", "act-2015 3.3")
    assert refused(lambda: at.patron("ann", "withdraw", amount=7500, **part)) == ("not_in_chips", "act-2015 4.2")
    assert refused(lambda: at.patron("ann", "withdraw", amount=0, **part)) == ("not_in_chips", "act-2015 4.2")
    at.patron("ann", "withdraw", amount=7000, **part)
    assert (at.lying(), at.chips("ann")) == ({}, 1000)


@clause(NZ, "5.8", "5.12", "ruling 7")
def test_nz_1998_what_is_left_of_a_reduced_wager_must_be_a_wager() -> None:
    at = table(NZ)
    at.bets("ann", "banker", 100)
    at.plays(TIE)
    part = {"area": "1", "wager": "banker"}
    assert refused(lambda: at.patron("ann", "withdraw", amount=5000, **part)) == ("not_payable", "nz-1998 5.8")
    at.patron("ann", "withdraw", amount=6000, **part)
    assert at.lying() == {"ann 1 banker": 40}
    low = table(NZ)
    low.bets("ann", "player", 10)
    assert refused(lambda: low.patron("ann", "withdraw", area="1", wager="player", amount=600)) == (
        "under_minimum",
        "nz-1998 ruling 7",
    )


# What a notice makes impossible


@clause(WASHINGTON, "2", "4", "ruling 6")
def test_washington_4_a_notice_that_ends_gallery_betting_gives_line_bets_back() -> None:
    at = table(WASHINGTON, "ann", "bob", seats=2, standoff="stays")
    at.stands("gil")
    at.bets("ann", "player", 10)
    at.bets("bob", "player", 10)
    at.bets("gil", "player", 10, area="L1")
    at.notice(gallery="no")
    at.plays(TIE)
    assert at.clauses("wager_returned") == ["ruling 6"]
    assert at.lying() == {"ann 1 player": 10, "bob 2 player": 10}
    assert at.chips("gil") == 1000


@clause(WASHINGTON, "4d", "ruling 6")
def test_washington_4d_a_notice_that_closes_a_line_gives_its_bet_back() -> None:
    at = table(WASHINGTON, "ann", "bob", "cyd", seats=3, standoff="stays")
    at.stands("gil")
    for name in ("ann", "bob", "cyd"):
        at.bets(name, "player", 10)
    at.bets("gil", "player", 10, area="L1")
    at.bets("gil", "player", 20, area="L2")
    at.notice(gallery_lines=1)
    at.plays(TIE)
    assert at.lying() == {"ann 1 player": 10, "bob 2 player": 10, "cyd 3 player": 10, "gil L1 player": 10}


@clause(NZ, "5.5", "5.6", "ruling 6")
def test_nz_1998_5_5_where_fewer_patrons_may_share_an_area_the_newer_wager_goes_back() -> None:
    at = table(NZ, "ann", "bob", patrons_per_area=2)
    at.bets("ann", "player", 10, area=1)
    at.bets("bob", "player", 10, area=1)
    at.notice(patrons_per_area=1)
    at.plays(TIE)
    assert (at.lying(), at.chips("bob")) == ({"ann 1 player": 10}, 1000)
    bound = table(NZ, "ann", "bob", patrons_per_area=2)
    bound.bets("ann", "player", 600, area=1)
    bound.bets("bob", "player", 600, area=1)
    bound.notice(maximum_binds="area")
    bound.plays(TIE)
    assert bound.lying() == {"ann 1 player": 600}, "$1,000 binds the area"


@clause(MIDI, "ruling 19", "ruling 6")
def test_house_midi_a_bonus_that_comes_to_need_a_main_wager_goes_back() -> None:
    at = table(MIDI, standoff="stays", bonus_needs_main="no")
    at.bets("ann", "player_dragon", 10)
    at.notice(bonus_needs_main="yes")
    at.plays("9c 9d Kh Ks")
    assert (at.lying(), at.chips("ann")) == ({}, 1000), "equal naturals stand off"


# Money of who has left


@clause(ACT, "14.3", "ruling 16", "4.2")
def test_a_departed_patrons_refund_is_paid_at_the_cage_without_a_new_buy_in() -> None:
    at = table(ACT, "ann", "bob")
    at.round(BANKER_WINS, player=100)
    at.patron("ann", "cash_out", amount=90_000)
    at.patron("ann", "leave_table")
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert at.names() == ["round_voided", "departed_paid"]
    assert at.clauses("departed_paid") == ["4.2"]
    assert at.chips("ann") == 0
    assert "ann" not in at.now.patrons
    assert at.now.balance(CAGE) == -100_000, "only bob's money is at the table"


@clause(ACT, "14.3", "ruling 16")
def test_a_departed_patrons_debt_is_paid_from_the_refund_first() -> None:
    at = table(ACT)
    at.round(PLAYER_WINS, player=300)
    at.round(BANKER_WINS, player=500)
    at.patron("ann", "cash_out", amount=80_000)
    at.patron("ann", "leave_table")
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert (at.debt("ann"), at.names()) == (300, ["round_voided"])
    at.operator("void_round", round=2, reason=VoidReason.FRAUD)
    assert at.names() == ["round_voided", "debt_settled", "departed_paid"]
    assert (at.debt("ann"), at.chips("ann")) == (0, 0)
    assert at.now.balances == {}


# Who deals does not bet


@clause(ACT, "14.5")
@clause(NZ, "4.3")
@clause(WASHINGTON, "ruling 26")
@clause(MIDI, "ruling 26")
@pytest.mark.parametrize(
    ("book", "number"), [(ACT, "14.5"), (NZ, "4.3"), (WASHINGTON, "ruling 26"), (MIDI, "ruling 26")]
)
def test_whoever_deals_at_a_table_does_not_bet_there(book: str, number: str) -> None:
    at = table(book)
    refusal = ("dealer_does_not_bet", f"{book} {number}")
    assert refused(lambda: at.patron("dan", "buy_in", amount=10_000)) == refusal
    assert refused(lambda: at.patron("dan", "take_seat", seat=2)) == refusal
    assert refused(lambda: at.patron("dan", "place", area="2", wager="player", amount=1000)) == refusal
    assert "buy_in" not in {option.kind for option in legal(at.now, Actor(person="dan", role=Role.PATRON))}
    ann_deals = Actor(person="ann", role=Role.DEALER)
    at.bets("ann", "player", 20)
    assert refused(lambda: at.do(ann_deals, "draw", face_up=False)) == ("patron_does_not_deal", f"{book} {number}")
    assert legal(at.now, ann_deals) == ()
    at.plays(PLAYER_WINS)
    at.patron("ann", "cash_out", amount=102_000)
    at.patron("ann", "leave_table")
    assert legal(at.now, ann_deals)


@clause(ACT, "14.5")
def test_a_refused_act_makes_nobody_a_dealer() -> None:
    at = Table(ACT)
    assert refused(lambda: at.do(Actor(person="eve", role=Role.DEALER), "shuffle"))[0] == "out_of_order"
    at.patron("eve", "buy_in", amount=10_000)
    at.do(DEALER, "check_cards")
    assert at.names() == ["dealer_came", "cards_checked"]
    at.do(DEALER, "shuffle")
    assert at.names() == ["preparation_done"]


# What is owed at the cash desk


@clause(MIDI, "ruling 19")
def test_house_midi_ruling_19_commission_is_kept_back_when_chips_are_taken_away() -> None:
    at = table(MIDI)
    at.round(BANKER_WINS, banker=100)
    assert refused(lambda: at.patron("ann", "cash_out", amount=110_000)) == ("not_enough_chips", "house-midi ruling 19")
    assert refused(lambda: at.patron("ann", "cash_out", amount=110_001)) == ("not_enough_chips", "house-midi ruling 18")


# What is not on the layout


@clause(ACT, "4.3", "8.2")
@clause(NZ, "5.2")
@clause(WASHINGTON, "2")
@clause(MIDI, "betting options", "dragon or jade bonus", "tiger bonus")
@pytest.mark.parametrize(
    ("book", "choices", "wager", "number"),
    [
        (ACT, {}, "player_dragon", "4.3"),
        (ACT, {}, "big_tiger", "4.3"),
        (ACT, {"offered": "banker_pair"}, "player_pair", "8.2"),
        (NZ, {}, "player_pair", "5.2"),
        (NZ, {}, "banker_dragon", "5.2"),
        (WASHINGTON, {}, "small_tiger", "2"),
        (MIDI, {}, "banker_pair", "betting options"),
        (MIDI, {"offered": "none"}, "player_dragon", "dragon or jade bonus"),
        (MIDI, {"offered": "-big_tiger"}, "big_tiger", "tiger bonus"),
    ],
)
def test_a_wager_that_is_not_offered_is_refused_by_the_clause_that_leaves_it_out(
    book: str, choices: dict[str, object], wager: str, number: str
) -> None:
    at = Table.ready(book, None, **choices)
    at.bets("ann", "player", 10)
    left_out = ("not_offered", f"{book} {number}")
    assert refused(lambda: at.bets("ann", wager, 10)) == left_out
    slip = (SlipStake(area="1", wager="player", amount=1000), SlipStake(area="1", wager=wager, amount=1000))
    assert refused(lambda: at.patron("ann", "bet_slip", round=1, stakes=slip)) == left_out
    move = {"area": "1", "wager": "player", "to_area": "1", "to_wager": wager}
    assert refused(lambda: at.patron("ann", "move", **move)) == left_out


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_a_wager_that_no_book_knows_cannot_be_read(book: str) -> None:
    at = table(book)
    with pytest.raises(Unreadable, match=f"'red' is not a wager at this {book} table"):
        at.bets("ann", "red", 10)
    slip = (SlipStake(area="1", wager="red", amount=1000),)
    with pytest.raises(Unreadable, match=f"'red' is not a wager at this {book} table"):
        at.patron("ann", "bet_slip", round=1, stakes=slip)
