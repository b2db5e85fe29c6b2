"""Commands, events and balances as people type and read them; how they are kept is the format's business."""

import types
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, UNSET, Struct
from msgspec.structs import FieldInfo, fields

from puntobanco.cage.state import Moves as CageMoves
from puntobanco.coup.shoe import CardCheck
from puntobanco.errors import TooLarge, Unreadable
from puntobanco.streams.actors import ACTING, Actor, Role
from puntobanco.streams.command import AnyCommand, Command, name_of
from puntobanco.streams.event import Event
from puntobanco.streams.ledger import Entry, written
from puntobanco.streams.normalise_names import clean_actor, clean_command
from puntobanco.table import events
from puntobanco.table.commands import COMMANDS, TableCommand
from puntobanco.table.ledger import TableAccount
from puntobanco.table.state import Moves
from puntobanco.table.views.visible_state import FACE_DOWN, SeenCard
from puntobanco.values.cards import Card
from puntobanco.values.money import LARGEST, Rate
from puntobanco.values.text import choose, did_you_mean, quoted

C = TypeVar("C", bound=AnyCommand)
S = TypeVar("S", bound=Struct)

# What is printed


def printed(value: Any) -> Any:
    """A value as JSON for people: cards, accounts, fractions and findings as they are written."""
    match value:
        case Card() | CardCheck():
            return str(value)
        case SeenCard(card=card):
            return FACE_DOWN if card is None else str(card)
        case Enum():
            return value.value
        case Rate():
            return f"{value.numerator}/{value.denominator}"
        case Entry():
            return {"postings": [[written(account), amount] for account, amount in value.postings]}
        case tuple():
            return [printed(one) for one in value]
        case Mapping():
            return {str(key): printed(one) for key, one in value.items()}
        case Command():
            return print_command(value)
        case Struct():
            return {**_tag(value), **printed_members(_set_members(value))}
        case _:
            return value


def _set_members(value: Struct) -> dict[str, Any]:
    """The members of a value; what a view does not show is not among them."""
    given = ((name, getattr(value, name)) for name in value.__struct_fields__)
    return {name: one for name, one in given if one is not UNSET}


def _tag(value: Struct) -> dict[str, Any]:
    config = value.__struct_config__
    return {"is": config.tag} if config.tag_field == "is" and "." not in str(config.tag) else {}


SHOWS_WHO = (
    events.PreparationDone,
    events.CardsChecked,
    events.CardsCut,
    events.ExclusionLifted,
    events.HandExposed,
    events.RoundVoided,
    events.WagerVoided,
    events.ErrorRecorded,
    events.PaymentRecorded,
    events.DisputeDecided,
    events.DisputeSettled,
    events.ReviewAsked,
)
"""Events that are printed with the person whose hand it was."""


def print_event(event: Event[Any], by: Actor, hidden: AbstractSet[str] = frozenset()) -> dict[str, Any]:
    """`{"event": "wager_placed", "version": 1, ...}`, without what its reader may not see."""
    name, _, version = str(event.__struct_config__.tag).rpartition(".")
    told = {**printed(event), **_in_other_words(event)}
    if isinstance(event, Moves | CageMoves):
        told["entry"] = printed(event.entry)
    if isinstance(event, SHOWS_WHO):
        told["by"] = printed(by)
    return {"event": name, "version": int(version), **_without(told, "", hidden)}


def _in_other_words(event: Event[Any]) -> dict[str, Any]:
    match event:
        case events.RoundEnded(facts=facts):
            totals = (None, None) if facts is None else (facts.player.total, facts.banker.total)
            return dict(zip(("player_total", "banker_total"), totals, strict=True))
        case events.PreparationDone(found=None):
            return {"found": ""}
        case events.HandExposed(cards=cards):
            return {"cards": [str(card.card) for card in cards]}
        case _:
            return {}


