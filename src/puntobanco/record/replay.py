"""From records to the state of a table, a tournament or an account: a fold, which decides nothing."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from puntobanco.cage import CageState
from puntobanco.cage import state as cage_state
from puntobanco.errors import Unreadable
from puntobanco.record.format import CAGE_RECORDS, RECORDS, TOURNAMENT_RECORDS, RecordFormat
from puntobanco.record.records import CageRecord, Kept, Record, TournamentRecord
from puntobanco.table import TableState, state
from puntobanco.tournament import TournamentState
from puntobanco.tournament import state as tournament_state

K = TypeVar("K", bound=Kept)

AT_A_TIME = 256
"""So many records are read in one go."""


def read_log(lines: Iterable[bytes]) -> Iterator[Record]:
    """The records of a table's log, one a line, numbered from 1 without a gap."""
    return _read(RECORDS, lines)


def read_tournament_log(lines: Iterable[bytes]) -> Iterator[TournamentRecord]:
    """The same for a tournament."""
    return _read(TOURNAMENT_RECORDS, lines)


def read_cage_log(lines: Iterable[bytes]) -> Iterator[CageRecord]:
    """The same for an account."""
    return _read(CAGE_RECORDS, lines)


def _read(written: RecordFormat[K], lines: Iterable[bytes]) -> Iterator[K]:
    number, rest = 0, iter(lines)
    while bodies := [line.rstrip(b"\n") for line in islice(rest, AT_A_TIME)]:
        for record in written.read_all(bodies, first=number + 1):
            number += 1
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


def fold_cage(records: Iterable[CageRecord], before: CageState | None = None) -> CageState | None:
    """The state of an account after these records."""
    return cage_state.fold((event for record in records for event in record.events), before)
