"""Where randomness is made."""

import random
import secrets

from puntobanco.coup.shoe import RandomBits

SYSTEM: RandomBits = secrets.randbits
"""The operating system's cryptographic source."""


def command_id() -> str:
    """A new id for a command, unlike any other."""
    return secrets.token_hex(16)


def repeatable(seed: int) -> RandomBits:
    """A practice source: the same seed gives the same shoes."""
    return random.Random(seed).getrandbits