def _without(value: Any, path: str, hidden: AbstractSet[str]) -> Any:
    if not hidden:
        return value
    match value:
        case dict():
            shown = ((key, one) for key, one in value.items() if f"{path}{key}" not in hidden)
            return {key: _without(one, f"{path}{key}.", hidden) for key, one in shown}
        case list():
            return [_without(one, f"{path}{place}.", hidden) for place, one in enumerate(value)]
        case _:
            return value


def print_command(command: AnyCommand) -> dict[str, Any]:
    """`{"do": "place", "person": "ann", "role": "patron", ...}`; what is left out has its default."""
    given = {field.name: getattr(command, field.name) for field in _fields(type(command))}
    kept = {field.name: given[field.name] for field in _fields(type(command)) if given[field.name] != field.default}
    return {"do": name_of(command), **printed(command.actor), **printed_members(kept)}


def printed_members(members: dict[str, Any]) -> dict[str, Any]:
    return {name: printed(value) for name, value in members.items()}


def print_view(view: Struct) -> dict[str, Any]:
    """`{"book": "act-2015", ...}`, without the parts that its reader may not see."""
    return printed_members(_set_members(view))


def print_balances(balances: dict[TableAccount, int]) -> dict[str, int]:
    return {written(account): balance for account, balance in balances.items()}


@cache
def _fields(kind: type[Struct]) -> tuple[FieldInfo, ...]:
    """The members of a command that a script names itself."""
    return tuple(field for field in fields(kind) if field.name != "actor")


# What is typed


def read_command(data: dict[str, Any]) -> TableCommand:
    """The command of a table that a line of a script stands for; all that cannot be read of it is named at once."""
    return read_one_of(COMMANDS, data)


APPROVED_BY = "approved_by"


def read_approved(data: dict[str, Any]) -> tuple[TableCommand, Actor | None]:
    """The same for a line that may say who approved it: `"approved_by": {"person": "oz", "role": "operator"}`."""
    command = read_command({key: value for key, value in data.items() if key != APPROVED_BY})
    try:
        approved = None if data.get(APPROVED_BY) is None else _read_members(Actor, data[APPROVED_BY])
        return command, approved and clean_actor(approved)
    except Unreadable as error:
        raise Unreadable(f"{data['do']} {APPROVED_BY}: {error}") from None


def read_one_of(kinds: Mapping[str, type[C]], data: dict[str, Any], unlike: tuple[str, ...] = ()) -> C:
    """One of these commands by its name; `unlike` are other names that somebody may have meant."""
    name = data.get("do")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Unreadable(f"{quoted(name)} is no command: {choose(name, (*kinds, *unlike))}")
    given = {key: value for key, value in data.items() if key not in ("do", "person", "role")}
    unknown = _unknown_fields(kind, given, ("person", "role"))
    problems = [*unknown, *(() if unknown else _missing(kind, data)), *_bad_values(kind, data)]
    if problems:
        raise Unreadable(f"{name} {'; '.join(problems)}")
    try:
        return clean_command(_command(kind, data, given))
    except Unreadable as error:
        raise Unreadable(f"{name}: {error}") from None


def read_fields(kind: type[S], data: dict[str, Any], what: str) -> S:
    """A value from its members as somebody wrote them; those with a default may be left out."""
    unknown = _unknown_fields(kind, data, ())
    needed = _needed(kind, data)
    missing = [f"needs {', '.join(needed)}"] if needed and not unknown else []
    problems = [*unknown, *missing, *_bad_values(kind, data)]
    if problems:
        raise Unreadable(f"{what} {'; '.join(problems)}")
    hints = _hints(kind)
    return kind(**{key: _read(hints[key], value) for key, value in data.items()})


def _command(kind: type[C], data: dict[str, Any], given: dict[str, Any]) -> C:
    hints = _hints(kind)
    actor = Actor(person=data.get("person", data["role"]), role=Role(data["role"]))
    values: dict[str, Any] = {key: _read(hints[key], value) for key, value in given.items()}
    return kind(actor=actor, **values)


@cache
def _hints(kind: type[Struct]) -> dict[str, Any]:
    return {name: hint for name, hint in get_type_hints(kind).items() if name != "actor"}


