"""Patrons who bet one after the other: the marker, whose turn it is, and what happens out of turn."""

import pytest
from msgspec import UNSET

from puntobanco.app.table_driver import Driver
from puntobanco.rulebooks.rule_values import BettingOrder
from puntobanco.table import Actor, Next, Role, legal_actions, progress
from puntobanco.table.commands.slips import SlipStake
from puntobanco.table.events import MarkerMoved, WagerOutOfTurn
from puntobanco.table.model import DrawTo, VoidReason
from puntobanco.table.queries.progress import Progress
from puntobanco.table.views.describe import tell
from puntobanco.table.views.visible_state import SeenTurns, view
from tests.marks import ALL_BOOKS, clause
from tests.table.helpers import BANKER_WINS, DEALER, OPERATOR, PLAYER_WINS, SUPERVISOR, TIE, Table, refused

ACT = "act-2015"
SEATS = {"ann": 2, "bob": 4, "cyd": 6}
ANN, BOB, CYD = (Actor(person=name, role=Role.PATRON) for name in SEATS)


def table(**conditions: object) -> Table:
    return Table.in_turn(SEATS, **conditions)


def kinds(at: Table, actor: Actor) -> set[str]:
    return {option.kind for option in legal_actions(at.now, actor)}


def asked_in_a_round(at: Table) -> list[str]:
    """Who is asked, one after the other; everybody bets $10 on banker in turn, and banker wins."""
    order = []
    while progress(at.now).next is Next.ASK:
        at.asks()
        name = at.now.turns.now
        assert name is not None
        order.append(name)
        at.bets(name, "banker", 10)
    at.plays(BANKER_WINS)
    return order


# The order


@clause(ACT, "15.15", "dictionary: starting marker", "ruling 22")
def test_act_2015_15_15_wagers_go_clockwise_from_the_marker_which_starts_at_the_lowest_seat_and_moves_on() -> None:
    at = Table("act-2015", conditions={})
    for name, seat in (("cyd", 6), ("ann", 2), ("bob", 4)):
        at.issues(name, seat)
    at.prepares()
    assert at.now.turns.marker is None
    rounds = [asked_in_a_round(at) for _ in range(4)]
    assert rounds == [["ann", "bob", "cyd"], ["bob", "cyd", "ann"], ["cyd", "ann", "bob"], ["ann", "bob", "cyd"]]
    moved = [(event.seat, event.clause) for event in at.log if isinstance(event, MarkerMoved)]
    assert moved == [(seat, "15.15") for seat in (2, 4, 6, 2, 4)]


@clause(ACT, "ruling 22", "dictionary: starting marker")
def test_ruling_22_the_marker_moves_after_a_no_bet_round_and_not_after_a_void_one() -> None:
    at = table()
    at.asks("ann", "bob", "cyd")
    at.supervisor("start_no_bet")
    at.deals(PLAYER_WINS).settles()
    assert at.now.turns.marker == 4
    at.asks("bob")
    at.bets("bob", "banker", 10)
    at.asks("cyd", "ann")
    at.calls()
    at.draws("9c")
    at.operator("void_round", round=2, reason=VoidReason.IMPRACTICAL)
    assert at.now.turns.marker == 4
    assert at.asks("bob"), "a void round begins with the same patron again"


@clause(ACT, "ruling 22")
def test_ruling_22_a_no_bet_round_that_was_asked_for_before_anybody_was_asked_to_bet_moves_the_marker() -> None:
    at = table()
    for name in SEATS:
        at.patron(name, "ask_no_bet" if name == "ann" else "agree_no_bet")
    at.supervisor("start_no_bet")
    assert at.now.turns.marker == 2
    at.deals(PLAYER_WINS).settles()
    assert at.now.turns.marker == 4


@clause(ACT, "ruling 22")
def test_ruling_22_a_round_without_wagers_for_an_exposed_card_moves_the_marker() -> None:
    at = table()
    at.draws("9c", DrawTo.EXCESS)
    assert progress(at.now).no_bet
    assert refused(lambda: at.asks()) == ("nobody_to_ask", "act-2015 15.15")
    assert refused(at.calls) == ("no_bets_this_hand", "act-2015 12.2")
    at.dealer("start_no_bet")
    at.deals("2d Kh 3s").settles()
    assert at.now.turns.marker == 4


