"""A command that an actor may give now: where, and with which amounts."""

from typing import Any, TypeAlias

from msgspec import Struct

from puntobanco.values.money import Cents


class Amounts(Struct, gc=False, frozen=True):
    """Amounts from `low` to `high` (open if none) in steps; a consequence says what else comes with them."""

    low: Cents
    high: Cents | None
    step: Cents
    consequence: str | None = None


Where: TypeAlias = tuple[tuple[str, Any], ...]
"""Fields of a command that say where it is, or for whom."""


class LegalAction(Struct, gc=False, frozen=True):
    """A kind of command, the fields that say where, the ranges of its amount, and the fields left to the person."""

    kind: str
    where: Where = ()
    amounts: tuple[Amounts, ...] = ()
    asks: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    """Where a wager may be placed."""
