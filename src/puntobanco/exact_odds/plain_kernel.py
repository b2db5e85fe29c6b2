"""The plain kernel: coups counted in whole numbers of Python, for any law, any shoe and any cards on the table.

It needs neither arrays nor a compiler, which take longer to load than it takes to count a hundred shoes. A *way* is an
ordered draw of a card for every slot that lies open: player's first two cards, banker's first two, player's third,
banker's third. A slot that takes no card is filled all the same, so that all ways are equally likely.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, product
from math import prod
from operator import mul, sub
from typing import TypeAlias

from puntobanco.coup.coup import pair_class
from puntobanco.kernels.draw_decisions import Drawing
from puntobanco.kernels.fact_cells import CELLS, CLASSES, PAIR_CLASSES
from puntobanco.rulebooks.tableau import POINTS
from puntobanco.values.cards import DECK, Rank

Cells: TypeAlias = tuple[int, ...]
"""Ways by the coup's facts, in the order of `kernels.cells`."""
Slots: TypeAlias = Sequence[int | None]
"""What lies in the six slots: a card's value or its place in the deck, or nothing yet."""

SLOTS = 6
OPEN: Slots = (None,) * SLOTS
_BANKER_DREW, _PLAYER_DREW, _BOTH_DREW = 100, 200, 300


def draws(cards: int, slots: int) -> int:
    """In how many ways so many slots can be filled from the shoe; slots that find it empty stay empty in one."""
    return prod(max(cards - drawn, 1) for drawn in range(slots))


class _Deals:
    """The ordered deals of four cards from a shoe of counts by value, by the formula of `totals.py`."""

    def __init__(self, shoe: list[int]) -> None:
        around = shoe[::-1] * 2
        self.partners = [around[9 - total : 19 - total] for total in POINTS]
        for value in POINTS:
            self.partners[2 * value % 10][value] -= 1
        self.with_card = [list(map(mul, shoe, partners)) for partners in self.partners]
        self.hands = list(map(sum, self.with_card))

    def of(self, player: int, banker: int) -> int:
        """Those that give the hands these totals."""
        shared: int = sum(map(mul, self.with_card[player], self.partners[banker]))
        return self.hands[player] * (self.hands[banker] + 2 * (player == banker)) - 4 * shared


def count_coups(drawing: Drawing, shoe: Sequence[int], known: Slots = OPEN) -> Cells:
    """The coups from a shoe of ten counts by value and the values of cards on the table, which are not in the shoe."""
    if any(value is not None for value in known):
        return _finish_coups(drawing, shoe, known)
    return _whole_coups(drawing, tuple(shoe))


@lru_cache(maxsize=256)
def _whole_coups(drawing: Drawing, shoe: tuple[int, ...]) -> Cells:
    """The coups when nothing lies on the table.

    Cards of a shoe are exchangeable, so the third cards may be thought of as drawn first: what is left is to count the
    deals of four cards from the rest.
    """
    left, cells = list(shoe), [0] * CELLS
    _add_naturals_and_stands(cells, drawing, _Deals(left), draws(sum(shoe) - 4, 2))
    for x, of_x in _cards(left, None, POINTS):
        _add_one_third(cells, drawing, _Deals(left), x, of_x * draws(sum(shoe) - 5, 1))
        for y, of_y in _cards(left, None, POINTS[x:]):
            _add_both_thirds(cells, drawing, _Deals(left), (x, y), of_x * of_y)
    return tuple(cells)


def _add_naturals_and_stands(cells: list[int], drawing: Drawing, deals: _Deals, ways: int) -> None:
    """Coups of four cards."""
    for player, banker in product(POINTS, POINTS):
        if drawing.ends(player, banker):
            cells[10 * player + banker] = ways * deals.of(player, banker)


def _add_one_third(cells: list[int], drawing: Drawing, deals: _Deals, x: int, ways: int) -> None:
    """Coups of five cards with this third card."""
    for player, banker in product(drawing.players_who_draw, drawing.plays_on):
        if not drawing.banker_draws_after[x][banker]:
            cells[_PLAYER_DREW + 10 * ((player + x) % 10) + banker] += ways * deals.of(player, banker)
    for player, banker in product(drawing.players_who_stand, drawing.plays_on):
        if drawing.banker_draws_after_stand[banker]:
            cells[_BANKER_DREW + 10 * player + (banker + x) % 10] += ways * deals.of(player, banker)


