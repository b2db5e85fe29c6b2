"""The records of one command in the making: written together or not at all."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeAlias

from msgspec import Struct

from puntobanco.app.chance import Chance
from puntobanco.app.clock import Clock
from puntobanco.app.house.draw_secrets import DrawSecrets
from puntobanco.app.house.keys import KeyFile
from puntobanco.app.house.standing import Standing
from puntobanco.errors import Refused
from puntobanco.fairness.secret import HouseSecret
from puntobanco.fairness.watch import Alarm
from puntobanco.record.records import Position, checked
from puntobanco.record.rooms import room_of
from puntobanco.store import Row, SealedSecret, Unit
from puntobanco.table.actors import Actor
from puntobanco.table.asking import Asking

Before: TypeAlias = Callable[[str], Standing]
"""Where a stream stands before a command."""
StandsOn: TypeAlias = tuple[tuple[str, int], ...]
"""Streams that a decision rests on without writing to them, each with its last number."""


class Asked(Struct, gc=False, frozen=True, kw_only=True):
    """A command for a stream, under the id that makes it one and the same however often it comes."""

    stream: str
    command: Asking
    id: str
    expected: int | None = None
    """The number of the last record that whoever asks has seen: if the stream has gone on, it is refused."""
    seen: int | None = None
    """The same of the stream that an approved proposal is about: nothing is carried out that nobody has seen."""
    approved_by: Actor | None = None
    on_duty: bool = False
    """Whether it comes from a person who has only the roles that were given: else whoever asks is trusted."""


GONE_ON = "gone_on"
"""The code of a refusal because the stream is not where whoever asked thought."""


def gone_on(stream: str, number: int) -> Refused:
    return Refused(GONE_ON, "house", f"{stream} has gone on to record {number}: look at it again before you ask")


class Decision(Struct, gc=False, frozen=True):
    """What a command leads to, once it is committed."""

    asked: Asked
    unit: Unit
    alarms: tuple[Alarm, ...] = ()
    """For the supervisor: what is odd about the order of a shoe that ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What a house has that no room knows."""

    name: str
    """Of the house, to which the secrets of draws are bound."""
    clock: Clock
    chance: Chance
    keys: KeyFile
    shared: bool
    """Whether another process may write meanwhile: then a decision names the streams that it stands on."""
    draws: DrawSecrets


class Writing:
    """Where the streams stand, the records so far included."""

    __slots__ = ("_asked", "_before", "_rows", "_secrets", "after", "alarms", "means", "stands_on", "time")

    def __init__(self, before: Before, asked: Asked, means: Means) -> None:
        self._before, self._asked = before, asked
        self.means, self.time = means, means.clock()
        self.after: dict[str, Standing] = {}
        self._rows: list[Row] = []
        self._secrets: list[SealedSecret] = []
        self.alarms: tuple[Alarm, ...] = ()
        self.stands_on: StandsOn = ()

    def of(self, stream: str) -> Standing:
        found = self.after.get(stream)
        return self._before(stream) if found is None else found

    def next_in(self, stream: str) -> Position:
        """Where the next record of a stream will stand."""
        return Position(stream=stream, number=self.of(stream).number + 1)

    def add(
        self,
        stream: str,
        command: Asking,
        events: tuple[Any, ...],
        state: Any,
        *,
        sibling: Position | None = None,
        is_last: bool = True,
    ) -> None:
        """One more record; of several in the stream that was asked, the command that was given is the last."""
        number, asked = self.of(stream).number + 1, self._asked
        name = asked.id if is_last and stream == asked.stream else self._other_id(stream)
        self._rows.append(written(stream, number, name, command, events, self.time, asked.approved_by, sibling))
        self.after[stream] = Standing(number, state)

    def _other_id(self, stream: str) -> str:
        """What is written beside the command that was given has an id that nobody can give."""
        asked = self._asked
        turn = sum(row.stream == stream for row in self._rows) + 1
        where = "" if stream == asked.stream else f"@{sha256(asked.stream.encode()).hexdigest()[:12]}"
        return f"{asked.id}{where}#{turn}"

    def keep(self, secret: HouseSecret, stream: str, number: int) -> None:
        """The secret of a shoe or draw, under the house's key, in the same transaction as its commitment."""
        key, sealed = self.means.keys.seal(secret, stream, number)
        self._secrets.append(SealedSecret(stream, number, key, sealed))

    def decision(self) -> Decision:
        shared = self.means.shared and self.stands_on
        on = tuple([one for one in self.stands_on if one[0] not in self.after]) if shared else ()
        return Decision(self._asked, Unit(tuple(self._rows), tuple(self._secrets), on), self.alarms)


def written(
    stream: str,
    number: int,
    name: str,
    command: Asking,
    events: tuple[Any, ...],
    time: int,
    approved_by: Actor | None,
    sibling: Position | None,
) -> Row:
    """A record as it is stored."""
    room = room_of(stream)
    record = room.kind(
        stream=stream,
        number=number,
        time=time,
        id=name,
        approved_by=approved_by,
        sibling=sibling,
        decided_by=room.decided_by,
        command=command,
        events=events,
    )
    return Row(stream, number, name, room.written.write(checked(record)))  # type: ignore[type-var]  # all have events


def alone(asked: Asked, number: int, events: tuple[Any, ...], time: int, stands_on: StandsOn = ()) -> Decision:
    """What most commands lead to: one record in the stream that was asked."""
    row = written(asked.stream, number, asked.id, asked.command, events, time, asked.approved_by, None)
    return Decision(asked, Unit((row,), (), stands_on))
