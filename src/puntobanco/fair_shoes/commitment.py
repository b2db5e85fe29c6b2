"""What the house and patrons bind themselves to before anybody can know the order of the cards."""

from collections.abc import Sequence

from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.hashing import BYTES, Domain, for_domain, sha256
from puntobanco.fair_shoes.shoe_context import Context, context_bytes
from puntobanco.values.text import clean, quoted

LONGEST_SEED = 256
"""In bytes."""


def commitment(secret: bytes, context: Context) -> bytes:
    """What the house publishes of its secret."""
    if len(secret) != BYTES:
        raise ValueError(f"a secret has {BYTES} bytes, not {len(secret)}")
    return sha256(for_domain(Domain.COMMITMENT, context_bytes(context), secret))


def promise(seed: bytes, committed: bytes) -> bytes:
    """What a patron publishes of a seed: it is for the shoe with this commitment and for no other."""
    return sha256(for_domain(Domain.PROMISE, committed, seed))


def salt_of_seeds(seeds: Sequence[bytes]) -> bytes:
    """The opened seeds, in the order in which they were promised."""
    return sha256(for_domain(Domain.SEEDS, *seeds))


def read_seed(text: str) -> bytes:
    """A seed as a person gives it: 64 hexadecimal digits are 256 bits, anything else is words."""
    if len(text) == 2 * BYTES and set(text) <= set("0123456789abcdef"):
        return bytes.fromhex(text)
    words = clean(text).encode()
    if not words:
        raise Unreadable(f"{quoted(text)} is no seed: write 64 hexadecimal digits, or words")
    return words
