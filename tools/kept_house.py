"""The house's own stream that is kept as a log: it holds every command and every event."""

from collections.abc import Iterator
from itertools import count

from puntobanco.app.stream import Stream
from puntobanco.diary import OPERATOR, HouseState, Running, handle
from puntobanco.diary.commands import AddTable, Command, RestoreHouse, StartHouse
from puntobanco.diary.decide import DECIDE_VERSION
from puntobanco.record.records import HouseRecord
from puntobanco.streams import HOUSE
from puntobanco.table import Actor, Role
from tools.kept_evenings import NEW_YEAR

OZ = Actor(person="oz", role=Role.OPERATOR)
PROGRAM = "5" * 64
AUTOMATIC = Running(virtual=True, automatic=True, betting_ms=20_000, card_ms=600, seeds=True)

OF_THE_HOUSE: tuple[Command, ...] = (
    StartHouse(actor=OPERATOR, name="Casino North", version="0.1.0", digest=PROGRAM),
    AddTable(actor=OZ, table="1", running=Running()),
    AddTable(actor=OZ, table="high limit", running=AUTOMATIC),
    StartHouse(actor=OPERATOR, name="Casino North", version="0.1.0", digest=PROGRAM),
    RestoreHouse(actor=OPERATOR, position=2026),
)


def logs() -> Iterator[tuple[str, list[HouseRecord]]]:
    hours, ids = count(10), count(1)
    written = Stream(
        HouseRecord,
        HOUSE,
        decided_by=DECIDE_VERSION,
        clock=lambda: NEW_YEAR + 3_600_000_000 * next(hours),
        ids=lambda: f"{next(ids):032x}",
    )
    state: HouseState | None = None
    records: list[HouseRecord] = []
    for command in OF_THE_HOUSE:
        events, state = handle(state, command)
        records.append(written.record(command, events))
    yield "house", records
