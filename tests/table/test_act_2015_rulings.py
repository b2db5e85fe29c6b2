"""Casino Canberra at the table: what goes wrong, closing, and the operator's powers (sections 12 to 14)."""

from functools import partial

import pytest

from puntobanco.coup.shoe import Ending
from puntobanco.streams.event import event_name
from puntobanco.streams.ledger import CAGE
from puntobanco.table import Actor, Role
from puntobanco.table.model import DrawTo, RoundKind, VoidReason
from puntobanco.table.views.action import Legal
from puntobanco.table.views.legal_actions import legal
from tests.marks import clause
from tests.table.helpers import (
    BANKER,
    BANKER_WINS,
    DEALER,
    OPERATOR,
    PLAYER,
    PLAYER_WINS,
    SUPERVISOR,
    Table,
    refused,
)

BOOK = "act-2015"


def table(*patrons: str, **choices: object) -> Table:
    return Table.ready(BOOK, dict.fromkeys(patrons or ("ann",), 1000), **choices)


def four_cards(cards: str, **choices: object) -> Table:
    at = table(**choices)
    at.bets("ann", "banker", 100)
    at.calls()
    return at.deals(cards)


@clause(BOOK, "12.1")
def test_12_1_a_card_to_player_in_error_is_bankers_if_banker_must_draw() -> None:
    at = four_cards("6c 5d Kh Ks")
    at.draws("4c", DrawTo.PLAYER)
    assert at.clauses("irregularity_found") == ["12.1"]
    assert at.hands() == ("6C KH", "5D KS 4C")
    at.settles()
    assert at.chips("ann") == 1095


@clause(BOOK, "12.1", "12.2", "ruling 10")
def test_12_2_a_seen_excess_card_starts_a_round_without_wagers() -> None:
    at = four_cards("6c 6d Kh Ks")
    at.draws("4c", DrawTo.PLAYER)
    assert at.clauses("excess_card_kept") == ["12.2"]
    at.settles()
    assert at.chips("ann") == 1000
    assert refused(lambda: at.bets("ann", "player", 5)) == ("no_bets_this_hand", "act-2015 12.2")
    assert refused(at.calls) == ("no_bets_this_hand", "act-2015 12.2")
    at.dealer("start_no_bet")
    assert at.clauses("round_started") == ["12.2"]
    at.deals("2d Kh 7s")
    assert at.hands() == ("4C KH", "2D 7S")
    at.settles()
    assert (at.now.rounds[-1].kind.value, at.chips("ann")) == ("void_hand", 1000)
    at.bets("ann", "player", 5)


@clause(BOOK, "12.2", "ruling 10")
def test_12_2_wagers_on_the_layout_come_off_before_the_round_without_wagers() -> None:
    between = table()
    between.bets("ann", "player", 100)
    between.draws("4c", DrawTo.EXCESS)
    assert between.names() == ["irregularity_found", "excess_card_kept", "wager_returned"]
    assert (between.lying(), between.chips("ann")) == ({}, 1000)
    stays = table(standoff="stays")
    stays.bets("ann", "player", 100)
    stays.calls()
    stays.deals("6c 6d Kh Ks").draws("4c", DrawTo.EXCESS)
    stays.settles()
    assert stays.lying() == {"ann 1 player": 100}
    stays.dealer("start_no_bet")
    assert (stays.lying(), stays.chips("ann")) == ({}, 1000)


@clause(BOOK, "12.1", "12.3")
def test_12_3_an_unseen_excess_card_starts_an_ordinary_round() -> None:
    at = four_cards("6c 6d Kh Ks")
    at.draws(None, DrawTo.PLAYER, face_up=False)
    assert at.clauses("excess_card_kept") == ["12.3"]
    at.settles()
    at.bets("ann", "player", 100)
    at.calls()
    current = at.now.round
    assert current is not None
    assert (len(current.player), current.player[0].face_up) == (1, False)
    at.turns_one(PLAYER, cards="9c")
    at.deals("2d Kh 3s").settles()
    assert at.chips("ann") == 1100