def _add_both_thirds(cells: list[int], drawing: Drawing, deals: _Deals, thirds: tuple[int, int], ways: int) -> None:
    """Coups of six cards with these third cards, whoever has which."""
    for banker in drawing.plays_on:
        orders = [(x, y) for x, y in {thirds, thirds[::-1]} if drawing.banker_draws_after[x][banker]]
        if orders:
            for player in drawing.players_who_draw:
                of_both = ways * deals.of(player, banker)
                for x, y in orders:
                    cells[_BOTH_DREW + 10 * ((player + x) % 10) + (banker + y) % 10] += of_both


def _finish_coups(drawing: Drawing, shoe: Sequence[int], known: Slots) -> Cells:
    """The coups in progress: every card that is missing is tried."""
    left, cells = list(shoe), [0] * CELLS
    cards = sum(shoe) - known[:4].count(None)
    for player, of_player in _hands(left, *known[:2]):
        for banker, of_banker in _hands(left, *known[2:4]):
            _deal_thirds(cells, drawing, left, cards, known[4:], player, banker, of_player * of_banker)
    return tuple(cells)


def _hands(left: list[int], one: int | None, other: int | None) -> Iterator[tuple[int, int]]:
    """The totals that two cards can have, and in how many ways; cards that are drawn are gone meanwhile."""
    either_order = one is None and other is None
    for a, of_a in _cards(left, one, POINTS):
        for b, of_b in _cards(left, other, POINTS[a:] if either_order else POINTS):
            yield (a + b) % 10, of_a * of_b * (1 + (either_order and a != b))


def _deal_thirds(
    cells: list[int], drawing: Drawing, left: list[int], cards: int, known: Slots, player: int, banker: int, ways: int
) -> None:
    """Finish the coups whose hands have these two-card totals; `cards` are left in the shoe."""
    of_player, of_banker = known
    if drawing.ends(player, banker):
        cells[10 * player + banker] += ways * draws(cards, 2)
    elif not drawing.player_draws[player]:
        unused = draws(cards - (of_banker is None), 1)
        _deal_to_banker(cells, _BANKER_DREW + 10 * player, left, of_banker, banker, ways * unused)
    else:
        unused = draws(cards - (of_player is None), 1)
        for x, of_x in _cards(left, of_player, POINTS):
            total = 10 * ((player + x) % 10)
            if drawing.banker_draws_after[x][banker]:
                _deal_to_banker(cells, _BOTH_DREW + total, left, of_banker, banker, ways * of_x)
            else:
                cells[_PLAYER_DREW + total + banker] += ways * of_x * unused


def _deal_to_banker(cells: list[int], place: int, left: list[int], known: int | None, banker: int, ways: int) -> None:
    if known is not None:
        cells[place + (banker + known) % 10] += ways
        return
    for value, count in enumerate(left):
        cells[place + (banker + value) % 10] += ways * count


def _cards(left: list[int], known: int | None, among: Sequence[int]) -> Iterator[tuple[int, int]]:
    """What a slot can hold, and in how many ways; a card that is drawn is gone meanwhile."""
    if known is not None:
        if known in among:
            yield known, 1
        return
    for card in among:
        ways = left[card]
        if ways:
            left[card] -= 1
            yield card, ways
            left[card] += 1


_RANKS = tuple(range(rank - 1, len(DECK), len(Rank)) for rank in Rank)
"""The places of each rank in the deck."""
_CLASS = {
    (one, other): CLASSES.index(pair_class(DECK[one], DECK[other]))
    for rank in _RANKS
    for one, other in product(rank, rank)
}


def count_pairs(shoe: Sequence[int], known: Slots = OPEN) -> Counter[tuple[int, int]]:
    """The draws of one hand's two cards by rank and pair class, from 52 counts; draws that are no pair are left out."""
    found: Counter[tuple[int, int]] = Counter()
    left = list(shoe)
    for rank, faces in enumerate(_RANKS):
        for pair, ways in _pairs(left, known, faces):
            found[rank, pair] += ways
    return found


