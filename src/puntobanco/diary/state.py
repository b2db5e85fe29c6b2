"""What a house knows of itself."""

from collections.abc import Iterable, Mapping
from functools import reduce

from msgspec import Struct

from puntobanco.diary.parts import Position, Running
from puntobanco.happening import Happened
from puntobanco.streams import named


class HouseState(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str = ""
    """Of the house: the secrets of its shoes are bound to it."""
    starts: int = 0
    tables: Mapping[str, Running] = {}
    restored_at: Position = 0
    """The position of the backup that the house was restored from last."""

    def is_virtual(self, stream: str) -> bool:
        """Whether the cards of this table come from a virtual shoe."""
        running = self.tables.get(named(stream)) if self.tables else None
        return running is not None and running.virtual


class Noted(Happened[HouseState], gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened to the house."""


def fold(events: Iterable[Noted], state: HouseState | None = None) -> HouseState:
    return reduce(lambda before, event: event.after(before), events, HouseState() if state is None else state)
