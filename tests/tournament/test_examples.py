"""The scripts in examples/tournaments/ as a user runs them, each with its conditions and against the log beside it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from puntobanco.tournament.events import EVENTS
from tests.cli.test_cli import output

EXAMPLES = Path(__file__).parents[2] / "examples/tournaments"
SCRIPTS = sorted(EXAMPLES.glob("*.jsonl"))
WITH_SEED = {"heat-of-14-to-a-final": "14"}
"""Examples whose cards, ballots and bets come from a seed."""
by_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: str(script.stem))


def run(script: Path, *options: str) -> str:
    seed = WITH_SEED.get(script.stem)
    shoes = () if seed is None else ("--shoe-seed", seed)
    conditions = str(script.with_suffix(".toml"))
    return output("tournament", "run", str(script), "--conditions", conditions, *shoes, *options)


def log_of(name: str) -> str:
    return (EXAMPLES / f"{name}.log").read_text(encoding="utf-8")


def test_every_example_has_script_conditions_and_log() -> None:
    for suffix in (".toml", ".log"):
        assert {found.stem for found in EXAMPLES.glob(f"*{suffix}")} == {script.stem for script in SCRIPTS}
    assert len(SCRIPTS) == 6


@by_script
def test_script_gives_the_log_beside_it(script: Path) -> None:
    assert run(script, "--format", "text", "--ledger") == log_of(script.stem)


@by_script
def test_script_begins_with_what_it_shows(script: Path) -> None:
    assert script.read_text(encoding="utf-8").startswith("# ")


def money(lines: list[dict[str, Any]]) -> dict[str, int]:
    """What everybody outside the pool has at the end, by the books of all events."""
    found: dict[str, int] = {}
    entries = (line["entry"]["postings"] for line in lines if "entry" in line and "table" not in line)
    for account, amount in (posting for entry in entries for posting in entry):
        found[account] = found.get(account, 0) + amount
    return {account: balance for account, balance in found.items() if balance}


@by_script
def test_money_and_chips_sum_to_zero_and_the_whole_pool_is_paid(script: Path) -> None:
    *lines, kept, chips = [json.loads(line) for line in run(script, "--ledger").splitlines()]
    assert chips == {"chips": {}}
    assert kept == {"money": money(lines)}
    assert sum(kept["money"].values()) == 0
    assert kept["money"].keys() <= {"cage", "commission"}
    paid = sum(line["amount"] for line in lines if line.get("event") in ("prize_paid", "fee_refunded"))
    fees = sum(line["paid"] for line in lines if line.get("event") in ("entry_registered", "seat_went_to_reserve"))
    assert fees == paid + kept["money"].get("commission", 0)


@by_script
def test_every_line_is_an_event_with_its_clause_or_a_refusal(script: Path) -> None:
    lines = [json.loads(line) for line in run(script).splitlines()]
    happened = [line for line in lines if "event" in line]
    own = {
        f"{line['event']}.{line['version']}" for line in happened if "table" not in line or "round_" in line["event"]
    }
    assert own <= EVENTS.keys() | {f"round_{one}.1" for one in ("started", "ended")}
    assert all(line["clause"] for line in happened)
    assert len(happened) > 50
    refused = [line for line in lines if "event" not in line]
    assert all(line.keys() == {"refused", "code", "clause", "sentence", "line"} for line in refused)


SETTLED = re.compile(r"(?P<who>\w+) (player|banker|tie) \$[\d.,]+ (?P<how>lost|won) \$(?P<amount>[\d.,]+)")
COUNTED = re.compile(r"(?P<who>\w+) \$(?P<amount>[\d.,]+)")


def cents(text: str) -> int:
    return round(100 * float(text.replace(",", "")))


@by_script
def test_chips_at_the_end_of_a_session_are_what_was_won_and_lost(script: Path) -> None:
    """Added up from the log's own sentences, not from the ledger."""
    chips: dict[str, int] = {}
    playing: set[str] = set()
    for line in log_of(script.stem).splitlines():
        if match := re.match(r"Table \d+: (?P<who>\w+) gets \$(?P<amount>[\d.,]+) in chips", line):
            chips[match["who"]] = cents(match["amount"])
            playing.add(match["who"])
        if match := re.match(r"(?P<who>\w+) cannot wager", line):
            playing.remove(match["who"])
        for found in SETTLED.finditer(line) if "Settled:" in line else ():
            chips[found["who"]] += cents(found["amount"]) * (1 if found["how"] == "won" else -1)
        if line.startswith("The session of stage"):
            told = {one["who"]: cents(one["amount"]) for one in COUNTED.finditer(line.partition(": ")[2])}
            assert told == {who: chips[who] for who in playing}
            playing = set()


