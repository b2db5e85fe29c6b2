"""Rounds from the log alone: at tables of the house and of tournaments, stage by stage."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from puntobanco.app.report_worker.describe_records import sentences_of, step_of_round, told_round
from puntobanco.audit import played_tables as audit_tables
from puntobanco.audit.played_tables import WhichTable, followed, is_in_round, tables_of, where
from puntobanco.audit.round_replay import Played, Step, round_at, rounds_of_shoe, steps_of
from puntobanco.table import Actor, Role
from puntobanco.table.commands import CorrectCard, Draw, ReportPlacementError
from puntobanco.table.events import RoundReopened
from puntobanco.tournament.commands import AtTable
from puntobanco.values.cards import Card
from puntobanco.values.replace import changed
from tests.record.kept import NEWEST, lines_of

CUP = "late-void"
"""A heat at table 1 that ends in play-offs and is ruled on late, then a final at another table 1."""
HEAT = WhichTable(table="1", tournament=CUP, stage=1)
FINAL = WhichTable(table="1", tournament=CUP, stage=2)


@dataclass(frozen=True)
class Stored:
    """A line of a kept log, as a house would hold it."""

    stream: str
    number: int
    body: bytes
    id: str = ""
    hash: bytes = b""

    @property
    def position(self) -> int:
        return self.number


def stored(path: Path, stream: str) -> list[Stored]:
    return [Stored(stream, number, body) for number, body in enumerate(lines_of(path), start=1)]


def cup(name: str = CUP) -> list[Stored]:
    return stored(NEWEST / "tournaments" / f"{name}.jsonl", f"tournament/{name}")


def steps(which: WhichTable, number: int) -> list[Step]:
    return [housed(one) for one in steps_of(cup(which.tournament or ""), which, number)]


def housed(step: Step) -> Step:
    """Kept logs are in no house: their streams have other names."""
    return changed(step, record=changed(step.record, stream=step.line.stream))


def told(step: Step) -> list[str]:
    return [one["sentence"] for one in sentences_of(step.record, at=step.table)]


def test_every_table_of_a_tournament_is_found_those_of_stages_that_are_over_too() -> None:
    assert [(one.stage, one.name, one.table, one.round) for one in tables_of(cup())] == [
        (1, "Heat", "1", 6),
        (2, "Final", "1", 2),
    ]
    across = tables_of(cup("across-tables"))
    assert [(one.stage, one.table) for one in across] == [(1, "1"), (1, "2"), (1, "3")]


def test_a_round_is_that_of_its_own_stage() -> None:
    heat, final = steps(HEAT, 1), steps(FINAL, 1)
    assert {one.line.number for one in heat}.isdisjoint(one.line.number for one in final)
    assert max(one.line.number for one in heat) < min(one.line.number for one in final)
    assert [one.after.round_number for one in (heat[0], final[0])] == [1, 1]
    assert steps(FINAL, 3) == steps(changed(FINAL, stage=3), 1) == steps(changed(HEAT, table="2"), 1) == []


def test_a_round_is_told_with_its_cards_its_money_and_that_it_counts() -> None:
    assert [told(one) for one in steps(HEAT, 5)][-6:] == [
        ['Dealer: "No more bets"', "Di's turn is over", "Round 5 starts"],
        ["Player gets 9♥"],
        ["Banker gets 4♣"],
        ["Player gets K♦"],
        ["Banker gets 3♠"],
        [
            "Settled: Di banker $100 lost $100 (8.4); Cy player $100 won $100 (8.8)",
            "Round 5 ends: player (player 9, banker 7)",
            "The starting marker is at seat 3",
            "Round 5 of table 1 counts",
        ],
    ]


def test_what_was_ruled_later_belongs_to_its_round() -> None:
    found = [one for number in range(1, 6) for one in steps(HEAT, number) if one.later]
    assert found
    for one in found:
        assert step_of_round(one)["command"]["do"] == "void_round"
        assert one.events


def test_a_card_that_was_corrected_later_belongs_to_the_round_that_it_opens_again() -> None:
    """A supervisor corrects a face between rounds: what was told of the round before has changed."""
    kept = stored(NEWEST / "logs" / "act-2015.jsonl", "table/1")
    lines = [replace(one, body=one.body.replace(b'"stream":"act-2015"', b'"stream":"table/1"')) for one in kept]
    which = WhichTable(table="1")
    reopened = [one for one in followed(lines, which) if any(isinstance(told, RoundReopened) for told in one.events)]
    assert reopened
    for one in reopened:
        (number,) = (told.number for told in one.events if isinstance(told, RoundReopened))
        assert one.before is not None
        (found,) = (step for step in steps_of(lines, which, number) if step.line.number == one.line.number)
        assert found.later is (one.before.round_number != number)
        assert isinstance(found.command, CorrectCard | ReportPlacementError)


def test_the_command_is_told_as_the_table_was_asked() -> None:
    (first, *_) = [one for one in steps(HEAT, 5) if one.line.number == 90]
    assert step_of_round(first)["command"] == {
        "do": "place",
        "person": "Di",
        "role": "patron",
        "area": "3",
        "wager": "banker",
        "amount": 10_000,
        "table": "1",
    }
    assert told_round(HEAT, 5, [])["stage"] == 1


def test_nothing_of_another_table_is_told() -> None:
    """One record ends the session at two tables, and takes chips in at both."""
    first, second = (WhichTable(table=table, tournament="across-tables") for table in ("1", "2"))
    (one,), (other,) = steps(first, 2), steps(second, 2)
    assert one.line.number == other.line.number
    assert [step_of_round(one)["command"], step_of_round(other)["command"]] == [
        {"do": "end_session", "person": "Dora", "role": "supervisor"}
    ] * 2
    for step in (one, other):
        events = step_of_round(step)["events"]
        assert {event["table"] for event in events if "table" in event} == {step.table}
        assert events[0]["event"] == "session_ended"


@pytest.mark.parametrize(("role", "knows"), [(Role.AUDITOR, True), (Role.SUPERVISOR, False), (Role.DIRECTOR, False)])
def test_a_card_that_was_keyed_in_face_down_is_for_the_auditor(role: Role, knows: bool) -> None:
    """What happened hides it, and so does what was asked for."""
    dealer, (first, *_) = Actor(person="dee", role=Role.DEALER), steps(HEAT, 5)
    draw = Draw(actor=dealer, card=Card.parse("4h"), face_up=False)
    for command in (draw, AtTable(actor=dealer, table="1", command=draw)):
        step = changed(first, record=changed(first.record, command=command))
        assert ("card" in step_of_round(step, Actor(person="sue", role=role))["command"]) is knows


def test_the_round_of_a_record_is_at_the_table_that_it_is_about() -> None:
    lines = cup()
    for which, number in ((HEAT, 5), (FINAL, 1)):
        for one in steps(which, number):
            if not one.later:
                assert where(lines, one.line.number) == which
                assert round_at(lines, which, one.line.number) == number
    assert where(lines, 1) is None, "a plan is about no table"
    assert where(lines, 10_000) is None
    several = cup("across-tables")
    opening = next(one.number for one in several if b'"start_session.1"' in one.body)
    assert where(several, opening) is None


@pytest.mark.parametrize("name", [CUP, "across-tables"])
def test_a_record_is_in_a_round_where_one_is_found(name: str) -> None:
    """Plans, ballots and whatever opens a table are in none; play-offs that open one are not, either."""
    lines = cup(name)
    said = {line.number: is_in_round(record) for line, record, _ in audit_tables._staged(lines)}
    assert {True, False} == {*said.values()}
    for number in said:
        which = where(lines, number)
        found = None if which is None else round_at(lines, which, number)
        assert (found is not None) is said[number], number


def test_rounds_of_a_shoe_are_those_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def numbers(which: WhichTable) -> list[tuple[int, bool]]:
        found: tuple[Played, ...] = rounds_of_shoe(cup(), which, 1)
        return [(one.record.number, one.record.void) for one in found]

    assert [number for number, _ in numbers(HEAT)] == [1, 2, 3, 4, 5]
    assert numbers(FINAL) == [(1, False)]
    monkeypatch.setattr(audit_tables, "StageClosed", type(None))
    assert numbers(FINAL) == [], "a planted mistake: stages are not told apart"
