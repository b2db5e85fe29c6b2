"""Bundles of kept records, what the verifier knows of the format, and what it makes of lines that are none."""

from pathlib import Path
from typing import Any

import pytest

from puntobanco.cage.events import EVENTS as OF_ACCOUNTS
from puntobanco.cage.stream_type import ACCOUNTS
from puntobanco.house.events import EVENTS as OF_THE_HOUSE
from puntobanco.streams.ledger import written
from puntobanco.table.events import EVENTS as OF_TABLES
from puntobanco.table.stream_type import TABLES
from puntobanco.tournament.events import EVENTS as OF_TOURNAMENTS
from puntobanco.tournament.stream_type import TOURNAMENTS
from tests.fairness.other_verifier import other
from tests.record.kept import (
    NEWEST,
    accounts_of,
    cage_records_of,
    logs_of,
    records_of,
    shoes_of,
    tournament_records_of,
    tournaments_of,
)
from tests.verifier.bundles import (
    PRACTICE,
    REHEARSED,
    SIGNER,
    Signer,
    bundle,
    records_in,
    rehearsals,
    sentences,
    text,
    verified,
)

TABLE = {"of": "table", "table": "1"}


def checked(lines: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """The balances of a bundle with which nothing is wrong."""
    report, read = verified(text(lines), vkey=SIGNER.vkey)
    assert [other.sentence_of(one) for one in report.findings] == []
    found: dict[str, dict[str, int]] = other.balances_of(read)
    return found


@pytest.mark.parametrize("log", logs_of(NEWEST), ids=lambda log: log.stem)
def test_a_kept_evening(log: Path) -> None:
    state = TABLES.fold_records(records_of(log))
    assert state is not None
    right = {written(account): cents for account, cents in state.balances.items() if cents}
    assert checked(bundle(records_in(log, "table/1"), TABLE, checkpoints=(3, 20)))["table/1"] == right


@pytest.mark.parametrize("log", tournaments_of(NEWEST), ids=lambda log: log.stem)
def test_a_kept_tournament(log: Path) -> None:
    state = TOURNAMENTS.fold_records(tournament_records_of(log))
    assert state is not None
    house, stream = Signer(house=PRACTICE), f"tournament/{log.stem}"
    records = records_in(log, stream)
    lines = bundle(records, {"of": "tournament", "tournament": log.stem}, signer=house)
    report, read = verified(text(lines), vkey=house.vkey)
    assert [(one.position, one.sentence) for one in report.findings] == [(at, REHEARSED) for at in rehearsals(records)]
    found: dict[str, dict[str, int]] = other.balances_of(read)
    assert found.get(stream, {}) == {written(one): cents for one, cents in state.fees.items()}


@pytest.mark.parametrize("log", accounts_of(NEWEST), ids=lambda log: log.stem)
def test_a_kept_account(log: Path) -> None:
    """Kept without the tables that money went to, which is all that is wrong."""
    state = ACCOUNTS.fold_records(cage_records_of(log))
    assert state is not None
    stream = "vault" if log.stem == "vault" else f"cage/{log.stem}"
    report, read = verified(text(bundle(records_in(log, stream), {"of": "house"})), vkey=SIGNER.vkey)
    assert {one.sort for one in report.findings} == {"sibling"}
    assert other.balances_of(read)[stream] == {written(one): at for one, at in state.accounts.items()}


@pytest.mark.parametrize("log", shoes_of(NEWEST), ids=lambda log: log.stem)
def test_kept_shoes(log: Path) -> None:
    """Without their table; one of them was revealed late, which is on record and is found."""
    house = Signer(house="puntobanco")
    records = records_in(log, f"shoes/{log.stem}")
    followed = [one["sibling"] for one in records if one["sibling"] is not None]
    for sibling in followed:
        sibling["stream"] = f"table/{log.stem}"
    lines = bundle(records, {"of": "shoe", "table": log.stem, "shoe": 1}, signer=house)
    found = verified(text(lines), vkey=house.vkey)[0].findings
    late = ["act 23: the secret was revealed late"] if log.stem == "restored" else []
    assert [one.sentence for one in found if one.sort == "fairness"] == late


@pytest.mark.parametrize(
    ("follower", "events"),
    [("Table", OF_TABLES), ("Tournament", OF_TOURNAMENTS), ("Holding", OF_ACCOUNTS), ("House", OF_THE_HOUSE)],
)
def test_every_event_is_known(follower: str, events: dict[str, Any]) -> None:
    known = getattr(other, follower)
    names = [name.partition(".")[0] for name in events]
    assert [name for name in names if not hasattr(known, f"on_{name}") and name not in known.SILENT.split()] == []


# Lines that are none


@pytest.fixture
def lines() -> list[dict[str, Any]]:
    return bundle(records_in(NEWEST / "logs/washington.jsonl", "table/1"), TABLE, checkpoints=(5, 9))


def test_another_key(lines: list[dict[str, Any]]) -> None:
    report, _ = verified(text(lines))
    assert report.findings == []
    report, _ = verified(text(lines), vkey=Signer(seed=b"\x09" * 32).vkey)
    assert {one.sort for one in report.findings} == {"signature", "checkpoint", "tree"}


@pytest.mark.parametrize("member", ["bundle", "house", "vkey", "scope", "size"])
def test_a_header_without_a_member(lines: list[dict[str, Any]], member: str) -> None:
    lines[0].pop(member)
    with pytest.raises(other.Unfit):
        verified(text(lines))


@pytest.mark.parametrize(
    "scope", [{"of": "table"}, {"of": "moon"}, {"of": "shoe", "table": "1", "shoe": "1"}, [], None]
)
def test_a_scope_that_is_none(lines: list[dict[str, Any]], scope: Any) -> None:
    lines[0]["scope"] = scope
    with pytest.raises((other.Unfit, TypeError)):
        verified(text(lines))


def test_a_bundle_of_another_table(lines: list[dict[str, Any]]) -> None:
    lines[0]["scope"] = {"of": "table", "table": "2"}
    assert any("not what the bundle is about" in one for one in sentences(lines))


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("rules", {"digest": "0" * 64}),
        ("rules", {"more": 1}),
        ("checkpoint", {"note": "nothing"}),
        ("checkpoint", {"note": 5}),
        ("consistency", {"from": 6}),
        ("consistency", {"proof": []}),
        ("consistency", {"proof": ["XX"]}),
        ("record", {"position": 0}),
        ("record", {"position": "1"}),
        ("record", {"number": True}),
        ("record", {"stream": ["table/1"]}),
        ("record", {"body": None}),
        ("record", {"body": "{}"}),
        ("record", {"hash": "0" * 64}),
        ("record", {"previous": "A" * 64}),
        ("record", {"proof": ["0" * 64]}),
        ("record", {"is": "remark"}),
        ("record", {"is": ["record"]}),
    ],
)
def test_a_line_that_is_wrong(lines: list[dict[str, Any]], kind: str, change: dict[str, Any]) -> None:
    next(line for line in lines if line.get("is") == kind).update(change)
    assert sentences(lines) != []


def test_lines_that_are_missing_twice_or_late(lines: list[dict[str, Any]]) -> None:
    for place in range(1, len(lines) - 1):
        assert sentences(lines[:place] + lines[place + 1 :]) != [], f"without line {place}"
        assert sentences([*lines[: place + 1], *lines[place:]]) != [], f"line {place} twice"
    assert sentences([lines[0], *lines[2:], lines[1]]) != []


@pytest.mark.parametrize(
    "line", ["", "[]", "null", "{", '{"is":"record"}', "NaN", '{"is":"rules","is":"rules"}', "[" * 9999]
)
def test_a_line_that_is_no_object(lines: list[dict[str, Any]], line: str) -> None:
    report, _ = verified(text(lines[:-1]) + line + "\n" + text(lines[-1:]), vkey=SIGNER.vkey)
    assert report.findings


def test_the_end_of_the_last_line_is_there(lines: list[dict[str, Any]]) -> None:
    report, _ = verified(text(lines)[:-1], vkey=SIGNER.vkey)
    assert report.findings


def test_nothing_that_is_printed_forges_a_line() -> None:
    found = other.Finding(1, "table/\x1b[2J\n1", 1, "line", "everything is right\r\n")
    assert other.sentence_of(found).isprintable()