@clause(ACT, "ruling 22", "dictionary: starting marker")
def test_ruling_22_the_marker_skips_a_seat_that_was_left_and_nobody_is_first_twice() -> None:
    at = table()
    asked_in_a_round(at)
    assert at.now.turns.marker == 4
    at.operator("take_chips_in", patron="bob")
    assert at.now.turns.marker == 6
    assert asked_in_a_round(at) == ["cyd", "ann"]
    assert asked_in_a_round(at) == ["ann", "cyd"]


@clause(ACT, "15.15", "ruling 22")
def test_act_2015_15_15_the_marker_stays_where_chips_are_issued_again_at_its_seat() -> None:
    at = table()
    asked_in_a_round(at)
    at.operator("take_chips_in", patron="bob", seat_kept=True)
    at.issues("dee", 4)
    assert asked_in_a_round(at) == ["dee", "cyd", "ann"]


def test_the_marker_of_the_only_patron_stays() -> None:
    at = Table.in_turn({"ann": 3})
    asked_in_a_round(at)
    assert (at.now.turns.marker, asked_in_a_round(at)) == (3, ["ann"])


def test_the_marker_finds_a_patron_when_a_patron_was_excluded_from_its_seat() -> None:
    at = table()
    asked_in_a_round(at)
    at.operator("exclude", patron="bob", broke="14.7")
    assert asked_in_a_round(at) == ["cyd", "ann"]


def test_a_patron_who_comes_while_others_bet_is_asked_too() -> None:
    at = table()
    at.asks("ann", "bob")
    at.issues("dee", 1)
    at.asks("cyd", "dee")
    assert progress(at.now).next is Next.START


# Turns


@clause(ACT, "15.16", "15.15")
def test_act_2015_15_16_a_turn_begins_when_asked_and_ends_when_the_next_is_asked() -> None:
    at = table()
    at.asks("ann")
    at.bets("ann", "banker", 50)
    at.bets("ann", "banker", 50)
    at.bets("ann", "tie", 10)
    at.withdraws("ann", "tie")
    assert not [event for event in at.log if isinstance(event, WagerOutOfTurn)]
    at.asks("bob")
    for change in (
        lambda: at.bets("ann", "banker", 10),
        lambda: at.bets("ann", "tie", 10),
        lambda: at.withdraws("ann", "banker"),
        lambda: at.patron("ann", "move", area="2", wager="banker", to_area="2", to_wager="player"),
        lambda: at.patron("ann", "bet_slip", round=1, stakes=()),
    ):
        assert refused(change) == ("turn_is_over", "act-2015 15.15")
    assert at.lying() == {"ann 2 banker": 100}
    assert kinds(at, ANN).isdisjoint({"place", "move", "withdraw", "bet_slip"})


@clause(ACT, "15.15", "15.16", "ruling 22")
def test_ruling_22_the_last_turn_ends_at_the_call_which_waits_for_everybody() -> None:
    at = table()
    at.asks("ann")
    at.bets("ann", "banker", 50)
    assert refused(at.calls) == ("turns_left", "act-2015 15.15")
    assert "call_no_more_bets" not in kinds(at, DEALER)
    at.asks("bob", "cyd")
    at.bets("cyd", "player", 50)
    at.bets("cyd", "tie", 10)
    assert "wager_out_of_turn" not in at.names()
    assert "call_no_more_bets" in kinds(at, DEALER)
    assert refused(at.asks) == ("nobody_to_ask", "act-2015 15.15")
    at.calls()
    assert refused(lambda: at.bets("cyd", "tie", 10)) == ("wagers_closed", "act-2015 6.2")


def test_nobody_is_asked_where_patrons_bet_in_any_order() -> None:
    at = Table.ready(ACT)
    assert refused(at.asks) == ("nobody_to_ask", "act-2015 ruling 49")
    assert "ask_for_wager" not in kinds(at, DEALER)


@pytest.mark.parametrize("book", [pytest.param(book, marks=clause(book, "ruling 49")) for book in ALL_BOOKS])
def test_patrons_of_an_ordinary_table_bet_in_any_order(book: str) -> None:
    at = Table.ready(book, {"ann": 1000, "bob": 1000}, dealing="down" if book == "house-midi" else "up")
    for name in ("bob", "ann", "bob"):
        at.bets(name, "player", 20)
        assert at.names() == ["wager_placed"]
    assert progress(at.now).next is Next.START
    at.plays(PLAYER_WINS)
    happened = {type(event).__name__ for event in at.log}
    assert happened.isdisjoint({"MarkerMoved", "TurnBegan", "WagerOutOfTurn", "RiskTooLow"})
    assert at.now.rules.betting_order.value is BettingOrder.ANY


