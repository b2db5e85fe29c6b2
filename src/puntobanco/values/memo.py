"""Caches beside values, never on them: keyed by plain data such as the digest of rules, and bounded."""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")
MOST = 100_000


def remember(cache: dict[K, V], key: K, value: V) -> V:
    """Keep a value for the next time; a cache that has grown too large begins anew."""
    if len(cache) >= MOST:
        cache.clear()
    cache[key] = value
    return value
