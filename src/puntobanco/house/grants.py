"""Who may act where: a person has at most one role at a place, and none that was not given."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta

from puntobanco.streams.actors import Role
from puntobanco.streams.names import CAGE, HOUSE, SHOES, TABLE, TOURNAMENT, named
from puntobanco.values.text import LONGEST_NAME

Person: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME - len(CAGE))]
Place: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
"""A table or tournament by its stream, all of them by how their streams begin, or the whole house."""
Grants: TypeAlias = Mapping[str, Mapping[str, Role]]
"""By person and place."""

ALL_TABLES, ALL_TOURNAMENTS, WHOLE_HOUSE = TABLE, TOURNAMENT, HOUSE
PLACES: Mapping[Role, tuple[str, ...]] = {
    Role.PATRON: (TABLE, TOURNAMENT),
    Role.DEALER: (TABLE, TOURNAMENT),
    Role.SUPERVISOR: (TABLE, TOURNAMENT),
    Role.OPERATOR: (TABLE, TOURNAMENT, HOUSE),
    Role.AUDITOR: (TABLE, TOURNAMENT, HOUSE),
    Role.DIRECTOR: (TOURNAMENT,),
    Role.WALL: (TABLE, TOURNAMENT),
}
"""The sorts of places where a role can be given."""


class Session(StrEnum):
    """How somebody came in."""

    BROWSER = "browser"
    PROGRAM = "program"
    WALL = "wall"


class Leaving(StrEnum):
    """Why somebody is no longer logged in."""

    ASKED = "asked"
    EVERYWHERE = "everywhere"
    IDLE = "idle"
    TOO_LONG = "too_long"
    REVOKED = "revoked"


class Access(StrEnum):
    """What was done about how somebody proves who they are."""

    INVITED = "invited"
    """A link was made by which they come in."""
    PASSWORD_SET = "password_set"
    """By a link; whatever second factor they had is void."""
    PASSWORD_CHANGED = "password_changed"
    FACTOR_SET_UP = "factor_set_up"
    """In place of the earlier one, if there was one, with new recovery codes."""
    RECOVERY_CODE_USED = "recovery_code_used"
    CLOSED = "closed"
    OPENED = "opened"
    TOKEN_MADE = "token_made"
    """By which a program comes in as they."""
    SCREEN_ADDED = "screen_added"
    """By a token; it is named instead of a person."""
    TOKEN_TAKEN_BACK = "token_taken_back"
    """A program's or a screen's."""


def sort_of_place(place: str) -> str | None:
    """How the streams of a place begin; none if it is no place."""
    if place == HOUSE:
        return HOUSE
    return next((sort for sort in (TABLE, TOURNAMENT) if place.startswith(sort)), None)


def place_in_words(place: str) -> str:
    match place:
        case "house":
            return "in the whole house"
        case "table/":
            return "at all tables"
        case "tournament/":
            return "at all tournaments"
        case _:
            return f"at {place.replace('/', ' ', 1)}"


def role_at(held: Mapping[str, Role], person: str, stream: str) -> Role | None:
    """The one role of a person in a stream: what was given nearest to it counts."""
    if stream.startswith(CAGE):
        return _at_an_account(held, person, stream)
    if stream.startswith(SHOES):
        stream = TABLE + named(stream)
    sort = stream.partition("/")[0]
    return held.get(stream) or held.get(f"{sort}/") or held.get(WHOLE_HOUSE)


def _at_an_account(held: Mapping[str, Role], person: str, stream: str) -> Role | None:
    """At the own account a patron is the patron and nobody is the cashier."""
    if named(stream) != person:
        return held.get(WHOLE_HOUSE)
    return Role.PATRON if Role.PATRON in held.values() else None
