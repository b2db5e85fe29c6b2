"""The stream that accepted commands are written to: numbered, stamped with the time, each under an id."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from puntobanco.app.clock import Clock
from puntobanco.streams.actors import Actor
from puntobanco.streams.command import AnyCommand
from puntobanco.streams.format import hash_after
from puntobanco.streams.record import NO_RECORD, Position, Record
from puntobanco.streams.stream_type import StreamType

R = TypeVar("R", bound=Record[Any, Any])


class RecordBuilder(Generic[R]):
    """Makes the records of one stream, in their order."""

    def __init__(self, kind: StreamType[Any, Any, R], name: str, *, clock: Clock, ids: Callable[[], str]) -> None:
        self._kind = kind
        self._name, self._clock, self._ids = name, clock, ids
        self._records, self._previous = 0, NO_RECORD

    def record(
        self,
        command: AnyCommand,
        happened: tuple[Any, ...],
        approved_by: Actor | None = None,
        *,
        time: int | None = None,
        sibling: Position | None = None,
    ) -> R:
        """The next record: an accepted command and the events that it led to, at this time, or now."""
        self._records += 1
        record = self._kind.record(
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
        self._previous = hash_after(self._previous, self._kind.format.write(record))
        return record
