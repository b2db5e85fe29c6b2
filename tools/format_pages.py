"""Writes what the format is, from its declarations and the kept fixtures.

`docs/commands.md`, `docs/events.md`, `docs/fair-records.md` and `docs/house-records.md` are for people,
`docs/schema/*.json` for programs: `python -m tools.format_pages`.
"""

import ast
import inspect
import json
import re
import textwrap
import types
from collections.abc import Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from puntobanco.cage.commands import COMMANDS as CAGE_COMMANDS
from puntobanco.cage.events import EVENTS as CAGE_EVENTS
from puntobanco.cage.ledger import CageEntry
from puntobanco.cage.state import AccountEventBase as AtCage
from puntobanco.fair_shoes.commands import FAIR_COMMANDS
from puntobanco.fair_shoes.events import ACTS
from puntobanco.house.commands import COMMANDS as HOUSE_COMMANDS
from puntobanco.house.events import EVENTS as HOUSE_EVENTS
from puntobanco.house.proposals import Proposed
from puntobanco.log.script import print_command
from puntobanco.log.tournament_script import print_tournament_command
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.streams.actors import ACTING
from puntobanco.streams.event import Event
from puntobanco.table.commands import COMMANDS, TableCommand
from puntobanco.table.events import EVENTS, TableEvent
from puntobanco.table.ledger import TableEntry
from puntobanco.table.model import Secret
from puntobanco.table.state import OfStaff, Own, Public
from puntobanco.tournament.commands import COMMANDS as TOURNAMENT_COMMANDS
from puntobanco.tournament.events import EVENTS as TOURNAMENT_EVENTS
from puntobanco.tournament.events import TableDid
from puntobanco.tournament.ledger import TournamentEntry
from puntobanco.tournament.state import TournamentEventBase as AtTournament
from puntobanco.values.cards import Card
from puntobanco.values.money import Cents
from tools.format_schema import schemas
from tools.keep_logs import KEPT

ROOT = Path(__file__).parents[1]
FIXTURES = KEPT

COMMANDS_PAGE = """# Commands

What a person can ask of a table, and in which role. [The live table](table.md) says how a script is written and what
comes of it, [the format](format.md) how a record keeps a command, and [a schema](schema/commands.json) says it to
programs. Commands of [tournaments](tournament.md) and of [accounts](cage.md) follow at the end, with schemas of their
own ([tournaments](schema/tournament_commands.json), [accounts](schema/cage_commands.json)).

Every command has `do`, `role` and `person`; a patron must have a name, for staff the role stands in. Choices of a house
are listed with their values in [house rules](house-rules.md). Whole numbers and cents go up to 2^53 - 1.

This page is written by `python -m tools.format_pages`.
"""
EVENTS_PAGE = """# Events

What can happen at a table, by written name and version. Each example is an event as [a record](format.md) keeps it;
what `punto table` prints of it is in [the live table](table.md). [A schema](schema/events.json) says the same to
programs. Events of [tournaments](tournament.md) and of [accounts](cage.md) follow, with schemas of their own
([tournaments](schema/tournament_events.json), [accounts](schema/cage_events.json)).

Every event has `clause`, the clause behind it. Who sees an event is declared with it, and so is what of it not
everybody may know who sees the rest: the face of a card that does not lie face up is for auditors, how money was
booked for supervising staff, what is between a patron and the house for that patron and supervising staff.
Supervising staff are supervisor, operator and auditor.

This page is written by `python -m tools.format_pages`.
"""
FAIR_PAGE = """# Records of fair shoes

The stream `shoes/NAME` holds what the house did with the [fair shoes](fairness.md) of the table `NAME`: records as
[the format](format.md) has them, with `fair_shoe_record.1`. Their commands are below, their events are acts.
Schemas say the same to programs: [commands](schema/fair_commands.json), [acts](schema/fair_events.json),
[records](schema/fair_record.json).

Acts are for everybody, as [canonical lines](fairness.md#for-a-cryptographer) that are hashed; records name who promised
a seed and are for auditors. Neither holds a secret before its reveal. From the records of a table and the secret of the
shoe under way, its shoes are rebuilt after a crash: the same next card, the same seeds, the same times, and who
withheld seeds.

This page is written by `python -m tools.format_pages`.

## Commands
"""
HOUSE_PAGE = """# Records of the house's own stream

The stream `house` holds what concerns [the whole house](house.md): when it was started and with which program, how
its tables are run, [who may act where](roles.md), who came and went, what takes two people, and what gaming is
[switched off](house.md#switches) for. Its records are as [the format](format.md) has them, with `house_record.1`.
Schemas say the same to programs: [commands](schema/house_commands.json), [events](schema/house_events.json),
[records](schema/house_record.json).

This page is written by `python -m tools.format_pages`.

## Commands
"""
COMMAND_SECTIONS = {
    "open_table": "The life of the table",
    "buy_in": "Patrons",
    "place": "Wagers",
    "call_no_more_bets": "The round",
    "reconstruct": "Irregularities and rulings",
    "plan_tournament": "Tournaments: plan, approval and staff",
    "register": "Tournaments: entries",
    "add_words": "Tournaments: sessions and play",
    "award_places": "Tournaments: places, prizes, cancellation",
    "deposit": "Accounts",
}
EVENT_SECTIONS = {
    "table_opened.1": "The life of the table",
    "bought_in.1": "Patrons and their money",
    "wager_placed.1": "Wagers",
    "round_started.1": "The round",
    "irregularity_found.1": "Irregularities and rulings",
    "tournament_planned.1": "Tournaments: plan, approval and staff",
    "entry_registered.1": "Tournaments: entries",
    "draw_committed.1": "Tournaments: sessions and play",
    "places_awarded.1": "Tournaments: places, prizes, cancellation",
    "account_opened.1": "Accounts",
}
"""The first of each section."""
WHO_MAY_KNOW = {
    Secret.FACE: "secret unless it lies face up",
    Secret.BOOKS: "for supervising staff",
    Secret.MONEY: "for its patron and supervising staff",
}
CENTS = get_args(Cents)[1]
SHORT: dict[Any, str] = {
    str: "text",
    bool: "yes or no",
    int: "a whole number",
    Card: "a card",
    TableRules: "table rules",
    TableCommand: "a command of a table, in which the same person acts",
    TableEvent: "an event of a table",
    Proposed: "a command that takes two people, in which the same person acts",
}

