"""How the records of a stream are decided, written and folded, by what it is about."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from puntobanco.cage.decide import handle as handle_at_cage
from puntobanco.cage.state import AccountState
from puntobanco.fair_shoes.state import FairShoes
from puntobanco.house.decide import handle as handle_at_house
from puntobanco.house.state import HouseState
from puntobanco.log import replay
from puntobanco.log.records import (
    CAGE_RECORDS,
    FAIR_RECORDS,
    HOUSE_RECORDS,
    RECORDS,
    TOURNAMENT_RECORDS,
    CageRecord,
    FairRecord,
    HouseRecord,
    Kept,
    Record,
    TournamentRecord,
)
from puntobanco.streams.format import RecordFormat
from puntobanco.streams.names import sort_of
from puntobanco.table.decide import handle as handle_at_table
from puntobanco.table.state import TableState
from puntobanco.tournament.decide import handle as handle_at_tournament
from puntobanco.tournament.state import TournamentState


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """One sort of stream."""

    kind: Callable[..., Kept]
    written: RecordFormat[Any]
    fold: Callable[[Iterable[Any], Any], Any]
    state: Any
    """The type of its states, for snapshots."""
    handle: Callable[[Any, Any], tuple[tuple[Any, ...], Any]]
    """From state and command to events and the state after them, or a refusal."""


def _never(_: Any, command: Any) -> tuple[tuple[Any, ...], Any]:
    raise TypeError(f"{type(command).__name__} of a shoe is a step")


_TABLES = Room(
    kind=Record,
    written=RECORDS,
    fold=replay.fold,
    state=TableState,
    handle=handle_at_table,
)
_TOURNAMENTS = Room(
    kind=TournamentRecord,
    written=TOURNAMENT_RECORDS,
    fold=replay.fold_tournament,
    state=TournamentState,
    handle=handle_at_tournament,
)
_CAGE = Room(
    kind=CageRecord,
    written=CAGE_RECORDS,
    fold=replay.fold_cage,
    state=AccountState,
    handle=handle_at_cage,
)
_SHOES = Room(
    kind=FairRecord,
    written=FAIR_RECORDS,
    fold=replay.fold_shoes,
    state=FairShoes,
    handle=_never,
)
_HOUSE = Room(
    kind=HouseRecord,
    written=HOUSE_RECORDS,
    fold=replay.fold_house,
    state=HouseState,
    handle=handle_at_house,
)
_ROOMS = {
    "house": _HOUSE,
    "vault": _CAGE,
    "table": _TABLES,
    "shoes": _SHOES,
    "tournament": _TOURNAMENTS,
    "cage": _CAGE,
}


@lru_cache(maxsize=65_536)
def room_of(stream: str) -> Room:
    return _ROOMS[sort_of(stream)]
