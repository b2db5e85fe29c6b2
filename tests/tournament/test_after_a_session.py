"""Rounds of a session that is over: 12.5, 14.3, 15.20, 15.22, and ruling 47."""

from functools import partial
from typing import Any

import pytest

from puntobanco.fair_shoes.draws import DrawKind
from puntobanco.table import commands as at_table
from puntobanco.table.model import VoidReason
from puntobanco.tournament import fold, legal
from puntobanco.tournament.commands import AtTable
from puntobanco.tournament.queries.draws import open_draws
from puntobanco.tournament.queries.progress import Next, progress
from puntobanco.tournament.queries.standings import questions
from puntobanco.tournament.views.leaderboard import leaderboard
from puntobanco.values.cards import parse_cards
from tests.marks import clause
from tests.tournament.helpers import DIRECTOR, OPERATOR, conditions, final, heat, refused
from tests.tournament.rigged import ACT, AS_OPERATOR, BANKER, NAMES, PLAYER, Rigged, registered, seated

PLACEMENT = partial(at_table.ReportPlacementError, actor=DIRECTOR)


def over() -> Rigged:
    """The final is over: ann has $1,300, bob $1,100, cy $1,000; the second round won ann $200."""
    cup = seated(NAMES[:3], conditions(final(rounds=2)))
    cup.deal(PLAYER, ann="player 100", bob="player 100")
    cup.deal(PLAYER, ann="player 200")
    cup.director("end_session")
    assert progress(cup.now).next is Next.AWARD
    assert cup.places() == {"ann": 1, "bob": 2, "cy": 3}
    return cup


@clause(ACT, "14.3", "15.20", "ruling 47")
def test_ruling_47_a_void_reaches_the_final_until_places_are_awarded() -> None:
    cup = over()
    cup.void(2)
    assert (cup.dollars("ann"), cup.dollars("bob"), cup.counted()) == (1_100, 1_100, (1,))
    assert (progress(cup.now).next, cup.now.over) == (Next.PLAY, False)
    cup.deal(PLAYER, bob="player 50")
    cup.director("end_session")
    assert cup.places() == {"bob": 1, "ann": 2, "cy": 3}
    cup.director("award_places")
    assert refused(lambda: cup.void(3)) == ("no_such_table", "act-2015 15.7")
    assert fold(cup.log) == cup.now


@clause(ACT, "12.5", "ruling 47")
def test_ruling_47_a_placement_error_in_an_earlier_round_voids_it_and_later_ones_stand() -> None:
    cup = over()
    cup.plainly("1", PLACEMENT(round=1))
    assert (cup.dollars("ann"), cup.dollars("bob"), cup.counted()) == (1_200, 1_000, (2,))
    assert progress(cup.now).next is Next.PLAY


@clause(ACT, "12.4", "ruling 31", "ruling 47")
def test_ruling_47_the_last_round_is_decided_again_and_the_session_has_all_its_rounds() -> None:
    cup = over()
    cup.plainly("1", PLACEMENT(round=2, cards=tuple(parse_cards(["2d 9c 3s Kh"]))))
    assert (cup.dollars("ann"), cup.counted()) == (900, (1, 2))
    assert progress(cup.now).next is Next.END
    cup.director("end_session")
    assert cup.places() == {"bob": 1, "cy": 2, "ann": 3}


@clause(ACT, "14.3", "15.15", "ruling 41", "ruling 47")
def test_ruling_47_the_marker_lies_where_it_lay_and_goes_back_with_the_last_round() -> None:
    cup = over()
    cup.plainly("1", PLACEMENT(round=1))
    assert cup.table().turns.marker == 3
    cup = over()
    cup.void(2)
    assert cup.table().turns.marker == 2