def _pairs(left: list[int], known: Slots, faces: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The pairs among these faces by their class; the cards are gone meanwhile."""
    for one, of_one in _cards(left, known[0], faces):
        for other, of_other in _cards(left, known[1], faces):
            yield _CLASS[one, other], of_one * of_other


def _count_two_pairs(shoe: Sequence[int], known: Slots) -> Counter[tuple[int, int, int, int]]:
    """The draws in which both hands are pairs: rank and class of player's, rank and class of banker's."""
    player, banker = count_pairs(shoe, known[:2]), count_pairs(shoe, known[2:4])
    found = Counter({(*one, *other): player[one] * banker[other] for one, other in product(player, banker)})
    left = list(shoe)
    for rank, faces in enumerate(_RANKS):
        for one, other in product(range(1, len(CLASSES)), repeat=2):
            found[rank, one, rank, other] = 0
        for one, ways in _pairs(left, known[:2], faces):
            for other, of_other in _pairs(left, known[2:4], faces):
                found[rank, one, rank, other] += ways * of_other
    return +found


def by_value(values: Sequence[int], shoe: Sequence[int]) -> list[int]:
    """Counts by value, from counts by face and what each face counts."""
    counts = [0] * len(POINTS)
    for value, count in zip(values, shoe, strict=True):
        counts[value] += count
    return counts


def count_everything(drawing: Drawing, values: Sequence[int], shoe: Sequence[int], known: Slots = OPEN) -> Cells:
    """The coups by all their facts, from 52 counts, what each face counts, and the faces on the table.

    Pairs are counted as such; a hand that is none is any hand, less those that are pairs.
    """
    counts = by_value(values, shoe)
    blocks = [[0] * CELLS for _ in range(PAIR_CLASSES)]
    for (player, banker), ways_by_class in _pairs_by_value(values, shoe, known).items():
        coups = _with_pairs(drawing, counts, [None if face is None else values[face] for face in known], player, banker)
        for place, ways in ways_by_class.items():
            block = blocks[place]
            for cell, count in coups:
                block[cell] += ways * count
    _take_pairs_from_any(blocks)
    return tuple(chain.from_iterable(blocks))


def _pairs_by_value(
    values: Sequence[int], shoe: Sequence[int], known: Slots
) -> dict[tuple[int | None, int | None], Counter[int]]:
    """The draws by what the cards of player's and of banker's pair count (none: any hand), and by pair classes."""
    found: defaultdict[tuple[int | None, int | None], Counter[int]] = defaultdict(Counter)
    found[None, None][0] = 1
    for (rank, pair), ways in count_pairs(shoe, known[:2]).items():
        found[values[rank], None][len(CLASSES) * pair] += ways
    for (rank, pair), ways in count_pairs(shoe, known[2:4]).items():
        found[None, values[rank]][pair] += ways
    for (rank, pair, other_rank, other), ways in _count_two_pairs(shoe, known).items():
        found[values[rank], values[other_rank]][len(CLASSES) * pair + other] += ways
    return found


def _with_pairs(
    drawing: Drawing, shoe: Sequence[int], known: Slots, player: int | None, banker: int | None
) -> list[tuple[int, int]]:
    """The coups that come up once pairs of these values lie on the table."""
    left, slots = list(shoe), list(known)
    for value, hand in ((player, (0, 1)), (banker, (2, 3))):
        for slot in hand:
            if value is not None and slots[slot] is None:
                left[value] -= 1
                slots[slot] = value
    return [(cell, count) for cell, count in enumerate(count_coups(drawing, left, slots)) if count]


def _take_pairs_from_any(blocks: list[list[int]]) -> None:
    """Turn the counts of any hand into those of hands that are no pair: first banker's, then player's."""
    pairs = range(1, len(CLASSES))
    for step, others in ((1, len(CLASSES)), (len(CLASSES), 1)):
        for start in range(0, len(CLASSES) * others, others):
            for pair in pairs:
                blocks[start] = list(map(sub, blocks[start], blocks[start + step * pair]))
