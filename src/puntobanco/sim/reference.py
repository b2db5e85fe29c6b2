"""The kernels in plain Python: the same draws, dealt through `coup`. Slow, but by the code that plays real tables.

Each function here is written from the description of the streams, not from the kernels; tests compare the two.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from puntobanco.coup import Coup, facts
from puntobanco.coup.shoe import (
    CUTTING_CARD,
    Ending,
    Item,
    Shoe,
    cutting_card_came,
    fresh_cards,
    further_burns,
    load,
    round_ended,
)
from puntobanco.rulebooks.facts import Facts, Hand, Result
from puntobanco.rulebooks.rule_values import Burn
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.values.cards import Card, Rank, Suit
from puntobanco.values.replace import changed

_WORD = 2**64
_GOLDEN = 0x9E3779B97F4A7C15
BLOCK = 128
LANES = 64
MOST_CARDS_IN_A_ROUND = 6


def mix(z: int) -> int:
    """The finaliser of SplitMix64."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % _WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB % _WORD
    return z ^ z >> 31


def word(key: int, place: int) -> int:
    return mix((key + _GOLDEN * place) % _WORD)


def stream_key(seed: int, block: int, stream: int) -> int:
    return word(word(mix((seed + _GOLDEN) % _WORD), block + 1), stream)


class Reserve:
    """Exact draws for the rare number that has to be drawn again, from the words of a stream one by one."""

    def __init__(self, key: int, place: int) -> None:
        self.key, self.place = key, place

    def below(self, bound: int) -> int:
        while True:
            product = (word(self.key, self.place) >> 32) * bound
            self.place += 1
            if product % 2**32 >= 2**32 % bound:
                return product >> 32


def number_below(bits: int, bound: int, reserve: Reserve) -> int:
    """A number below `bound` from sixteen random bits, or from the reserve where they would favour some numbers."""
    product = bits * bound
    return product >> 16 if product % 2**16 >= 2**16 % bound else reserve.below(bound)


@dataclass(frozen=True, slots=True)
class DealtShoe:
    """A shoe dealt to its end."""

    burned: tuple[Card | None, ...]
    """The burned cards; none for a card that nobody has seen."""
    coups: tuple[Coup, ...]


def deal_shoe(
    rules: TableRules,
    items: tuple[Item, ...],
    *,
    turn_up: Callable[[Card], Card],
    after_round: Callable[[Coup], None] | None = None,
) -> DealtShoe:
    """Deal a loaded shoe to its end by the table's procedure.

    `turn_up` says what a card from the shoe is; it is asked for every card but those that are burned unseen.
    """
    dealing = _Dealing(rules, Shoe(items), turn_up)
    burned = dealing.burn()
    coups: list[Coup] = []
    while dealing.ending is not Ending.OVER and (coup := dealing.round()) is not None:
        if after_round is not None:
            after_round(coup)
        coups.append(coup)
    return DealtShoe(burned, tuple(coups))


class _Dealing:
    def __init__(self, rules: TableRules, shoe: Shoe, turn_up: Callable[[Card], Card]) -> None:
        self.rules, self.shoe, self.turn_up = rules, shoe, turn_up
        self.ending = Ending.OPEN

    def take(self, *, first_of_round: bool) -> Card | None:
        """The next card to leave the shoe, past cutting cards; none when there is no more."""
        item, self.shoe = self.shoe.draw()
        while item is CUTTING_CARD:
            self.ending = cutting_card_came(self.rules, self.ending, first_of_round=first_of_round)
            item, self.shoe = self.shoe.draw()
        return item

    def burn(self) -> tuple[Card | None, ...]:
        first = self.take(first_of_round=True)
        if first is None or self.rules.burn.value is Burn.HIDDEN:
            return (None,)
        shown = self.turn_up(first)
        further = further_burns(self.rules, shown)
        for _ in range(further):
            self.take(first_of_round=True)
        return (shown, *[None] * further)

    def round(self) -> Coup | None:
        """A finished coup; none when the cards ran out, which makes the round void and ends the shoe."""
        coup = Coup()
        while (hand := coup.next_step(self.rules).deal_to) is not None:
            item = self.take(first_of_round=len(coup) == 0)
            if item is None:
                return None
            coup = coup.with_card(hand, self.turn_up(item))
        tie = facts(self.rules, coup).result is Result.TIE
        self.ending = round_ended(self.rules, self.ending, tie=tie)
        return coup


