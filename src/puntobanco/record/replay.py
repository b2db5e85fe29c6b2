"""From records to the state of a table: a fold, which decides nothing."""

from collections.abc import Iterable

from puntobanco.errors import Unreadable
from puntobanco.record.format import RECORDS
from puntobanco.record.records import Record
from puntobanco.table import TableState
from puntobanco.table.state import evolve


def read_log(lines: Iterable[bytes]) -> Iterable[Record]:
    """The records of a log, one a line, numbered from 1 without a gap."""
    for number, line in enumerate(lines, start=1):
        record = RECORDS.read(line.rstrip(b"\n"), at=f"line {number}")
        if record.number != number:
            raise Unreadable(f"line {number} holds record {record.number}: records follow each other without a gap")
        yield record


def fold(records: Iterable[Record], state: TableState | None = None) -> TableState | None:
    """The state after these records."""
    for record in records:
        for event in record.events:
            state = evolve(state, event)
    return state