@clause(BOOK, "5.7", "12.2", "ruling 32")
def test_5_7_the_round_after_the_tie_is_dealt_before_the_shuffle_also_if_a_seen_card_starts_it() -> None:
    at = table()
    at.bets("ann", "player", 100)
    at.calls()
    at.dealer("draw_cutting_card")
    at.deals("9c 9d Kh Ks")
    at.draws("5c", DrawTo.EXCESS)
    at.settles()
    assert at.now.shoe.ending is Ending.LAST_ROUND
    assert refused(lambda: at.dealer("shuffle")) == ("round_is_owed", "act-2015 12.2")
    assert Legal("shuffle") not in legal(at.now, DEALER)
    at.dealer("start_no_bet")
    at.deals("2d 4h 3s").settles()
    assert at.preparing() == ["shuffle", "cut", "load", "burn"]
    assert at.clauses("new_shoe_due") == ["5.7"]
    at.dealer("shuffle")


@clause(BOOK, "12.2", "12.6", "ruling 9", "ruling 32")
def test_12_2_where_no_card_is_left_the_seen_one_goes_into_the_shuffle() -> None:
    at = table()
    at.round(PLAYER_WINS, player=100)
    at.draws("5c", DrawTo.EXCESS)
    assert refused(lambda: at.dealer("shuffle")) == ("out_of_order", "act-2015 5.1")
    at.runs_out()
    at.dealer("shuffle")
    assert at.clauses("new_shoe_due") == ["ruling 32"]
    assert (at.now.excess, at.now.no_bet_owed) == ((), False)


@clause(BOOK, "ruling 9")
def test_ruling_9_an_excess_card_goes_into_the_shuffle_and_no_round_is_owed() -> None:
    at = table()
    at.bets("ann", "banker", 100)
    at.calls()
    at.dealer("draw_cutting_card")
    at.deals("6c 7d Kh Ks").draws("4c", DrawTo.EXCESS)
    at.settles()
    assert at.now.no_bet_owed
    at.prepares()
    assert (at.now.no_bet_owed, at.now.excess) == (False, ())
    at.round(PLAYER_WINS, player=5)


@clause(BOOK, "12.4")
def test_12_4_nothing_is_settled_while_cards_lie_out_of_sequence() -> None:
    at = table()
    at.bets("ann", "player_pair", 100)
    at.calls()
    at.deals("8h")
    at.draws("8d", DrawTo.PLAYER)
    assert refused(at.settles) == ("out_of_sequence", "act-2015 12.4")
    at.draws("3c", DrawTo.BANKER)
    at.draws("Ks", DrawTo.BANKER)
    assert refused(at.settles) == ("out_of_sequence", "act-2015 12.4")
    at.supervisor("reconstruct")
    at.settles()
    assert at.chips("ann") == 900, "8 and 3 are no pair"


@clause(BOOK, "12.4", "ruling 15")
def test_12_4_cards_out_of_sequence_are_put_back_in_order() -> None:
    at = table()
    at.bets("ann", "banker", 100)
    at.calls()
    at.deals("4c")
    at.draws("2d", DrawTo.PLAYER)
    assert at.clauses("irregularity_found") == ["12.4"]
    assert at.hands() == ("4C 2D", "")
    at.supervisor("reconstruct")
    assert at.hands() == ("4C", "2D")
    at.deals("Kh 5s")
    at.draws("3c", DrawTo.BANKER)
    assert at.hands() == ("4C KH", "2D 5S 3C")
    at.supervisor("reconstruct")
    assert at.hands() == ("4C KH 3C", "2D 5S")
    at.settles()
    assert at.chips("ann") == 1000
    assert refused(lambda: at.supervisor("reconstruct")) == ("nothing_to_reconstruct", "act-2015 12.4")