@clause(ACT, "14.1", "14.2", "ruling 47")
def test_ruling_47_a_disturbance_and_a_breach_reach_no_session_that_is_over() -> None:
    cup = over()
    disturbed = at_table.VoidRound(actor=AS_OPERATOR, round=2, reason=VoidReason.DISTURBANCE)
    assert refused(lambda: cup.plainly("1", disturbed)) == ("no_such_table", "act-2015 15.7")
    breach = at_table.VoidWager(actor=AS_OPERATOR, round=2, patron="ann", area="1", wager="player", broke="14.7")
    assert refused(lambda: cup.plainly("1", breach)) == ("no_such_table", "act-2015 15.7")
    offered = [dict(one.where)["command"] for one in legal(cup.now, AS_OPERATOR) if one.kind == "at_table"]
    reasons = {dict(one.where)["reason"] for one in offered if one.kind == "void_round"}
    assert reasons == {VoidReason.FRAUD, VoidReason.IMPRACTICAL}
    assert not [one for one in offered if one.kind in ("void_wager", "exclude")]


@clause(ACT, "14.3", "15.13", "ruling 16", "ruling 47")
def test_ruling_47_who_ended_the_session_without_chips_has_the_stakes_of_the_void_round_again() -> None:
    cup = seated(NAMES[:3], conditions(final(rounds=1)))
    cup.deal(BANKER, ann="player 1000", bob="player 10")
    cup.director("end_session")
    cup.void(1)
    assert {name: cup.dollars(name) for name in NAMES[:3]} == dict.fromkeys(NAMES[:3], 1_000)
    assert cup.out() == []
    assert fold(cup.log) == cup.now


@clause(ACT, "12.4", "ruling 31", "ruling 47")
def test_ruling_47_who_ended_the_session_without_chips_wins_by_the_round_that_is_decided_again() -> None:
    """The cards in another order: player has 9, banker 2."""
    cup = seated(NAMES[:3], conditions(final(rounds=1)))
    cup.deal(BANKER, ann="player 1000", bob="player 10")
    cup.director("end_session")
    cup.plainly("1", PLACEMENT(round=1, cards=tuple(parse_cards(["9d 2c Kh Ks"]))))
    assert (cup.dollars("ann"), cup.out()) == (2_000, [])
    cup.director("end_session")
    assert cup.places() == {"ann": 1, "bob": 2, "cy": 3}


@clause(ACT, "14.3", "15.14", "ruling 23", "ruling 47")
def test_ruling_47_whom_the_void_round_put_out_comes_back_and_the_play_off_is_not_due() -> None:
    cup = seated(NAMES[:3], conditions(final(rounds=2)))
    cup.deal(PLAYER, ann="banker 1000")
    cup.deal(PLAYER)
    cup.director("end_session")
    assert progress(cup.now).next is Next.PLAY_OFF
    cup.void(1)
    assert (cup.out(), cup.dollars("ann"), cup.now.entrants["ann"].finish) == ([], 1_000, None)
    assert (progress(cup.now).next, questions(cup.now)) == (Next.PLAY, [])
    assert not [one for one in legal(cup.now, DIRECTOR) if one.kind == "start_play_off"]


@clause(ACT, "14.3", "15.22", "ruling 47")
def test_ruling_47_a_play_off_that_runs_is_broken_off_and_its_rounds_are_nobodys() -> None:
    cup = seated(NAMES[:3], conditions(final(rounds=1), play_off_rounds=2))
    cup.deal(PLAYER, ann="player 100", bob="player 100")
    cup.director("end_session")
    cup.director("start_play_off")
    cup.deal(PLAYER, ann="player 100", bob="player 10")
    assert (cup.dollars("ann"), cup.dollars("bob")) == (1_200, 1_110)
    cup.void(1)
    assert {name: cup.dollars(name) for name in NAMES[:3]} == dict.fromkeys(NAMES[:3], 1_000)
    assert (cup.now.session is not None and cup.now.session.play_off, cup.counted()) == (False, ())
    assert refused(lambda: cup.void(2)) == ("session_is_over", "act-2015 ruling 47")
    cup.deal(PLAYER, ann="player 10")
    cup.director("end_session")
    assert [set(one.players) for one in questions(cup.now)] == [{"bob", "cy"}]
    assert fold(cup.log) == cup.now


