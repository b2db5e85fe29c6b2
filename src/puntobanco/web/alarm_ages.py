"""Since when what wants a supervisor does: a log is read once, and then only what came since."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from msgspec import Struct

from puntobanco.app.house.house import House
from puntobanco.app.house.stream_states import records_of
from puntobanco.app.shuffle_monitor import ShoeWatch
from puntobanco.fair_shoes.shuffle_patterns import Alarm as OddRun
from puntobanco.log.table_events import at_tables
from puntobanco.streams.names import named
from puntobanco.table import TableState
from puntobanco.table.events import CommissionDue, DisputeRaised, IrregularityFound, ShoeLoaded, TableEvent, TableOpened
from puntobanco.table.views.alarms import Alarm, AlarmKind, alarms
from puntobanco.tournament.state import TournamentState
from puntobanco.tournament.views.alarms import alarms as alarms_of_tournament

LOOKS_BACK = 4_000
"""Records of a stream, at most: what began before them is known to be at least as old as they are."""


SEEN_ONLY = frozenset({AlarmKind.SUPERVISOR, AlarmKind.SEAT})
"""The state tells them, and no event does."""


class Raised(Struct, frozen=True, kw_only=True):
    """An alarm that stands at a table, and the time it began."""

    table: str
    alarm: Alarm
    since: int


@dataclass
class _Heard:
    """What was told so far of one table."""

    first: int
    last: int
    began: dict[tuple[AlarmKind, int | None], int] = field(default_factory=dict)
    shoe: ShoeWatch = field(default_factory=ShoeWatch)
    runs: list[tuple[OddRun, int]] = field(default_factory=list)

    def hear(self, events: tuple[TableEvent, ...], time: int) -> None:
        self.last = time
        for event in events:
            self._note(event, time)
        self.runs += [(run, time) for run in self.shoe.done(events)]

    def _note(self, event: TableEvent, time: int) -> None:
        match event:
            case DisputeRaised(number=number):
                self.began[AlarmKind.DISPUTE, number] = time
            case IrregularityFound():
                self.began[AlarmKind.IRREGULARITY, None] = time
            case CommissionDue():
                self.began[AlarmKind.COMMISSION, None] = time
            case ShoeLoaded():
                self.runs.clear()

    def since(self, alarm: Alarm) -> int:
        """What no event tells of began with the last thing that had happened when it was first seen."""
        before = self.last if alarm.kind in SEEN_ONLY else self.first
        return self.began.setdefault((alarm.kind, alarm.number), before)

    def forget(self, standing: Iterable[Alarm]) -> None:
        """What was seen and no longer stands: it may begin anew."""
        still = {(one.kind, one.number) for one in standing}
        for key in [key for key in self.began if key[0] in SEEN_ONLY and key not in still]:
            del self.began[key]


@dataclass
class _Read:
    """A stream so far, and what it told of each of its tables."""

    number: int
    began: int = 0
    """When the first record was written that was read."""
    tables: dict[str, _Heard] = field(default_factory=dict)

    def hear(self, record: Any) -> None:
        self.number, self.began = record.number, self.began or record.time
        for table, events in at_tables(record):
            if any(isinstance(event, TableOpened) for event in events):
                self.tables.pop(table, None)  # another one of this name: each stage of a tournament begins anew
            self.of(table).hear(events, record.time)

    def of(self, table: str) -> _Heard:
        return self.tables.setdefault(table, _Heard(first=self.began, last=self.began))

    def raised(self, table: str, standing: tuple[Alarm, ...]) -> Iterator[Raised]:
        heard = self.of(table)
        heard.forget(standing)
        for alarm, since in (*((one, heard.since(one)) for one in standing), *_runs(heard.runs)):
            yield Raised(table=table, alarm=alarm, since=since)


class FloorWatch:
    """The tables of a house, as far as somebody has asked for them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._read: dict[str, _Read] = {}
        self._lock = Lock()

    def alarms_at(self, stream: str, *, real_shoe: bool) -> list[Raised]:
        """What stands at a table, or at those of a tournament; may take a moment."""
        found = _standing(stream, self._house.look(stream).state)
        if not found or not (any(found.values()) or real_shoe or stream in self._read):
            return []
        with self._lock:
            read = self._caught_up(stream)
            return [one for table, standing in found.items() for one in read.raised(table, standing)]

    def _caught_up(self, stream: str) -> _Read:
        number = self._house.look(stream).number
        read = self._read.setdefault(stream, _Read(number=max(0, number - LOOKS_BACK)))
        while lines := self._house.read(stream, read.number):
            for record in records_of(lines):
                read.hear(record)
        return read


def _standing(stream: str, state: Any) -> Mapping[str, tuple[Alarm, ...]]:
    """By table, as far as the state tells; none of a stream that has not begun."""
    match state:
        case TableState():
            return {named(stream): alarms(state)}
        case TournamentState():
            return alarms_of_tournament(state)
        case _:
            return {}


def _runs(found: Iterable[tuple[OddRun, int]]) -> Iterable[tuple[Alarm, int]]:
    for run, time in found:
        yield Alarm(kind=AlarmKind.SLUG, number=run.place, text=f"Shuffle: {run}", clause=None), time
