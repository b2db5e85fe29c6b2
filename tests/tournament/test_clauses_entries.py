"""Section 15 on entries, statement by statement: 15.6, 15.8, 15.10, and who does not enter (ruling 23)."""

from functools import partial

import pytest

from puntobanco.errors import Refused, Unreadable
from puntobanco.streams.ledger import CAGE
from puntobanco.tournament import ledger
from puntobanco.tournament.events import BallotDrawn
from puntobanco.tournament.model import Ending, Office
from puntobanco.tournament.views.visible_state import results_sheet
from tests.marks import clause
from tests.tournament.helpers import SEED, START, conditions, final, heat, refused
from tests.tournament.rigged import (
    ACT,
    BANKER,
    NAMES,
    dealer_of,
    registered,
    seated,
)

# Entries


@clause(ACT, "15.6")
def test_act_2015_15_6_one_entry_a_person_as_player_reserve_or_substitute() -> None:
    cup = registered(["ann", "bob", "cy"])
    cup.director("substitute", player="ann", substitute="sam")
    for person in ("ann", "bob", "sam"):
        once = ("entered_already", "act-2015 15.6")
        assert refused(partial(cup.director, "register", player=person)) == once
        assert refused(partial(cup.director, "list_reserve", player=person)) == once
        assert refused(partial(cup.director, "substitute", player="cy", substitute=person)) == once


@clause(ACT, "15.6")
@pytest.mark.parametrize("name", ["ann ", " ann", "an\u0001n", "ann\u200b"])
def test_act_2015_15_6_the_same_name_written_otherwise_is_no_second_entry(name: str) -> None:
    cup = registered(["ann"])
    with pytest.raises((Refused, Unreadable)):
        cup.director("register", player=name)
    assert list(cup.now.entrants) == ["ann"]


@clause(ACT, "15.8")
def test_act_2015_15_8_the_director_says_how_many_sit_at_each_table() -> None:
    for sizes in ((7,), (3, 4), (2, 2, 3), (1, 6)):
        cup = registered(NAMES)
        cup.ballot(*sizes)
        assert cup.now.session is not None
        tables = [one.table for one in cup.now.session.seats]
        assert [tables.count(str(number + 1)) for number in range(len(sizes))] == list(sizes)
        assert tables == sorted(tables)
    unfit: tuple[tuple[int, ...], ...] = ((8,), (6,), (7, 1), (0, 7), (3, 3), ())
    for wanted in unfit:
        cup = registered(NAMES)
        wrong = partial(cup.director, "draw_ballot", sizes=wanted, seed=SEED)
        assert refused(wrong) == ("wrong_sizes", "act-2015 15.8")


@clause(ACT, "15.8")
@pytest.mark.parametrize(("most", "sizes", "fits"), [(3, (3, 3), True), (3, (4, 2), False), (2, (2, 2, 2), True)])
def test_act_2015_15_8_no_table_has_more_than_the_conditions_say(most: int, sizes: tuple[int, ...], fits: bool) -> None:
    cup = registered(NAMES[:6], conditions(players_per_table=most))
    if fits:
        cup.ballot(*sizes)
    else:
        assert refused(lambda: cup.ballot(*sizes)) == ("wrong_sizes", "act-2015 15.8")


@clause(ACT, "15.10", "ruling 23")
def test_act_2015_15_10_a_seat_not_taken_goes_to_the_first_reserve_against_the_fee_and_both_fees_stay() -> None:
    cup = registered(["ann", "bob", "cy"])
    for one in ("rae", "ray"):
        cup.director("list_reserve", player=one)
    assert sum(one.paid for one in cup.now.entrants.values()) == 30_000, "a reserve has paid nothing yet"
    cup.ballot()
    drawn = next(event for event in cup.log if isinstance(event, BallotDrawn)).seats
    cup.all_sit(but=["cy"])
    cup.seat_goes_to("rae", absent="cy")
    assert cup.now.fees == {CAGE: -40_000, ledger.FEES: 40_000}
    cup.director("take_place", player="rae")
    cup.start()
    assert cup.now.fees == {CAGE: -40_000, ledger.POOL: 36_000, ledger.COMMISSION: 4_000}
    was = next(one for one in drawn if one.player == "cy")
    assert cup.table(was.table).patrons["rae"].seat == was.seat
    finish = cup.now.entrants["cy"].finish
    assert finish is not None
    assert finish.how is Ending.NEVER_SAT
    assert refused(lambda: cup.director("list_reserve", player="ron")) == ("begun", "act-2015 15.10")