@clause(BOOK, "12.5", "ruling 16", "ruling 25", "dictionary: void")
def test_12_5_the_wrong_round_is_void_and_later_rounds_stand() -> None:
    at = table("ann", "bob")
    at.bets("bob", "banker", 100)
    at.round(PLAYER_WINS, player=400)
    at.round(BANKER_WINS, player=300)
    at.bets("ann", "player", 50)
    at.calls()
    at.supervisor("report_placement_error", round=1)
    assert at.clauses("round_voided") == ["12.5"]
    assert (at.chips("ann"), at.chips("bob")) == (650, 1000)
    at.deals(PLAYER_WINS).settles()
    assert [(record.number, record.void) for record in at.now.rounds] == [(1, True), (2, False), (3, False)]
    assert at.chips("ann") == 750
    assert refused(lambda: at.supervisor("report_placement_error", round=1)) == ("no_such_round", "act-2015 12.5")


@clause(BOOK, "12.5", "ruling 16")
def test_ruling_16_what_a_patron_cannot_cover_becomes_a_debt_that_is_paid_at_cash_out() -> None:
    at = table("ann")
    at.round(PLAYER_WINS, player=900)
    at.round(BANKER_WINS, player=1000)
    at.round(BANKER_WINS, player=700)
    assert at.chips("ann") == 200
    at.supervisor("report_placement_error", round=1)
    assert (at.chips("ann"), at.debt("ann")) == (0, 700)
    at.patron("ann", "buy_in", amount=100_000)
    assert refused(lambda: at.patron("ann", "cash_out", amount=30_100)) == ("not_enough_chips", "act-2015 4.2")
    at.patron("ann", "cash_out", amount=30_000)
    assert (at.chips("ann"), at.debt("ann")) == (0, 0)
    at.patron("ann", "leave_table")


@clause(BOOK, "ruling 25", "14.3", "8.8")
def test_ruling_25_commission_on_a_voided_win_is_given_back() -> None:
    at = table()
    at.round(BANKER_WINS, banker=100)
    assert (at.chips("ann"), at.commission()) == (1095, 5)
    at.round(PLAYER_WINS, player=100)
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert (at.chips("ann"), at.commission()) == (1100, 0)


@clause(BOOK, "12.6", "dictionary: void")
def test_12_6_too_few_cards_void_the_round_with_pairs_already_settled() -> None:
    at = table("ann", "bob")
    at.bets("ann", "player_pair", 10)
    at.bets("ann", "player", 100)
    at.bets("bob", "banker_pair", 10)
    at.calls()
    at.deals("2c 4d 2c 3s")
    at.settles()
    assert (at.chips("ann"), at.chips("bob")) == (1150, 990)
    at.runs_out()
    at.dealer("report_empty")
    assert at.names() == [
        "irregularity_found",
        "wager_returned",
        "stage_reversed",
        "round_ended",
        "new_shoe_due",
    ]
    assert at.clauses("irregularity_found") == ["12.6"]
    assert (at.chips("ann"), at.chips("bob"), at.lying()) == (1000, 1000, {})
    assert at.now.rounds[-1].void


CASHED_OUT = [(900, 100, 0), (1000, 0, 0), (1001, 0, 1), (1020, 0, 20)]
"""What ann takes away of her $1,020, what the void round leaves her, and what she then owes."""


def pair_won(*, cards: str) -> Table:
    """Ann has won $120 on a pair, with $100 on player."""
    at = table("ann", "bob")
    at.bets("ann", "player_pair", 10)
    at.bets("ann", "player", 100)
    at.calls()
    at.deals(cards).settles()
    assert at.chips("ann") == 1020
    return at


@clause(BOOK, "14.3", "ruling 16", "dictionary: void")
@pytest.mark.parametrize(("cashed_out", "chips", "debt"), CASHED_OUT)
def test_ruling_16_a_stake_that_was_lost_is_back_before_what_was_won_is_taken(
    cashed_out: int, chips: int, debt: int
) -> None:
    at = pair_won(cards="2h 9c 2d Ks")
    at.patron("ann", "cash_out", amount=cashed_out * 100)
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert (at.chips("ann"), at.debt("ann")) == (chips, debt)


