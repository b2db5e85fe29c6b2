"""The shoe: card check, shuffle, cut, cutting cards, burn, and the end of the shoe as an explicit state."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct

from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks.rule_values import Burn, LastRound
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.values.cards import DECK, Card, Composition

T = TypeVar("T")

RandomBits: TypeAlias = Callable[[int], int]
"""The source of chance: asked for k bits, it gives a number below 2**k, each equally likely."""


class _CuttingCard(Enum):
    CUTTING_CARD = "cutting card"


CUTTING_CARD = _CuttingCard.CUTTING_CARD
CuttingCard: TypeAlias = Literal[_CuttingCard.CUTTING_CARD]
Item: TypeAlias = Card | CuttingCard


class CardCheck(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a check of the cards one by one found: too few of a card, too many, and what is no card of the pack."""

    missing: tuple[Card, ...]
    duplicated: tuple[Card, ...]
    extra: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not (self.missing or self.duplicated or self.extra)

    def __str__(self) -> str:
        if self.passed:
            return "all cards are there"
        found = (("missing", self.missing), ("duplicated", self.duplicated))
        parts = [f"{name}: {Composition.of_cards(cards)}" for name, cards in found if cards]
        extra = [f"extra: {', '.join(self.extra)}"] if self.extra else []
        return "; ".join(parts + extra)


def check_cards(expected: Composition, faces: Iterable[str]) -> CardCheck:
    """Check the faces that were read off against what should be there.

    A face that is no card, or of which none belongs here, is extra; one that there are too many of is duplicated.
    """
    cards: Counter[Card] = Counter()
    extra: list[str] = []
    for face in faces:
        try:
            card = Card.parse(face)
        except Unreadable:
            extra.append(face)
            continue
        if expected.count(card):
            cards[card] += 1
        else:
            extra.append(str(card))
    found = Composition.of_counts(cards)
    missing, duplicated = expected.surplus_over(found), found.surplus_over(expected)
    return CardCheck(missing=tuple(missing), duplicated=tuple(duplicated), extra=tuple(extra))


def fresh_cards(rules: TableRules) -> tuple[Card, ...]:
    """All cards of a new shoe, deck by deck in sequence."""
    return DECK * rules.decks.value


def bounded(size: int, random_bits: RandomBits) -> int:
    """A number below `size`, each equally likely: words of just enough bits, those that are too large thrown away."""
    bits = (size - 1).bit_length()
    word = random_bits(bits) if bits else 0
    while word >= size:
        word = random_bits(bits)
    return word


def shuffle(cards: Sequence[T], below: Callable[[int], int]) -> tuple[T, ...]:
    """Every order equally likely (Fisher and Yates); `below` gives a number below a size, each equally likely."""
    shuffled = list(cards)
    for last in range(len(shuffled) - 1, 0, -1):
        other = below(last + 1)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return tuple(shuffled)


def cut_range(rules: TableRules, cards: int) -> range:
    """Where a stack of so many cards may be cut: how many cards lie in front of the cutting card."""
    margin = rules.cut_from_ends.value
    return range(margin, cards - margin + 1)


def cut_stack(stack: Sequence[T], at: int) -> tuple[T, ...]:
    """The stack after the cut: the cards in front of it go to the back."""
    return (*stack[at:], *stack[:at])


def load(rules: TableRules, stack: Sequence[T], *, cut_at: int) -> tuple[T | CuttingCard, ...]:
    """Cut the stack, put in the cutting cards, and give what the shoe holds, first card first.

    One cutting card lies `cut_depth` cards from the back; where two are used, the other is the very last.
    """
    allowed = cut_range(rules, len(stack))
    if cut_at not in allowed:
        sentence = (
            f"a stack of {len(stack)} is cut from {allowed.start} to {allowed.stop - 1} cards deep, not at {cut_at}"
        )
        raise Refused("cut_not_allowed", rules.cite(rules.cut_from_ends.clause), sentence)
    order = cut_stack(stack, cut_at)
    front = len(order) - rules.cut_depth.value
    last = (CUTTING_CARD,) if rules.cutting_cards.value == 2 else ()
    return (*order[:front], CUTTING_CARD, *order[front:], *last)


def further_burns(rules: TableRules, first: Card) -> int:
    """How many cards are burned after the first one."""
    match rules.burn.value:
        case Burn.HIDDEN:
            return 0
        case Burn.EXPOSED:
            return min(int(first.rank), rules.burn_for_ten.value)


@dataclass(frozen=True, slots=True)
class Shoe:
    """A loaded shoe and how far it has been dealt."""

    items: tuple[Item, ...]
    dealt: int = 0

    def draw(self) -> "tuple[Item | None, Shoe]":
        """The next thing to leave the shoe, none when it is empty, and the shoe after that."""
        if self.dealt == len(self.items):
            return None, self
        return self.items[self.dealt], Shoe(self.items, self.dealt + 1)


class Ending(Enum):
    """How near the end of the shoe is."""

    OPEN = "open"
    """The cutting card has not come."""
    CUT_THIS_ROUND = "cut_this_round"
    """It came in this round."""
    LAST_ROUND = "last_round"
    OVER = "over"
    """No card is dealt before a shuffle."""


def cutting_card_came(rules: TableRules, ending: Ending, *, first_of_round: bool) -> Ending:
    """The state after a cutting card left the shoe; a second one changes nothing."""
    if ending is not Ending.OPEN:
        return ending
    match rules.last_round.value:
        case LastRound.THIS_ROUND_TIE_ADDS_ONE:
            return Ending.CUT_THIS_ROUND
        case LastRound.ONE_MORE_UNLESS_FIRST:
            return Ending.LAST_ROUND if first_of_round and rules.last_if_first.value else Ending.CUT_THIS_ROUND


def round_ended(rules: TableRules, ending: Ending, *, tie: bool) -> Ending:
    """The state after a round; a void or no-bet round counts, and a void round is not a tie."""
    match ending:
        case Ending.OPEN:
            return Ending.OPEN
        case Ending.LAST_ROUND | Ending.OVER:
            return Ending.OVER
        case Ending.CUT_THIS_ROUND:
            match rules.last_round.value:
                case LastRound.THIS_ROUND_TIE_ADDS_ONE:
                    return Ending.LAST_ROUND if tie else Ending.OVER
                case LastRound.ONE_MORE_UNLESS_FIRST:
                    return Ending.LAST_ROUND
