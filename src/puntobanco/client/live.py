"""What happens, as it happens: server-sent events, without any network."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from puntobanco.client.answers import SeenActs, SeenRecord, SeenTable, Summary, TableClock
from puntobanco.client.exchange import API, FIRST_PAUSE, LONGEST_PAUSE, Lost, Send, declined, read
from puntobanco.streams.names import SHOES, TABLE

PATH = f"{API}/live"
HEARTBEAT = b"beat"
"""An event that says nothing but that the house is there."""
SECONDS_OF_SILENCE = 30
"""A house says something every ten: who hears nothing for so long has lost the line."""


class Viewed(Struct, frozen=True, kw_only=True):
    """A table as you see it now; records go on from here."""

    cursor: str | None
    seen: SeenTable


class Happened(Struct, frozen=True, kw_only=True):
    """The next record of a stream."""

    cursor: str | None
    record: SeenRecord | SeenActs


class Ticked(Struct, frozen=True, kw_only=True):
    """A countdown began or ended."""

    cursor: str | None
    clock: TableClock


class SummedUp(Struct, frozen=True, kw_only=True):
    """A table of a board."""

    cursor: str | None
    summary: Summary


class Ready(Struct, frozen=True, kw_only=True):
    """All that was is told; from here on it is live. It comes again after every reconnection."""

    cursor: str | None


class Other(Struct, frozen=True, kw_only=True):
    """Anything else, such as the view of an account or a tournament, as it came."""

    cursor: str | None
    event: str
    data: bytes


Live: TypeAlias = Viewed | Happened | Ticked | SummedUp | Ready | Other


class Following:
    """One reader's place: what to ask for, what came, and how long to wait before it is asked for again."""

    def __init__(self, query: Mapping[str, str], after: str | None) -> None:
        self._query, self.cursor = query, after
        self._rest = b""
        self._said: dict[bytes, bytes] = {}
        self._pause = FIRST_PAUSE

    def asks(self) -> Send:
        """What goes on after all that came."""
        self._rest, self._said = b"", {}
        headers = {"accept": "text/event-stream"}
        if self.cursor is not None:
            headers["last-event-id"] = self.cursor
        return Send(method="GET", path=PATH, query=self._query, headers=headers)

    def hear(self, piece: bytes) -> Iterable[Live]:
        """What is complete now. Lines end with a newline and nothing else: texts may hold other separators."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for line in lines:
            if line:
                name, _, value = line.partition(b": ")
                self._said[name] = value
            elif b"data" in self._said and self._said.get(b"event") != HEARTBEAT:
                yield self._take()
            else:
                self._said = {}

    def _take(self) -> Live:
        said, self._said = self._said, {}
        if b"id" in said:
            self.cursor = said[b"id"].decode()
        self._pause = FIRST_PAUSE
        return live(said.get(b"event", b"").decode(), said[b"data"], self.cursor)

    def lost(self) -> float:
        """How long to wait before coming back."""
        found, self._pause = self._pause, min(2 * self._pause, LONGEST_PAUSE)
        return found


def live(event: str, data: bytes, cursor: str | None) -> Live:
    """One event in its type."""
    match event:
        case "record":
            record = read(data, SeenActs) if _is_of(data, SHOES) else read(data, SeenRecord)
            return Happened(cursor=cursor, record=record)
        case "view" if _is_of(data, TABLE) and b'"view":' in data:
            return Viewed(cursor=cursor, seen=read(data, SeenTable))
        case "clock":
            return Ticked(cursor=cursor, clock=read(data, TableClock))
        case "summary":
            return SummedUp(cursor=cursor, summary=read(data, Summary))
        case "ready":
            return Ready(cursor=cursor)
    return Other(cursor=cursor, event=event, data=data)


def _is_of(data: bytes, sort: str) -> bool:
    return data.startswith(b'{"stream":"' + sort.encode())


def may_come_back(status: int, body: bytes) -> Lost:
    """A stream that cannot be opened now; whatever does not pass by itself is raised."""
    if status in (429, 502, 503, 504):
        return Lost(f"status {status}")
    raise declined(status, body)
