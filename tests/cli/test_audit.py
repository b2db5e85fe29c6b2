"""`punto audit`, as somebody types it."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.audit.houses import eventful_house
from tests.audit.test_house import forge
from tests.cli.test_bad_input import fails
from tests.cli.test_cli import output, punto


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(eventful_house(tmp_path_factory.mktemp("cli") / "house", steps=10, rounds=2, tournaments=2))


def test_a_sound_house(house: str) -> None:
    assert "Nothing is wrong." in output("audit", "verify", house)
    found = json.loads(output("audit", "verify", house, "--format", "json"))
    assert (found["sound"], found["findings"], found["apart"]) == (True, [], {})
    after = output("house", "log", house, "--after", str(found["held"]), "--format", "json").splitlines()
    assert len(after) == found["records"] - found["held"]
    assert {json.loads(line)["events"][0]["event"] for line in after} == {"checkpoint_signed"}


def test_a_checkpoint_and_a_bundle(house: str, tmp_path: Path) -> None:
    made = json.loads(output("audit", "checkpoint", house, "--format", "json"))
    assert Path(made["file"]).name == f"{made['size']:020}.checkpoint"
    target = tmp_path / "table.bundle"
    assert "checkpoints" in output("audit", "export", house, str(target), "--table", "act-2015")
    assert json.loads(target.read_text(encoding="utf-8").split("\n")[0])["scope"] == {
        "of": "table",
        "table": "act-2015",
    }
    fails(2, "about one thing", "audit", "export", house, str(tmp_path / "x"), "--shoe", "1")
    fails(2, "about one thing", "audit", "export", house, str(tmp_path / "x"), "--patron", "ann", "--table", "1")


def test_a_round_is_told(house: str) -> None:
    told = output("audit", "round", house, "act-2015", "1")
    assert "ann places $100 on player in area 1 [4.2]" in told
    assert "ann's chips -$100; ann's player wager in area 1 $100" in told
    assert "oz (operator)" in told
    assert ", later)" in told
    assert "Round 1 is void by oz for disturbance" in told
    replayed = output("audit", "round", house, "act-2015", "1", "--replay")
    assert "| The table as the auditor sees it" in replayed
    as_data = json.loads(output("audit", "round", house, "act-2015", "1", "--format", "json"))
    assert as_data["records"][-1]["later"]
    assert as_data["records"][0]["events"]
    fails(2, "has no round 99", "audit", "round", house, "act-2015", "99")
    fails(2, "--stage: is for a table of a tournament", "audit", "round", house, "act-2015", "1", "--stage", "2")


def test_the_log_by_what_one_asks_for(house: str) -> None:
    voided = output("audit", "log", house, "--event", "round_voided", "--table", "act-2015").splitlines()
    assert voided
    assert all(" table/act-2015 " in line for line in voided)
    lines = output("audit", "log", house, "--role", "operator", "--clause", "14.1", "--format", "json").splitlines()
    assert lines
    assert {json.loads(line)["by"]["role"] for line in lines} == {"operator"}
    assert "José places $50" in output("audit", "log", house, "--patron", "José")
    by_ida = output("audit", "log", house, "--person", "ida").splitlines()
    assert any("ida approves" in line for line in by_ida)
    assert any("ida" not in line for line in by_ida)  # who approved is found by the approval
    assert output("audit", "log", house, "--since", "2026-01-01T00:00:05", "--until", "2026-01-01T00:00:07").count(
        ":06 "
    )
    assert not output("audit", "log", house, "--since", "2036-01-01")
    fails(2, "did you mean round_voided", "audit", "log", house, "--event", "round_void")
    fails(2, "no role", "audit", "log", house, "--role", "king")
    fails(2, "no time", "audit", "log", house, "--since", "yesterday")


def test_findings_are_printed_and_counted(house: str, tmp_path: Path) -> None:
    forged = tmp_path / "forged"
    shutil.copytree(house, forged)
    forge(forged, "UPDATE records SET id = 'x' WHERE position = 40")
    told = punto("audit", "verify", str(forged))
    assert told.returncode == 1
    assert re.search(r"^WRONG: record 40, (cage|table)/\S+ \d+: it was written as", told.stdout)
    assert "5 findings" in told.stdout, "this one, and the four triggers that were dropped for it"
    found = json.loads(punto("audit", "verify", str(forged), "--format", "json").stdout)
    assert [(one["position"], one["sort"]) for one in found["findings"]] == [
        (40, "misplaced"),
        *[(None, "protection")] * 4,
    ]
