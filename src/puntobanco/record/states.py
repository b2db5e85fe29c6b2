"""States of streams as they are kept beside the log."""

import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from puntobanco.errors import Unreadable
from puntobanco.record.rooms import room_of

_LEVEL = 3
"""Of a table's state it leaves a twelfth; level 6 leaves a quarter less, in nearly three times the time."""
_ROOM = 1 << 20
"""A table's state fits into so many bytes, which need not be moved while it is unpacked."""


def packed(state: Any) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(state), _LEVEL)


def unpacked(stream: str, body: bytes, seen_as: Any = None) -> Any:
    """The state of a stream that was packed, or as much of it as a type has, which takes less time."""
    try:
        return msgspec.msgpack.decode(zlib.decompress(body, bufsize=_ROOM), type=seen_as or room_of(stream).state)
    except (zlib.error, msgspec.MsgspecError, ValueError) as error:
        raise Unreadable(f"this is no state of {stream}: {error}") from error


def is_packed(stream: str, state: Any, body: bytes) -> bool:
    """Whether a state was packed so. A member is read only where its bytes differ, as those of equal sets may."""
    kept = unpacked(stream, body, dict[str, msgspec.Raw])
    types = _types(type(state))  # type: ignore[arg-type]  # of any type there is a hash
    return kept.keys() == types.keys() and all(_is(kept[name], getattr(state, name), types[name]) for name in types)


def _is(kept: msgspec.Raw, value: Any, kind: Any) -> bool:
    if bytes(kept) == msgspec.msgpack.encode(value):
        return True
    try:
        return bool(msgspec.msgpack.decode(kept, type=kind) == value)
    except (msgspec.MsgspecError, ValueError):
        return False


@cache
def _types(of: Any) -> Mapping[str, Any]:
    return {one.name: one.type for one in msgspec.structs.fields(of)}
