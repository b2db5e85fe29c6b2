"""Rulings that somebody may give at a table now, as forms for a page."""

from typing import Any

from msgspec import Struct

from puntobanco.app.house.command_preview import RULING, foresee
from puntobanco.errors import Refused
from puntobanco.house import HouseState
from puntobanco.streams.actors import Actor
from puntobanco.streams.forms import Form, without_cards
from puntobanco.streams.names import HOUSE
from puntobanco.table.commands import COMMANDS
from puntobanco.table.views.ruling_forms import rulings
from puntobanco.web.endpoints import Endpoint, Parameter
from puntobanco.web.request import Call

NOT_OF_A_VIRTUAL_SHOE = frozenset({"correct_card", "disclose_card"})
"""It knows its cards."""


class Rulings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """At a number of the table's stream; nobody but supervisors and operators has any."""

    number: int
    forms: tuple[Form, ...]


def see_rulings(call: Call) -> Rulings:
    stream = call.table()
    audience, standing = call.audience(stream), call.house.look(stream)
    house: HouseState = call.house.look(HOUSE).state or HouseState()
    number = call.number("round", 0) or None
    found = rulings(standing.state, audience, number) if audience.role in RULING else ()
    if house.is_virtual(stream):
        found = tuple(without_cards(one) for one in found if one.kind not in NOT_OF_A_VIRTUAL_SHOE)
    offered = (one for one in found if _can_be_given(call, stream, audience, one))
    return Rulings(number=standing.number, forms=tuple(offered))


def _can_be_given(call: Call, stream: str, audience: Actor, form: Form) -> bool:
    """What needs nothing is tried: a virtual shoe may know better than the table."""
    if any(one.required for one in form.fields):
        return True
    kind: Any = COMMANDS[form.kind]
    try:
        foresee(call.house.look, stream, kind(actor=audience), time=call.served.clocks.now())
    except Refused:
        return False
    return True


OF_ROUND = Parameter(name="round", says="Rulings on what there is of this round, however old.", type=int, example=1)
RULINGS = (
    Endpoint(
        method="GET",
        path="/tables/{table}/rulings",
        does=see_rulings,
        gives=Rulings,
        says="What you may decide there now, as forms.",
        parameters=(OF_ROUND,),
    ),
)