# Out of turn


@clause(ACT, "15.15")
def test_act_2015_15_15_a_wager_out_of_order_stands_with_a_warning() -> None:
    at = table()
    at.asks("ann")
    at.bets("cyd", "player", 20)
    warned = at.events[-1]
    assert warned == WagerOutOfTurn(patron="cyd", again=False, clause="15.15")
    assert tell(warned, "cyd") == "cyd bets out of turn and is warned: a further one may be void"
    assert at.lying() == {"cyd 6 player": 20}
    at.asks("bob", "cyd")
    at.plays(PLAYER_WINS)
    assert at.chips("cyd") == 1020


@clause(ACT, "ruling 22")
def test_ruling_22_an_early_wager_can_be_changed_until_its_turn_ends() -> None:
    at = table()
    at.asks("ann")
    at.bets("bob", "player", 20)
    at.bets("bob", "player", 10)
    at.bets("bob", "tie", 10)
    at.withdraws("bob", "tie")
    at.patron("bob", "move", area="4", wager="player", to_area="4", to_wager="banker")
    assert [event.again for event in at.log if isinstance(event, WagerOutOfTurn)] == [False], "one for the round"
    at.asks("bob")
    at.withdraws("bob", "banker")
    at.bets("bob", "banker", 40)
    assert at.names() == ["wager_placed"]
    at.asks("cyd")
    assert refused(lambda: at.withdraws("bob", "banker")) == ("turn_is_over", "act-2015 15.15")


@clause(ACT, "ruling 22")
def test_ruling_22_a_late_first_wager_stands_as_out_of_turn_and_then_is_fixed() -> None:
    at = table()
    at.asks("ann", "bob")
    at.bets("ann", "player", 20)
    assert at.events[-1] == WagerOutOfTurn(patron="ann", again=False, clause="15.15")
    assert refused(lambda: at.bets("ann", "player", 20)) == ("turn_is_over", "act-2015 15.15")
    assert refused(lambda: at.bets("ann", "tie", 20)) == ("turn_is_over", "act-2015 15.15")
    assert refused(lambda: at.withdraws("ann", "player")) == ("turn_is_over", "act-2015 15.15")


@clause(ACT, "ruling 22")
def test_ruling_22_who_took_everything_back_in_turn_bets_a_late_first_wager() -> None:
    at = table()
    at.asks("ann")
    at.bets("ann", "banker", 20)
    at.withdraws("ann", "banker")
    at.asks("bob")
    at.bets("ann", "banker", 20)
    assert at.names() == ["wager_placed", "wager_out_of_turn"]


def test_a_slip_out_of_turn_is_one_wager_out_of_turn_and_a_late_second_one_is_refused() -> None:
    at = table()
    at.asks("ann", "bob")
    at.patron("ann", "bet_slip", round=1, stakes=slip(("player", 2000), ("tie", 1000)))
    assert at.names() == ["slip_laid", "wager_out_of_turn"]
    late = slip(("player", 2000))
    assert refused(lambda: at.patron("ann", "bet_slip", round=1, stakes=late))[0] == "turn_is_over"
    at.patron("cyd", "bet_slip", round=1, stakes=slip(("player", 2000), area="6"))
    at.patron("cyd", "bet_slip", round=1, stakes=())
    assert at.names() == ["slip_laid"], "who only takes back bets nothing"


def slip(*wagers: tuple[str, int], area: str = "2") -> tuple[SlipStake, ...]:
    return tuple(SlipStake(area=area, wager=wager, amount=amount) for wager, amount in wagers)


