"""What a page asks first, logged in or not: who is there, and how one comes in."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from puntobanco.app.auth.principal import Kind, Visitor
from puntobanco.house import HouseState
from puntobanco.streams.actors import Role
from puntobanco.streams.names import HOUSE, TABLE
from puntobanco.web.endpoints import Endpoint, Who
from puntobanco.web.request import Call
from puntobanco.web.views.accounts import You, you


class Welcome(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Nobody is refused here: a page that has just opened is no mistake of anybody's."""

    you: You | None
    """None for somebody who is not logged in."""
    guests: bool
    """Whether whoever comes may play as a guest, with play money."""
    guest: bool
    """Whether you are one."""
    plays: bool
    """Whether you may bet at some table."""
    roles: Mapping[str, Role]
    """What you work as, by place: a page shows whoever deals the way to the dealer's console. Empty for patrons."""
    deals: tuple[str, ...]
    """The tables at which you deal: those that the house deals by itself left out."""


def welcome(is_guest: Callable[[Visitor], bool] | None = None) -> Endpoint:
    """For a house that has guests, who is one."""

    def look(call: Call) -> Welcome:
        known = call.known
        person = None if known is None or known.kind is Kind.DEVICE else known.person  # a screen's name is nobody's
        return Welcome(
            you=None if known is None else you(known),
            guests=is_guest is not None,
            guest=known is not None and is_guest is not None and is_guest(known),
            plays=person is not None and Role.PATRON in _grants(call, person).values(),
            roles={} if person is None else _roles(call, person),
            deals=() if person is None else _deals(call, person),
        )

    return Endpoint(
        method="GET",
        path="/welcome",
        says="Who is there, logged in or not, and how one comes in.",
        does=look,
        gives=Welcome,
        who=Who.ANYBODY,
        tag="people",
    )


def _grants(call: Call, person: str) -> Mapping[str, Role]:
    state: HouseState = call.house.look(HOUSE).state or HouseState()
    return state.grants.get(person, {})


def _roles(call: Call, person: str) -> Mapping[str, Role]:
    return {place: role for place, role in _grants(call, person).items() if role is not Role.PATRON}


def _deals(call: Call, person: str) -> tuple[str, ...]:
    state: HouseState = call.house.look(HOUSE).state or HouseState()
    by_hand = (name for name, running in state.tables.items() if not running.automatic)
    return tuple(name for name in by_hand if state.role_of(person, TABLE + name) is Role.DEALER)


WELCOME = welcome()
