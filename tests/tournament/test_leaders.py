"""The leaderboard, the tables at a glance, and what one player has to know."""

import pytest

from puntobanco.tournament.views.entrant_view import OwnEntry, Turn, floor, own_place
from puntobanco.tournament.views.leaderboard import CutLine, Leaders, Stands, leaderboard, prize_pool
from tests.marks import clause
from tests.tournament.helpers import conditions, final, heat
from tests.tournament.rigged import ACT, NAMES, PLAYER, patron, registered, seated

ABOVE, ON, BELOW = Stands


def shown(field: Leaders) -> list[tuple[int, str, int, Stands | None]]:
    return [(one.place, one.player, one.chips // 100, one.stands) for one in field.leaders]


def test_before_the_ballot_everybody_is_listed_without_a_line() -> None:
    (field,) = leaderboard(registered(["ann", "bob"]).now)
    assert (field.table, field.above, field.line) == (None, None, None)
    assert shown(field) == [(1, "ann", 0, None), (1, "bob", 0, None)]


@clause(ACT, "15.12")
def test_act_2015_15_12_chips_of_all_are_in_sight_with_those_in_the_boxes() -> None:
    cup = seated(["ann", "bob"])
    while cup.ask() != "ann":
        pass
    cup.bet("ann", "player", 100)
    assert {one.player: one.chips for one in leaderboard(cup.now)[0].leaders} == {"ann": 100_000, "bob": 100_000}


def test_in_a_heat_the_line_is_drawn_at_each_table() -> None:
    cup = seated(NAMES[:6], conditions(heat(advance=1), final(), players_per_table=3))
    tables = cup.tables_of("1", "2")
    first, second, third = tables[0]
    cup.deal(PLAYER, "1", **{first: "player 30", second: "player 20", third: "banker 10"})
    fields = leaderboard(cup.now)
    assert [(one.table, one.above, one.line) for one in fields] == [
        ("1", 1, CutLine.GOES_ON),
        ("2", 1, CutLine.GOES_ON),
    ]
    assert shown(fields[0]) == [(1, first, 1030, ABOVE), (2, second, 1020, BELOW), (3, third, 990, BELOW)]
    assert [one.stands for one in fields[1].leaders] == [ON, ON, ON], "three are equal where one goes on"


@pytest.mark.parametrize(("advance", "stands"), [(1, [ON, ON, BELOW]), (2, [ABOVE, ABOVE, BELOW]), (3, [ABOVE] * 3)])
def test_equal_chips_are_on_the_line_if_it_cuts_them_in_two(advance: int, stands: list[Stands]) -> None:
    cup = seated(NAMES[:3], conditions(heat(advance=advance), final()))
    cup.deal(PLAYER, ann="player 20", bob="player 20", cy="banker 10")
    assert [one.stands for one in leaderboard(cup.now)[0].leaders] == stands


def test_in_the_final_the_line_is_drawn_below_the_prizes() -> None:
    cup = seated(NAMES[:4])
    cup.deal(PLAYER, ann="player 10", bob="player 20", cy="player 30", dee="banker 10")
    (field,) = leaderboard(cup.now)
    assert (field.above, field.line) == (3, CutLine.PRIZE)
    assert shown(field) == [
        (1, "cy", 1030, ABOVE),
        (2, "bob", 1020, ABOVE),
        (3, "ann", 1010, ABOVE),
        (4, "dee", 990, BELOW),
    ]


def test_who_is_out_comes_last_and_below_the_line() -> None:
    cup = seated(NAMES[:4], conditions(final(rounds=3)))
    cup.deal(PLAYER, ann="banker 1000", bob="player 20", cy="player 30", dee="player 10")
    last = leaderboard(cup.now)[0].leaders[-1]
    assert (last.player, last.place, last.still_in, last.stands) == ("ann", 4, False, BELOW)
    assert own_place(cup.now, "ann").entry is OwnEntry.OUT


@clause(ACT, "15.21", "ruling 21")
def test_act_2015_15_21_who_was_put_out_later_stands_before_and_may_have_a_prize() -> None:
    cup = seated(NAMES[:4], conditions(final(rounds=3)))
    cup.deal(PLAYER, ann="banker 10", bob="banker 1000", cy="player 30", dee="player 20")
    cup.deal(PLAYER, ann="banker 990", cy="player 30", dee="player 10")
    (field,) = leaderboard(cup.now)
    assert (field.above, field.line) == (3, CutLine.PRIZE)
    assert shown(field) == [(1, "cy", 1060, ABOVE), (2, "dee", 1030, ABOVE), (3, "ann", 0, ABOVE), (4, "bob", 0, BELOW)]


def test_who_were_put_out_together_are_on_the_line_that_cuts_them_in_two() -> None:
    cup = seated(NAMES[:4], conditions(final(rounds=3)))
    cup.deal(PLAYER, ann="banker 1000", bob="banker 1000", cy="player 30", dee="player 20")
    assert [(one.place, one.stands) for one in leaderboard(cup.now)[0].leaders] == [
        (1, ABOVE),
        (2, ABOVE),
        (3, ON),
        (3, ON),
    ]


def test_who_is_put_out_of_a_heat_does_not_go_on_even_where_a_place_is_left() -> None:
    cup = seated(NAMES[:4], conditions(heat(advance=3, rounds=3), final()))
    cup.deal(PLAYER, ann="banker 1000", bob="banker 1000", cy="player 30", dee="player 20")
    assert [one.stands for one in leaderboard(cup.now)[0].leaders] == [ABOVE, ABOVE, BELOW, BELOW]


def test_who_is_put_out_of_a_play_off_still_goes_on_before_who_was_put_out_earlier() -> None:
    cup = seated(NAMES[:3], conditions(heat(rounds=1), final(), play_off_rounds=3))
    cup.deal(PLAYER, ann="banker 10", bob="banker 10", cy="banker 10")
    cup.director("end_session")
    cup.play_off()
    cup.deal(PLAYER, ann="banker 990", bob="banker 10", cy="player 20")
    cup.deal(PLAYER, bob="banker 980", cy="player 20")
    (field,) = leaderboard(cup.now)
    assert (field.above, field.line) == (2, CutLine.GOES_ON)
    assert [(one.player, one.stands) for one in field.leaders] == [("cy", ABOVE), ("bob", ABOVE), ("ann", BELOW)]
    cup.director("end_session")
    assert {one.player for one in cup.now.still_in} == {"bob", "cy"}


def test_the_pool_is_what_is_left_of_the_fees_and_has_prizes_once_enough_have_entered() -> None:
    few = prize_pool(registered(["ann"]).now)
    assert (few.pool, few.players, few.prizes) == (9_000, 1, ())
    found = prize_pool(registered(["ann", "bob", "cy"]).now)
    assert (found.pool, found.prizes) == (27_000, (13_500, 8_100, 5_400))
    assert prize_pool(seated(["ann", "bob", "cy"]).now) == found


# The tables


def test_a_table_says_whose_turn_it_is_and_how_many_rounds_are_left() -> None:
    cup = seated(["ann", "bob", "cy"])
    asked = cup.ask()
    (table,) = floor(cup.now)
    assert (table.table, table.played, table.left, table.done, table.now) == ("1", 0, 2, False, asked)
    assert asked not in table.coming
    assert len(table.coming) == 2
    cup.bet(asked, "player", 50)
    cup.bet(asked, "banker", 20)
    assert {one.player: one.risked for one in floor(cup.now)[0].players}[asked] == 3_000, "one hand against the other"
    cup.deal(PLAYER, **dict.fromkeys(table.coming, "player 10"))
    assert (floor(cup.now)[0].played, floor(cup.now)[0].left) == (1, 1)
    cup.deal(PLAYER, ann="player 10", bob="player 10", cy="player 10")
    assert (floor(cup.now)[0].left, floor(cup.now)[0].done) == (0, True)


def test_there_is_no_floor_before_a_session_runs() -> None:
    assert floor(registered(["ann", "bob"]).now) == ()


# One's own place


def test_somebody_is_nobody_a_reserve_entered_or_out() -> None:
    cup = registered(["ann", "bob"])
    cup.do(patron("rae"), "list_reserve", player="rae")
    found = {name: own_place(cup.now, name) for name in ("eve", "rae", "bob")}
    assert {name: (one.entry, one.number) for name, one in found.items()} == {
        "eve": (OwnEntry.NONE, None),
        "rae": (OwnEntry.RESERVE, 1),
        "bob": (OwnEntry.ENTERED, 2),
    }


@clause(ACT, "15.14", "15.15")
def test_act_2015_15_15_a_player_is_told_the_own_turn_and_by_15_14_what_must_be_risked() -> None:
    cup = seated(["ann", "bob", "cy"])
    assert own_place(cup.now, "ann").turn is Turn.NONE, "the shoe is still being prepared"
    first = cup.ask()
    own = own_place(cup.now, first)
    assert (own.turn, own.risked, own.must_risk, own.clause) == (Turn.NOW, 0, 1_000, "15.14")
    later = [own_place(cup.now, name) for name in floor(cup.now)[0].coming]
    assert [(one.turn, len(one.before)) for one in later] == [(Turn.COMING, 0), (Turn.COMING, 1)]
    cup.bet(first, "player", 10)
    assert own_place(cup.now, first).risked == 1_000
    cup.ask()
    assert own_place(cup.now, first).turn is Turn.HAD


def test_whoever_has_played_is_told_that_there_is_something_to_look_back_at() -> None:
    cup = registered(["ann", "bob", "cy"], conditions(final(rounds=1)))
    cup.director("list_reserve", player="rae")
    cup.ballot()
    for one in ("ann", "bob"):
        cup.do(patron(one), "take_place", player=one)
    assert not own_place(cup.now, "ann").has_played, "nothing has started"
    cup.start()
    told = {one: own_place(cup.now, one).has_played for one in ("ann", "bob", "cy", "rae", "eve")}
    assert told == {"ann": True, "bob": True, "cy": False, "rae": False, "eve": False}
    cup.director("substitute", player="ann", substitute="sam")
    assert [own_place(cup.now, one).has_played for one in ("ann", "sam")] == [True, True]


def test_whoever_gave_the_entry_away_before_the_start_has_played_nowhere() -> None:
    cup = registered(["ann", "bob"], conditions(final(rounds=1)))
    cup.director("substitute", player="ann", substitute="sam")
    cup.ballot()
    for one in ("sam", "bob"):
        cup.do(patron(one), "take_place", player=one)
    cup.start()
    assert [own_place(cup.now, one).has_played for one in ("ann", "sam")] == [False, True]


def test_whoever_takes_an_entry_over_between_sessions_has_played_from_the_next_on() -> None:
    cup = seated(["ann", "bob"], conditions(heat(rounds=1, advance=2), final(rounds=1)))
    cup.deal(PLAYER, ann="player 20", bob="player 10")
    cup.director("end_session")
    cup.director("substitute", player="ann", substitute="sam")
    assert [own_place(cup.now, one).has_played for one in ("ann", "sam")] == [True, False]
    cup.ballot()
    for one in ("sam", "bob"):
        cup.do(patron(one), "take_place", player=one)
    cup.start()
    assert [own_place(cup.now, one).has_played for one in ("ann", "sam")] == [True, True]


def test_a_seat_is_told_from_the_ballot_on() -> None:
    cup = registered(["ann", "bob"])
    assert own_place(cup.now, "ann").table is None
    cup.ballot()
    own = own_place(cup.now, "ann")
    assert (own.table, own.taken) == ("1", False)
    cup.do(patron("ann"), "take_place", player="ann")
    assert own_place(cup.now, "ann").taken