@clause(BOOK, "14.3", "9.9", "ruling 16", "dictionary: void")
@pytest.mark.parametrize(("cashed_out", "chips", "debt"), CASHED_OUT)
def test_ruling_16_a_stake_that_lies_is_back_before_a_pair_that_was_paid_is_taken(
    cashed_out: int, chips: int, debt: int
) -> None:
    at = pair_won(cards="2h 5c 2d Ks")
    at.patron("ann", "cash_out", amount=cashed_out * 100)
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert (at.chips("ann"), at.debt("ann"), at.lying()) == (chips, debt, {})


@clause(BOOK, "12.7")
def test_12_7_a_forgotten_burn_changes_nothing() -> None:
    at = Table(BOOK)
    at.sits("ann", 1)
    at.prepares(burn=False)
    at.bets("ann", "player", 100)
    at.calls()
    assert at.names() == ["irregularity_found", "announced", "round_started"]
    assert at.clauses("irregularity_found") == ["12.7"]
    at.deals(PLAYER_WINS).settles()
    assert (at.chips("ann"), at.now.shoe.burned) == (1100, 0)


@clause(BOOK, "12.7", "4.7")
def test_12_7_a_forgotten_burn_keeps_no_round_without_wagers_waiting() -> None:
    at = Table(BOOK)
    at.sits("ann", 1)
    at.sits("bob", 2)
    at.prepares(burn=False)
    at.bets("ann", "player", 100)
    at.patron("ann", "ask_no_bet")
    assert refused(lambda: at.supervisor("start_no_bet")) == ("no_bet_not_possible", "act-2015 4.7")
    at.patron("bob", "agree_no_bet")
    at.patron("bob", "withdraw_no_bet")
    at.patron("bob", "agree_no_bet")
    assert Legal("start_no_bet") in legal(at.now, SUPERVISOR)
    at.supervisor("start_no_bet")
    assert at.names() == ["irregularity_found", "wager_returned", "round_started"]
    assert at.clauses("irregularity_found") == ["12.7"]
    at.deals(PLAYER_WINS).settles()
    assert (at.now.rounds[-1].kind, at.now.shoe.burned) == (RoundKind.NO_BET, 0)


@clause(BOOK, "12.7", "4.7")
def test_4_7_what_was_asked_for_while_cards_are_burned_holds_when_they_are() -> None:
    at = Table(BOOK)
    at.sits("ann", 1)
    at.prepares(burn=False)
    at.patron("ann", "ask_no_bet")
    at.burns()
    at.supervisor("start_no_bet")
    assert at.names() == ["round_started"]
    assert at.now.shoe.burned == 1


@clause(BOOK, "13.2")
def test_13_2_the_table_closes_at_the_end_of_the_round_after_notice() -> None:
    at = table()
    at.bets("ann", "player", 100)
    at.operator("announce_closing")
    assert at.clauses("closing_announced") == ["13.2"]
    assert at.now.phase.value == "betting"
    assert refused(lambda: at.operator("announce_closing")) == ("closed", "act-2015 13.2")
    at.plays(PLAYER_WINS)
    assert at.clauses("table_closed") == ["13.2"]
    assert at.now.phase.value == "closed"
    assert refused(lambda: at.bets("ann", "player", 5, area=1)) == ("wagers_closed", "act-2015 13.2")
    assert refused(lambda: at.sits("bob", 2)) == ("closed", "act-2015 13.2")
    assert (at.now.patrons, at.now.balance(CAGE)) == ({}, 10_000), "she was paid $1,100"


