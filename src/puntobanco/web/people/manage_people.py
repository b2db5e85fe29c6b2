"""What operators of the whole house do about people: let them in, send them home, hang up screens."""

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from typing import Any

from puntobanco.app.auth.login_list import Enrolled, HeldToken
from puntobanco.app.auth.person_names import key_of
from puntobanco.app.auth.principal import Scope
from puntobanco.app.house.access_records import way_in
from puntobanco.errors import Refused
from puntobanco.house import HouseState
from puntobanco.house.grants import Access, Leaving
from puntobanco.streams.actors import Role
from puntobanco.streams.names import HOUSE
from puntobanco.web.endpoints import Endpoint, Parameter
from puntobanco.web.people.login import all_sessions_ended
from puntobanco.web.people.me import id_in
from puntobanco.web.people.requests import DeviceWanted, PersonWanted, read_said
from puntobanco.web.people.responses import Account, LoggedOut, NewLink, NewToken, People, Person, TakenBack
from puntobanco.web.problems import Declined, no_such
from puntobanco.web.request import Call, tables_of

MOST_PEOPLE = 500


def require_operator(call: Call) -> None:
    """Of the whole house, and nobody else."""
    if call.audience(HOUSE).role is not Role.OPERATOR:
        raise Declined(403, "wrong_role", "this is for operators of the whole house")
    call.require(Scope.WORK)


def require_proved_operator(call: Call) -> None:
    """What opens or closes a door to others takes a second look, as a grant does."""
    require_operator(call)
    call.served.door.require_proved(call.visitor)


async def see_people(call: Call) -> People:
    require_operator(call)
    found = await to_thread(call.entrance.everybody)
    state: HouseState = call.house.look(HOUSE).state or HouseState()
    people = [_person(one, state.grants.get(one.name, {})) for one in found.people]
    known = {one.name for one in people}
    others = [_only_a_role(name, roles) for name, roles in state.grants.items() if name not in known]
    everybody = sorted((*people, *others), key=lambda one: _in_order(one.name))
    return _page(call, everybody, found.devices)


def _in_order(name: str) -> tuple[str, str]:
    """As people look for names; two that differ in nothing else are still two."""
    return name.casefold(), name


def _page(call: Call, everybody: Sequence[Person], devices: tuple[HeldToken, ...]) -> People:
    limit = max(1, call.number("limit", 100, most=MOST_PEOPLE))
    after = _in_order(call.query.get("after", ""))
    coming = [one for one in everybody if _in_order(one.name) > after]
    return People(people=tuple(coming[:limit]), devices=devices, more=len(coming) > limit, of=len(everybody))


def _person(one: Enrolled, roles: Mapping[str, Role]) -> Person:
    return Person(
        name=one.name,
        enrolled=True,
        has_password=one.has_password,
        has_factor=one.has_factor,
        closed=one.closed,
        sessions=one.sessions,
        tokens=one.tokens,
        roles=dict(roles),
    )


def _only_a_role(name: str, roles: Mapping[str, Role]) -> Person:
    return Person(
        name=name,
        enrolled=False,
        has_password=False,
        has_factor=False,
        closed=False,
        sessions=0,
        tokens=(),
        roles=dict(roles),
    )


async def enrol_person(call: Call) -> NewLink:
    require_proved_operator(call)
    said = read_said(call, PersonWanted)
    link = await to_thread(call.entrance.enroll, said.name, hours=said.hours)
    await _note(call, link.person, Access.INVITED)
    return NewLink(person=link.person, link=link.address(call.origin).text(), ends=link.ends)


async def close_person(call: Call) -> Account:
    require_proved_operator(call)
    person = call.path["person"]
    if key_of(person) == key_of(call.visitor.person):
        raise Refused("own_account", "entrance", "nobody closes the own account: another operator does")
    await log_out_person(call)
    return await _set_closed(call, person, closed=True)


async def open_person(call: Call) -> Account:
    require_proved_operator(call)
    return await _set_closed(call, call.path["person"], closed=False)


async def _set_closed(call: Call, person: str, *, closed: bool) -> Account:
    name = await to_thread(call.entrance.close_account, person, closed=closed)
    await _note(call, name, Access.CLOSED if closed else Access.OPENED)
    return Account(person=name, closed=closed)


async def _note(call: Call, person: str, access: Access) -> None:
    """It is a record before the operator is told."""
    await call.served.bridge.note(way_in(person, access, call.visitor.person))


async def log_out_person(call: Call) -> LoggedOut:
    require_proved_operator(call)
    name = await to_thread(call.entrance.name_of, call.path["person"])
    return await all_sessions_ended(call, name, Leaving.REVOKED)


async def new_device(call: Call) -> NewToken:
    require_proved_operator(call)
    said = read_said(call, DeviceWanted)
    for table in said.tables:
        if table not in tables_of(call.house):
            raise no_such("table", table)
    made = await to_thread(call.entrance.new_device, said.name, said.tables, days=said.days)
    await _note(call, made.name, Access.SCREEN_ADDED)
    return NewToken(id=made.id, token=made.secret.text())


async def take_back(call: Call) -> TakenBack:
    require_proved_operator(call)
    token = id_in(call, "token")
    whose = await to_thread(call.entrance.take_back, token)
    if whose is None:
        raise no_such("token", token)
    await _note(call, whose, Access.TOKEN_TAKEN_BACK)
    return TakenBack(id=token)


def _of_operators(method: str, path: str, does: Any, gives: Any, says: str, takes: Any = None, **more: Any) -> Endpoint:
    return Endpoint(method=method, path=path, does=does, gives=gives, says=says, takes=takes, tag="people", **more)


OF_PEOPLE = (
    Parameter(name="after", says="Those whose names come after this one.", example="Ann"),
    Parameter(name="limit", says=f"How many, at most {MOST_PEOPLE}.", type=int, example=100),
)
PEOPLE = (
    _of_operators(
        "GET",
        "/people",
        see_people,
        People,
        "Who may enter, what they hold, and where they have a role.",
        parameters=OF_PEOPLE,
    ),
    _of_operators(
        "POST",
        "/people",
        enrol_person,
        NewLink,
        "Make a one-time link by which somebody sets a password, for the first time or again.",
        PersonWanted,
        examples={"ann": {"name": "Ann"}},
    ),
    _of_operators(
        "POST", "/people/{person}/close", close_person, Account, "Close an account: nothing of it opens anything."
    ),
    _of_operators("POST", "/people/{person}/open", open_person, Account, "Open a closed account."),
    _of_operators("POST", "/people/{person}/log-out", log_out_person, LoggedOut, "End all sessions of somebody."),
    _of_operators(
        "POST",
        "/devices",
        new_device,
        NewToken,
        "Make a token by which a screen shows tables, and can do nothing; it is shown once.",
        DeviceWanted,
        problems=(404,),
        examples={"wall": {"name": "wall by the bar", "tables": ["1"]}},
    ),
    _of_operators("DELETE", "/tokens/{token}", take_back, TakenBack, "Take back anybody's token, or a screen's."),
)
