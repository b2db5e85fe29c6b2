"""The house's own stream: when it started and with which program, which tables it has and how they are run."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from puntobanco.app.house.streams import HOUSE, named
from puntobanco.changed import changed
from puntobanco.errors import Refused
from puntobanco.happening import Happened
from puntobanco.money import LARGEST
from puntobanco.record.format import UPCASTS, RecordFormat
from puntobanco.record.records import Id, Kept
from puntobanco.table.actors import Actor, Role
from puntobanco.table.asking import Asking
from puntobanco.words import clean

DECIDE_VERSION = 1
OPERATOR = Actor(person="house", role=Role.OPERATOR)
"""Who starts a house and puts it right again."""
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
Position: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]


class Running(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table is run."""

    virtual: bool = False
    """Cards come from a virtual shoe; else a dealer keys them in."""
    automatic: bool = False
    """The house deals by the clock; else a dealer commands."""
    betting_ms: Milliseconds = 15_000
    card_ms: Milliseconds = 800
    offer_ms: Milliseconds = 10_000
    """How long an offer stands before it counts as declined."""
    seeds: bool = False
    """Patrons may add seeds to a shuffle."""


class HouseState(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str = ""
    """Of the house: the secrets of its shoes are bound to it."""
    starts: int = 0
    tables: Mapping[str, Running] = {}
    restored_at: Position = 0
    """The position of the backup that the house was restored from last."""

    def is_virtual(self, stream: str) -> bool:
        """Whether the cards of this table come from a virtual shoe."""
        running = self.tables.get(named(stream)) if self.tables else None
        return running is not None and running.virtual


class Noted(Happened[HouseState], gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened to the house."""


class HouseStarted(Noted, tag="house_started.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The program came up for the house of this name: which version, and the digest of its installed files."""

    name: str
    version: str
    digest: str

    def after(self, state: HouseState) -> HouseState:
        return changed(state, name=self.name, starts=state.starts + 1)

    def told(self, by: str, /) -> str:
        return f"{by} starts version {self.version} ({self.digest[:12]})"


class TableAdded(Noted, tag="table_added.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house has one more table, or runs one in another way."""

    table: Id
    running: Running

    def after(self, state: HouseState) -> HouseState:
        return changed(state, tables={**state.tables, self.table: self.running})

    def told(self, by: str, /) -> str:
        dealt = "by itself" if self.running.automatic else "by a dealer"
        return f"{by} sets up table {self.table}, dealt {dealt}"


class HouseRestored(Noted, tag="house_restored.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house goes on from a backup that ended at this position: what came after it is lost."""

    position: Position

    def after(self, state: HouseState) -> HouseState:
        return changed(state, restored_at=self.position)

    def told(self, by: str, /) -> str:
        return f"{by} restores the house from a backup of {self.position} records"


Event: TypeAlias = HouseStarted | TableAdded | HouseRestored


class StartHouse(Asking, tag="start_house.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The program comes up."""

    name: str
    version: str
    digest: str

    def decide(self, state: HouseState) -> Event:
        if state.name not in ("", self.name):
            sentence = f"this is the house {state.name}, not {self.name}: no shoe would open under another name"
            raise Refused("other_name", HOUSE, sentence)
        return HouseStarted(name=self.name, version=self.version, digest=self.digest, clause=HOUSE)


class AddTable(Asking, tag="add_table.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Set up a table, or run an existing one in another way."""

    table: Id
    running: Running

    def decide(self, state: HouseState) -> Event:
        running = self.running
        if running.automatic and not running.virtual:
            raise Refused("no_cards", HOUSE, "nobody keys in cards at an automatic table: give it a virtual shoe")
        before = state.tables.get(self.table)
        if before is not None and before.virtual != running.virtual:
            raise Refused("other_cards", HOUSE, "a table keeps its sort of shoe: set up another table")
        if clean(self.table) != self.table or "/" in self.table:
            raise Refused("bad_name", HOUSE, "a table's name is plain text without a stroke")
        return TableAdded(table=self.table, running=running, clause=HOUSE)


class RestoreHouse(Asking, tag="restore_house.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Go on from a backup."""

    position: Position

    def decide(self, _: HouseState) -> Event:
        return HouseRestored(position=self.position, clause=HOUSE)


Command: TypeAlias = StartHouse | AddTable | RestoreHouse


class HouseRecord(Kept, gc=False, tag="house_record.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One accepted command of the house's own stream."""

    command: Command
    events: Annotated[tuple[Event, ...], Meta(min_length=1)]


HOUSE_RECORDS: RecordFormat[HouseRecord] = RecordFormat(HouseRecord, UPCASTS)


def handle(state: HouseState | None, command: Any) -> tuple[tuple[Event, ...], HouseState]:
    if command.actor.role is not Role.OPERATOR:
        raise Refused("wrong_role", "roles", f"this is for the operator, not for the {command.actor.role}")
    before = HouseState() if state is None else state
    event = command.decide(before)
    return (event,), event.after(before)


def fold(records: Iterable[HouseRecord], state: HouseState | None = None) -> HouseState:
    events = (event for record in records for event in record.events)
    return reduce(lambda before, event: event.after(before), events, HouseState() if state is None else state)