def full_card_shoe(rules: TableRules, seed: int, shoe: int) -> DealtShoe:
    """The shoe that the full-card kernel deals: Fisher and Yates from the front, four numbers from each word.

    A shuffled stack is as shuffled after any cut; the kernel leaves the cut out, so it is undone here beforehand.
    """
    key = stream_key(seed, shoe // BLOCK, 16 + shoe % BLOCK)
    reserve = Reserve(key, 256)
    order = list(fresh_cards(rules))
    numbers = [
        number_below(word(key, place // 4 + 1) >> 16 * (place % 4) & 0xFFFF, len(order) - place, reserve)
        for place in range(len(order))
    ]
    for place, number in enumerate(numbers):
        order[place], order[place + number] = order[place + number], order[place]
    cut_at = rules.cut_from_ends.value
    items = load(rules, (*order[-cut_at:], *order[:-cut_at]), cut_at=cut_at)
    return deal_shoe(rules, items, turn_up=lambda card: card)


def lane_bits(key: int, lane: int) -> Iterator[int]:
    """The sixteen random bits of a lane for draw after draw: a quarter of every other word of its generator."""
    generator, quarter = lane % 32 // 4, lane % 4
    first, second = word(key, 2 * generator + 1), word(key, 2 * generator + 2)
    step = 0
    while True:
        result = (_rotate((first + second) % _WORD, 17) + first) % _WORD
        second ^= first
        first, second = _rotate(first, 49) ^ second ^ second << 21 & _WORD - 1, _rotate(second, 28)
        if step % 2 == lane // 32:
            yield result >> 16 * quarter & 0xFFFF
        step += 1


def _rotate(z: int, bits: int) -> int:
    return (z << bits | z >> 64 - bits) % _WORD


class LaneDraws:
    """The cards of one lane of the fast kernel: ranks from counts of what is left, every card for now a club."""

    def __init__(self, rules: TableRules, seed: int, shoe: int) -> None:
        lane = shoe % LANES
        self.key = stream_key(seed, shoe // BLOCK, 1 + shoe % BLOCK // LANES)
        self.bits = lane_bits(self.key, lane)
        self.reserve = Reserve(word(self.key, 17), lane << 16)
        self.left = dict.fromkeys(Rank, 4 * rules.decks.value)

    def draw(self, place: Card) -> Card:
        """A card of a coup or the burned one; what lay in the stack at its place says only that there is a card."""
        del place
        number = number_below(next(self.bits), sum(self.left.values()), self.reserve)
        for rank, count in self.left.items():
            if number < count:
                self.left[rank] -= 1
                return Card.of(rank, Suit.CLUBS)
            number -= count
        raise ValueError("the shoe is empty")

    def skip(self, coup: Coup) -> None:
        """Lanes go in lock step, six draws to a round: those that this one did not need pass by."""
        for _ in range(MOST_CARDS_IN_A_ROUND - len(coup)):
            next(self.bits)


def fast_shoe(rules: TableRules, seed: int, shoe: int) -> tuple[DealtShoe, tuple[Facts, ...]]:
    """The shoe that the fast kernel deals, and its facts once the suits of pairs are revealed."""
    draws = LaneDraws(rules, seed, shoe)
    items = load(rules, fresh_cards(rules), cut_at=rules.cut_from_ends.value)
    dealt = deal_shoe(rules, items, turn_up=draws.draw, after_round=draws.skip)
    return dealt, _with_suits(rules, draws.key, shoe, list(dealt.coups))


def _with_suits(rules: TableRules, key: int, shoe: int, coups: list[Coup]) -> tuple[Facts, ...]:
    """The facts of the coups; suits of pairs come from those of the rank not yet revealed, player's pairs first."""
    suits = {rank: dict.fromkeys(Suit, rules.decks.value) for rank in Rank}
    for place, hand in enumerate(Hand):
        for turn, coup in enumerate(coups):
            one, other = coup.of(hand)[:2]
            if one.rank is other.rank:
                bits = word(word(key, 18), (turn * LANES + shoe % LANES) * 2 + place)
                pair = _reveal_two(suits[one.rank], bits)
                coups[turn] = _with_first_cards(coup, hand, tuple(Card.of(one.rank, suit) for suit in pair))
    return tuple(facts(rules, coup) for coup in coups)


def _reveal_two(left: dict[Suit, int], bits: int) -> tuple[Suit, Suit]:
    cards = sum(left.values())
    while (bits >> 32) * cards * (cards - 1) % 2**32 < 2**32 % (cards * (cards - 1)):
        bits = mix((bits + _GOLDEN) % _WORD)
    first, second = divmod((bits >> 32) * cards * (cards - 1) >> 32, cards - 1)
    return _take_suit(left, first), _take_suit(left, second)


def _take_suit(left: dict[Suit, int], number: int) -> Suit:
    for suit, count in left.items():
        if number < count:
            left[suit] -= 1
            return suit
        number -= count
    raise ValueError("no suit is left")


def _with_first_cards(coup: Coup, hand: Hand, two: tuple[Card, ...]) -> Coup:
    cards = (*two, *coup.of(hand)[2:])
    return changed(coup, player=cards) if hand is Hand.PLAYER else changed(coup, banker=cards)
