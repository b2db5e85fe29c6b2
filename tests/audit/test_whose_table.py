"""Which table of which stage a round is told of: by the command line, in a replay, and to a program."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from puntobanco.app.house import read_only_house
from puntobanco.app.report_worker import describe_records, jobs
from puntobanco.audit.played_tables import WhichTable
from puntobanco.audit.round_replay import steps_of
from puntobanco.cli.audit import app
from puntobanco.client import AsyncClient, Client
from puntobanco.errors import Unreadable
from puntobanco.table import Actor, Role
from puntobanco.tournament.events import RoundCounted
from puntobanco.web.views import explanation
from tests.audit.test_rounds import CUP, Stored, cup

ACROSS = "across-tables"
"""Two tables of one round each, whose session one record ends; then a play-off at a third."""


def housed(name: str) -> list[Stored]:
    """A kept log, as a house with this tournament has it."""
    here, there = (f'"stream":"{one}"'.encode() for one in (name, f"tournament/{name}"))
    return [replace(line, body=line.body.replace(here, there, 1)) for line in cup(name)]


@contextmanager
def a_house(_: Path) -> Iterator[Any]:
    yield SimpleNamespace(lines=lambda stream, after=0: iter(housed(stream.partition("/")[2])[after:]))


@pytest.fixture(autouse=True)
def house(monkeypatch: pytest.MonkeyPatch) -> None:
    for where in (read_only_house, jobs):
        monkeypatch.setattr(where, "looking", a_house)


def typed(table: str, number: int, *options: str) -> str:
    """What `punto audit round` prints."""
    found = CliRunner().invoke(app, ["round", "house", table, str(number), *options], catch_exceptions=False)
    assert found.exit_code == 0
    return found.stdout


def replayed(which: WhichTable, number: int) -> dict[str, Any]:
    """As the auditor's console has it."""
    (found,) = jobs.AskedRound(which=which, number=number, audience=describe_records.AUDITOR, views=True).made(Path())
    return dict(json.loads(found))


def sentences(found: dict[str, Any]) -> list[str]:
    return [one["sentence"] for record in found["records"] for one in record["told"]]


# By stage

HEAT_ENDS, FINAL_ENDS = "Round 1 ends: banker (player 4, banker 9)", "Round 1 ends: player (player 9, banker 7)"


@pytest.mark.parametrize(
    ("options", "stage", "ends", "elsewhere"),
    [
        ((), 1, HEAT_ENDS, FINAL_ENDS),
        (("--stage", "1"), 1, HEAT_ENDS, FINAL_ENDS),
        (("--stage", "2"), 2, FINAL_ENDS, HEAT_ENDS),
    ],
)
def test_the_command_line_tells_of_the_stage_that_was_named(
    options: tuple[str, ...], stage: int, ends: str, elsewhere: str
) -> None:
    text = typed("1", 1, "--tournament", CUP, *options)
    assert text.startswith(f"Round 1 of table 1 of stage {stage} of tournament {CUP}, from ")
    assert ends in text
    assert elsewhere not in text
    data = json.loads(typed("1", 1, "--tournament", CUP, *options, "--format", "json"))
    assert (data["tournament"], data["stage"], data["table"], data["round"]) == (CUP, stage, "1", 1)


def test_a_replay_is_of_the_stage_that_was_named() -> None:
    for stage, ends, elsewhere in ((1, HEAT_ENDS, FINAL_ENDS), (2, FINAL_ENDS, HEAT_ENDS)):
        found = replayed(WhichTable(table="1", tournament=CUP, stage=stage), 1)
        assert (found["tournament"], found["stage"], found["table"]) == (CUP, stage, "1")
        assert ends in sentences(found)
        assert elsewhere not in sentences(found)


def test_the_round_of_a_record_is_of_the_stage_in_which_it_was_written() -> None:
    """Record 35 ends round 1 of the heat, record 114 that of the final."""
    for record, stage in ((35, 1), (114, 2)):
        wanted = jobs.AskedRoundOfRecord(
            stream=f"tournament/{CUP}", record=record, audience=describe_records.AUDITOR, views=False
        )
        (found,) = wanted.made(Path())
        data = json.loads(found)
        assert (data["stage"], data["table"], data["round"]) == (stage, "1", 1)
        assert record in [one["number"] for one in data["records"]]


def test_a_round_that_was_not_played_is_refused_by_the_name_of_its_table() -> None:
    which = WhichTable(table="1", tournament=CUP, stage=2)
    said = f"table 1 of stage 2 of tournament {CUP} has no round 7"
    with pytest.raises(Unreadable, match=said):
        typed("1", 7, "--tournament", CUP, "--stage", "2")
    with pytest.raises(jobs.Missing, match=said):
        replayed(which, 7)


