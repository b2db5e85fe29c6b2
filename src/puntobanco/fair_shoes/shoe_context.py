"""What a commitment is about: whose shoe it is, which one, by which rules, of which cards, and after which."""

from typing import Annotated

from msgspec import Meta, Struct

from puntobanco.fair_shoes.hashing import Hex256, in_parts
from puntobanco.values.cards import DECK, Composition
from puntobanco.values.money import LARGEST
from puntobanco.values.text import LONGEST_NAME

PROTOCOL = 1
MOST_OF_A_CARD = 1260
"""So many of each of 52 cards can be shuffled with words of 16 bits."""

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Counts = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=MOST_OF_A_CARD)], ...], Meta(min_length=len(DECK), max_length=len(DECK))
]


class Context(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The circumstances of one shoe, all of which its secret is bound to."""

    protocol: Annotated[int, Meta(ge=PROTOCOL, le=PROTOCOL)] = PROTOCOL
    house: Name
    table: Name
    shoe: Annotated[int, Meta(ge=1, le=LARGEST)]
    """The table's shoes are counted from 1, those that were never dealt included."""
    rules: Hex256
    """The digest of the table's rules."""
    composition: Counts
    """How many of each card, clubs to spades, each from ace to king."""
    previous: Hex256 | None
    """The hash of the act that revealed the shoe before; none for the table's first."""

    @property
    def cards(self) -> Composition:
        return Composition(self.composition)


def context_bytes(context: Context) -> bytes:
    """The context with one reading only: numbers in decimal, counts joined by commas, none as nothing."""
    fields = (
        str(context.protocol),
        context.house,
        context.table,
        str(context.shoe),
        context.rules,
        ",".join(map(str, context.composition)),
        context.previous or "",
    )
    return in_parts(*(field.encode() for field in fields))
