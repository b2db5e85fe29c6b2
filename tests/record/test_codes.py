"""Codes have one spelling, snake_case: those that records can hold, of findings, and of refusals."""

import ast
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.inspect import EnumType, LiteralType, StructType, type_info

import puntobanco
from puntobanco.audit.findings import Finding
from puntobanco.cage.stream_type import AccountRecord
from puntobanco.fair_shoes.published_events import Fault
from puntobanco.fair_shoes.shuffle_patterns import Suspicion
from puntobanco.fair_shoes.stream_type import FairShoeRecord
from puntobanco.house.stream_type import HouseRecord
from puntobanco.rulebooks import table_rules
from puntobanco.table.stream_type import TableRecord
from puntobanco.table.views.alarms import AlarmKind
from puntobanco.tournament.stream_type import TournamentRecord
from puntobanco.values.cards import Card

CODE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
VERSIONED = re.compile(rf"{CODE.pattern}(\.[0-9]+)?")
LETTER = re.compile(r"[A-Z]")
"""The name that a document gives to something, such as its method A."""
SOURCES = sorted(Path(puntobanco.__file__).parent.rglob("*.py"))


# Records and findings


def parts(found: Any, seen: set[Any]) -> Iterator[Any]:
    """A type and everything that it can hold."""
    if isinstance(found, StructType):
        if found.cls in seen:
            return
        seen.add(found.cls)
    yield found
    inner = [getattr(found, name, None) for name in ("type", "item_type", "key_type", "value_type")]
    for one in (*inner, *getattr(found, "types", ()), *getattr(found, "item_types", ())):
        if one is not None:
            yield from parts(one, seen)
    for field in found.fields if isinstance(found, StructType) else ():
        yield from parts(field.type, seen)


def spelt(found: Any) -> Iterator[str]:
    """The codes that a value of this type may be or have."""
    match found:
        case EnumType(cls=kind) if kind is not Card:  # a face has a notation of its own
            yield from (str(one.value) for one in kind)
        case LiteralType(values=values):
            yield from (str(one) for one in values)
        case StructType(fields=fields, tag=tag, array_like=array_like):
            yield from (field.encode_name for field in fields if not array_like)
            yield from (str(tag),) if tag is not None else ()
        case _:
            pass


KINDS: dict[str, Any] = {
    **{kind.__name__: kind for kind in (TableRecord, TournamentRecord, AccountRecord, FairShoeRecord, HouseRecord)},
    "Finding": Finding,
}


def codes(kind: Any) -> set[str]:
    return {code for part in parts(type_info(kind), set()) for code in spelt(part)}


@pytest.mark.parametrize("name", KINDS)
def test_whatever_a_record_or_a_finding_can_hold_is_written_in_snake_case(name: str) -> None:
    found = codes(KINDS[name])
    assert len(found) > 10
    assert {code for code in found if not VERSIONED.fullmatch(code) and not LETTER.fullmatch(code)} == set()


def test_records_of_every_room_are_looked_at() -> None:
    assert {"place.1", "wager_returned.1", "excess_card", "round_void", "stood_off"} <= codes(KINDS["TableRecord"])
    assert {"semi_final", "plan_tournament.1"} <= codes(KINDS["TournamentRecord"])


@pytest.mark.parametrize("kind", [Fault, Suspicion, AlarmKind])
def test_findings_about_shoes_and_alarms_are_written_in_snake_case(kind: type[Enum]) -> None:
    assert [one.value for one in kind if not CODE.fullmatch(one.value)] == []


def test_another_spelling_is_noticed() -> None:
    class Why(Enum):
        EXCESS = "excess card"
        VOID = "round-void"

    class Odd(msgspec.Struct, tag="odd.1", tag_field="event"):
        why: tuple[Why | None, ...]
        roundNumber: int  # noqa: N815

    found = {code for code in codes(Odd) if not VERSIONED.fullmatch(code)}
    assert found == {"excess card", "round-void", "roundNumber"}


def test_an_operator_may_type_a_hyphen_and_the_record_has_the_code() -> None:
    rules = table_rules("washington", on_too_few_cards="Round-Void-And-Reshuffle")
    assert rules.on_too_few_cards.value == "round_void_and_reshuffle"


# Refusals


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in SOURCES:
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def takes_code(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The functions and classes of a module that are given a code, and as which argument."""
    for node in ast.walk(tree):
        found: Any = node
        if isinstance(node, ast.ClassDef):
            found = next((one for one in node.body if getattr(one, "name", "") == "__init__"), None)
        if isinstance(found, ast.FunctionDef):
            names = [one.arg for one in found.args.args if one.arg not in ("self", "cls")]
            if "code" in names:
                yield (node.name if isinstance(node, ast.ClassDef) else found.name), names.index("code")


def literal(node: ast.expr | None) -> str | None:
    """A code as it is written, with what is filled in left out."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "x".join(str(part.value) if isinstance(part, ast.Constant) else "" for part in values) or None
        case _:
            return None


def given(tree: ast.Module, takers: dict[str, set[int]]) -> Iterator[str]:
    """The codes that calls give, and those that a reason for a refusal begins with."""
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)} - dict(takes_code(tree)).keys()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in takers.keys() - own:
                named = [one.value for one in node.keywords if one.arg == "code"]
                args = [node.args[place] for place in sorted(takers[name]) if place < len(node.args)]
                yield from [code for one in (*named, *args) if (code := literal(one)) is not None][:1]
            case ast.FunctionDef(returns=ast.expr() as returns) if "tuple[str, str, str]" in ast.unparse(returns):
                found = [one.value for one in ast.walk(node) if isinstance(one, ast.Return)]
                yield from (code for one in found if isinstance(one, ast.Tuple) and (code := literal(one.elts[0])))
            case _:
                pass


def test_refusals_have_codes_in_snake_case() -> None:
    modules = list(trees())
    takers: dict[str, set[int]] = {}
    for _, tree in modules:
        for name, place in takes_code(tree):
            takers.setdefault(name, set()).add(place)
    assert {"Refused", "refuse"} <= takers.keys()
    found = {code for _, tree in modules for code in given(tree, takers)}
    assert {"wagers_closed", "area_full", "no_place_to_give", "shoe_not_in_use", "virtual_shoe"} <= found
    assert len(found) > 250
    assert {code for code in found if not CODE.fullmatch(code.strip("_"))} == set()