@clause(BOOK, "13.2")
def test_13_2_at_a_closed_table_nobody_sits_down_and_no_maximum_is_granted() -> None:
    at = table("ann")
    at.operator("announce_closing")
    at.round(PLAYER_WINS, player=100)
    closed = ("closed", "act-2015 13.2")
    assert refused(lambda: at.patron("ann", "take_seat", seat=2)) == closed
    assert refused(lambda: at.dealer("take_seat", seat=2, patron="ann")) == closed
    assert refused(lambda: at.operator("grant_maximum", patron="ann", amount=200_000)) == closed
    assert refused(lambda: at.dealer("place_marker", patron="ann")) == closed
    assert refused(lambda: at.operator("close_table")) == closed
    no_round = ("no_bet_not_possible", "act-2015 13.2")
    assert refused(lambda: at.supervisor("start_no_bet")) == no_round
    offered = {one.kind for who in (DEALER, OPERATOR, SUPERVISOR) for one in legal(at.now, who)}
    assert not offered & {"take_seat", "grant_maximum", "place_marker", "close_table", "start_no_bet"}


@clause(BOOK, "13.2")
def test_13_2_chips_that_stay_go_back_when_the_table_closes() -> None:
    at = table(standoff="stays")
    at.operator("announce_closing")
    at.round("9c 9d Kh Ks", player=100)
    assert (at.lying(), at.now.balances) == ({}, {})


@clause(BOOK, "14.1", "14.3", "dictionary: void", "ruling 16")
@pytest.mark.parametrize(
    ("reason", "number"),
    [(VoidReason.DISTURBANCE, "14.1"), (VoidReason.IMPRACTICAL, "14.3"), (VoidReason.FRAUD, "14.3")],
)
def test_14_1_and_14_3_the_operator_voids_a_round(reason: VoidReason, number: str) -> None:
    at = table("ann", "bob")
    at.bets("ann", "player_pair", 10)
    at.bets("bob", "banker", 100)
    at.calls()
    at.deals("4c 2d 4h 6s")
    at.settles()
    assert at.chips("ann") == 1050
    discarded = at.now.shoe.remaining
    at.operator("void_round", round=1, reason=reason)
    assert at.clauses("round_ended") == [number]
    assert (at.chips("ann"), at.chips("bob"), at.lying()) == (1000, 1000, {})
    assert (at.now.shoe.remaining, at.now.shoe.ending) == (discarded, Ending.OPEN), "its cards stay discarded"
    at.round(PLAYER_WINS, player=100)
    at.operator("void_round", round=2, reason=reason)
    assert (at.chips("ann"), at.clauses("round_voided")) == (1000, [number])
    assert refused(lambda: at.operator("void_round", round=9, reason=reason)) == (
        "no_such_round",
        f"act-2015 {number}",
    )
    supervisor = Actor(person="sue", role=Role.SUPERVISOR)
    assert refused(lambda: at.do(supervisor, "void_round", round=2, reason=reason)) == ("wrong_role", "roles")


@clause(BOOK, "14.2", "ruling 16")
def test_14_2_a_wager_of_a_patron_who_broke_a_rule_is_void_and_the_patron_excluded() -> None:
    at = table("ann", "bob")
    at.bets("bob", "banker", 100)
    at.round(PLAYER_WINS, player=100, tie=10)
    void = {"round": 1, "patron": "ann", "area": "1", "wager": "player"}
    assert refused(lambda: at.operator("void_wager", broke="9.2", **void)) == ("nobody_can_break_that", "act-2015 14.2")
    at.operator("void_wager", broke="4.6", **void)
    assert at.clauses("wager_voided") == ["14.2"]
    assert (at.chips("ann"), at.chips("bob")) == (990, 900), "only that wager"
    assert refused(lambda: at.operator("void_wager", broke="4.6", **void)) == ("no_such_wager", "act-2015 14.2")
    at.bets("ann", "player", 100)
    at.operator("exclude", patron="ann", broke="4.6")
    assert (at.chips("ann"), at.lying()) == (990, {})
    assert refused(lambda: at.bets("ann", "player", 5, area=1)) == ("excluded", "act-2015 14.2")
    assert refused(lambda: at.patron("ann", "buy_in", amount=500)) == ("excluded", "act-2015 14.2")
    at.patron("ann", "cash_out", amount=99_000)


