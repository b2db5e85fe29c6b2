"""Small forms: something that a person may do, with what they choose or write for it."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from puntobanco.streams.command import AnyCommand, name_of
from puntobanco.table.phrases import in_words
from puntobanco.values.cards import Card
from puntobanco.values.money import Cents, Count
from puntobanco.values.replace import changed

Said: TypeAlias = str | int | bool | None
Sets: TypeAlias = Mapping[str, Said]
"""Members of a command."""


class FieldSort(StrEnum):
    """How something is written into a field."""

    TEXT = "text"
    WORDS = "words"
    """Sentences."""
    TEXTS = "texts"
    """Several, with commas between them."""
    NUMBER = "number"
    MONEY = "money"
    FLAG = "flag"
    CHOICE = "choice"
    CARD = "card"
    CARDS = "cards"
    DATE = "date"
    TIME = "time"
    TIMES = "times"
    """Several, as many as `least` says."""
    SIZES = "sizes"
    """Whole numbers, one for each table."""


class Option(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to choose, and the members of the command that it sets."""

    text: str
    """It is chosen by it: no two options of a field have the same."""
    sets: Sets = {}
    least: Cents | None = None
    """Of the amount that goes with it."""
    most: Cents | None = None


class Field(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that is left to the person."""

    name: str
    """The member of the command; of a choice, only a name."""
    label: str
    sort: FieldSort
    required: bool = True
    options: tuple[Option, ...] = ()
    """Of a choice; elsewhere what could be meant."""
    usual: str = ""
    """What stands there at first; of a choice the text of an option."""
    least: Cents | None = None
    most: Cents | None = None
    more: bool = False
    """There are more than these, of other rounds: forms that are asked for by a round have all of that one."""


class Form(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that can be done now."""

    kind: str
    """The name of the command."""
    title: str
    about: str = ""
    """For whom, where that is not asked."""
    table: str | None = None
    """At which table of a tournament."""
    says: str
    sets: Sets = {}
    """What is said already."""
    fields: tuple[Field, ...]


def form_of(command: type[AnyCommand], asked: Iterable[Field], *, about: str = "", sets: Sets, title: str = "") -> Form:
    kind = name_of(command)
    return Form(
        kind=kind,
        title=title or title_of(kind),
        about=about,
        says=_first_sentence(command),
        sets=sets,
        fields=tuple(asked),
    )


def title_of(kind: str) -> str:
    """What a command is called."""
    return in_words(kind).capitalize()


def _first_sentence(command: type[AnyCommand]) -> str:
    """The first line of what it says of itself, up to a full stop or semicolon."""
    line = (command.__doc__ or "").strip().splitlines()[0]
    return line.split("; ")[0].split(". ")[0].rstrip(".") + "."


def members_of(command: type[AnyCommand]) -> tuple[FieldInfo, ...]:
    """What a person may say with it."""
    return tuple(one for one in fields(command) if one.name != "actor")


SORTS: Mapping[Any, FieldSort] = {
    str: FieldSort.TEXT,
    tuple[str, ...]: FieldSort.TEXTS,
    Count: FieldSort.NUMBER,
    tuple[Count, ...]: FieldSort.SIZES,
    Cents: FieldSort.MONEY,
    bool: FieldSort.FLAG,
    Card: FieldSort.CARD,
    tuple[Card, ...]: FieldSort.CARDS,
}
"""By the type of a member."""


def field_of(member: FieldInfo, label: str, sort: FieldSort | None = None) -> Field:
    """As its type says, unless somebody knows better; what can be chosen is preset."""
    name, kind = member.name, _without_none(member.type)
    if kind in SORTS:
        return Field(name=name, label=label, sort=sort or SORTS[kind], required=member.required)
    options = tuple(Option(text=in_words(one.value), sets={name: one.value}) for one in kind)
    return choice(name, label, options, required=member.required, preset=True)


def choice(name: str, label: str, options: tuple[Option, ...], *, required: bool = True, preset: bool = False) -> Field:
    """What is certain is chosen already."""
    usual = options[0].text if required and (preset or len(options) == 1) else ""
    return Field(name=name, label=label, sort=FieldSort.CHOICE, required=required, options=options, usual=usual)


def without_cards(form: Form) -> Form:
    """At a virtual shoe, which names its cards itself."""
    return changed(form, fields=tuple(one for one in form.fields if one.sort not in (FieldSort.CARD, FieldSort.CARDS)))


def _without_none(kind: Any) -> Any:
    parts = get_args(kind) if get_origin(kind) in (UnionType, Union) else (kind,)
    return next(one for one in parts if one is not NoneType)
