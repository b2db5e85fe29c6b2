"""Amounts as chips of a table."""

from msgspec import Struct

from puntobanco.values.money import Cents, ChipSet


class ChipPile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chips of one denomination."""

    chip: Cents
    count: int


def in_chips(chips: ChipSet, amount: Cents) -> tuple[tuple[ChipPile, ...], Cents]:
    """An amount as chips, and what is left of it for coin."""
    piles = tuple(ChipPile(chip=chip, count=count) for chip, count in chips.piles(amount))
    return piles, amount - sum(pile.chip * pile.count for pile in piles)