@clause(BOOK, "14.2")
def test_14_2_a_wager_is_void_before_it_is_decided_and_conduct_can_be_broken_too() -> None:
    at = table()
    at.bets("ann", "player", 100)
    at.calls()
    at.operator("void_wager", round=1, patron="ann", area="1", wager="player", broke="14.7")
    assert (at.chips("ann"), at.lying()) == (1000, {})
    at.deals(PLAYER_WINS).settles()
    assert at.chips("ann") == 1000


@clause(BOOK, "14.2", "15.1")
@pytest.mark.parametrize(
    ("broke", "code", "number"),
    [
        ("99.1", "no_such_clause", "14.2"),
        ("", "no_such_clause", "14.2"),
        ("ruling 5", "nobody_can_break_that", "14.2"),
        ("instrument 2", "nobody_can_break_that", "14.2"),
        ("15.1", "tournaments_only", "15.1"),
        ("15.15", "tournaments_only", "15.1"),
        ("15.17", "tournaments_only", "15.1"),
        ("15.25", "tournaments_only", "15.1"),
    ],
)
def test_14_2_what_is_no_provision_that_binds_here_was_not_broken(broke: str, code: str, number: str) -> None:
    at = table()
    at.bets("ann", "player", 100)
    void = {"round": 1, "patron": "ann", "area": "1", "wager": "player"}
    assert refused(lambda: at.operator("void_wager", broke=broke, **void)) == (code, f"act-2015 {number}")
    assert refused(lambda: at.operator("exclude", patron="ann", broke=broke)) == (code, f"act-2015 {number}")


@clause(BOOK, "14.4")
def test_14_4_a_dispute_is_recorded_decided_once_and_referred_if_asked() -> None:
    at = table()
    at.round(BANKER_WINS, player=100)
    assert refused(lambda: at.patron("ann", "raise_dispute", text=" ")) == ("no_dispute", "act-2015 14.4")
    at.patron("ann", "raise_dispute", text="my wager was on banker")
    at.operator("decide_dispute", number=1, decision="it lay on player", referred=True)
    (dispute,) = at.now.disputes
    assert (dispute.patron, dispute.decision, dispute.referred) == ("ann", "it lay on player", True)
    assert at.chips("ann") == 900, "a dispute reverses nothing by itself"
    assert refused(lambda: at.operator("decide_dispute", number=1, decision="again")) == (
        "no_such_dispute",
        "act-2015 14.4",
    )


def full_table(seats: int = 3, **choices: object) -> Table:
    return Table.ready(BOOK, dict.fromkeys(("ann", "bob", "cyd")[:seats], 1000), seats=3, **choices)


def sit_out(at: Table, rounds: int, *bettors: str) -> None:
    for _ in range(rounds):
        for name in bettors:
            at.bets(name, "player", 5)
        at.plays(PLAYER_WINS)


@clause(BOOK, "14.6")
def test_14_6_three_rounds_sat_out_at_a_full_table_may_cost_the_seat() -> None:
    at = full_table()
    sit_out(at, 2, "ann", "bob")
    safe = ("seat_is_safe", "act-2015 14.6")
    assert refused(lambda: at.supervisor("require_seat", patron="cyd")) == safe
    sit_out(at, 1, "ann", "bob")
    assert refused(lambda: at.supervisor("require_seat", patron="ann")) == safe
    at.supervisor("require_seat", patron="cyd")
    assert at.clauses("seat_left") == ["14.6"]
    assert at.now.patrons["cyd"].seat is None


@clause(BOOK, "14.6")
def test_14_6_a_bet_or_an_empty_seat_breaks_the_run() -> None:
    at = full_table()
    sit_out(at, 2, "ann", "bob")
    sit_out(at, 1, "cyd")
    sit_out(at, 2, "ann", "bob")
    assert refused(lambda: at.supervisor("require_seat", patron="cyd"))[0] == "seat_is_safe"
    at.patron("bob", "leave_seat")
    sit_out(at, 1, "ann")
    assert refused(lambda: at.supervisor("require_seat", patron="cyd"))[0] == "seat_is_safe"


