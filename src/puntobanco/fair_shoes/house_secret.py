"""The house's secret in memory: nothing that prints, copies or stores values ever shows it."""

import hmac
from typing import Any

from puntobanco.fair_shoes.commitment import commitment
from puntobanco.fair_shoes.draws import DrawContext, draw_commitment
from puntobanco.fair_shoes.hashing import BYTES
from puntobanco.fair_shoes.sealed_shoe import SealedShoe, WrongComposition, seal
from puntobanco.fair_shoes.shoe_context import Context
from puntobanco.fair_shoes.unprintable import Hidden


class HouseSecret(Hidden):
    """A secret to which the house is committed until it reveals it."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        if len(secret) != BYTES:
            raise ValueError(f"a secret has {BYTES} bytes, not {len(secret)}")
        self._secret = secret

    def raw(self) -> bytes:
        """The secret itself, for its reveal and for keeping it under a key."""
        return self._secret

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and hmac.compare_digest(self._secret, other._secret)

    __hash__: Any = None


class DrawSecret(HouseSecret):
    """The secret of one ballot or lot."""

    __slots__ = ()

    def commitment(self, context: DrawContext) -> bytes:
        return draw_commitment(self._secret, context)


class ShoeSecret(HouseSecret):
    """The secret of one shoe, and the order that was sealed with it last: that follows from it, and is slow to find."""

    __slots__ = ("_sealed",)

    def __init__(self, secret: bytes) -> None:
        super().__init__(secret)
        self._sealed: tuple[tuple[bytes, ...], Context, SealedShoe] | None = None

    def commitment(self, context: Context) -> bytes:
        return commitment(self._secret, context)

    def sealed(self, seeds: tuple[bytes, ...], context: Context) -> SealedShoe | None:
        """The shoe that secret, seeds and context give; none if its cards are not those of the context."""
        known = self._sealed
        if known is not None and known[0] == seeds and known[1] == context:
            return known[2]
        try:
            found = seal(self._secret, seeds, context)
        except WrongComposition:
            return None
        self._sealed = (seeds, context, found)
        return found