def _unknown_fields(kind: type[Struct], given: dict[str, Any], besides: tuple[str, ...]) -> list[str]:
    known = _hints(kind)
    unknown = (key for key in given if key not in known)
    return [f"has no field {quoted(key)}: {choose(key, (*known, *besides))}" for key in unknown]


def _needed(kind: type[Struct], data: dict[str, Any]) -> list[str]:
    return [field.name for field in _fields(kind) if field.default is NODEFAULT and field.name not in data]


def _missing(kind: type[AnyCommand], data: dict[str, Any]) -> list[str]:
    found = _needed(kind, data)
    if "role" not in data:
        found.append(f"role ({', '.join(ACTING)})")
    if data.get("role") == Role.PATRON and "person" not in data:
        found.append("person, the patron's name")
    return [f"needs {', '.join(found)}"] if found else []


def _bad_values(kind: type[Struct], data: dict[str, Any]) -> list[str]:
    hints = {**_hints(kind), "person": str, "role": Role}
    return [problem for key in data if key in hints if (problem := _problem(key, hints[key], data[key]))]


def _problem(key: str, hint: Any, value: Any) -> str | None:
    try:
        _read(hint, value) if hint is not Role or key != "role" else _read_word(ACTING, value)
    except Unreadable as error:
        return f"{key}: {error}{_in_cents(key, value)}"
    return None


AMOUNTS = frozenset({"amount", "paid", "taken", "deposits", "play"})
"""Fields that hold money."""
_LONGEST_DOLLARS = 13
"""Digits of dollars whose cents a record can hold."""


def _in_cents(key: str, value: Any) -> str:
    """What dollars and cents are in whole cents, for somebody who wrote them."""
    if key not in AMOUNTS or not isinstance(value, Decimal | float):
        return ""
    dollars = Decimal(str(value))
    exact = dollars.adjusted() < _LONGEST_DOLLARS and dollars * 100 == int(dollars * 100)
    return f": write whole cents: {int(dollars * 100)}" if exact else ": write whole cents"


def _read(hint: Any, data: Any) -> Any:
    """The value that somebody wrote for a member of a command."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        if data is None and type(None) in arguments:
            return None
        (only,) = (argument for argument in arguments if argument is not type(None))
        return _read(only, data)
    if origin is tuple:
        return _read_list(arguments, data)
    if hint is Card:
        return Card.parse(_read_plain(str, data))
    if issubclass(hint, Struct):
        return _read_members(hint, data)
    return _read_word(hint, data) if issubclass(hint, Enum) else _read_plain(hint, data)


def _read_plain(hint: type, data: Any) -> Any:
    if not isinstance(data, hint) or (hint is int and isinstance(data, bool)):
        raise Unreadable(f"{quoted(data)} is no {'whole number' if hint is int else hint.__name__}")
    if isinstance(data, int) and abs(data) > LARGEST:
        raise TooLarge(f"a number of {data.bit_length()} bits is too large: numbers go up to {LARGEST:,}")
    return data


def _read_list(arguments: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise Unreadable(f"{quoted(data)} is no list")
    if arguments[-1] is Ellipsis:
        return tuple(_read(arguments[0], one) for one in data)
    if len(data) != len(arguments):
        raise Unreadable(f"{quoted(data)} is no list of {len(arguments)}")
    return tuple(_read(hint, one) for hint, one in zip(arguments, data, strict=True))


def _read_members(hint: type[S], data: Any) -> S:
    hints = _hints(hint)
    if not isinstance(data, dict) or data.keys() != hints.keys():
        raise Unreadable(f"{quoted(data)} is no object with {', '.join(hints)}")
    return hint(**{key: _read(hints[key], value) for key, value in data.items()})


def _read_word(members: Iterable[Enum], data: Any) -> Enum:
    for member in members:
        if data == member.value:
            return member
    known = tuple(str(member.value) for member in members)
    meant = did_you_mean(data, known)
    raise Unreadable(
        f"{quoted(data)} is not one of {', '.join(known)}{'' if meant is None else f': did you mean {meant}?'}"
    )
