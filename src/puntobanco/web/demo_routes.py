"""What only a demo house has: guests who come in with one click, and links that let in without a password."""

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from starlette.routing import Route

from puntobanco.app.demo.guests import GUEST, Guests, Seated, note_log_in
from puntobanco.app.entrance.entrance import Entrance
from puntobanco.app.entrance.visitor import Visitor
from puntobanco.app.entrance.whisper import Whisper
from puntobanco.money import Cents
from puntobanco.web.calls import Served, tables_of
from puntobanco.web.endpoints import Application, Parameter, Receive, Send, answer, read_body, read_query, token_in
from puntobanco.web.problems import no_such
from puntobanco.web.welcome import welcome

API = "/api/v1"
TABLE_ASKED = (Parameter(name="table", says="Where to sit down; left out, nowhere yet.", example="nz-1998"),)
SECONDS_A_COOKIE_LASTS = 24 * 60 * 60


class Guest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who plays with play money."""

    person: str
    account: Cents
    """What is left there."""
    table: str | None
    seat: int | None
    chips: Cents


class Secret(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of a link, as it stood in its fragment."""

    secret: str


class LetIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    person: str


class Demo:
    """The routes of a demo house. It is served on this machine only."""

    def __init__(self, served: Served, entrance: Entrance) -> None:
        self._served, self._entrance = served, entrance
        self._guests = Guests(served.house, entrance)

    def routes(self) -> Sequence[Route]:
        return [
            Route(f"{API}/guests", Application(self._guest), methods=["POST"]),
            Route(f"{API}/links/enter", Application(self._enter), methods=["POST"]),
            Route(f"{API}/welcome", welcome(self._served, is_guest), methods=["GET"]),
        ]

    async def _guest(self, scope: Any, _: Receive, send: Send) -> None:
        """Somebody new; a guest who is in already only sits down."""
        headers, address = dict(scope["headers"]), _address(scope)
        self._served.rates.take(unknown=address)
        table = read_query(scope["query_string"], TABLE_ASKED).get("table")
        if table is not None and table not in tables_of(self._served.house):
            raise no_such("table", table)
        known = await self._known(headers)
        cookie: dict[bytes, bytes] = {}
        if known is None:
            entered = await to_thread(self._guests.welcome, address)
            known, cookie = entered.visitor, self._cookie(entered.token)
        found = await to_thread(self._sit, known.person, table)
        await answer(send, 200, msgspec.json.encode(found), headers=cookie)

    async def _known(self, headers: Mapping[bytes, bytes]) -> Visitor | None:
        token = token_in(headers, self._served.door.cookie)
        found = None if token is None else await self._served.door.who(token, active=True)
        return found if found is not None and is_guest(found) else None

    def _sit(self, person: str, table: str | None) -> Guest:
        seated: Seated | None = None if table is None else self._guests.seat(person, table)
        return Guest(
            person=person,
            account=self._guests.account(person),
            table=None if seated is None else seated.table,
            seat=None if seated is None else seated.seat,
            chips=0 if seated is None else self._guests.chips(person, seated.table),
        )

    async def _enter(self, scope: Any, receive: Receive, send: Send) -> None:
        """By a link of the terminal, once."""
        address = _address(scope)
        self._served.rates.take(unknown=address)
        said = msgspec.json.decode(await read_body(dict(scope["headers"]), receive), type=Secret)
        entered = await to_thread(self._entrance.enter_by_link, Whisper(said.secret), address=address)
        await to_thread(note_log_in, self._served.house, entered.visitor.person)
        body = msgspec.json.encode(LetIn(person=entered.visitor.person))
        await answer(send, 200, body, headers=self._cookie(entered.token))

    def _cookie(self, token: Whisper) -> dict[bytes, bytes]:
        kept = f"Path=/; Max-Age={SECONDS_A_COOKIE_LASTS}; HttpOnly; SameSite=Strict"
        return {b"set-cookie": f"{self._served.door.cookie}={token.text()}; {kept}".encode()}


def is_guest(visitor: Visitor) -> bool:
    return visitor.person.startswith(GUEST)


def _address(scope: Any) -> str:
    return scope["client"][0] if scope.get("client") else ""
