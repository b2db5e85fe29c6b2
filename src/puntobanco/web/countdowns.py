"""Until when people are waited for at automatic tables, as server times: for people to look at. The record decides."""

from dataclasses import dataclass

from msgspec import Struct

from puntobanco.app.clock import Clock
from puntobanco.app.house.automatic_table import Situation, patience, situation_of
from puntobanco.app.house.house import House
from puntobanco.house import HouseState, Running
from puntobanco.streams.names import HOUSE, named
from puntobanco.table import Next, Progress, Role, progress
from puntobanco.web.redacted_records import Told


class TableClock(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The time of a table, in microseconds since 1970."""

    stream: str
    now: int
    """What the server's clock shows."""
    waits_for: Next | None = None
    """What the countdown is for: wagers, a turn to bet, or an offer to a patron; none while none runs."""
    opened_at: int | None = None
    """When the countdown began; none while none runs."""
    closes_at: int | None
    """When the house goes on without an answer; none while no countdown runs."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a table waits for people to do, and since when."""

    situation: Situation
    since: int


class Clocks:
    """Since when each automatic table waits for people: the time for wagers begins with the first of them."""

    def __init__(self, house: House, clock: Clock) -> None:
        self._house, self._clock = house, clock
        self._waiting: dict[str, Waiting] = {}

    def note(self, told: Told) -> bool:
        """Something happened at a table; whether a countdown begins or ends with it."""
        stream = told.line.stream
        if self._running(stream) is None:
            return False
        situation, before = self._awaited(stream), self._waiting.get(stream)
        if situation is None:
            return self._waiting.pop(stream, None) is not None
        if before is not None and before.situation == situation:
            return False
        self._waiting[stream] = Waiting(situation, told.record.time)
        return True

    def of(self, stream: str) -> TableClock | None:
        """None for a table that a dealer deals."""
        running = self._running(stream)
        if running is None:
            return None
        now, situation = self._clock(), self._awaited(stream)
        if situation is None:
            return TableClock(stream=stream, now=now, closes_at=None)
        since = self._since(stream, situation, now)
        lasts = 1000 * patience(progress(self._house.look(stream).state), running)
        return TableClock(stream=stream, now=now, waits_for=situation.next, opened_at=since, closes_at=since + lasts)

    def now(self) -> int:
        """What the server's clock shows."""
        return self._clock()

    def _since(self, stream: str, situation: Situation, now: int) -> int:
        """A house that has just started waits anew."""
        waiting = self._waiting.get(stream)
        if waiting is None or waiting.situation != situation:
            waiting = self._waiting[stream] = Waiting(situation, now)
        return waiting.since

    def _running(self, stream: str) -> Running | None:
        house: HouseState | None = self._house.look(HOUSE).state
        running = None if house is None else house.tables.get(named(stream))
        return running if running is not None and running.automatic else None

    def _awaited(self, stream: str) -> Situation | None:
        """What people have time for; none while the table waits for nobody but the house."""
        standing = self._house.look(stream)
        if standing.state is None:
            return None
        coming = progress(standing.state)
        return situation_of(coming, standing) if _asks_people(coming) else None


def _asks_people(coming: Progress) -> bool:
    betting = coming.next is Next.START and not coming.no_bet
    return betting or coming.next is Next.ASK or coming.by is Role.PATRON
