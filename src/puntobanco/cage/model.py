"""What an account remembers besides its money: the patron's own limits, and what a day, week or month has seen."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from puntobanco.values.money import LARGEST, Cents, Count

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
    """The most that a patron lets be moved, lost or played, and what it becomes."""

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


class Losses(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The most that a patron lets be lost in a day, a week and a month."""

    day: Limit = NO_LIMIT
    week: Limit = NO_LIMIT
    month: Limit = NO_LIMIT


class Period(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What of a patron's money can be lost in a day, week or month."""

    number: Count = 0
    """Of days or weeks since 1970, or of months, in UTC."""
    risked: Mapping[str, Cents] = {}
    """By table or tournament: what lay there at first, and what went there since less what came back."""


class Periods(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last of each in which something was moved or bet."""

    day: Period = Period()
    week: Period = Period()
    month: Period = Period()


class Presence(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a patron with limits is, and for how long it was on a day."""

    streams: tuple[str, ...] = ()
    """The tables and tournaments that the patron has come to and not left."""
    since: Moment = 0
    """From when on the patron was at one of them."""
    day: Count = 0
    played: Moment = 0
    """On that day before, in microseconds."""


class Exclusion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron has excluded herself or himself."""

    since: Moment
    until: Moment | None
    """None for ever."""
