"""The record around an accepted command: who gave it, when, and what it led to."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Generic, TypeAlias, TypeVar

from msgspec import Meta, Struct

from puntobanco.streams.actors import Actor
from puntobanco.streams.command import Command
from puntobanco.values.money import LARGEST
from puntobanco.values.text import LONGEST_NAME

C = TypeVar("C", bound=Command[Any])
E = TypeVar("E")

Number: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST)]
"""Of a record in its stream, from 1."""
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Time: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
"""Microseconds since 1970 began, in UTC."""
Hash: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""Of a record: SHA-256 of the hash before it in its stream and of its bytes, in hexadecimal."""

NO_RECORD: Hash = "0" * 64
"""In the place of a hash where there is no record."""


class Position(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stream and the number of a record in it."""

    stream: Id
    number: Number


class Dependency(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another stream that a command was decided by, and the last record that it had then."""

    stream: Id
    number: Annotated[int, Meta(ge=0, le=LARGEST)]
    """0 if it had none."""
    hash: Hash


class Record(
    Struct, Generic[C, E], gc=False, tag_field="record", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """One accepted command and the events that it led to; each kind of stream names its own: `table_record.1`."""

    stream: Id
    number: Number
    time: Time
    id: Id
    """The command's: the same id is the same command."""
    approved_by: Actor | None
    sibling: Position | None
    """The record of another stream that the same command wrote."""
    previous: Hash
    """Of the record before it in its stream; `NO_RECORD` in the first one."""
    depends_on: tuple[Dependency, ...]
    """The streams that the command was decided by without writing to them; of several records that one command wrote,
    the first says it."""
    decided_by: Number
    """The version of the command's decision."""
    command: C
    events: Annotated[tuple[E, ...], Meta(min_length=1)]

    @property
    def actor(self) -> Actor:
        """Who gave the command; in fair shoes also who did at the table what is followed."""
        return self.command.actor


def events_of(records: Iterable[Record[Any, E]]) -> Iterator[E]:
    return (event for record in records for event in record.events)


def require_within_bounds(record: Record[Any, Any]) -> None:
    """Check a record that was built here against the bounds that one is read with."""
    if not 0 <= record.time <= LARGEST:
        raise ValueError(f"{record.time} is not a time: microseconds since 1970")
    if not record.events:
        raise ValueError("a record holds at least one event")
    if not 1 <= record.number <= LARGEST or not 1 <= len(record.stream) <= LONGEST_NAME or not record.id:
        raise ValueError("a record has a stream, a number from 1 and the id of its command")
