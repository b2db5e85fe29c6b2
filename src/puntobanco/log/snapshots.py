"""States of streams as they are kept beside the log."""

import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from puntobanco.errors import Unreadable
from puntobanco.log.stream_types import stream_type_of

_LEVEL = 3
"""Of a table's state it leaves a twelfth; level 6 leaves a quarter less, in nearly three times the time."""
_ROOM = 1 << 20
"""A table's state fits into so many bytes, which need not be moved while it is unpacked."""


def packed(state: Any) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(state), _LEVEL)


def unpacked(stream: str, body: bytes, seen_as: Any = None) -> Any:
    """The state of a stream that was packed, or as much of it as a type has, which takes less time."""
    try:
        return msgspec.msgpack.decode(
            zlib.decompress(body, bufsize=_ROOM), type=seen_as or stream_type_of(stream).state
        )
    except (zlib.error, msgspec.MsgspecError, ValueError) as error:
        raise Unreadable(f"this is no state of {stream}: {error}") from error


class Compared:
    """States of a stream, held one after the other against what was kept of them. A member is read only where its bytes
    differ, as those of equal sets may; what a state has from the one before, as old rounds, is packed once."""

    def __init__(self, stream: str) -> None:
        self._stream = stream
        self._before: dict[int, tuple[Any, bytes]] = {}
        self._now: dict[int, tuple[Any, bytes]] = {}

    def is_packed(self, state: Any, body: bytes) -> bool:
        """Whether a state was packed so."""
        kept = unpacked(self._stream, body, dict[str, msgspec.Raw])
        types = _types(type(state))  # type: ignore[arg-type]  # of any type there is a hash
        self._before, self._now = self._now, {}
        return kept.keys() == types.keys() and all(
            self._is(kept[name], getattr(state, name), types[name]) for name in types
        )

    def _is(self, kept: msgspec.Raw, value: Any, kind: Any) -> bool:
        try:
            has_same_bytes = self._are(kept, value) if isinstance(value, tuple) else bytes(kept) == _bytes(value)
            return has_same_bytes or bool(msgspec.msgpack.decode(kept, type=kind) == value)
        except (msgspec.MsgspecError, ValueError):
            return False

    def _are(self, kept: msgspec.Raw, values: tuple[Any, ...]) -> bool:
        found = msgspec.msgpack.decode(kept, type=list[msgspec.Raw])
        right = [self._bytes(one) for one in values]
        return [bytes(one) for one in found] == right

    def _bytes(self, value: Any) -> bytes:
        """By its place in memory, where it stays as long as it is noted here."""
        found = self._now[id(value)] = self._before.get(id(value)) or (value, _bytes(value))
        return found[1]


def _bytes(value: Any) -> bytes:
    return msgspec.msgpack.encode(value)


@cache
def _types(of: Any) -> Mapping[str, Any]:
    return {one.name: one.type for one in msgspec.structs.fields(of)}
