"""The record around a command: who asked for what, when, and what happened. Every version decodes for ever."""

import re
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from puntobanco.money import LARGEST
from puntobanco.table.actors import Actor
from puntobanco.table.commands import Command
from puntobanco.table.events import Event

Number: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST)]
"""Of a record in its stream, from 1."""
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]

_UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")


class Place(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a record stands: its stream and its number there."""

    stream: Id
    number: Number


class Record(Struct, tag_field="record", tag="record.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One accepted command and the events that it led to."""

    stream: Id
    number: Number
    time: str
    """UTC to the microsecond: `2026-11-16T09:30:00.000000Z`."""
    id: Id
    """The command's: the same id is the same command."""
    approved_by: Actor | None
    sibling: Place | None
    """The record of another stream that the same command wrote."""
    decided_by: Number
    """The version of `decide`."""
    command: Command
    events: tuple[Event, ...]

    def __post_init__(self) -> None:
        if not _UTC.fullmatch(self.time):
            raise ValueError(f"{self.time!r} is no time in UTC to the microsecond")
        if not self.events:
            raise ValueError("a record holds at least one event")
        if not 1 <= self.number <= LARGEST or not self.stream or not self.id:
            raise ValueError("a record has a stream, a number from 1 and the id of its command")

    @property
    def actor(self) -> Actor:
        """Who gave the command."""
        return self.command.actor
