"""Small forms for legal actions: what a person chooses or writes, as the command declares it."""

from collections.abc import Iterable, Mapping
from enum import Enum, StrEnum
from typing import TypeAlias

from msgspec import Struct

from puntobanco.values.money import Cents
from puntobanco.values.replace import changed
from puntobanco.values.text import in_words

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


class Label(Struct, frozen=True):
    """What a form calls a member: stands in the member's type, `Annotated[Cents, Label("Amount in dollars")]`."""

    text: str
    sort: FieldSort | None = None
    """Where the type alone does not say how it is written."""


Choices: TypeAlias = Mapping[tuple[str, ...], Iterable[Option]]
"""What there is to choose from, by the members that an option sets."""


def place_text(where: Sets) -> str:
    """Return what a place is called where its command has no better words: names as they are, values in words."""
    return ", ".join(in_words(value.value) if isinstance(value, Enum) else str(value) for value in where.values())


def without_cards(form: Form) -> Form:
    """Return the form for a virtual shoe, which names its cards itself."""
    return changed(form, fields=tuple(one for one in form.fields if one.sort not in (FieldSort.CARD, FieldSort.CARDS)))