# By table


@pytest.mark.parametrize(("table", "here", "elsewhere"), [("1", "Bo", "Cy"), ("2", "Cy", "Bo")])
def test_of_a_record_about_two_tables_each_is_told_its_own(table: str, here: str, elsewhere: str) -> None:
    text = typed(table, 2, "--tournament", ACROSS)
    assert text.startswith(f"Round 2 of table {table} of stage 1 of tournament {ACROSS}, from ")
    found = replayed(WhichTable(table=table, tournament=ACROSS), 2)
    assert (found["table"], found["stage"]) == (table, 1)
    for lines in (text, "\n".join(sentences(found))):
        assert f"{here} leaves the table" in lines
        assert f"{elsewhere} leaves the table" not in lines
        assert "The session of stage 1 is over" in lines, "that is about both"


@pytest.mark.parametrize(("table", "here", "elsewhere"), [("1", "Bo", "Cy"), ("2", "Cy", "Bo")])
def test_a_player_who_asks_why_reads_of_the_own_table(table: str, here: str, elsewhere: str) -> None:
    (step,) = steps_of(housed(ACROSS), WhichTable(table=table, tournament=ACROSS), 2)
    texts = [one.text for one in explanation.sentences_of(step, Actor(person=here, role=Role.PATRON))]
    assert f"{here} leaves the table" in texts
    assert f"{elsewhere} leaves the table" not in texts
    assert texts[0].startswith("The session of stage 1 is over")


def test_what_is_about_another_table_is_left_out_wherever_it_stands() -> None:
    """A round of table 2 counts: nobody who asks for table 1 is told."""
    counted = RoundCounted(table="2", round=4, clause="ruling 22")
    record = SimpleNamespace(stream="tournament/cup", events=(counted,))
    assert {at: len(list(describe_records.each_of(record, counted, at=at))) for at in ("1", "2", None)} == {
        "1": 0,
        "2": 1,
        None: 1,
    }


# To a program

ANSWER = {"table": "2", "round": 4, "records": []}


def test_a_program_asks_for_the_stage_that_it_names() -> None:
    heard: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        heard.append(request.url.raw_path.decode())
        return httpx.Response(200, json=ANSWER)

    async def in_a_loop() -> None:
        async with AsyncClient("http://house", token="t", transport=httpx.MockTransport(answer)) as house:
            await house.papers.round("2", 4, tournament="spring cup", stage=3, replay=True)
            await house.papers.round("2", 4, tournament="cup")
            await house.papers.round("2", 4)

    with Client("http://house", token="t", transport=httpx.MockTransport(answer)) as house:
        house.papers.round("2", 4, tournament="spring cup", stage=3, replay=True)
        house.papers.round("2", 4, tournament="cup")
        house.papers.round("2", 4)
    asyncio.run(in_a_loop())
    assert heard == 2 * [
        "/api/v1/audit/tournaments/spring%20cup/stages/3/tables/2/rounds/4?replay=true",
        "/api/v1/audit/tournaments/cup/stages/1/tables/2/rounds/4",
        "/api/v1/audit/tables/2/rounds/4",
    ]


def test_a_program_looks_back_at_the_stage_that_it_names() -> None:
    heard: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        heard.append(request.url.raw_path.decode())
        story = {"round": 4, "sentences": []}
        history = {"number": 1, "shoe": 2, "shoes": 2, "rounds": [], "boxes": []}
        return httpx.Response(200, json=story if request.url.path.endswith("/story") else history)

    async def in_a_loop() -> None:
        async with AsyncClient("http://house", token="t", transport=httpx.MockTransport(answer)) as house:
            cup, table = house.tournament("cup"), house.table("a/b")
            await cup.history("2", stage=3, shoe=2)
            await cup.story("2", 4, stage=3)
            await cup.history("2")
            await cup.story("2", 4)
            await table.history(1)
            await table.story(4)

    with Client("http://house", token="t", transport=httpx.MockTransport(answer)) as house:
        cup, table = house.tournament("cup"), house.table("a/b")
        cup.history("2", stage=3, shoe=2)
        cup.story("2", 4, stage=3)
        cup.history("2")
        cup.story("2", 4)
        table.history(1)
        table.story(4)
    asyncio.run(in_a_loop())
    assert heard == 2 * [
        "/api/v1/tournaments/cup/stages/3/tables/2/history?shoe=2",
        "/api/v1/tournaments/cup/stages/3/tables/2/rounds/4/story",
        "/api/v1/tournaments/cup/stages/1/tables/2/history",
        "/api/v1/tournaments/cup/stages/1/tables/2/rounds/4/story",
        "/api/v1/tables/a%2Fb/history?shoe=1",
        "/api/v1/tables/a%2Fb/rounds/4/story",
    ]
