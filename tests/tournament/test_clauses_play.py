"""Section 15 in play, statement by statement: 15.7, 15.9, 15.15 to 15.19, and rulings 22 and 23."""

from functools import partial
from typing import Any

import pytest

from puntobanco.streams.ledger import CAGE
from puntobanco.table import Actor
from puntobanco.table import commands as at_table
from puntobanco.table.events import MarkerMoved, WagerOutOfTurn
from puntobanco.table.model import VoidReason
from puntobanco.tournament import ledger, legal
from puntobanco.tournament.conditions import AdvanceBy
from puntobanco.tournament.events import BallotDrawn, FeeRefunded, TableDid
from puntobanco.tournament.queries.progress import Next, progress
from puntobanco.tournament.queries.session_play import is_done
from puntobanco.tournament.views.visible_state import view
from tests.marks import clause
from tests.tournament.helpers import DIRECTOR, SEED, START, conditions, final, heat, refused
from tests.tournament.rigged import (
    ACT,
    AS_OPERATOR,
    BANKER,
    NAMES,
    PLAYER,
    TIE,
    Rigged,
    dealer_of,
    patron,
    registered,
    seated,
)

LONG = conditions(final(rounds=9))


def at_tables(cup: Rigged) -> list[Any]:
    """What happened at the tables."""
    return [one for event in cup.log if isinstance(event, TableDid) for one in event.events]


# Ballots and seats


@clause(ACT, "15.7")
def test_act_2015_15_7_table_and_seat_by_ballot_before_every_session_repeatable_from_its_seed() -> None:
    seen = set()
    for number in range(20):
        cup = registered(NAMES)
        cup.director("draw_ballot", sizes=(3, 4), seed=f"{number:064x}")
        again = registered(NAMES)
        again.director("draw_ballot", sizes=(3, 4), seed=f"{number:064x}")
        assert cup.now.session == again.now.session
        assert cup.now.session is not None
        order = tuple(one.player for one in cup.now.session.seats)
        assert sorted(order) == sorted(NAMES)
        places = [(one.table, one.seat) for one in cup.now.session.seats]
        assert places == [("1", 1), ("1", 2), ("1", 3), ("2", 1), ("2", 2), ("2", 3), ("2", 4)]
        seen.add(order)
    assert len(seen) > 15


@clause(ACT, "15.7")
@pytest.mark.parametrize("seed", ["", "00" * 31, "00" * 31 + "0", "zz" * 32, "AB" * 32])
def test_act_2015_15_7_no_ballot_without_a_whole_seed(seed: str) -> None:
    cup = registered(["ann", "bob"])
    assert refused(lambda: cup.director("draw_ballot", sizes=(2,), seed=seed)) == ("no_seed", "act-2015 15.7")


@clause(ACT, "15.7")
def test_act_2015_15_7_every_session_has_a_ballot_of_its_own_and_only_one() -> None:
    cup = seated(NAMES[:3], conditions(heat(rounds=1, advance=3), final(rounds=1)))
    ballot = partial(cup.director, "draw_ballot", sizes=(3,), seed=SEED, starts_at=(START,))
    assert refused(ballot) == ("drawn_already", "act-2015 15.7")
    assert refused(lambda: cup.director("start_session", at=START)) == ("nothing_to_start", "act-2015 15.7")
    cup.deal(BANKER, ann="banker 10")
    cup.director("end_session")
    assert refused(lambda: cup.director("start_session", at=START)) == ("nothing_to_start", "act-2015 15.7")
    ballot()
    assert sum(isinstance(one, BallotDrawn) for one in cup.log) == 2


@clause(ACT, "15.7", "15.13")
@pytest.mark.parametrize(
    ("kind", "fields", "number"),
    [
        ("leave_seat", {}, "15.7"),
        ("leave_table", {}, "15.7"),
        ("take_seat", {"seat": 7}, "15.7"),
        ("buy_in", {"amount": 1_000}, "15.13"),
        ("cash_out", {"amount": 1_000}, "15.13"),
    ],
)
def test_act_2015_15_7_the_seat_is_kept_and_15_13_chips_stay(kind: str, fields: dict[str, Any], number: str) -> None:
    cup = seated(["ann", "bob"], LONG)
    command = at_table.COMMANDS[kind](actor=patron("ann"), **fields)
    assert refused(lambda: cup.plainly("1", command)) == ("chips_are_issued", f"act-2015 {number}")
    assert cup.dollars("ann") == 1_000


# Who is absent


@clause(ACT, "15.9")
def test_act_2015_15_9_forfeited_at_the_directors_start_and_not_by_the_clock() -> None:
    cup = registered(NAMES[:3])
    cup.ballot()
    cup.all_sit(but=["cy"])
    assert cup.now.entrants["cy"].finish is None
    cup.director("take_place", player="cy")
    cup.director("start_session", at=START + 3_600_000_000)
    assert cup.now.seated == 3


