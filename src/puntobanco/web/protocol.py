"""HTTP/1.1 as uvicorn speaks it, with limits of our own: whoever sends half a request does not keep a connection."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from socket import IPPROTO_TCP, TCP_NODELAY
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

CONNECTION = "puntobanco.connection"
"""Under which an application finds the connection itself, for streams."""
SECONDS_FOR_A_REQUEST = 10
MOST_OF_AN_ADDRESS = 256
SECONDS_IDLE = 30
"""Between two requests of one connection."""

_BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\nretry-after: 5\r\n"
    b"connection: close\r\ncontent-length: %d\r\n\r\n%b"
)
_TOO_MANY = b'{"type":"urn:puntobanco:too_many_connections","title":"The house is not ready","status":503,' + (
    b'"detail":"too many connections of one address: close some","code":"too_many_connections"}'
)


class Connections:
    """How many connections each address has; those of a proxy are not one visitor's."""

    def __init__(self, most: int = MOST_OF_AN_ADDRESS, unlimited: frozenset[str] = frozenset()) -> None:
        self._most, self._unlimited = most, unlimited
        self._open: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        if self._open[address] >= self._most and address not in self._unlimited:
            return False
        self._open[address] += 1
        return True

    def give_back(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

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
        _send_at_once(transport)
        address = self.client[0] if self.client else ""
        if not self.address_book.take(address):
            transport.write(_BUSY % (len(_TOO_MANY), _TOO_MANY))
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


def _send_at_once(transport: asyncio.Transport) -> None:
    """The body of an answer does not wait until its head is acknowledged. The loop sees to that itself only where the
    place that listens says that it speaks TCP, and one that was bound beforehand does not."""
    transport.get_extra_info("socket").setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)


def guarded(connections: Connections) -> type[H11Protocol]:
    """The protocol of a server with these connections."""
    return type("Guarded", (Guarded,), {"address_book": connections})
