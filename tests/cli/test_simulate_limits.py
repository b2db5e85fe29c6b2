"""`punto simulate` where it used to guess, to clip, to overflow or to call a failure an interruption."""

import csv
import io
import json
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from puntobanco.errors import Unreadable
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.wagers import CommissionWhenPaid, Line, Wins
from puntobanco.sim.payoffs import payoffs_of
from puntobanco.values.money import Odds, Rate
from puntobanco.values.replace import changed
from tests.cli.test_cli import punto
from tests.cli.test_simulate import COMMAND, as_json, failure, simulate

BEYOND = "92233720368547758.08"
"""2^63 cents: one more than 64 bits with a sign can hold."""


def systems_of(*arguments: str) -> dict[str, Any]:
    found = as_json(*arguments)["systems"]
    assert isinstance(found, dict)
    return found


def written(path: Path, source: str) -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_text(source)
    return str(path)


def test_one_session_has_its_result_for_every_quantile() -> None:
    flat = systems_of("nz-1998", "--shoes", "8", "--system", "flat")["flat"]
    assert flat["sessions"] == 1
    assert set(flat["quantiles"].values()) == {flat["mean"]}
    assert flat["quantiles_error"] == 0
    assert flat["mean_se"] is flat["risk_of_ruin_se"] is None


def test_means_and_shares_of_systems_have_standard_errors() -> None:
    arguments = ("act-2015", "--shoes", "300", "--session", "1", "--bankroll", "50", "--system", "martingale")
    found = systems_of(*arguments)["martingale"]
    assert found["mean_se"] == pytest.approx(found["sd"] / 299**0.5)
    for share in ("risk_of_ruin", "ahead"):
        assert 0 < found[share] < 1
        assert found[f"{share}_se"] == pytest.approx((found[share] * (1 - found[share]) / 299) ** 0.5)
    for mean in ("mean_rounds_to_ruin", "bets_per_session", "profit_per_staked", "mean_longest_losing_streak"):
        assert found[f"{mean}_se"] > 0
    text = simulate(*arguments).stdout
    assert "± is one standard error" in text
    assert f"{found['risk_of_ruin']:.2%} ±{found['risk_of_ruin_se']:.2%}" in text
    (row,) = csv.DictReader(io.StringIO(simulate(*arguments, "--format", "csv").stdout))
    assert float(row["mean_se"]) == found["mean_se"]


def test_own_systems_with_one_file_name_have_a_row_each(tmp_path: Path) -> None:
    first = written(tmp_path / "never" / "mine.py", "def stake(history, bankroll, limits):\n    return None\n")
    second = written(
        tmp_path / "always" / "mine.py", "def stake(history, bankroll, limits):\n    return limits.least\n"
    )
    again = str(tmp_path / "never" / ".." / "never" / "mine.py")
    arguments = ("--shoes", "8", "--session", "1", "--system", first, "--system", second, "--system", again)
    found = as_json(*arguments)
    assert found["partial"] is False
    assert isinstance(systems := found["systems"], dict)
    assert {name: system["bets_per_session"] > 0 for name, system in systems.items()} == {
        "never/mine.py": False,
        "always/mine.py": True,
    }
    text = simulate(*arguments).stdout
    assert "interrupted" not in text
    assert "never/mine.py" in text
    assert "always/mine.py" in text


@pytest.mark.parametrize("failing", ["raise KeyboardInterrupt", "import sys; sys.exit(0)"])
def test_an_own_system_that_fails_late_is_an_error_and_not_called_interrupted(tmp_path: Path, failing: str) -> None:
    source = f"def stake(history, bankroll, limits):\n    if len(history) > 60:\n        {failing}\n    return None\n"
    own = written(tmp_path / "mine.py", source)
    code, said = failure("--shoes", "8", "--session", "1", "--workers", "2", "--system", own)
    assert code == 2
    assert "mine.py fails in round 62" in said
    assert "interrupted" not in said


def test_an_own_system_with_chance_is_the_same_run_with_any_workers(tmp_path: Path) -> None:
    source = "def stake(history, bankroll, limits, chance):\n    return chance.choice((None, limits.least))\n"
    own = written(tmp_path / "coin.py", source)
    runs = [
        systems_of("--shoes", "40", "--session", "1", "--seed", seed, "--workers", workers, "--system", own)["coin.py"]
        for workers, seed in (("1", "5"), ("2", "5"), ("1", "6"))
    ]
    for run in runs:
        del run["bets_per_cpu_second"]
    assert runs[0] == runs[1] != runs[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--system", "flat", "--bankroll", BEYOND), "error: '92233720368547758.08' is too much: amounts go up to"),
        (("--system", "flat", "--bankroll", 5000 * "9"), "error: '99999999999999999999999999999999999999999"),
        (
            ("--system", "flat", "--unit", BEYOND),
            "error: '92233720368547758.08' is too much: amounts go up to",
        ),
        (("--bankroll", BEYOND), "error: '92233720368547758.08' is too much: amounts go up to"),
        (("--set", f"maximum={BEYOND}"), "error: maximum cannot be read: '92233720368547758.08' is too much"),
        (
            ("--system", "flat", "--set", f"maximum={BEYOND}"),
            "error: maximum cannot be read: '92233720368547758.08' is too much",
        ),
        (
            ("--set", f"minimum={BEYOND}", "--set", f"maximum={BEYOND}"),
            "error: minimum cannot be read: '92233720368547758.08' is too much",
        ),
        (
            ("--system", "flat", "--bankroll", "90071992547409.92"),
            "error: '90071992547409.92' is too much: amounts go up to $90,071,992,547,409.91",
        ),
        (
            ("--system", "martingale", "--set", "maximum=90071992547409", "--session", "100", "--shoes", "100"),
            "error: a session of 100 shoes from $500 with stakes up to $90,071,992,547,409 could come to more",
        ),
        (
            ("--system", "martingale", "--set", "maximum=6000000000000"),
            "error: the maximum is more than 1,099,511,627,776 units of $5, further than systems can count",
        ),
    ],
)
def test_amounts_beyond_64_bits_are_said_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    code, said = failure("--shoes", "8", *arguments)
    assert (code, said[: len(message)]) == (2, message)


