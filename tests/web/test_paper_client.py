"""Papers through the client, with and without an event loop: typed, the same, and whole or not there."""

import asyncio
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from puntobanco.audit.played_tables import PlayedTable
from puntobanco.client import AsyncClient, Client, Refused, Unanswered, Unreadable
from puntobanco.client import paper_answers as told
from puntobanco.web import types
from puntobanco.web.reports import audit_log, checkpoints, round_replay, verification_job, worker_pool
from tests.audit.test_house import new_house
from tests.web.paper_house import TOURNAMENT, Papers, served_folder
from tests.web.slow_clerk import DIES
from tests.web.test_bundles import verified

SAME: dict[type[Any], type[Any]] = {
    told.LogPage: audit_log.LogPage,
    told.LoggedRecord: audit_log.LoggedRecord,
    told.ToldRound: round_replay.ToldRound,
    told.ToldStep: round_replay.ToldStep,
    told.Sentence: round_replay.Sentence,
    told.PlayedTables: types.PlayedTables,
    told.PlayedTable: PlayedTable,
    told.Verification: verification_job.Verification,
    told.Found: verification_job.Found,
    told.Checkpoint: checkpoints.SeenCheckpoint,
    told.Checkpoints: checkpoints.Checkpoints,
    told.VerificationKeys: checkpoints.VerificationKeys,
    told.Inclusion: checkpoints.Inclusion,
    told.Consistency: checkpoints.Consistency,
}


@pytest.mark.parametrize("kind", SAME, ids=lambda kind: kind.__name__)
def test_the_client_knows_every_member_that_a_house_sends(kind: type[Any]) -> None:
    assert {one.name for one in msgspec.structs.fields(kind)} == {
        one.name for one in msgspec.structs.fields(SAME[kind])
    }


def test_papers_are_typed(papers: Papers, tmp_path: Path) -> None:
    with Client(papers.url, token=papers.door.give("ada")) as house:
        found = house.papers.report("shoe", "act-2015", "1")
        assert (found.sort, found.about["table"], found.about["shoe"]) == ("shoe", "act-2015", 1)
        assert {"rounds", "shoes", "wagers", "incidents"} == found.sections.keys()
        page = house.papers.report_file("day", format="html", date="2026-01-01", zone="Asia/Tokyo")
        assert page.startswith(b"<!DOCTYPE html>")
        voids = list(house.papers.log(event="round_voided"))
        assert voids
        assert all(any(one["event"] == "round_voided" for one in record.events) for record in voids)
        steps = house.papers.round("fair-nz-1998", 1, replay=True).records
        assert steps[-1].view
        (table,) = house.papers.tables(TOURNAMENT)
        of_cup = house.papers.round(table.table, 2, tournament=TOURNAMENT, stage=table.stage)
        assert (of_cup.tournament, of_cup.stage, table.name) == (TOURNAMENT, 1, "Final")
        points = house.papers.checkpoints()
        assert points[-1] == house.papers.latest_checkpoint()
        assert house.papers.sign_checkpoint() == house.papers.latest_checkpoint()
        assert house.papers.keys()
        assert house.papers.inclusion(1, points[0].size).root == points[0].root
        assert house.papers.consistency(points[0].size, points[1].size).new_root == points[1].root
        assert [one.tournament for one in house.tournaments()] == [TOURNAMENT]
        target = house.papers.bundle(tmp_path / "shoe.bundle", table="fair-nz-1998", shoe=1)
        assert verified(target)[0] == 0
        assert [one.name for one in tmp_path.iterdir()] == ["shoe.bundle"]


def test_the_same_with_an_event_loop(papers: Papers, tmp_path: Path) -> None:
    async def evening() -> None:
        async with AsyncClient(papers.url, token=papers.door.give("oz")) as house:
            assert (await house.papers.report("tournament", TOURNAMENT)).sections["places"]
            assert [record async for record in house.papers.log(table="act-2015", event="table_opened")]
            found = await house.papers.verify()
            assert found.found is not None
            assert found.found.sound
            assert await house.papers.verification() == found
            assert (await house.papers.cancel_verification()).course == "done"
            assert (await house.papers.round("act-2015", 1)).round == 1
            assert (await house.papers.sign_checkpoint()).note == (await house.papers.latest_checkpoint()).note
            assert [one.tournament for one in await house.tournaments()] == [TOURNAMENT]
            await house.papers.bundle(tmp_path / "ann.bundle", patron="ann")

    asyncio.run(evening())
    assert verified(tmp_path / "ann.bundle")[0] == 0


def test_what_is_refused_is_raised_and_leaves_nothing(papers: Papers, tmp_path: Path) -> None:
    with Client(papers.url, token=papers.door.give("bob")) as house:
        with pytest.raises(Refused, match="another one's"):
            house.papers.bundle(tmp_path / "x", patron="ann")
        with pytest.raises(Refused, match="supervisors of this table"):
            house.papers.report("table", "act-2015")
        with pytest.raises(Unreadable, match="about one thing"):
            house.papers.bundle(tmp_path / "x", patron="bob", table="act-2015")
        with pytest.raises(Unreadable, match="is no report"):
            house.papers.report("table")
    assert list(tmp_path.iterdir()) == []


def test_a_bundle_that_breaks_off_is_not_there(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    with (
        served_folder(new_house(tmp_path / "house")) as papers,
        Client(papers.url, token=papers.door.give("ada")) as house,
        patch.object(worker_pool, "COMMAND", DIES),
        pytest.raises(Unanswered, match="broke off"),
    ):
        house.papers.bundle(there / "x")
    assert list(there.iterdir()) == []
