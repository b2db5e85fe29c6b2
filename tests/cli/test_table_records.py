"""`punto table run --records` and `punto table replay` as a user has them: what was kept reads like what was played."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_cli import output, punto
from tests.cli.test_table import BETS, DEALER, OPEN, SEEDED, SHOE, draw, save

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.jsonl"))


def without_refusals(log: str) -> list[str]:
    return [line for line in log.splitlines() if not line.startswith(("Refused ", '{"refused"'))]


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda script: str(script.stem))
def test_what_was_kept_reads_like_what_was_played(script: Path, tmp_path: Path) -> None:
    kept = str(tmp_path / "evening.jsonl")
    played = output("table", "run", str(script), "--format", "text", "--ledger", "--records", kept)
    assert played == script.with_suffix(".log").read_text(encoding="utf-8"), "keeping records changes nothing"
    replayed = output("table", "replay", kept, "--format", "text", "--ledger")
    assert replayed.splitlines() == without_refusals(played)
    assert len(replayed.splitlines()) > 50


@pytest.mark.parametrize("audience", ["patron:ann", "dealer", "supervisor", "auditor"])
def test_a_replay_shows_each_audience_what_it_saw(audience: str, tmp_path: Path) -> None:
    script, kept = save(tmp_path, OPEN, *SEEDED), str(tmp_path / "evening.jsonl")
    seen = ("--view", audience, "--ledger")
    played = output("table", "run", script, "--shoe-seed", "7", "--records", kept, *seen)
    assert output("table", "replay", kept, *seen).splitlines() == without_refusals(played)
    assert json.loads(played.splitlines()[-2])["view"]["book"] == "act-2015"


def test_records_are_numbered_from_1_and_refused_commands_leave_none(tmp_path: Path) -> None:
    script = save(tmp_path, {"do": "shuffle", **DEALER}, OPEN, {"do": "shuffle", **DEALER}, *SHOE)
    kept = tmp_path / "evening.jsonl"
    output("table", "run", script, "--records", str(kept))
    records = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    assert [record["number"] for record in records] == [1, 2, 3, 4, 5, 6]
    assert [record["command"]["do"] for record in records] == [
        "open_table.1",
        "check_cards.1",
        "shuffle.1",
        "cut.1",
        "load_shoe.1",
        "draw.1",
    ]
    assert len({record["id"] for record in records}) == 6
    assert [event["event"] for event in records[1]["events"]] == ["dealer_came.1", "cards_checked.1"]


def test_a_log_is_read_from_standard_input(tmp_path: Path) -> None:
    kept = tmp_path / "evening.jsonl"
    output("table", "run", save(tmp_path, OPEN, *SHOE), "--records", str(kept))
    piped = output("table", "replay", "-", stdin=kept.read_text(encoding="utf-8"))
    assert piped == output("table", "replay", str(kept))


def kept_log(tmp_path: Path) -> tuple[Path, list[str]]:
    kept = tmp_path / "evening.jsonl"
    output("table", "run", save(tmp_path, OPEN, *SHOE, *BETS, draw("9c")), "--records", str(kept))
    return kept, kept.read_text(encoding="utf-8").splitlines()


BROKEN: dict[str, tuple[Callable[[str], str], str]] = {
    "no JSON": (lambda line: line[:40], "line 3 is no JSON"),
    "a member twice": (lambda line: line.replace('"number":3', '"number":3,"number":3'), "line 3 is not written"),
    "an unknown version": (lambda line: line.replace("shuffle.1", "shuffle.9"), "line 3 cannot be read: Invalid value"),
    "a wrong type": (lambda line: line.replace('"number":3', '"number":"3"'), "line 3 cannot be read: Expected `int`"),
    "a blank line": (lambda _: "", "line 3 is no JSON"),
    "another record": (lambda line: line.replace('"number":3', '"number":4'), "line 3 holds record 4"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_line_is_named_by_its_number_with_exit_code_2(what: str, tmp_path: Path) -> None:
    kept, lines = kept_log(tmp_path)
    breaks, said = BROKEN[what]
    kept.write_text("\n".join([*lines[:2], breaks(lines[2]), *lines[3:]]) + "\n", encoding="utf-8")
    done = punto("table", "replay", str(kept))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr


def test_a_line_that_is_no_text_is_named_by_its_number(tmp_path: Path) -> None:
    kept, lines = kept_log(tmp_path)
    kept.write_bytes("\n".join(lines).encode().replace(b'"dan"', b'"d\xffn"', 1))
    done = punto("table", "replay", str(kept))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "line 2 is no JSON" in done.stderr


def test_a_record_that_is_gone_is_missed(tmp_path: Path) -> None:
    kept, lines = kept_log(tmp_path)
    kept.write_text("\n".join(lines[:4] + lines[5:]) + "\n", encoding="utf-8")
    done = punto("table", "replay", str(kept))
    assert (done.returncode, done.stdout) == (2, "")
    assert "line 5 holds record 6" in done.stderr


def test_a_missing_log_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    done = punto("table", "replay", str(tmp_path / "none.jsonl"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "the log" in done.stderr
    assert "cannot be read" in done.stderr


def test_records_that_cannot_be_written_are_one_line_and_exit_code_1(tmp_path: Path) -> None:
    done = punto("table", "run", save(tmp_path, OPEN), "--records", str(tmp_path / "no" / "where.jsonl"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "No such file or directory" in done.stderr


def test_a_patron_who_was_never_there_has_no_replay(tmp_path: Path) -> None:
    kept, _ = kept_log(tmp_path)
    done = punto("table", "replay", str(kept), "--view", "patron:zoe")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no patron 'zoe' was at the table" in done.stderr
