"""Since when what wants a supervisor does: the log of a table is read once, and then only what came since."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from puntobanco.app.house.house import House
from puntobanco.app.house.standing import records_of
from puntobanco.app.shoe_watch import ShoeWatch
from puntobanco.fairness.watch import Alarm as OddRun
from puntobanco.table import TableState
from puntobanco.table.events import CommissionDue, DisputeRaised, IrregularityFound, ShoeLoaded
from puntobanco.table.reading.alarms import Alarm, AlarmKind, alarms

LOOKS_BACK = 4_000
"""Records of a table, at most: what began before them is known to be at least as old as they are."""


SEEN_ONLY = frozenset({AlarmKind.SUPERVISOR, AlarmKind.SEAT})
"""The state tells them, and no event does."""


@dataclass
class _Heard:
    """What the log of one table told so far."""

    number: int
    began: dict[tuple[AlarmKind, int | None], int] = field(default_factory=dict)
    first: int = 0
    last: int = 0
    shoe: ShoeWatch = field(default_factory=ShoeWatch)
    runs: list[tuple[OddRun, int]] = field(default_factory=list)

    def hear(self, record: Any) -> None:
        self.number, self.last = record.number, record.time
        self.first = self.first or record.time
        for event in record.events:
            self._note(event, record.time)
        self.runs += [(run, record.time) for run in self.shoe.done(record.events)]

    def _note(self, event: Any, time: int) -> None:
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


class FloorWatch:
    """The tables of a house, as far as somebody has asked for them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._heard: dict[str, _Heard] = {}
        self._lock = Lock()

    def alarms_at(self, stream: str, *, real_shoe: bool) -> list[tuple[Alarm, int]]:
        """What stands at a table, each with the time it began; may take a moment."""
        state: TableState | None = self._house.look(stream).state
        found = () if state is None else alarms(state)
        if state is None or not (found or real_shoe or stream in self._heard):
            return []
        with self._lock:
            heard = self._caught_up(stream)
            heard.forget(found)
            return [*((one, heard.since(one)) for one in found), *_runs(heard.runs)]

    def _caught_up(self, stream: str) -> _Heard:
        number = self._house.look(stream).number
        heard = self._heard.setdefault(stream, _Heard(number=max(0, number - LOOKS_BACK)))
        while lines := self._house.read(stream, heard.number):
            for record in records_of(lines):
                heard.hear(record)
        return heard


def _runs(found: Iterable[tuple[OddRun, int]]) -> Iterable[tuple[Alarm, int]]:
    for run, time in found:
        yield Alarm(kind=AlarmKind.SLUG, number=run.place, text=f"Shuffle: {run}", clause=None), time
