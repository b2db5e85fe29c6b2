"""The slower kernel: totals, card counts and pair classes together, from any cards that lie on the table already.

It walks through the first four cards face by face, counts how often which values and pair classes come up, and then
deals the third cards by value. Whole numbers in int64 throughout.
"""

import numpy as np
from numpy.typing import NDArray

from puntobanco.odds import law as laws
from puntobanco.odds.compiled import compiled, inlined
from puntobanco.odds.law import Law

Ints = NDArray[np.int64]

UNKNOWN = -1
SLOTS = 6
"""Player's first two cards, banker's first two, player's third, banker's third."""
_PLAYER_THIRD, _BANKER_THIRD = 4, 5
_FACES, _CLASSES = 52, 4


@inlined
def _faces(known: int) -> range:
    return range(_FACES) if known == UNKNOWN else range(known, known + 1)


@inlined
def _take(left: Ints, card: int, known: int) -> int:
    """In how many ways this card comes next; a known card lies on the table and is not in the shoe."""
    if known != UNKNOWN:
        return 1
    left[card] -= 1
    return int(left[card] + 1)


@inlined
def _put_back(left: Ints, card: int, known: int) -> None:
    if known == UNKNOWN:
        left[card] += 1


@inlined
def _four_cards(shoe: Ints, values: Ints, classes: Ints, known: Ints) -> Ints:
    """Deals of four cards by their values (player's two, banker's two) and the pair classes of the hands."""
    deals = np.zeros((10, 10, 10, 10, _CLASSES * _CLASSES), dtype=np.int64)
    left = shoe.copy()
    for a in _faces(known[0]):
        with_a = _take(left, a, known[0])
        for b in _faces(known[1]):
            with_b = with_a * _take(left, b, known[1])
            if with_b > 0:
                of_player = deals[values[a], values[b]]
                player_class = _CLASSES * classes[a, b]
                for c in _faces(known[2]):
                    with_c = with_b * _take(left, c, known[2])
                    for d in _faces(known[3]):
                        with_d = with_c * _take(left, d, known[3])
                        of_player[values[c], values[d], player_class + classes[c, d]] += with_d
                        _put_back(left, d, known[3])
                    _put_back(left, c, known[2])
            _put_back(left, b, known[1])
        _put_back(left, a, known[0])
    return deals


@inlined
def _values_of(known: int, values: Ints) -> range:
    return range(10) if known == UNKNOWN else range(values[known], values[known] + 1)


@inlined
def _spend(left: int, known: int) -> int:
    return left if known != UNKNOWN else left - 1


@inlined
def _unused(left: int, known: int) -> int:
    """In how many ways a slot that takes no card could have been filled; in one when the shoe is empty."""
    return 1 if known != UNKNOWN else max(left, 1)


@inlined
def _add(joint: Ints, by_class: Ints, cards: int, player: int, banker: int, weight: int) -> None:
    for pairs in range(_CLASSES * _CLASSES):
        joint[pairs, cards, player % 10, banker % 10] += weight * by_class[pairs]


@inlined
def _banker_draws(
    joint: Ints, by_class: Ints, n: Ints, values: Ints, known: int, cards: int, player: int, banker: int, weight: int
) -> None:
    for y in _values_of(known, values):
        ways = n[y] if known == UNKNOWN else 1
        if ways > 0:
            _add(joint, by_class, cards, player, banker + y, weight * ways)


@inlined
def _third_cards(
    joint: Ints, by_class: Ints, n: Ints, left: int, law: Law, values: Ints, known: Ints, player: int, banker: int
) -> None:
    """Finish the coups whose hands have these two-card totals; `n` by value and `left` are what the shoe still has."""
    of_player, of_banker = known[_PLAYER_THIRD], known[_BANKER_THIRD]
    unused = _unused(left, of_player)
    if law[laws.ENDS + 10 * player + banker] > 0.0:
        _add(joint, by_class, 0, player, banker, unused * _unused(_spend(left, of_player), of_banker))
    elif law[laws.PLAYER_DRAWS + player] == 0.0:
        weight = unused if of_banker != UNKNOWN else _unused(left - 1, of_player)
        _banker_draws(joint, by_class, n, values, of_banker, 1, player, banker, weight)
    else:
        for x in _values_of(of_player, values):
            weight = _take(n, x, of_player)
            if weight > 0 and law[laws.BANKER_DRAWS_AFTER + 8 * x + banker] > 0.0:
                _banker_draws(joint, by_class, n, values, of_banker, 3, player + x, banker, weight)
            elif weight > 0:
                weight *= _unused(_spend(left, of_player), of_banker)
                _add(joint, by_class, 2, player + x, banker, weight)
            _put_back(n, x, of_player)


@compiled
def count_joint(shoe: Ints, values: Ints, classes: Ints, law: Law, known: Ints) -> Ints:
    """The ways as (16 pairs of pair classes, 4 card counts, 10 player totals, 10 banker totals).

    `shoe` counts the faces that are not on the table in the order of `DECK`, `values` and `classes` say what a face and
    two faces count, `known` has the faces on the table by slot. Draws are ordered and fill every unknown slot.
    """
    joint = np.zeros((_CLASSES * _CLASSES, 4, 10, 10), dtype=np.int64)
    deals = _four_cards(shoe, values, classes, known)
    n = np.zeros(10, dtype=np.int64)
    for face in range(_FACES):
        n[values[face]] += shoe[face]
    left = int(shoe.sum())
    for slot in range(4):
        left = _spend(left, known[slot])
    for a, b, c, d in np.ndindex(10, 10, 10, 10):
        by_class = deals[a, b, c, d]
        if by_class.any():
            for value, face in ((a, known[0]), (b, known[1]), (c, known[2]), (d, known[3])):
                _take(n, value, face)
            _third_cards(joint, by_class, n, left, law, values, known, (a + b) % 10, (c + d) % 10)
            for value, face in ((a, known[0]), (b, known[1]), (c, known[2]), (d, known[3])):
                _put_back(n, value, face)
    return joint