@clause(BOOK, "14.6", "3.6")
def test_14_6_whose_wager_the_differential_sends_back_did_bet() -> None:
    at = full_table(differential=5)
    for _ in range(3):
        at.bets("ann", "player", 5)
        at.bets("cyd", "player", 5)
        at.calls()
        assert at.lying() == {"ann 1 player": 5}
        at.deals(PLAYER_WINS).settles()
    assert [at.now.patrons[name].sat_out for name in ("ann", "bob", "cyd")] == [0, 3, 0]
    assert refused(lambda: at.supervisor("require_seat", patron="cyd")) == ("seat_is_safe", "act-2015 14.6")


@clause(BOOK, "14.6", "3.4")
def test_14_6_whose_wager_under_the_minimum_goes_back_did_bet() -> None:
    at = full_table(minimum=10)
    for _ in range(4):
        at.bets("ann", "player", 10)
        at.bets("cyd", "player", 5)
        at.plays(PLAYER_WINS)
    assert at.chips("cyd") == 1005, "the first one stood"
    assert [at.now.patrons[name].sat_out for name in ("ann", "bob", "cyd")] == [0, 4, 0]


@clause(BOOK, "14.6", "14.2")
def test_14_6_whose_wager_was_declared_void_did_bet() -> None:
    at = full_table()
    for number, called in ((1, True), (2, False)):
        at.bets("ann", "player", 5)
        at.bets("cyd", "player", 5)
        if called:
            at.calls()
        at.operator("void_wager", round=number, patron="cyd", area="3", wager="player", broke="14.8")
        if not called:
            at.calls()
        at.deals(PLAYER_WINS).settles()
    assert [at.now.patrons[name].sat_out for name in ("ann", "bob", "cyd")] == [0, 2, 0]
    sit_out(at, 1, "ann")
    assert [at.now.patrons[name].sat_out for name in ("ann", "bob", "cyd")] == [0, 3, 1]


@clause(BOOK, "14.6")
def test_14_6_a_wager_that_was_taken_back_before_the_call_is_no_bet() -> None:
    at = full_table()
    at.bets("cyd", "player", 5)
    at.withdraws("cyd", "player")
    sit_out(at, 1, "ann", "bob")
    assert at.now.patrons["cyd"].sat_out == 1


@clause(BOOK, "14.6")
def test_14_6_a_seat_that_is_taken_after_the_call_was_not_in_use_for_that_round() -> None:
    at = full_table(seats=2)
    at.bets("ann", "player", 5)
    at.calls()
    at.sits("cyd", 3)
    at.deals(PLAYER_WINS).settles()
    assert [at.now.patrons[name].sat_out for name in ("ann", "bob", "cyd")] == [0, 0, 0]
    sit_out(at, 2, "ann")
    for name in ("bob", "cyd"):
        safe = refused(partial(at.supervisor, "require_seat", patron=name))
        assert safe == ("seat_is_safe", "act-2015 14.6")
    sit_out(at, 1, "ann")
    assert [at.now.patrons[name].sat_out for name in ("ann", "bob", "cyd")] == [0, 3, 3]


@clause(BOOK, "14.6")
def test_14_6_a_seat_that_is_left_after_the_call_was_not_in_use_for_that_round() -> None:
    at = full_table()
    sit_out(at, 2, "ann")
    at.bets("ann", "player", 5)
    at.calls()
    at.patron("bob", "leave_seat")
    at.deals(PLAYER_WINS).settles()
    assert at.now.patrons["cyd"].sat_out == 0


@clause(BOOK, "14.6", "ruling 31")
def test_14_6_a_round_that_is_decided_again_counts_once() -> None:
    at = full_table()
    sit_out(at, 3, "ann")
    at.supervisor("report_placement_error", round=3)
    assert "round_reopened" in at.names()
    assert [at.now.patrons[name].sat_out for name in ("ann", "bob", "cyd")] == [0, 3, 3]


