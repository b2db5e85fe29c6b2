"""What a record can reach: frozen Structs, closed words, tuples, bounded numbers, text, yes or no, and none."""

from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Any, get_args, get_origin

import msgspec
import msgspec.inspect
import pytest
from msgspec import Meta, Struct
from msgspec.inspect import (
    BoolType,
    EnumType,
    IntType,
    NoneType,
    StrType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
)

from puntobanco.cage.stream_type import AccountRecord
from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.stream_type import FairShoeRecord
from puntobanco.rulebooks.table_rules import rules_digest
from puntobanco.table.events.wagers import Laid
from puntobanco.table.ledger import TableAccount
from puntobanco.table.model import SettledWager
from puntobanco.table.stream_type import TABLES, TableRecord
from tests.record.kept import kept_lines

BROWSERS_HOLD = 2**53 - 1


SHORT = frozenset({*get_args(TableAccount), SettledWager, Laid})
"""What stands many times in a record is written as a list, in the order of the declaration."""


def problems(kind: Any) -> list[str]:
    """What a type can reach that a record must not hold."""
    return list(_problems_of(msgspec.inspect.type_info(kind), kind.__name__, set()))


def _problems_of(found: Type, path: str, seen: set[type]) -> Iterator[str]:
    match found:
        case StrType() | BoolType() | NoneType() | EnumType():
            return
        case IntType(ge=low, le=high):
            if low is None or high is None or low < -BROWSERS_HOLD or high > BROWSERS_HOLD:
                yield f"{path}: a number without bounds"
        case TupleType(item_types=inner) | UnionType(types=inner):
            for one in inner:
                yield from _problems_of(one, path, seen)
        case VarTupleType(item_type=one):
            yield from _problems_of(one, path, seen)
        case StructType(cls=kind) if kind not in seen:
            seen.add(kind)
            yield from _problems_of_struct(found, kind.__name__, seen)
        case StructType():
            return
        case _:
            yield f"{path}: {type(found).__name__}"


def _problems_of_struct(found: StructType, path: str, seen: set[type]) -> Iterator[str]:
    declared = get_origin(found.cls) or found.cls
    if not declared.__struct_config__.frozen:
        yield f"{path}: not frozen"
    if not found.forbid_unknown_fields:
        yield f"{path}: unknown fields"
    if declared.__match_args__ or (found.array_like and declared not in SHORT):
        yield f"{path}: members by place"
    for field in found.fields:
        yield from _problems_of(field.type, f"{path}.{field.name}", seen)


def test_a_record_reaches_nothing_that_another_program_could_read_otherwise() -> None:
    assert problems(TableRecord) == []
    assert problems(AccountRecord) == []


def test_nor_does_a_record_of_fair_shoes() -> None:
    assert problems(FairShoeRecord) == []


def test_the_walk_reaches_rules_money_and_cards() -> None:
    seen: set[type] = set()
    list(_problems_of(msgspec.inspect.type_info(TableRecord), "Record", seen))
    names = {kind.__name__ for kind in seen}
    assert {"TableRules", "Wager", "AllOf", "Rate", "Odds", "Entry", "Box", "TableCard", "Facts", "SlipStake"} <= names
    assert len(seen) > 150


# The walk finds what it is there for


class Suit(Enum):
    HEARTS = "H"


class Inner(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    weight: float


class WithFloat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    suit: Suit
    inner: tuple[Inner, ...]


class WithSet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    names: frozenset[str]


class WithAny(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pair: tuple[int, Any] | None


class WithMapping(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    by_name: dict[str, str]


class Lenient(Struct, frozen=True, kw_only=True):
    name: str


class Changeable(Struct, kw_only=True, forbid_unknown_fields=True):
    name: str


class ByName(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str


class ByPlace(ByName, frozen=True, forbid_unknown_fields=True):
    seat: str


class Unbounded(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    amount: int
    number: Annotated[int, Meta(ge=0, le=2**53)]
    seat: Annotated[int, Meta(ge=1, le=9)]


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        (WithFloat, ["Inner.weight: FloatType"]),
        (WithSet, ["WithSet.names: FrozenSetType"]),
        (WithAny, ["WithAny.pair: a number without bounds", "WithAny.pair: AnyType"]),
        (WithMapping, ["WithMapping.by_name: DictType"]),
        (Lenient, ["Lenient: unknown fields"]),
        (Changeable, ["Changeable: not frozen"]),
        (ByPlace, ["ByPlace: members by place"]),
        (Unbounded, ["Unbounded.amount: a number without bounds", "Unbounded.number: a number without bounds"]),
    ],
)
def test_the_walk_finds_what_a_record_must_not_hold(kind: type[Struct], found: list[str]) -> None:
    assert problems(kind) == found


# Numbers


def numbers_in(value: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Where whole numbers stand: a path that is alike for alike places, what holds the number, and where in it."""
    match value:
        case dict():
            path = f"{path}/{next((value[tag] for tag in ('event', 'do', 'is', 'account') if tag in value), '')}"
            members = [(f"{path}.{key}", key, one) for key, one in value.items()]
        case list():
            members = [(path, place, one) for place, one in enumerate(value)]
        case _:
            members = []
    for there, key, one in members:
        if isinstance(one, int) and not isinstance(one, bool):
            yield there, value, key
        yield from numbers_in(one, there)


def with_honest_digests(value: Any) -> Any:
    """The data with the digest of its rules computed anew, so that nothing but the number is wrong."""
    match value:
        case dict():
            inner = {key: with_honest_digests(one) for key, one in value.items()}
            return {**inner, "digest": rules_digest(inner)} if inner.get("is") == "table_rules.1" else inner
        case list():
            return [with_honest_digests(one) for one in value]
        case _:
            return value


def test_a_number_that_a_browser_cannot_hold_is_unreadable_wherever_it_stands() -> None:
    tried: set[str] = set()
    for line in kept_lines():
        data = msgspec.json.decode(line)
        for path, holder, key in list(numbers_in(data, "")):
            if path in tried:
                continue
            tried.add(path)
            for number in (BROWSERS_HOLD + 1, -BROWSERS_HOLD - 1):
                before, holder[key] = holder[key], number
                with pytest.raises(Unreadable):
                    TABLES.format.read(msgspec.json.encode(with_honest_digests(data)), at=path)
                holder[key] = before
    assert len(tried) > 150


def test_the_largest_amount_is_readable() -> None:
    line = next(line for line in kept_lines() if b'"do":"buy_in.1"' in line)
    amount = msgspec.json.decode(line)["command"]["amount"]
    largest = line.replace(str(amount).encode(), str(BROWSERS_HOLD).encode())
    assert TABLES.format.write(TABLES.format.read(largest, at="line 1")) == largest
    with pytest.raises(Unreadable, match=r"<= 9007199254740991 - at `\$\.command\.amount`"):
        TABLES.format.read(line.replace(str(amount).encode(), str(BROWSERS_HOLD + 1).encode()), at="line 1")
