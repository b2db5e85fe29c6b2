"""What an event says of money is what it does to the state, whether its entry is kept or follows from it."""

from pathlib import Path

import pytest

from puntobanco.streams.ledger import Entry
from puntobanco.table.events import EVENTS, FloatCredited, FloatFilled
from puntobanco.table.ledger import FLOAT, NOTHING, TableAccount, box
from puntobanco.table.state import Moves, TableState
from tests.record.kept import NEWEST, logs_of, records_of

LOGS = logs_of(NEWEST)


def all_balances(state: TableState) -> dict[TableAccount, int]:
    boxes: dict[TableAccount, int] = {box(one.area, one.wager, one.patron): one.amount for one in state.stakes}
    return {**state.accounts, **boxes}


def check(log: Path) -> None:
    state: TableState | None = None
    sums: dict[TableAccount, int] = {}
    for event in (event for record in records_of(log) for event in record.events):
        before, state = state, event.evolve(state)
        if before is not None and isinstance(event, FloatFilled | FloatCredited):  # they book what they say
            gained = state.balance(FLOAT) - before.balance(FLOAT)
            assert gained == (event.amount if isinstance(event, FloatFilled) else -event.amount), event
        entry = getattr(event, "entry", None)
        if isinstance(entry, Entry):
            assert sum(amount for _, amount in entry.postings) == 0
            for account, amount in entry.postings:
                sums[account] = sums.get(account, 0) + amount
        assert all_balances(state) == {account: amount for account, amount in sums.items() if amount}, event


def check_all() -> None:
    for log in LOGS:
        check(log)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_balances_are_the_sums_of_all_entries(log: Path) -> None:
    check(log)


FOLLOW = [kind for kind in EVENTS.values() if issubclass(kind, Moves)]


@pytest.mark.parametrize("kind", FOLLOW, ids=lambda kind: str(kind.__name__))
def test_an_entry_that_does_not_follow_is_noticed(kind: type[Moves], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kind, "entry", property(lambda _: NOTHING))
    with pytest.raises(AssertionError):
        check_all()
