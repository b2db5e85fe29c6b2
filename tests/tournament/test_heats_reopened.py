"""A void in a heat after the next one of the stage was called or has started: 14.3, and rulings 47 and 48."""

from functools import partial
from typing import Any

import pytest

from puntobanco.table import commands as at_table
from puntobanco.table.commands import ReportPlacementError
from puntobanco.table.model import VoidReason
from puntobanco.tournament import fold, legal
from puntobanco.tournament.commands import AtTable
from puntobanco.tournament.conditions import AdvanceBy
from puntobanco.tournament.events import LotDrawn, SessionCalled, StageClosed
from puntobanco.tournament.queries.progress import Next, progress
from puntobanco.tournament.queries.standings import cut, questions
from puntobanco.tournament.views.entrant_view import OwnEntry, own_place
from puntobanco.tournament.views.leaderboard import leaderboard
from puntobanco.values.cards import parse_cards
from tests.marks import clause
from tests.tournament.helpers import DIRECTOR, conditions, final, heat, refused
from tests.tournament.rigged import ACT, AS_OPERATOR, BANKER, PLAYER, Rigged, registered

NAMES = ("ann", "bob", "cy", "dee", "eve", "fay")


def heats(number: int = 2, by: AdvanceBy = AdvanceBy.SESSION, *, rounds: int = 1) -> tuple[Rigged, list[list[str]]]:
    """Heats of two players each, of which the best goes on."""
    rules = conditions(heat(rounds=rounds, advance=1, advance_by=by, sessions=number), final(rounds=1))
    cup = registered(NAMES[: 2 * number], rules)
    cup.ballot(*[2] * number)
    assert cup.now.session is not None
    return cup, [[one.player for one in session.seats] for session in (cup.now.session, *cup.now.later)]


def begin(cup: Rigged) -> None:
    cup.all_sit()
    cup.start()


def play(cup: Rigged, table: str, names: list[str], cards: str = BANKER, **bets: str) -> None:
    """A heat from its start to its end; its first player bets on banker."""
    begin(cup)
    cup.deal(cards, table, **(bets or {names[0]: "banker 20", names[1]: "player 20"}))
    cup.director("end_session")


def stands(cup: Rigged) -> tuple[int, list[int]]:
    """The number of the session, and those that come after it."""
    assert cup.now.session is not None
    return cup.now.session.number, [one.number for one in cup.now.later]


def due(cup: Rigged) -> dict[str, int]:
    assert cup.now.session is not None
    return dict(cup.now.session.due)


def drawn(cup: Rigged) -> LotDrawn:
    (found,) = [event for event in cup.events if isinstance(event, LotDrawn)]
    return found


def closed(cup: Rigged) -> StageClosed:
    (found,) = [event for event in cup.events if isinstance(event, StageClosed)]
    return found


@clause(ACT, "14.3", "ruling 47", "ruling 48")
def test_ruling_47_a_heat_is_played_on_before_the_one_that_was_called() -> None:
    cup, (first, second) = heats()
    play(cup, "1", first)
    cup.director("take_place", player=second[0])
    cup.void(1)
    assert stands(cup) == (1, [2])
    assert [one.taken for one in cup.now.later[0].seats] == [True, False], "who came for the second heat is there"
    assert [cup.dollars(name) for name in first] == [1_000, 1_000]
    assert (progress(cup.now).next, progress(cup.now).tables) == (Next.PLAY, ("1",))
    assert not [one for one in legal(cup.now, DIRECTOR) if one.kind in ("start_session", "redraw_ballot")]
    cup.deal(PLAYER, **{first[0]: "banker 30", first[1]: "player 30"})
    cup.director("end_session")
    assert isinstance(cup.events[-1], SessionCalled)
    assert cup.events[-1].number == 2
    assert progress(cup.now).next is Next.START
    play(cup, "2", second)
    assert closed(cup).go_on == (first[1], second[0])
    assert fold(cup.log) == cup.now


