"""docs/cage.md against the code: commands with their roles, accounts, and which way money goes."""

import re
from itertools import takewhile
from pathlib import Path

from puntobanco.cage.commands import COMMANDS
from puntobanco.cage.events import EVENTS
from puntobanco.cage.ledger import CageAccount
from puntobanco.cage.state import Moves
from puntobanco.log.account_transfers import transfers
from puntobanco.streams.command import name_of
from puntobanco.streams.event import event_name
from puntobanco.streams.ledger import written
from tests.cage.helpers import CASHIER
from tests.record.kept import NEWEST, cage_records_of
from tests.record.test_transfers import EXAMPLES_OF_EVENTS

PAGE = (Path(__file__).parents[2] / "docs/cage.md").read_text(encoding="utf-8")


def rows(head: str) -> list[list[str]]:
    lines = PAGE.partition(f"{head}\n")[2].splitlines()[1:]
    return [row.strip("|").split("|") for row in takewhile(lambda line: line.startswith("| "), lines)]


def words(cell: str) -> list[str]:
    return re.findall(r"`([\w/]+)`", cell)


def test_page_lists_every_command_with_its_roles() -> None:
    found = {name: by.strip() for names, by, _ in rows("| command | by | what it does |") for name in words(names)}
    assert found.keys() == COMMANDS.keys()
    for name, by in found.items():
        kind = COMMANDS[name]
        assert by == ("nobody alone" if kind.only_beside else " or ".join(sorted(kind.roles))), name


def test_page_lists_every_account() -> None:
    found = [words(cell)[0].partition("/")[0] for cell, _ in rows("| account | what it holds |")]
    assert found == [kind.__struct_config__.tag for kind in CageAccount.__args__]


def test_page_says_which_way_money_goes() -> None:
    table = rows("| event | from | to |")
    told = {words(event)[0]: (words(source)[0], words(target)[0]) for event, source, target in table}
    records = cage_records_of(NEWEST / "accounts/ann.jsonl")
    happened = [event for record in records for event in record.events if isinstance(event, Moves)]
    found = {}
    for event in happened:
        (source, less), (target, more) = event.entry.postings
        assert less < 0 < more
        ways = [re.sub("^at/.*", "at/STREAM", written(one)) for one in (source, target)]
        found[event_name(event)] = tuple(ways)
    assert told == found
    assert told.keys() == {str(kind.__struct_config__.tag)[:-2] for kind in EVENTS.values() if issubclass(kind, Moves)}


def test_page_lists_what_goes_with_every_event_that_touches_the_cage() -> None:
    table = rows("| at the table or tournament | at the account |")
    told = {event: words(command) for events, command in table for event in words(events)}
    found = {}
    for event in EXAMPLES_OF_EVENTS:
        for _, command in transfers("table/1", [event], CASHIER):
            found[str(event.__struct_config__.tag).rpartition(".")[0]] = name_of(command)
    assert told.keys() == found.keys()
    assert all(command in told[event] for event, command in found.items())
    assert set(COMMANDS) >= {one for commands in told.values() for one in commands}
