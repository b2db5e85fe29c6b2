"""One open live stream: who reads it, how far they are, and what is on its way to them."""

from asyncio import Event, Transport, get_running_loop
from collections.abc import Mapping
from contextlib import suppress
from socket import SO_SNDBUF, SOL_SOCKET
from time import monotonic

from puntobanco.app.auth.principal import Visitor
from puntobanco.streams.actors import Actor
from puntobanco.web.redacted_records import Told
from puntobanco.web.sse import HEARTBEAT, Reached, chunk, cursor_of, mark_of, written

MOST_WAITING = 256 * 1024
"""Bytes that wait for a reader; who is slower is dropped, and comes back with the cursor."""
MOST_ON_THE_WAY = 64 * 1024
"""Bytes that the system holds for a reader besides."""
SECONDS_BETWEEN_HEARTBEATS = 10
SECONDS_FOR_THE_REST = 5
"""In which a reader who was sent home takes what is on the way; else the connection would wait for ever."""


class Subscriber:
    """Frames are written to the connection itself: it holds what the reader has not taken yet."""

    __slots__ = (
        "_marks",
        "_transport",
        "_waiting",
        "_written_at",
        "audiences",
        "board",
        "dropped",
        "ended",
        "has_whole_board",
        "reached",
        "starting",
        "visitor",
    )

    def __init__(
        self,
        transport: Transport,
        visitor: Visitor,
        audiences: Mapping[str, Actor],
        board: Mapping[str, Actor],
        *,
        has_whole_board: bool = False,
    ) -> None:
        """`audiences` says as whom each stream is followed, `board` the same for tables that are only summed up: those
        that were asked for, or all of them, however many there will be."""
        self._transport, self.visitor, self.audiences, self.board = transport, visitor, audiences, board
        self.has_whole_board = has_whole_board
        with suppress(OSError):  # of a reader who has gone already
            transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, MOST_ON_THE_WAY)
        self._marks = {stream: mark_of(audience) for stream, audience in audiences.items()}
        self.reached: dict[str, Reached] = {}
        self.starting: list[Told] | None = []
        """What was told while the beginning is still being read; none once everything goes straight through."""
        self._waiting: list[bytes] = []
        self._written_at = monotonic()
        self.ended = Event()
        self.dropped = ""

    def put(self, stream: str, number: int, made: bytes | None) -> None:
        """Bring the reader to this number; where nothing of it is seen, the next frame brings the cursor."""
        self.reached[stream] = Reached(number, self._marks[stream])
        if made is not None:
            at = cursor_of(stream, self.reached[stream]) if len(self.reached) == 1 else written(self.reached)
            self._waiting.append(b"id: %b\n%b" % (at.encode(), made))

    def put_beside(self, made: bytes) -> None:
        """What belongs to no number."""
        self._waiting.append(made)

    def flush(self) -> bool:
        """Write what waits; false once the reader is gone or too slow."""
        if self.ended.is_set() or self._transport.is_closing():
            return False
        if not self._waiting:
            return True
        if self._transport.get_write_buffer_size() > MOST_WAITING:
            self.end("slow", at_once=True)
            return False
        self._transport.write(chunk(self._waiting))
        self._waiting.clear()
        self._written_at = monotonic()
        return True

    def beat(self) -> None:
        if self.starting is None and monotonic() - self._written_at >= SECONDS_BETWEEN_HEARTBEATS:
            self._waiting.append(HEARTBEAT)
            self.flush()

    def end(self, why: str, *, at_once: bool = False) -> None:
        """No more is sent: whoever wants more comes back."""
        if self.ended.is_set():
            return
        self.dropped = why
        self.ended.set()
        if at_once:
            self._transport.abort()
        else:
            self._transport.write(b"0\r\n\r\n")
            self._transport.close()
            get_running_loop().call_later(SECONDS_FOR_THE_REST, self._give_up)

    def _give_up(self) -> None:
        if self._transport.get_write_buffer_size():  # else it is closed, and cannot be closed again
            self._transport.abort()
