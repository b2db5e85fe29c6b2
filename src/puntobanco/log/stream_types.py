"""The kind of a stream, by its name."""

from functools import lru_cache
from typing import Any, TypeAlias

from puntobanco.cage.stream_type import ACCOUNTS
from puntobanco.fair_shoes.stream_type import FAIR_SHOES
from puntobanco.house.stream_type import HOUSES
from puntobanco.streams.names import sort_of
from puntobanco.streams.record import Record
from puntobanco.streams.stream_type import StreamType
from puntobanco.table.stream_type import TABLES
from puntobanco.tournament.stream_type import TOURNAMENTS

AnyRecord: TypeAlias = Record[Any, Any]
"""Of whichever stream."""
AnyStreamType: TypeAlias = StreamType[Any, Any, Any]
_TYPES: dict[str, AnyStreamType] = {
    "house": HOUSES,
    "vault": ACCOUNTS,
    "table": TABLES,
    "shoes": FAIR_SHOES,
    "tournament": TOURNAMENTS,
    "cage": ACCOUNTS,
}


@lru_cache(maxsize=65_536)
def stream_type_of(stream: str) -> AnyStreamType:
    return _TYPES[sort_of(stream)]