@clause(ACT, "14.3", "ruling 47")
def test_ruling_47_no_session_is_reopened_while_a_round_of_the_play_off_is_dealt() -> None:
    cup = Tried.seated(NAMES[:3], conditions(final(rounds=1)))
    cup.deal(PLAYER)
    cup.director("end_session")
    cup.director("start_play_off")
    cup.deal(PLAYER, ann="player 100")
    assert cup.tried > 0


class Tried(Rigged):
    """While a round of the play-off is dealt, round 1 is not declared void."""

    tried = 0

    def give(self, command: Any) -> Any:
        found = super().give(command)
        if self.now.results is not None and self.now.tables and self.table().round is not None:
            void = at_table.VoidRound(actor=AS_OPERATOR, round=1, reason=VoidReason.FRAUD)
            given = partial(super().give, _there(void))
            assert refused(given) == ("round_is_on", "act-2015 ruling 47")
            self.tried += 1
        return found


def _there(command: at_table.VoidRound) -> AtTable:
    return AtTable(actor=command.actor, table="1", command=command)


def two_tables() -> tuple[Rigged, list[str], list[str]]:
    """A heat at two tables of two, the best of each goes on; at both they end with equal chips."""
    cup = registered(NAMES[:4], conditions(heat(rounds=2, advance=1), final(rounds=1), players_per_table=2))
    cup.ballot(2, 2)
    cup.all_sit()
    cup.start()
    first, second = cup.tables_of("1", "2")
    for table, names in (("1", first), ("2", second)):
        for _ in range(2):
            cup.deal(PLAYER, table, **dict.fromkeys(names, "player 10"))
    cup.director("end_session")
    return cup, first, second


@clause(ACT, "14.3", "15.22", "ruling 47")
def test_ruling_47_a_play_off_stands_that_did_not_depend_on_the_void_round() -> None:
    cup, first, second = two_tables()
    cup.director("start_play_off")
    cup.deal(PLAYER, "1", **{first[0]: "player 10", first[1]: "player 20"})
    cup.director("end_session")
    assert [set(one.players) for one in questions(cup.now)] == [{*second}]
    cup.void(1, "2")
    assert cup.dollars(second[0], "2") == 1_010
    cup.deal(PLAYER, "2", **{second[0]: "player 30", second[1]: "player 15"})
    assert progress(cup.now).next is Next.END
    cup.director("end_session")
    assert [one.player for one in cup.now.still_in] in ([first[1], second[0]], [second[0], first[1]])
    assert fold(cup.log) == cup.now


@clause(ACT, "14.3", "15.22", "ruling 47")
def test_ruling_47_chips_that_a_standing_play_off_left_are_carried_on() -> None:
    """At $1,020 each the first table plays off; the void is at the second one, where the best has $1,040 then."""
    cup, first, second = two_tables()
    cup.director("start_play_off")
    cup.deal(PLAYER, "1", **{first[0]: "player 10", first[1]: "player 20"})
    cup.director("end_session")
    cup.void(1, "2")
    cup.deal(PLAYER, "2", **{second[0]: "player 30", second[1]: "player 15"})
    cup.director("end_session")
    chips = {one.player: one.chips for one in cup.now.still_in}
    assert chips == {first[1]: 104_000, second[0]: 104_000}


