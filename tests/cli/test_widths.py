"""Tables in a window of 80 columns: they fit, and nothing of them is lost."""

import csv
import io
import os
import subprocess
import sys

import pytest

from puntobanco.values.text_table import Sheet
from tests.cli.test_cli import output
from tests.marks import ALL_BOOKS

WIDE = (
    ("rules", "compare"),
    ("odds", "house-midi", "--removal"),
    ("odds", *ALL_BOOKS),
    ("simulate", "house-midi", "--shoes", "40", "--system", "flat", "--system", "martingale", "--system", "paroli"),
    ("simulate", "house-midi", "--shoes", "40", "--count", "player_dragon"),
)


def in_80_columns(*arguments: str) -> list[str]:
    environment = {**os.environ, "COLUMNS": "80"}
    command = [sys.executable, "-m", "puntobanco", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("arguments", WIDE, ids=" ".join)
def test_tables_fit_80_columns_with_all_of_their_words(arguments: tuple[str, ...]) -> None:
    lines = in_80_columns(*arguments)
    assert max(map(len, lines)) <= 80
    assert not any("…" in line for line in lines)


def test_all_of_the_odds_are_there_in_80_columns() -> None:
    text = "\n".join(in_80_columns("odds", "house-midi"))
    for figure in ("2,230,518,282,592,256", "1.057906%", "15.253317%", "6.519402", "-0.962753"):
        assert figure in text


def test_rules_compare_as_csv_and_markdown() -> None:
    rows = list(csv.DictReader(io.StringIO(output("rules", "compare", "nz-1998", "act-2015", "--format", "csv"))))
    (cut,) = (row for row in rows if row["key"] == "cut_depth")
    assert (cut["nz-1998"], cut["nz-1998 kind"], cut["nz-1998 clause"]) == ("20 or more", "bounds", "7.3")
    assert (cut["act-2015"], cut["act-2015 clause"]) == ("12 or more", "5.3")
    (pair,) = (row for row in rows if row["key"] == "player_pair")
    assert (pair["nz-1998"], pair["nz-1998 clause"]) == ("", "")
    text = output("rules", "compare", "nz-1998", "act-2015", "--format", "markdown")
    assert "### Cards\n\n|  | nz-1998 | act-2015 |\n| :-- | :-- | :-- |\n| Decks of 52 | 8 (3.4) | 8 (2.1) |\n" in text
    assert len(text.split("### ")) > 5


SHEET = Sheet(title="A", columns=("Name", "one", "two"), rows=(("x", "1", "22"), ("", "3", "")))


def test_a_sheet_folds_where_it_does_not_fit_and_leaves_out_what_says_nothing() -> None:
    assert str(SHEET) == "A\nName  one  two\nx       1   22\n        3"
    assert SHEET.lines(14) == ["Name  one  two", "x       1   22", "        3"]
    assert SHEET.lines(13) == ["Name  one", "x       1", "        3", "", "Name  two", "x      22"]


def test_a_sheet_as_markdown_html_and_csv() -> None:
    risky = Sheet(title="<A>", columns=("Name", "a|b"), rows=(("x, y", "<1>"),))
    assert risky.markdown() == ["### <A>", "", r"| Name | a\|b |", "| :-- | --: |", "| x, y | <1> |"]
    assert "<caption>&lt;A&gt;</caption>" in risky.html()
    assert "<td>&lt;1&gt;</td>" in risky.html()
    assert risky.csv() == 'Name,a|b\n"x, y",<1>\n'


def test_prose_is_wrapped_in_its_column() -> None:
    prose = Sheet(title="A", columns=("Rule", "Text"), rows=(("Tie", "eight to one for all"),), numbers=False)
    assert prose.lines(16) == ["Rule  Text", "Tie   eight to", "      one for", "      all"]


@pytest.mark.parametrize(("typed", "wager"), [("b=10", "banker"), ("T=10", "tie"), ("player=10", "player")])
def test_short_names_in_a_coup(typed: str, wager: str) -> None:
    assert f"{wager.title()} $10 " in output("coup", "act-2015", "4c 9d Kh 7c 3s", "--bet", typed)


def test_short_names_in_odds_and_simulations() -> None:
    assert output("odds", "house-midi", "--wager", "pd") == output("odds", "house-midi", "--wager", "player_dragon")
    named = output("simulate", "--shoes", "20", "--system", "flat", "--on", "p", "--format", "csv").split(",")
    whole = output("simulate", "--shoes", "20", "--system", "flat", "--on", "player", "--format", "csv").split(",")
    assert named[:-10] == whole[:-10]
