"""When wagers close at automatic tables, as server times: for people to look at. The record of the close decides."""

from msgspec import Struct

from puntobanco.app.clock import Clock
from puntobanco.app.house.house import House
from puntobanco.diary import HouseState, Running
from puntobanco.streams import HOUSE, named
from puntobanco.table import Next, progress
from puntobanco.web.seen import Told


class TableClock(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The time of a table, in microseconds since 1970."""

    stream: str
    now: int
    """What the server's clock shows."""
    opened_at: int | None = None
    """When the countdown began; none while none runs."""
    closes_at: int | None
    """When the dealer calls; none while no countdown runs."""


class Clocks:
    """Since when each automatic table takes the wagers of this round: its time begins with the first of them."""

    def __init__(self, house: House, clock: Clock) -> None:
        self._house, self._clock = house, clock
        self._since: dict[str, int] = {}

    def note(self, told: Told) -> bool:
        """Something happened at a table; whether a countdown begins or ends with it."""
        stream = told.line.stream
        if self._running(stream) is None:
            return False
        if not self._counts_down(stream):
            return self._since.pop(stream, None) is not None
        if stream in self._since:
            return False
        self._since[stream] = told.record.time
        return True

    def of(self, stream: str) -> TableClock | None:
        """None for a table that a dealer deals."""
        running = self._running(stream)
        if running is None:
            return None
        now = self._clock()
        if not self._counts_down(stream):
            return TableClock(stream=stream, now=now, closes_at=None)
        since = self._since.setdefault(stream, now)  # a house that has just started waits anew
        return TableClock(stream=stream, now=now, opened_at=since, closes_at=since + 1000 * running.betting_ms)

    def now(self) -> int:
        """What the server's clock shows."""
        return self._clock()

    def _running(self, stream: str) -> Running | None:
        house: HouseState | None = self._house.look(HOUSE).state
        running = None if house is None else house.tables.get(named(stream))
        return running if running is not None and running.automatic else None

    def _counts_down(self, stream: str) -> bool:
        state = self._house.look(stream).state
        if state is None:
            return False
        coming = progress(state)
        return coming.next is Next.START and not coming.no_bet
