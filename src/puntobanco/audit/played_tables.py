"""Tables as logs tell them: those of the house, each in a stream of its own, and those of tournaments."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from puntobanco.audit.stored_record import Line
from puntobanco.log.stream_types import stream_type_of
from puntobanco.log.table_events import at_tables
from puntobanco.streams.event import fold
from puntobanco.streams.names import TABLE, TOURNAMENT, named
from puntobanco.table.events import ChipsIssued, TableEvent, TableOpened
from puntobanco.table.state import TableState
from puntobanco.tournament.commands import AtTable
from puntobanco.tournament.conditions import Conditions
from puntobanco.tournament.events import ConditionsChanged, StageClosed, TournamentPlanned


class WhichTable(Struct, frozen=True, kw_only=True):
    """One of the house, or one of a stage of a tournament: their names begin anew with every stage."""

    table: str
    tournament: str | None = None
    stage: int = 1
    """Of the tournament, from 1."""

    @property
    def stream(self) -> str:
        return TABLE + self.table if self.tournament is None else TOURNAMENT + self.tournament

    def __str__(self) -> str:
        of = "" if self.tournament is None else f" of stage {self.stage} of tournament {self.tournament}"
        return f"table {self.table}{of}"


class PlayedTable(Struct, frozen=True, kw_only=True):
    """A table of a tournament, and how far it came."""

    stage: int
    """From 1."""
    name: str
    """Of the stage."""
    table: str
    round: int
    """That is played, or would come next."""
    players: tuple[str, ...]
    """Who has played there, those who have left it, too."""


class AtTheTable(Struct, frozen=True):
    """A record in which something happened at a table, and the table before and after it."""

    table: str
    line: Line
    record: Any
    events: tuple[TableEvent, ...]
    """What happened there, and nowhere else."""
    before: TableState | None
    after: TableState

    @property
    def command(self) -> Any:
        """What was asked for, as the table was asked if it was."""
        given = self.record.command
        return given.command if isinstance(given, AtTable) else given


def followed(lines: Iterable[Line], which: WhichTable, state: TableState | None = None) -> Iterator[AtTheTable]:
    """Every record of its stream in which something happened at a table, in their order: all of them, or those after
    which a table of the house had come to a state."""
    for line, record, stage in _staged(lines):
        events = _events_at(record, which.table) if stage == which.stage else ()
        before, state = state, fold(events, state)
        if events and state is not None:
            yield AtTheTable(which.table, line, record, events, before, state)


def where(lines: Iterable[Line], number: int) -> WhichTable | None:
    """The table at which the record of this number was written; none for one that is about several, or none."""
    for line, record, stage in _staged(lines):
        if line.number == number:
            found = {table for table, _ in at_tables(record)}
            return _which(line.stream, found.pop(), stage) if len(found) == 1 else None
    return None


def is_in_round(record: Any) -> bool:
    """Whether it was written at one table that had been opened before: a round was played there, or came next."""
    found = list(at_tables(record))
    opens = any(isinstance(event, TableOpened) for _, events in found for event in events)
    return len({table for table, _ in found}) == 1 and not opens


def _which(stream: str, table: str, stage: int) -> WhichTable:
    cup = named(stream) if stream.startswith(TOURNAMENT) else None
    return WhichTable(table=table, tournament=cup, stage=stage)


def tables_of(lines: Iterable[Line]) -> tuple[PlayedTable, ...]:
    """Every table that a tournament had, stage by stage."""
    found: dict[tuple[int, str], TableState | None] = {}
    players: dict[tuple[int, str], dict[str, None]] = {}
    conditions: Conditions | None = None
    for _, record, stage in _staged(lines):
        conditions = _conditions(record) or conditions
        for table, events in at_tables(record):
            at = stage, table
            found[at] = fold(events, found.get(at))
            players[at] = players.get(at, {}) | dict.fromkeys(_came(events))
    return tuple(
        PlayedTable(
            stage=stage,
            name=conditions.stages[stage - 1].name,
            table=table,
            round=state.round_number,
            players=tuple(players[stage, table]),
        )
        for (stage, table), state in found.items()
        if state is not None and conditions is not None
    )


def _came(events: Iterable[TableEvent]) -> Iterator[str]:
    """Who was given chips to play with there."""
    return (event.patron for event in events if isinstance(event, ChipsIssued))


def _conditions(record: Any) -> Conditions | None:
    said = (one.conditions for one in record.events if isinstance(one, TournamentPlanned | ConditionsChanged))
    return next(said, None)


def _events_at(record: Any, table: str) -> tuple[TableEvent, ...]:
    return tuple(event for name, events in at_tables(record) if name == table for event in events)


def _staged(lines: Iterable[Line]) -> Iterator[tuple[Line, Any, int]]:
    """Records with the stage that they belong to, from 1; of a table of the house there is one."""
    stage = 1
    for line in lines:
        record = stream_type_of(line.stream).format.read(line.body, at=f"{line.stream} {line.number}")
        yield line, record, stage
        stage += any(isinstance(event, StageClosed) and not event.over for event in record.events)
