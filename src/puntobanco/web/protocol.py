"""HTTP/1.1 as uvicorn speaks it, with limits of our own: whoever sends half a request does not keep a connection."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from puntobanco.app.auth.throttle import place_of
from puntobanco.web.problems import PROBLEM_JSON, Declined
from puntobanco.web.request_guard import CARRIED

CONNECTION = "puntobanco.connection"
"""Under which an application finds the connection itself, for streams."""
SECONDS_FOR_A_REQUEST = 10
MOST_OF_AN_ADDRESS = 256
SECONDS_IDLE = 30
"""Between two requests of one connection."""

_NO_HTTP = Declined(400, "no_http", "this is no HTTP/1.1")
_TOO_MANY = Declined(503, "too_many_connections", "too many connections of one address: close some", wait=5)


def whole_answer(declined: Declined) -> bytes:
    """For whoever gets no further than the connection."""
    status, body = HTTPStatus(declined.problem.status), declined.body
    head = [
        (b"content-type", PROBLEM_JSON),
        (b"content-length", b"%d" % len(body)),
        (b"connection", b"close"),
        *declined.headers.items(),
        *CARRIED,
    ]
    lines = [b"HTTP/1.1 %d %b" % (status, status.phrase.encode()), *(b"%b: %b" % pair for pair in head), b"", body]
    return b"\r\n".join(lines)


class Connections:
    """How many connections each address has; those of a proxy are not one visitor's."""

    def __init__(self, most: int, is_proxy: Callable[[str], bool]) -> None:
        self._most, self._is_proxy = most, is_proxy
        self._open: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        place = place_of(address)
        if self._open[place] >= self._most and not self._is_proxy(address):
            return False
        self._open[place] += 1
        return True

    def give_back(self, address: str) -> None:
        place = place_of(address)
        self._open[place] -= 1
        if not self._open[place]:
            del self._open[place]

    @property
    def total(self) -> int:
        return self._open.total()


class Guarded(H11Protocol):
    """A connection."""

    address_book: ClassVar[Connections]
    """All that the server has."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.app: Any = self._with_connection(self.app)
        self._counted: str | None = None
        self._patience: asyncio.TimerHandle | None = None

    def _with_connection(self, app: Any) -> Callable[[Any, Any, Any], Awaitable[None]]:
        async def with_connection(scope: Any, receive: Any, send: Any) -> None:
            scope["extensions"] = {CONNECTION: self.transport}
            await app(scope, receive, send)

        return with_connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self.address_book.take(address):
            transport.write(whole_answer(_TOO_MANY))
            transport.close()
            return
        self._counted = address
        self._wait_for_the_rest()

    def connection_lost(self, exc: Exception | None) -> None:
        self._got_it()
        if self._counted is not None:
            self.address_book.give_back(self._counted)
            self._counted = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._look_whether_all_is_there()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's words are not ours
        """In the place of uvicorn's, which cannot be sent once another answer has begun."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(whole_answer(_NO_HTTP))
        self.transport.close()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look_whether_all_is_there()

    def _look_whether_all_is_there(self) -> None:
        """Half a request is waited for, from its first byte to its last; none is not."""
        theirs = self.conn.their_state
        begun = theirs is h11.SEND_BODY or (theirs is h11.IDLE and bool(self.conn.trailing_data[0]))
        if begun and not self.transport.is_closing():
            self._wait_for_the_rest()
        else:
            self._got_it()

    def _wait_for_the_rest(self) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(SECONDS_FOR_A_REQUEST, self.transport.abort)

    def _got_it(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


def guarded(connections: Connections) -> type[H11Protocol]:
    """The protocol of a server with these connections."""
    return type("Guarded", (Guarded,), {"address_book": connections})
