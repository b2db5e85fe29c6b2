"""How a table is run."""

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from puntobanco.streams.actors import Actor, Role
from puntobanco.values.money import LARGEST
from puntobanco.values.text import LONGEST_NAME

OPERATOR = Actor(person="house", role=Role.OPERATOR)
"""Who starts a house and puts it right again."""
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
Position: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
Digest: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
TableName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class Attendance(StrEnum):
    """Who deals at a table."""

    HOUSE = "house"
    """Nobody has to come: the house deals by itself."""
    DEALER = "dealer"
    """A dealer, who has taken the table over."""
    AWAITED = "awaited"
    """A dealer, and none is there."""


class Running(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table is run."""

    virtual: bool = False
    """Cards come from a virtual shoe; else a dealer keys them in."""
    automatic: bool = False
    """The house deals by the clock; else a dealer commands."""
    betting_ms: Milliseconds = 15_000
    card_ms: Milliseconds = 800
    offer_ms: Milliseconds = 10_000
    """How long an offer stands before it counts as declined."""
    seeds: bool = False
    """Patrons may add seeds to a shuffle."""
