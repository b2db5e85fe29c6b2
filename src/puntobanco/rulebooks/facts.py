"""The coup's facts: all that a wager of any rulebook may depend on."""

from enum import Enum

from msgspec import Struct

from puntobanco.values.money import Count


class Hand(Enum):
    """The two hands of a coup. A person at the table is a patron, never a player."""

    PLAYER = "player"
    BANKER = "banker"

    @property
    def other(self) -> "Hand":
        return Hand.BANKER if self is Hand.PLAYER else Hand.PLAYER

    def __str__(self) -> str:
        return self.value


PLAYER, BANKER = Hand.PLAYER, Hand.BANKER
"""By themselves, for what is asked many times a round: Python 3.11 is slow to look up a member of an enum."""


class PairClass(Enum):
    """What a hand's first two cards are to each other."""

    NONE = "none"
    MIXED = "mixed"
    COLOURED = "coloured"
    PERFECT = "perfect"

    __hash__ = object.__hash__  # facts are looked up every round, and an enum's own hash is reckoned in Python


class Result(Enum):
    """How a coup ended."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


class PairFacts(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is known after four cards and never changes: the pair class of each hand."""

    player: PairClass
    banker: PairClass

    def of(self, hand: Hand) -> PairClass:
        return self.player if hand is Hand.PLAYER else self.banker


class HandFacts(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished hand: its total and whether it took two or three cards."""

    total: Count
    cards: Count


class Facts(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished coup."""

    player: HandFacts
    banker: HandFacts
    pairs: PairFacts

    def of(self, hand: Hand) -> HandFacts:
        return self.player if hand is Hand.PLAYER else self.banker

    def margin(self, hand: Hand) -> int:
        """By how many points `hand` is ahead; negative when it is behind."""
        return self.of(hand).total - self.of(hand.other).total

    @property
    def result(self) -> Result:
        player, banker = self.player.total, self.banker.total
        return Result.TIE if player == banker else Result.PLAYER if player > banker else Result.BANKER
