"""A clause of a document, in our words, and the five kinds of statement it can make about a value."""

from dataclasses import dataclass, replace
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
class Selection:
    """The document names wagers that a house may offer, and no others; the operator picks any of them, or none."""

    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Silent:
    """The document does not say; this is our value and the operator may set another."""

    value: Any


Statement: TypeAlias = Fixed | Choice | Bounds | Selection | Silent


def fixed(value: Any) -> Fixed:
    return Fixed(value)


def choice(*options: Any) -> Choice:
    return Choice(options)


def bounds(low: Any, high: Any, *, or_none: bool = False) -> Bounds:
    return Bounds(low, high, or_none)


def selection(*options: str) -> Selection:
    return Selection(options)


def silent(value: Any) -> Silent:
    return Silent(value)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause or ruling: its number, what it becomes, its meaning in our words, and the values it speaks of.

    A value stands under its clause, so that none can be without its citation. A ruling of ours has a reason.
    """

    number: str
    kinds: tuple[ClauseKind, ...]
    meaning: str
    statements: tuple[tuple[str, Statement], ...]
    reason: str = ""
    conduct: bool = False
    """It binds people in what no computation sees."""

    @property
    def can_be_broken(self) -> bool:
        return self.conduct or self.kinds != (ClauseKind.TEXT,)

    def also(self, meaning: str = "", **statements: Statement) -> "Clause":
        """The same clause with a further sentence, further statements, or both."""
        both = f"{self.meaning} {meaning}".strip()
        return replace(self, meaning=both, statements=(*self.statements, *statements.items()))


def clause(number: str, kinds: str, meaning: str, *, reason: str = "", **statements: Statement) -> Clause:
    """`clause("2.1", "enforce", "Eight decks.", decks=fixed(8))`; several kinds are separated by commas."""
    read = tuple(ClauseKind(kind.strip()) for kind in kinds.split(","))
    return Clause(number, read, meaning, tuple(statements.items()), reason)


def conduct(number: str, meaning: str) -> Clause:
    """A clause on how people behave: nothing to compute, but the operator may rule that somebody broke it."""
    return Clause(number, (ClauseKind.TEXT,), meaning, (), conduct=True)
