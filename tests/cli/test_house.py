"""`punto house` as its operator runs it, and with what nobody should give it."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_bad_input import fails
from tests.cli.test_cli import output, punto

OZ = {"role": "operator", "person": "oz"}
ANN = {"role": "patron", "person": "ann"}
RUNNING = {"virtual": False, "automatic": False, "betting_ms": 1, "card_ms": 1, "offer_ms": 1, "seeds": False}
ACCOUNT = ({"do": "open_account", **OZ, "patron": "ann"}, {"do": "deposit", **OZ, "amount": 1_000_000})
OPENING = (
    {"do": "open_table", **OZ, "book": "act-2015"},
    {"do": "buy_in", **ANN, "amount": 100_000},
    {"do": "take_seat", **ANN, "seat": 1},
)


def script(*lines: dict[str, Any]) -> str:
    return "\n".join(map(json.dumps, lines))


def answers(*arguments: str, stdin: str = "") -> list[dict[str, Any]]:
    return [json.loads(line) for line in output("house", *arguments, stdin=stdin).splitlines()]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with an account and an automatic table that has been dealt up to the wagers."""
    return opened(tmp_path_factory.mktemp("cli") / "casino")


def opened(folder: Path) -> Path:
    output("house", "init", str(folder), "--name", 'Casino "North" é')
    at_once = ("--betting-seconds", "0", "--card-seconds", "0", "--offer-seconds", "0")
    output("house", "table", str(folder), "1", "--automatic", *at_once)
    answers("do", str(folder), "cage/ann", stdin=script(*ACCOUNT))
    answers("do", str(folder), "table/1", stdin=script(*OPENING))
    return folder


# What it does


def test_people_get_roles_and_lose_them(tmp_path: Path) -> None:
    folder = str(tmp_path / "casino")
    output("house", "init", folder, "--operator", "olga")
    assert output("house", "grant", folder, "dan", "dealer") == "house makes dan dealer at all tables [roles]\n"
    output("house", "grant", folder, "sue", "supervisor", "--table", "1")
    output("house", "grant", folder, "tia", "director", "--tournament", "cup")
    found = json.loads(output("house", "people", folder, "--format", "json"))
    assert found == {
        "people": {
            "olga": {"house": "operator"},
            "dan": {"table/": "dealer"},
            "sue": {"table/1": "supervisor"},
            "tia": {"tournament/cup": "director"},
        },
        "dealing": {},
        "withdrawal_limit": 1_000_000,
        "proposals": [],
    }
    assert "at all tables" in output("house", "people", folder)
    line = {"do": "grant_role", **OZ, "whom": "dora", "duty": "wall", "place": "table/1"}
    (granted,) = answers("do", folder, "house", stdin=script(line))
    assert granted["events"][0]["person"] == "dora"
    output("house", "revoke", folder, "dora", "--table", "1")
    output("house", "revoke", folder, "dan")
    output("house", "revoke", folder, "sue", "--table", "1")
    assert list(json.loads(output("house", "people", folder, "--format", "json"))["people"]) == ["olga", "tia"]
    fails(2, "say which one", "house", "revoke", folder, "dan")
    fails(2, "tournament/cup", "house", "revoke", folder, "tia")
    fails(2, "did you mean dealer", "house", "grant", folder, "dan", "deeler")
    fails(2, "one of them", "house", "grant", folder, "dan", "dealer", "--table", "1", "--tournament", "cup")
    fails(1, "one role at a place", "house", "grant", folder, "olga", "dealer")


def test_two_people_in_a_script(made: Path) -> None:
    sue = {"role": "supervisor", "person": "sue"}
    answers(
        "do", str(made), "vault", stdin=script({"do": "open_vault", **OZ}, {"do": "deposit", **OZ, "amount": 10**7})
    )
    fill = {"do": "propose", **sue, "stream": "table/1", "command": {"do": "fill_float", "amount": 100_000}}
    proposed, approved = answers("do", str(made), "house", stdin=script(fill, {"do": "approve", **OZ, "number": 1}))
    assert proposed["events"][0]["proposal"]["command"] == {"do": "fill_float", **sue, "amount": 100_000}
    assert approved["events"][0]["event"] == "proposal_approved"
    (last,) = answers("log", str(made), "--stream", "vault", "--after", "2", "--format", "json")
    assert last["events"][0]["amount"] == 100_000


