"""A kind of stream: how its commands are decided, its events folded, and its records written."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Generic, TypeVar, cast, get_args

from msgspec.structs import fields

from puntobanco.errors import Unreadable
from puntobanco.streams import normalise_names
from puntobanco.streams.command import Command, wrong_role
from puntobanco.streams.draft import Draft
from puntobanco.streams.event import Event, fold
from puntobanco.streams.format import RecordFormat, hash_after
from puntobanco.streams.record import NO_RECORD, Record, events_of, require_within_bounds

S = TypeVar("S")
E = TypeVar("E")
R = TypeVar("R", bound=Record[Any, Any])

RECORDS_AT_A_TIME = 256
"""Reading so many records in one go is quicker than one by one."""


class StreamType(Generic[S, E, R]):
    """What a stream is about: its state, commands and events."""

    def __init__(self, *, record: type[R], state: type[S]) -> None:
        self.state = state
        self.commands = frozenset(
            kind for field in fields(record) if field.name == "command" for kind in get_args(field.type)
        )
        self.format = RecordFormat(record)
        self._record = record

    def record(self, **members: Any) -> R:
        """Return a record of this kind, within the bounds that one is read with."""
        record = self._record(**members)
        require_within_bounds(record)
        return record

    # Deciding

    def decide(self, state: S | None, command: Command[S]) -> tuple[E, ...]:
        """Answer a command with events, or raise `Refused` with code, clause and sentence."""
        return self.handle(state, command)[0]

    def handle(self, state: S | None, command: Command[S]) -> tuple[tuple[E, ...], S]:
        """Decide and evolve in one go: the events, and the state after them, each event evolved once."""
        command = normalise_names.accepted(command)
        if command.actor.role not in command.roles:
            raise wrong_role(command, self.role_clause(state, command))
        if state is None:
            opened = self.opened_by(command)
            return cast("tuple[E, ...]", (opened,)), opened.initial()
        draft = Draft(state)
        self.run(draft, command)
        return cast("tuple[E, ...]", tuple(draft.events)), draft.state

    def role_clause(self, _: S | None, __: Command[S]) -> str:
        """Return the clause that keeps a command from other roles."""
        return "roles"

    def opened_by(self, command: Command[S]) -> Event[S]:
        """Return the event that a stream begins with, or refuse a command that opens none."""
        raise NotImplementedError

    def run(self, draft: Draft[S], command: Command[S]) -> None:
        """Decide a command, with what holds for every command of this kind."""
        command.decide(draft)

    # Folding

    def fold(self, events: Iterable[E], state: S | None = None) -> S | None:
        return fold(cast("Iterable[Event[S]]", events), state)

    def fold_records(self, records: Iterable[R], state: S | None = None) -> S | None:
        return self.fold(events_of(records), state)

    def read_log(self, lines: Iterable[bytes]) -> Iterator[R]:
        """The records of a log, one a line, numbered from 1 without a gap and bound to each other."""
        number, previous, rest = 0, NO_RECORD, iter(lines)
        while bodies := [line.rstrip(b"\n") for line in islice(rest, RECORDS_AT_A_TIME)]:
            for body, record in zip(bodies, self.format.read_all(bodies, first=number + 1), strict=True):
                number += 1
                if record.number != number:
                    raise Unreadable(
                        f"line {number} holds record {record.number}: records follow each other without a gap"
                    )
                if record.previous != previous:
                    raise Unreadable(f"line {number} follows another record than line {number - 1}: `previous` says so")
                previous = hash_after(previous, body)
                yield record
