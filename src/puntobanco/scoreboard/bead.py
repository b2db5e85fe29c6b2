"""A bead: one coup as scoreboards have it."""

from collections.abc import Collection

from msgspec import UNSET, Struct, UnsetType

from puntobanco.rulebooks.facts import Facts, Hand, PairClass, Result
from puntobanco.values.money import Count


class Bead(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who won a coup, which hands began with a pair, and whether a natural ended it."""

    result: Result
    banker_pair: bool = False
    player_pair: bool = False
    natural: bool = False
    total: Count | UnsetType = UNSET
    """What the winner had, or both at a tie; unset where only the result is known."""

    @property
    def is_tie(self) -> bool:
        return self.result is Result.TIE

    @staticmethod
    def of(facts: Facts, naturals: Collection[int]) -> "Bead":
        """The bead of a finished coup; a book says which totals are natural."""
        hands = [facts.of(hand) for hand in Hand]
        return Bead(
            result=facts.result,
            banker_pair=facts.pairs.banker is not PairClass.NONE,
            player_pair=facts.pairs.player is not PairClass.NONE,
            natural=any(hand.cards == 2 and hand.total in naturals for hand in hands),
            total=max(hand.total for hand in hands),
        )
