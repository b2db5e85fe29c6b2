"""The house's own stream that is kept as a log: it holds every command and every event."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from puntobanco.app.record_builder import RecordBuilder
from puntobanco.cage.commands import PayWithdrawal
from puntobanco.house import OPERATOR, HouseState, Running, handle
from puntobanco.house.commands import (
    AcceptLoss,
    AddTable,
    Approve,
    Decline,
    DisableGaming,
    EnableGaming,
    GrantRole,
    HouseCommand,
    NoteAccess,
    NoteFailedFactor,
    NoteLogIn,
    NoteLogOut,
    Propose,
    RecordCheckpoint,
    RestoreHouse,
    RevokeRole,
    SetWithdrawalLimit,
    StartHouse,
    TakeOver,
    WithdrawProposal,
)
from puntobanco.house.grants import Access, Leaving, Session
from puntobanco.house.stream_type import HOUSES, HouseRecord
from puntobanco.streams.names import HOUSE
from puntobanco.streams.record import Position
from puntobanco.table import Actor, Role
from puntobanco.table.commands import FillFloat, VoidRound
from puntobanco.table.model import VoidReason
from puntobanco.values.replace import changed
from tools.kept_evenings import NEW_YEAR

OZ = Actor(person="oz", role=Role.OPERATOR)
SUE = Actor(person="sue", role=Role.SUPERVISOR)
DAN, DORA = (Actor(person=name, role=Role.DEALER) for name in ("dan", "dora"))
PROGRAM = "5" * 64
ROUND_4 = "round 4, round 3 as 0123456789abcdef"
AUTOMATIC = Running(virtual=True, automatic=True, betting_ms=20_000, card_ms=600, seeds=True)

OF_THE_HOUSE: tuple[HouseCommand, ...] = (
    StartHouse(actor=OPERATOR, name="Casino North", version="0.1.0", digest=PROGRAM),
    AddTable(actor=OZ, table="1", running=Running()),
    AddTable(actor=OZ, table="high limit", running=AUTOMATIC),
    StartHouse(actor=OPERATOR, name="Casino North", version="0.1.0", digest=PROGRAM),
    RestoreHouse(actor=OPERATOR, position=2026, acknowledged=2300, set_aside=(2280,)),
    RecordCheckpoint(
        actor=OPERATOR, size=2030, root="6" * 64, key="puntobanco/Casino%20North+00000000+AQIDBAUGBwgJCgsMDQ4PEBES"
    ),
    AcceptLoss(
        actor=OPERATOR,
        position=2028,
        acknowledged=2033,
        set_aside=(2030,),
        reason="a disk broke, and its copy was five records older",
    ),
    DisableGaming(actor=SUE, reason="the fire brigade practises"),
    DisableGaming(actor=OZ, table="high limit", reason="a card is missing"),
    DisableGaming(actor=SUE, patron="ann", reason="she is asked for at the desk"),
    EnableGaming(actor=SUE, reason="the fire brigade has gone"),
    EnableGaming(actor=OZ, table="high limit", reason="the card is found"),
)
OF_PEOPLE: tuple[HouseCommand, ...] = (
    GrantRole(actor=OPERATOR, whom="oz", duty=Role.OPERATOR, place="house"),
    GrantRole(actor=OZ, whom="sue", duty=Role.SUPERVISOR, place="table/"),
    GrantRole(actor=OZ, whom="dan", duty=Role.DEALER, place="table/"),
    GrantRole(actor=OZ, whom="dora", duty=Role.DEALER, place="table/1"),
    GrantRole(actor=OZ, whom="dora", duty=Role.PATRON, place="table/high limit"),
    GrantRole(actor=OZ, whom="tia", duty=Role.DIRECTOR, place="tournament/spring cup"),
    NoteLogIn(actor=OPERATOR, whom="dan", session=Session.BROWSER),
    NoteFailedFactor(actor=OPERATOR, whom="sue", session=Session.BROWSER),
    TakeOver(actor=DAN, table="1"),
    TakeOver(actor=DORA, table="1"),
    NoteLogOut(actor=OPERATOR, whom="dan", session=Session.BROWSER, why=Leaving.IDLE),
    SetWithdrawalLimit(actor=OPERATOR, amount=5_000_00),
    Propose(
        actor=OZ,
        stream="table/1",
        command=VoidRound(actor=OZ, round=3, reason=VoidReason.FRAUD),
        made_at=61,
        ground=ROUND_4,
    ),
    Approve(actor=SUE, number=1, ground=ROUND_4),
    Propose(actor=SUE, stream="table/1", command=FillFloat(actor=SUE, amount=100_000), made_at=62, ground="round 4"),
    Decline(actor=OZ, number=2),
    Propose(actor=OZ, stream="cage/ann", command=PayWithdrawal(actor=OZ, amount=9_000_00), made_at=12),
    WithdrawProposal(actor=OZ, number=3),
    RevokeRole(actor=OZ, whom="dora", place="table/1"),
    NoteAccess(actor=OPERATOR, whom="oz", access=Access.INVITED, by=None),
    NoteAccess(actor=OPERATOR, whom="oz", access=Access.PASSWORD_SET, by="oz"),
    NoteAccess(actor=OPERATOR, whom="oz", access=Access.FACTOR_SET_UP, by="oz"),
    NoteAccess(actor=OPERATOR, whom="oz", access=Access.RECOVERY_CODE_USED, by="oz"),
    NoteAccess(actor=OPERATOR, whom="oz", access=Access.PASSWORD_CHANGED, by="oz"),
    NoteAccess(actor=OPERATOR, whom="dora", access=Access.CLOSED, by="oz"),
    NoteAccess(actor=OPERATOR, whom="dora", access=Access.OPENED, by="oz"),
)


def logs() -> Iterator[tuple[str, list[HouseRecord]]]:
    """The days of a house an hour apart, its people a minute."""
    yield "house", _records((OF_THE_HOUSE, 3_600_000_000), (OF_PEOPLE, 60_000_000))


def _records(*parts: tuple[tuple[HouseCommand, ...], int]) -> list[HouseRecord]:
    ids, now = count(1), NEW_YEAR + 9 * 3_600_000_000
    written = RecordBuilder(HOUSES, HOUSE, clock=lambda: now, ids=lambda: f"{next(ids):032x}")
    state: HouseState | None = None
    records: list[HouseRecord] = []
    for commands, between in parts:
        for command in commands:
            now += between
            given = _timed(command, now)
            events, state = handle(state, given)
            carried_out = Position(stream="table/1", number=62) if isinstance(given, Approve) else None
            records.append(written.record(given, events, time=now, sibling=carried_out))
    return records


def _timed(command: Any, now: int) -> Any:
    return changed(command, at=now) if "at" in command.__struct_fields__ else command
