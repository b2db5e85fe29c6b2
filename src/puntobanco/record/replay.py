"""From records to the state of a table or a tournament: a fold, which decides nothing."""

from collections.abc import Iterable
from typing import TypeVar

from puntobanco.errors import Unreadable
from puntobanco.record.format import RECORDS, TOURNAMENT_RECORDS, RecordFormat
from puntobanco.record.records import Kept, Record, TournamentRecord
from puntobanco.table import TableState, state
from puntobanco.tournament import TournamentState
from puntobanco.tournament import state as tournament_state

K = TypeVar("K", bound=Kept)


def read_log(lines: Iterable[bytes]) -> Iterable[Record]:
    """The records of a table's log, one a line, numbered from 1 without a gap."""
    return _read(RECORDS, lines)


def read_tournament_log(lines: Iterable[bytes]) -> Iterable[TournamentRecord]:
    """The same for a tournament."""
    return _read(TOURNAMENT_RECORDS, lines)


def _read(written: RecordFormat[K], lines: Iterable[bytes]) -> Iterable[K]:
    for number, line in enumerate(lines, start=1):
        record = written.read(line.rstrip(b"\n"), at=f"line {number}")
        if record.number != number:
            raise Unreadable(f"line {number} holds record {record.number}: records follow each other without a gap")
        yield record


def fold(records: Iterable[Record], before: TableState | None = None) -> TableState | None:
    """The state of a table after these records."""
    return state.fold((event for record in records for event in record.events), before)


def fold_tournament(
    records: Iterable[TournamentRecord], before: TournamentState | None = None
) -> TournamentState | None:
    """The state of a tournament after these records."""
    return tournament_state.fold((event for record in records for event in record.events), before)