def awarded(name: str) -> str:
    (line,) = (line for line in log_of(name).splitlines() if " awards the places: " in line)
    return line.partition(" awards the places: ")[2]


def test_a_three_way_tie_plays_off_until_there_is_a_result() -> None:
    log = log_of("three-way-tie")
    play_offs = [line for line in log.splitlines() if line.startswith("The play-off is over")]
    assert play_offs == [
        "The play-off is over: 1. Bo, 1. Ann, 3. Cy [15.22]",
        "The play-off is over: 1. Bo, 1. Ann [15.22]",
        "The play-off is over: 1. Bo, 2. Ann [15.22]",
    ]
    assert awarded("three-way-tie") == "1. Bo $90, 2. Ann $54, 3. Cy $36, 4. Di [15.20]"


def test_two_out_on_the_same_round_share_a_place_and_its_prize_to_the_cent() -> None:
    log = log_of("two-out-on-the-same-round")
    assert "Cy cannot wager with $0 and is out [15.14]" in log
    assert "Di cannot wager with $0 and is out [15.14]" in log
    assert awarded("two-out-on-the-same-round") == "1. Bo $60.12, 2. Ann $25.05, 3. Cy $7.52, 3. Di $7.51 [15.20]"


def test_an_absent_entrant_s_fee_stays_and_a_reserve_pays_another() -> None:
    log = log_of("absent-entrant-and-reserve")
    assert "Bo's seat goes to Rae for $40 [15.10]" in log
    assert "Cy is absent and forfeits the place [15.9]" in log
    assert "The prize pool is $175, the commission $25 [15.24]" in log
    assert awarded("absent-entrant-and-reserve") == "1. Rae $122.50, 2. Ann $52.50, 3. Di [15.20]"


def test_a_cancellation_gives_everything_back_to_everybody() -> None:
    log = log_of("cancellation")
    assert [line for line in log.splitlines() if "back" in line] == [
        f"{name} gets $80 back [15.25]" for name in ("Ann", "Bo", "Cy", "Di")
    ]
    assert log.endswith("No money is held\nNo chips are at a table\n")


def test_the_first_wager_out_of_turn_stands_and_the_second_is_void() -> None:
    log = log_of("out-of-turn-wager")
    for line in (
        "Cy bets out of turn and is warned: a further one may be void [15.15]",
        "Refused void wager (line 12): Cy did not bet out of turn again, after a warning: the wager stands",
        "Cy bets out of turn again, and it may be declared void [15.15]",
        "Cy's wager on tie in round 2 is void for breaking 15.15",
        "Cy places $100 on banker in area 3",
        "Refused place (line 32): Cy's turn is over",
    ):
        assert line in log
        log = log.partition(line)[2]


def test_a_heat_of_14_on_two_tables_leads_to_a_final_of_six() -> None:
    log = log_of("heat-of-14-to-a-final")
    secret = r"\(draw \d, by the secret \w+\)"
    (ballot,) = re.findall(rf"Ballot for stage 1, which starts 2026-11-20 08:00:00 UTC {secret}: (.*) \[15.7\]", log)
    assert sorted(re.findall(r"table (\d) seat (\d)", ballot)) == [(t, str(s)) for t in "12" for s in range(1, 8)]
    (final,) = re.findall(rf"Ballot for stage 2, which starts 2026-11-20 09:00:00 UTC {secret}: (.*) \[15.7\]", log)
    assert len(re.findall("table 1 seat", final)) == 6
    assert len(re.findall(r"(\d+)\. \w+", awarded("heat-of-14-to-a-final"))) == 14
