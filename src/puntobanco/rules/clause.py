"""A clause of a document, in our words, and the four kinds of statement it can make about a value."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias


class ClauseKind(StrEnum):
    """What a clause becomes in the software."""

    ENFORCE = "enforce"
    OPTION = "option"
    STEP = "step"
    RULING = "ruling"
    SIGN = "sign"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Fixed:
    """The document sets the value."""

    value: Any


@dataclass(frozen=True, slots=True)
class Choice:
    """The document names the options; the operator picks one. No options: anything of the parameter's kind."""

    options: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The document sets limits, either of which may be open; the operator picks a value within, or none if allowed."""

    low: Any
    high: Any
    or_none: bool = False


@dataclass(frozen=True, slots=True)
class Silent:
    """The document does not say; this is our value and the operator may set another."""

    value: Any


Statement: TypeAlias = Fixed | Choice | Bounds | Silent


def fixed(value: Any) -> Fixed:
    return Fixed(value)


def choice(*options: Any) -> Choice:
    return Choice(options)


def bounds(low: Any, high: Any, *, or_none: bool = False) -> Bounds:
    return Bounds(low, high, or_none)


def silent(value: Any) -> Silent:
    return Silent(value)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause or ruling: its number, what it becomes, its meaning in our words, and the values it speaks of.

    A value stands under its clause, so that none can be without its citation.
    """

    number: str
    kinds: tuple[ClauseKind, ...]
    meaning: str
    says: tuple[tuple[str, Statement], ...]


def clause(number: str, kinds: str, meaning: str, **says: Statement) -> Clause:
    """`clause("2.1", "enforce", "Eight decks.", decks=fixed(8))`; several kinds are separated by commas."""
    return Clause(number, tuple(ClauseKind(kind.strip()) for kind in kinds.split(",")), meaning, tuple(says.items()))
