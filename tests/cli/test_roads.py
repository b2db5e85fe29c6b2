"""`punto roads`: the scoreboards as JSON and as a drawing, and what it does not read."""

import io
import json
import os
import re
import subprocess
import sys
from random import Random

import pytest
from rich.console import Console

from puntobanco.cli.roads_output import print_beads, print_roads
from puntobanco.scoreboard import board, parse_beads
from tests.cli.test_bad_input import fails
from tests.cli.test_cli import output
from tests.cli.test_play import framed
from tests.scoreboard.shoes import long_shoe

EXAMPLE = "BBPTPPPBPPBBBBBTBPBBPPP"
NO_FORECAST = "Roads show what was; they do not tell what comes."


def in_window(columns: int | None, *arguments: str) -> list[str]:
    """What is printed in a window so wide, or where there is none."""
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    environment |= {} if columns is None else {"COLUMNS": str(columns)}
    command = [sys.executable, "-c", "from puntobanco.cli.main import run; run()", "roads", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert done.stderr == ""
    return done.stdout.splitlines()


def panel(lines: list[str], title: str) -> list[str]:
    """The six rows of a board, whatever stands beside it."""
    return framed(lines, title)[0]


# JSON


def test_json_of_the_example() -> None:
    found = json.loads(output("roads", EXAMPLE, "--format", "json"))
    derived = ["big_eye_boy", "small_road", "cockroach_pig"]
    assert list(found) == ["bead_plate", "big_road", "pending_ties", "runs", *derived, "ask", "counts"]
    assert [found[name]["marks"] for name in derived] == ["rbrbbbbrbrrrbbbbrb", "brbbrrrrbbrbbr", "rrrrrbrbrrrrr"]
    assert (found["runs"], found["pending_ties"]) == ([2, 4, 1, 2, 6, 1, 2, 3], 0)
    cells = [(cell["row"], cell["column"], cell["result"], cell["ties"]) for cell in found["big_road"]]
    assert cells[:4] == [(0, 0, "banker", 0), (1, 0, "banker", 0), (0, 1, "player", 1), (1, 1, "player", 0)]
    assert found["small_road"]["cells"][:3] == [
        {"row": 0, "column": 0, "mark": "b"},
        {"row": 0, "column": 1, "mark": "r"},
        {"row": 0, "column": 2, "mark": "b"},
    ]
    assert found["ask"] == {
        "banker": {"big_eye_boy": "b", "small_road": "b", "cockroach_pig": "b"},
        "player": {"big_eye_boy": "r", "small_road": "r", "cockroach_pig": "r"},
    }
    assert found["counts"] == {
        "rounds": 23,
        "banker": 11,
        "player": 10,
        "tie": 2,
        "banker_pairs": 0,
        "player_pairs": 0,
        "naturals": 0,
    }


def test_json_has_pairs_and_naturals_of_each_result() -> None:
    found = json.loads(output("roads", "TpBbn", "--format", "json"))
    tie = {"result": "tie", "banker_pair": False, "player_pair": True, "natural": False, "row": 0, "column": 0}
    banker = {"result": "banker", "banker_pair": True, "player_pair": False, "natural": True}
    assert found["bead_plate"] == [tie, {**banker, "row": 1, "column": 0}]
    assert found["big_road"] == [{**banker, "row": 0, "column": 0, "ties": 1}]
    assert found["ask"]["banker"] == {"big_eye_boy": None, "small_road": None, "cockroach_pig": None}


@pytest.mark.parametrize("arguments", [("B", "Pn", "T"), ("BPn T",), ("-",)])
def test_results_are_words_a_text_or_standard_input(arguments: tuple[str, ...]) -> None:
    found = json.loads(output("roads", *arguments, "--format", "json", stdin="\ufeffB\r\nPn\n\nT\n"))
    assert [bead["result"] for bead in found["bead_plate"]] == ["banker", "player", "tie"]
    assert [bead["natural"] for bead in found["bead_plate"]] == [False, True, False]


def test_a_shoe_without_results_is_an_empty_board() -> None:
    found = json.loads(output("roads", "-", "--format", "json"))
    assert (found["bead_plate"], found["big_road"], found["counts"]["rounds"]) == ([], [], 0)
    assert panel(in_window(None, ""), "Big road") == [""] * 6


# Text


def test_the_drawing_of_the_example() -> None:
    lines = in_window(None, EXAMPLE)
    assert panel(lines, "Bead plate") == [
        " B   P   B   B",
        " B   B   B   B",
        " P   P   B   P",
        " T   P   T   P",
        " P   B   B   P",
        " P   B   P",
    ]
    assert panel(lines, "Big road") == [
        "B P/B P B P B P",
        "B P   P B   B P",
        "  P     B     P",
        "  P     B",
        "        B/",
        "        B",
    ]
    small = in_window(79, EXAMPLE)
    assert panel(small, "Big eye boy") == ["rbrbrbrbrb", "   b  rb", "   b  rb", "   b   b", "", ""]
    assert panel(small, "Small road") == ["brbrbrbr", "  brb b", "   r", "   r", "", ""]
    assert panel(small, "Cockroach pig") == ["rbrbr", "r   r", "r   r", "r   r", "r   r", ""]
    assert [line.split() for line in panel(small, "Ask")[1:3]] == [["banker", "b", "b", "b"], ["player", "r", "r", "r"]]


def test_pairs_naturals_and_ties_are_signs_beside_the_letter() -> None:
    lines = in_window(None, "BbPpTn Bbpn TT" + "T" * 9)
    assert panel(lines, "Bead plate")[:4] == ["'B   T   T", " P . T   T", " T*  T   T", "'B*. T"]
    assert panel(lines, "Big road")[0] == "B P/B+"
    assert panel(in_window(None, "TT"), "Big road")[0] == " 2"
    assert panel(in_window(None, "TTBT"), "Big road")[0] == "B3"


def test_the_legend_says_what_red_and_blue_mean_and_that_roads_do_not_predict() -> None:
    text = "\n".join(in_window(None, EXAMPLE))
    assert "r (red) regular, b (blue) irregular; not banker and player" in text
    assert text.endswith(NO_FORECAST)
    assert "Rounds 23: B 11, P 10, T 2; banker pairs 0, player pairs 0; naturals 0" in text


@pytest.mark.parametrize("columns", [None, 80, 60, 40])
def test_any_shoe_fits_the_window(columns: int | None) -> None:
    for seed in range(3):
        lines = in_window(columns, "".join(long_shoe(Random(seed), 300)))
        assert max(map(len, lines)) <= (columns or 80)


def test_of_a_long_shoe_the_last_columns_are_shown_and_it_says_so() -> None:
    results = "B" + "PB" * 40
    lines = in_window(80, results)
    assert any("Big road, last 38 columns" in line for line in lines)
    assert panel(lines, "Big road")[0] == " ".join("PB" * 19)
    wide = in_window(200, results)
    assert panel(wide, "Big road")[0] == " ".join(results)
    assert max(map(len, wide)) == 2 * 81 + 4


def test_what_is_derived_does_not_depend_on_the_window() -> None:
    results = "".join(long_shoe(Random(5), 200))
    all_of_it, last = (panel(in_window(columns, results), "Cockroach pig") for columns in (79, 40))
    whole = board(parse_beads(results)).cockroach_pig.cells
    width = 1 + max(cell.column for cell in whole)
    rows = [[" "] * width for _ in range(6)]
    for cell in whole:
        rows[cell.row][cell.column] = cell.mark
    assert all_of_it == ["".join(row)[-75:].rstrip() for row in rows]
    assert last == ["".join(row)[-36:].rstrip() for row in rows]


def test_colours_are_there_beside_the_letters() -> None:
    for draw in (print_roads, print_beads):
        seen = io.StringIO()
        draw(Console(file=seen, force_terminal=True, color_system="standard", width=80), board(parse_beads(EXAMPLE)))
        text = seen.getvalue()
        assert "\x1b[1;31mB" in text
        assert "\x1b[1;34mP" in text
        assert "\x1b[1;32mT" in text
        assert ("\x1b[31mr" in text, "\x1b[34mb" in text) == (draw is print_roads,) * 2
        plain = re.sub(r"\x1b\[[\d;]*m", "", text).splitlines()
        assert panel(plain, "Big road")[0] == "B P/B P B P B P"


def test_a_terminal_without_unicode_gets_frames_of_its_own() -> None:
    command = [sys.executable, "-c", "from puntobanco.cli.main import run; run()", "roads", EXAMPLE]
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    assert done.stdout.isascii()
    assert "+- Big road -" in done.stdout


# Bad input


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("'X' stands where result 3 should: write B, P or T", ("BBX",)),
        ("'b' stands where result 1 should", ("bbptp",)),
        ("'b' stands where result 2 should", ("B", "b")),
        ("'\\udcff' stands where result 1 should", ("\udcff",)),
        ("result 1, 'Bnn', has a mark twice", ("Bnn",)),
        ("- is standard input and stands alone", ("BB", "-")),
        ("No such option: -B", ("-B",)),
        ("'xml' is not one of", ("BB", "--format", "xml")),
    ],
)
def test_what_is_no_shoe_is_one_line(said: str, arguments: tuple[str, ...]) -> None:
    fails(2, said, "roads", *arguments)


def test_standard_input_that_is_no_shoe_is_one_line() -> None:
    fails(2, "'9' stands where result 100001 should", "roads", "-", stdin="BP" * 50_000 + "9" * 1000)
