"""docs/table.md against the code: every command and event is on the page as it is, and nothing else."""

import itertools
import json
import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from puntobanco.record.script import print_command, read_command
from puntobanco.table import Role
from puntobanco.table.commands import COMMANDS, ROLES
from puntobanco.table.events import EVENTS
from tests.cli.test_cli import output

PAGE = (Path(__file__).parents[2] / "docs/table.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^#### `(?P<name>\w+)`\n(?P<text>.*?)(?=^#)", re.DOTALL | re.MULTILINE)
SECTIONS = {match["name"]: match["text"] for match in SECTION.finditer(PAGE)}
FIELD = re.compile(r"^- `(?P<name>\w+)`(?P<optional> \(optional\))?: \S", re.MULTILINE)
EXAMPLE = re.compile(r"^```json\n(?P<line>.*)\n```$", re.MULTILINE)
by_command = pytest.mark.parametrize("name", COMMANDS)


def rows_under(head: str) -> list[list[str]]:
    """The rows of the table with this head."""
    lines = PAGE.partition(f"{head}\n|---|---|\n")[2].splitlines()
    rows = itertools.takewhile(lambda line: line.startswith("| "), lines)
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def test_page_lists_every_command_in_the_order_of_the_code() -> None:
    assert list(SECTIONS) == list(COMMANDS)


@by_command
def test_command_names_the_roles_that_may_give_it(name: str) -> None:
    who = SECTIONS[name].strip().removeprefix("By ").partition(".")[0]
    assert {Role(role) for role in who.split(", ")} == ROLES[COMMANDS[name]]


@by_command
def test_command_lists_its_fields_and_which_may_be_left_out(name: str) -> None:
    declared = {field.name: field.default is not MISSING for field in fields(COMMANDS[name])}
    del declared["actor"]
    assert {match["name"]: bool(match["optional"]) for match in FIELD.finditer(SECTIONS[name])} == declared


@by_command
def test_command_has_one_example_that_is_read_and_written_again(name: str) -> None:
    (line,) = (json.loads(match["line"]) for match in EXAMPLE.finditer(SECTIONS[name]))
    command = read_command(line)
    assert type(command) is COMMANDS[name]
    assert command.actor.role in ROLES[COMMANDS[name]]
    assert print_command(command) == line


def test_page_lists_every_event_with_its_version_and_a_meaning() -> None:
    rows = rows_under("| event | what happened |")
    assert [row[0].strip("`") for row in rows] == list(EVENTS)
    assert all(len(row) == 2 and row[1] for row in rows)


def test_page_lists_every_field_of_a_view() -> None:
    listed = {
        field for row in rows_under("| field of the view | content |") for field in re.findall(r"`(\w+)`", row[0])
    }
    script = Path(__file__).parents[2] / "examples/midi-commission.jsonl"
    shown: set[str] = set()
    for audience in ("patron:Vince", "dealer", "supervisor", "auditor"):
        last = output("table", "run", str(script), "--view", audience).splitlines()[-1]
        shown |= json.loads(last)["view"].keys()
    assert listed == shown
