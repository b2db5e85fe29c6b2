"""What only a demo house has: guests who come in with one click, links that let in without a password, and a page."""

from asyncio import to_thread
from html import escape
from pathlib import Path
from typing import Any

from msgspec import Struct
from starlette.routing import Route

from puntobanco.app.demo.guests import GUEST, Guests, Seated
from puntobanco.money import Cents, format_dollars
from puntobanco.rules import book
from puntobanco.streams import TABLE
from puntobanco.table import TableState
from puntobanco.web.app import API, More
from puntobanco.web.calls import Call, Served, tables_of
from puntobanco.web.cookies import Cookie
from puntobanco.web.endpoints import Application, Endpoint, Parameter, Receive, Send, Who, WithSession, answer
from puntobanco.web.people.entering import note_entered
from puntobanco.web.people.said import Secret, read_said
from puntobanco.web.people.told import Named
from puntobanco.web.plain import PARAGRAPHS, document, page
from puntobanco.web.problems import no_such
from puntobanco.web.static import PAGE

TABLE_ASKED = (Parameter(name="table", says="Where to sit down; left out, nowhere yet.", example="nz-1998"),)
ENTER_SCRIPT = b"""\
const secret = location.hash.slice(1);
history.replaceState(null, "", "/enter");
fetch("/api/v1/links/enter", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ secret }),
}).then(async (answer) => {
  const said = await answer.json();
  document.querySelector("p").textContent = answer.ok ? `You are in as ${said.person}.` : said.detail;
});
"""


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

    def __init__(self, served: Served, folder: Path) -> None:
        self._served, self._folder = served, folder
        self._guests = Guests(served.house, served.door.entrance)

    def more(self) -> More:
        return More(endpoints=self._endpoints(), pages=() if (self._folder / PAGE).exists() else self._pages())

    def _endpoints(self) -> tuple[Endpoint, ...]:
        return (
            Endpoint(
                method="POST",
                path="/guests",
                says="Be let in as somebody new with play money, and sit down if a table is named.",
                does=self._guest,
                gives=Guest,
                parameters=TABLE_ASKED,
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
        )

    def _pages(self) -> tuple[Route, ...]:
        return (
            Route("/", page(self._page), methods=["GET"]),
            Route("/enter", page(lambda: document(("One moment.",), "/enter.js")), methods=["GET"]),
            Route("/enter.js", Application(_script), methods=["GET"]),
        )

    async def _guest(self, call: Call) -> Guest | WithSession:
        """Somebody new; a guest who is in already only sits down."""
        table = call.query.get("table")
        if table is not None and table not in tables_of(call.house):
            raise no_such("table", table)
        if call.known is not None and call.known.person.startswith(GUEST):
            return await to_thread(self._sit, call.known.person, table)
        entered = await to_thread(self._guests.welcome, call.address)
        return WithSession(token=entered.token, answer=await to_thread(self._sit, entered.visitor.person, table))

    def _sit(self, person: str, table: str | None) -> Guest:
        seated: Seated | None = None if table is None else self._guests.seat(person, table)
        return Guest(
            person=person,
            account=self._guests.account(person),
            table=None if seated is None else seated.table,
            seat=None if seated is None else seated.seat,
            chips=0 if seated is None else self._guests.chips(person, seated.table),
        )

    def _page(self) -> bytes:
        tables = [self._line(name) for name in tables_of(self._served.house)]
        said = "This is a demo house: money is play money, and house patrons are called so."
        return document((PARAGRAPHS[0], said, *tables, PARAGRAPHS[1]))

    def _line(self, name: str) -> str:
        state: TableState = self._served.house.look(TABLE + name).state
        rules = state.rules
        least, most = format_dollars(rules.minimum.value), format_dollars(rules.maximum.value)
        said = f"Table {escape(name)}: {escape(book(rules.book).title)}, {least} to {most}"
        return f'{said} <form method="post" action="{API}/guests?table={escape(name)}"><button>Sit down</button></form>'


async def enter_by_link(call: Call) -> WithSession:
    """Without a password: in a house that is only shown."""
    entered = await to_thread(call.entrance.enter_by_link, read_said(call, Secret).secret, address=call.address)
    await note_entered(call, entered)
    return WithSession(token=entered.token, answer=Named(person=entered.visitor.person))


async def _script(_: Any, __: Receive, send: Send) -> None:
    await answer(send, 200, ENTER_SCRIPT, b"text/javascript; charset=utf-8")
