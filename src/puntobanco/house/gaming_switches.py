"""Switches: gaming is off for everybody, for a table or for a patron, until it is on again."""

from collections.abc import Mapping
from typing import Annotated, NoReturn, TypeAlias

from msgspec import Meta, Struct

from puntobanco.errors import Refused
from puntobanco.streams.names import HOUSE, TABLE
from puntobanco.values.dates import moment_in_words
from puntobanco.values.money import LARGEST
from puntobanco.values.text import LONGEST_NAME

Moment: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
"""Microseconds since 1970 began, in UTC."""
SwitchNumber: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST)]
ScopeName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]

ALL, PATRON = "all", "patron/"
"""How the scope of a switch is called: these, or a table's stream."""


class Off(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Gaming that is switched off."""

    number: SwitchNumber
    """Of the switch: they are counted from 1."""
    since: Moment


def scope_of(table: str | None, patron: str | None) -> str:
    """What is switched: everything where neither is named."""
    if table is not None:
        return TABLE + table
    return ALL if patron is None else PATRON + patron


def in_words(scope: str) -> str:
    if scope == ALL:
        return "everybody"
    return f"table {scope.removeprefix(TABLE)}" if scope.startswith(TABLE) else scope.removeprefix(PATRON)


def off_for(off: Mapping[str, Off], scopes: tuple[str, ...]) -> tuple[str, Off] | None:
    """The first of these for which a switch is off, with it."""
    return next(((scope, off[scope]) for scope in scopes if scope in off), None)


def scopes_at(stream: str, patron: str | None) -> tuple[str, ...]:
    """What can be off for whoever plays at a table, or for whoever only looks on."""
    return (ALL, stream) if patron is None else (ALL, stream, PATRON + patron)


def require_on(off: Mapping[str, Off], scopes: tuple[str, ...]) -> None:
    """That no switch is off for any of these; the refusal names it."""
    found = off_for(off, scopes)
    if found is not None:
        refuse_while_off(*found)


def cited(scope: str, off: Off) -> str:
    """What is off, since when, and the number under which the house knows why."""
    return f"gaming is off for {in_words(scope)} since {moment_in_words(off.since)} (switch {off.number})"


def refuse_while_off(scope: str, off: Off) -> NoReturn:
    can = "wagers that lie are decided, or taken back while they are open; cash out, leave, or ask a supervisor"
    raise Refused("gaming_disabled", HOUSE, f"{cited(scope, off)}: {can}")
