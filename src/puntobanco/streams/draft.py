"""A decision in the making."""

from typing import Generic, TypeVar

from puntobanco.streams.event import Event

S = TypeVar("S")


class Draft(Generic[S]):
    """The events of a decision so far, and the state after them."""

    __slots__ = ("events", "state")

    def __init__(self, state: S) -> None:
        self.events: list[Event[S]] = []
        self.state = state

    def add(self, event: Event[S]) -> None:
        """Append an event; the state follows it."""
        self.events.append(event)
        self.state = event.evolve(self.state)
