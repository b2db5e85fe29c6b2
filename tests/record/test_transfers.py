"""What goes with a table's or tournament's record: to the cent, for every event that touches the cage."""

import os
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, run_state_machine_as_test

from puntobanco.cage import AccountState, handle
from puntobanco.cage.command import at_time
from puntobanco.cage.commands import BringBack, Deposit, OpenAccount, OpenVault, TakeTo
from puntobanco.cage.state import VAULT
from puntobanco.errors import Refused
from puntobanco.log import account_transfers as module
from puntobanco.log.account_transfers import to_the_cage, transfers, whose
from puntobanco.streams.ledger import CAGE
from puntobanco.table import Actor, Role, commands, ledger
from puntobanco.table.events import EVENTS, FloatFilled, TableEvent
from puntobanco.table.state import TableState
from puntobanco.table.stream_type import TABLES
from puntobanco.tournament.events import EVENTS as TOURNAMENT_EVENTS
from puntobanco.tournament.stream_type import TOURNAMENTS
from tests.cage.helpers import CASHIER, NOON
from tests.marks import ALL_BOOKS
from tests.record.kept import NEWEST, logs_of, records_of, tournament_records_of, tournaments_of
from tests.table.helpers import Table
from tests.table.test_state_machine import TableMachine
from tests.tournament.helpers import DIRECTOR, Cup
from tests.tournament.walk import Walk

TIMES = 10 if os.environ.get("PUNTO_SOAK") else 1
EXAMPLES = 12 * TIMES
RICH = ledger.MOST_BOOKED // 2
"""So that a fee can be paid at a desk beside."""
CUP = "tournament/cup"


@dataclass
class Cage:
    """All accounts of a house; whoever has none gets one, with more than enough."""

    funds: int = RICH
    accounts: dict[str, AccountState] = field(default_factory=dict)

    def account(self, stream: str) -> AccountState:
        if stream not in self.accounts:
            patron = None if stream == VAULT else stream.removeprefix("cage/")
            opening: Any = OpenVault(actor=CASHIER) if patron is None else OpenAccount(actor=CASHIER, patron=patron)
            _, state = handle(None, opening)
            if self.funds:
                _, state = handle(state, Deposit(actor=CASHIER, amount=self.funds, at=NOON))
            self.accounts[stream] = state
        return self.accounts[stream]

    def follow(self, stream: str, events: Any, by: Actor) -> None:
        """All accounts book what goes with a record, or none does."""
        going = transfers(stream, events, by)
        assert len({name for name, _ in going}) == len(going), "one record for each account"
        after = {name: handle(self.account(name), at_time(command, NOON))[1] for name, command in going}
        self.accounts |= after

    def at(self, stream: str) -> int:
        return sum(state.lies_at(stream) for state in self.accounts.values())


# Every event


def kept(events: str, kind: type[Any]) -> Any:
    tag = f'"{kind.__struct_config__.tag}"'.encode()
    lines = (NEWEST / f"{events}.jsonl").read_bytes().splitlines()
    return msgspec.json.decode(next(line for line in lines if line.split(b":", 1)[1].startswith(tag)), type=kind)


EXAMPLES_OF_EVENTS = [kept("events", kind) for kind in EVENTS.values()] + [
    kept("tournament_events", kind) for kind in TOURNAMENT_EVENTS.values()
]
AT_THE_CAGE = {
    "bought_in.1",
    "cashed_out.1",
    "departed_paid.1",
    "float_filled.1",
    "float_credited.1",
    "entry_registered.1",
    "seat_went_to_reserve.1",
    "prize_paid.1",
    "fee_refunded.1",
}


def touches(event: Any) -> bool:
    """Whether an event books something to a cage, seen in the data that it is written as."""
    entry: Any = msgspec.to_builtins(getattr(event, "entry", {"postings": []}))
    return any(account == ["cage"] for account, _ in entry["postings"])


def events_at_the_cage() -> set[str]:
    logs: list[Any] = [records_of(log) for log in logs_of(NEWEST)]
    logs += [tournament_records_of(log) for log in tournaments_of(NEWEST)]
    records = [record for log in logs for record in log]
    happened = [event for record in records for event in record.events]
    return {str(event.__struct_config__.tag) for event in (*happened, *EXAMPLES_OF_EVENTS) if touches(event)}


def test_every_event_that_touches_the_cage_goes_with_a_transfer() -> None:
    assert events_at_the_cage() == AT_THE_CAGE
    for event in EXAMPLES_OF_EVENTS:
        found = transfers("table/1", [event], CASHIER)
        assert bool(found) == touches(event), event
        assert sum(signed(command) for _, command in found) == to_the_cage(event)


def signed(command: Any) -> int:
    return int(command.amount) * (1 if isinstance(command, BringBack) else -1)


def test_an_event_that_touches_the_cage_and_says_not_whose_is_a_bug() -> None:
    """A new event with an entry to the cage fails here until `whose` knows it."""
    for event in EXAMPLES_OF_EVENTS:
        if hasattr(event, "entry") and not touches(event):
            with pytest.raises(ValueError, match="nobody says whose"):
                whose(event)


def test_what_is_asked_of_whom() -> None:
    table = Table("act-2015")
    bought = table.patron("ann", "buy_in", amount=100_00)
    ann = Actor(person="ann", role=Role.PATRON)
    assert transfers("table/1", bought, ann) == (("cage/ann", TakeTo(actor=ann, stream="table/1", amount=100_00)),)
    cashed = table.patron("ann", "cash_out", amount=40_00)
    assert transfers("table/1", cashed, ann) == (("cage/ann", BringBack(actor=ann, stream="table/1", amount=40_00)),)
    assert transfers("table/1", (*bought, *cashed), ann) == (
        ("cage/ann", TakeTo(actor=ann, stream="table/1", amount=60_00)),
    )
    assert transfers("table/1", (*bought, *cashed, *table.patron("ann", "cash_out", amount=60_00)), ann) == ()


