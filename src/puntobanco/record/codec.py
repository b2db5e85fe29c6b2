"""One codec for commands, events and all that is in them, driven by their type hints."""

import types
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum, StrEnum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from puntobanco.cards import Card
from puntobanco.errors import TooLarge, Unreadable
from puntobanco.money import LARGEST
from puntobanco.table.actors import Role
from puntobanco.table.commands import COMMAND_NAMES, COMMANDS, Command
from puntobanco.table.events import EVENT_NAMES, EVENTS, Event
from puntobanco.table.names import clean_command
from puntobanco.words import choose, did_you_mean, quoted


def encode(value: Any) -> Any:
    """A value as JSON."""
    match value:
        case msgspec.Struct():
            return msgspec.json.decode(msgspec.json.encode(value))
        case StrEnum() | Card():
            return value.value
        case Enum():
            return value.name.lower()
        case None | bool() | int() | str():
            return value
        case frozenset():
            return sorted(encode(one) for one in value)
        case tuple() if not hasattr(value, "_fields"):
            return [encode(one) for one in value]
        case _:
            return _encode_fields(value)


def _encode_fields(value: Any) -> dict[str, Any]:
    declared: Any = type(value)
    return {name: encode(getattr(value, name)) for name in _field_names(declared)}


@cache
def _field_names(declared: Any) -> tuple[str, ...]:
    named: tuple[str, ...] | None = getattr(declared, "_fields", None)
    return named if named is not None else tuple(field.name for field in fields(declared))


@cache
def _hints(declared: type) -> dict[str, Any]:
    return get_type_hints(declared)


