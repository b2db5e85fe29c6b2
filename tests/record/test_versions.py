"""Versions: a later program reads what an earlier one wrote; what nobody wrote is `Unreadable` with its position."""

import json
import re

import msgspec
import pytest
from msgspec import Struct

from puntobanco.errors import Unreadable
from puntobanco.rulebooks.table_rules import Ruled, TableRules, rules_digest
from puntobanco.streams.format import Data, RecordFormat, Upcast
from puntobanco.table.commands import COMMANDS
from puntobanco.table.events import EVENTS, TableOpened, WagerPlaced
from puntobanco.table.stream_type import TABLES, TableRecord
from tests.record.kept import NEWEST, lines_of
from tests.record.later import LATER, TableRules2, WagerPlaced2, later_format

LOG = lines_of(NEWEST / "logs/nz-1998.jsonl")


def first_with(event: str) -> bytes:
    """The first kept record that holds this event."""
    return next(line for line in LOG if f'"event":"{event}"'.encode() in line)


PLACED, OPENED = first_with("wager_placed.1"), first_with("table_opened.1")


def test_version_1_of_an_event_is_read_as_version_2() -> None:
    before = TABLES.format.read(PLACED, at="line 1").events[0]
    after = LATER.read(PLACED, at="line 1").events[0]
    assert isinstance(before, WagerPlaced)
    assert after == WagerPlaced2(
        clause=before.clause,
        patron="hana",
        box="1",
        wager="player",
        amount=20_000,
        spoken=False,
        table_limit=None,
    )


def test_version_1_of_the_rules_is_read_as_version_2_with_a_digest_of_its_own() -> None:
    before = TABLES.format.read(OPENED, at="line 1").events[0]
    (after,) = LATER.read(OPENED, at="line 1").events
    assert isinstance(before, TableOpened)
    assert isinstance(after.rules, TableRules2)
    assert after.rules.jackpot == Ruled(value=None, clause="ruling 99")
    assert after.rules.digest != before.rules.digest
    written = msgspec.to_builtins(after.rules)
    assert written.pop("jackpot") == {"value": None, "clause": "ruling 99"}
    assert {**written, "is": "table_rules.1", "digest": before.rules.digest} == msgspec.to_builtins(before.rules)


def test_what_is_written_in_version_2_is_read_without_an_upcast() -> None:
    for line in (PLACED, OPENED):
        record = LATER.read(line, at="line 1")
        assert later_format({}).read(LATER.write(record), at="line 1") == record


def test_without_its_upcast_version_1_is_unreadable() -> None:
    with pytest.raises(Unreadable, match=r"line 7 .*'wager_placed.1' - at `\$\.events\[0\]\.event`"):
        later_format({}).read(PLACED, at="line 7")


def test_upcasts_follow_each_other() -> None:
    doubled = Upcast(gone=("area",), new={"area": lambda old: old["area"] * 2})
    once_more = Upcast(gone=("area",), new={"area": lambda old: f"{old['area']}!"})

    class WagerPlaced3(WagerPlaced, tag="wager_placed.3", frozen=True, kw_only=True, forbid_unknown_fields=True):
        """The same members, twice in other words."""

    third: RecordFormat[WagerPlaced3] = RecordFormat(
        WagerPlaced3, {"wager_placed.1": doubled, "wager_placed.2": once_more}
    )
    event = TABLES.format.read(PLACED, at="line 1").events[0]
    assert third.read(msgspec.json.encode(event), at="line 1").area == "11!"


# Data of an old version is not trusted more than today's


def changed_bytes(line: bytes, old: str, new: str) -> bytes:
    assert line.count(old.encode()) >= 1
    return line.replace(old.encode(), new.encode(), 1)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"area":"1",', "", r"from wager_placed.1: LookupError\('a member is missing.* - at `\$\.events\[0\]`"),
        ('"area":"1"', '"area":1', "Expected `str`, got `int`"),
        ('"area":"1"', '"area":"1","colour":"red"', "unknown field `colour`"),
        ('"area":"1"', '"area":"1","box":"2"', "from wager_placed.1: LookupError"),
        ('"spoken":false', '"spoken":false,"table_limit":7', "from wager_placed.1: LookupError"),
        ('"record":"table_record.1",', "", "not written as records are"),
        ('"spoken":false', '"spoken":0', "Expected `bool`, got `int`"),
        ('"amount":20000', '"amount":9007199254740992', "<= 9007199254740991"),
    ],
)
def test_version_1_with_a_mistake_is_unreadable_through_its_upcast(old: str, new: str, said: str) -> None:
    where = PLACED.index(b'"event":"wager_placed.1"') if not old.startswith('"record"') else 0
    line = PLACED[:where] + changed_bytes(PLACED[where:], old, new)
    with pytest.raises(Unreadable, match=said) as error:
        LATER.read(line, at="line 7")
    assert str(error.value).startswith("line 7 ")


def test_rules_of_version_1_must_be_those_of_their_digest_before_they_are_brought_up() -> None:
    with pytest.raises(Unreadable, match="line 1 holds rules that are not those of their digest"):
        LATER.read(changed_bytes(OPENED, '"decks":{"value":8', '"decks":{"value":9'), at="line 1")
    with pytest.raises(Unreadable, match="line 1 holds rules that have no digest"):
        LATER.read(changed_bytes(OPENED, '"decks":{"value":8', '"decks":{"value":8.5'), at="line 1")


