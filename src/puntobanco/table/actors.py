"""Who is at the table: a person in a role."""

from enum import StrEnum

from msgspec import Struct


class Role(StrEnum):
    PATRON = "patron"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    OPERATOR = "operator"
    AUDITOR = "auditor"


class Actor(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person acting in a role."""

    person: str
    role: Role