def decode(hint: Any, data: Any) -> Any:
    """The value that a type hint and JSON stand for."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _decode_union(arguments, data)
    if origin is tuple:
        return _decode_tuple(arguments, data)
    if origin is frozenset:
        return frozenset(decode(arguments[0], one) for one in data)
    if hint in (int, str, bool, type(None)):
        return _decode_plain(hint, data)
    if hint is Card:
        return Card.parse(_decode_plain(str, data))
    if issubclass(hint, msgspec.Struct):
        return _decode_struct(hint, data)
    if issubclass(hint, Enum):
        return _decode_enum(hint, data)
    return _decode_fields(hint, data)


def _decode_plain(hint: type, data: Any) -> Any:
    if not isinstance(data, hint) or (hint is int and isinstance(data, bool)):
        raise Unreadable(f"{quoted(data)} is no {'whole number' if hint is int else hint.__name__}")
    if isinstance(data, int) and abs(data) > LARGEST:
        raise TooLarge(f"a number of {data.bit_length()} bits is too large: numbers go up to {LARGEST:,}")
    return data


def _decode_union(arguments: tuple[Any, ...], data: Any) -> Any:
    if data is None and type(None) in arguments:
        return None
    (only,) = (argument for argument in arguments if argument is not type(None))
    return decode(only, data)


def _decode_tuple(arguments: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise Unreadable(f"{quoted(data)} is no list")
    if arguments[-1] is Ellipsis:
        return tuple(decode(arguments[0], one) for one in data)
    if len(data) != len(arguments):
        raise Unreadable(f"{quoted(data)} is no list of {len(arguments)}")
    return tuple(decode(hint, one) for hint, one in zip(arguments, data, strict=True))


def _decode_struct(hint: Any, data: Any) -> Any:
    try:
        return msgspec.convert(data, hint)
    except msgspec.ValidationError as error:
        raise Unreadable(f"{quoted(data)} cannot be read: {error}") from None


def _decode_enum(hint: type[Enum], data: Any) -> Enum:
    for member in hint:
        if data == (member.value if issubclass(hint, StrEnum) else member.name.lower()):
            return member
    known = tuple(encode(member) for member in hint)
    meant = did_you_mean(data, known)
    hint_at_it = "" if meant is None else f": did you mean {meant}?"
    raise Unreadable(f"{quoted(data)} is not one of {', '.join(known)}{hint_at_it}")


def _decode_fields(hint: Any, data: Any) -> Any:
    if not isinstance(data, dict) or not (is_dataclass(hint) or hasattr(hint, "_fields")):
        raise Unreadable(f"{quoted(data)} cannot be read")
    hints = _hints(hint)
    values = {name: decode(hints[name], data[name]) for name in _field_names(hint) if name in data}
    return hint(**values)


# Events and commands


def encode_event(event: Event) -> dict[str, Any]:
    """`{"event": "wager_placed", "version": 1, ...}`."""
    name, _, version = EVENT_NAMES[type(event)].rpartition(".")
    return {"event": name, "version": int(version), **_encode_fields(event)}


def decode_event(data: dict[str, Any]) -> Event:
    """The event that a record stands for; one of an unknown name or version cannot be read."""
    declared = EVENTS.get(f"{data.get('event')}.{data.get('version')}")
    if declared is None:
        raise Unreadable(f"no event {data.get('event')!r} of version {data.get('version')} is known")
    event: Event = _decode_fields(declared, data)
    return event


def encode_command(command: Command) -> dict[str, Any]:
    """`{"do": "place", "person": "ann", "role": "patron", ...}`; what is left out has its default."""
    data = _encode_fields(command)
    actor = data.pop("actor")
    defaults = {field.name: field.default for field in fields(command)}
    kept = {name: value for name, value in data.items() if getattr(command, name) != defaults[name]}
    return {"do": COMMAND_NAMES[type(command)], **actor, **kept}


def decode_command(data: dict[str, Any]) -> Command:
    """The command that a line of a script stands for; all that cannot be read of it is named at once."""
    name = data.get("do")
    declared = COMMANDS.get(name) if isinstance(name, str) else None
    if declared is None:
        raise Unreadable(f"{quoted(name)} is no command: {choose(name, COMMANDS)}")
    given = {key: value for key, value in data.items() if key not in ("do", "person", "role")}
    unknown = _unknown_fields(declared, given)
    problems = [*unknown, *(() if unknown else _missing(declared, data)), *_bad_values(declared, data)]
    if problems:
        raise Unreadable(f"{name} {'; '.join(problems)}")
    person = data.get("person", data["role"])
    command: Command = _decode_fields(declared, {**given, "actor": {"person": person, "role": data["role"]}})
    try:
        return clean_command(command)
    except Unreadable as error:
        raise Unreadable(f"{name}: {error}") from None


def _unknown_fields(declared: Any, given: dict[str, Any]) -> list[str]:
    known = [name for name in _field_names(declared) if name != "actor"]
    unknown = (key for key in given if key not in known)
    return [f"has no field {quoted(key)}: {choose(key, (*known, 'person', 'role'))}" for key in unknown]


def _missing(declared: Any, data: dict[str, Any]) -> list[str]:
    found = [name for name in _required(declared) if name not in data]
    if "role" not in data:
        found.append(f"role ({', '.join(Role)})")
    if data.get("role") == Role.PATRON and "person" not in data:
        found.append("person, the patron's name")
    return [f"needs {', '.join(found)}"] if found else []


def _required(declared: Any) -> list[str]:
    return [
        field.name for field in fields(declared) if field.name != "actor" and field.default is field.default_factory
    ]


def _bad_values(declared: Any, data: dict[str, Any]) -> list[str]:
    hints = {**_hints(declared), "person": str, "role": Role}
    del hints["actor"]
    return [problem for key in data if key in hints if (problem := _problem(key, hints[key], data[key]))]


def _problem(key: str, hint: Any, value: Any) -> str | None:
    try:
        decode(hint, value)
    except Unreadable as error:
        return f"{key}: {error}{_in_cents(key, value)}"
    return None


AMOUNTS = frozenset({"amount", "paid", "taken"})
"""Fields that hold money."""
_LONGEST_DOLLARS = 16
"""Digits of dollars whose cents can be counted in 64 bits."""


def _in_cents(key: str, value: Any) -> str:
    """What dollars and cents are in whole cents, for somebody who wrote them."""
    if key not in AMOUNTS or not isinstance(value, Decimal | float):
        return ""
    dollars = Decimal(str(value))
    exact = dollars.adjusted() < _LONGEST_DOLLARS and dollars * 100 == int(dollars * 100)
    return f": write whole cents: {int(dollars * 100)}" if exact else ": write whole cents"
