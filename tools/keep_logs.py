"""Writes a set of kept logs and fixtures, `tests/record/version_N/`, which every later version must read.

A set that is released is never written again: a changed decision or a new version of an event, a command or the rules
gets a set of its own, beside the old ones. `python -m tools.keep_logs 2` writes the second set.
"""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from puntobanco.changed import changed
from puntobanco.record.format import RECORDS
from puntobanco.record.records import Position, Record
from puntobanco.rules.table_rules import TableRules
from puntobanco.table import Actor, Role, commands, events
from puntobanco.table.commands import COMMANDS
from puntobanco.table.events import EVENTS, TableOpened
from tools.kept_evenings import logs

KEPT = Path(__file__).parents[1] / "tests/record"
EMPTY: tuple[Any, ...] = (None, False, 0, "", ())


def newest_set() -> Path:
    return max(KEPT.glob("version_*"), key=lambda folder: int(folder.name.rpartition("_")[2]))


def written() -> Iterator[tuple[str, bytes]]:
    """Every file of a set, by its path in the set: the logs, and a line for every event, command and book."""
    kept = tuple(logs())
    records = [record for _, log in kept for record in log]
    for name, log in kept:
        yield f"logs/{name}.jsonl", _lines(RECORDS.write(record) for record in log)
    yield "events.jsonl", _lines(map(msgspec.json.encode, _best_events(records)))
    yield "commands.jsonl", _lines(map(msgspec.json.encode, _best_commands(records)))
    yield "rules.jsonl", _lines(map(msgspec.json.encode, _rules(records)))
    yield "record.jsonl", _lines([RECORDS.write(_whole(records))])


def _lines(written: Iterable[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in written)


def _best_events(records: list[Record]) -> Iterator[Struct]:
    """One example of every event, in the order of their declaration."""
    happened = [event for record in records for event in record.events]
    for kind in EVENTS.values():
        yield _best(kind, happened)


def _best_commands(records: list[Record]) -> Iterator[Struct]:
    given = [record.command for record in records]
    for kind in COMMANDS.values():
        yield _best(kind, given)


def _best(kind: type[events.Event | commands.Command], kept: Iterable[events.Event | commands.Command]) -> Struct:
    found = [one for one in kept if isinstance(one, kind)]
    if not found:
        raise ValueError(f"no evening has {kind.__name__}: somebody does it in tools/kept_evenings.py")
    return max(found, key=_worth_showing)


def _worth_showing(value: events.Event | commands.Command) -> tuple[int, int]:
    """The example that fills most members shows most; of several, the shortest."""
    filled = sum(getattr(value, name) not in EMPTY for name in value.__struct_fields__)
    return filled, -len(msgspec.json.encode(value))


def _rules(records: list[Record]) -> Iterator[TableRules]:
    """The first rules of every book."""
    opened = (event for record in records for event in record.events if isinstance(event, TableOpened))
    by_book: dict[str, TableRules] = {}
    for event in opened:
        by_book.setdefault(event.rules.book, event.rules)
    yield from by_book.values()


def _whole(records: list[Record]) -> Record:
    """A record in which every member has a value: a buy-in that the cage's stream holds, too."""
    first = next(record for record in records if isinstance(record.command, commands.BuyIn))
    supervisor = Actor(person="sue", role=Role.SUPERVISOR)
    return changed(first, approved_by=supervisor, sibling=Position(stream="cage", number=7))


def keep(number: int, *, again: bool) -> None:
    folder = KEPT / f"version_{number}"
    if folder.exists() and not again:
        raise SystemExit(f"{folder} is kept for ever: take another number, or say --again before it is released")
    for path, content in written():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, help="of the set")
    parser.add_argument("--again", action="store_true", help="write a set anew that was not released yet")
    given = parser.parse_args()
    keep(given.number, again=given.again)
