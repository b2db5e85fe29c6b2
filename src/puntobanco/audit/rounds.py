"""One round of a table, from the first wager on it to whatever was ruled about it later."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from puntobanco.audit.lines import Line
from puntobanco.record.rooms import room_of
from puntobanco.rules.table_rules import TableRules
from puntobanco.table import TableState
from puntobanco.table.parts import RoundRecord, RoundState


class Step(Struct, frozen=True):
    """A record of a round, and the table before and after it."""

    line: Line
    record: Any
    before: TableState | None
    after: TableState
    later: bool
    """Whether it came when other rounds were being played."""


class Played(Struct, frozen=True):
    """A round that is over: what became of it, its cards, and the rules it was played by."""

    record: RoundRecord
    dealt: RoundState
    rules: TableRules


def rounds_of_shoe(lines: Iterable[Line], shoe: int) -> tuple[Played, ...]:
    """The finished rounds of a table's shoe of this number, in their order, as they stand in the end."""
    found: dict[int, Played] = {}
    for _, before, state in _folded(lines):
        if before is None or state.rounds is not before.rounds:
            _note(found, state, shoe)
        if found and min((one.shoe for one in state.rounds), default=shoe + 1) > shoe:
            break  # nothing is ruled about them any more
    return tuple(found.values())


def _note(found: dict[int, Played], state: TableState, shoe: int) -> None:
    for one in state.rounds:
        before, ended = found.get(one.number), state.ended
        if ended is not None and ended.round.number == one.number and one.shoe == shoe:
            found[one.number] = Played(one, ended.round, ended.rules)
        elif before is not None:
            found[one.number] = Played(one, before.dealt, before.rules)


def steps_of(lines: Iterable[Line], number: int) -> Iterator[Step]:
    """The records of a table's round of this number, in their order."""
    for (line, record), before, state in _folded(lines):
        here = before is not None and before.round_number == number
        if here or _is_about(record, number):
            yield Step(line, record, before, state, not here)


def _folded(lines: Iterable[Line]) -> Iterator[tuple[tuple[Line, Any], TableState | None, TableState]]:
    """Every record of a table with the state before and after it."""
    state: TableState | None = None
    for line in lines:
        room = room_of(line.stream)
        record = room.written.read(line.body, at=f"{line.stream} {line.number}")
        before, state = state, room.fold((record,), state)
        if state is not None:
            yield (line, record), before, state


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
