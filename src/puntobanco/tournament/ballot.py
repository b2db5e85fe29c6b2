"""Ballots and lots: every outcome equally likely, and repeatable by anybody from the seed.

Where the bits come from is one function, `ballot_bits`; how they become an order is the shoe's own shuffle.
"""

import hashlib
import re
from collections.abc import Sequence
from typing import TypeVar

from puntobanco.coup.shoe import RandomBits, bounded, shuffle

T = TypeVar("T")
_SEED = re.compile(r"[0-9a-f]{64}")
_BLOCK_BITS = 256


def is_seed(text: str) -> bool:
    """Whether a text is a seed: 32 bytes in hexadecimal, in small letters."""
    return _SEED.fullmatch(text) is not None


def ballot_bits(seed: str) -> RandomBits:
    """The bits of SHA-256 over the seed and a counter of eight bytes from 0, the highest bit of each block first."""
    key, count, bits, left = bytes.fromhex(seed), 0, 0, 0

    def random_bits(wanted: int) -> int:
        nonlocal count, bits, left
        while left < wanted:
            block = hashlib.sha256(key + count.to_bytes(8, "big")).digest()
            bits, left, count = bits << _BLOCK_BITS | int.from_bytes(block, "big"), left + _BLOCK_BITS, count + 1
        left -= wanted
        word, bits = bits >> left, bits & ((1 << left) - 1)
        return word

    return random_bits


def places(sizes: Sequence[int]) -> tuple[tuple[str, int], ...]:
    """Table and seat of every place in the order of the tables, which are numbered from 1."""
    return tuple((str(table), seat) for table, size in enumerate(sizes, start=1) for seat in range(1, size + 1))


def drawn(names: Sequence[T], random_bits: RandomBits) -> tuple[T, ...]:
    """The names in the order in which they are drawn."""
    return shuffle(names, lambda size: bounded(size, random_bits))
