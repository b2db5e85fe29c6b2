"""Forms made from the declaration of a command: its members, their labels and sorts."""

from collections.abc import Iterable, Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from msgspec.structs import FieldInfo, fields

from puntobanco.streams.command import AnyCommand, name_of
from puntobanco.streams.forms import Field, FieldSort, Form, Label, Option, Sets
from puntobanco.values.cards import Card
from puntobanco.values.money import Cents, Count
from puntobanco.values.text import in_words

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


def label_of(member: FieldInfo) -> Label:
    """Return the label that the type of a member declares, or its name as words."""
    found = (mark for mark in _marks(member.type) if isinstance(mark, Label))
    return next(found, Label(in_words(member.name).capitalize()))


def _marks(kind: Any) -> Iterator[Any]:
    """Everything that a type is annotated with, the outermost first."""
    if get_origin(kind) is Annotated:
        yield from reversed(kind.__metadata__)
        yield from _marks(kind.__origin__)
    elif get_origin(kind) in (UnionType, Union):
        for part in get_args(kind):
            yield from _marks(part)


def field_of(member: FieldInfo, label: str, sort: FieldSort | None = None) -> Field:
    """Return a field as the type of its member says, or of this sort; what can be chosen is preset."""
    name, kind = member.name, _bare(member.type)
    if kind in SORTS:
        return Field(name=name, label=label, sort=sort or SORTS[kind], required=member.required)
    options = tuple(Option(text=in_words(one.value), sets={name: one.value}) for one in kind)
    return choice(name, label, options, required=member.required, preset=True)


def _bare(kind: Any) -> Any:
    """The type without its label, and without none."""
    if get_origin(kind) in (UnionType, Union):
        return _bare(next(part for part in get_args(kind) if part is not NoneType))
    if get_origin(kind) is not Annotated:
        return kind
    marks = tuple(mark for mark in kind.__metadata__ if not isinstance(mark, Label))
    inner = _bare(kind.__origin__)
    return Annotated[(inner, *marks)] if marks else inner


def choice(name: str, label: str, options: tuple[Option, ...], *, required: bool = True, preset: bool = False) -> Field:
    """Return a field with options; what is certain is chosen already."""
    usual = options[0].text if required and (preset or len(options) == 1) else ""
    return Field(name=name, label=label, sort=FieldSort.CHOICE, required=required, options=options, usual=usual)


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
    """Return what a command is called."""
    return in_words(kind).capitalize()


def _first_sentence(command: type[AnyCommand]) -> str:
    """Return the first line of its docstring, up to a full stop or semicolon."""
    line = (command.__doc__ or "").strip().splitlines()[0]
    return line.split("; ")[0].split(". ")[0].rstrip(".") + "."


def members_of(command: type[AnyCommand]) -> tuple[FieldInfo, ...]:
    """Return what a person may say with a command."""
    return tuple(one for one in fields(command) if one.name != "actor")
