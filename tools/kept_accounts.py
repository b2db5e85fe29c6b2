"""Accounts that are kept as logs: together they hold every command and every event of the cage."""

from collections.abc import Iterator
from itertools import count

from puntobanco.app.record_builder import RecordBuilder
from puntobanco.cage import AccountState, handle
from puntobanco.cage.command import at_time
from puntobanco.cage.commands import (
    AccountCommand,
    AskWithdrawal,
    BringBack,
    CloseAccount,
    Deposit,
    ExcludeSelf,
    LimitPlay,
    NoteLeave,
    NotePlay,
    OpenAccount,
    OpenVault,
    PayAtDesk,
    PayWithdrawal,
    ReturnToPlay,
    SetLimits,
    TakeTo,
)
from puntobanco.cage.state import stream_of
from puntobanco.cage.stream_type import ACCOUNTS, AccountRecord
from puntobanco.table import Actor, Role

NEW_YEAR = 1_767_225_600_000_000
"""2026, in microseconds since 1970."""
CASHIER = Actor(person="oz", role=Role.OPERATOR)
SUPERVISOR = Actor(person="sue", role=Role.SUPERVISOR)
DEALER = Actor(person="dan", role=Role.DEALER)
ANN, BOB = (Actor(person=name, role=Role.PATRON) for name in ("ann", "bob"))
TABLE, CUP = "table/high limit", "tournament/spring cup"

OF_ANN: tuple[AccountCommand, ...] = (
    OpenAccount(actor=CASHIER, patron="ann"),
    SetLimits(actor=ANN, deposits=500_00, play=300_00),
    Deposit(actor=CASHIER, amount=500_00),
    TakeTo(actor=ANN, stream=TABLE, amount=200_00),
    BringBack(actor=ANN, stream=TABLE, amount=275_00),
    TakeTo(actor=ANN, stream=CUP, amount=60_00),
    PayAtDesk(actor=SUPERVISOR, stream=CUP, amount=40_00),
    SetLimits(actor=ANN, deposits=400_00, play=None),
    AskWithdrawal(actor=ANN, amount=400_00),
    PayWithdrawal(actor=CASHIER, amount=400_00),
    PayWithdrawal(actor=CASHIER, amount=115_00),
    CloseAccount(actor=CASHIER),
    BringBack(actor=CASHIER, stream=CUP, amount=180_00),
    PayWithdrawal(actor=CASHIER, amount=180_00),
)
OF_BOB: tuple[AccountCommand, ...] = (
    OpenAccount(actor=CASHIER, patron="bob"),
    Deposit(actor=CASHIER, amount=900_00),
    LimitPlay(actor=BOB, loss_day=100_00, loss_week=None, loss_month=300_00, minutes=180),
    NotePlay(actor=BOB, stream=TABLE, lies=40_00),
    TakeTo(actor=BOB, stream=TABLE, amount=50_00),
    NoteLeave(actor=BOB, stream=TABLE),
    BringBack(actor=BOB, stream=TABLE, amount=120_00),
    LimitPlay(
        actor=SUPERVISOR, loss_day=200_00, loss_week=250_00, loss_month=300_00, minutes=60, request="at the desk"
    ),
    ExcludeSelf(actor=BOB, until=NEW_YEAR + 3600 * 10**6 * 19),
    ExcludeSelf(actor=CASHIER, until=NEW_YEAR + 3600 * 10**6 * 20, request="by telephone"),
    ReturnToPlay(actor=SUPERVISOR, request="in writing"),
    ExcludeSelf(actor=BOB, until=None),
    PayWithdrawal(actor=CASHIER, amount=970_00),
)
OF_THE_HOUSE: tuple[AccountCommand, ...] = (
    OpenVault(actor=CASHIER),
    Deposit(actor=CASHIER, amount=100_000_00),
    TakeTo(actor=SUPERVISOR, stream=TABLE, amount=20_000_00),
    BringBack(actor=SUPERVISOR, stream=TABLE, amount=5_000_00),
    PayWithdrawal(actor=CASHIER, amount=10_000_00),
)


def play(patron: str | None, commands: tuple[AccountCommand, ...]) -> list[AccountRecord]:
    """The records of these commands, one an hour, under ids that are counted."""
    hours, ids, name = count(10), count(1), stream_of(patron)
    times = [NEW_YEAR + 3600 * 10**6 * next(hours) for _ in commands]
    clock = iter(times)
    written = RecordBuilder(ACCOUNTS, name, clock=lambda: next(clock), ids=lambda: f"{name}-{next(ids)}")
    records: list[AccountRecord] = []
    state: AccountState | None = None
    for command, time in zip(commands, times, strict=True):
        stamped = at_time(command, time)
        events, state = handle(state, stamped)
        records.append(written.record(stamped, events))
    return records


def logs() -> Iterator[tuple[str, list[AccountRecord]]]:
    """Every log with its name."""
    yield "ann", play("ann", OF_ANN)
    yield "bob", play("bob", OF_BOB)
    yield "vault", play(None, OF_THE_HOUSE)
