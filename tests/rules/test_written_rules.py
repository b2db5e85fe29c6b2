"""The rules of a table as a record writes them: exact round trips, strict reading, a digest anybody can compute."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any, get_origin

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import inspect

from puntobanco.errors import Refused
from puntobanco.rulebooks import BOOKS, table_rules
from puntobanco.rulebooks.facts import Facts
from puntobanco.rulebooks.resolution import resolve
from puntobanco.rulebooks.table_rules import PARAMETERS, Ruled, TableRules
from puntobanco.rulebooks.with_changes import amended
from puntobanco.values.cards import Card
from puntobanco.values.money import ChipSet, Odds, Rate
from puntobanco.values.replace import changed
from tests.marks import ALL_BOOKS
from tests.rules.houses import houses

READ = msgspec.json.Decoder(TableRules)


@st.composite
def tables(draw: st.DrawFn) -> TableRules:
    """A table of any book in any house."""
    book = draw(st.sampled_from(list(BOOKS.values())))
    house = draw(houses(book))
    try:
        return resolve(book, house)
    except Refused:  # choices that are each allowed but make no table together
        assume(False)
        raise


def digest_by_the_standard_library(written: bytes) -> str:
    members = json.loads(written)
    del members["digest"]
    text = json.dumps(members, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


@given(tables())
def test_rules_are_read_as_they_were_written_and_written_as_they_were_read(rules: TableRules) -> None:
    written = msgspec.json.encode(rules)
    read = READ.decode(written)
    assert read == rules
    assert msgspec.json.encode(read) == written


@given(tables())
def test_the_digest_is_computed_with_the_standard_library_alone(rules: TableRules) -> None:
    assert digest_by_the_standard_library(msgspec.json.encode(rules)) == rules.digest


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_rules_begin_with_their_name_and_version_and_what_they_come_from(book: str) -> None:
    written = json.loads(msgspec.json.encode(table_rules(book)))
    assert list(written)[:6] == ["is", "book", "edition", "digest", "wagers", "conditions"]
    assert (written["is"], written["book"], written["edition"]) == ("table_rules.1", book, 1)
    assert list(written)[6:] == list(PARAMETERS)
    assert written["conditions"] is None


def test_values_are_written_in_few_plain_words() -> None:
    written = json.loads(msgspec.json.encode(table_rules("act-2015")))
    assert written["decks"] == {"value": 8, "clause": "2.1"}
    assert written["commission"] == {"value": {"is": "rate", "numerator": 1, "denominator": 20}, "clause": "8.8"}
    assert written["tie_odds"]["value"] == {"is": "odds", "win": 8, "stake": 1}
    assert written["chips"]["value"] == {"denominations": [100, 500, 2500, 10000, 50000]}
    assert written["naturals"]["value"] == [8, 9]
    assert written["player_draws"]["value"] == {"totals": [0, 1, 2, 3, 4, 5]}
    assert written["rounding"]["value"] == "to_patron"
    assert written["deal_order"]["value"] == ["player", "banker", "player", "banker"]
    assert written["wagers"][1] == {
        "id": "banker",
        "name": "Banker",
        "lines": [
            {"when": {"is": "wins", "hand": "banker"}, "pays": {"is": "odds", "win": 1, "stake": 1}, "clause": "8.8"},
            {"when": {"is": "tie"}, "pays": {"is": "stand_off"}, "clause": "8.4"},
        ],
        "loses": "8.4",
        "commission": {
            "is": "commission_when_paid",
            "rate": {"is": "rate", "numerator": 1, "denominator": 20},
            "clause": "8.8",
        },
        "settles": "end",
        "limits": "table",
        "allowed_by": None,
    }
    assert written["offered"] == {"value": ["banker_pair", "player_pair"], "clause": "4.3"}
    assert [wager["allowed_by"] for wager in written["wagers"]] == [None, None, None, "8.2", "8.2"]


def written_act() -> dict[str, Any]:
    members: dict[str, Any] = json.loads(msgspec.json.encode(table_rules("act-2015", tie_odds="8:1")))
    return members


def sealed_again(members: dict[str, Any]) -> bytes:
    """With the digest that would be right, so that only the change itself can be at fault."""
    return json.dumps({**members, "digest": digest_by_the_standard_library(json.dumps(members).encode())}).encode()


def test_the_members_are_read_in_any_order() -> None:
    members = dict(reversed(written_act().items()))
    assert READ.decode(sealed_again(members)) == table_rules("act-2015")


@pytest.mark.parametrize("key", ["is", *TableRules.__struct_fields__])
def test_a_member_of_another_type_is_not_read(key: str) -> None:
    members = {**written_act(), key: 1.5}
    text = json.dumps(members).encode() if key == "digest" else sealed_again(members)
    with pytest.raises(msgspec.ValidationError, match=rf"Expected `.*` - at `\$\.{key}`"):
        READ.decode(text)


@pytest.mark.parametrize("key", TableRules.__struct_fields__)
def test_a_missing_member_is_not_filled_in(key: str) -> None:
    members = {name: value for name, value in written_act().items() if name != key}
    text = json.dumps(members).encode() if key == "digest" else sealed_again(members)
    with pytest.raises(msgspec.ValidationError, match=f"missing required field `{key}`"):
        READ.decode(text)


def _in(members: dict[str, Any], path: tuple[str | int, ...]) -> Any:
    found: Any = members
    for step in path:
        found = found[step]
    return found


OBJECTS: tuple[tuple[str | int, ...], ...] = (
    (),
    ("decks",),
    ("chips", "value"),
    ("tie_odds", "value"),
    ("commission", "value"),
    ("dealing", "value"),
    ("card_values", "value"),
    ("player_draws", "value"),
    ("banker_draws_after_card", "value"),
    ("wagers", 0),
    ("wagers", 0, "lines", 0),
    ("wagers", 0, "lines", 0, "when"),
    ("wagers", 0, "lines", 1, "pays"),
    ("wagers", 0, "commission"),
    ("wagers", 1, "commission"),
)


@pytest.mark.parametrize("path", OBJECTS)
def test_an_unknown_member_is_not_passed_over(path: tuple[str | int, ...]) -> None:
    members = written_act()
    _in(members, path)["added"] = 1
    with pytest.raises(msgspec.ValidationError, match="unknown field `added`"):
        READ.decode(sealed_again(members))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("is",), "table_rules.2"),
        (("decks", "value"), "8"),
        (("decks", "value"), True),
        (("decks", "value"), None),
        (("decks", "value"), 8.0),
        (("third_cards_up", "value"), 1),
        (("pairs", "value"), "imperfect"),
        (("rounding", "value"), "to the patron"),
        (("naturals", "value"), [9, 8]),
        (("naturals", "value"), [8, 8]),
        (("naturals", "value"), [8, 10]),
        (("player_draws", "value", "totals"), [1, 0]),
        (("player_draws", "value", "totals"), [-1]),
        (("dealing", "value", "face_up"), [True, True, True]),
        (("card_values", "value", "points"), [10] * 13),
        (("banker_draws_after_card", "value", "rows"), [[True] * 10] * 7),
        (("chips", "value", "denominations"), []),
        (("chips", "value", "denominations"), [500, 100]),
        (("tie_odds", "value", "stake"), 0),
        (("tie_odds", "value", "is"), "rate"),
        (("commission", "value", "numerator"), -1),
        (("commission", "value", "numerator"), 21),
        (("commission", "value", "numerator"), 2),
        (("commission", "value", "denominator"), 0),
        (("commission", "value", "denominator"), 2**63),
        (("commission", "value"), "1/20"),
        (("wagers", 0, "lines", 0, "when", "is"), "eats"),
        (("wagers", 0, "lines", 0, "when", "hand"), "dealer"),
        (("wagers", 0, "settles"), "four_cards"),
        (("never_together", "value"), [["player"]]),
    ],
)
def test_a_value_that_cannot_be_is_not_read(path: tuple[str | int, ...], value: Any) -> None:
    members = written_act()
    _in(members, path[:-1])[path[-1]] = value
    with pytest.raises(msgspec.ValidationError):
        READ.decode(sealed_again(members))


def test_rules_with_another_digest_than_their_own_cannot_be_read_or_built() -> None:
    rules = table_rules("act-2015")
    other = table_rules("act-2015", cut_depth=13).digest
    with pytest.raises(msgspec.ValidationError, match="is not the digest of these act-2015 rules"):
        READ.decode(msgspec.json.encode(rules).replace(rules.digest.encode(), other.encode()))
    with pytest.raises(ValueError, match="is not the digest of these act-2015 rules"):
        changed(rules, digest=other)
    with pytest.raises(ValueError, match="is not the digest of these act-2015 rules"):
        changed(rules, cut_depth=Ruled(value=13, clause=rules.cut_depth.clause))


def test_amended_rules_have_the_digest_that_is_theirs() -> None:
    rules = table_rules("act-2015")
    deeper = amended(rules, cut_depth=Ruled(value=13, clause=rules.cut_depth.clause))
    assert deeper == table_rules("act-2015", cut_depth=13)
    assert amended(deeper, cut_depth=rules.cut_depth) == rules


def test_a_clause_is_part_of_the_digest() -> None:
    rules = table_rules("act-2015")
    assert amended(rules, decks=Ruled(value=8, clause="2.2")).digest != rules.digest


def test_what_is_kept_by_digest_is_that_of_the_rules_asked() -> None:
    plain, canberra = table_rules("act-2015"), table_rules("act-2015", pairs="canberra")
    for _ in range(2):
        assert [str(rules.wager("player_pair").lines[0].pays) for rules in (plain, canberra)] == ["25 to 1", "11 to 1"]
    standing = amended(plain, player_draws=Ruled(value=changed(plain.player_draws.value, totals=()), clause="ours"))
    assert [rules.tableau.player.totals for rules in (plain, standing)] == [(0, 1, 2, 3, 4, 5), ()]


def test_changes_of_a_copy_are_checked_by_the_type_checker() -> None:
    """Each line below is an error to mypy, or the comment on it would be one."""
    rules, odds = table_rules("act-2015"), Odds.of(8, 1)
    with pytest.raises(TypeError):
        changed(odds, wins=9)  # type: ignore[call-arg]  # the mistake that is meant
    with pytest.raises(TypeError):
        changed(odds, win="9")  # type: ignore[arg-type]  # the mistake that is meant
    with pytest.raises(TypeError):
        amended(rules, deck=rules.decks)  # type: ignore[call-arg]  # the mistake that is meant
    assert amended(rules, decks=rules.chips) != rules  # type: ignore[arg-type]  # the mistake that is meant


LEAVES = (inspect.IntType, inspect.StrType, inspect.BoolType, inspect.NoneType, inspect.EnumType)


def reached(found: inspect.Type, seen: set[type]) -> Iterator[inspect.Type]:
    """Every type that a value of this one can hold, each Struct once."""
    yield found
    match found:
        case inspect.StructType(cls=cls, fields=fields) if cls not in seen:
            seen.add(cls)
            inner: tuple[inspect.Type, ...] = tuple(field.type for field in fields)
        case inspect.UnionType(types=inner) | inspect.TupleType(item_types=inner):
            pass
        case inspect.VarTupleType(item_type=item):
            inner = (item,)
        case _:
            inner = ()
    for one in inner:
        yield from reached(one, seen)


@pytest.mark.parametrize("written", [TableRules, Facts, Card])
def test_all_that_is_written_is_a_struct_a_word_a_number_or_a_row_of_them(written: Any) -> None:
    for found in reached(inspect.type_info(written), set()):
        match found:
            case inspect.StructType(cls=declared):
                cls: Any = get_origin(declared) or declared
                config = cls.__struct_config__
                assert (config.frozen, config.forbid_unknown_fields, config.array_like) == (True, True, False), cls
                assert not cls.__match_args__, f"{cls} takes positional arguments"
                assert config.tag_field in (None, "is"), cls
            case inspect.EnumType(cls=words):
                assert {type(word.value) for word in words} in ({str}, {int}), words
            case inspect.UnionType() | inspect.TupleType() | inspect.VarTupleType():
                pass
            case _:
                assert isinstance(found, LEAVES), found


def test_rates_are_in_lowest_terms_and_ordered() -> None:
    assert Rate.of(5, 100) == Rate(numerator=1, denominator=20)
    assert Rate.of(0, 7) == Rate(numerator=0, denominator=1)
    assert Rate.of(1, 20) < Rate.of(51, 1000) < Rate.of(1, 1)
    assert not Rate.of(1, 20) < Rate.of(5, 100)
    assert str(Rate.of(5, 100)) == "1/20"
    for numerator, denominator in ((5, 100), (0, 2), (2, 1), (-1, 20), (1, -20), (1, 0)):
        with pytest.raises(ValueError, match="is no rate"):
            Rate(numerator=numerator, denominator=denominator)


def test_chips_of_equal_denominations_are_one_set() -> None:
    assert ChipSet.of([500, 100, 100]) == ChipSet(denominations=(100, 500))
