"""Two slow and obvious ways to the odds of a coup, for comparison: by value, and card by card."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import perm

import numpy as np
from numpy.typing import NDArray

from puntobanco.coup import Coup, facts, next_step, profit_per_unit
from puntobanco.rulebooks.facts import Facts, Hand, HandFacts, PairClass, PairFacts
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Wager
from puntobanco.values.cards import Card, Composition, Rank, Suit

NO_PAIRS = PairFacts(player=PairClass.NONE, banker=PairClass.NONE)
Distribution = dict[Facts | None, Fraction]
"""The probability of each fact; None is a void round."""


def by_value(rules: TableRules, shoes: Sequence[Composition]) -> list[Distribution]:
    """Deal every sequence of values that the law asks for, from all these shoes at once. Pairs mean nothing here."""
    values = rules.card_values.value
    cards = np.array([len(shoe) for shoe in shoes])
    counts = {rank_value: np.zeros_like(cards) for rank_value in values.points}
    for place, shoe in enumerate(shoes):
        for card, count in shoe.items():
            counts[values.of(card)][place] += count
    shown = {values.of(Card.of(rank, Suit.SPADES)): Card.of(rank, Suit.SPADES) for rank in Rank}
    drawn_in_all = np.minimum(cards, 6)
    unused = [_permutations(cards - dealt, drawn_in_all - dealt) for dealt in range(7)]
    found: dict[Facts | None, NDArray[np.int64]] = defaultdict(lambda: np.zeros_like(cards))

    def deal_on(coup: Coup, ways: NDArray[np.int64]) -> None:
        hand = next_step(rules, coup.player, coup.banker).deal_to if len(coup) < 6 else None
        if hand is None:
            player, banker = (
                HandFacts(total=values.total(held), cards=len(held)) for held in (coup.player, coup.banker)
            )
            found[Facts(player=player, banker=banker, pairs=NO_PAIRS)] += ways * unused[len(coup)]
            return
        found[None] += ways * (cards == len(coup))
        for value, count in counts.items():
            if (on := ways * count).any():
                count -= 1
                deal_on(coup.with_card(hand, shown[value]), on)
                count += 1

    deal_on(Coup(), np.ones_like(cards))
    draws = _permutations(cards, drawn_in_all)
    return [
        {fact: Fraction(int(ways[place]), int(draws[place])) for fact, ways in found.items() if ways[place]}
        for place in range(len(shoes))
    ]


def _permutations(cards: NDArray[np.int64], drawn: NDArray[np.int64]) -> NDArray[np.int64]:
    pairs = zip(cards.tolist(), drawn.tolist(), strict=True)
    return np.array([perm(most, some) if some >= 0 else 0 for most, some in pairs])


def by_card(rules: TableRules, shoe: Composition, on_table: Coup) -> Distribution:
    """Try every order of the cards in the shoe; cards that are not on the table are dealt where the coup lacks them."""
    orders = list(permutations(tuple(shoe), min(len(shoe), 6)))
    found: Counter[Facts | None] = Counter(_finish(rules, on_table, iter(order)) for order in orders)
    return {fact: Fraction(ways, len(orders)) for fact, ways in found.items()}


def _finish(rules: TableRules, coup: Coup, rest: Iterator[Card]) -> Facts | None:
    for hand in Hand:
        while len(coup.of(hand)) < 2:
            card = next(rest, None)
            if card is None:
                return None
            coup = coup.with_card(hand, card)
    while (hand_to_draw := next_step(rules, coup.player, coup.banker).deal_to) is not None:
        card = next(rest, None)
        if card is None:
            return None
        coup = coup.with_card(hand_to_draw, card)
    return facts(rules, coup)


def results(distribution: Distribution, wager: Wager) -> dict[Fraction, Fraction]:
    """How probable each profit of a wager is; a void round returns the stake."""
    found: dict[Fraction, Fraction] = {}
    for fact, probability in distribution.items():
        pays = Fraction(0) if fact is None else profit_per_unit(wager, fact)
        found[pays] = found.get(pays, Fraction(0)) + probability
    return found
