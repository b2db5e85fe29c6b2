"""Where time comes from: stamped on records, never asked for by a rule."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], str]


def utc_now() -> str:
    """`2026-11-16T09:30:00.000000Z`."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
