"""Where streams stand: the state after the last record, from a snapshot and the records since."""

from dataclasses import dataclass
from typing import Any

import msgspec

from puntobanco.app.house.rooms import room_of
from puntobanco.record.records import Kept
from puntobanco.store import Line, Store

RECORDS_AT_A_TIME = 1000
RECORDS_BETWEEN_SNAPSHOTS = 500


@dataclass(frozen=True, slots=True)
class Standing:
    """A stream after so many records; before the first one it has no state."""

    number: int = 0
    state: Any = None


NOTHING_YET = Standing()


class Standings:
    """The streams of a house as they stand after the last commit that this process has seen."""

    def __init__(self, store: Store, code: str, shoes: Shoes) -> None:
        """`code` says which program makes states: snapshots of another one are not looked at."""
        self._store, self._code, self._shoes = store, code, shoes
        self._known: dict[str, Standing] = {}
        self._snapshots: dict[str, int] = {}
        """The number of each stream's newest snapshot."""

    def of(self, stream: str) -> Standing:
        found = self._known.get(stream)
        return self._load(stream) if found is None else found

    def put(self, stream: str, standing: Standing) -> None:
        """What was committed."""
        self._known[stream] = standing
        if standing.number >= self._snapshots.get(stream, 0) + RECORDS_BETWEEN_SNAPSHOTS:
            self._keep(stream, standing)

    def catch_up(self, stream: str) -> Standing:
        """Read what other processes have written since."""
        standing = self._follow(stream, self.of(stream))
        self._known[stream] = standing
        return standing

    def _load(self, stream: str) -> Standing:
        standing = self._follow(stream, self._from_snapshot(stream))
        self.put(stream, standing)
        return standing

    def _follow(self, stream: str, standing: Standing) -> Standing:
        room = room_of(stream)
        while lines := self._store.read(stream, after=standing.number, limit=RECORDS_AT_A_TIME):
            records = room.written.read_all([line.body for line in lines], first=standing.number + 1)
            standing = Standing(lines[-1].number, room.fold(records, standing.state))
        return standing

    def _from_snapshot(self, stream: str) -> Standing:
        """A snapshot that cannot be read is as good as none: all of it is in the records."""
        found = self._store.snapshot(stream, self._code)
        if found is None:
            return NOTHING_YET
        try:
            state = msgspec.msgpack.decode(found.body, type=room_of(stream).state)
        except (msgspec.MsgspecError, ValueError):
            return NOTHING_YET
        self._snapshots[stream] = found.number
        return Standing(found.number, state)

    def _keep(self, stream: str, standing: Standing) -> None:
        self._store.keep_snapshot(stream, standing.number, self._code, msgspec.msgpack.encode(standing.state))
        self._snapshots[stream] = standing.number


def record_of(line: Line) -> Kept:
    """The record that a line of the log holds."""
    record: Kept = room_of(line.stream).written.read(line.body, at=f"{line.stream} {line.number}")
    return record
