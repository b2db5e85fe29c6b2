"""One codec for commands, events and all that is in them, driven by their type hints.

Types that stand in a union are tagged with a written name, never with a class path, so that code can be moved and old
records still decode.
"""

import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum, StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from puntobanco.cards import Card
from puntobanco.errors import Unreadable
from puntobanco.money import Odds
from puntobanco.rules import wagers
from puntobanco.rules.table_rules import Ruled
from puntobanco.table.actors import Role
from puntobanco.table.commands import COMMAND_NAMES, COMMANDS, Command
from puntobanco.table.events import EVENT_NAMES, EVENTS, Event

TAGS: dict[type, str] = {
    wagers.Wins: "wins",
    wagers.Tie: "tie",
    wagers.WinsBy: "wins_by",
    wagers.Total: "total",
    wagers.CardCount: "card_count",
    wagers.Natural: "natural",
    wagers.Pair: "pair",
    wagers.AllOf: "all_of",
    wagers.AnyOf: "any_of",
    wagers.Not: "not",
    wagers.Setting: "setting",
    wagers.StandOff: "stand_off",
    wagers.NoCommission: "no_commission",
    wagers.CommissionWhenPaid: "commission_when_paid",
    wagers.CommissionOwed: "commission_owed",
    wagers.HalfOnSix: "half_on_six",
    Odds: "odds",
}
"""Written names of types that stand in unions."""
_TAGGED = {name: tagged for tagged, name in TAGS.items()}


def encode(value: Any) -> Any:
    """A value as JSON."""
    match value:
        case StrEnum():
            return value.value
        case Enum():
            return {"is": TAGS[type(value)]} if type(value) in TAGS else value.name.lower()
        case None | bool() | int() | str():
            return value
        case Fraction():
            return f"{value.numerator}/{value.denominator}"
        case Card():
            return str(value)
        case frozenset():
            return sorted(encode(one) for one in value)
        case tuple() if not hasattr(value, "_fields"):
            return [encode(one) for one in value]
        case _:
            return _encode_fields(value)


def _encode_fields(value: Any) -> dict[str, Any]:
    declared: Any = type(value)
    tag = {"is": TAGS[declared]} if declared in TAGS else {}
    return {**tag, **{name: encode(getattr(value, name)) for name in _field_names(declared)}}


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
    if origin is Ruled:
        return Ruled(decode(arguments[0], data["value"]), data["clause"])
    if hint in (int, str, bool, type(None)):
        return _decode_plain(hint, data)
    if hint is Fraction:
        return Fraction(data)
    if hint is Card:
        return Card.parse(_decode_plain(str, data))
    if issubclass(hint, Enum):
        return _decode_enum(hint, data)
    return _decode_fields(hint, data)


def _decode_plain(hint: type, data: Any) -> Any:
    if not isinstance(data, hint) or (hint is int and isinstance(data, bool)):
        raise Unreadable(f"{data!r} is no {'whole number' if hint is int else hint.__name__}")
    return data


def _decode_union(arguments: tuple[Any, ...], data: Any) -> Any:
    if data is None and type(None) in arguments:
        return None
    if isinstance(data, dict) and data.get("is") in _TAGGED:
        return decode(_TAGGED[data["is"]], data)
    (only,) = (argument for argument in arguments if argument is not type(None) and argument not in TAGS)
    return decode(only, data)


def _decode_tuple(arguments: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise Unreadable(f"{data!r} is no list")
    if arguments[-1] is Ellipsis:
        return tuple(decode(arguments[0], one) for one in data)
    if len(data) != len(arguments):
        raise Unreadable(f"{data!r} is no list of {len(arguments)}")
    return tuple(decode(hint, one) for hint, one in zip(arguments, data, strict=True))


def _decode_enum(hint: type[Enum], data: Any) -> Enum:
    if hint in TAGS:
        return next(iter(hint))
    for member in hint:
        if data == (member.value if issubclass(hint, StrEnum) else member.name.lower()):
            return member
    known = ", ".join(encode(member) for member in hint)
    raise Unreadable(f"{data!r} is not one of {known}")


def _decode_fields(hint: Any, data: Any) -> Any:
    if not isinstance(data, dict) or not (is_dataclass(hint) or hasattr(hint, "_fields")):
        raise Unreadable(f"{data!r} cannot be read")
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
    """The command that a line of a script stands for."""
    declared = COMMANDS.get(str(data.get("do")))
    if declared is None:
        raise Unreadable(f"{data.get('do')!r} is no command: choose from {', '.join(COMMANDS)}")
    known = _field_names(declared)
    given = {name: value for name, value in data.items() if name not in ("do", "person", "role")}
    unknown = sorted(given.keys() - set(known))
    if unknown:
        allowed = ", ".join(name for name in known if name != "actor")
        raise Unreadable(f"{data['do']} has no field {unknown[0]!r}: choose from {allowed or 'none'}")
    if data.get("role") == Role.PATRON and "person" not in data:
        raise Unreadable(f"{data['do']} by a patron needs person, the patron's name")
    given["actor"] = {"person": data.get("person", data.get("role")), "role": data.get("role")}
    return _complete(declared, given, str(data["do"]))


def _complete(declared: Callable[..., Any], given: dict[str, Any], name: str) -> Command:
    try:
        command: Command = _decode_fields(declared, given)
    except TypeError:
        raise Unreadable(f"{name} needs {', '.join(_required(declared))}") from None
    except Unreadable as error:
        raise Unreadable(f"{name}: {error}") from None
    return command


def _required(declared: Any) -> list[str]:
    return [
        field.name for field in fields(declared) if field.name != "actor" and field.default is field.default_factory
    ]
