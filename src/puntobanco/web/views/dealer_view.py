"""What a dealer's console shows of a table: the next step, payments, what went wrong, what is offered."""

from asyncio import to_thread
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from puntobanco.app.fair_shoe_dealing import KNOWN_TO_A_VIRTUAL_SHOE
from puntobanco.app.house.house import House
from puntobanco.app.house.stream_states import records_of
from puntobanco.house import HouseState
from puntobanco.log.redact import redact
from puntobanco.rulebooks.facts import Hand
from puntobanco.streams.actors import Actor
from puntobanco.streams.command import name_of
from puntobanco.streams.form_fields import title_of
from puntobanco.streams.forms import Form, without_cards
from puntobanco.streams.names import HOUSE, named
from puntobanco.table import LegalAction, Role, TableState, legal_actions, progress
from puntobanco.table.queries.round import correctable
from puntobanco.table.views.announcements import say
from puntobanco.table.views.dealer_steps import DealerStep, step
from puntobanco.table.views.describe import plain
from puntobanco.table.views.hands import Words
from puntobanco.table.views.incidents import Trouble, Witnessed, begins_round, trouble
from puntobanco.table.views.payments import Payments, payments
from puntobanco.table.views.ruling_forms import palette
from puntobanco.values.cards import Card
from puntobanco.web.endpoints import Endpoint
from puntobanco.web.problems import Declined
from puntobanco.web.request import Call
from puntobanco.web.views.table_view import Felt, felt

AT_A_TIME = 20
"""Records that are looked at, backwards until a round begins."""


class LastCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The card that was named last, for as long as nothing followed."""

    place: int
    card: Card
    hand: Hand | None
    """None for a card that lies before neither."""


class PatronHere(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron at the table, with or without a device."""

    name: str
    seat: int | None


class Console(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table for whoever deals there, at one number of its stream."""

    number: int
    felt: Felt
    deals: str | None
    """Who deals there now."""
    virtual: bool
    """Whether the shoe names its cards itself."""
    step: DealerStep
    say: Words | None
    payments: Payments | None
    trouble: Trouble | None
    last_card: LastCard | None
    patrons: tuple[PatronHere, ...]
    offered: Mapping[str, str]
    """Everything that may be done, by command: what it is called. The palette has the forms."""


class Palette(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that may be done at a number of the table's stream, as forms."""

    number: int
    forms: tuple[Form, ...]


def see_palette(call: Call) -> Palette:
    stream = call.table()
    audience, standing = _dealer(call, stream), call.standing(stream, "open table")
    house: HouseState = call.house.look(HOUSE).state or HouseState()
    forms = _forms(standing.state, audience, virtual=house.is_virtual(stream))
    return Palette(number=standing.number, forms=forms)


def _dealer(call: Call, stream: str) -> Actor:
    audience = call.audience(stream)
    if audience.role is not Role.DEALER:
        raise Declined(403, "wrong_role", "the console is for those who deal at this table")
    return audience


async def see_console(call: Call) -> Console:
    stream = call.table()
    audience = _dealer(call, stream)
    number = call.standing(stream, "open table").number
    happened = await to_thread(_happened, call.house, stream, number, audience)
    return _console(call, stream, audience, happened)


def _happened(house: House, stream: str, number: int, audience: Actor) -> list[Witnessed]:
    """The records since the last round began, and some before."""
    records: list[Any] = []
    while number > 0 and not any(begins_round(record.events) for record in records):
        after = max(0, number - AT_A_TIME)
        records = [*records_of(house.read(stream, after, number - after)), *records]
        number = after
    return [_witnessed(record, audience) for record in records]


def _witnessed(record: Any, audience: Actor) -> Witnessed:
    seen = [redact(event, audience) for event in record.events]
    return Witnessed(
        number=record.number,
        time=record.time,
        by=record.actor.role,
        events=record.events,
        seen=[one.event for one in seen if one is not None],
    )


def _console(call: Call, stream: str, audience: Actor, happened: list[Witnessed]) -> Console:
    standing, house = call.standing(stream, "open table"), call.house.look(HOUSE).state or HouseState()
    state: TableState = standing.state
    virtual = house.is_virtual(stream)
    return Console(
        number=standing.number,
        felt=felt(call.served, stream, audience, standing),
        deals=house.dealing.get(named(stream)),
        virtual=virtual,
        step=step(state, virtual=virtual),
        say=say(state, progress(state)),
        payments=payments(state, audience),
        trouble=trouble(state, happened, plain),
        last_card=None if virtual else _last_card(state),
        patrons=tuple(PatronHere(name=one.name, seat=one.seat) for one in state.patrons.values()),
        offered={one.kind: title_of(one.kind) for one in _legal(state, audience, virtual=virtual)},
    )


def _forms(state: TableState, audience: Actor, *, virtual: bool) -> tuple[Form, ...]:
    found = palette(state, _legal(state, audience, virtual=virtual))
    return tuple(map(without_cards, found)) if virtual else found


def _legal(state: TableState, audience: Actor, *, virtual: bool) -> Iterator[LegalAction]:
    """What the dealer may do; a virtual shoe is told nothing that it knows."""
    known = {name_of(kind) for kind in KNOWN_TO_A_VIRTUAL_SHOE} if virtual else set()
    return (one for one in legal_actions(state, audience) if one.kind not in known)


def _last_card(state: TableState) -> LastCard | None:
    found = correctable(state, Role.DEALER)
    if not found or found[-1].card is None:
        return None
    place, current = found[-1].place, state.round
    hand = next((one for one in Hand if current is not None and found[-1] in current.of(one)), None)
    return LastCard(place=place, card=found[-1].card, hand=hand)


CONSOLE = (
    Endpoint(
        method="GET",
        path="/tables/{table}/console",
        does=see_console,
        gives=Console,
        says="The table for whoever deals there: the next step, payments in chips, what went wrong, what is offered.",
    ),
    Endpoint(
        method="GET",
        path="/tables/{table}/palette",
        does=see_palette,
        gives=Palette,
        says="Everything that whoever deals there may do now, as forms.",
    ),
)
