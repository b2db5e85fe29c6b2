"""docs/tournament.md against the code: lines of a script, words of `play`, accounts and fields of a view."""

import re
from itertools import takewhile
from pathlib import Path

import pytest
from msgspec import Struct

from puntobanco.app.tournament_script import LINES, Until
from puntobanco.tournament.conditions_file import parse_conditions
from puntobanco.tournament.ledger import TournamentAccount
from puntobanco.tournament.views.visible_state import ResultsSheet, SeenPlayer, SheetLine, View
from tests.tournament.helpers import law

PAGE = (Path(__file__).parents[2] / "docs/tournament.md").read_text(encoding="utf-8")


def first_cells(head: str) -> list[str]:
    lines = PAGE.partition(f"{head}\n|---|---|\n")[2].splitlines()
    return [row.strip("|").split("|")[0].strip() for row in takewhile(lambda line: line.startswith("| "), lines)]


def words(cells: list[str]) -> list[str]:
    return [word for cell in cells for word in re.findall(r"`([\w/]+)`", cell)]


def test_page_lists_every_line_of_a_script() -> None:
    begins = [re.findall(r'\{"(\w+)"', cell)[0] for cell in first_cells("| line | what it does |")]
    assert begins[:2] == ["do", "do"]
    assert sorted(begins[2:]) == sorted(LINES)


def test_page_lists_every_word_of_play_in_its_order() -> None:
    assert words(first_cells("| `play` | until |")) == list(Until)


def test_page_lists_every_account_of_money() -> None:
    tags = [word.partition("/")[0] for word in words(first_cells("| account of money | what it holds |"))]
    assert tags == [kind.__struct_config__.tag for kind in TournamentAccount.__args__]


@pytest.mark.parametrize("kind", [View, SeenPlayer, ResultsSheet, SheetLine], ids=lambda kind: str(kind.__name__))
def test_page_names_every_field_of_a_view(kind: type[Struct]) -> None:
    table = PAGE.partition("| field of the view | content |")[2]
    of_the_sheet_s_head = {"title", "conditions", "players"}
    missing = {name for name in kind.__struct_fields__ if f"`{name}`" not in table} - of_the_sheet_s_head
    assert missing == set()


def test_the_conditions_document_on_the_page_is_read() -> None:
    (document,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert parse_conditions(document, law()).title == "Spring Cup"
