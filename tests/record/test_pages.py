"""The generated pages and schemas: fresh, and true of what is typed and stored."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from tools.format_pages import field_docs, pages

from puntobanco.cage.commands import COMMANDS as CAGE_COMMANDS
from puntobanco.cage.events import EVENTS as CAGE_EVENTS
from puntobanco.fair_shoes.commands import FAIR_COMMANDS
from puntobanco.fair_shoes.events import ACTS
from puntobanco.log.script import print_command, read_command, read_one_of
from puntobanco.log.tournament_script import print_tournament_command, read_tournament_command
from puntobanco.table import Role
from puntobanco.table.commands import COMMANDS
from puntobanco.table.events import EVENTS
from puntobanco.tournament.commands import COMMANDS as TOURNAMENT_COMMANDS
from puntobanco.tournament.events import EVENTS as TOURNAMENT_EVENTS
from tests.record.kept import NEWEST, kept_cage_lines, kept_fair_lines, kept_lines, kept_tournament_lines, lines_of
from tests.record.schema import problems

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SECTION = re.compile(r"^### `(?P<name>[\w.]+)`\n(?P<text>.*?)(?=^##|\Z)", re.DOTALL | re.MULTILINE)
EXAMPLE = re.compile(r"^```json\n(?P<line>.*)\n```$", re.MULTILINE)
PAGES = pages()
HOW_TO = "write the pages anew: python -m tools.format_pages"


@pytest.mark.parametrize("path", sorted(PAGES))
def test_page_is_fresh(path: str) -> None:
    assert (ROOT / path).read_text(encoding="utf-8") == PAGES[path], HOW_TO


def test_no_other_page_is_among_the_schemas() -> None:
    assert {f"docs/schema/{found.name}" for found in (DOCS / "schema").iterdir()} <= PAGES.keys()


def sections(page: str) -> dict[str, str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return {match["name"]: match["text"] for match in SECTION.finditer(text)}


def test_pages_have_every_command_and_event_in_the_order_of_the_code() -> None:
    assert list(sections("commands.md")) == [*COMMANDS, *TOURNAMENT_COMMANDS, *CAGE_COMMANDS]
    assert list(sections("events.md")) == [*EVENTS, *TOURNAMENT_EVENTS, *CAGE_EVENTS]
    assert not COMMANDS.keys() & TOURNAMENT_COMMANDS.keys()
    assert not EVENTS.keys() & TOURNAMENT_EVENTS.keys()
    assert not CAGE_COMMANDS.keys() & (COMMANDS.keys() | TOURNAMENT_COMMANDS.keys())
    assert not CAGE_EVENTS.keys() & (EVENTS.keys() | TOURNAMENT_EVENTS.keys())


OTHER_COMMANDS = [*TOURNAMENT_COMMANDS.values(), *CAGE_COMMANDS.values()]


def test_the_page_of_fair_shoes_has_every_command_and_act_with_its_kept_example() -> None:
    found = sections("fair-records.md")
    assert list(found) == [*FAIR_COMMANDS, *ACTS]
    kept = [*lines_of(NEWEST / "fair_commands.jsonl"), *lines_of(NEWEST / "fair_events.jsonl")]
    shown = [match["line"] for text in found.values() for match in EXAMPLE.finditer(text)]
    assert shown == [line.decode() for line in kept]


DECLARED = [
    *(*COMMANDS.values(), *EVENTS.values(), *OTHER_COMMANDS, *TOURNAMENT_EVENTS.values(), *CAGE_EVENTS.values()),
    *(*FAIR_COMMANDS.values(), *ACTS.values()),
]


@pytest.mark.parametrize("kind", DECLARED, ids=lambda kind: str(kind.__name__))
def test_every_declaration_says_in_its_first_line_what_it_is(kind: type) -> None:
    first = (kind.__dict__.get("__doc__") or "").partition("\n")[0]
    assert re.fullmatch(r"[A-Z].{5,}\.", first), f"{kind.__name__} needs a doc line in the words of the game"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_example_of_a_command_is_read_and_written_again(name: str) -> None:
    (line,) = (json.loads(match["line"]) for match in EXAMPLE.finditer(sections("commands.md")[name]))
    command = read_command(line)
    assert type(command) is COMMANDS[name]
    assert command.actor.role in COMMANDS[name].roles
    assert print_command(command) == line


@pytest.mark.parametrize("name", TOURNAMENT_COMMANDS)
def test_the_example_of_a_tournament_s_command_is_read_and_written_again(name: str) -> None:
    (line,) = (json.loads(match["line"]) for match in EXAMPLE.finditer(sections("commands.md")[name]))
    command = read_tournament_command(line)
    assert type(command) is TOURNAMENT_COMMANDS[name]
    assert command.actor.role in TOURNAMENT_COMMANDS[name].roles
    assert print_tournament_command(command) == line


@pytest.mark.parametrize("name", CAGE_COMMANDS)
def test_the_example_of_an_account_s_command_is_read_and_written_again(name: str) -> None:
    (line,) = (json.loads(match["line"]) for match in EXAMPLE.finditer(sections("commands.md")[name]))
    command = read_one_of(CAGE_COMMANDS, line)
    assert type(command) is CAGE_COMMANDS[name]
    assert command.actor.role in CAGE_COMMANDS[name].roles
    assert print_command(command) == line


@pytest.mark.parametrize("kind", [*COMMANDS.values(), *OTHER_COMMANDS], ids=lambda kind: kind.__name__)
def test_no_member_of_a_command_is_called_like_what_a_script_says_of_who_acts(kind: type[Struct]) -> None:
    assert not {"do", "person", "role"} & set(kind.__struct_fields__)


def test_a_command_s_section_names_roles_fields_and_what_may_be_left_out() -> None:
    text = sections("commands.md")["withdraw"]
    assert "*By patron, dealer.* Take a wager back, or a part of it. What is left must be a wager" in text
    assert "- `area`: text\n- `wager`: text\n- `amount` (optional): cents, or null. Left out, all of it\n" in text
    assert {Role.PATRON, Role.DEALER} == COMMANDS["withdraw"].roles


def test_an_event_s_section_says_who_sees_it_and_what_is_secret() -> None:
    text = sections("events.md")
    assert "*Its patron and supervising staff see it.*" in text["bought_in.1"]
    assert "- `entry`: [entry](#entry); for supervising staff\n" in text["bought_in.1"]
    assert "*Everybody at the table sees it.*" in text["card_dealt.1"]
    assert "- `card`: a card, or null; secret unless it lies face up\n" in text["card_dealt.1"]


def test_what_stands_under_a_field_is_found() -> None:
    assert field_docs(COMMANDS["cash_out"]) == {
        "patron": "For whom, when a dealer does it for a patron; a patron does it for nobody else."
    }


# Schemas


def test_every_kept_record_is_what_the_schemas_say() -> None:
    for line in kept_lines():
        assert problems(json.loads(line), "record.json") == []


def test_every_kept_record_of_an_account_is_what_the_schemas_say() -> None:
    for line in kept_cage_lines():
        assert problems(json.loads(line), "cage_record.json") == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"amount":50000', '"amount":"50000"'),
        ('"patron":"ann"', '"patron":5'),
        ('"day":{"number":20454,', '"day":{'),
        ('"event":"deposited.1"', '"event":"bought_in.1"'),
        ('"record":"account_record.1"', '"record":"table_record.1"'),
        ('"do":"deposit.1"', '"do":"buy_in.1"'),
    ],
)
def test_the_schemas_notice_what_is_no_record_of_an_account(old: str, new: str) -> None:
    (line,) = lines_of(NEWEST / "cage_record.jsonl")
    assert old.encode() in line
    assert problems(json.loads(line.replace(old.encode(), new.encode(), 1)), "cage_record.json") != []


def test_every_kept_record_of_fair_shoes_is_what_the_schemas_say() -> None:
    for line in kept_fair_lines():
        assert problems(json.loads(line), "fair_record.json") == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"seed":"', '"seed":"0'),
        ('"opened":"', '"opened":"F'),
        ('"act":"seed_opened.1"', '"act":"seed_opened.2"'),
        ('"record":"fair_shoe_record.1"', '"record":"table_record.1"'),
        ('"do":"open_seed.1"', '"do":"buy_in.1"'),
    ],
)
def test_the_schemas_notice_what_is_no_record_of_fair_shoes(old: str, new: str) -> None:
    (line,) = lines_of(NEWEST / "fair_record.jsonl")
    assert old.encode() in line
    assert problems(json.loads(line.replace(old.encode(), new.encode(), 1)), "fair_record.json") != []


def test_every_kept_record_of_a_tournament_is_what_the_schemas_say() -> None:
    for line in kept_tournament_lines():
        assert problems(json.loads(line), "tournament_record.json") == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"paid":10000', '"paid":"10000"'),
        ('"player":"Ann"', '"player":"Ann","colour":"red"'),
        ('"event":"entry_registered.1"', '"event":"bought_in.1"'),
        ('"record":"tournament_record.1"', '"record":"table_record.1"'),
        ('"do":"register.1"', '"do":"buy_in.1"'),
    ],
)
def test_the_schemas_notice_what_is_no_record_of_a_tournament(old: str, new: str) -> None:
    lines = [line for line in kept_tournament_lines() if b'"do":"register.1"' in line and old.encode() in line]
    assert lines
    for line in lines:
        assert problems(json.loads(line.replace(old.encode(), new.encode(), 1)), "tournament_record.json") != []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"amount":100000', '"amount":"100000"'),
        ('"amount":100000', '"amount":9007199254740992'),
        ('"amount":100000', '"amount":100000,"colour":"red"'),
        ('"event":"bought_in.1"', '"event":"bought_in.2"'),
        ('"record":"table_record.1",', ""),
        ('"stream":"cage"', '"stream":""'),
        ('"role":"patron"', '"role":"owner"'),
    ],
)
def test_the_schemas_notice_what_is_no_record(old: str, new: str) -> None:
    (line,) = lines_of(NEWEST / "record.jsonl")
    assert old.encode() in line
    damaged = json.loads(line.replace(old.encode(), new.encode(), 1))
    assert problems(damaged, "record.json") != []


ROOMS = ("", "tournament_", "cage_")
FIXTURES = [
    *((f"{of}{name}", tag) for of in ROOMS for name, tag in (("commands", "do"), ("events", "event"))),
    *(("fair_commands", "do"), ("fair_events", "act")),
]


@pytest.mark.parametrize(("name", "tag"), FIXTURES)
def test_a_schema_lets_no_member_of_a_fixture_be_left_out(name: str, tag: str) -> None:
    for line in lines_of(NEWEST / f"{name}.jsonl"):
        whole: dict[str, Any] = msgspec.json.decode(line)
        for member in whole:
            less = {key: value for key, value in whole.items() if key != member}
            assert problems(less, f"{name}.json"), (whole[tag], member)
