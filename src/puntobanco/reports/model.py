"""What a report is: sections of rows whose columns say what stands in them. Every format is made of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from puntobanco.errors import Unreadable
from puntobanco.values.text import choose, quoted

Cell: TypeAlias = str | int | float | Fraction | bool | None


class Kind(StrEnum):
    """What stands in a column, and so how it is printed."""

    TEXT = "text"
    NAME = "name"
    """None stands for all of them together."""
    SENTENCE = "sentence"
    COUNT = "count"
    MONEY = "money"
    """Whole cents."""
    ESTIMATE = "estimate"
    """Cents, and not whole ones: what was to be expected."""
    SHARE = "share"
    """A part of something; printed in percent."""
    NUMBER = "number"
    Z = "z"
    """How many standard deviations from what was expected; far ones are marked."""
    FLAG = "flag"
    """Yes or no; for programs, since people see the mark of the z-value."""
    TIME = "time"
    """Microseconds since 1970 began, in UTC."""


@dataclass(frozen=True, slots=True)
class Column:
    key: str
    title: str
    kind: Kind = Kind.TEXT
    in_text: bool = True
    """Whether it stands in the text, too, where there are 80 columns."""


@dataclass(frozen=True, slots=True)
class Section:
    """One table of a report."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    empty: str = "None."
    """What is said where there are no rows."""
    line: str = ""
    """How a row reads as a line of text, where a table would be too wide: `{time} {table}: {sentence}`."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What came of something against what was to be expected of it, in cents."""

    label: str
    win: float
    expected: float
    sd: float


@dataclass(frozen=True, slots=True)
class Spreads:
    """A picture: wins in the band of what was to be expected."""

    title: str
    rows: tuple[Spread, ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """A picture: z-values on one line each."""

    title: str
    rows: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Course:
    """A picture: how the win went, and the band of what was to be expected until then."""

    title: str
    rows: tuple[Spread, ...]
    """Sums from the beginning, labelled with what they go until."""


Picture: TypeAlias = Spreads | Scores | Course


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    sort: str
    """Which report it is, such as `day`."""
    title: str
    about: tuple[tuple[Column, Cell], ...]
    """What it is about: house, table, period."""
    sections: tuple[Section, ...]
    """The first one is what the report is for."""
    pictures: tuple[Picture, ...] = ()
    notes: tuple[str, ...] = ()

    def section(self, key: str) -> Section | None:
        return next((one for one in self.sections if one.key == key), None)

    def chosen(self, key: str | None) -> Section:
        """For a format that holds one: the one that was named, else the first."""
        if key is None:
            return self.sections[0]
        found = self.section(key)
        if found is None:
            keys = [one.key for one in self.sections]
            raise Unreadable(f"{quoted(key)} is no section of this report: {choose(key, keys)}")
        return found


def share(part: int | Fraction, whole: int) -> Fraction | None:
    return Fraction(part) / whole if whole else None


def sums(spreads: Sequence[Spread]) -> tuple[Spread, ...]:
    """The course of wins that follow each other; independent variances add up."""
    found: list[Spread] = []
    win = expected = variance = 0.0
    for one in spreads:
        win, expected, variance = win + one.win, expected + one.expected, variance + one.sd**2
        found.append(Spread(one.label, win, expected, variance**0.5))
    return tuple(found)