@clause(BOOK, "14.6", "ruling 11", "dictionary: void")
def test_ruling_11_rounds_without_wagers_and_void_rounds_leave_the_run_alone() -> None:
    at = full_table()
    sit_out(at, 2, "ann", "bob")
    at.draws("5c", DrawTo.EXCESS)
    at.dealer("start_no_bet")
    at.deals("2d 4h 3s").settles()
    assert at.now.patrons["cyd"].sat_out == 2
    for name in ("ann", "bob"):
        at.bets(name, "player", 5)
    at.calls()
    at.operator("void_round", round=4, reason=VoidReason.IMPRACTICAL)
    assert [at.now.patrons[name].sat_out for name in ("ann", "bob", "cyd")] == [0, 0, 2]
    sit_out(at, 1, "ann", "bob")
    at.supervisor("require_seat", patron="cyd")


@clause(BOOK, "14.9")
def test_14_9_a_copy_of_the_rules_at_any_time() -> None:
    at = Table(BOOK)
    at.patron("zoe", "ask_rules")
    (given,) = at.events
    # it is there, as the test has it
    assert (event_name(given), given.clause, given.digest) == ("rules_given", "14.9", at.now.rules.digest)  # type: ignore[union-attr]
    at = four_cards("4c 2d Kh 3s")
    at.patron("ann", "ask_rules")
    assert at.names() == ["rules_given"]


@clause(BOOK, "ruling 14")
def test_ruling_14_a_card_found_face_up_is_played_in_place() -> None:
    at = table(dealing="down")
    at.bets("ann", "player", 100)
    at.calls()
    at.draws("9c", face_up=False, found_face_up=True)
    assert at.clauses("irregularity_found") == ["ruling 14"]
    assert at.names() == ["irregularity_found", "card_dealt"]
    at.deals("2d Kh 3s").turns().settles()
    assert at.chips("ann") == 1100


@clause(BOOK, "12.1", "12.3", "6.3")
@pytest.mark.parametrize(
    ("banker", "hands", "number"), [("5d", ("6C KH", "5D KS 4C"), "12.1"), ("6d", ("6C KH", "6D KS"), "12.3")]
)
def test_12_1_a_card_before_player_waits_for_the_turn_of_face_down_hands(
    banker: str, hands: tuple[str, str], number: str
) -> None:
    at = four_cards(f"6c {banker} Kh Ks", dealing="down")
    at.draws(None, DrawTo.PLAYER, face_up=False)
    assert at.clauses("irregularity_found") == ["6.3"]
    at.turns()
    assert at.clauses("irregularity_found") == [number]
    if at.now.round is not None and at.now.round.hidden(BANKER):
        at.turns_one(BANKER, cards="4c")
    assert at.hands() == hands
    at.settles()
    assert at.now.no_bet_owed is False


@clause(BOOK, "12.1", "7.3")
@pytest.mark.parametrize(("card", "face_up"), [(None, False), ("4c", True)])
def test_12_1_a_card_that_waited_for_the_turn_is_bankers_by_no_clause_about_the_next_round(
    card: str | None, face_up: bool
) -> None:
    at = four_cards("6c 5d Kh Ks", dealing="down")
    at.draws(card, DrawTo.PLAYER, face_up=face_up)
    at.turns()
    assert at.clauses("card_dealt") == ["7.3"], "as of a card before player when both hands lie face up"


@clause(BOOK, "12.1", "9.9", "6.4")
@pytest.mark.parametrize("to", [DrawTo.PLAYER, DrawTo.BANKER, DrawTo.EXCESS])
def test_12_1_a_card_that_waits_for_the_pairs_goes_to_a_hand_before_one_that_was_drawn_after_it(to: DrawTo) -> None:
    at = table(dealing="down", pairs="perfect")
    at.bets("ann", "player", 100)
    at.bets("ann", "player_pair", 10)
    at.calls()
    at.deals("2c 5d 2h Ks")
    at.draws("4c", DrawTo.PLAYER)
    at.turns()
    at.draws("9h", to)
    assert at.clauses("irregularity_found") == ["9.9"]
    at.settles()
    assert at.hands() == ("2C 2H 4C", "5D KS 9H")
    at.settles()
    assert at.now.no_bet_owed is False
