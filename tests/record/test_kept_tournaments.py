"""Kept logs of tournaments: read for ever, and decided again as long as decisions are what they were."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import pytest

from puntobanco.streams.command import name_of
from puntobanco.tournament import Next, TournamentState, decide, progress
from puntobanco.tournament.commands import COMMANDS, Register
from puntobanco.tournament.events import EVENTS
from puntobanco.tournament.state import TournamentDraft
from puntobanco.tournament.stream_type import TOURNAMENTS, TournamentRecord
from puntobanco.values.replace import changed
from tests.record.kept import NEWEST, lines_of, tournament_records_of, tournaments_of

LOGS = tournaments_of(NEWEST)
by_log = pytest.mark.parametrize("log", LOGS, ids=lambda log: str(log.stem))
WHAT_TO_DO = (
    "a kept record is decided otherwise today. If that is meant: raise decide_version of the command and "
    "write the kept logs anew (python -m tools.keep_logs)"
)


@by_log
def test_a_kept_log_is_read_and_folds_to_a_closed_tournament_whose_pool_is_gone(log: Path) -> None:
    state = TOURNAMENTS.fold_records(tournament_records_of(log))
    assert state is not None
    assert progress(state).next is Next.CLOSED
    assert sum(state.fees.values()) == 0
    assert {account.__struct_config__.tag for account in state.fees} <= {"cage", "commission"}
    assert state.tables == {}


@pytest.mark.parametrize("log", tournaments_of(NEWEST), ids=lambda log: str(log.stem))
def test_a_log_of_the_newest_set_is_written_again_to_the_same_bytes(log: Path) -> None:
    assert [TOURNAMENTS.format.write(record) for record in tournament_records_of(log)] == lines_of(log)


def test_the_newest_set_has_every_event_and_every_command_in_today_s_version() -> None:
    tags = {msgspec.json.decode(line)["event"] for line in lines_of(NEWEST / "tournament_events.jsonl")}
    assert tags == set(EVENTS)
    given = {msgspec.json.decode(line)["do"] for line in lines_of(NEWEST / "tournament_commands.jsonl")}
    assert given == {kind.__struct_config__.tag for kind in COMMANDS.values()}


def test_the_logs_of_the_newest_set_hold_every_event_and_command() -> None:
    records = [record for log in tournaments_of(NEWEST) for record in tournament_records_of(log)]
    assert {type(record.command) for record in records} == set(COMMANDS.values())
    assert {type(event) for record in records for event in record.events} == set(EVENTS.values())


def decided_otherwise(records: Iterable[TournamentRecord]) -> Iterator[str]:
    """The records whose command leads to other events today, of those that today's version decided."""
    state: TournamentState | None = None
    for record in records:
        if record.decided_by == record.command.decided_by and decide(state, record.command) != record.events:
            yield f"{record.stream} {record.number} {name_of(record.command)}"
        for event in record.events:
            state = event.evolve(state)


@by_log
def test_a_kept_log_is_decided_as_it_was(log: Path) -> None:
    assert not list(decided_otherwise(tournament_records_of(log))), WHAT_TO_DO


RIGHT = Register.decide


def a_member(command: Register, draft: TournamentDraft) -> None:
    RIGHT(changed(command, groups=("members",)), draft)


def test_a_changed_decision_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    records = tournament_records_of(NEWEST / "tournaments/out-of-turn-wager.jsonl")
    monkeypatch.setattr(Register, "decide", a_member)
    assert list(decided_otherwise(records)) == [f"out-of-turn-wager {number} register" for number in (5, 6, 7)]
