"""The fast kernel: in how many ways does a coup end with which totals and card counts?

A *way* is an ordered draw of six cards. Cards of a shoe are exchangeable, so the third cards may be thought of as
drawn first: for third cards of value x to player and y to banker there are `n[x] * n[y]` ways (one fewer of y when the
values are equal), and what is left is to count the ordered deals of four cards that give the hands two-card totals
P and B. From a shoe of counts n that is

    deals(P, B) = hands(P) hands(B) - 4 * sum_i n[i] partners_i(P) partners_i(B) + 2 [P = B] hands(P)

where partners_i(T) = n[T - i] - [2i = T] cards make a card of value i a hand of total T, and hands(T) is the sum of
n[i] partners_i(T) over i; values are modulo ten. Taking a card of value c out of the shoe loses the deals that this
card is part of: as one of player's two cards, with a partner and any hand of the others for banker, or the other way
round. So the deals after one and after two third cards follow from those before in a few multiplications each.

Everything is a whole number below 2**53, which float64 holds exactly. Eight banker totals are reckoned at once: third
cards are followed for two-card totals from 0 to 7 only, so the kernel takes tableaux whose other totals are naturals.
"""

import numpy as np

from puntobanco.kernels import tableau_rows as rows
from puntobanco.kernels.arrays import Floats, Ints
from puntobanco.kernels.compile import compiled, inlined
from puntobanco.kernels.draw_decisions import Drawing
from puntobanco.kernels.lanes import WIDTH, Lanes, load, store
from puntobanco.kernels.tableau_rows import ROW

MOST_CARDS = 458
"""The largest shoe whose ordered draws of six cards stay below 2**53; eight decks are 416 cards."""


def fits_lanes(drawing: Drawing) -> bool:
    """Whether this kernel can count by a law: a two-card total that has no lane must end the coup."""
    return all(drawing.naturals[WIDTH:])


_WIDE = 2 * WIDTH
_TWO_MAKE = np.array([[float(2 * i % 10 == b) for b in range(_WIDE)] for i in range(10)])
"""[2i = B]; wide, because all ten banker totals count as long as there are naturals."""
_TWICE_AT = 2.0 * np.eye(10, _WIDE)
"""2 [P = B]."""
_HALF_OF = np.array([[float(2 * b % 10 == t) for b in range(WIDTH)] for t in range(10)])
"""[T = 2B]."""
_AT = np.array([[float(t % 10 == b) for b in range(WIDTH)] for t in range(20)])
"""[T = B], for T from 0 to 19 modulo ten."""

# Where things are in the scratch space of one composition. "After" means after player's or banker's first third card,
# "left" after both.
_COUNTS = 0
_LINE = 16
_WHOLE = 80
_HANDS = 240
_DEALS = 256
_PARTNERS = 416
_MIRROR = 496
_HANDS_AFTER = 576
_DEALS_AFTER = 584
_PARTNERS_AFTER = 648
_MIRROR_AFTER = 728
_HANDS_LEFT = 808
_SUMS = 816
"""From here on sums, which start from zero."""
_PLAYER_THIRD = 816
_BANKER_THIRD = 896
_BOTH_BY_CARD = 1136
_BOTH_THIRD = 1936
_SCRATCH = 2176
_ROOM = 24
"""The width of a row that is added to in shifted places."""


@inlined
def _modulo_ten(number: int) -> int:
    """For numbers from -10 to 19."""
    if number < 0:
        return number + 10
    return number - 10 if number >= 10 else number


@inlined
def _count_partners(s: Floats) -> None:
    """whole[i, B] = partners_i(B) for all banker totals, partners for those with a lane, mirror[m, B] = n[m - B]."""
    for i in range(10):
        count = s[_COUNTS + i]
        s[_LINE + i] = s[_LINE + 10 + i] = s[_LINE + 20 + i] = count
        s[_LINE + 42 - i] = s[_LINE + 52 - i] = count
    for i in range(10):
        low = load(s, _LINE + 10 - i) - load(_TWO_MAKE, _WIDE * i)
        store(s, _PARTNERS + WIDTH * i, low)
        store(s, _WHOLE + _WIDE * i, low)
        store(s, _WHOLE + _WIDE * i + WIDTH, load(s, _LINE + 18 - i) - load(_TWO_MAKE, _WIDE * i + WIDTH))
        store(s, _MIRROR + WIDTH * i, load(s, _LINE + 42 - i))


