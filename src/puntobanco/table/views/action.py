"""What is offered to a person: a kind of command, where, and with which amounts."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from msgspec import Struct

from puntobanco.streams.actors import Actor, Role
from puntobanco.table.model import Patron
from puntobanco.table.state import TableState
from puntobanco.values.money import Cents


class Amounts(Struct, gc=False, frozen=True):
    """Amounts from `low` to `high` (open if none) in steps; a consequence says what else comes with them."""

    low: Cents
    high: Cents | None
    step: Cents
    consequence: str | None = None


Where: TypeAlias = tuple[tuple[str, Any], ...]
"""Fields of a command that say where it is, or for whom."""


class Legal(Struct, gc=False, frozen=True):
    """A kind of command, the fields that say where, the ranges of its amount, and the fields left to the person."""

    kind: str
    where: Where = ()
    amounts: tuple[Amounts, ...] = ()
    asks: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    """Where a wager may be placed."""


def meant(state: TableState, actor: Actor) -> Iterator[tuple[Patron, Where]]:
    """The patrons for whom somebody acts, and how they are named: a patron alone, a dealer for anybody."""
    if actor.role is Role.DEALER:
        yield from ((patron, (("patron", patron.name),)) for patron in state.patrons.values())
    elif actor.person in state.patrons:
        yield state.patrons[actor.person], ()