@clause(ACT, "15.15", "ruling 22")
def test_act_2015_15_15_a_further_wager_out_of_order_may_be_void_and_the_first_may_not() -> None:
    at = table()
    at.asks("ann")
    at.bets("cyd", "player", 20)

    def void(number: int) -> tuple[object, ...]:
        return at.operator("void_wager", round=number, patron="cyd", area="6", wager="player", broke="15.15")

    assert refused(lambda: void(1)) == ("not_out_of_turn_again", "act-2015 15.15")
    at.asks("bob", "cyd")
    at.plays(PLAYER_WINS)
    assert refused(lambda: void(1)) == ("not_out_of_turn_again", "act-2015 15.15")
    at.bets("cyd", "player", 20)
    assert at.events[-1] == WagerOutOfTurn(patron="cyd", again=True, clause="15.15")
    void(2)
    assert (at.lying(), at.chips("cyd"), at.clauses("wager_voided")) == ({}, 1020, ["15.15"])


@clause(ACT, "15.17", "14.2", "15.1")
def test_act_2015_15_17_who_seeks_advice_in_a_tournament_breaks_a_rule() -> None:
    at = table()
    at.asks("ann")
    at.bets("ann", "player", 20)
    at.operator("void_wager", round=1, patron="ann", area="2", wager="player", broke="15.17")
    assert (at.lying(), at.clauses("wager_voided")) == ({}, ["14.2"])
    at.operator("exclude", patron="bob", broke="15.17")
    assert at.now.excluded == {"bob"}
    ruling = refused(lambda: at.operator("exclude", patron="cyd", broke="ruling 22"))
    assert ruling == ("nobody_can_break_that", "act-2015 14.2")


@clause(ACT, "15.15")
def test_act_2015_15_15_a_further_wager_that_nobody_declares_void_stands() -> None:
    at = table()
    for _ in range(2):
        at.bets("cyd", "player", 20)
        while progress(at.now).next is Next.ASK:
            at.asks()
        at.plays(PLAYER_WINS)
    assert at.chips("cyd") == 1040


@clause(ACT, "ruling 22")
def test_ruling_22_the_further_wager_is_void_also_while_it_is_dealt_or_decided() -> None:
    for moment in ("dealt", "decided"):
        at = table()
        at.operator("take_chips_in", patron="cyd")
        at.issues("cyd", 6, 1000, warned=True)
        at.asks("ann")
        at.bets("cyd", "player", 20)
        at.asks("bob", "cyd")
        at.calls()
        at.deals(PLAYER_WINS)
        if moment == "decided":
            at.settles()
        at.operator("void_wager", round=1, patron="cyd", area="6", wager="player", broke="15.15")
        assert at.chips("cyd") == 1000


@clause(ACT, "ruling 22")
@pytest.mark.parametrize("late", [False, True])
def test_ruling_22_whose_wager_is_void_may_bet_again_in_turn(late: bool) -> None:
    at = table()
    at.operator("take_chips_in", patron="ann")
    at.issues("ann", 2, 1000, warned=True)
    if late:
        at.asks("ann", "bob")
    at.bets("ann", "player", 20)
    at.operator("void_wager", round=1, patron="ann", area="2", wager="player", broke="15.15")
    assert "ann" in at.now.patrons
    at.asks(*(("ann", "cyd") if late else ("ann",)))
    if late:
        assert "ann" in at.now.turns.had
    else:
        at.bets("ann", "banker", 20)
        assert at.names() == ["wager_placed"]


@clause(ACT, "ruling 22")
def test_ruling_22_the_warning_is_told_to_the_next_table() -> None:
    at = Table(ACT, conditions={})
    at.issues("ann", 1, warned=True)
    at.issues("bob", 2)
    at.prepares()
    for name, again in (("ann", True), ("bob", False)):
        at.bets(name, "player", 20)
        assert at.events[-1] == WagerOutOfTurn(patron=name, again=again, clause="15.15")


@clause(ACT, "ruling 22")
def test_ruling_22_a_round_that_is_decided_again_still_knows_who_bet_out_of_turn_in_it() -> None:
    at = table()
    at.operator("take_chips_in", patron="cyd")
    at.issues("cyd", 6, warned=True)
    at.bets("cyd", "player", 20)
    at.asks("ann", "bob", "cyd")
    at.plays(PLAYER_WINS)
    at.bets("ann", "player", 20)
    at.supervisor("report_placement_error", round=1)
    assert at.now.rounds[-1].again_out_of_turn == {"cyd"}
    assert at.lying() == {"ann 2 player": 20}, "what lay for the next round lies there again"


