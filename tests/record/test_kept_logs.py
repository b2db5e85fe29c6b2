"""Logs that are kept: each of them is read for ever, and decided again as long as decisions are what they were."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from tools.keep_logs import keep, written

from puntobanco.cage.commands import COMMANDS as CAGE_COMMANDS
from puntobanco.cage.events import EVENTS as CAGE_EVENTS
from puntobanco.cage.stream_type import AccountRecord
from puntobanco.fair_shoes.commands import FAIR_COMMANDS
from puntobanco.fair_shoes.events import ACTS
from puntobanco.fair_shoes.stream_type import FairShoeRecord
from puntobanco.rulebooks import BOOKS
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.streams.command import name_of
from puntobanco.streams.format import UPCASTS, RecordFormat
from puntobanco.table import TableState, decide, events
from puntobanco.table.commands import COMMANDS, BuyIn
from puntobanco.table.events import EVENTS
from puntobanco.table.model import Phase
from puntobanco.table.state import TableDraft
from puntobanco.table.stream_type import TABLES, TableRecord
from puntobanco.tournament.commands import COMMANDS as TOURNAMENT_COMMANDS
from puntobanco.tournament.events import EVENTS as TOURNAMENT_EVENTS
from puntobanco.tournament.stream_type import TournamentRecord
from puntobanco.values.replace import changed
from tests.record.kept import NEWEST, lines_of, logs_of, records_of

LOGS = logs_of(NEWEST)
by_log = pytest.mark.parametrize("log", LOGS, ids=lambda log: str(log.stem))

WHAT_TO_DO = (
    "a kept record is decided otherwise today. If that is meant: raise decide_version of the command and "
    "write the kept logs anew (python -m tools.keep_logs)"
)


def kinds(types: Iterable[type[Struct]]) -> dict[str, type[Struct]]:
    """Today's types by their name without the version."""
    return {str(kind.__struct_config__.tag).rpartition(".")[0]: kind for kind in types}


TODAY = kinds(
    (
        *(*EVENTS.values(), *COMMANDS.values(), TableRules, TableRecord),
        *(*TOURNAMENT_EVENTS.values(), *TOURNAMENT_COMMANDS.values(), TournamentRecord),
        *(*CAGE_EVENTS.values(), *CAGE_COMMANDS.values(), AccountRecord),
        *(*ACTS.values(), *FAIR_COMMANDS.values(), FairShoeRecord),
    )
)
OTHER_FIXTURES = {
    "tournament_events": len(TOURNAMENT_EVENTS),
    "tournament_commands": len(TOURNAMENT_COMMANDS),
    "tournament_record": 1,
    "cage_events": len(CAGE_EVENTS),
    "cage_commands": len(CAGE_COMMANDS),
    "cage_record": 1,
    "fair_events": len(ACTS),
    "fair_commands": len(FAIR_COMMANDS),
    "fair_record": 1,
}
"""With how many lines."""


def read_fixture(line: bytes) -> Struct:
    """A kept event, command or table's rules by itself, brought up to today's version."""
    first: dict[str, Any] = msgspec.json.decode(line)
    name = str(next(iter(first.values()))).rpartition(".")[0]
    return RecordFormat(TODAY[name], UPCASTS).read(line, at=name)


# Read for ever


@by_log
def test_a_kept_log_is_read_and_folds_to_a_closed_table_whose_money_is_gone(log: Path) -> None:
    state = TABLES.fold_records(records_of(log))
    assert state is not None
    assert state.phase is Phase.CLOSED
    assert sum(state.balances.values()) == 0
    assert {account.__struct_config__.tag for account in state.balances} <= HOUSE


HOUSE = {"cage", "bank", "float", "commission_taken", "payment_errors", "debt"}
"""Who has left owing something still owes it."""


@pytest.mark.parametrize("log", logs_of(NEWEST), ids=lambda log: str(log.stem))
def test_a_log_of_the_newest_set_is_written_again_to_the_same_bytes(log: Path) -> None:
    assert [TABLES.format.write(record) for record in records_of(log)] == lines_of(log)


