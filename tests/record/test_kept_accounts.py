"""Kept logs of accounts: read for ever, and decided again as long as decisions are what they were."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import pytest

from puntobanco.cage import AccountState, decide
from puntobanco.cage.commands import COMMANDS, Deposit
from puntobanco.cage.events import EVENTS
from puntobanco.cage.ledger import At
from puntobanco.cage.state import AccountDraft, Moves, stream_of
from puntobanco.cage.stream_type import ACCOUNTS, AccountRecord
from puntobanco.errors import Unreadable
from puntobanco.streams.command import name_of
from puntobanco.table.stream_type import TABLES
from puntobanco.values.replace import changed
from tests.record.kept import NEWEST, accounts_of, cage_records_of, kept_cage_lines, lines_of

LOGS = accounts_of(NEWEST)
by_log = pytest.mark.parametrize("log", LOGS, ids=lambda log: str(log.stem))
WHAT_TO_DO = (
    "a kept record is decided otherwise today. If that is meant: raise decide_version of the command and "
    "write the kept logs anew (python -m tools.keep_logs)"
)


@by_log
def test_a_kept_log_is_read_and_folds_to_an_account_whose_money_adds_up(log: Path) -> None:
    records = cage_records_of(log)
    state = ACCOUNTS.fold_records(records)
    assert state is not None
    assert {record.stream for record in records} == {stream_of(state.patron)}
    assert sum(state.accounts.values()) == 0
    assert any(isinstance(account, At) for account in state.accounts)
    for event in (event for record in records for event in record.events if isinstance(event, Moves)):
        assert sum(amount for _, amount in event.entry.postings) == 0


@pytest.mark.parametrize("log", accounts_of(NEWEST), ids=lambda log: str(log.stem))
def test_a_log_of_the_newest_set_is_written_again_to_the_same_bytes(log: Path) -> None:
    assert [ACCOUNTS.format.write(record) for record in cage_records_of(log)] == lines_of(log)


def test_the_newest_set_has_every_event_and_every_command_in_today_s_version() -> None:
    tags = {msgspec.json.decode(line)["event"] for line in lines_of(NEWEST / "cage_events.jsonl")}
    assert tags == set(EVENTS)
    given = {msgspec.json.decode(line)["do"] for line in lines_of(NEWEST / "cage_commands.jsonl")}
    assert given == {kind.__struct_config__.tag for kind in COMMANDS.values()}


def test_the_logs_of_the_newest_set_hold_every_event_and_command() -> None:
    records = [record for log in accounts_of(NEWEST) for record in cage_records_of(log)]
    assert {type(record.command) for record in records} == set(COMMANDS.values())
    assert {type(event) for record in records for event in record.events} == set(EVENTS.values())


def decided_otherwise(records: Iterable[AccountRecord]) -> Iterator[str]:
    """The records whose command leads to other events today, of those that today's version decided."""
    state: AccountState | None = None
    for record in records:
        if record.decided_by == record.command.decided_by and decide(state, record.command) != record.events:
            yield f"{record.stream} {record.number} {name_of(record.command)}"
        for event in record.events:
            state = event.evolve(state)


@by_log
def test_a_kept_log_is_decided_as_it_was(log: Path) -> None:
    assert not list(decided_otherwise(cage_records_of(log))), WHAT_TO_DO


RIGHT = Deposit.decide


def a_cent_more(command: Deposit, draft: AccountDraft) -> None:
    RIGHT(changed(command, amount=command.amount + 1), draft)


def test_a_changed_decision_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    records = cage_records_of(NEWEST / "accounts/vault.jsonl")
    monkeypatch.setattr(Deposit, "decide", a_cent_more)
    assert list(decided_otherwise(records)) == ["vault 2 deposit"]


# As records


def test_an_account_s_record_is_no_table_s_and_has_no_gap() -> None:
    lines = lines_of(NEWEST / "accounts/ann.jsonl")
    with pytest.raises(Unreadable, match=r"account_record\.1"):
        TABLES.format.read(lines[0], at="line 1")
    with pytest.raises(Unreadable, match="line 2 holds record 3"):
        list(ACCOUNTS.read_log([lines[0], *lines[2:]]))


def test_a_record_has_a_time_a_stream_and_events() -> None:
    record = ACCOUNTS.format.read(kept_cage_lines()[0], at="line 1")
    assert record.actor.person == "oz"
    for changes in ({"time": -1}, {"stream": ""}, {"number": 0}, {"id": ""}, {"events": ()}):
        members = {name: getattr(record, name) for name in record.__struct_fields__}
        with pytest.raises(ValueError, match=r"record|time"):
            ACCOUNTS.record(**{**members, **changes})