@clause(ACT, "15.10")
def test_act_2015_15_10_not_before_the_ballot_not_after_the_start_and_not_in_a_later_session() -> None:
    cup = registered(["ann", "bob", "cy"], conditions(heat(rounds=1, advance=3), final(rounds=1)))
    for one in ("rae", "ray"):
        cup.director("list_reserve", player=one)
    give = partial(cup.director, "offer_seat", absent="cy", player="rae", at=START)
    assert refused(give) == ("no_seat_now", "act-2015 15.10")
    cup.ballot()
    cup.all_sit(but=["cy"])
    assert refused(partial(cup.director, "offer_seat", absent="ann", player="rae", at=START))[0] == "seat_taken"
    assert refused(partial(cup.director, "offer_seat", absent="zed", player="rae", at=START))[0] == "seat_taken"
    assert refused(partial(cup.director, "offer_seat", absent="cy", player="ray", at=START))[0] == "not_first"
    cup.start()
    assert refused(give) == ("no_seat_now", "act-2015 15.10")
    cup.deal(BANKER, ann="banker 10", bob="banker 20")
    cup.director("end_session")
    cup.ballot()
    assert refused(partial(cup.director, "offer_seat", absent="bob", player="rae", at=2 * START))[0] == "no_seat_now"


# Those who work there


@clause(ACT, "ruling 23", "14.5")
@pytest.mark.parametrize("office", list(Office))
def test_ruling_23_director_assistants_and_dealers_do_not_enter(office: Office) -> None:
    cup = registered(["ann", "bob"])
    cup.operator("nominate", nominee="pat", office=office)
    works = ("works_here", "act-2015 14.5")
    assert refused(lambda: cup.director("register", player="pat")) == works
    assert refused(lambda: cup.director("list_reserve", player="pat")) == works
    assert refused(lambda: cup.director("substitute", player="ann", substitute="pat")) == works


@clause(ACT, "ruling 23")
def test_ruling_23_who_has_entered_waits_or_was_replaced_does_not_work_there() -> None:
    cup = registered(["ann", "bob"])
    cup.director("list_reserve", player="rae")
    cup.director("substitute", player="bob", substitute="sam")
    for person in ("ann", "bob", "sam", "rae"):
        for office in Office:
            nominate = partial(cup.operator, "nominate", nominee=person, office=office)
            assert refused(nominate) == ("plays_here", "act-2015 ruling 23")


@clause(ACT, "ruling 23")
def test_ruling_23_who_dealt_once_does_not_become_a_substitute() -> None:
    cup = seated(["ann", "bob"], conditions(final(rounds=2)))
    cup.deal(BANKER, ann="banker 10")
    dealt = dealer_of("1").person
    assert refused(lambda: cup.director("substitute", player="ann", substitute=dealt)) == (
        "works_here",
        "act-2015 14.5",
    )


@clause(ACT, "15.9", "15.4")
def test_act_2015_15_9_the_breakdown_is_that_of_those_who_sit() -> None:
    """Three entered and paid, two sat: 70 and 30 percent of three fees less commission."""
    cup = registered(["ann", "bob", "cy"], conditions(final(rounds=1)))
    cup.ballot()
    cup.all_sit(but=["cy"])
    cup.start()
    cup.deal(BANKER, ann="banker 20", bob="player 20")
    cup.director("end_session")
    assert cup.prizes() == {"ann": 18_900, "bob": 8_100}
    sheet = results_sheet(cup.now)
    assert sheet is not None
    assert (sheet.players, sheet.pool, sheet.commission) == (2, 27_000, 3_000)
