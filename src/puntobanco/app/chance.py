"""Where randomness is made."""

import random
import secrets

from puntobanco.coup.shoe import RandomBits

SYSTEM: RandomBits = secrets.randbits
"""The operating system's cryptographic source."""


def repeatable(seed: int) -> RandomBits:
    """A practice source: the same seed gives the same shoes."""
    return random.Random(seed).getrandbits
