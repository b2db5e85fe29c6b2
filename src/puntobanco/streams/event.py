"""What an accepted command led to."""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct

S = TypeVar("S")


class Event(Struct, Generic[S], gc=False, tag_field="event", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened, by a clause; `S` is the state of its stream."""

    clause: str

    def apply(self, state: S, /) -> S:
        """Return the state after this event. Never refuses, never decides."""
        raise NotImplementedError

    def describe(self, by: str, /) -> str:
        """Return one line without the clause; `by` is who gave the command."""
        raise NotImplementedError

    def initial(self) -> S:
        """Return the state of a stream that begins with this event."""
        raise ValueError(f"no stream begins with {type(self).__name__}")

    def evolve(self, state: S | None, /) -> S:
        """Return the state after this event, which may be the first of its stream."""
        return self.initial() if state is None else self.apply(state)


def fold(events: Iterable[Event[S]], state: S | None = None) -> S | None:
    """Return the state after these events; a fold decides nothing."""
    for event in events:
        state = event.evolve(state)
    return state


K = TypeVar("K", bound="type[Event[Any]]")


def events_by_tag(kinds: Iterable[K]) -> dict[str, K]:
    """Return the events of a stream by name and version; each must be complete."""
    found = {str(kind.__struct_config__.tag): kind for kind in kinds}
    for kind in found.values():
        if kind.apply is Event.apply or kind.describe is Event.describe:
            raise TypeError(f"{kind.__name__} must say what the state is after it, and its sentence")
    return found


def event_name(event: Event[Any]) -> str:
    """The written name without the version."""
    return str(event.__struct_config__.tag).rpartition(".")[0]
