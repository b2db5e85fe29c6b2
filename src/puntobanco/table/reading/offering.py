"""What is offered to a person: a kind of command, where, and with which amounts."""

from typing import Any

from msgspec import Struct

from puntobanco.money import Cents


class Amounts(Struct, gc=False, frozen=True):
    """Amounts from `low` to `high` (open if none) in steps; a consequence says what else comes with them."""

    low: Cents
    high: Cents | None
    step: Cents
    consequence: str | None = None


class Legal(Struct, gc=False, frozen=True):
    """A kind of command, the fields that say where, the ranges of its amount, and the fields left to the person."""

    kind: str
    where: tuple[tuple[str, Any], ...] = ()
    amounts: tuple[Amounts, ...] = ()
    asks: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    """Where a wager may be placed."""