def test_odds_and_commission_of_many_digits_do_not_overflow() -> None:
    long = ("--set", "commission=4.1234567890123%")
    wagers = as_json("washington", "--shoes", "8", *long)["wagers"]
    short = as_json("washington", "--shoes", "8", "--set", "commission=4.1234567890%")["wagers"]
    assert isinstance(wagers, dict)
    assert isinstance(short, dict)
    assert wagers["banker"]["ev"] == pytest.approx(short["banker"]["ev"], abs=1e-10)
    code, said = failure("washington", "--shoes", "8", "--system", "flat", *long)
    assert (code, said[:52]) == (2, "error: a session of 8 shoes from $500 with stakes up")


def test_a_commission_of_too_many_digits_is_refused_in_one_line() -> None:
    code, said = failure("washington", "--shoes", "8", "--set", "commission=4.1234567890123456789012%")
    assert (code, said) == (2, "error: commission cannot be read: this rate is too exact: use fewer digits")


def test_a_wager_that_pays_more_exactly_than_64_bits_is_refused() -> None:
    rules = table_rules("washington")
    exact = CommissionWhenPaid(rate=Rate.of(1, 2**53 - 1), clause="ours")
    line = Line(when=Wins(hand=Hand.BANKER), pays=Odds.of(2**20, 1), clause="ours")
    with pytest.raises(Unreadable, match="what banker pays cannot be counted in 64 bits"):
        payoffs_of(rules, changed(rules.wager("banker"), lines=(line,), commission=exact))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--set", f"maximum={BEYOND}"),
            "error: maximum cannot be read: '92233720368547758.08' is too much",
        ),
        (("--what-if", "--decks", 30 * "9"), "error: a shoe of 519999999999999999999999999999... cards is too large"),
    ],
)
def test_odds_of_what_cannot_be_counted_are_an_error_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    done = punto("odds", "act-2015", *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(message)


def test_odds_of_a_shoe_file_beyond_64_bits_are_an_error_in_one_line(tmp_path: Path) -> None:
    shoe = written(tmp_path / "shoe.json", '{"AS": 18446744073709551616}')
    done = punto("odds", "act-2015", "--what-if", "--shoe", shoe)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: the shoe file is not readable: '18446744073709551616' is too large")


SLOW = """
import time
from pathlib import Path

def stake(history, bankroll, limits):
    if not history:
        with Path(__file__).with_suffix(".begun").open("a") as begun:
            begun.write("session\\n")
    time.sleep(0.001)
    return None
"""
SESSIONS_PER_TASK = 16


def interrupted(own: str, *arguments: str) -> str:
    """What a run prints that is interrupted in the third task of its own system."""
    command = [*COMMAND, "--shoes", "128", "--session", "1", "--workers", "1", "--system", "flat", "--system", own]
    running = subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    begun = Path(own).with_suffix(".begun")
    begun.write_text("")
    while running.poll() is None and begun.read_text().count("\n") <= 2 * SESSIONS_PER_TASK + 2:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    out, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors
    assert "Traceback" not in errors
    return out


def test_after_ctrl_c_the_numbers_say_how_many_shoes_and_sessions_they_cover(tmp_path: Path) -> None:
    own, never_begun = written(tmp_path / "slow.py", SLOW), written(tmp_path / "late.py", SLOW)
    found = json.loads(interrupted(own, "--system", never_begun, "--count", "exact", "--format", "json"))
    assert found["partial"] is True
    covers = found["covers"]
    assert covers["rounds"] == {"shoes": 128, "shoes_asked": 128}
    assert covers["flat"] == {"shoes": 128, "shoes_asked": 128, "sessions": 128, "sessions_asked": 128}
    assert covers["slow.py"]["sessions"] == covers["slow.py"]["shoes"] == found["systems"]["slow.py"]["sessions"]
    assert covers["slow.py"]["sessions"] in (32, 48)
    assert covers["slow.py"]["sessions_asked"] == 128
    assert covers["late.py"]["sessions"] == 0
    assert covers["counting"] == {"shoes": 0, "shoes_asked": 128}


def test_after_ctrl_c_the_text_says_how_many_shoes_and_sessions_it_covers(tmp_path: Path) -> None:
    text = interrupted(written(tmp_path / "slow.py", SLOW))
    partial, rounds, flat, slow = text.splitlines()[:4]
    assert partial == "Partial: interrupted; this is what was done so far."
    assert rounds == "  rounds: 128 of 128 shoes"
    assert flat == "  flat: 128 of 128 sessions, 128 of 128 shoes"
    assert slow in [f"  slow.py: {done} of 128 sessions, {done} of 128 shoes" for done in (32, 48)]
