"""What only a demo house has: guests who come in with one click, and links that let in without a password."""

from asyncio import to_thread

from msgspec import Struct

from puntobanco.app.auth.principal import Visitor
from puntobanco.app.demo.guests import GUEST, Guests, Seated
from puntobanco.values.money import Cents
from puntobanco.web.cookies import Cookie
from puntobanco.web.endpoints import Endpoint, Parameter, Who, WithSession
from puntobanco.web.people.login import note_entered
from puntobanco.web.people.requests import Secret, read_said
from puntobanco.web.people.responses import Named
from puntobanco.web.problems import no_such
from puntobanco.web.request import Call, Served, tables_of
from puntobanco.web.session_info import welcome

SEAT_ASKED = (
    Parameter(name="table", says="Where to sit down; left out, nowhere yet.", example="nz-1998"),
    Parameter(name="seat", says="On which seat; left out, on any that is free.", example="3"),
)


class Guest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who plays with play money."""

    person: str
    account: Cents
    """What is left there."""
    table: str | None
    seat: int | None
    chips: Cents


class Demo:
    """What a demo house has besides. It is served on this machine only."""

    def __init__(self, served: Served) -> None:
        self._guests = Guests(served.house, served.door.entrance)

    def endpoints(self) -> tuple[Endpoint, ...]:
        return (
            Endpoint(
                method="POST",
                path="/guests",
                says="Be let in as somebody new with play money, and sit down if a table is named.",
                does=self._guest,
                gives=Guest,
                parameters=SEAT_ASKED,
                who=Who.ANYBODY,
                cookie=Cookie.SET,
                leads_to="/",
                tag="demo",
            ),
            Endpoint(
                method="POST",
                path="/links/enter",
                says="Be let in by a link of the terminal, once.",
                does=enter_by_link,
                takes=Secret,
                gives=Named,
                who=Who.ANYBODY,
                cookie=Cookie.SET,
                tag="demo",
            ),
            welcome(is_guest),
        )

    async def _guest(self, call: Call) -> Guest | WithSession:
        """Somebody new; a guest who is in already only sits down."""
        table, seat = call.query.get("table"), call.number("seat", 0) or None
        if table is not None and table not in tables_of(call.house):
            raise no_such("table", table)
        if call.known is not None and is_guest(call.known):
            return await to_thread(self._sit, call.known.person, table, seat)
        entered = await to_thread(self._guests.welcome, call.address)
        return WithSession(token=entered.token, answer=await to_thread(self._sit, entered.visitor.person, table, seat))

    def _sit(self, person: str, table: str | None, seat: int | None) -> Guest:
        seated: Seated | None = None if table is None else self._guests.seat(person, table, seat)
        return Guest(
            person=person,
            account=self._guests.account(person),
            table=None if seated is None else seated.table,
            seat=None if seated is None else seated.seat,
            chips=0 if seated is None else self._guests.chips(person, seated.table),
        )


def is_guest(visitor: Visitor) -> bool:
    return visitor.person.startswith(GUEST)


async def enter_by_link(call: Call) -> WithSession:
    """Without a password: in a house that is only shown."""
    entered = await to_thread(call.entrance.enter_by_link, read_said(call, Secret).secret, address=call.address)
    await note_entered(call, entered)
    return WithSession(token=entered.token, answer=Named(person=entered.visitor.person))