@pytest.mark.parametrize("fixtures", ["events", "commands", "rules", "record", *OTHER_FIXTURES])
def test_every_fixture_is_read(fixtures: str) -> None:
    for line in lines_of(NEWEST / f"{fixtures}.jsonl"):
        assert read_fixture(line)


def test_the_newest_set_has_every_event_and_every_command_in_today_s_version() -> None:
    tags = {msgspec.json.decode(line)["event"] for line in lines_of(NEWEST / "events.jsonl")}
    assert tags == set(EVENTS)
    given = {msgspec.json.decode(line)["do"] for line in lines_of(NEWEST / "commands.jsonl")}
    assert given == {kind.__struct_config__.tag for kind in COMMANDS.values()}
    books = {msgspec.json.decode(line)["book"] for line in lines_of(NEWEST / "rules.jsonl")}
    assert books == set(BOOKS)


def test_the_logs_of_the_newest_set_hold_every_event_command_and_book() -> None:
    records = [record for log in logs_of(NEWEST) for record in records_of(log)]
    assert {type(record.command) for record in records} == set(COMMANDS.values())
    happened = [event for record in records for event in record.events]
    assert {type(event) for event in happened} == set(EVENTS.values())
    assert {event.rules.book for event in happened if isinstance(event, events.TableOpened)} == set(BOOKS)


# Decided again


def decided_otherwise(records: Iterable[TableRecord]) -> Iterator[str]:
    """The records whose command leads to other events today, of those that today's version decided."""
    state: TableState | None = None
    for record in records:
        if record.decided_by == record.command.decided_by and decide(state, record.command) != record.events:
            yield f"{record.stream} {record.number} {name_of(record.command)}"
        for event in record.events:
            state = event.evolve(state)


@by_log
def test_a_kept_log_is_decided_as_it_was(log: Path) -> None:
    assert not list(decided_otherwise(records_of(log))), WHAT_TO_DO


def test_every_command_is_held_by_a_record_that_today_s_version_decided() -> None:
    records = [record for log in LOGS for record in records_of(log)]
    held = {name_of(record.command) for record in records if record.decided_by == record.command.decided_by}
    assert held == set(COMMANDS), "write the kept logs anew (python -m tools.keep_logs)"


RIGHT = BuyIn.decide


def a_dollar_more(command: BuyIn, draft: TableDraft) -> None:
    RIGHT(changed(command, amount=command.amount + 100), draft)


def another_clause(command: BuyIn, draft: TableDraft) -> None:
    RIGHT(command, draft)
    draft.events[-1] = changed(draft.events[-1], clause="1.1")


@pytest.mark.parametrize("planted", [a_dollar_more, another_clause])
def test_a_changed_decision_is_noticed(planted: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    records = records_of(NEWEST / "logs/nz-1998.jsonl")
    monkeypatch.setattr(BuyIn, "decide", planted)
    assert list(decided_otherwise(records)) == ["nz-1998 2 buy_in", "nz-1998 4 buy_in"]


def test_a_changed_decision_is_no_finding_once_the_version_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    records = records_of(NEWEST / "logs/nz-1998.jsonl")
    monkeypatch.setattr(BuyIn, "decide", a_dollar_more)
    monkeypatch.setattr(BuyIn, "decide_version", 2)
    assert not list(decided_otherwise(records))


# The tool


def test_the_tool_writes_the_same_set_twice_with_every_event_command_and_book() -> None:
    kept = dict(written())
    assert kept == dict(written())
    tables = {"events": len(EVENTS), "commands": len(COMMANDS), "rules": len(BOOKS), "record": 1}
    expected = {**tables, **OTHER_FIXTURES}
    assert {name: len(kept[f"{name}.jsonl"].splitlines()) for name in expected} == expected


def test_nothing_of_the_old_set_stays_when_it_is_written_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kept = tmp_path / "kept_logs"
    monkeypatch.setattr("tools.keep_logs.KEPT", kept)
    for name in ("short", "long"):
        monkeypatch.setattr("tools.keep_logs.written", lambda name=name: [(f"logs/{name}.jsonl", b"{}")])
        keep()
    assert [path.name for path in kept.rglob("*.jsonl")] == ["long.jsonl"]
