"""Kept logs of the house's own stream: read for ever, and decided again as long as decisions are what they were."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import pytest

from puntobanco.house import HouseState, handle
from puntobanco.house.commands import COMMANDS, RestoreHouse
from puntobanco.house.events import EVENTS, HouseRestored
from puntobanco.house.state import HouseDraft
from puntobanco.house.stream_type import HOUSES, HouseRecord
from puntobanco.values.replace import changed
from tests.record.kept import NEWEST, house_records_of, houses_of, kept_house_lines, lines_of
from tests.record.schema import problems

LOGS = houses_of(NEWEST)
by_log = pytest.mark.parametrize("log", LOGS, ids=lambda log: str(log.stem))
WHAT_TO_DO = (
    "a kept record is decided otherwise today. If that is meant: raise decide_version of the command and "
    "write the kept logs anew (python -m tools.keep_logs)"
)


@by_log
def test_a_kept_log_is_read_and_folds_to_a_house_with_its_tables(log: Path) -> None:
    state = HOUSES.fold_records(house_records_of(log))
    assert (state.name, state.starts, state.restored_at) == ("Casino North", 2, 2026)
    assert [(name, running.automatic) for name, running in state.tables.items()] == [("1", False), ("high limit", True)]


@pytest.mark.parametrize("log", houses_of(NEWEST), ids=lambda log: str(log.stem))
def test_a_log_of_the_newest_set_is_written_again_to_the_same_bytes(log: Path) -> None:
    assert [HOUSES.format.write(record) for record in house_records_of(log)] == lines_of(log)


def test_the_newest_set_has_every_event_and_every_command_in_today_s_version() -> None:
    tags = {msgspec.json.decode(line)["event"] for line in lines_of(NEWEST / "house_events.jsonl")}
    assert tags == set(EVENTS)
    given = {msgspec.json.decode(line)["do"] for line in lines_of(NEWEST / "house_commands.jsonl")}
    assert given == {kind.__struct_config__.tag for kind in COMMANDS.values()}


def test_every_kept_record_is_what_the_schemas_say_and_another_is_not() -> None:
    for line in kept_house_lines():
        assert problems(json.loads(line), "house_record.json") == []
    (line,) = lines_of(NEWEST / "house_record.jsonl")
    for old, new in ((b'"virtual":false', b'"virtual":0'), (b'"do":"add_table.1"', b'"do":"deposit.1"')):
        assert old in line
        assert problems(json.loads(line.replace(old, new)), "house_record.json") != []


def decided_otherwise(records: Iterable[HouseRecord]) -> Iterator[int]:
    """The records whose command leads to other events today, of those that today's version decided."""
    state: HouseState | None = None
    for record in records:
        if record.decided_by == record.command.decided_by and handle(state, record.command)[0] != record.events:
            yield record.number
        state = HOUSES.fold_records([record], state)


@by_log
def test_a_kept_log_is_decided_as_it_was(log: Path) -> None:
    assert not list(decided_otherwise(house_records_of(log))), WHAT_TO_DO


RIGHT = RestoreHouse.decide


def one_less(command: RestoreHouse, draft: HouseDraft) -> None:
    RIGHT(changed(command, position=command.position - 1), draft)


def test_a_changed_decision_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    (log,) = houses_of(NEWEST)
    records = house_records_of(log)
    monkeypatch.setattr(RestoreHouse, "decide", one_less)
    assert list(decided_otherwise(records)) == [5]
    assert isinstance(records[4].events[0], HouseRestored)