def test_who_has_too_little_buys_nothing() -> None:
    cage = Cage(funds=99_99)
    bought = Table("act-2015").patron("ann", "buy_in", amount=100_00)
    cage.account("cage/ann")
    before = dict(cage.accounts)
    with pytest.raises(Refused, match="ann has"):
        cage.follow("table/1", bought, CASHIER)
    assert cage.accounts == before


# Kept logs


def follow_kept_tables() -> None:
    for log in logs_of(NEWEST):
        cage, state = Cage(), None
        for record in records_of(log):
            state = TABLES.fold_records([record], state)
            cage.follow("table/kept", record.events, record.actor)
            assert state is not None
            assert cage.at("table/kept") == -state.balance(CAGE)


def follow_kept_tournaments() -> None:
    for log in tournaments_of(NEWEST):
        cage, state = Cage(), None
        for record in tournament_records_of(log):
            state = TOURNAMENTS.fold_records([record], state)
            cage.follow(CUP, record.events, record.actor)
            assert state is not None
            assert cage.at(CUP) == -state.fees.get(CAGE, 0)


def test_kept_logs_and_accounts_agree_after_every_record() -> None:
    follow_kept_tables()
    follow_kept_tournaments()


@pytest.mark.parametrize("name", sorted(AT_THE_CAGE))
def test_an_event_that_is_forgotten_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right, forgotten = module.to_the_cage, {**EVENTS, **TOURNAMENT_EVENTS}[name]
    monkeypatch.setattr(module, "to_the_cage", lambda event: 0 if isinstance(event, forgotten) else right(event))
    with pytest.raises((AssertionError, Refused)):
        (follow_kept_tables if name in EVENTS else follow_kept_tournaments)()


# Random tables


class AccountedMachine(TableMachine):
    """A table driven by everybody, whose patrons have accounts."""

    @initialize(data=st.data())
    def open(self, data: st.DataObject) -> None:
        self.cage = Cage()
        self.by = CASHIER
        super().open(data)

    def accept(self, command: commands.TableCommand) -> None:
        self.by = command.actor
        super().accept(command)

    def keep(self, happened: tuple[TableEvent, ...], after: TableState) -> None:
        super().keep(happened, after)
        self.cage.follow("table/1", happened, self.by)

    def views_hide_what_is_hidden(self) -> None:
        """Held elsewhere, and slow."""

    def nobody_is_stuck(self) -> None:
        """Held elsewhere, and slow."""

    @invariant()
    def accounts_hold_what_the_table_says_they_do(self) -> None:
        if self.state is not None:
            assert self.cage.at("table/1") == -self.state.balance(CAGE)

    @invariant()
    def every_account_sums_to_zero(self) -> None:
        if self.state is not None:
            assert all(sum(state.accounts.values()) == 0 for state in self.cage.accounts.values())


def run(machine: type[TableMachine], *, examples: int, planted: bool = False) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=80,
            deadline=None,
            database=None,
            derandomize=planted or settings().derandomize,
            phases=[Phase.generate] if planted else list(Phase),
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.slow
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_what_lies_at_a_random_table_is_what_accounts_say(book: str) -> None:
    run(type(f"Accounted_{book}", (AccountedMachine,), {"book": book, "steps": 0}), examples=EXAMPLES)


def test_the_machine_notices_a_fill_that_nobody_books(monkeypatch: pytest.MonkeyPatch) -> None:
    right = module.to_the_cage
    monkeypatch.setattr(module, "to_the_cage", lambda event: 0 if isinstance(event, FloatFilled) else right(event))
    with pytest.raises(AssertionError):
        run(type("Forgetful", (AccountedMachine,), {"steps": 0}), examples=60, planted=True)


# Whole tournaments


class AccountedWalk(Walk):
    """A tournament whose entrants have accounts; whoever takes over from them gets one."""

    def give(self, command: Any) -> Any:
        found = super().give(command)
        self.cage = getattr(self, "cage", Cage())
        self.cage.follow(CUP, self.events, command.actor)
        assert self.cage.at(CUP) == -self.now.fees.get(CAGE, 0)
        assert not any(one.state.balance(CAGE) for one in self.now.tables.values()), "chips are issued here"
        return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6 * TIMES))
def test_what_lies_at_a_random_tournament_is_what_accounts_say(seed: int) -> None:
    walk = AccountedWalk(seed, 4 + seed % 3, 1 + seed % 2)
    walk.run()
    assert walk.cage.accounts or walk.now.conditions.entry_fee == 0


def test_a_cancelled_tournament_gives_every_fee_back() -> None:
    cup, cage = Cup.opened(), Cage(funds=100_00)
    ann = Actor(person="ann", role=Role.PATRON)
    cage.follow(CUP, cup.do(ann, "register", player="ann"), ann)
    cage.follow(CUP, cup.director("register", player="bob"), DIRECTOR)
    assert [state.held for state in cage.accounts.values()] == [0, 100_00]
    cage.follow(CUP, cup.operator("cancel_tournament", reason="fire"), CASHIER)
    assert [state.held for state in cage.accounts.values()] == [100_00, 200_00]
    assert cage.at(CUP) == 0
