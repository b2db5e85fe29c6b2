"""Every event of an account, in the order of pages: what these modules declare."""

from typing import TYPE_CHECKING, TypeAlias, Union

from puntobanco.cage.events.account import *
from puntobanco.cage.events.money import *
from puntobanco.cage.events.play_limits import *
from puntobanco.cage.state import AccountEventBase
from puntobanco.streams.event import events_in

EVENTS: dict[str, type[AccountEventBase]] = events_in(globals(), AccountEventBase)
"""Event types by name and version, such as `deposited.1`."""

if TYPE_CHECKING:
    AccountEvent: TypeAlias = AccountEventBase
else:  # what a record is decoded as
    AccountEvent = Union[tuple(EVENTS.values())]
