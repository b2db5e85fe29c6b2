"""What an account remembers besides its money: the patron's own limits, and what a day has seen."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from puntobanco.money import LARGEST, Cents, Count

Moment: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
"""Microseconds since 1970 began, in UTC."""
DAY = 24 * 60 * 60 * 10**6


class Later(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A limit that is asked for and does not bind yet."""

    most: Cents | None
    """None for no limit."""
    since: Moment
    """From when it binds."""


class Limit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The most that a patron lets be moved in a day, and what it becomes."""

    most: Cents | None = None
    """None for no limit."""
    later: Later | None = None


NO_LIMIT = Limit()


class Day(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was moved on a day."""

    number: Count = 0
    """Days since 1970, in UTC."""
    deposited: Cents = 0
    taken: Cents = 0
    """To tables and tournaments."""
