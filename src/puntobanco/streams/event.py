"""What an event is, in whichever room it happens."""

from typing import Generic, TypeVar

from msgspec import Struct

S = TypeVar("S")


class Event(Struct, Generic[S], gc=False, tag_field="event", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened, by a clause; `S` is the state of what it happened to."""

    clause: str

    def after(self, state: S, /) -> S:
        """What the state is once this has happened. Never refuses, never decides."""
        raise NotImplementedError

    def told(self, by: str, /) -> str:
        """What happened, in one line, without the clause; `by` is who gave the command."""
        raise NotImplementedError

    def begins(self) -> S:
        """The state that begins with this."""
        raise ValueError(f"nothing begins with {type(self).__name__}")
