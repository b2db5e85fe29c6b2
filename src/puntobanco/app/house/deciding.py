"""A command is decided where its streams stand, and becomes records that are written together or not at all."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puntobanco.app.clock import Clock
from puntobanco.app.house.rooms import room_of
from puntobanco.app.house.standing import Standing, Standings
from puntobanco.errors import Refused
from puntobanco.record.records import Kept, Position, checked
from puntobanco.store import Row, Unit
from puntobanco.table.actors import Actor
from puntobanco.table.asking import Asking


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A command for a stream, under the id that makes it one and the same however often it comes."""

    stream: str
    command: Asking
    id: str
    expected: int | None = None
    """The number of the last record that whoever asks has seen: if the stream has gone on, it is refused."""
    approved_by: Actor | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """What a command leads to, once it is committed."""

    asked: Asked
    unit: Unit
    records: tuple[Kept, ...]
    """Those of the stream that was asked."""
    after: Mapping[str, Standing]


class Tentative:
    """Where streams stand if all that was decided before is committed."""

    def __init__(self, standings: Standings, clock: Clock) -> None:
        self._standings, self._clock = standings, clock
        self._after: dict[str, Standing] = {}

    def of(self, stream: str) -> Standing:
        found = self._after.get(stream)
        return self._standings.of(stream) if found is None else found

    def decide(self, asked: Asked) -> Decision:
        """What the command leads to, or a refusal, which leaves everything as it was."""
        standing = self.of(asked.stream)
        if asked.expected is not None and asked.expected != standing.number:
            raise gone_on(asked, standing.number)
        writing = Writing(self, asked, self._clock())
        writing.do(asked.stream, asked.command)
        decision = writing.decision()
        self._after |= decision.after
        return decision

    def forget(self, decision: Decision) -> None:
        """It was not written: what was decided after it on the same streams falls with it."""
        for stream in decision.after:
            self._after.pop(stream, None)


def gone_on(asked: Asked, number: int) -> Refused:
    sentence = f"{asked.stream} has gone on to record {number}: look at it again before you ask"
    return Refused("gone_on", "house", sentence)


class Writing:
    """The records of one command in the making."""

    def __init__(self, before: Tentative, asked: Asked, time: int) -> None:
        self._before, self._asked, self._time = before, asked, time
        self._after: dict[str, Standing] = {}
        self._records: list[Kept] = []
        self._rows: list[Row] = []

    def _of(self, stream: str) -> Standing:
        found = self._after.get(stream)
        return self._before.of(stream) if found is None else found

    def do(self, stream: str, command: Asking, sibling: Position | None = None) -> None:
        room, standing = room_of(stream), self._of(stream)
        events, state = room.handle(standing.state, command)
        self._write(stream, command, events, sibling)
        self._after[stream] = Standing(standing.number + 1, state)

    def _write(self, stream: str, command: Asking, events: tuple[Any, ...], sibling: Position | None) -> None:
        room, asked = room_of(stream), self._asked
        record = room.kind(
            stream=stream,
            number=self._of(stream).number + 1,
            time=self._time,
            id=asked.id,
            approved_by=asked.approved_by,
            sibling=sibling,
            decided_by=room.decided_by,
            command=command,
            events=events,
        )
        body = room.written.write(checked(record))  # type: ignore[type-var]
        self._records.append(record)
        self._rows.append(Row(stream, record.number, asked.id, body))

    def decision(self) -> Decision:
        asked = self._asked
        own = tuple(record for record in self._records if record.stream == asked.stream)
        return Decision(asked, Unit(tuple(self._rows)), own, self._after)
