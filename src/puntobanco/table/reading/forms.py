"""Commands as small forms: what a person fills in, from the commands themselves."""

from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from puntobanco.cards import Card
from puntobanco.money import Cents
from puntobanco.table.asking import Asked
from puntobanco.table.commands import COMMANDS
from puntobanco.table.reading.fields import FieldSort
from puntobanco.table.wording import in_words

ACTOR = "actor"


class CommandField(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked for: an offer may have answered it already."""

    name: str
    label: str
    sort: FieldSort
    required: bool
    choices: tuple[str, ...] = ()


class CommandForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command as it is offered to a person."""

    kind: str
    title: str
    says: str
    """What it does, in a sentence."""
    fields: tuple[CommandField, ...]


@cache
def form_of(kind: str) -> CommandForm:
    """The form of a command, by its written name."""
    command = COMMANDS[kind]
    hints = get_type_hints(command, include_extras=True)
    return CommandForm(
        kind=kind,
        title=in_words(kind).capitalize(),
        says=_first_sentence(command),
        fields=tuple(
            _field(field.name, hints[field.name], required=field.default is NODEFAULT)
            for field in fields(command)
            if field.name != ACTOR
        ),
    )


def _first_sentence(command: type[Asked]) -> str:
    """The first line of what it says of itself, up to a full stop or semicolon."""
    line = (command.__doc__ or "").strip().splitlines()[0]
    return line.split("; ")[0].split(". ")[0].rstrip(".") + "."


def _field(name: str, hint: Any, *, required: bool) -> CommandField:
    plain = _without_none(hint)
    choices = tuple(str(one.value) for one in plain) if _is_choice(plain) else ()
    return CommandField(
        name=name, label=in_words(name).capitalize(), sort=_sort(plain), required=required, choices=choices
    )


def _without_none(hint: Any) -> Any:
    if get_origin(hint) in (UnionType, Union):
        return next(one for one in get_args(hint) if one is not type(None))
    return hint


def _is_choice(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Enum) and hint is not Card


def _sort(hint: Any) -> FieldSort:
    if get_origin(hint) is tuple:
        return FieldSort.CARDS if get_args(hint)[0] is Card else FieldSort.TEXTS
    if _is_choice(hint):
        return FieldSort.CHOICE
    if get_origin(hint) is Annotated:
        return FieldSort.MONEY if hint == Cents else FieldSort.NUMBER
    return {Card: FieldSort.CARD, bool: FieldSort.FLAG, int: FieldSort.NUMBER}.get(hint, FieldSort.TEXT)