@pytest.mark.parametrize("excluded", [False, True])
def test_the_turn_of_who_is_gone_is_over_without_a_word_about_risk(excluded: bool) -> None:
    at = table()
    at.asks("ann")
    if excluded:
        at.operator("exclude", patron="ann", broke="14.7")
    else:
        at.operator("take_chips_in", patron="ann")
    assert at.now.turns.now is None
    at.asks("bob")
    assert "risk_too_low" not in at.names()


def test_who_comes_back_while_others_bet_is_asked_again() -> None:
    at = table()
    at.asks("ann", "bob")
    at.operator("take_chips_in", patron="ann")
    at.issues("ann", 7)
    at.asks("cyd", "ann")


# Rounds that are decided again, cancelled or not dealt


def test_a_round_that_is_decided_again_moves_the_marker_once() -> None:
    at = table()
    at.asks("ann")
    at.bets("ann", "player", 20)
    at.asks("bob", "cyd")
    at.plays(PLAYER_WINS)
    assert at.now.turns.marker == 4
    at.supervisor("report_placement_error", round=1)
    assert at.now.turns.marker == 4
    assert at.asks("bob")


def test_a_round_that_is_called_and_then_not_dealt_is_bet_on_anew() -> None:
    """A void tie takes its further round with it, and everybody is asked again after the shuffle."""
    at = table()
    at.asks("ann")
    at.bets("ann", "player", 20)
    at.asks("bob", "cyd")
    at.calls()
    at.dealer("draw_cutting_card")
    at.deals(TIE).settles()
    at.asks("bob")
    at.bets("bob", "player", 20)
    at.asks("cyd", "ann")
    at.calls()
    at.operator("void_round", round=1, reason=VoidReason.DISTURBANCE)
    assert (at.now.turns.had, at.lying()) == (frozenset(), {})
    at.prepares()
    assert progress(at.now).patrons == ("ann",), "the marker goes back: the round after the void one had no card"


def test_after_a_shuffle_for_want_of_wagers_everybody_is_asked_again() -> None:
    at = table()
    at.dealer("draw_cutting_card")
    at.asks("ann", "bob")
    at.dealer("shuffle")
    at.prepares()
    assert progress(at.now).patrons == ("ann",)


def test_turns_go_on_while_the_burn_is_still_to_do() -> None:
    at = Table(ACT, conditions={})
    at.issues("ann", 1)
    at.prepares(burn=False)
    at.asks("ann")
    at.bets("ann", "banker", 20)
    assert at.names() == ["wager_placed"]
    at.calls()
    assert "irregularity_found" in at.names(), "the burn was forgotten"


# What comes next, who sees what


@clause(ACT, "15.15", "15.16")
def test_what_comes_next_is_the_dealers_question_then_the_call() -> None:
    at = table()
    for name in SEATS:
        assert progress(at.now) == Progress(next=Next.ASK, by=Role.DEALER, patrons=(name,))
        at.asks(name)
    coming = progress(at.now)
    assert (coming.next, coming.by, coming.no_bet) == (Next.START, Role.SUPERVISOR, True)
    at.bets("cyd", "banker", 20)
    coming = progress(at.now)
    assert (coming.next, coming.by, coming.no_bet) == (Next.START, Role.DEALER, False)


def test_the_driver_asks_and_waits_for_a_patron_who_is_there() -> None:
    at = table()
    house = Driver(lambda _: 0, dealer=DEALER, supervisor=SUPERVISOR, patrons=("bob", "cyd"))
    seen = []
    while (command := house.next(at.now)) is not None:
        at.do(command.actor, "ask_for_wager")
        seen.append(at.now.turns.now)
    assert seen == ["ann"], "ann is there and has the turn"
    assert house.start(at.now) == []
    going_on = house.ask(at.now)
    assert going_on is not None
    at.do(going_on.actor, "ask_for_wager")
    while (command := house.next(at.now)) is not None:
        at.do(command.actor, "ask_for_wager")
        seen.append(at.now.turns.now)
    assert seen == ["ann", "cyd"]
    assert house.ask(at.now) is None
    assert [command.actor for command in house.start(at.now)] == [SUPERVISOR]


def test_everybody_sees_whose_turn_it_is() -> None:
    at = table()
    at.asks("ann")
    for who in (ANN, DEALER, OPERATOR):
        assert view(at.now, who).turns == SeenTurns(marker=2, now="ann", next=("bob", "cyd"))
    assert view(Table.ready(ACT).now, DEALER).turns is UNSET
