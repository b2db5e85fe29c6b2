"""Who is at the table: a person in a role."""

from enum import StrEnum

from msgspec import Struct


class Role(StrEnum):
    PATRON = "patron"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    OPERATOR = "operator"
    AUDITOR = "auditor"


PATRON, DEALER, SUPERVISOR, OPERATOR = Role.PATRON, Role.DEALER, Role.SUPERVISOR, Role.OPERATOR
"""By themselves, for what is asked many times a round: Python 3.11 is slow to look up a member of an enum."""


class Actor(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person acting in a role."""

    person: str
    role: Role
