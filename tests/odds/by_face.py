"""A third way to the odds of a coup, for large shoes: the first four cards face by face, the third cards by value."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from puntobanco.coup import Coup, facts, next_step
from puntobanco.coup.coup import pair_class
from puntobanco.rulebooks.facts import Facts, PairClass, PairFacts
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.values.cards import DECK, Card, Composition
from puntobanco.values.replace import changed
from tests.odds.slow import Distribution

Ints = NDArray[np.int64]
PAIRS = [PairFacts(player=player, banker=banker) for player, banker in product(PairClass, PairClass)]
CLASSES = np.array([[list(PairClass).index(pair_class(one, other)) for other in DECK] for one in DECK])


def by_face(rules: TableRules, shoe: Composition, on_table: Coup) -> Distribution:
    """From a shoe with enough cards for any coup, and up to two cards of each hand."""
    values = np.array([rules.card_values.value.of(card) for card in DECK])
    of_value = {int(value): card for value, card in zip(values, DECK, strict=True)}
    found: Counter[Facts] = Counter()
    deals = _deals(values, np.array(shoe.counts), on_table)
    for hand, first in ((on_table.player, 0), (on_table.banker, 2)):
        deals = deals if hand else _in_either_order(deals, first)
    for a, b, c, d in product(of_value, repeat=4):
        if deals[a, b, c, d].any():
            left = Counter({value: int(np.array(shoe.counts)[values == value].sum()) for value in of_value})
            left.subtract([a, b][len(on_table.player) :] + [c, d][len(on_table.banker) :])
            four = Coup((of_value[a], of_value[b]), (of_value[c], of_value[d]))
            by_class = [(pairs, ways) for pairs, ways in zip(PAIRS, deals[a, b, c, d].tolist(), strict=True) if ways]
            for ended, of_thirds in _thirds(rules, four, left, of_value, 1):
                for pairs, ways in by_class:
                    found[changed(ended, pairs=pairs)] += ways * of_thirds
    total = sum(found.values())
    return {fact: Fraction(ways, total) for fact, ways in found.items() if ways}


def _deals(values: Ints, left: Ints, on_table: Coup) -> Ints:
    """10 x 10 x 10 x 10 x 16: ordered deals of four cards by their values and the pair classes of the hands."""
    deals = np.zeros((10, 10, 10 * 10 * 4, 4), np.int64)
    for a, of_a in _drawn(left, on_table.player[:1]):
        for b, of_b in _drawn(left, on_table.player[1:]):
            ways, places = [], []
            for c, of_c in _drawn(left, on_table.banker[:1]):
                known = [card.index for card in on_table.banker[1:]]
                ways.append(of_c * (np.isin(np.arange(52), known) if known else left))
                places.append((10 * values[c] + values) * 4 + CLASSES[c])
            counted = np.bincount(np.concatenate(places), np.concatenate(ways), minlength=400)
            deals[values[a], values[b], :, CLASSES[a, b]] += of_a * of_b * counted.astype(np.int64)
    return deals.reshape(10, 10, 10, 10, 4, 4).swapaxes(4, 5).reshape(10, 10, 10, 10, 16)


def _in_either_order(deals: Ints, first: int) -> Ints:
    """The order of a hand's two cards does not matter: all deals stand where the lower value comes first."""
    one_way = np.moveaxis(deals, (first, first + 1), (-2, -1))
    folded = np.triu(one_way) + np.triu(one_way.swapaxes(-1, -2), 1)
    return np.moveaxis(folded, (-2, -1), (first, first + 1))


def _drawn(left: Ints, known: tuple[Card, ...]) -> Iterator[tuple[int, int]]:
    if known:
        yield known[0].index, 1
        return
    for face in np.flatnonzero(left).tolist():
        left[face] -= 1
        yield face, int(left[face]) + 1
        left[face] += 1


def _thirds(
    rules: TableRules, coup: Coup, left: Counter[int], of_value: dict[int, Card], ways: int
) -> Iterator[tuple[Facts, int]]:
    """Every end of a coup of at least four cards; slots that take no card are filled from the rest."""
    hand = next_step(rules, coup.player, coup.banker).deal_to if len(coup) < 6 else None
    if hand is None:
        unused = 1
        for slot in range(6 - len(coup)):
            unused *= left.total() - slot
        yield facts(rules, coup), ways * unused
        return
    for value, count in list(left.items()):
        if count:
            left[value] -= 1
            yield from _thirds(rules, coup.with_card(hand, of_value[value]), left, of_value, ways * count)
            left[value] += 1
