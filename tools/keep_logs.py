"""Writes the kept logs and fixtures, `tests/record/kept_logs/`, which every released version must read.

Before the first release there is one set, written anew whenever what is recorded changes: `python -m tools.keep_logs`.
A released set is never written again.
"""

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from puntobanco.cage.commands import COMMANDS as CAGE_COMMANDS
from puntobanco.cage.commands import Deposit
from puntobanco.cage.events import EVENTS as CAGE_EVENTS
from puntobanco.cage.stream_type import ACCOUNTS
from puntobanco.fair_shoes.commands import FAIR_COMMANDS, OpenSeed
from puntobanco.fair_shoes.events import ACTS
from puntobanco.fair_shoes.stream_type import FAIR_SHOES
from puntobanco.house.commands import COMMANDS as HOUSE_COMMANDS
from puntobanco.house.commands import AddTable
from puntobanco.house.events import EVENTS as HOUSE_EVENTS
from puntobanco.house.stream_type import HOUSES
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.streams.format import RecordFormat
from puntobanco.streams.record import Position, Record
from puntobanco.table import Actor, Role, commands
from puntobanco.table.commands import COMMANDS
from puntobanco.table.events import EVENTS, TableOpened
from puntobanco.table.stream_type import TABLES, TableRecord
from puntobanco.tournament.commands import COMMANDS as TOURNAMENT_COMMANDS
from puntobanco.tournament.commands import Register
from puntobanco.tournament.events import EVENTS as TOURNAMENT_EVENTS
from puntobanco.tournament.stream_type import TOURNAMENTS
from puntobanco.values.replace import changed
from tools.kept_accounts import logs as account_logs
from tools.kept_evenings import logs
from tools.kept_house import logs as house_logs
from tools.kept_shoes import logs as fair_logs
from tools.kept_tournaments import logs as tournament_logs

KEPT = Path(__file__).parents[1] / "tests/record/kept_logs"
EMPTY: tuple[Any, ...] = (None, False, 0, "", ())

R = TypeVar("R", bound=Record[Any, Any])


def written() -> Iterator[tuple[str, bytes]]:
    """Every file of a set, by its path in the set: the logs, and a line for every event, command and book."""
    kept = tuple(logs())
    records = [record for _, log in kept for record in log]
    for name, log in kept:
        yield f"logs/{name}.jsonl", _lines(TABLES.format.write(record) for record in log)
    yield "events.jsonl", _lines(map(msgspec.json.encode, _best_events(EVENTS, records)))
    yield "commands.jsonl", _lines(map(msgspec.json.encode, _best_commands(COMMANDS, records)))
    yield "rules.jsonl", _lines(map(msgspec.json.encode, _rules(records)))
    yield "record.jsonl", _lines([TABLES.format.write(_whole(records))])
    yield from written_of_others()


def written_of_others() -> Iterator[tuple[str, bytes]]:
    """The same of tournaments, whose tables go by the rules of the others, of accounts, of fair shoes, whose events are
    acts, and of the house's own stream."""
    cups = _Sort("tournaments", "tournament_", TOURNAMENTS.format, TOURNAMENT_EVENTS, TOURNAMENT_COMMANDS, Register)
    yield from cups.written(tournament_logs())
    accounts = _Sort("accounts", "cage_", ACCOUNTS.format, CAGE_EVENTS, CAGE_COMMANDS, Deposit)
    yield from accounts.written(account_logs())
    yield from _Sort("shoes", "fair_", FAIR_SHOES.format, ACTS, FAIR_COMMANDS, OpenSeed).written(fair_logs())
    yield from _Sort("house", "house_", HOUSES.format, HOUSE_EVENTS, HOUSE_COMMANDS, AddTable).written(house_logs())


class _Sort(NamedTuple):
    """One sort of stream, and the files that its logs and fixtures are in."""

    folder: str
    prefix: str
    format: RecordFormat[Any]
    events: Mapping[str, type[Struct]]
    commands: Mapping[str, type[Struct]]
    shown: type[Struct]
    """The command whose record is the example."""

    def written(self, logs: Iterable[tuple[str, Sequence[Any]]]) -> Iterator[tuple[str, bytes]]:
        kept = tuple(logs)
        records = [record for _, log in kept for record in log]
        for name, log in kept:
            yield f"{self.folder}/{name}.jsonl", _lines(map(self.format.write, log))
        yield f"{self.prefix}events.jsonl", _lines(map(msgspec.json.encode, _best_events(self.events, records)))
        yield f"{self.prefix}commands.jsonl", _lines(map(msgspec.json.encode, _best_commands(self.commands, records)))
        first = next(record for record in records if isinstance(record.command, self.shown))
        yield f"{self.prefix}record.jsonl", _lines([self.format.write(_with_all_members(first))])


def _lines(written: Iterable[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in written)


def _best_events(kinds: Mapping[str, type[Struct]], records: Iterable[Any]) -> Iterator[Struct]:
    """One example of every event, in the order of their declaration."""
    happened = [event for record in records for event in record.events]
    for kind in kinds.values():
        yield _best(kind, happened)


def _best_commands(kinds: Mapping[str, type[Struct]], records: Iterable[Any]) -> Iterator[Struct]:
    given = [record.command for record in records]
    for kind in kinds.values():
        yield _best(kind, given)


def _best(kind: type[Struct], kept: Iterable[Struct]) -> Struct:
    found = [one for one in kept if isinstance(one, kind)]
    if not found:
        raise ValueError(f"nobody keeps {kind.__name__}: somebody does it in tools/kept_*.py")
    return max(found, key=_worth_showing)


def _worth_showing(value: Struct) -> tuple[int, int]:
    """The example that fills most members shows most; of several, the shortest."""
    filled = sum(getattr(value, name) not in EMPTY for name in value.__struct_fields__)
    return filled, -len(msgspec.json.encode(value))


def _rules(records: list[TableRecord]) -> Iterator[TableRules]:
    """The first rules of every book."""
    opened = (event for record in records for event in record.events if isinstance(event, TableOpened))
    by_book: dict[str, TableRules] = {}
    for event in opened:
        by_book.setdefault(event.rules.book, event.rules)
    yield from by_book.values()


def _whole(records: list[TableRecord]) -> TableRecord:
    """A buy-in that the cage's stream holds, too."""
    return _with_all_members(next(record for record in records if isinstance(record.command, commands.BuyIn)))


def _with_all_members(record: R) -> R:
    """A record in which every member has a value."""
    supervisor = Actor(person="sue", role=Role.SUPERVISOR)
    return changed(record, approved_by=supervisor, sibling=Position(stream="cage", number=7))


def keep() -> None:
    """Write the set anew: nothing of the old one stays."""
    files = tuple(written())
    shutil.rmtree(KEPT, ignore_errors=True)
    for path, content in files:
        (KEPT / path).parent.mkdir(parents=True, exist_ok=True)
        (KEPT / path).write_bytes(content)


if __name__ == "__main__":
    keep()
