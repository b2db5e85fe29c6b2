"""States of streams as they are kept beside the log."""

import zlib
from typing import Any

import msgspec

from puntobanco.errors import Unreadable
from puntobanco.record.rooms import room_of

_LEVEL = 3
"""Of a table's state that leaves a twelfth; the next levels take half as much time again, and more, for little."""


def packed(state: Any) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(state), _LEVEL)


def is_packed(state: Any, body: bytes) -> bool:
    """Whether these are surely the bytes of a state; equal states may have others, since sets have no order."""
    try:
        return zlib.decompress(body) == msgspec.msgpack.encode(state)
    except zlib.error:
        return False


def unpacked(stream: str, body: bytes, seen_as: Any = None) -> Any:
    """The state of a stream that was packed, or as much of it as a type has, which takes less time."""
    try:
        return msgspec.msgpack.decode(zlib.decompress(body), type=seen_as or room_of(stream).state)
    except (zlib.error, msgspec.MsgspecError, ValueError) as error:
        raise Unreadable(f"this is no state of {stream}: {error}") from error
