"""docs/table.md against the code: every field of a view is on the page."""

import itertools
import json
import re
from pathlib import Path

from tests.cli.test_cli import output

PAGE = (Path(__file__).parents[2] / "docs/table.md").read_text(encoding="utf-8")


def rows_under(head: str) -> list[list[str]]:
    """The rows of the table with this head."""
    lines = PAGE.partition(f"{head}\n|---|---|\n")[2].splitlines()
    rows = itertools.takewhile(lambda line: line.startswith("| "), lines)
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def test_page_lists_every_field_of_a_view() -> None:
    listed = {
        field for row in rows_under("| field of the view | content |") for field in re.findall(r"`(\w+)`", row[0])
    }
    script = Path(__file__).parents[2] / "examples/midi-commission.jsonl"
    in_turn = Path(__file__).parents[1] / "record/kept_logs/logs/act-2015-in-turn.jsonl"
    shown: set[str] = set()
    for audience in ("patron:Vince", "dealer", "supervisor", "auditor"):
        last = output("table", "run", str(script), "--view", audience).splitlines()[-1]
        shown |= json.loads(last)["view"].keys()
    last = output("table", "replay", str(in_turn), "--view", "dealer").splitlines()[-1]
    shown |= json.loads(last)["view"].keys()
    assert listed == shown
