"""What an audit reads: the records of a house as they are stored, wherever that is."""

from typing import Protocol


class Line(Protocol):
    """A record as it is stored."""

    @property
    def position(self) -> int:
        """Among all records of the house, from 1."""

    @property
    def stream(self) -> str: ...

    @property
    def number(self) -> int:
        """In its stream, from 1."""

    @property
    def id(self) -> str: ...

    @property
    def body(self) -> bytes: ...

    @property
    def hash(self) -> bytes:
        """SHA-256 of the hash before it in its stream and of the body."""
