"""How often somebody may ask: by person, session and address. Who asks too often is told when to come back."""

from dataclasses import dataclass
from functools import cached_property
from math import ceil
from time import time

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from puntobanco.app.auth.throttle import place_of
from puntobanco.web.problems import Declined

BY_ADDRESS = ("address", "unknown")
"""One network of IPv6 is one address: whoever has it has all of it."""


@dataclass(frozen=True, kw_only=True)
class Rates:
    """Written as `30/second`."""

    person: str = "60/second"
    session: str = "60/second"
    address: str = "1000/second"
    unknown: str = "60/second"
    """By address, of whoever is not logged in."""
    name: str = "5/second"
    """By the name that is typed, whether anybody has it or not, of whoever logs in."""

    @cached_property
    def _limiter(self) -> FixedWindowRateLimiter:
        return FixedWindowRateLimiter(MemoryStorage())

    @cached_property
    def _items(self) -> dict[str, RateLimitItem]:
        return {of: parse(getattr(self, of)) for of in ("person", "session", "address", "unknown", "name")}

    def take(self, **of: str) -> None:
        """Count one request of a person, session, address or name."""
        for sort, given in of.items():
            item, name = self._items[sort], place_of(given) if sort in BY_ADDRESS else given
            if not self._limiter.hit(item, sort, name):
                ends = self._limiter.get_window_stats(item, sort, name).reset_time
                detail = f"at most {getattr(self, sort)} of one {sort}: wait, then ask again"
                raise Declined(429, "too_many", detail, wait=max(1, ceil(ends - time())))