@clause(ACT, "14.3", "ruling 47", "ruling 48")
def test_ruling_47_a_heat_that_has_started_is_interrupted_and_goes_on_with_its_wagers() -> None:
    cup, (first, second) = heats(rounds=2)
    begin(cup)
    cup.deal(BANKER, "1", **{first[0]: "banker 20", first[1]: "player 20"})
    cup.deal(BANKER, "1", **{first[0]: "banker 20", first[1]: "player 20"})
    cup.director("end_session")
    begin(cup)
    cup.deal(BANKER, "2", **{second[0]: "banker 100"})
    asked = cup.ask("2")
    cup.bet(asked, "player", 50, table="2")
    cup.void(2)
    assert stands(cup) == (1, [2])
    assert {name: cup.dollars(name, "2") for name in second} == {second[0]: 1_095, second[1]: 1_000}
    assert [cup.dollars(name) for name in first] == [1_019, 980]
    assert refused(lambda: cup.bet(asked, "player", 10, table="2"))[0] == "no_such_table"
    assert own_place(cup.now, second[0]).table == "2"
    assert [one.player for one in leaderboard(cup.now)[0].leaders] == first
    cup.deal(PLAYER, **{first[1]: "player 500"})
    cup.director("end_session")
    assert isinstance(cup.events[-1], SessionCalled)
    assert stands(cup) == (2, [])
    assert (progress(cup.now).next, cup.counted("2")) == (Next.PLAY, (1,))
    assert [one.amount for one in cup.table("2").stakes.of(asked)] == [5_000]
    cup.deal(PLAYER, "2")
    cup.director("end_session")
    assert closed(cup).go_on == (first[1], second[0])
    assert cup.now.seated == 4
    assert fold(cup.log) == cup.now


@clause(ACT, "14.3", "ruling 47", "ruling 48")
def test_ruling_47_heats_are_played_on_in_their_order() -> None:
    cup, (first, second, third) = heats(3)
    play(cup, "1", first)
    play(cup, "2", second)
    begin(cup)
    cup.void(1, "2")
    assert stands(cup) == (2, [3])
    cup.void(1, "1")
    assert stands(cup) == (1, [2, 3])
    numbers = []
    for table, names in (("1", first), ("2", second), ("3", third)):
        cup.deal(PLAYER, table, **{names[0]: "banker 30", names[1]: "player 30"})
        cup.director("end_session")
        numbers += [event.number for event in cup.events if isinstance(event, SessionCalled)]
    assert numbers == [2, 3]
    assert closed(cup).go_on == (first[1], second[1], third[1])
    assert fold(cup.log) == cup.now


@clause(ACT, "14.3", "15.22", "ruling 47", "ruling 48")
def test_ruling_47_a_play_off_of_another_heat_stands() -> None:
    """The best of each session go on, and the same chips elsewhere are no tie with them."""
    cup, (first, second, third) = heats(3)
    play(cup, "1", first, **dict.fromkeys(first, "banker 20"))
    cup.director("start_play_off")
    cup.deal(BANKER, "1", **{first[0]: "banker 20", first[1]: "player 20"})
    cup.director("end_session")
    play(cup, "2", second)
    cup.void(1, "2")
    cup.deal(BANKER, "2", **{second[0]: "banker 20", second[1]: "player 20"})
    cup.director("end_session")
    assert cup.now.results is not None
    assert [{rank.player for rank in one.ranks} for one in cup.now.results.contests] == [{*first}]
    assert questions(cup.now) == []
    play(cup, "3", third)
    assert closed(cup).go_on == (first[0], second[0], third[0])


@clause(ACT, "12.4", "15.22", "ruling 21", "ruling 47")
@pytest.mark.parametrize(("bet", "before", "after"), [("banker 1000", 1, 2), ("player 1000", 2, 1)])
def test_ruling_47_a_lot_stands_and_is_completed_if_more_or_fewer_go_on(bet: str, before: int, after: int) -> None:
    """Three end with $5, one has $1,000, and a fifth bet all: above or below them, until the round is decided again."""
    rules = conditions(heat(rounds=1, advance=3, advance_by=AdvanceBy.SESSION, sessions=2), final(rounds=1))
    cup = registered([f"p{number}" for number in range(10)], rules)
    cup.ballot(5, 5)
    begin(cup)
    ((*equal, fifth, best),) = cup.tables_of("1")
    cup.deal(BANKER, "1", **dict.fromkeys(equal, "tie 995"), **{fifth: bet})
    cup.director("end_session")
    assert [({*one.players}, one.places, one.by_lot) for one in questions(cup.now)] == [({*equal}, before, True)]
    cup.director("draw_lot", **cup.seed())
    lot = drawn(cup)
    cup.plainly("1", ReportPlacementError(actor=DIRECTOR, round=1, cards=tuple(parse_cards(["9d 2c Kh Ks"]))))
    cup.director("end_session")
    open_still = lot.stay if after > before else lot.go_on
    assert [({*one.players}, one.places, one.by_lot) for one in questions(cup.now)] == [({*open_still}, 1, True)]
    cup.director("draw_lot", **cup.seed())
    above = lot.go_on if after > before else (fifth,)
    assert {*cut(cup.now)[0]} == {best, *above, *drawn(cup).go_on}
    assert len(cut(cup.now)[0]) == 3


