"""A shoe that is sealed: everything about it follows from the house's secret, the patrons' seeds and the context."""

from collections.abc import Sequence
from typing import TypeAlias

from puntobanco.coup.shoe import check_cards
from puntobanco.fair_shoes.card_tree import Levels, leaf_hash, levels, proof, root
from puntobanco.fair_shoes.commitment import salt_of_seeds
from puntobanco.fair_shoes.hashing import Domain, counted, for_domain, hkdf_sha256, hmac_sha256
from puntobanco.fair_shoes.shoe_context import Context, context_bytes
from puntobanco.fair_shoes.shuffle import shuffled
from puntobanco.fair_shoes.unprintable import Hidden
from puntobanco.values.cards import Card

Order: TypeAlias = tuple[Card, ...]


class WrongComposition(Exception):
    """The cards that were to be sealed are not those of the table: the shoe is stopped."""


class SealedShoe(Hidden):
    """The order of the cards, a salt for each, and the tree over them: no dataclass, for those can be written down."""

    __slots__ = ("order", "salts", "tree")

    def __init__(self, *, order: Order, salts: tuple[bytes, ...], tree: Levels) -> None:
        self.order, self.salts, self.tree = order, salts, tree

    @property
    def root(self) -> bytes:
        return root(self.tree)

    def proof(self, index: int) -> tuple[bytes, ...]:
        return proof(self.tree, index)


def shuffle_key(secret: bytes, seeds: Sequence[bytes], context: Context) -> bytes:
    """The key of the shuffle: nobody can know it before both the secret and the opened seeds are known."""
    info = for_domain(Domain.SHUFFLE, context_bytes(context))
    return hkdf_sha256(secret, salt=salt_of_seeds(seeds), info=info)


def seal(secret: bytes, seeds: Sequence[bytes], context: Context) -> SealedShoe:
    """Shuffle and seal a shoe; cards that are not those of the context stop it."""
    return seal_order(shuffled(context.cards, shuffle_key(secret, seeds, context)), secret, context)


def seal_order(order: Order, secret: bytes, context: Context) -> SealedShoe:
    """Seal the cards in this order once they are found to be those of the context."""
    found = check_cards(context.cards, map(str, order))
    if not found.passed:
        raise WrongComposition(str(found))
    salts = _salts(secret, context, len(order))
    leaves = [card_leaf(index, salt, card) for index, (salt, card) in enumerate(zip(salts, order, strict=True))]
    return SealedShoe(order=order, salts=salts, tree=levels(leaves))


def _salts(secret: bytes, context: Context, size: int) -> tuple[bytes, ...]:
    """A salt for each place of the sealed order, of which none tells anything about another."""
    key = hkdf_sha256(secret, salt=b"", info=for_domain(Domain.SALT, context_bytes(context)))
    return tuple(hmac_sha256(key, counted(index)) for index in range(size))


def card_leaf(index: int, salt: bytes, card: Card) -> bytes:
    """The hash of a card at its place in the sealed order; without the salt nobody can tell which card it is."""
    return leaf_hash(for_domain(Domain.CARD, counted(index), salt, card.value.encode()))