@clause(ACT, "15.9", "15.25", "15.24")
def test_act_2015_15_9_the_place_is_forfeited_and_the_fee_stays_in_the_pool() -> None:
    cup = registered(NAMES[:3])
    cup.ballot()
    cup.all_sit(but=["cy"])
    cup.start()
    assert "cy" not in cup.table().patrons
    assert cup.now.fees == {CAGE: -30_000, ledger.POOL: 27_000, ledger.COMMISSION: 3_000}
    assert not [one for one in cup.log if isinstance(one, FeeRefunded)]
    assert refused(lambda: cup.director("take_place", player="cy")) == ("no_seat", "act-2015 15.9")


@clause(ACT, "15.9")
def test_act_2015_15_9_everybody_takes_the_own_seat_and_once() -> None:
    cup = registered(NAMES[:3])
    cup.ballot()
    assert refused(lambda: cup.do(patron("ann"), "take_place", player="bob")) == ("another_person", "act-2015 15.9")
    cup.do(patron("ann"), "take_place", player="ann")
    assert refused(lambda: cup.director("take_place", player="ann")) == ("no_seat", "act-2015 15.9")
    assert refused(lambda: cup.director("take_place", player="zed")) == ("no_seat", "act-2015 15.9")


@clause(ACT, "15.9")
def test_act_2015_15_9_a_later_session_is_forfeited_too_and_starts_with_whoever_is_there() -> None:
    cup = seated(NAMES[:3], conditions(heat(rounds=1, advance=3), final(rounds=1)))
    cup.deal(BANKER, ann="banker 10")
    cup.director("end_session")
    cup.ballot()
    cup.start()
    assert [cup.now.entrants[one].finish for one in NAMES[:3]] != [None] * 3
    assert progress(cup.now).next is Next.END
    cup.director("end_session")
    assert cup.places() == {"ann": 1, "bob": 1, "cy": 1}
    assert cup.prizes() == {"ann": 9_000, "bob": 9_000, "cy": 9_000}


@clause(ACT, "ruling 23")
@pytest.mark.parametrize(("at", "starts"), [(START - 1, False), (START, True), (START + 1, True)])
def test_ruling_23_no_session_starts_before_its_published_time(at: int, starts: bool) -> None:
    cup = registered(["ann", "bob"])
    cup.ballot()
    cup.all_sit()
    start = partial(cup.director, "start_session", at=at)
    if starts:
        start()
    else:
        assert refused(start) == ("too_early", "act-2015 ruling 23")


@clause(ACT, "ruling 23", "15.4")
def test_ruling_23_nor_a_later_session_nor_the_first_before_the_conditions_say() -> None:
    cup = registered(["ann", "bob"], conditions(heat(rounds=1), final(rounds=1)))
    early: dict[str, Any] = {"sizes": (2,), "seed": SEED, "starts_at": (START - 1,)}
    assert refused(lambda: cup.director("draw_ballot", **early)) == ("too_early", "act-2015 15.4(a)")
    cup.ballot()
    cup.all_sit()
    cup.start()
    cup.deal(BANKER, ann="banker 10")
    cup.director("end_session")
    cup.director("draw_ballot", sizes=(2,), seed=SEED, starts_at=(START + 50,))
    cup.all_sit()
    assert refused(lambda: cup.director("start_session", at=START + 49)) == ("too_early", "act-2015 ruling 23")
    cup.director("start_session", at=START + 50)


# Sessions


@clause(ACT, "12.5", "ruling 22")
def test_act_2015_a_wager_that_is_put_back_begins_no_round_at_a_table_that_is_done() -> None:
    cup = seated(["ann", "bob"], conditions(final(rounds=3)))
    cup.deal(BANKER, ann="banker 10")
    asked = cup.ask()
    cup.bet(asked, "player", 50)
    (other,) = {"ann", "bob"} - {asked}
    cup.plainly("1", at_table.Exclude(actor=AS_OPERATOR, patron=other, broke="14.7"))
    assert is_done(cup.now, "1")
    lay = tuple(cup.table().stakes)
    cup.plainly("1", at_table.ReportPlacementError(actor=DIRECTOR, round=1))
    assert [(one.patron, one.wager, one.amount) for one in cup.table().stakes] == [(asked, "player", lay[0].amount)]
    assert refused(cup.ask) == ("rounds_are_played", "act-2015 ruling 22")