@clause(ACT, "14.3", "15.20", "ruling 47", "ruling 48")
def test_ruling_47_overall_a_heat_is_reopened_while_the_last_one_is_played() -> None:
    cup, (first, second) = heats(by=AdvanceBy.OVERALL)
    play(cup, "1", first)
    begin(cup)
    cup.void(1)
    assert {one.player for one in leaderboard(cup.now)[0].leaders} == {*first, *second}
    cup.deal(PLAYER, "1", **{first[1]: "player 500"})
    cup.director("end_session")
    assert questions(cup.now) == []
    cup.deal(BANKER, "2", **{second[0]: "banker 20", second[1]: "player 20"})
    cup.director("end_session")
    assert closed(cup).go_on == (first[1],)
    assert closed(cup).order == ((second[0],), (first[0],), (second[1],))


@clause(ACT, "15.11", "15.14", "ruling 23", "ruling 47", "ruling 48")
def test_ruling_47_who_is_out_of_an_interrupted_heat_is_out_and_who_is_in_can_be_replaced() -> None:
    cup, (first, second) = heats(rounds=2)
    begin(cup)
    cup.deal(BANKER, "1")
    cup.deal(BANKER, "1")
    cup.director("end_session")
    cup.director("start_play_off")
    cup.deal(BANKER, "1", **{first[0]: "banker 20"})
    cup.director("end_session")
    begin(cup)
    cup.deal(BANKER, "2", **{second[1]: "player 1000"})
    assert cup.out() == [second[1]]
    cup.void(1)
    assert stands(cup) == (1, [2])
    assert own_place(cup.now, second[1]).entry is OwnEntry.OUT
    replaced = {dict(one.where)["player"] for one in legal(cup.now, DIRECTOR) if one.kind == "substitute"}
    assert second[1] not in replaced
    assert second[0] in replaced
    assert refused(lambda: cup.director("substitute", player=second[1], substitute="sam"))[0] == "not_in"
    cup.director("substitute", player=second[0], substitute="sam")
    assert cup.dollars("sam", "2") == 1_000
    cup.deal(BANKER, "1", **{first[0]: "banker 20"})
    cup.director("end_session")
    assert stands(cup) == (2, [])
    assert progress(cup.now).next is Next.END, "one is left in the second heat"
    assert cup.now.session is not None
    assert {one.player for one in cup.now.session.seats} == {"sam", second[1]}
    cup.director("end_session")
    assert closed(cup).go_on == (first[0], "sam")
    assert fold(cup.log) == cup.now


@clause(ACT, "14.3", "ruling 43", "ruling 47")
def test_ruling_43_what_a_substitute_of_an_interrupted_heat_owes_is_taken_when_it_goes_on() -> None:
    """All chips of a player lie on the layout, a void takes back $100, and the heat is interrupted."""
    cup, (first, second) = heats(rounds=3)
    begin(cup)
    for _ in range(3):
        cup.deal(BANKER, "1", **{first[0]: "banker 20"})
    cup.director("end_session")
    begin(cup)
    cup.deal(PLAYER, "2", **{second[1]: "player 100"})
    cup.deal(PLAYER, "2", **{second[0]: "banker 10"})
    while (asked := cup.ask("2")) != second[1]:
        pass
    cup.bet(asked, "player", 1_100, table="2")
    cup.void(1, "2")
    assert due(cup) == {second[1]: -10_000}
    cup.void(1, "1")
    cup.director("substitute", player=second[1], substitute="sam")
    cup.deal(BANKER, "1", **{first[0]: "banker 20"})
    cup.director("end_session")
    assert stands(cup) == (2, [])
    assert due(cup) == {}
    assert cup.dollars("sam", "2") == 1_000


@clause(ACT, "14.3", "ruling 47")
def test_ruling_47_no_heat_is_reopened_while_a_round_of_the_next_one_is_dealt() -> None:
    cup = Tried.opened(conditions(heat(rounds=1, advance=1, sessions=2), final(rounds=1)))
    for one in NAMES[:4]:
        cup.director("register", player=one)
    cup.ballot(2, 2)
    assert cup.now.session is not None
    for table in ("1", "2"):
        play(cup, table, [one.player for one in cup.now.session.seats])
    assert cup.tried > 0


class Tried(Rigged):
    """While a round of the second heat is dealt, round 1 of the first is not declared void."""

    tried = 0

    def give(self, command: Any) -> Any:
        found = super().give(command)
        second = self.now.tables.get("2")
        if second is not None and second.state.round is not None:
            void = at_table.VoidRound(actor=AS_OPERATOR, round=1, reason=VoidReason.FRAUD)
            reached = partial(super().give, AtTable(actor=void.actor, table="1", command=void))
            assert refused(reached) == ("round_is_on", "act-2015 ruling 47")
            self.tried += 1
        return found
