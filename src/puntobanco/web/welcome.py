"""What a page asks first, logged in or not: who is there, and how one comes in."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from puntobanco.app.entrance.visitor import Visitor
from puntobanco.web.calls import Served
from puntobanco.web.endpoints import Application, Receive, Send, answer, token_in
from puntobanco.web.reading.others import You, you


class Welcome(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Nobody is refused here: a page that has just opened is no mistake of anybody's."""

    you: You | None
    """None for somebody who is not logged in."""
    guests: bool
    """Whether whoever comes may play as a guest, with play money."""
    guest: bool
    """Whether you are one."""


def nobody(_: Visitor) -> bool:
    return False


def welcome(served: Served, is_guest: Callable[[Visitor], bool] = nobody) -> Application:
    """For a house that has guests, who is one."""

    async def app(scope: Any, _: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        token = token_in(headers, served.door.cookie)
        visitor = None if token is None else await served.door.who(token, active=True)
        address = scope["client"][0] if scope.get("client") else ""
        if visitor is None:
            served.rates.take(unknown=address)
        else:
            served.rates.take(person=visitor.person, session=visitor.id, address=address)
        found = Welcome(
            you=None if visitor is None else you(visitor),
            guests=is_guest is not nobody,
            guest=visitor is not None and is_guest(visitor),
        )
        await answer(send, 200, msgspec.json.encode(found))

    return Application(app)
