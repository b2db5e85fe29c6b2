"""One round of a table, from the first wager on it to whatever was ruled about it later."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from puntobanco.audit.lines import Line
from puntobanco.record.rooms import room_of
from puntobanco.table import TableState


class Step(Struct, frozen=True):
    """A record of a round, and the table before and after it."""

    line: Line
    record: Any
    before: TableState | None
    after: TableState
    later: bool
    """Whether it came when other rounds were being played."""


def steps_of(lines: Iterable[Line], number: int) -> Iterator[Step]:
    """The records of a table's round of this number, in their order."""
    state: TableState | None = None
    for line in lines:
        room = room_of(line.stream)
        record = room.written.read(line.body, at=f"{line.stream} {line.number}")
        before, state = state, room.fold((record,), state)
        here = before is not None and before.round_number == number
        if state is not None and (here or _is_about(record, number)):
            yield Step(line, record, before, state, not here)


def round_at(lines: Iterable[Line], number: int) -> int | None:
    """The round that was played, or came next, when the table's record of this number was written."""
    state: TableState | None = None
    for line in lines:
        if line.number == number:
            return None if state is None else state.round_number
        room = room_of(line.stream)
        state = room.fold((room.written.read(line.body, at=f"{line.stream} {line.number}"),), state)
    return None


def _is_about(record: Any, number: int) -> bool:
    """Whether the command or an event names the round, or opens it again."""
    named = (record.command, *record.events)
    return any(getattr(one, "round", None) == number for one in named)
