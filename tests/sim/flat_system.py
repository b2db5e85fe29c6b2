"""A user's own system, as simple as can be: the least stake as long as the bankroll allows it."""

from collections.abc import Sequence
from typing import Any


def stake(history: Sequence[str], bankroll: int, limits: Any) -> int | None:
    del history
    least: int = limits.least
    return least if bankroll >= least else None