@clause(ACT, "dictionary: session", "ruling 22")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_act_2015_a_session_is_so_many_rounds(rounds: int) -> None:
    cup = seated(["ann", "bob"], conditions(final(rounds=rounds)))
    for _ in range(rounds):
        assert refused(lambda: cup.director("end_session")) == ("not_played", "act-2015 ruling 22")
        cup.deal(BANKER, ann="banker 10")
    assert refused(cup.ask) == ("rounds_are_played", "act-2015 ruling 22")
    cup.director("end_session")


@clause(ACT, "dictionary: session")
def test_act_2015_a_session_is_so_many_shoes() -> None:
    short = (("cut_depth", "40"), ("cut_from_ends", "5"), ("decks", "1"), ("minimum", "10"), ("offered", "none"))
    cup = seated(["ann", "bob"], conditions(final(rounds=None, shoes=2), table=short))
    shoes = []
    while not is_done(cup.now, "1"):
        assert refused(lambda: cup.director("end_session"))[0] == "not_played"
        cup.play("1", lambda *_: None, rounds=len(cup.counted()) + 1)
        shoes.append(cup.table().shoe.number)
    assert set(shoes) == {1, 2}
    cup.director("end_session")


@clause(ACT, "ruling 22")
def test_ruling_22_no_bet_rounds_count_and_void_rounds_do_not() -> None:
    cup = seated(["ann", "bob"], conditions(final(rounds=3)))
    cup.deal(BANKER)
    assert cup.counted() == (1,)
    cup.deal(BANKER, ann="banker 10")
    cup.void(2)
    assert cup.counted() == (1,)
    cup.deal(BANKER, ann="banker 10")
    assert cup.counted() == (1, 3)


# Turns


@clause(ACT, "15.15", "dictionary: starting marker")
def test_act_2015_15_15_the_marker_starts_at_the_lowest_seat_and_moves_clockwise_after_every_round() -> None:
    cup = seated(NAMES[:3], LONG)
    (order,) = cup.tables_of("1")
    first = []
    for cards in (BANKER, PLAYER, TIE, BANKER):
        first.append(cup.ask())
        cup.deal(cards)
    assert first == [*order, order[0]]
    assert [one.seat for one in at_tables(cup) if isinstance(one, MarkerMoved)] == [1, 2, 3, 1, 2]


@clause(ACT, "15.15", "ruling 22")
def test_act_2015_15_15_out_of_turn_stands_with_a_warning_that_lasts_for_the_tournament() -> None:
    cup = seated(NAMES[:3], conditions(heat(rounds=1, advance=3, advance_by=AdvanceBy.OVERALL), final(rounds=2)))
    cup.ask()
    early = cup.table().not_asked()[-1]
    cup.bet(early, "banker", 10)
    cup.deal(BANKER)
    assert cup.now.entrants[early].warned
    cup.director("end_session")
    cup.ballot()
    cup.all_sit()
    cup.start()
    cup.ask()
    again = next((one for one in reversed(cup.table().not_asked()) if one == early), None)
    if again is None:
        cup.deal(BANKER)
        cup.ask()
    cup.bet(early, "banker", 10)
    told = [(one.patron, one.again) for one in at_tables(cup) if isinstance(one, WagerOutOfTurn)]
    assert told == [(early, False), (early, True)]


@clause(ACT, "15.16")
def test_act_2015_15_16_a_turn_ends_when_the_next_player_is_asked() -> None:
    cup = seated(NAMES[:2], LONG)
    first = cup.ask()
    cup.bet(first, "banker", 10)
    cup.bet(first, "tie", 10)
    cup.ask()
    assert refused(lambda: cup.bet(first, "player", 10))[1] == "act-2015 15.15"


# Breaks and pace


@clause(ACT, "15.18")
@pytest.mark.parametrize("minutes", [0, 1, 90])
def test_act_2015_15_18_a_break_has_a_stated_length_and_stops_every_table(minutes: int) -> None:
    cup = seated(["ann", "bob"], LONG)
    if minutes < 1:
        assert refused(lambda: cup.director("call_break", minutes=minutes)) == ("no_length", "act-2015 15.18")
        return
    cup.director("call_break", minutes=minutes)
    assert view(cup.now, patron("ann")).on_break == minutes
    assert refused(cup.ask) == ("on_break", "act-2015 15.18")
    assert refused(lambda: cup.director("call_break", minutes=5)) == ("no_break_now", "act-2015 15.18")
    assert refused(lambda: cup.director("end_session"))[0] == "not_played"
    cup.director("resume_play")
    assert refused(lambda: cup.director("resume_play")) == ("no_break", "act-2015 15.18")
    cup.deal(BANKER, ann="banker 10")