@clause(ACT, "14.2", "14.3", "ruling 30", "ruling 47")
def test_ruling_47_who_was_excluded_from_the_play_off_stays_out_and_keeps_the_chips_of_the_session() -> None:
    """Ann ended the session with $1,100, of which the void takes $100; she is excluded until it is lifted."""
    cup = seated(NAMES[:3], conditions(final(rounds=1), play_off_rounds=2))
    cup.deal(PLAYER, ann="player 100", bob="player 100")
    cup.director("end_session")
    cup.director("start_play_off")
    cup.deal(PLAYER, ann="player 100", bob="player 10")
    cup.exclude("ann")
    cup.void(1)
    assert cup.now.session is not None
    assert [(out.player, out.chips, out.excluded) for out in cup.now.session.out] == [("ann", 100_000, True)]
    cup.plainly("1", at_table.LiftExclusion(actor=AS_OPERATOR, patron="ann"))
    assert (cup.out(), cup.dollars("ann")) == ([], 1_000)
    assert fold(cup.log) == cup.now


@clause(ACT, "14.3", "15.22", "ruling 47")
def test_ruling_47_a_play_off_falls_whose_tie_the_void_changed() -> None:
    cup, first, second = two_tables()
    cup.director("start_play_off")
    cup.deal(PLAYER, "1", **{first[0]: "player 10", first[1]: "player 20"})
    cup.director("end_session")
    cup.void(1, "1")
    cup.deal(PLAYER, "1", **{first[0]: "player 10", first[1]: "player 10"})
    cup.director("end_session")
    assert [{*second}] == [set(one.players) for one in questions(cup.now) if {*one.players} != {*first}]
    assert not [one for one in questions(cup.now) if {*one.players} == {*first}], "they tie at the same chips again"
    cup.void(2, "1")
    cup.deal(BANKER, "1", **{first[0]: "player 10", first[1]: "player 10"})
    cup.director("end_session")
    assert {*first} in [set(one.players) for one in questions(cup.now)], "they tie at other chips"


@clause(ACT, "14.3", "ruling 47")
def test_ruling_47_a_stage_that_is_closed_is_reached_no_more() -> None:
    cup = seated(NAMES[:3], conditions(heat(rounds=1, advance=2), final(rounds=1)))
    cup.deal(PLAYER, ann="player 100", bob="player 50")
    cup.director("end_session")
    assert progress(cup.now).next is Next.BALLOT
    assert refused(lambda: cup.void(1)) == ("no_such_table", "act-2015 15.7")


@clause(ACT, "15.11", "ruling 47")
def test_ruling_47_who_took_over_since_sits_there_again() -> None:
    cup = seated(NAMES[:3], conditions(final(rounds=1)))
    cup.deal(PLAYER, ann="player 100", bob="player 100")
    cup.director("end_session")
    cup.director("substitute", player="ann", substitute="sam")
    cup.void(1)
    assert {name: cup.dollars(name) for name in ("sam", "bob", "cy")} == dict.fromkeys(("sam", "bob", "cy"), 1_000)
    assert leaderboard(cup.now)[0].leaders[0].place == 1


@clause(ACT, "ruling 46", "ruling 47")
def test_ruling_46_a_lot_that_a_reopened_final_may_need_is_replaced_until_places_are_awarded() -> None:
    cup = over()
    (lot,) = open_draws(cup.now)
    cup.do(OPERATOR, "renew_draws", draws=(lot.number,), reason="restored")
    assert [(one.number, one.kind) for one in open_draws(cup.now)] == [(lot.number + 1, DrawKind.LOT)]
    cup.director("award_places")
    assert open_draws(cup.now) == ()
    late = partial(cup.do, OPERATOR, "renew_draws", draws=(lot.number + 1,), reason="restored")
    assert refused(late) == ("no_draw", "act-2015 ruling 46")


@clause(ACT, "15.25", "ruling 47")
@pytest.mark.parametrize("number", [1, 2])
def test_ruling_47_a_cancelled_tournament_is_reached_no_more(number: int) -> None:
    cup = over()
    cup.operator("cancel_tournament", reason="fire")
    assert refused(lambda: cup.void(number)) == ("cancelled", "act-2015 15.25")
