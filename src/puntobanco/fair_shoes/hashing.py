"""Bytes with one reading only, and what is derived from them. Every part is preceded by its length."""

import hashlib
import hmac
from enum import Enum
from typing import Annotated, TypeAlias

from msgspec import Meta

BYTES = 32
"""Of a secret, a key, a salt and a hash."""
Hex256: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""256 bits in hexadecimal."""


class Domain(Enum):
    """What a hash or a key is for: none can be taken for another."""

    COMMITMENT = "puntobanco.fair.commitment"
    PROMISE = "puntobanco.fair.promise"
    SEEDS = "puntobanco.fair.seeds"
    SHUFFLE = "puntobanco.fair.shuffle"
    SALT = "puntobanco.fair.salt"
    CARD = "puntobanco.fair.card"
    DRAW_COMMITMENT = "puntobanco.draw.commitment"
    DRAW_WORDS = "puntobanco.draw.words"
    DRAW_ORDER = "puntobanco.draw.order"


def in_parts(*parts: bytes) -> bytes:
    """The parts one after the other, each with its length before it in four bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def for_domain(domain: Domain, *parts: bytes) -> bytes:
    return in_parts(domain.value.encode(), *parts)


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def counted(number: int) -> bytes:
    """A counter or an index as eight bytes."""
    return number.to_bytes(8, "big")


def hkdf_sha256(secret: bytes, *, salt: bytes, info: bytes, length: int = BYTES) -> bytes:
    """Extract and expand, as RFC 5869 has it; an empty salt stands for a salt of zeros.

    By hand: a few lines over `hmac` that the RFC's own answers test, where a package for it is slow to import.
    """
    key = hmac_sha256(salt or bytes(BYTES), secret)
    block, found = b"", b""
    for number in range(1, -(-length // BYTES) + 1):
        block = hmac_sha256(key, block + info + bytes([number]))
        found += block
    return found[:length]
