"""Stages with several sessions, their ballots and what reaches back: rulings 40, 46, 47 and 48 together."""

from functools import partial

from puntobanco.fair_shoes.draws import DrawKind
from puntobanco.table import Actor, Role
from puntobanco.table import commands as at_table
from puntobanco.table.model import VoidReason
from puntobanco.tournament.conditions import AdvanceBy
from puntobanco.tournament.events import BallotDrawn, PlayOffStarted, SessionCalled
from puntobanco.tournament.queries.draws import open_draw, open_draws
from puntobanco.tournament.views.legal_actions import legal
from tests.marks import clause
from tests.tournament.helpers import DIRECTOR, HOUR, OPERATOR, START, conditions, final, heat, refused
from tests.tournament.rigged import ACT, AS_OPERATOR, BANKER, Rigged

NAMES = ("ann", "bob", "cy", "dee")
RULES = conditions(heat(rounds=1, advance=1, advance_by=AdvanceBy.SESSION, sessions=2), final(rounds=1))


class Heats(Rigged):
    """Two heats whose ballot follows from the secret and words."""

    rehearses = False


def drawn(names: tuple[str, ...] = NAMES) -> Heats:
    cup = Heats.opened(RULES)
    for name in names:
        cup.director("register", player=name)
    cup.ballot(*[2] * (len(names) // 2))
    return cup


def heats(cup: Heats) -> list[list[str]]:
    assert cup.now.session is not None
    return [[one.player for one in session.seats] for session in (cup.now.session, *cup.now.later)]


def play_first(cup: Heats) -> None:
    (first, *_) = heats(cup)
    cup.all_sit()
    cup.start()
    cup.deal(BANKER, "1", **{first[0]: "banker 20", first[1]: "player 20"})
    cup.director("end_session")


def ballots(cup: Heats) -> list[tuple[int, bool]]:
    """By number, and whether it is still to be drawn."""
    return [(one.number, one.is_open) for one in cup.now.draws if one.kind is DrawKind.BALLOT]


def offers(cup: Heats) -> set[str]:
    return {one.kind for one in legal(cup.now, DIRECTOR)}


@clause(ACT, "ruling 46", "ruling 48")
def test_ruling_46_a_stage_of_several_sessions_has_one_ballot_and_the_next_one_is_due_when_it_begins() -> None:
    cup = drawn()
    assert ballots(cup) == [(1, False)]
    play_first(cup)
    assert isinstance(cup.events[-1], SessionCalled)
    assert ballots(cup) == [(1, False), (2, True)]
    cup.do(Actor(person="ann", role=Role.PATRON), "add_words", draw=2, words="between the heats")
    cup.all_sit()
    cup.start()
    assert ballots(cup) == [(1, False), (2, True)]
    assert [one.kind for one in open_draws(cup.now)] == [DrawKind.BALLOT, DrawKind.LOT]


@clause(ACT, "ruling 46", "ruling 48")
def test_ruling_46_a_draw_that_is_replaced_between_two_sessions_is_committed_to_at_once() -> None:
    """Entrants add words to the next ballot while the stage before is played, also before its second session."""
    cup = drawn()
    play_first(cup)
    lot = open_draw(cup.now, DrawKind.LOT)
    assert lot is not None
    cup.do(OPERATOR, "renew_draws", draws=(2, lot.number), reason="restored")
    assert [(one.number, one.kind) for one in open_draws(cup.now)] == [(4, DrawKind.BALLOT), (5, DrawKind.LOT)]


@clause(ACT, "ruling 46", "ruling 48")
def test_ruling_46_no_ballot_is_drawn_again_between_two_sessions_of_its_stage() -> None:
    cup = drawn()
    assert "redraw_ballot" in offers(cup)
    play_first(cup)
    assert cup.now.session is not None
    assert (cup.now.session.number, cup.now.session.started) == (2, False)
    assert "redraw_ballot" not in offers(cup)
    again = partial(cup.director, "redraw_ballot", reason="by mistake")
    assert refused(again) == ("no_ballot", "act-2015 ruling 46")


@clause(ACT, "ruling 40", "ruling 46", "ruling 48")
def test_ruling_40_a_ballot_that_is_drawn_again_ends_offers_and_publishes_all_times_anew() -> None:
    cup = drawn()
    first, second = heats(cup)
    for name in ("rae", "ray"):
        cup.director("list_reserve", player=name)
    cup.seat_goes_to("rae", absent=first[0])
    cup.offer(second[0], "ray")
    cup.director("redraw_ballot", reason="the wrong times were published")
    assert [cup.now.session, *cup.now.later] == [None]
    assert [(one.player, one.offered) for one in cup.now.reserves] == [("ray", None)]
    sizes, (one, other) = (2, 2), (START + 5 * HOUR, START + 9 * HOUR)
    assert refused(lambda: cup.director("draw_ballot", sizes=sizes))[0] == "no_start"
    cup.director("draw_ballot", sizes=sizes, starts_at=(one, other))
    (ballot,) = [event for event in cup.events if isinstance(event, BallotDrawn)]
    assert [sitting.starts_at for sitting in ballot.sessions] == [one, other]
    one_heat, other_heat = heats(cup)
    assert sorted(one_heat + other_heat) == sorted({*NAMES, "rae"} - {first[0]}), "a seat that was paid for stays"
    absent = heats(cup)[0][0]
    assert refused(lambda: cup.director("offer_seat", absent=absent, player="ray", at=one - 1))[0] == "too_early"
    cup.director("offer_seat", absent=absent, player="ray", at=one)
    assert refused(lambda: cup.director("start_session", at=one - 1))[0] == "too_early"


@clause(ACT, "15.22", "ruling 48")
def test_ruling_48_a_play_off_across_tables_has_a_table_that_no_later_session_has() -> None:
    cup = drawn((*NAMES, "eve", "fay", "gil", "hal"))
    (first, _) = heats(cup)
    cup.all_sit()
    cup.start()
    for table, (banker, player) in (("1", first[:2]), ("2", first[2:])):
        cup.deal(BANKER, table, **{banker: "banker 20", player: "player 20"})
    cup.director("end_session")
    cup.director("start_play_off", sizes=(2,))
    (play_off,) = [event for event in cup.events if isinstance(event, PlayOffStarted)]
    assert {one.table for one in play_off.seats} == {"5"}, "tables 3 and 4 are those of the second heat"
    assert {one.table for one in cup.now.later[0].seats} == {"3", "4"}


# Ruling 47


def void(cup: Heats, table: str, number: int) -> None:
    cup.plainly(table, at_table.VoidRound(actor=AS_OPERATOR, round=number, reason=VoidReason.FRAUD))


@clause(ACT, "ruling 47", "ruling 48")
def test_ruling_47_a_heat_is_reopened_before_the_next_one_starts_which_then_waits_again() -> None:
    cup = drawn()
    first, second = heats(cup)
    play_first(cup)
    number = cup.table("1").round_number - 1
    void(cup, "1", number)
    assert heats(cup) == [first, second]
    assert cup.now.session is not None
    assert (cup.now.session.number, cup.now.session.started) == (1, True)
    assert [one.started for one in cup.now.later] == [False]
    cup.deal(BANKER, "1", **{first[0]: "banker 20", first[1]: "player 20"})
    cup.director("end_session")
    assert isinstance(cup.events[-1], SessionCalled)
    assert (cup.events[-1].number, heats(cup)) == (2, [second])
    assert ballots(cup) == [(1, False), (2, True)]
    cup.all_sit()
    cup.start()
    assert cup.now.seated == 4, "nobody is counted twice"
