"""The patrons of `make load`: raw connections in one loop, which read just enough of a stream to know when to bet."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random

HOST = "127.0.0.1"
SECONDS_TO_BET = 15.0
LATE_SHARE, LATE_SECONDS = 1 / 3, 2.0
"""So many of the wagers come in the last seconds."""
MARGIN = 0.4
"""Before the close, so that a wager that is not held up comes in time."""
ROUND_OVER = b'"round_ended.'


@dataclass
class Figures:
    """What was measured; times in seconds from the moment at which something was due."""

    wagers: list[float] = field(default_factory=list)
    log_ins: list[float] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    failed: int = 0
    rounds: int = 0
    frames: int = 0
    bytes: int = 0
    streams: int = 0
    ended: int = 0

    def clear(self) -> None:
        self.wagers, self.log_ins, self.refused = [], [], {}
        self.failed = self.rounds = self.frames = self.bytes = 0


class Stream(asyncio.Protocol):
    """One open stream. Of seven at a table one tells when a round is over; the others count what comes."""

    def __init__(self, request: bytes, figures: Figures, over: Callable[[], None] | None) -> None:
        self._request, self._figures, self._over = request, figures, over
        self._tail = b""
        self.begun = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._request)
        self._figures.streams += 1

    def data_received(self, data: bytes) -> None:
        self._figures.frames += data.count(b"event: record")
        self._figures.bytes += len(data)
        if not self.begun.done():
            self.begun.set_result(data.startswith(b"HTTP/1.1 200"))
        if self._over is not None:
            text = self._tail + data
            if ROUND_OVER in text:
                self._over()
                self._tail = b""
            else:
                self._tail = text[-len(ROUND_OVER) :]

    def connection_lost(self, _: Exception | None) -> None:
        self._figures.streams -= 1
        self._figures.ended += 1
        if not self.begun.done():
            self.begun.set_result(False)


class Line(asyncio.Protocol):
    """A connection for requests, one after the other."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self._waits: asyncio.Future[tuple[int, bytes]] | None = None
        self._came = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def ask(self, request: bytes) -> asyncio.Future[tuple[int, bytes]]:
        assert self.transport is not None
        self._waits, self._came = asyncio.get_running_loop().create_future(), b""
        self.transport.write(request)
        return self._waits

    def data_received(self, data: bytes) -> None:
        self._came += data
        head, found, body = self._came.partition(b"\r\n\r\n")
        if not found or self._waits is None or self._waits.done():
            return
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
        if len(body) >= length:
            self._waits.set_result((int(head[9:12]), body))

    def connection_lost(self, error: Exception | None) -> None:
        self.transport = None
        if self._waits is not None and not self._waits.done():
            self._waits.set_exception(error or ConnectionError("closed"))


class Lines:
    """Connections that are shared: who finds none free opens another, and waits at the most."""

    def __init__(self, port: int, most: int = 128) -> None:
        self.port, self._free, self._room = port, deque[Line](), asyncio.Semaphore(most)

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        async with self._room:
            line = await self._line()
            try:
                return await line.ask(request)
            finally:
                if line.transport is not None:
                    self._free.append(line)

    async def _line(self) -> Line:
        while self._free:
            found = self._free.pop()
            if found.transport is not None and not found.transport.is_closing():
                return found
        _, made = await asyncio.get_running_loop().create_connection(Line, HOST, self.port)
        return made


def request(method: str, path: str, token: str = "", body: bytes = b"", key: str = "") -> bytes:
    more = f"Authorization: Bearer {token}\r\n" if token else ""
    more += f"Idempotency-Key: {key}\r\n" if key else ""
    more += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if method == "POST" else ""
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n{more}\r\n".encode() + body


class Table:
    """Seven patrons who bet once a round."""

    def __init__(self, name: str, tokens: list[str], lines: Lines, figures: Figures, random: Random) -> None:
        self._name, self._tokens, self._lines, self._figures, self._random = name, tokens, lines, figures, random
        self._round = 0
        self.stopped = False

    async def follow(self, port: int) -> bool:
        """Open the streams of all patrons."""
        loop = asyncio.get_running_loop()
        opened = []
        for place, token in enumerate(self._tokens):
            asks = request("GET", f"/api/v1/live?tables={self._name}", token)
            made = partial(Stream, asks, self._figures, self._round_is_over if place == 0 else None)
            _, stream = await loop.create_connection(made, HOST, port)
            opened.append(stream.begun)
        return all(await asyncio.gather(*opened))

    def _round_is_over(self) -> None:
        self._figures.rounds += 1
        self.plan()

    def plan(self) -> None:
        """The wagers of a round: the first begins the countdown, a third come in its last seconds."""
        if self.stopped:
            return
        self._round += 1
        loop, first = asyncio.get_running_loop(), 0.2
        for seat, _ in enumerate(self._tokens, start=1):
            after = first if seat == 1 else first + self._moment()
            loop.call_later(after, self._bet, seat, self._round, loop.time() + after)

    def _moment(self) -> float:
        last = SECONDS_TO_BET - MARGIN
        if self._random.random() < LATE_SHARE:
            return self._random.uniform(SECONDS_TO_BET - LATE_SECONDS, last)
        return self._random.uniform(0.1, SECONDS_TO_BET - LATE_SECONDS)

    def _bet(self, seat: int, number: int, due: float) -> None:
        if self.stopped:
            return
        task = asyncio.get_running_loop().create_task(self._place(seat, number, due))
        _TASKS.add(task)
        task.add_done_callback(_TASKS.discard)

    async def _place(self, seat: int, number: int, due: float) -> None:
        wager = b"banker" if self._random.random() < 0.5 else b"player"
        body = b'{"do":"place","area":"%d","wager":"%b","amount":10000}' % (seat, wager)
        path, key = f"/api/v1/tables/{self._name}/commands", f"{self._name}.{number}.{seat}"
        try:
            status, said = await self._lines.ask(request("POST", path, self._tokens[seat - 1], body, key))
        except OSError:
            self._figures.failed += 1
            return
        self._figures.wagers.append(asyncio.get_running_loop().time() - due)
        if status != 200:
            code = said.partition(b'"code":"')[2].partition(b'"')[0].decode() or str(status)
            self._figures.refused[code] = self._figures.refused.get(code, 0) + 1


async def all_answered() -> None:
    """Wagers that are under way come to their end."""
    await asyncio.gather(*_TASKS)


_TASKS: set[asyncio.Task[None]] = set()