@pytest.mark.parametrize("failure", [KeyError("area"), TypeError("no text"), ValueError("no seat"), IndexError(3)])
def test_an_upcast_that_cannot_digest_what_it_gets_makes_the_record_unreadable_and_says_why(failure: Exception) -> None:
    def fails(_: Data) -> None:
        raise failure

    with pytest.raises(Unreadable, match=r"line 7 cannot be brought up from wager_placed.1: \w+Error") as error:
        later_format({"wager_placed.1": Upcast(new={"box": fails})}).read(PLACED, at="line 7")
    assert error.value.__cause__ is failure


def test_a_failure_of_another_sort_is_our_mistake_and_not_hidden() -> None:
    def fails(_: Data) -> None:
        raise AssertionError("never")

    with pytest.raises(AssertionError, match="never"):
        later_format({"wager_placed.1": Upcast(new={"box": fails})}).read(PLACED, at="line 7")


# Today's version


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("wager_placed.1", "wager_eaten.1", r"Invalid value 'wager_eaten.1' - at `\$\.events\[0\]\.event`"),
        ("wager_placed.1", "wager_placed.2", r"Invalid value 'wager_placed.2' - at `\$\.events\[0\]\.event`"),
        ('"do":"place.1"', '"do":"place.7"', r"Invalid value 'place.7' - at `\$\.command\.do`"),
        ("table_record.1", "table_record.2", r"Invalid value 'table_record.2' - at `\$\.record`"),
        ('"record":"table_record.1",', "", "not written as records are"),
        ('"event":"wager_placed.1",', "", r"missing required field `event` - at `\$\.events\[0\]`"),
        ('"spoken":false', '"spoken":false,"colour":"red"', r"unknown field `colour` - at `\$\.events\[0\]`"),
        (',"spoken":false', "", r"missing required field `spoken` - at `\$\.events\[0\]`"),
        ('"spoken":false', '"spoken":0', r"Expected `bool`, got `int` - at `\$\.events\[0\]\.spoken`"),
        ('"amount":20000', '"amount":"20000"', r"Expected `int`, got `str` - at `\$\.command\.amount`"),
        ('"amount":20000', '"amount":20000.0', r"Expected `int`, got `float` - at `\$\.command\.amount`"),
        ('"amount":20000', '"amount":20000,"amount":20000', "a member stands twice"),
        (',"patron":null', "", "is left out"),
        ('"area":"1","wager":"player"', '"wager":"player","area":"1"', "out of place"),
        ('"amount":20000', '"amount": 20000', "not written as records are"),
        ('"time":1', '"time":-1', "at `\\$.time`"),
        ("hana", "h\\u0061na", "not written as records are"),
    ],
)
def test_what_is_no_record_is_unreadable_and_says_where(old: str, new: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said) as error:
        TABLES.format.read(changed_bytes(PLACED, old, new), at="line 7")
    assert str(error.value).startswith("line 7 ")


def test_an_entry_that_does_not_sum_to_zero_is_unreadable() -> None:
    bought = first_with("bought_in.1")
    amount = re.search(rb"-\d+\]", bought)
    assert amount is not None
    body = bought.replace(amount[0], b"-1]")
    with pytest.raises(Unreadable, match=r"line 7 .* sums to zero, not to \d+ - at `\$\.events\[0\]\.entry`"):
        TABLES.format.read(body, at="line 7")


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b"null", b"\xff", b'{"record"', PLACED + PLACED, b"[" * 100_000])
def test_what_is_no_object_of_a_record_is_unreadable(body: bytes) -> None:
    with pytest.raises(Unreadable, match=r"^line 1 "):
        TABLES.format.read(body, at="line 1")


def test_rules_with_another_digest_are_unreadable() -> None:
    for old, new in (('"decks":{"value":8', '"decks":{"value":7'), ('"digest":"', '"digest":"0')):
        with pytest.raises(Unreadable, match=r"is not the digest of these nz-1998 rules - at `\$\.events\[0\]\.rules`"):
            TABLES.format.read(changed_bytes(OPENED, old, new), at="line 1")


def test_rules_whose_conditions_are_nested_too_deeply_are_unreadable() -> None:
    data = json.loads(OPENED)
    rules = data["events"][0]["rules"]
    for _ in range(150):
        rules["wagers"][0]["lines"][0]["when"] = {"is": "not", "condition": rules["wagers"][0]["lines"][0]["when"]}
    rules["digest"] = rules_digest(rules)
    body = msgspec.json.encode(data)
    assert TABLES.format.write(TABLES.format.read(body, at="line 1")) == body, "150 deep can still be read"
    for _ in range(600):
        rules["wagers"][0]["lines"][0]["when"] = {"is": "not", "condition": rules["wagers"][0]["lines"][0]["when"]}
    with pytest.raises(Unreadable, match="line 1 is nested too deeply"):
        TABLES.format.read(msgspec.json.encode(data), at="line 1")


def test_every_kind_with_a_written_name_has_a_version() -> None:
    kinds: list[type[Struct]] = [TableRecord, TableRules, *EVENTS.values(), *COMMANDS.values()]
    assert all(re.fullmatch(r"[a-z_]+\.[1-9]\d*", str(kind.__struct_config__.tag)) for kind in kinds)