@inlined
def _count_deals(s: Floats, half: int) -> None:
    """hands and deals of the whole shoe by the closed form, for banker totals from `half` on."""
    hands = s[_COUNTS] * load(s, _WHOLE + half)
    for i in range(1, 10):
        hands = hands + s[_COUNTS + i] * load(s, _WHOLE + _WIDE * i + half)
    store(s, _HANDS + half, hands)
    for p in range(10):
        shared = (s[_COUNTS] * s[_WHOLE + p]) * load(s, _WHOLE + half)
        hands_of_player = s[_COUNTS] * s[_WHOLE + p]
        for i in range(1, 10):
            with_i = s[_COUNTS + i] * s[_WHOLE + _WIDE * i + p]
            hands_of_player += with_i
            shared = shared + with_i * load(s, _WHOLE + _WIDE * i + half)
        both = hands_of_player * (hands + load(_TWICE_AT, _WIDE * p + half))
        store(s, _DEALS + _WIDE * p + half, both - 4.0 * shared)


@inlined
def _without(s: Floats, before: Lanes, p: int, c: int, partners: int, mirror: int, hands: int) -> Lanes:
    """The row of player total p after a card of value c is taken out.

    The places `partners` and `mirror` are of the shoe before that, `hands` after it. A card that is gone had
    partners_c(P) partners in player's hand, beside hands that use neither, and the same for banker's hand.
    """
    partner = _modulo_ten(p - c)
    together = _modulo_ten(p + c)
    of_banker = load(s, hands) - 2.0 * load(s, partners + WIDTH * partner) + 2.0 * load(_TWICE_AT, _WIDE * p)
    of_player = load(s, mirror + WIDTH * together) - load(_HALF_OF, WIDTH * _modulo_ten(together + c))
    lost_by_player: Lanes = (2.0 * s[partners + WIDTH * c + p]) * of_banker
    lost_by_banker: Lanes = (2.0 * load(s, partners + WIDTH * c)) * (s[hands + p] - 2.0 * of_player)
    return before - lost_by_player - lost_by_banker


@inlined
def _take_first(s: Floats, x: int) -> None:
    """The state after one third card of value x."""
    store(s, _HANDS_AFTER, load(s, _HANDS) - 2.0 * load(s, _PARTNERS + WIDTH * x))
    for p in range(WIDTH):
        row = _without(s, load(s, _DEALS + _WIDE * p), p, x, _PARTNERS, _MIRROR, _HANDS_AFTER)
        store(s, _DEALS_AFTER + WIDTH * p, row)
    for i in range(10):
        store(s, _PARTNERS_AFTER + WIDTH * i, load(s, _PARTNERS + WIDTH * i) - load(_AT, WIDTH * (i + x)))
        store(s, _MIRROR_AFTER + WIDTH * i, load(s, _MIRROR + WIDTH * i) - load(_AT, WIDTH * (10 + i - x)))


@inlined
def _add(s: Floats, place: int, lanes: Lanes) -> None:
    store(s, place, load(s, place) + lanes)


@inlined
def _add_one_third(s: Floats, tableau: Floats, x: int, weight: float) -> None:
    """Coups of five cards whose third card is x."""
    stands = weight * load(tableau, ROW * (rows.BANKER_STANDS_AFTER + x))
    draws = weight * load(tableau, ROW * rows.BANKER_DRAWS_AFTER_STAND)
    for p in range(WIDTH):
        deals = load(s, _DEALS_AFTER + WIDTH * p)
        if tableau[ROW * rows.PLAYER_DRAWS + p] > 0.0:
            _add(s, _PLAYER_THIRD + WIDTH * _modulo_ten(p + x), stands * deals)
        elif tableau[ROW * rows.PLAYER_STANDS + p] > 0.0:
            _add(s, _BANKER_THIRD + _ROOM * p + x, draws * deals)