ENTRIES: dict[Any, str] = {TableEntry: "entry", CageEntry: "cage entry", TournamentEntry: "money entry"}
"""The entries of each kind of stream, whose accounts differ."""


def pages() -> dict[str, str]:
    """Every file by its path in the project."""
    written = {f"docs/schema/{name}.json": schema for name, schema in schemas().items()}
    told = {"docs/commands.md": commands_page(), "docs/events.md": events_page(), "docs/fair-records.md": fair_page()}
    told["docs/house-records.md"] = house_page()
    return {**told, **written}


# Commands


def commands_page() -> str:
    parts = [COMMANDS_PAGE]
    for name, kind in (*COMMANDS.items(), *TOURNAMENT_COMMANDS.items(), *CAGE_COMMANDS.items()):
        if name in COMMAND_SECTIONS:
            parts.append(f"\n## {COMMAND_SECTIONS[name]}\n")
        parts.append(_command(name, kind))
    return "".join(parts)


def _command(name: str, kind: type[Any]) -> str:
    roles = ", ".join(role for role in ("patron", "dealer", "supervisor", "operator") if role in kind.roles)
    example = json.dumps(_typed(name, kind), ensure_ascii=False)
    listed = "".join(_command_fields(kind))
    return f"\n### `{name}`\n\n*By {roles}.* {told(kind)}\n{listed}\n```json\n{example}\n```\n"


def _typed(name: str, kind: type[Any]) -> dict[str, Any]:
    if name in COMMANDS:
        return print_command(_fixtures("commands", kind))
    if name in CAGE_COMMANDS:
        return print_command(_fixtures("cage_commands", kind))
    return print_tournament_command(_fixtures("tournament_commands", kind))


def _command_fields(kind: type[Struct]) -> Iterator[str]:
    hints, docs = get_type_hints(kind, include_extras=True), field_docs(kind)
    lines = [field for field in fields(kind) if field.name != "actor"]
    if lines:
        yield "\n"
    for field in lines:
        optional = "" if field.default is NODEFAULT else " (optional)"
        told_of_it = in_words(hints[field.name]).replace("(#", "(events.md#")
        yield f"- `{field.name}`{optional}: {_sentence(told_of_it, docs.get(field.name))}\n"


# Events


