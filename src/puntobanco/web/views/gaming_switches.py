"""What gaming is switched off for, who did it, and why: for operators and auditors of the whole house."""

from asyncio import to_thread
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from puntobanco.app.house.house import House
from puntobanco.app.house.stream_states import record_of
from puntobanco.house import HouseState
from puntobanco.house.events.gaming_switches import GamingDisabled
from puntobanco.house.gaming_switches import in_words
from puntobanco.streams.names import HOUSE
from puntobanco.web.endpoints import Endpoint
from puntobanco.web.reports import permissions
from puntobanco.web.request import Call

WRITTEN = str(GamingDisabled.__struct_config__.tag).encode()


class SeenSwitch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Gaming that is off."""

    number: int
    table: str | None
    """Only this table; neither table nor patron for everybody."""
    patron: str | None
    whom: str
    """The same in words."""
    since: int
    by: str
    reason: str


class Switches(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The oldest first."""

    number: int
    off: tuple[SeenSwitch, ...]


async def see_switches(call: Call) -> Switches:
    permissions.of_the_house(call)
    standing = call.house.look(HOUSE)
    state: HouseState = standing.state or HouseState()
    numbers = {one.number for one in state.off.values()}
    off = await to_thread(lambda: tuple(_turned(call.house, numbers))) if numbers else ()
    return Switches(number=standing.number, off=off)


def _turned(house: House, numbers: set[int]) -> Iterator[SeenSwitch]:
    """The records of these switches: the state of a house knows since when, the log knows who."""
    for line in house.lines(HOUSE):
        if WRITTEN in line.body:
            record: Any = record_of(line)
            for event in record.events:
                if isinstance(event, GamingDisabled) and event.number in numbers:
                    yield _seen(event, record.command.actor.person)


def _seen(event: GamingDisabled, by: str) -> SeenSwitch:
    return SeenSwitch(
        number=event.number,
        table=event.table,
        patron=event.patron,
        whom=in_words(event.scope),
        since=event.at,
        by=by,
        reason=event.reason,
    )


SWITCHES = (
    Endpoint(
        method="GET",
        path="/house/switches",
        says="What gaming is switched off for, by whom, since when and why.",
        does=see_switches,
        gives=Switches,
        tag="house",
    ),
)
