"""What of the records is counted."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """A period, and how closely it is looked at."""

    since: int | None = None
    """Microseconds since 1970; none for the beginning."""
    until: int | None = None
    """Up to it, and not it."""
    whose: str | None = None
    """The wagers of one patron only."""
    step_of: Callable[[int], str] = lambda _: ""
    """The part of the period in which a time lies, for the course of the win; in their order by name."""
    by_shoe: bool = False
    listing: bool = False
    """Whether incidents and rounds are kept one by one."""

    def holds(self, time: int) -> bool:
        return (self.since is None or time >= self.since) and not self.is_over(time)

    def is_over(self, time: int) -> bool:
        return self.until is not None and time >= self.until


EVERYTHING = Scope()