def events_page() -> str:
    parts = [EVENTS_PAGE]
    for name, kind in (*EVENTS.items(), *TOURNAMENT_EVENTS.items(), *CAGE_EVENTS.items()):
        if name in EVENT_SECTIONS:
            parts.append(f"\n## {EVENT_SECTIONS[name]}\n")
        parts.append(_event(name, kind))
    return "".join((*parts, "\n## Values\n\nWhat several events hold.\n", *map(_value, values())))


def _event(name: str, kind: type[Any]) -> str:
    sort = "events" if name in EVENTS else "cage_events" if name in CAGE_EVENTS else "tournament_events"
    example = _short_rules(msgspec.to_builtins(_fixtures(sort, kind)))
    listed = "".join(_event_fields(kind))
    shown = json.dumps(example, ensure_ascii=False, separators=(",", ":"))
    return f"\n### `{name}`\n\n{told(kind)} *{_who_sees(kind)}*\n{listed}\n```json\n{shown}\n```\n"


def _who_sees(kind: type[Any]) -> str:
    if kind is TableDid:
        return "Everybody sees of it what they would see at that table."
    if issubclass(kind, AtTournament):
        return "Everybody sees it."
    if issubclass(kind, Own | AtCage):
        return "Its patron and supervising staff see it."
    if issubclass(kind, OfStaff):
        return "Supervising staff see it."
    return "Everybody at the table sees it." if issubclass(kind, Public) else "Auditors see it."


def _event_fields(kind: type[Struct]) -> Iterator[str]:
    declared = get_origin(kind) or kind
    hints, docs = {**get_type_hints(declared, include_extras=True), **_filled_in(kind)}, field_docs(declared)
    lines = [name for name in hints if name != "clause" or not issubclass(declared, Event)]
    if lines:
        yield "\n"
    for name in lines:
        secret = "".join(f"; {WHO_MAY_KNOW[mark]}" for mark in _marks(hints[name]))
        yield f"- `{name}`: {_sentence(in_words(hints[name]) + secret, docs.get(name))}\n"


def _marks(hint: Any) -> Iterator[Secret]:
    if get_origin(hint) is Annotated:
        yield from (mark for mark in hint.__metadata__ if isinstance(mark, Secret))


def _value(kind: type[Struct]) -> str:
    return f"\n### {_name(kind).capitalize()}\n\n{told(kind)}\n{''.join(_event_fields(kind))}"


@cache
def values() -> tuple[type[Struct], ...]:
    """The types of values that events hold, rules apart: they have a page of their own."""
    found: dict[type[Struct], None] = {}
    for event in (*EVENTS.values(), *TOURNAMENT_EVENTS.values(), *CAGE_EVENTS.values()):
        for hint in get_type_hints(event).values():
            _collect(hint, found)
    return tuple(found)


def _collect(hint: Any, found: dict[type[Struct], None]) -> None:
    for inner in get_args(hint):
        _collect(inner, found)
    if _is_value(hint) and hint not in found:
        found[hint] = None
        for one in (_filled_in(hint) or get_type_hints(hint)).values():
            _collect(one, found)


def _filled_in(hint: Any) -> dict[str, Any]:
    """The fields of an entry, which is one of several kinds of accounts."""
    return {field.name: field.type for field in fields(hint)} if hint in ENTRIES else {}


def _is_value(hint: Any) -> bool:
    """A Struct that is no rules and, as one of several, no account."""
    if hint in ENTRIES:
        return True
    return isinstance(hint, type) and issubclass(hint, Struct) and hint is not TableRules and not _is_tagged(hint)


def _is_tagged(hint: type[Struct]) -> bool:
    return hint.__struct_config__.tag is not None


def _short_rules(value: Any) -> Any:
    """The data with the rules of a table cut short."""
    match value:
        case {"is": written, "book": book, "edition": edition, "digest": digest}:
            return {"is": written, "book": book, "edition": edition, "digest": digest, "...": "..."}
        case dict():
            return {name: _short_rules(one) for name, one in value.items()}
        case _:
            return value


# Fair shoes


def fair_page() -> str:
    parts = [FAIR_PAGE]
    for name, kind in FAIR_COMMANDS.items():
        roles = "anybody" if len(kind.roles) == len(ACTING) else ", ".join(sorted(kind.roles))
        parts.append(_as_kept(name, f"*By {roles}.* {told(kind)}", "fair_commands", kind))
    parts.append("\n## Acts\n")
    parts += [_as_kept(name, told(kind), "fair_events", kind) for name, kind in ACTS.items()]
    return "".join(parts)


