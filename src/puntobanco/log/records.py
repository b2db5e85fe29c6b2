"""The record around a command: who asked for what, when, and what happened. Every version decodes for ever."""

from typing import Annotated, TypeAlias, TypeVar

from msgspec import Meta, Struct

from puntobanco.cage.commands import AccountCommand as CageCommand
from puntobanco.cage.events import AccountEvent as CageEvent
from puntobanco.fair_shoes.commands import FairShoeCommand
from puntobanco.fair_shoes.events import FairShoeEvent
from puntobanco.house.commands import HouseCommand as HouseCommand
from puntobanco.house.events import HouseEvent as HouseEvent
from puntobanco.streams.actors import Actor
from puntobanco.streams.format import UPCASTS, RecordFormat
from puntobanco.table.commands import TableCommand
from puntobanco.table.events import TableEvent
from puntobanco.tournament.commands import TournamentCommand as TournamentCommand
from puntobanco.tournament.events import TournamentEvent as TournamentEvent
from puntobanco.values.money import LARGEST
from puntobanco.values.text import LONGEST_NAME

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
    """Where a record stands: its stream and its number there."""

    stream: Id
    number: Number


class Dependency(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another stream that a command was decided by, and the last record that it had then."""

    stream: Id
    number: Annotated[int, Meta(ge=0, le=LARGEST)]
    """0 if it had none."""
    hash: Hash


class Kept(Struct, gc=False, tag_field="record", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is around an accepted command and the events that it led to, in whichever room."""

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


class Record(Kept, gc=False, tag="record.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One accepted command of a table and the events that it led to."""

    command: TableCommand
    events: Annotated[tuple[TableEvent, ...], Meta(min_length=1)]

    @property
    def actor(self) -> Actor:
        """Who gave the command."""
        return self.command.actor


class TournamentRecord(
    Kept, gc=False, tag="tournament_record.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """One accepted command of a tournament and the events that it led to, those at its tables included."""

    command: TournamentCommand
    events: Annotated[tuple[TournamentEvent, ...], Meta(min_length=1)]

    @property
    def actor(self) -> Actor:
        """Who gave the command."""
        return self.command.actor


class CageRecord(Kept, gc=False, tag="cage_record.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One accepted command of an account and the events that it led to."""

    command: CageCommand
    events: Annotated[tuple[CageEvent, ...], Meta(min_length=1)]

    @property
    def actor(self) -> Actor:
        """Who gave the command."""
        return self.command.actor


class FairRecord(Kept, gc=False, tag="fair_record.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step of a table's fair shoes and the acts that it led to."""

    command: FairShoeCommand
    events: Annotated[tuple[FairShoeEvent, ...], Meta(min_length=1)]

    @property
    def actor(self) -> Actor:
        """Who gave the command, or did at the table what is followed."""
        return self.command.actor


class HouseRecord(Kept, gc=False, tag="house_record.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One accepted command of the house's own stream and the events that it led to."""

    command: HouseCommand
    events: Annotated[tuple[HouseEvent, ...], Meta(min_length=1)]

    @property
    def actor(self) -> Actor:
        """Who gave the command."""
        return self.command.actor


R = TypeVar("R", Record, TournamentRecord, CageRecord, FairRecord, HouseRecord)


def checked(record: R) -> R:
    """A record that was built here, held against the bounds that one is read with."""
    if not 0 <= record.time <= LARGEST:
        raise ValueError(f"{record.time} is no time: microseconds since 1970")
    if not record.events:
        raise ValueError("a record holds at least one event")
    if not 1 <= record.number <= LARGEST or not 1 <= len(record.stream) <= LONGEST_NAME or not record.id:
        raise ValueError("a record has a stream, a number from 1 and the id of its command")
    return record


RECORDS: RecordFormat[Record] = RecordFormat(Record, UPCASTS)
"""The format of today, for tables."""
TOURNAMENT_RECORDS: RecordFormat[TournamentRecord] = RecordFormat(TournamentRecord, UPCASTS)
"""The same for tournaments, whose records hold what happened at their tables."""
CAGE_RECORDS: RecordFormat[CageRecord] = RecordFormat(CageRecord, UPCASTS)
"""The same for accounts."""
FAIR_RECORDS: RecordFormat[FairRecord] = RecordFormat(FairRecord, UPCASTS)
"""The same for fair shoes, whose records hold acts."""
HOUSE_RECORDS: RecordFormat[HouseRecord] = RecordFormat(HouseRecord, UPCASTS)
"""The same for the house's own stream."""
