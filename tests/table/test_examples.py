"""The scripts in examples/ as a user runs them, each against the log beside it."""

import json
from pathlib import Path

import pytest

from puntobanco.log.script import print_command, read_command
from puntobanco.table.events import EVENTS
from tests.cli.test_cli import output

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*.jsonl"))
by_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: str(script.stem))


def log_of(name: str) -> str:
    return (EXAMPLES / f"{name}.log").read_text(encoding="utf-8")


def test_every_log_has_its_script() -> None:
    assert {log.stem for log in EXAMPLES.glob("*.log")} == {script.stem for script in SCRIPTS}
    assert len(SCRIPTS) == 5


@by_script
def test_script_gives_the_log_beside_it(script: Path) -> None:
    assert output("table", "run", str(script), "--format", "text", "--ledger") == log_of(script.stem)


@by_script
def test_balances_sum_to_zero_and_no_patron_is_left_with_money(script: Path) -> None:
    last = output("table", "run", str(script), "--ledger").splitlines()[-1]
    balances = json.loads(last)["balances"]
    assert sum(balances.values()) == 0
    assert balances.keys() == {"cage", "float", "commission_taken"}


@by_script
def test_every_line_is_an_event_with_its_clause_or_a_refusal_of_what_the_script_says(script: Path) -> None:
    lines = [json.loads(line) for line in output("table", "run", str(script)).splitlines()]
    happened = [line for line in lines if "event" in line]
    assert {f"{line['event']}.{line['version']}" for line in happened} <= EVENTS.keys()
    assert all(line["clause"] for line in happened)
    assert len(happened) > 50
    for line in lines:
        if "event" not in line:
            assert line.keys() == {"refused", "code", "clause", "sentence", "line"}
            assert print_command(read_command(line["refused"])) == line["refused"]


@by_script
def test_script_begins_with_what_it_shows(script: Path) -> None:
    assert script.read_text(encoding="utf-8").startswith("# ")


def test_a_tie_in_the_round_of_the_cutting_card_adds_exactly_one_round() -> None:
    log = log_of("canberra-tie-on-last-hand")
    after_cut = log.partition("The cutting card comes during a round [5.7]\n")[2]
    assert after_cut.index("Round 4 ends: tie") < after_cut.index("Round 5 starts")
    assert after_cut.index("Round 5 ends: banker") < after_cut.index("The cards are to be shuffled [5.7]")
    assert "Round 6 starts" not in log


def test_a_seen_excess_card_starts_a_coup_without_wagers() -> None:
    log = log_of("nz-seen-excess-card")
    for line in (
        "the cards are shuffled, it begins the next round, which has no wagers [11.2]",
        "Sione's $100 on player in area 3 goes back: a coup without wagers [11.2]",
        'Dealer: "No bets this hand"',
        "Player gets the waiting card, 8♠ [11.2]",
    ):
        log = log.partition(line)[2]
    assert "Round 3 ends: player" in log


def test_line_bets_go_back_when_an_area_is_left_empty() -> None:
    log = log_of("washington-gallery")
    assert "Refused place (line 26): Omar cannot bet on L1 now: lines open when every area has a bet" in log
    assert log.count("goes back: an area has no bet") == 2


def test_commission_is_collected_at_the_interval_at_cash_out_and_at_the_end_of_the_shoe() -> None:
    log = log_of("midi-commission")
    collected = [line for line in log.splitlines() if "pays commission" in line]
    assert collected == [
        "Vince pays commission of $20 [commission]",
        "Linda pays commission of $10 [commission]",
        "Hank pays commission of $2.50 [commission]",
        "Linda pays commission of $5 [commission]",
        "Vince pays commission of $20 [commission]",
        "Hank pays commission of $7.50 [commission]",
    ]


def test_a_reversal_that_the_chips_do_not_cover_is_a_debt_that_cashing_out_pays_first() -> None:
    log = log_of("placement-error-found-later")
    assert "Round 1 is void by Hugh for placement error: Ivan's chips +$100, Rosa's debt +$475 [12.5]" in log
    assert "Rosa pays a debt of $475 [ruling 16]\nRosa cashes out $225" in log
