"""Input that nobody should give and output that cannot be written: one line, exit code 2 or 1, never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_cli import output, punto
from tests.cli.test_table import OPEN, SHOE, patron, save

HAND = ("4c", "9d", "Kh", "7c", "3s")
DIGITS = "9" * 5_000
BRACKETS = "[" * 100_000
BEYOND_64_BITS = str(2**63)


def fails(code: int, said: str, *arguments: str, stdin: str = "") -> None:
    done = punto(*arguments, stdin=stdin)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (code, "", 1), done.stderr[-300:]
    assert said in done.stderr
    assert len(done.stderr) < 1_500


# Files


@pytest.mark.parametrize(
    ("command", "content", "said"),
    [
        (("rules", "sign", "act-2015", "--house"), f"minimum = {BRACKETS}", "nested too deeply"),
        (("odds", "act-2015", "--shoe"), BRACKETS, "nested too deeply"),
        (("odds", "act-2015", "--shoe"), '{"AS":' * 100_000, "nested too deeply"),
        (("table", "run"), f'{{"do": {BRACKETS}', "nested too deeply"),
        (("rules", "sign", "act-2015", "--house"), f"minimum = {DIGITS}", "thousands of digits"),
        (("rules", "sign", "act-2015", "--house"), f"minimum = 0x{'f' * 5_000}", "thousands of digits"),
        (("rules", "sign", "act-2015", "--house"), f'minimum = "{DIGITS}"', "is too much"),
        (("odds", "act-2015", "--shoe"), f'{{"AS": {DIGITS}}}', "is too large"),
        (("odds", "act-2015", "--what-if", "--shoe"), f'{{"AS": {2**63 - 1}, "2S": {2**63 - 1}}}', "too large"),
        (("table", "run"), f'{{"do": "buy_in", "role": "patron", "person": "a", "amount": {DIGITS}}}', "too large"),
        (("table", "run"), f'{{"do": "buy_in", "role": "patron", "person": "a", "amount": {2**63}}}', "too large"),
        (("table", "run"), '{"do": "buy_in", "role": "patron", "person": "a", "amount": NaN}', "no number"),
        (("table", "run"), '{"do": "buy_in", "role": "patron", "person": "\\ud800", "amount": 5}', "cannot be printed"),
        (("table", "run"), '{"do": "buy_in", "role": "patron", "person": "a\\nb", "amount": 5}', "cannot be printed"),
        (("table", "run"), '{"do": "place_marker", "role": "dealer", "patron": {"is": []}}', "is no str"),
        (("table", "run"), '{"do": "place", "role": "dealer", "patron": {"is": "odds"}}', "is no str"),
        (("odds", "act-2015", "--shoe"), '{"\\ud800": 8}', "is not a card"),
    ],
)
def test_a_file_beyond_all_measure_is_one_line(
    command: tuple[str, ...], content: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_text(content, encoding="utf-8")
    fails(2, said, *command, str(path))


@pytest.mark.parametrize(
    "line",
    [
        '{"do": "buy_in", "role": "patron", "person": "ann", "amount": 100, "amount": 200}',
        '{"do": "buy_in", "role": "patron", "person": "ann", "person": "bob", "amount": 100}',
        '{"do": "shuffle", "role": "dealer", "do": "shuffle"}',
    ],
)
def test_a_key_that_stands_twice_in_one_object_is_not_guessed(line: str, tmp_path: Path) -> None:
    fails(2, "stands there twice", "table", "run", save(tmp_path, line))


def test_a_byte_order_mark_is_no_part_of_a_file(tmp_path: Path) -> None:
    house, shoe, script = (tmp_path / name for name in ("house.toml", "shoe.json", "script.jsonl"))
    house.write_text("\ufeffminimum = 10\n", encoding="utf-8")
    shoe.write_text('\ufeff{"AS": 8, "2D": 8}', encoding="utf-8")
    script.write_text("\ufeff" + json.dumps(OPEN), encoding="utf-8")
    assert "$10" in output("rules", "sign", "act-2015", "--house", str(house))
    assert "16 cards in the shoe" in output("odds", "act-2015", "--shoe", str(shoe))
    assert output("table", "run", str(script)).count("\n") == 1


def test_a_hyphen_is_standard_input() -> None:
    assert "$10" in output("rules", "sign", "act-2015", "--house", "-", stdin="minimum = 10\n")
    assert "16 cards in the shoe" in output("odds", "act-2015", "--shoe", "-", stdin='{"AS": 8, "2D": 8}')
    assert output("table", "run", "-", stdin="\n".join(map(json.dumps, (OPEN, *SHOE)))).count("\n") == 7
    fails(2, "line 1 of the script", "table", "run", "-", stdin="open the table")


# Arguments


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("is too much", ("coup", "act-2015", *HAND, "--bet", f"banker={DIGITS}")),
        ("is too much", ("coup", "act-2015", *HAND, "--bet", f"banker={BEYOND_64_BITS}")),
        ("is too much", ("play", "--balance", DIGITS)),
        ("is too much", ("rules", "sign", "act-2015", "--set", f"maximum={BEYOND_64_BITS}")),
        ("is too much", ("odds", "act-2015", "--set", f"maximum={BEYOND_64_BITS}")),
        ("is too much", ("play", "--set", f"maximum={DIGITS}")),
        ("is too large", ("rules", "sign", "nz-1998", "--set", f"cut_depth={DIGITS}")),
        ("is too large", ("rules", "sign", "washington", "--set", f"tie_odds={DIGITS}:1")),
        ("commission =", ("rules", "sign", "washington", "--set", f"commission=4.{DIGITS}%")),
        ("from 1 to 100", ("play", "house-midi", "--set", "seats=999999999999")),
        ("'--seed'", ("play", "--seed", DIGITS)),
        ("'--decks'", ("odds", "--decks", DIGITS)),
        ("too large", ("odds", "--what-if", "--decks", "9" * 30)),
        ("is not a card", ("coup", "act-2015", DIGITS)),
        ("No such option", ("odds", "--hosue", "x")),
        ("Missing argument", ("table", "run")),
        ("No such command", ("rules", "shwo")),
        ("'\\udcff' is not a rulebook", ("rules", "show", "\udcff")),
        ("'\\udcff' is not a rulebook", ("play", "\udcff")),
        ("\\udcff cannot be read", ("rules", "sign", "act-2015", "--house", "\udcff")),
        ("\\udcff cannot be read", ("odds", "--shoe", "\udcff")),
        ("\\udcff cannot be read", ("table", "run", "\udcff")),
        ("'\\udcff' is not a card", ("coup", "act-2015", "\udcff")),
        ("'\\udcff' is not a wager", ("coup", "act-2015", *HAND, "--bet", "\udcff=5")),
        ("'\\udcff' is not something", ("rules", "sign", "act-2015", "--set", "\udcff=5")),
        ("on one line", ("rules", "sign", "washington", "--set", "call_tie=\udcff")),
        ("'\\udcff' is no audience", ("table", "run", "-", "--view", "\udcff")),
        ("'\\udcff' cannot be printed", ("table", "run", "-", "--view", "patron:\udcff")),
        ("nothing else", ("play", "washington", "--set", "call_tie={player.__class__}")),
    ],
)
def test_an_argument_beyond_all_measure_is_one_line(said: str, arguments: tuple[str, ...]) -> None:
    fails(2, said, *arguments)


def test_depths_that_only_look_like_numbers_are_no_cut() -> None:
    code = (
        "from puntobanco.cli.practice_screen import PracticeScreen\n"
        "from puntobanco.app import randomness\n"
        "from puntobanco.app.practice_table import PracticeTable\n"
        "from puntobanco.rulebooks import HouseRules\n"
        "table = PracticeTable('act-2015', HouseRules({}), randomness.repeatable(1), 100_000)\n"
        "PracticeScreen(table, asks=True, seed=1).run()\n"
    )
    for depth in ("²", DIGITS):
        done = subprocess.run(
            [sys.executable, "-c", code], input=f"{depth}\nquit\n", capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_bets_that_are_no_utf_8_are_one_line() -> None:
    command = [sys.executable, "-c", "from puntobanco.cli.main import run; run()", "play"]
    env = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, input=b"\xff\xfe\n", capture_output=True, check=False, env=env)
    assert done.returncode == 2
    assert done.stderr.decode() == "error: the bets are not UTF-8 text: save them as UTF-8\n"


# Output

TALKATIVE = (
    ("rules", "compare"),
    ("rules", "sign", "act-2015", "--format", "json"),
    ("coup", "act-2015", *HAND),
    ("play",),
    ("odds", "act-2015"),
    ("roads", "BBPTP"),
    ("table", "run", "SCRIPT"),
    ("table", "run", "SCRIPT", "--format", "text"),
    ("--help",),
    ("--version",),
)


def into(redirection: str, arguments: tuple[str, ...], script: str, **env: str) -> subprocess.CompletedProcess[str]:
    named = [script if one == "SCRIPT" else one for one in arguments]
    shell = f'exec "$@" {redirection}'
    command = [sys.executable, "-c", "from puntobanco.cli.main import run; run()", *named]
    return subprocess.run(
        ["bash", "-c", shell, "punto", *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **env},
    )


@pytest.mark.parametrize("arguments", TALKATIVE, ids=" ".join)
@pytest.mark.parametrize("redirection", [">/dev/full", ">&-"])
def test_output_that_cannot_be_written_is_one_line_and_exit_code_1(
    redirection: str, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    done = into(redirection, arguments, save(tmp_path, OPEN, *SHOE))
    why = "No space left on device" if "full" in redirection else "standard output is closed"
    assert (done.returncode, done.stderr) == (1, f"error: the output failed: {why}\n")


@pytest.mark.parametrize(
    "arguments", [("coup", "act-2015", *HAND), ("table", "run", "SCRIPT", "--format", "text")], ids=" ".join
)
def test_output_that_knows_no_suits_is_one_line_and_exit_code_1(arguments: tuple[str, ...], tmp_path: Path) -> None:
    draw = {"do": "draw", "person": "dan", "role": "dealer", "card": "AC"}
    script = save(tmp_path, {**OPEN, "choices": [["burn", "exposed"]]}, *SHOE[:-1], draw)
    done = into("", arguments, script, PYTHONIOENCODING="ascii")
    said = "error: the output failed: '\\u2663' cannot be written in ascii; set PYTHONIOENCODING=utf-8\n"
    assert (done.returncode, done.stderr) == (1, said)


def test_plain_output_needs_no_suits(tmp_path: Path) -> None:
    script = save(tmp_path, OPEN, patron("ann", "buy_in", amount=100))
    assert into("", ("table", "run", script), "", PYTHONIOENCODING="ascii").returncode == 0
    assert into("", ("odds", "act-2015"), "", PYTHONIOENCODING="ascii").returncode == 0


def test_closed_input_is_empty_input() -> None:
    done = into("<&-", ("play",), "")
    assert (done.returncode, done.stderr) == (0, "")
    assert "You leave with $1,000." in done.stdout
