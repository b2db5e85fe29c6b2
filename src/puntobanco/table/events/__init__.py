"""Every event of a table, in the order of pages: what these modules declare."""

from typing import TYPE_CHECKING, TypeAlias, Union

from puntobanco.streams.event import events_in
from puntobanco.table.events.table_lifecycle import *
from puntobanco.table.events.shoe import *
from puntobanco.table.events.money import *
from puntobanco.table.events.float import *
from puntobanco.table.events.patrons import *
from puntobanco.table.events.turns import *
from puntobanco.table.events.wagers import *
from puntobanco.table.events.round import *
from puntobanco.table.events.settlement import *
from puntobanco.table.events.cards import *
from puntobanco.table.events.rulings import *
from puntobanco.table.state import TableEventBase

EVENTS: dict[str, type[TableEventBase]] = events_in(globals(), TableEventBase)
"""Event types by name and version, such as `wager_placed.1`."""

if TYPE_CHECKING:
    TableEvent: TypeAlias = TableEventBase
else:  # what a record is decoded as
    TableEvent = Union[tuple(EVENTS.values())]
