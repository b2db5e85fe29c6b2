"""Commands and events as JSON: names and versions, exact round trips, and a log that must decode for ever."""

import json
from pathlib import Path
from typing import Any

import pytest
from puntobanco.record.codec import decode, decode_command, decode_event, encode, encode_command, encode_event

from puntobanco.errors import Unreadable
from puntobanco.rules import table_rules
from puntobanco.rules.table_rules import TableRules
from puntobanco.table import Actor, Role, commands, fold
from puntobanco.table.events import EVENTS
from puntobanco.table.state import Phase
from tests.marks import ALL_BOOKS

KEPT_LOGS = sorted((Path(__file__).parent / "logs").glob("*.jsonl"))


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_the_rules_of_a_table_are_in_its_log_whole(book: str) -> None:
    rules = table_rules(book)
    assert decode(TableRules, json.loads(json.dumps(encode(rules)))) == rules


def records_of(kept: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("kept", KEPT_LOGS, ids=lambda kept: kept.stem)
def test_a_log_of_this_version_decodes_for_ever(kept: Path) -> None:
    records = records_of(kept)
    log = [decode_event(record) for record in records]
    assert [encode_event(event) for event in log] == records
    state = fold(log)
    assert state is not None
    assert state.phase is Phase.CLOSED
    assert sum(state.balances.values()) == 0


def test_the_kept_logs_have_every_event_of_this_version() -> None:
    kept = {f"{record['event']}.{record['version']}" for log in KEPT_LOGS for record in records_of(log)}
    assert kept == set(EVENTS)


def test_an_event_of_an_unknown_name_or_version_is_not_guessed() -> None:
    for data in ({"event": "wager_placed", "version": 99}, {"event": "wager_eaten", "version": 1}, {}):
        with pytest.raises(Unreadable, match="is known"):
            decode_event(data)


def test_a_command_round_trips_without_its_defaults() -> None:
    place = commands.Place(actor=Actor(person="ann", role=Role.PATRON), area="1", wager="tie", amount=500)
    written = {"do": "place", "person": "ann", "role": "patron", "area": "1", "wager": "tie", "amount": 500}
    assert encode_command(place) == written
    assert decode_command(written) == place


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"do": "juggle", "role": "dealer"}, "'juggle' is no command"),
        ({"role": "dealer"}, "None is no command"),
        ({"do": "shuffle", "role": "juggler"}, "'juggler' is not one of patron, dealer"),
        ({"do": "shuffle"}, "shuffle needs role (patron, dealer"),
        ({"do": "cut", "role": "supervisor"}, "cut needs at"),
        ({"do": "cut", "role": "supervisor", "at": "52"}, "'52' is no whole number"),
        ({"do": "cut", "role": "supervisor", "at": True}, "true is no whole number"),
        ({"do": "cut", "role": "supervisor", "at": 52, "deep": 1}, "cut has no field 'deep'"),
        ({"do": "draw", "role": "dealer", "card": "1X"}, "'1X' is not a card"),
        ({"do": "draw", "role": "dealer", "to": "floor"}, "'floor' is not one of player, banker, excess"),
        ({"do": "name_patrons", "role": "operator", "patrons": "ann"}, "'ann' is no list"),
    ],
)
def test_a_command_that_cannot_be_read_says_why(data: dict[str, object], message: str) -> None:
    with pytest.raises(Unreadable) as error:
        decode_command(data)
    assert message in str(error.value)
