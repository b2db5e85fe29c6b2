"""Whoever guesses waits: twice as long after every failure, by name and by address, in bounded memory.

A name is slowed as it was typed, whether anybody has it or not: being slowed tells nothing.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from math import ceil
from threading import Lock
from typing import TypeAlias

from puntobanco.errors import Refused

Key: TypeAlias = tuple[str, ...]
"""What is counted: a name at an address, a name, an address."""
MOST_KEPT = 50_000
FORGOTTEN_AFTER = 3600.0
IPV6_OF_ONE = 64
"""Whoever has one address of IPv6 has all that begin so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How many failures are free, and the longest wait after one."""

    free: int
    longest: float

    def wait(self, failures: int) -> float:
        return 0.0 if failures < self.free else min(self.longest, 2.0 ** min(failures - self.free, 30))


PAIR = Patience(free=5, longest=900)
NAME = Patience(free=20, longest=30)
"""From everywhere: nobody can keep another out for long by guessing badly."""
ADDRESS = Patience(free=50, longest=900)


class Slowed(Refused):
    """Too many failures: try again after so many seconds."""

    def __init__(self, seconds: int) -> None:
        sentence = f"too many attempts failed: try again in {seconds} seconds"
        super().__init__("slowed", "entrance", sentence)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class _Failures:
    count: int
    until: float
    """Nobody tries before."""
    last: float


class Slowing:
    """The failures of the last hour, as far as they fit. An attempt fails until it is said to have succeeded."""

    def __init__(self, monotonic: Callable[[], float], most: int = MOST_KEPT) -> None:
        self._now, self._most = monotonic, most
        self._kept: OrderedDict[Key, _Failures] = OrderedDict()
        self._lock = Lock()

    def begin(self, name: str, address: str) -> None:
        """Somebody tries; `Slowed` if it is too soon."""
        keys = _keys(name, place_of(address))
        with self._lock:
            now = self._now()
            wait = max(self._wait(key, now) for key in keys)
            if wait > 0:
                raise Slowed(ceil(wait))
            for key, patience in keys.items():
                self._fail(key, patience, now)

    def succeeded(self, name: str, address: str) -> None:
        """The attempt was none, and what this name failed before at this address is forgotten."""
        self.no_failure(name, address)
        with self._lock:
            self._kept.pop(next(iter(_keys(name, place_of(address)))), None)

    def no_failure(self, name: str, address: str) -> None:
        """The attempt was none; all before it still count."""
        with self._lock:
            for key, patience in _keys(name, place_of(address)).items():
                self._forgive(key, patience)

    def __len__(self) -> int:
        return len(self._kept)

    def _wait(self, key: Key, now: float) -> float:
        found = self._kept.get(key)
        return 0.0 if found is None or now - found.last > FORGOTTEN_AFTER else found.until - now

    def _fail(self, key: Key, patience: Patience, now: float) -> None:
        before = self._kept.pop(key, None)
        count = 1 if before is None or now - before.last > FORGOTTEN_AFTER else before.count + 1
        self._kept[key] = _Failures(count, now + patience.wait(count), now)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def _forgive(self, key: Key, patience: Patience) -> None:
        before = self._kept.get(key)
        if before is not None:
            count = before.count - 1
            self._kept[key] = _Failures(count, before.last + patience.wait(count), before.last)


def _keys(name: str, place: str) -> dict[Key, Patience]:
    """The pair first."""
    return {("pair", name, place): PAIR, ("name", name): NAME, ("address", place): ADDRESS}


def place_of(address: str) -> str:
    """The part of an address that belongs to one network; empty for what is none."""
    try:
        found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        mapped = found.ipv4_mapped
        return str(IPv6Network((found, IPV6_OF_ONE), strict=False)) if mapped is None else str(mapped)
    return str(found)
