"""Who is at the table: a person in a role."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    PATRON = "patron"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    OPERATOR = "operator"
    AUDITOR = "auditor"


@dataclass(frozen=True, slots=True)
class Actor:
    """A person acting in a role."""

    person: str
    role: Role
