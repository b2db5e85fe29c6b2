"""Who waits waits for something, and gives up only where nobody would believe any more that it comes."""

from collections.abc import Callable
from time import monotonic, sleep

LONGEST = 60
"""Seconds."""


def until(holds: Callable[[], object], instead: Callable[[], str] = lambda: "it does not come to that") -> None:
    end = monotonic() + LONGEST
    while not holds():
        assert monotonic() < end, instead()
        sleep(0.01)
