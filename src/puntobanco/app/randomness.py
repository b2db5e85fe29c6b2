"""Where randomness is made."""

import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from puntobanco.coup.shoe import RandomBits, bounded
from puntobanco.fair_shoes.hashing import BYTES, in_parts, sha256


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """Numbers for what is decided by lot, and the secrets of shoes."""

    random_bits: RandomBits
    secret: Callable[[], bytes]
    """A new one for every shoe."""
    practice: bool
    """Whoever knows the seed knows the shoes: they are repeatable, and not fair."""

    def below(self, size: int) -> int:
        """A number below `size`, each equally likely."""
        return bounded(size, self.random_bits)


def system_secret() -> bytes:
    return secrets.token_bytes(BYTES)


SYSTEM = Chance(random_bits=secrets.randbits, secret=system_secret, practice=False)
"""The operating system's cryptographic source."""


def command_id() -> str:
    """A new id for a command, unlike any other."""
    return secrets.token_hex(16)


def repeatable(seed: int, part: str = "") -> Chance:
    """A practice source: the same seed gives the same shoes, others for each part of what is practised."""
    numbers = count(1)
    return Chance(
        random_bits=random.Random(f"{seed} {part}" if part else seed).getrandbits,
        secret=lambda: _practice_secret(seed, f"{part} {next(numbers)}".lstrip()),
        practice=True,
    )


def of_seed(seed: int | None) -> Chance:
    """A practice source by a seed, or the system's without one."""
    return SYSTEM if seed is None else repeatable(seed)


def _practice_secret(seed: int, shoe: str) -> bytes:
    return sha256(in_parts(b"puntobanco.practice.secret", str(seed).encode(), shoe.encode()))
