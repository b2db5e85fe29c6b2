"""Somebody whom the door knows."""

from dataclasses import dataclass
from enum import StrEnum

MICROSECONDS = 1_000_000
MINUTE = 60 * MICROSECONDS
HOUR = 60 * MINUTE
CLOCKS_DIFFER_BY = MINUTE
"""What was made later than this from now was made by a clock that has been set back: it is worth nothing."""
MINUTES_FRESH = 5
"""So long a second factor is good for approvals and grants."""


class Kind(StrEnum):
    """How somebody was known."""

    SESSION = "session"
    TOKEN = "token"
    DEVICE = "device"


class Scope(StrEnum):
    """What a program may do for the person whose token it has; roles say the rest."""

    READ = "read"
    PLAY = "play"
    """Act as a patron."""
    WORK = "work"
    """Act in the roles of staff, without what needs a second factor."""


ALL_SCOPES = frozenset(Scope)


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Whom a token stands for, at the moment when it was shown."""

    person: str
    """As the log names them; what a device is called, if it is one."""
    kind: Kind
    id: str
    """Of the session, token or device; it opens nothing."""
    scopes: frozenset[Scope]
    tables: tuple[str, ...] = ()
    """Those that a device shows; it sees no others."""
    is_staff: bool = False
    factor_at: int | None = None
    """When a second factor was given last in this session."""
    lacks_factor: bool = False
    """Staff without a second factor may set one up, and nothing else."""

    def may(self, scope: Scope) -> bool:
        return scope in self.scopes and not self.lacks_factor

    def is_fresh(self, now: int, minutes: int = MINUTES_FRESH) -> bool:
        """Whether the second factor was given lately."""
        return self.factor_at is not None and -CLOCKS_DIFFER_BY <= now - self.factor_at <= minutes * MINUTE


def holds(made: int, ends: int, now: int) -> bool:
    """Whether something that was made then and ends then is good now; 0 is never."""
    return made <= now + CLOCKS_DIFFER_BY and (ends == 0 or now < ends)