def in_dispute(cup: Rigged, *, amount: int | None = None) -> None:
    """Ann asks for the rules and disputes, the director decides, and ann wants it reviewed."""
    number = len(cup.table().disputes) + 1
    cup.plainly("1", at_table.AskRules(actor=patron("ann")))
    assert cup.events[0].clause == "14.9"
    cup.plainly("1", at_table.RaiseDispute(actor=patron("ann"), text="The card was mine"))
    whose = None if amount is None else "ann"
    decided = at_table.DecideDispute(actor=AS_OPERATOR, number=number, decision="No", patron=whose, amount=amount)
    cup.plainly("1", decided)
    cup.plainly("1", at_table.AskReview(actor=patron("ann"), number=number))
    assert cup.events[0].clause == "14.4"


def offered_at_tables(cup: Rigged, *actors: Actor) -> set[str]:
    offers = (dict(one.where) for actor in actors for one in legal(cup.now, actor) if one.kind == "at_table")
    return {one["command"].kind for one in offers}


@clause(ACT, "14.4", "14.9", "15.18")
def test_act_2015_14_9_and_14_4_in_a_break_rules_are_given_and_disputes_decided() -> None:
    cup = seated(["ann", "bob"], LONG)
    cup.deal(BANKER, ann="banker 10")
    cup.director("call_break", minutes=5)
    in_dispute(cup, amount=1_000)
    assert cup.dollars("ann") == 1_019.5
    assert cup.now.on_break == 5


@clause(ACT, "14.1", "14.2", "14.3", "15.18")
def test_act_2015_14_1_to_14_3_in_a_break_the_operator_excludes_and_voids() -> None:
    """A fire in the break: round 1 is void, a wager of round 2, too, and who set it is excluded and out."""
    cup = seated(NAMES[:3], LONG)
    cup.deal(BANKER, ann="banker 100")
    cup.deal(BANKER, ann="banker 10", bob="banker 10")
    cup.director("call_break", minutes=5)
    cup.plainly("1", at_table.VoidRound(actor=AS_OPERATOR, round=1, reason=VoidReason.DISTURBANCE))
    area = str(cup.table().patrons["ann"].seat)
    void = at_table.VoidWager(actor=AS_OPERATOR, round=2, patron="ann", area=area, wager="banker", broke="14.7")
    cup.plainly("1", void)
    assert cup.dollars("ann") == 1_000
    cup.exclude("bob")
    assert cup.out() == ["bob"]
    lift = at_table.LiftExclusion(actor=AS_OPERATOR, patron="bob")
    assert refused(lambda: cup.plainly("1", lift)) == ("on_break", "act-2015 15.18")
    at_any_time = {"raise_dispute", "ask_rules"}
    assert offered_at_tables(cup, patron("ann"), dealer_of("1")) == at_any_time
    assert offered_at_tables(cup, DIRECTOR, AS_OPERATOR) == {"raise_dispute", "exclude", "void_round", "void_wager"}


@clause(ACT, "14.4", "14.9", "ruling 23")
def test_act_2015_14_9_and_14_4_go_on_when_the_session_is_over_but_move_no_chips() -> None:
    """Equal chips at the end: until the play-off starts there is time."""
    cup = seated(["ann", "bob"], conditions(final(rounds=1)))
    cup.deal(BANKER)
    cup.director("end_session")
    in_dispute(cup)
    assert refused(lambda: in_dispute(cup, amount=1_000)) == ("session_is_over", "act-2015 ruling 23")
    assert refused(lambda: cup.exclude("bob")) == ("no_such_table", "act-2015 15.7")
    assert offered_at_tables(cup, patron("ann"), dealer_of("1")) == {"raise_dispute", "ask_rules"}
    assert offered_at_tables(cup, DIRECTOR) == {"raise_dispute", "report_placement_error"}
    assert offered_at_tables(cup, AS_OPERATOR) == {"decide_dispute", "void_round"}
    cup.director("start_play_off")
    cup.deal(BANKER, ann="banker 10", bob="player 10")


@clause(ACT, "15.18")
def test_act_2015_15_18_no_break_before_a_session_or_while_a_round_is_dealt() -> None:
    cup = registered(["ann", "bob"])
    assert refused(lambda: cup.director("call_break", minutes=5)) == ("no_break_now", "act-2015 15.18")
    cup.ballot()
    assert refused(lambda: cup.director("call_break", minutes=5)) == ("no_break_now", "act-2015 15.18")


@clause(ACT, "15.19")
def test_act_2015_15_19_the_director_sets_the_pace_in_words_that_everybody_sees() -> None:
    cup = seated(["ann", "bob"], LONG)
    assert refused(lambda: cup.director("direct_pace", text=" ")) == ("no_direction", "act-2015 15.19")
    cup.director("direct_pace", text="half a minute a wager")
    assert view(cup.now, patron("ann")).pace == "half a minute a wager"
    assert cup.events[0].clause == "15.19"
