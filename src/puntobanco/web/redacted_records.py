"""Records as one person may see them, in bytes; made once for everybody who sees the same."""

from collections.abc import Set as AbstractSet
from typing import Any

import msgspec
from msgspec import Struct

from puntobanco.app.house.stream_states import record_of
from puntobanco.log.redact import SEES_BALANCES, Redacted, redact, redact_cage, redact_tournament
from puntobanco.log.script import SHOWS_WHO
from puntobanco.log.stream_types import AnyRecord
from puntobanco.store import Line
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.names import sort_of

_encode = msgspec.json.Encoder().encode
FACE_DOWN = b'"face_up":false'
PUBLIC = "public"


class Told:
    """A line of the log for whoever follows it."""

    __slots__ = ("_record", "_seen", "line")

    def __init__(self, line: Line, record: AnyRecord | None = None) -> None:
        self.line, self._record = line, record
        self._seen: dict[str, bytes | None] = {}

    @property
    def record(self) -> AnyRecord:
        if self._record is None:
            self._record = record_of(self.line)
        return self._record

    @property
    def hides(self) -> bool:
        """Whether a card lies face down in it."""
        return FACE_DOWN in self.line.body

    def to(self, audience: Actor) -> bytes | None:
        """What this person sees of it, or none."""
        key = self._same_as(audience)
        if key not in self._seen:
            self._seen[key] = record_seen(self.record, audience)
        return self._seen[key]

    def _same_as(self, audience: Actor) -> str:
        """Who sees the same: what is a patron's own is not there where the name is not there."""
        if audience.role is Role.PATRON:
            named = _encode(audience.person)[1:-1] in self.line.body
            return f"patron {audience.person}" if named else PUBLIC
        return audience.role.value


def record_seen(record: AnyRecord, audience: Actor) -> bytes | None:
    """A record as this person may see it; none if nothing of it."""
    events = events_seen(record, audience)
    if not events:
        return None
    given: Any = record
    by = b""
    if any(isinstance(event, SHOWS_WHO) for event in given.events):
        by = b',"by":' + _encode(given.command.done_by)
    head = b'{"stream":%b,"number":%d,"time":%d' % (_encode(record.stream), record.number, record.time)
    return b'%b%b,"events":[%b]}' % (head, by, b",".join(events))


def events_seen(record: AnyRecord, audience: Actor) -> list[bytes]:
    """What happened, as far as this person may see it."""
    given: Any = record
    found = (redacted(record.stream, event, audience) for event in given.events)
    return [written(one.event, one.hidden) for one in found if one is not None]


def redacted(stream: str, event: Any, audience: Actor) -> Redacted[Any] | None:
    """What this person may see of an event in a stream, or none."""
    match sort_of(stream):
        case "table":
            return redact(event, audience)
        case "tournament":
            return redact_tournament(event, audience)
        case "cage" | "vault":
            return redact_cage(event, audience)
        case "shoes":  # acts are published for everybody, without persons and secrets
            return Redacted(event=event, hidden=frozenset())
        case _:
            return Redacted(event=event, hidden=frozenset()) if audience.role in SEES_BALANCES else None


def written(event: Struct, hidden: AbstractSet[str]) -> bytes:
    """An event as it is recorded, without its hidden members; in a list, where places count, null stands for one."""
    if not hidden:
        return _encode(event)
    data = msgspec.to_builtins(event)
    for path in hidden:
        _leave_out(event, data, path.split("."))
    return _encode(data)


def _leave_out(value: Any, data: Any, path: list[str]) -> None:
    for step in path[:-1]:
        value, data = _within(value, data, step)
    if isinstance(data, dict):
        data.pop(path[-1], None)  # an entry that follows from the event is not written at all
    else:
        data[value.__struct_fields__.index(path[-1])] = None


def _within(value: Any, data: Any, step: str) -> tuple[Any, Any]:
    if isinstance(value, tuple):
        return value[int(step)], data[int(step)]
    return getattr(value, step), data[step if isinstance(data, dict) else value.__struct_fields__.index(step)]
