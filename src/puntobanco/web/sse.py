"""What goes over a live stream: server-sent events, each with the cursor that it brings its reader to."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from urllib.parse import parse_qsl, quote

from msgspec import Struct

from puntobanco.errors import Unreadable
from puntobanco.streams.actors import Actor
from puntobanco.values.money import LARGEST

LONGEST_MARK = 8
MOST_STREAMS = 32
"""That one live stream follows record by record."""


class Reached(Struct, frozen=True):
    """How far somebody is in a stream, and as whom."""

    number: int
    mark: str


def mark_of(audience: Actor) -> str:
    """Short for a person in a role: whoever comes back as another one gets a new view."""
    return sha256(f"{audience.role} {audience.person}".encode()).hexdigest()[:LONGEST_MARK]


def cursor_of(stream: str, reached: Reached) -> str:
    """`table/1=12.ab34cd56`; those of several streams are joined by `&`."""
    return f"{quote(stream, safe='/')}={reached.number}.{reached.mark}"


def written(reached: Mapping[str, Reached]) -> str:
    return "&".join([cursor_of(stream, one) for stream, one in reached.items()])


def read_cursor(text: str) -> dict[str, Reached]:
    """Where somebody was, by stream."""
    try:
        pairs = parse_qsl(text, strict_parsing=True, max_num_fields=MOST_STREAMS) if text else []
        return {stream: _reached(said) for stream, said in pairs}
    except ValueError:
        raise Unreadable("after: this is no cursor; send the id of the last event as it came") from None


def _reached(said: str) -> Reached:
    number, _, mark = said.partition(".")
    if not (number.isascii() and number.isdigit()) or int(number) > LARGEST or len(mark) > LONGEST_MARK:
        raise ValueError
    return Reached(int(number), mark)


def frame(event: bytes, data: bytes) -> bytes:
    """An event without its id, the same for everybody who sees the same."""
    return b"event: %b\ndata: %b\n\n" % (event, data)


HEARTBEAT = frame(b"beat", b"{}")
"""An event and no comment: who hears none for a while knows that the connection is dead, whatever the system says."""


def chunk(parts: Iterable[bytes]) -> bytes:
    """A piece of a body whose length nobody knows yet, as HTTP/1.1 sends it."""
    data = b"".join(parts)
    return b"%x\r\n%b\r\n" % (len(data), data)
