"""What a stream is about, by how its name begins: who decides its commands, and how its records are written and folded."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from puntobanco.app.house import diary
from puntobanco.errors import Unreadable
from puntobanco.record import replay
from puntobanco.record.format import RECORDS, TOURNAMENT_RECORDS, RecordFormat
from puntobanco.record.records import Kept, Record, TournamentRecord
from puntobanco.table import decide as table
from puntobanco.table.state import TableState
from puntobanco.tournament import decide as tournament
from puntobanco.tournament.state import TournamentState
from puntobanco.words import quoted


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """One sort of stream."""

    kind: Callable[..., Kept]
    written: RecordFormat[Any]
    decided_by: int
    handle: Callable[[Any, Any], tuple[tuple[Any, ...], Any]]
    """From state and command to events and the state after them, or a refusal."""
    fold: Callable[[Iterable[Any], Any], Any]
    state: Any
    """The type of its states, for snapshots."""


TABLES = Room(
    kind=Record,
    written=RECORDS,
    decided_by=table.DECIDE_VERSION,
    handle=table.handle,
    fold=replay.fold,
    state=TableState,
)
TOURNAMENTS = Room(
    kind=TournamentRecord,
    written=TOURNAMENT_RECORDS,
    decided_by=tournament.DECIDE_VERSION,
    handle=tournament.handle,
    fold=replay.fold_tournament,
    state=TournamentState,
)
THE_HOUSE = Room(
    kind=diary.HouseRecord,
    written=diary.HOUSE_RECORDS,
    decided_by=diary.DECIDE_VERSION,
    handle=diary.handle,
    fold=diary.fold,
    state=diary.HouseState,
)
ROOMS = {"table": TABLES, "tournament": TOURNAMENTS, diary.DIARY: THE_HOUSE}
"""By what stands before the stroke in the name of a stream."""


def room_of(stream: str) -> Room:
    sort, _, _name = stream.partition("/")
    found = ROOMS.get(sort)
    if found is None:
        raise Unreadable(f"{quoted(stream)} is no stream: it begins with {', '.join(ROOMS)} and a stroke")
    return found
