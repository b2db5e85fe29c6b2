"""From records to the state of a table: a fold, which decides nothing."""

from collections.abc import Iterable, Iterator
from itertools import islice

from puntobanco.errors import Unreadable
from puntobanco.record.format import RECORDS
from puntobanco.record.records import Record
from puntobanco.table import TableState
from puntobanco.table.state import evolve

AT_A_TIME = 256
"""So many records are read in one go."""


def read_log(lines: Iterable[bytes]) -> Iterator[Record]:
    """The records of a log, one a line, numbered from 1 without a gap."""
    number, rest = 0, iter(lines)
    while bodies := [line.rstrip(b"\n") for line in islice(rest, AT_A_TIME)]:
        for record in RECORDS.read_all(bodies, first=number + 1):
            number += 1
            if record.number != number:
                raise Unreadable(f"line {number} holds record {record.number}: records follow each other without a gap")
            yield record


def fold(records: Iterable[Record], state: TableState | None = None) -> TableState | None:
    """The state after these records."""
    for record in records:
        for event in record.events:
            state = evolve(state, event)
    return state
