"""Who is at the table: a person in a role."""

from enum import StrEnum

from msgspec import Struct


class Role(StrEnum):
    PATRON = "patron"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    OPERATOR = "operator"
    AUDITOR = "auditor"
    DIRECTOR = "director"
    """Of a tournament, where a director acts as a supervisor; commands are given in the roles above."""
    WALL = "wall"
    """A screen that everybody sees: it gives no command."""


ACTING = (Role.PATRON, Role.DEALER, Role.SUPERVISOR, Role.OPERATOR, Role.AUDITOR)
"""The roles in which commands are given."""


PATRON, DEALER, SUPERVISOR, OPERATOR = Role.PATRON, Role.DEALER, Role.SUPERVISOR, Role.OPERATOR
"""By themselves, for what is asked many times a round: Python 3.11 is slow to look up a member of an enum."""


class Actor(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person acting in a role."""

    person: str
    role: Role
