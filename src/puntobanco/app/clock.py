"""Where time comes from: stamped on records, never asked for by a rule."""

from collections.abc import Callable
from time import time_ns
from typing import TypeAlias

Clock: TypeAlias = Callable[[], int]
"""Microseconds since 1970 began, in UTC."""


def utc_now() -> int:
    return time_ns() // 1000
