"""The fair shoes of a table, as whoever adds a seed and whoever verifies needs them."""

from asyncio import to_thread
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.events import FairShoeEvent, ShoeCommitted
from puntobanco.fair_shoes.state import FairShoes
from puntobanco.fair_shoes.transitions import TAKES_SEEDS
from puntobanco.streams.names import SHOES, named
from puntobanco.web.endpoints import Endpoint, Parameter
from puntobanco.web.request import Call
from puntobanco.web.views.read_all import all_records
from puntobanco.web.views.tables import AFTER

READ_AT_ONCE = 500
"""Records, from the last one back."""
MOST_SHOES = 20


class SeedTime(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When seeds of the shoe under way are promised and opened, by the server's clock."""

    now: int
    """Microseconds since 1970, UTC."""
    promised_until: int
    opened_until: int
    yours: int | None
    """The number of the seed that you have promised."""


class HeldHistory(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a patron holds: every act of a table's shoes, in order. `punto fair verify` and the browser check it."""

    stream: str
    number: int
    """Of the last record that they are from: ask again after it for what came since."""
    acts: tuple[FairShoeEvent, ...]
    seeding: SeedTime | None = None
    """None while no seed can be added."""


async def see_held(call: Call) -> HeldHistory:
    stream = SHOES + named(call.table())
    look = _last_shoes if "shoes" in call.query else _since
    number, acts = await to_thread(look, call, stream)
    return HeldHistory(stream=stream, number=number, acts=acts, seeding=_seeding(call, stream))


def _since(call: Call, stream: str) -> tuple[int, tuple[FairShoeEvent, ...]]:
    after = call.number("after", 0)
    records = all_records(call.house, stream, after)
    return records[-1].number if records else after, _acts(records)


def _last_shoes(call: Call, stream: str) -> tuple[int, tuple[FairShoeEvent, ...]]:
    """Found from the end: a table may have had a thousand."""
    shoes = call.number("shoes", 1)
    if "after" in call.query or not 1 <= shoes <= MOST_SHOES:
        raise Unreadable(f"shoes: write a number from 1 to {MOST_SHOES}, without after")
    first = number = call.house.look(stream).number
    acts: tuple[FairShoeEvent, ...] = ()
    begins: list[int] = []
    while first > 0 and len(begins) < shoes:
        first = max(0, first - READ_AT_ONCE)
        records = all_records(call.house, stream, first)
        number, acts = records[-1].number, _acts(records)
        begins = [place for place, act in enumerate(acts) if isinstance(act, ShoeCommitted)]
    return number, acts[begins[max(0, len(begins) - shoes)] :] if begins else acts


def _acts(records: Sequence[Any]) -> tuple[FairShoeEvent, ...]:
    return tuple(act for record in records for act in record.events)


def _seeding(call: Call, stream: str) -> SeedTime | None:
    shoes: FairShoes = call.house.look(stream).state
    shoe, times = shoes.under_way, shoes.times
    if shoe is None or times is None or shoes.stage not in TAKES_SEEDS:
        return None
    until, person = shoe.began + times.promising, call.visitor.person
    return SeedTime(
        now=call.served.clocks.now(),
        promised_until=until,
        opened_until=until + times.opening,
        yours=shoe.promised_by.index(person) + 1 if person in shoe.promised_by else None,
    )


LAST = Parameter(
    name="shoes", says="Only the last so many shoes, from the commitment of the first of them on.", type=int, example=1
)
FAIR = (
    Endpoint(
        method="GET",
        path="/tables/{table}/fairness",
        does=see_held,
        gives=HeldHistory,
        says="The acts of a table's fair shoes.",
        tag="fairness",
        parameters=(AFTER, LAST),
    ),
)
