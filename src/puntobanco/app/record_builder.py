"""The stream that accepted commands are written to: numbered, stamped with the time, each under an id."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from puntobanco.app.clock import Clock
from puntobanco.log.records import (
    NO_RECORD,
    CageRecord,
    FairRecord,
    HouseRecord,
    Position,
    Record,
    TournamentRecord,
    checked,
)
from puntobanco.streams.actors import Actor
from puntobanco.streams.format import RecordFormat, hash_after

K = TypeVar("K", Record, TournamentRecord, CageRecord, FairRecord, HouseRecord)


class Stream(Generic[K]):
    """Makes the records of one stream, in their order."""

    def __init__(self, written: RecordFormat[K], name: str, *, clock: Clock, ids: Callable[[], str]) -> None:
        self._written: RecordFormat[K] = written
        self._name, self._clock, self._ids = name, clock, ids
        self._records, self._previous = 0, NO_RECORD

    def record(
        self,
        command: Any,
        happened: tuple[Any, ...],
        approved_by: Actor | None = None,
        *,
        time: int | None = None,
        sibling: Position | None = None,
    ) -> K:
        """The next record: an accepted command and the events that it led to, at this time, or now."""
        self._records += 1
        record = self._written.kind(
            stream=self._name,
            number=self._records,
            time=self._clock() if time is None else time,
            id=self._ids(),
            approved_by=approved_by,
            sibling=sibling,
            previous=self._previous,
            depends_on=(),
            decided_by=command.decided_by,
            command=command,
            events=happened,
        )
        self._previous = hash_after(self._previous, self._written.write(record))
        return checked(record)
