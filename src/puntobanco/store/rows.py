"""What is written to a store and read from it: bytes under a stream and a number; what they mean is no matter here."""

from enum import Enum
from hashlib import sha256
from typing import TypeAlias

from msgspec import Struct

from puntobanco.values.merkle import HASH_SIZE, Tree

StreamHead: TypeAlias = tuple[int, bytes]
"""The number of a stream's last record, and its hash."""
NOTHING_YET: StreamHead = (0, bytes(HASH_SIZE))


class Row(Struct, frozen=True, gc=False):
    """A record that is to be written, bound to the one before it in its stream; `row_after` makes it."""

    stream: str
    number: int
    """In its stream, from 1."""
    id: str
    """Of the command, once in a stream."""
    body: bytes
    previous: bytes
    """The hash of the record before it."""
    hash: bytes


def row_after(head: StreamHead, stream: str, id: str, body: bytes) -> Row:  # noqa: A002 - it is the id
    """The next record of a stream that ends with `head`."""
    number, previous = head
    return Row(stream, number + 1, id, body, previous, sha256(previous + body).digest())


class SealedSecret(Struct, frozen=True, gc=False):
    """The secret of a shoe under a key that the store never sees."""

    stream: str
    shoe: int
    key: str
    """The name of the key, never the key."""
    sealed: bytes


class Unit(Struct, frozen=True, gc=False):
    """What is written together or not at all."""

    rows: tuple[Row, ...]
    secrets: tuple[SealedSecret, ...] = ()
    depends_on: tuple[tuple[str, StreamHead], ...] = ()
    """The streams that it was decided by without writing to them, and where each ended then."""


class Line(Struct, frozen=True, gc=False):
    """A record as it is stored."""

    position: int
    """Among all records of the house, from 1, without a gap and in the order of their commits."""
    stream: str
    number: int
    id: str
    body: bytes
    hash: bytes
    """SHA-256 of the hash before it in its stream and of the body."""


class Fate(Enum):
    """What became of a unit."""

    WRITTEN = "written"
    STALE = "stale"
    """A stream that it writes to or depends on ends with another record than the one that it was decided on."""
    KNOWN = "known"
    """One of its ids stands in its stream already, or one of its shoes has a secret."""


class Outcome(Struct, frozen=True, gc=False):
    fate: Fate
    lines: tuple[Line, ...] = ()
    """What stands in the store now; none unless it was written."""


class Head(Struct, frozen=True, gc=False):
    """How far a house is: its last position and the tree over all bodies."""

    position: int
    frontier: tuple[tuple[int, bytes], ...]
    """The full subtrees from left to right: how many bodies each has, and its hash."""

    def root(self) -> bytes:
        return Tree(self.position, [found for _, found in self.frontier]).root()


class Snapshot(Struct, frozen=True, gc=False):
    """A folded state, kept to start quickly; it may be lost at any time."""

    stream: str
    number: int
    """Of the last record that it holds."""
    key: str
    """What format and code it is of."""
    body: bytes


class Refusal(Struct, frozen=True, gc=False):
    """A command that was refused, for those who ask why; never part of the log."""

    stream: str
    id: str
    body: bytes
