"""The records of one command in the making: written together or not at all."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct

from puntobanco.app.clock import Clock
from puntobanco.app.house.draw_secrets import DrawSecrets
from puntobanco.app.house.key_file import KeyFile
from puntobanco.app.house.stream_states import Standing
from puntobanco.app.randomness import Chance
from puntobanco.errors import Refused
from puntobanco.fair_shoes.house_secret import HouseSecret
from puntobanco.fair_shoes.shuffle_patterns import Alarm
from puntobanco.log.stream_types import stream_type_of
from puntobanco.store import Row, SealedSecret, StreamHead, Unit, row_after
from puntobanco.streams.actors import Actor
from puntobanco.streams.command import AnyCommand
from puntobanco.streams.record import Dependency, Position

Before: TypeAlias = Callable[[str], Standing]
"""Where a stream stands before a command."""


class CommandRequest(Struct, gc=False, frozen=True, kw_only=True):
    """A command for a stream, under the id that makes it one and the same however often it comes."""

    stream: str
    command: AnyCommand
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

    asked: CommandRequest
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
    draws: DrawSecrets


class _Draft(NamedTuple):
    """A record before it is bound to the records that it was decided on."""

    stream: str
    number: int
    id: str
    approved_by: Actor | None
    sibling: Position | None
    command: AnyCommand
    events: tuple[Any, ...]


class Writing:
    """The records of one command in the making, and where its streams stand after those so far."""

    __slots__ = ("_asked", "_before", "_drafts", "_secrets", "after", "alarms", "means", "time")

    def __init__(self, before: Before, asked: CommandRequest, means: Means) -> None:
        self._before, self._asked = before, asked
        self.means, self.time = means, means.clock()
        self.after: dict[str, Standing] = {}
        """Without hashes, which are known when all of it is decided."""
        self._drafts: list[_Draft] = []
        self._secrets: list[SealedSecret] = []
        self.alarms: tuple[Alarm, ...] = ()

    def of(self, stream: str) -> Standing:
        found = self.after.get(stream)
        return self._before(stream) if found is None else found

    def next_in(self, stream: str) -> Position:
        """Where the next record of a stream will stand."""
        return Position(stream=stream, number=self.of(stream).number + 1)

    def add(
        self,
        stream: str,
        command: AnyCommand,
        events: tuple[Any, ...],
        state: Any,
        *,
        sibling: Position | None = None,
        is_last: bool = True,
    ) -> None:
        """One more record; of several in the stream that was asked, the command that was given is the last."""
        number, asked = self.of(stream).number + 1, self._asked
        name = asked.id if is_last and stream == asked.stream else self._other_id(stream)
        self._drafts.append(_Draft(stream, number, name, asked.approved_by, sibling, command, events))
        self.after[stream] = Standing(number, state)

    def _other_id(self, stream: str) -> str:
        """What is written beside the command that was given has an id that nobody can give."""
        asked = self._asked
        turn = sum(draft.stream == stream for draft in self._drafts) + 1
        where = "" if stream == asked.stream else f"@{sha256(asked.stream.encode()).hexdigest()[:12]}"
        return f"{asked.id}{where}#{turn}"

    def keep(self, secret: HouseSecret, stream: str, number: int) -> None:
        """The secret of a shoe or draw, under the house's key, in the same transaction as its commitment."""
        key, sealed = self.means.keys.seal(secret, stream, number)
        self._secrets.append(SealedSecret(stream, number, key, sealed))

    def join(self, other: "Writing") -> None:
        """What was decided after this becomes a part of it."""
        self._drafts += other._drafts
        self._secrets += other._secrets
        self.alarms += other.alarms
        self.after |= other.after

    def decision(self, seen: Mapping[str, Standing]) -> tuple[Decision, dict[str, Standing]]:
        """The unit, bound to the streams as they were when it was decided by them, and where its own stand then."""
        heads: dict[str, StreamHead] = {}
        depends_on = tuple([(stream, found.head) for stream, found in seen.items() if stream not in self.after])
        on = tuple([Dependency(stream=stream, number=head[0], hash=head[1].hex()) for stream, head in depends_on])
        rows: list[Row] = []
        for draft in self._drafts:
            stream = draft.stream
            head = heads.get(stream) or seen[stream].head
            row = row_after(head, stream, draft.id, _written(draft, self.time, head[1].hex(), () if rows else on))
            heads[stream] = row.number, row.hash
            rows.append(row)
        after = {stream: Standing(found.number, found.state, heads[stream][1]) for stream, found in self.after.items()}
        return Decision(self._asked, Unit(tuple(rows), tuple(self._secrets), depends_on), self.alarms), after


def _written(draft: _Draft, time: int, previous: str, depends_on: tuple[Dependency, ...]) -> bytes:
    """A record as it is stored."""
    kind = stream_type_of(draft.stream)
    record = kind.record(
        stream=draft.stream,
        number=draft.number,
        time=time,
        id=draft.id,
        approved_by=draft.approved_by,
        sibling=draft.sibling,
        previous=previous,
        depends_on=depends_on,
        decided_by=draft.command.decided_by,
        command=draft.command,
        events=draft.events,
    )
    return kind.format.write(record)