@inlined
def _add_both_thirds(s: Floats, tableau: Floats, x: int, y: int, weight: float) -> None:
    """Coups of six cards whose third cards are x and y, whoever has which."""
    store(s, _HANDS_LEFT, load(s, _HANDS_AFTER) - 2.0 * load(s, _PARTNERS_AFTER + WIDTH * y))
    x_to_player = weight * load(tableau, ROW * (rows.BANKER_DRAWS_AFTER + x))
    y_to_player = weight * load(tableau, ROW * (rows.BANKER_DRAWS_AFTER + y))
    for p in range(WIDTH):
        if tableau[ROW * rows.PLAYER_DRAWS + p] > 0.0:
            before = load(s, _DEALS_AFTER + WIDTH * p)
            deals = _without(s, before, p, y, _PARTNERS_AFTER, _MIRROR_AFTER, _HANDS_LEFT)
            _add(s, _BOTH_BY_CARD + WIDTH * (10 * y + _modulo_ten(p + x)), x_to_player * deals)
            if x != y:
                _add(s, _BOTH_BY_CARD + WIDTH * (10 * x + _modulo_ten(p + y)), y_to_player * deals)


@inlined
def _write(s: Floats, tableau: Floats, ends_weight: float, ways: Ints) -> None:
    """Put the counts where they belong: banker's final total is the two-card total and the third card."""
    for y in range(10):
        for p in range(10):
            _add(s, _BOTH_THIRD + _ROOM * p + y, load(s, _BOTH_BY_CARD + WIDTH * (10 * y + p)))
    for p in range(10):
        for b in range(10):
            ways[0, p, b] = np.int64(ends_weight * tableau[ROW * (rows.ENDS + p) + b] * s[_DEALS + _WIDE * p + b])
            ways[1, p, b] = np.int64(s[_BANKER_THIRD + _ROOM * p + b] + s[_BANKER_THIRD + _ROOM * p + b + 10])
            ways[2, p, b] = np.int64(s[_PLAYER_THIRD + WIDTH * p + b]) if b < WIDTH else 0
            ways[3, p, b] = np.int64(s[_BOTH_THIRD + _ROOM * p + b] + s[_BOTH_THIRD + _ROOM * p + b + 10])


@inlined
def _count_ways(s: Floats, tableau: Floats, cards: float, ways: Ints) -> None:
    s[_SUMS:] = 0.0
    _count_partners(s)
    _count_deals(s, 0)
    _count_deals(s, WIDTH)
    fifth_unused, sixth_unused = max(cards - 4.0, 1.0), max(cards - 5.0, 1.0)
    for x in range(10):
        of_x = s[_COUNTS + x]
        if of_x > 0.0:
            _take_first(s, x)
            _add_one_third(s, tableau, x, of_x * sixth_unused)
            for y in range(x, 10):
                of_y = of_x - 1.0 if y == x else s[_COUNTS + y]
                if of_y > 0.0:
                    _add_both_thirds(s, tableau, x, y, of_x * of_y)
    _write(s, tableau, fifth_unused * sixth_unused, ways)


@compiled
def count_ways(tableau: Floats, shoes: Ints, ways: Ints, draws: Ints) -> int:
    """For each row of ten counts by value, fill in the ways and the number of all draws.

    ways[., c, P, B] has c = 2 * (player took a third card) + (banker took one). A shoe of fewer than six cards is drawn
    to its end; the draws that are missing in the sum of ways are void rounds. Answers the number of rows done: fewer
    than there are when the next one has a negative count or more than `MOST_CARDS` cards.
    """
    space = np.empty(_SCRATCH + WIDTH)
    s = space[(-space.ctypes.data // WIDTH) % WIDTH :]
    for row in range(shoes.shape[0]):
        cards, least = 0, 0
        for i in range(10):
            cards += shoes[row, i]
            least = min(least, shoes[row, i])
            s[_COUNTS + i] = shoes[row, i]
        if least < 0 or cards > MOST_CARDS:
            return row
        draws[row] = 1
        for drawn in range(min(cards, 6)):
            draws[row] *= cards - drawn
        _count_ways(s, tableau, float(cards), ways[row])
    return len(shoes)
