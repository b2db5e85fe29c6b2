"""What is sent, as types: events with what their reader may not see left out, and what stands around them."""

from typing import TypeAlias

from msgspec import UNSET, Struct, UnsetType

from puntobanco.audit.played_tables import PlayedTable
from puntobanco.cage.events import AccountEvent as CageEvent
from puntobanco.fair_shoes.events import FairShoeEvent
from puntobanco.house.events import HouseEvent as HouseEvent
from puntobanco.streams.actors import Actor
from puntobanco.table.events import TableEvent as TableEvent
from puntobanco.table.queries.progress import Progress
from puntobanco.table.views.visible_state import View as TableView
from puntobanco.tournament.events import TournamentEvent as TournamentEvent
from puntobanco.web.countdowns import TableClock

SeenEvent: TypeAlias = TableEvent | CageEvent | HouseEvent | TournamentEvent
"""Told apart by their member `event`."""


class SeenRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What happened at one number of a stream, as far as its reader may see it."""

    stream: str
    number: int
    time: int
    """Microseconds since 1970, UTC."""
    by: Actor | UnsetType = UNSET
    """Who did it, where that is told."""
    events: tuple[SeenEvent, ...]
    """As they are recorded, without members that are not for its reader."""


class SeenActs(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same of a table's fair shoes: everybody sees all of it."""

    stream: str
    number: int
    time: int
    events: tuple[FairShoeEvent, ...]


class SeenTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as one person sees it, at a number of its stream."""

    stream: str
    number: int
    cursor: str
    """To follow the table from here: `after` of a live stream."""
    view: TableView
    progress: Progress
    clock: TableClock | None
    """Of a table that the house deals."""


class PlayedTables(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every table that a tournament had, those of stages that are over, too."""

    tournament: str
    tables: tuple[PlayedTable, ...]
