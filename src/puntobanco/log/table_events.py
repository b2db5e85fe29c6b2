"""What records tell of tables, of those with a stream of their own and of those of tournaments alike."""

from collections.abc import Iterator
from typing import Any

from puntobanco.streams.names import named
from puntobanco.table.events import TableEvent
from puntobanco.table.stream_type import TableRecord
from puntobanco.tournament.events import TableDid


def at_tables(record: Any) -> Iterator[tuple[str, tuple[TableEvent, ...]]]:
    """What happened at a table, with its name, as often as a record tells of one; of other streams nothing."""
    if isinstance(record, TableRecord):
        yield named(record.stream), record.events
        return
    for event in record.events:
        if isinstance(event, TableDid):
            yield event.table, event.events