def house_page() -> str:
    parts = [HOUSE_PAGE]
    for name, kind in HOUSE_COMMANDS.items():
        roles = ", ".join(sorted(kind.roles))
        parts.append(_as_kept(name, f"*By {roles}.* {told(kind)}", "house_commands", kind))
    parts.append("\n## Events\n")
    parts += [_as_kept(name, told(kind), "house_events", kind) for name, kind in HOUSE_EVENTS.items()]
    return "".join(parts)


def _as_kept(name: str, said: str, sort: str, kind: type[Any]) -> str:
    """A command, event or act with its members, but for the one that all have, and an example."""
    hints, docs = get_type_hints(kind, include_extras=True), field_docs(kind)
    members = [one for one in kind.__struct_fields__ if one not in ("actor", "previous")]
    listed = "".join(f"- `{one}`: {_sentence(in_words(hints[one]), docs.get(one))}\n" for one in members)
    shown = json.dumps(msgspec.to_builtins(_fixtures(sort, kind)), ensure_ascii=False, separators=(",", ":"))
    between = "\n" if listed else ""
    return f"\n### `{name}`\n\n{said}\n{between}{listed}\n```json\n{shown}\n```\n"


# All


@cache
def _kept(sort: str) -> tuple[bytes, ...]:
    return tuple((FIXTURES / f"{sort}.jsonl").read_bytes().splitlines())


def _fixtures(sort: str, kind: type[Any]) -> Any:
    """The kept example of a command or event."""
    tag = f'"{kind.__struct_config__.tag}"'.encode()
    line = next(line for line in _kept(sort) if line.split(b":", 1)[1].startswith(tag))
    return msgspec.json.decode(line, type=kind)


def told(kind: type) -> str:
    """What the declaration says of itself, in one paragraph."""
    return " ".join(inspect.cleandoc((get_origin(kind) or kind).__doc__ or "").split())


def field_docs(kind: type[Struct]) -> dict[str, str]:
    """What stands under the fields of a declaration."""
    (declared,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(declared, ast.ClassDef)
    found: dict[str, str] = {}
    for field, after in zip(declared.body, declared.body[1:], strict=False):
        match field, after:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = " ".join(text.split())
    return found


def _sentence(kind: str, told: str | None) -> str:
    """`cents. Left out, all of it`: the type, and what the declaration adds."""
    return kind if told is None else f"{kind}. {told.removesuffix('.')}"


def in_words(hint: Any) -> str:
    """A type as people say it."""
    if get_origin(hint) is Annotated and CENTS in hint.__metadata__:
        return "cents"
    if hint in (TableCommand, TableEvent, Proposed):
        return SHORT[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return in_words(inner[0])
    if origin in (Union, types.UnionType):
        return _one_of([one for one in inner if one is not type(None)], or_none=type(None) in inner)
    if origin is tuple:
        return _several(inner)
    return SHORT.get(hint) or _of_kind(hint)


def _one_of(kinds: list[Any], *, or_none: bool) -> str:
    if or_none:
        return f"{_one_of(kinds, or_none=False)}, or null"
    if len(kinds) == 1:
        return in_words(kinds[0])
    return f"an object whose `{kinds[0].__struct_config__.tag_field}` is {_listed(list(map(_tagged, kinds)))}"


def _tagged(kind: type[Struct]) -> str:
    """`box` with `area`, `wager` and `patron`."""
    members = [f"`{name}`" for name in kind.__struct_fields__]
    return f"`{kind.__struct_config__.tag}`" + (f" (with {', '.join(members)})" if members else "")


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _several(inner: tuple[Any, ...]) -> str:
    if inner[-1] is Ellipsis:
        return f"a list, each {in_words(inner[0])}"
    return f"a pair: {'; '.join(map(in_words, inner))}"


def _of_kind(hint: Any) -> str:
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _listed([f"`{member.value}`" for member in hint])
    if _is_value(hint) and hint in values():
        return f"[{_name(hint)}](#{_name(hint).replace(' ', '-')})"
    return f"an object of {', '.join(f'`{name}`' for name in hint.__struct_fields__)}"


def _name(kind: type) -> str:
    """`settled wager`."""
    if kind in ENTRIES:
        return ENTRIES[kind]
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.__name__).lower()


if __name__ == "__main__":
    for path, text in pages().items():
        (ROOT / path).parent.mkdir(exist_ok=True)
        (ROOT / path).write_text(text, encoding="utf-8")
