"""What an audit finds, as values."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct


class Sort(StrEnum):
    """What can be wrong with a log."""

    POSITION = "position"
    """A record is missing, or stands where it does not belong."""
    NUMBER = "number"
    """The same in its stream."""
    HASH = "hash"
    """Its hash does not follow from its body and the record before it."""
    DEPENDENCY = "dependency"
    """It was decided on other records than those that it comes after."""
    HEAD = "head"
    """What the database says of the whole log is not so."""
    CHECKPOINT = "checkpoint"
    """The log is not the one that was signed."""
    SIGNATURE = "signature"
    """A checkpoint is not one of this house."""
    UNREADABLE = "unreadable"
    MISPLACED = "misplaced"
    """A record says another stream, number or id of itself than it is stored under."""
    REFUSED = "refused"
    """The command cannot have been accepted."""
    DECIDED_OTHERWISE = "decided_otherwise"
    """The command leads to other events."""
    STATE = "state"
    """The events cannot have happened one after the other."""
    APPROVAL = "approval"
    CARDS = "cards"
    """More of a card were seen than the decks hold."""
    SIBLING = "sibling"
    """What one command wrote into several streams does not belong together."""
    CAGE = "cage"
    """Accounts and tables do not agree on money."""
    MONEY = "money"
    """Balances do not sum to zero."""
    FAIRNESS = "fairness"
    """A fair shoe is not what it was said to be, or not what was dealt."""
    SNAPSHOT = "snapshot"
    """A kept state is not what its records come to."""


class Finding(Struct, frozen=True, kw_only=True):
    """What is wrong, and where."""

    position: int | None
    """Of the record, or of the first one of a span; none for what is about no record."""
    stream: str
    """Empty for the log as a whole."""
    number: int | None
    sort: Sort
    sentence: str
    last: int | None = None
    """The last position of a span: what is wrong lies somewhere in it."""

    def __str__(self) -> str:
        span = "" if self.last is None else f" to {self.last}"
        where = "" if self.position is None else f"record {self.position}{span}"
        stream = self.stream if self.number is None else f"{self.stream} {self.number}"
        place = ", ".join(one for one in (where, stream) if one)
        return f"{place}: {self.sentence} ({self.sort})" if place else f"{self.sentence} ({self.sort})"


Findings: TypeAlias = list[Finding]


def in_order(found: Findings) -> Findings:
    """By position; what is about no record comes last."""
    return sorted(found, key=lambda one: (one.position is None, one.position or 0, one.last or 0, one.sort))