def test_a_house_is_private_and_says_what_it_is(made: Path) -> None:
    modes = {path.name: path.stat().st_mode & 0o777 for path in made.iterdir()}
    assert {modes[name] for name in ("house.toml", "house.keys", "house.sqlite")} == {0o600}
    found = json.loads(output("house", "status", str(made), "--format", "json"))
    assert found["name"] == 'Casino "North" é'
    assert found["tables"]["1"]["automatic"] is True
    assert found["streams"]["cage/ann"] >= 2
    assert len(found["program"]["digest"]) == 64
    text = output("house", "status", str(made))
    assert 'House     Casino "North" é' in text
    assert "by itself, 0 s for bets, 0 s a card" in text


def test_rounds_are_dealt_and_told(made: Path) -> None:
    process = running(made)
    place = {"do": "place", **ANN, "area": "1", "wager": "player", "amount": 1_000}
    try:
        until(made, '"shoe_loaded"')
    finally:
        stop(process)
    answers("do", str(made), "table/1", stdin=script(place))
    told = output("house", "run", str(made), "--rounds", "1")
    assert "[6.2]" in told or "Player" in told
    assert json.loads(output("house", "check", str(made), "--format", "json")) == {"sound": True, "findings": []}


def running(folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", "from puntobanco.cli.main import run; run()", "house", "run", str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ})


def until(folder: Path, said: str) -> None:
    for _ in range(600):
        if said in output("house", "log", str(folder), "--format", "json"):
            return
        time.sleep(0.1)
    raise AssertionError(f"the log never says {said}")


def stop(process: "subprocess.Popen[str]") -> None:
    process.send_signal(signal.SIGINT)
    told, wrong = process.communicate(timeout=60)
    assert (process.returncode, wrong) == (0, ""), wrong
    assert told


def test_a_line_with_an_id_is_carried_out_once(made: Path) -> None:
    line = {"do": "deposit", **OZ, "amount": 100, "id": "slip 7"}
    first, again = (answers("do", str(made), "cage/ann", stdin=script(line))[0] for _ in range(2))
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert first["number"] == again["number"]
    other = answers("do", str(made), "cage/ann", stdin=script({**line, "amount": 200}))[0]
    assert (other["code"], other["line"]) == ("id_taken", 1)


def test_refusals_are_told_and_strict_stops(made: Path) -> None:
    lines = script(*({"do": "deposit", **OZ, "amount": amount} for amount in (0, 100)))
    refused, done = answers("do", str(made), "cage/ann", stdin=lines)
    assert refused["refused"]["do"] == "deposit"
    assert done["events"][0]["event"] == "deposited"
    strict = punto("house", "do", str(made), "cage/ann", "--strict", stdin=lines)
    assert (strict.returncode, strict.stdout.count("\n")) == (1, 1)
    late = {"do": "deposit", **OZ, "amount": 100, "expected": 1}
    assert answers("do", str(made), "cage/ann", stdin=script(late))[0]["code"] == "gone_on"


def test_the_log_is_read_from_any_point(made: Path) -> None:
    found = answers("log", str(made), "--format", "json")
    assert [one["position"] for one in found] == list(range(1, len(found) + 1))
    assert answers("log", str(made), "--after", "3", "--format", "json")[0]["position"] == 4
    ann = answers("log", str(made), "--stream", "cage/ann", "--after", "1", "--format", "json")
    assert [one["number"] for one in ann][:2] == [2, 3]
    assert "cage/ann 2: " in output("house", "log", str(made), "--stream", "cage/ann")


def test_a_copy_comes_back(made: Path, tmp_path: Path) -> None:
    file, again = tmp_path / "copy", tmp_path / "again"
    assert "verified" in output("house", "backup", str(made), str(file))
    fails(1, "exists: choose another place", "house", "backup", str(made), str(file))
    output("house", "restore", str(file), str(again), "--keys", str(made / "house.keys"))
    assert output("house", "migrate", str(again)) == "The database is at revision 0003.\n"
    assert output("house", "check", str(again)) == "Nothing is wrong.\n"
    found = json.loads(output("house", "status", str(again), "--format", "json"))
    assert found["name"] == 'Casino "North" é'
    assert found["restored_at"] > 0
    fails(2, "is a house already", "house", "restore", str(file), str(again))


def test_what_is_wrong_is_found(made: Path, tmp_path: Path) -> None:
    file, again = tmp_path / "copy", tmp_path / "again"
    output("house", "backup", str(made), str(file))
    output("house", "restore", str(file), str(again), "--keys", str(made / "house.keys"))
    (again / "house.keys").chmod(0o644)
    with closing(sqlite3.connect(again / "house.sqlite")) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE records SET body = CAST(body || ' ' AS BLOB) WHERE position = 2")
        connection.commit()
        connection.execute("PRAGMA journal_mode = DELETE")
    done = punto("house", "check", str(again), "--format", "json")
    assert done.returncode == 1
    found = " ".join(json.loads(done.stdout)["findings"])
    for said in ("chmod 600", "journal_mode", "record 2: its hash", "another tree"):
        assert said in found
    fails(1, "journal_mode", "house", "do", str(again), "cage/ann", stdin="")


# What nobody should give it


def test_init_with_bad_input(made: Path, tmp_path: Path) -> None:
    there, new = str(made), str(tmp_path / "new")
    fails(2, "is a house already", "house", "init", there)
    fails(2, "cannot be printed", "house", "init", new, "--name", "a\nb")
    fails(2, "an empty one is none", "house", "init", new, "--name", "")
    fails(1, "postgresql://", "house", "init", new, "--database", "mysql://x/y")
    fails(2, "say --owner", "house", "init", new, "--database", "postgresql://serving@localhost:1/x")
    fails(1, "names nobody", "house", "init", new, "--database", "postgresql://localhost:1/x")
    file = tmp_path / "file"
    file.touch()
    fails(2, "check the path", "house", "init", str(file / "below"))
    assert not list((tmp_path / "new").glob("*"))


@pytest.mark.parametrize("address", ["postgresql://u:opensesame@[h/db", "postgresql://u:opensesame@h:x/db?y=%zz"])
def test_an_address_is_never_repeated(address: str, tmp_path: Path) -> None:
    done = punto("house", "init", str(tmp_path / "x"), "--database", address, "--owner", address)
    assert done.returncode == 1
    assert "opensesame" not in done.stderr + done.stdout
    assert done.stderr.count("\n") == 1


def test_an_owner_that_cannot_be_reached_leaves_nothing(tmp_path: Path) -> None:
    there, by = "postgresql://serving:opensesame@127.0.0.1:1/x", "postgresql://owner:opensesame@127.0.0.1:1/x"
    done = punto("house", "init", str(tmp_path / "x"), "--database", there, "--owner", by)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "opensesame" not in done.stderr
    assert not list((tmp_path / "x").iterdir())


@pytest.mark.parametrize(
    "command", [("status",), ("log",), ("check",), ("run",), ("migrate",), ("table", "1"), ("do", "table/1")]
)
def test_a_folder_that_is_no_house(command: tuple[str, ...], tmp_path: Path) -> None:
    name, *more = command
    fails(2, "is no house", "house", name, str(tmp_path), *more)


def test_settings_that_say_too_little(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('name = "x"\n', encoding="utf-8")
    fails(2, "needs database, keys", "house", "status", str(tmp_path))
    (tmp_path / "house.toml").write_text("name = ", encoding="utf-8")
    fails(2, "house.toml", "house", "status", str(tmp_path))


def test_table_with_bad_input(made: Path) -> None:
    there = str(made)
    fails(1, "without a stroke", "house", "table", there, "a/b")
    fails(1, "keeps its sort of shoe", "house", "table", there, "1")
    fails(2, "betting-seconds", "house", "table", there, "2", "--betting-seconds", "-1")
    fails(2, "card-seconds", "house", "table", there, "2", "--card-seconds", "9999999")
    fails(2, "seconds are a number", "house", "table", there, "2", "--card-seconds", "nan")


UNREADABLE = {
    "table/1": {
        "deal!": "line 1 of the script",
        "[]": "write a JSON object",
        '{"do": "deposit", "role": "operator"}': "is no command",
    },
    "cage/ann": {
        '{"do": "depsit", "role": "operator"}': "did you mean deposit?",
        '{"do": "deposit", "role": "operator", "amount": 1.5}': "write whole cents",
        '{"do": "deposit", "role": "operator", "amount": 1, "id": 5}': "is no text",
        '{"do": "deposit", "role": "operator", "amount": 1, "expected": -1}': "is not the number",
        '{"do": "deposit", "role": "operator", "amount": 1, "expected": true}': "is not the number",
        '{"do": "deposit", "role": "operator", "amount": 1, "approved_by": "sue"}': "approved_by: write",
        '{"do": "deposit", "role": "operator", "amount": 1, "approved_by": {}}': "needs person, role",
    },
    "house": {
        '{"do": "restore_house", "role": "operator", "position": 1}': "is no command",
        '{"do": "add_table", "role": "operator", "table": "2", "running": {}}': "is no object with",
    },
    "shoes/1": {'{"do": "open_seed", "role": "patron", "person": "ann"}': "needs seed"},
    "tournament/cup": {'{"do": "place", "role": "patron", "person": "ann"}': "needs table"},
}


@pytest.mark.parametrize("stream", UNREADABLE)
def test_do_with_bad_input(stream: str, made: Path) -> None:
    done = punto("house", "do", str(made), stream, stdin="\n".join(UNREADABLE[stream]))
    assert (done.returncode, done.stdout) == (2, "")
    for told, said in zip(done.stderr.splitlines(), UNREADABLE[stream].values(), strict=True):
        assert said in told


@pytest.mark.parametrize("stream", ["tabel/1", "table/", "vault/1"])
def test_do_for_no_stream(stream: str, made: Path) -> None:
    fails(2, "is no stream", "house", "do", str(made), stream)


REFUSED: dict[str, tuple[tuple[dict[str, Any], str], ...]] = {
    "cage/ann": (
        ({"do": "deposit", **OZ, "amount": 1, "id": "a#b"}, "unreadable"),
        ({"do": "deposit", **OZ, "amount": 1, "id": ""}, "unreadable"),
        ({"do": "deposit", **OZ, "amount": 1, "id": "x" * 41}, "unreadable"),
        ({"do": "take_to", **OZ, "amount": 1, "stream": "table/1"}, "only_beside"),
    ),
    "cage/nobody": (({"do": "deposit", **OZ, "amount": 1}, ""),),
    "shoes/1": (
        ({"do": "follow_table", **OZ}, "only_beside"),
        ({"do": "reveal_late", **OZ}, "not_overdue"),
        ({"do": "promise_seed", **ANN, "promise": "xyz"}, ""),
        ({"do": "promise_seed", **ANN, "promise": "ab"}, ""),
    ),
    "table/2": (({"do": "shuffle", "role": "dealer"}, ""),),
    "house": (({"do": "add_table", **ANN, "table": "9", "running": RUNNING}, "wrong_role"),),
}


@pytest.mark.parametrize("stream", REFUSED)
def test_do_what_is_refused(stream: str, made: Path) -> None:
    lines, codes = zip(*REFUSED[stream], strict=True)
    found = answers("do", str(made), stream, stdin=script(*lines))
    assert [one["refused"]["do"] for one in found] == [line["do"] for line in lines]
    assert all(one["code"] == code or not code for one, code in zip(found, codes, strict=True)), found


def test_a_script_that_is_missing(made: Path, tmp_path: Path) -> None:
    fails(2, "cannot be read", "house", "do", str(made), "table/1", str(tmp_path / "missing"))


def test_log_run_and_backup_with_bad_input(made: Path, tmp_path: Path) -> None:
    there = str(made)
    fails(2, "is no stream", "house", "log", there, "--stream", "tabel/1")
    fails(2, "'--after'", "house", "log", there, "--after", "-1")
    fails(2, "'--rounds'", "house", "run", there, "--rounds", "0")
    fails(2, "check the path", "house", "backup", there, str(tmp_path / "missing" / "copy"))
    fails(2, "is no file", "house", "restore", str(tmp_path / "missing"), str(tmp_path / "again"))
    (tmp_path / "junk").write_bytes(b"junk" * 5000)
    fails(1, "database", "house", "restore", str(tmp_path / "junk"), str(tmp_path / "again"))
    output("house", "backup", there, str(tmp_path / "copy"))
    junk, copy, again = (str(tmp_path / name) for name in ("junk", "copy", "again"))
    fails(2, "chmod 600", "house", "restore", copy, again, "--keys", junk)
    (tmp_path / "junk").chmod(0o600)
    fails(2, "is no key file", "house", "restore", copy, again, "--keys", junk)
    assert not list((tmp_path / "again").glob("*"))


def test_sqlite_is_served_by_one_process(tmp_path: Path) -> None:
    folder = opened(tmp_path / "casino")
    there = str(folder)
    process = running(folder)
    try:
        until(folder, '"shoe_loaded"')  # which nobody but that process does
        done = punto("house", "do", there, "table/1", stdin=script({"do": "shuffle", "role": "dealer"}))
        assert done.returncode == 1
        assert "another process serves" in done.stderr
        output("house", "status", there)
        output("house", "check", there)
        if sys.platform != "linux":
            return
        limits = Path(f"/proc/{process.pid}/limits").read_text(encoding="utf-8")
        assert re.search(r"Max core file size +0 +0 ", limits)
    finally:
        stop_quietly(process)


def stop_quietly(process: "subprocess.Popen[str]") -> None:
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert process.returncode == 0


HEAVY = ("alembic", "cryptography", "psycopg", "puntobanco.app", "puntobanco.store", "sqlalchemy", "sqlite3")
HELP = f"""
import sys
sys.argv = ["punto", "house", "--help"]
from puntobanco.cli.main import run
try:
    run()
finally:
    print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)
"""


def test_help_needs_no_database() -> None:
    done = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "[]\n")
    assert "restore" in done.stdout


# Switches and limits


def test_gaming_is_switched_off_and_on(tmp_path: Path) -> None:
    folder = str(tmp_path / "casino")
    output("house", "init", folder)
    assert "switches gaming off for table 1: a drill" in output(
        "house", "switch", folder, "off", "--table", "1", "--reason", "a drill"
    )
    found = json.loads(output("house", "status", folder, "--format", "json"))
    assert (list(found["off"]), found["off"]["table/1"]["number"]) == (["table/1"], 1)
    assert "Off       table 1, since 20" in output("house", "status", folder)
    assert punto("house", "switch", folder, "off", "--table", "1", "--reason", "again").returncode == 1
    answer = json.loads(output("house", "switch", folder, "on", "--table", "1", "--reason", "over", "--format", "json"))
    assert answer["events"][0]["event"] == "gaming_enabled"


def test_own_limits_are_shown_and_changed_as_the_patron_asked(tmp_path: Path) -> None:
    folder = str(tmp_path / "casino")
    output("house", "init", folder)
    assert punto("house", "limits", folder, "ann").returncode == 2
    answers("do", folder, "cage/ann", stdin=script(*ACCOUNT))
    assert "loss_day    none" in output("house", "limits", folder, "ann")
    said = ("--request", "at the desk")
    output("house", "limits", folder, "ann", "--loss-day", "100", "--minutes", "60", *said)
    assert punto("house", "limits", folder, "ann", "--loss-day", "50").returncode == 1
    found = json.loads(output("house", "limits", folder, "ann", "--loss-day", "none", *said, "--format", "json"))
    assert found["limits"]["loss_day"]["most"] == 10_000
    assert found["limits"]["loss_day"]["later"]["most"] is None
    assert found["limits"]["minutes"] == {"most": 60, "later": None}
    assert "excluded    for ever" in output("house", "limits", folder, "ann", "--exclude-until", "ever", *said)
    for wrong in (("--minutes", "x"), ("--exclude-until", "soon"), ("--loss-week", "much")):
        assert punto("house", "limits", folder, "ann", *wrong, *said).returncode == 2
    assert punto("house", "limits", folder, "ann", "--return", *said).returncode == 1
