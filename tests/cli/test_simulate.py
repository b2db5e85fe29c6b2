"""`punto simulate` as a user runs it."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from puntobanco.cli.progress import say_if_compiling
from puntobanco.sim.kernel_rules import sure_rounds
from tests.cli.test_cli import punto
from tests.sim.tables import TABLES

ENOUGH_FOR_SOME_TASKS = 8.0
"""CPU-seconds; starting takes about one, a task half of one."""
COMMAND = [sys.executable, "-c", "from puntobanco.cli.main import run; run()", "simulate"]


def simulate(*arguments: str) -> subprocess.CompletedProcess[str]:
    done = punto("simulate", *arguments)
    assert done.returncode == 0, done.stderr
    return done


def as_json(*arguments: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(simulate(*arguments, "--format", "json").stdout)
    return found


def failure(*arguments: str) -> tuple[int, str]:
    done = punto("simulate", *arguments)
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.returncode, done.stderr.strip()


def test_json_has_the_figures_of_every_wager() -> None:
    found = as_json("act-2015", "--shoes", "20000", "--seed", "7")
    assert list(found)[:11] == [
        "book",
        "digest",
        "partial",
        "rounds",
        "shoes",
        "seed",
        "cpu_seconds",
        "wall_seconds",
        "rounds_per_shoe",
        "fair_rounds_per_shoe",
        "wagers",
    ]
    assert (found["shoes"], found["seed"], found["partial"]) == (20_000, 7, False)
    assert found["fair_rounds_per_shoe"] == sure_rounds(TABLES["act-2015 hidden"])
    wagers = found["wagers"]
    assert isinstance(wagers, dict)
    assert set(wagers) == {"player", "banker", "tie", "player_pair", "banker_pair"}
    for figures in wagers.values():
        assert abs(figures["z"]) < 5
        assert figures["z"] == pytest.approx((figures["ev"] - figures["exact"]) / figures["se"])


def test_the_same_seed_gives_the_same_figures_with_any_workers() -> None:
    figures = [
        as_json("nz-1998", "--shoes", "3000", "--workers", workers, *cluster)["wagers"]
        for workers, cluster in (("1", ()), ("3", ()), ("2", ("--cluster", "local")))
    ]
    assert figures[0] == figures[1] == figures[2]


def test_rounds_are_dealt_in_whole_shoes_and_at_least_as_many() -> None:
    rounds = as_json("washington", "--rounds", "1000000")["rounds"]
    assert isinstance(rounds, int)
    assert 1_000_000 <= rounds < 1_010_000


def test_text_shows_wagers_and_says_over_which_rounds() -> None:
    text = simulate("house-midi", "--shoes", "1000").stdout
    assert text.startswith("house-midi: ")
    assert "over the first 67 rounds of every shoe" in text
    assert "Dragon Bonus on Banker" in text


def test_csv_has_a_row_for_each_wager_system_or_depth() -> None:
    def rows(*arguments: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(simulate(*arguments, "--format", "csv").stdout)))

    assert [row["wager"] for row in rows("nz-1998", "--shoes", "500")] == ["player", "banker", "tie"]
    systems = rows("act-2015", "--shoes", "80", "--system", "flat", "--system", "paroli")
    assert [row["system"] for row in systems] == ["flat", "paroli"]
    assert {"mean", "risk_of_ruin", "quantile_50"} <= set(systems[0])
    assert len(rows("nz-1998", "--shoes", "30", "--count", "exact")) == 3 * 8


def test_systems_named_and_own_are_played_on_the_same_shoes(tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text(
        "def stake(history, bankroll, limits):\n    return limits.least if bankroll >= limits.least else None\n"
    )
    found = as_json("act-2015", "--shoes", "40", "--session", "4", "--system", "flat", "--system", str(own))
    systems = found["systems"]
    assert isinstance(systems, dict)
    assert list(systems) == ["flat", "mine.py"]
    rates = [system.pop("bets_per_cpu_second") for system in systems.values()]
    assert systems["flat"] == systems["mine.py"]
    assert rates[0] > rates[1], "Python is slower, and the figure says so"
    assert found["session"] == {"bankroll": 50_000, "unit": 500, "wager": "banker", "shoes": 4}
    assert "mine.py" in simulate("act-2015", "--shoes", "8", "--system", str(own)).stdout


def test_counting_shows_depths_cutting_cards_and_true_counts() -> None:
    found = as_json("house-midi", "--shoes", "50", "--count", "tie")
    counting = found["counting"]
    assert isinstance(counting, dict)
    assert counting["rounds"] == found["rounds"]
    assert [part["behind"] for part in counting["by_cards_behind"]] == [14, 20, 26, 52, 78, 104, 156, 208]
    assert sum(part["wagers"]["tie"]["rounds"] for part in counting["by_depth"]) == found["rounds"]
    assert sum(row["rounds"] for row in counting["count"]["by_true_count"]) == found["rounds"]
    text = simulate("house-midi", "--shoes", "20", "--count", "1,1,1,1,-1,-1,-1,-1,0,0").stdout
    assert "Exact expected value by true count" in text


def test_show_deals_a_shoe_again_card_by_card() -> None:
    shown = json.loads(simulate("nz-1998", "--seed", "4", "--show", "12", "--format", "json").stdout)
    assert (shown["seed"], shown["shoe"]) == (4, 12)
    assert len(shown["burned"]) in range(2, 12)
    assert 66 <= len(shown["rounds"]) <= 100
    text = simulate("nz-1998", "--seed", "4", "--show", "12").stdout
    first = shown["rounds"][0]
    assert f"= {first['player_total']} | B " in text.splitlines()[1]
    assert len(text.splitlines()) == 1 + len(shown["rounds"])


@pytest.mark.parametrize(
    "arguments",
    [("--shoes", "200"), ("--shoes", "80", "--system", "martingale"), ("--shoes", "40", "--count", "exact")],
    ids=["wagers", "systems", "counting"],
)
@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_plot_is_drawn(tmp_path: Path, arguments: tuple[str, ...], kind: str) -> None:
    plot = tmp_path / f"plot.{kind}"
    simulate("act-2015", *arguments, "--plot", str(plot))
    assert plot.read_bytes()[:4] in (b"<?xm", b"\x89PNG")
    assert list(tmp_path.iterdir()) == [plot]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((), 2, "error: say how much to deal: either --shoes N or --rounds N"),
        (("--shoes", "5", "--rounds", "5"), 2, "error: say how much to deal: either --shoes N or --rounds N"),
        (("--shoes", "0"), 2, "error: --shoes 0 cannot be: take a number from 1 to 1000000000000000"),
        (("--shoes", "5", "--seed", "-1"), 2, "error: --seed -1 cannot be: take a number from 0 to"),
        (("--rounds", "1" + 16 * "0"), 2, "error: --rounds 10000000000000000 cannot be: take a number from 1"),
        (("--shoes", "5", "--workers", "0"), 2, "error: --workers 0 cannot be: take a number from 1 to 1024"),
        (("--shoes", "8", "--system", "flat", "--bankroll", "0"), 1, "refused: a bankroll of $0 is below"),
        (("--shoes", "8", "--set", "minimum=50", "--set", "maximum=20"), 1, "refused: minimum = $50 is not allowed"),
        (("--shoes", "8", "--system", "flat", "--on", "luck"), 2, "error: 'luck' is not a wager"),
        (("--shoes", "8", "--system", "magic"), 2, "error: 'magic' is not a system: choose from flat"),
        (("--shoes", "7", "--system", "flat"), 2, "error: a session takes 8 shoes, and there are only 7: deal more"),
        (("--shoes", "8", "--system", "gone.py"), 2, "error: the system gone.py cannot be read"),
        (("--shoes", "8", "--count", "luck"), 2, "error: 'luck' is not a count"),
        (("--shoes", "8", "--cluster", "tcp://127.0.0.1:9"), 2, "error: no cluster answers at tcp://127.0.0.1:9"),
        (("--shoes", "8", "--plot", "picture.pdf"), 2, "error: a plot is written as .svg or .png, not as"),
        (("--shoes", "8", "--plot", "nowhere/p.svg"), 2, "error: the directory nowhere for the plot does not exist"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_in_one_line(arguments: tuple[str, ...], code: int, message: str) -> None:
    exit_code, said = failure(*arguments)
    assert exit_code == code
    assert said.startswith(message)


def test_an_own_system_with_an_error_leaves_nothing_half_written(tmp_path: Path) -> None:
    own, plot = tmp_path / "mine.py", tmp_path / "plot.svg"
    own.write_text("def stake(history, bankroll, limits):\n    return undefined\n")
    code, said = failure("--shoes", "8", "--system", str(own), "--plot", str(plot), "--workers", "2")
    assert code == 2
    assert "fails in round 1: NameError in line 2" in said
    assert not plot.exists()


def cpu_seconds(pid: int) -> float:
    """What a process has used so far."""
    ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11]
    return int(ticks) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs to see when the work has begun")
def test_ctrl_c_prints_what_was_done_so_far_and_marks_it_partial() -> None:
    simulate("--shoes", "1")  # so that nothing has to be compiled
    running = subprocess.Popen(
        [*COMMAND, "act-2015", "--rounds", "2000000000000", "--workers", "2", "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while running.poll() is None and cpu_seconds(running.pid) < ENOUGH_FOR_SOME_TASKS:
        time.sleep(0.2)
    running.send_signal(signal.SIGINT)
    out, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors
    found = json.loads(out)
    assert found["partial"] is True
    assert found["rounds"] > found["shoes"] * found["fair_rounds_per_shoe"] > 0
    assert "Traceback" not in errors


def on_screen(environment: dict[str, str]) -> str:
    """What a simulation says where standard error is a terminal."""
    screen, end = os.openpty()
    subprocess.run([*COMMAND, "--shoes", "10"], stdout=subprocess.DEVNULL, stderr=end, check=True, env=environment)
    os.write(end, b"done\n")
    said = os.read(screen, 10_000).decode()
    os.close(end)
    os.close(screen)
    return said


def test_a_word_on_screen_when_kernels_are_compiled_and_none_when_they_are_kept(tmp_path: Path) -> None:
    fresh = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    assert "Compiling for this processor, once: a few seconds" in on_screen(fresh)
    assert "Compiling" not in on_screen(fresh)


def test_no_word_to_a_program_so_that_a_first_run_says_what_all_others_say(capfd: pytest.CaptureFixture[str]) -> None:
    def never_compiled() -> None: ...

    say_if_compiling([SimpleNamespace(kernels=(never_compiled,))])
    assert capfd.readouterr().err == ""
