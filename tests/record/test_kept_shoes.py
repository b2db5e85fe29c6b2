"""Kept logs of fair shoes: read for ever, honest to both verifiers, and decided again as long as steps are the same."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from puntobanco.app.fair_shoe_commands import Alone, decide_step
from puntobanco.app.fair_shoe_dealing import no_shoes_yet
from puntobanco.errors import Refused, Unreadable
from puntobanco.fair_shoes.commands import FAIR_COMMANDS
from puntobanco.fair_shoes.events import ACTS, RevealOverdue, SecretRevealed, write_act
from puntobanco.fair_shoes.house_secret import ShoeSecret
from puntobanco.fair_shoes.published_events import Fault
from puntobanco.fair_shoes.seed_window import SECOND, SeedTimes
from puntobanco.fair_shoes.state import FairShoes, with_secret
from puntobanco.fair_shoes.stream_type import FAIR_SHOES, FairShoeRecord, rebuild
from puntobanco.fair_shoes.verify import verify
from puntobanco.streams.command import name_of
from puntobanco.values.replace import changed
from tests.fairness.other_verifier import other
from tests.record.kept import NEWEST, fair_records_of, lines_of, shoes_of

LOGS = shoes_of(NEWEST)
by_log = pytest.mark.parametrize("log", LOGS, ids=lambda log: str(log.stem))
WHAT_TO_DO = (
    "a kept record is decided otherwise today. If that is meant: raise decide_version of the command and "
    "write the kept logs anew (python -m tools.keep_logs)"
)


def begin(log: Path) -> FairShoes:
    return no_shoes_yet(house="puntobanco", table=log.stem, times=SeedTimes())


@by_log
def test_a_kept_log_is_read_and_both_verifiers_are_content(log: Path) -> None:
    records = fair_records_of(log)
    acts = [act for record in records for act in record.events]
    late = [Fault.LATE_REVEAL for act in acts if isinstance(act, RevealOverdue)]
    written = [write_act(act) for act in acts]
    assert [finding.fault for finding in verify(written)] == late
    assert len(other.wrong_with_history(written)) == len(late)
    after = rebuild(records, begin(log), lambda _: None)
    assert after.under_way is None
    assert after.shoes == 2


@pytest.mark.parametrize("log", shoes_of(NEWEST), ids=lambda log: str(log.stem))
def test_a_log_of_the_newest_set_is_written_again_to_the_same_bytes(log: Path) -> None:
    assert [FAIR_SHOES.format.write(record) for record in fair_records_of(log)] == lines_of(log)


def test_the_logs_of_the_newest_set_hold_every_command_and_act() -> None:
    records = [record for log in shoes_of(NEWEST) for record in fair_records_of(log)]
    assert {type(record.command) for record in records} == set(FAIR_COMMANDS.values())
    assert {type(act) for record in records for act in record.events} == set(ACTS.values())


def decided_otherwise(records: Iterable[FairShoeRecord], shoes: FairShoes) -> Iterator[str]:
    """The records whose command leads to other acts today; what follows the table is checked by the verifiers."""
    kept = list(records)
    revealed = [act for record in kept for act in record.events if isinstance(act, SecretRevealed)]
    secrets = {number: ShoeSecret(bytes.fromhex(act.secret)) for number, act in enumerate(revealed, start=1)}
    for record in kept:
        known = shoes if shoes.under_way is None else with_secret(shoes, secrets[shoes.shoes])
        command = record.command
        today = record.decided_by == command.decided_by
        if today and isinstance(command, Alone) and decide_step(known, command, now=record.time).acts != record.events:
            yield f"{record.stream} {record.number} {name_of(command)}"
        shoes = FAIR_SHOES.fold_records([record], shoes)


@by_log
def test_a_kept_log_is_decided_as_it_was(log: Path) -> None:
    assert not list(decided_otherwise(fair_records_of(log), begin(log))), WHAT_TO_DO


def test_a_changed_decision_is_noticed() -> None:
    log = NEWEST / "shoes/seeded.jsonl"
    hurried = changed(begin(log), times=SeedTimes(promising=0, opening=10 * SECOND))
    with pytest.raises(Refused, check=lambda refusal: refusal.code == "promises_closed"):
        list(decided_otherwise(fair_records_of(log), hurried))


def test_what_is_no_record_of_fair_shoes_is_unreadable() -> None:
    lines = lines_of(NEWEST / "shoes/seeded.jsonl")
    for old, new in (
        (b'"act":"shoe_committed.1"', b'"act":"shoe_committed.2"'),
        (b"fair_shoe_record.1", b"table_record.1"),
    ):
        with pytest.raises(Unreadable, match="line 1 "):
            list(FAIR_SHOES.read_log([lines[0].replace(old, new), *lines[1:]]))
    with pytest.raises(Unreadable, match="without a gap"):
        list(FAIR_SHOES.read_log([lines[0], *lines[2:]]))
