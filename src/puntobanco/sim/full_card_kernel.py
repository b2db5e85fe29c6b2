"""The full-card kernel: real shuffled shoes, card by card, for everything that needs the history.

Eight shoes are dealt side by side, because within one shoe every round waits for the end of the one before.
"""

from typing import NamedTuple

import numpy as np
from numba import uint32, uint64

from puntobanco.coup import deal, facts
from puntobanco.kernels.arrays import BLOCK_SHOES, LANES, MOST_ROUNDS, Bytes, Counts, Ints, Shorts
from puntobanco.kernels.compile import compiled, inlined
from puntobanco.kernels.fact_cells import CELLS, cell_of
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.sim.kernel_rules import Law, law_of
from puntobanco.sim.random_stream import SHOE_STREAM, stream_key
from puntobanco.sim.shuffle import KEY, MOST_CARDS, NUMBERS, draw_rejected_again, new_workspace, write_numbers
from puntobanco.values.cards import DECK, Card

SIDE_BY_SIDE = 8
MOST_CARDS_BEHIND_CUT = 12
"""A round begun with the last card before the cutting card, and another one."""

_VALUE, _SUIT, _RANK = 0x0F, 0x30, 0xC0
"""A card is a byte: what it counts, its suit, and which of the (up to four) ranks that count the same."""


class FullLaw(NamedTuple):
    """A table's rules for the full-card kernel."""

    law: Law
    fresh: Bytes
    """The cards of a new shoe."""
    first_step: Counts
    """By the sums of the hands' first two cards: where in `second_step` to look, and whether third cards matter."""
    second_step: Shorts
    """By the values of the fifth and sixth card: the facts without pairs times eight, plus the cards of the round."""
    pair_cells: Shorts
    """By the exclusive or of two cards: what their pair class adds to the cell, for player in the first row."""
    burn_counts: Bytes
    """By card: how many unseen cards are burned when it is the first of the shoe, itself included if hidden."""
    workspace: Bytes


IRRELEVANT = 0x10000
"""In `first_step`: no third card is drawn, so the next cards of the shoe are not looked at."""


def full_law_of(rules: TableRules) -> FullLaw:
    """The law of a table for the full-card kernel; the third-card tables are dealt through `coup`, card by card."""
    law = law_of(rules)
    codes = card_codes(rules)
    fresh = np.zeros(MOST_CARDS, np.uint8)
    fresh[: law.cards] = np.tile(codes, rules.decks.value)
    first_step, second_step = third_card_tables(rules)
    burns = np.zeros(256, np.uint8)
    burns[codes] = [min(card.rank, law.burn_for_ten) if law.burn_shown else 0 for card in DECK]
    return FullLaw(law, fresh, first_step, second_step, pair_cells(), burns, new_workspace(law.cards))


def card_codes(rules: TableRules) -> Bytes:
    """The byte of each card of `DECK`."""
    points = rules.card_values.value.points
    alike = [points[:place].count(value) for place, value in enumerate(points)]
    if max(alike) > 3:
        raise ValueError("the full-card kernel tells at most four ranks of the same value apart")
    return np.array(
        [points[card.rank - 1] | index // 13 << 4 | alike[card.rank - 1] << 6 for index, card in enumerate(DECK)],
        np.uint8,
    )


def third_card_tables(rules: TableRules) -> tuple[Counts, Shorts]:
    """What becomes of every pair of two-card totals with every two further cards, as `coup` deals it."""
    of_value = {rules.card_values.value.of(card): card for card in DECK}
    zero = of_value[0]
    first_step = np.zeros(1024, np.uint32)
    second_step: list[int] = []
    for player in range(10):
        for banker in range(10):
            start = len(second_step)
            four = (of_value[player], of_value[banker], zero, zero)
            rows = _outcomes(rules, four, of_value)
            second_step += rows
            entry = start | (IRRELEVANT if len(rows) == 1 else 0)
            for player_sum in (player, player + 10):
                for banker_sum in (banker, banker + 10):
                    first_step[player_sum | banker_sum << 5] = entry
    return first_step, np.array(second_step, np.uint16)


def _outcomes(rules: TableRules, four: tuple[Card, ...], of_value: dict[int, Card]) -> list[int]:
    """One entry if the coup is finished after four cards, else one for each fifth and sixth card: 16 x 16."""
    if deal(rules, four).missing is None:
        return [_outcome(rules, four)]
    outcomes = [0] * 256
    for fifth in range(10):
        for sixth in range(10):
            outcomes[fifth | sixth << 4] = _outcome(rules, (*four, of_value[fifth], of_value[sixth]))
    return outcomes


def _outcome(rules: TableRules, cards: tuple[Card, ...]) -> int:
    coup = deal(rules, cards).coup
    return cell_of(facts(rules, coup)) % CELLS << 3 | len(coup)


def pair_cells() -> Shorts:
    """Two cards have the same rank when they differ in nothing but the suit; black suits are 0 and 3, red 1 and 2."""
    classes = np.zeros(256, np.uint16)
    classes[[0x00, 0x10, 0x20, 0x30]] = [3, 1, 1, 2]
    return np.stack([classes * 4 * CELLS, classes * CELLS]).astype(np.uint16)


@inlined
def shuffle_shoe(full: FullLaw, seed: np.uint64, shoe: int, workspace: Bytes, cards: Bytes) -> None:
    """Lay out a shoe as far as it can be dealt (Fisher and Yates, from the front)."""
    key = stream_key(seed, shoe // BLOCK_SHOES, SHOE_STREAM + shoe % BLOCK_SHOES)
    workspace.view(np.uint64)[KEY, 0] = key
    write_numbers(workspace)
    draw_rejected_again(workspace)
    numbers = workspace[NUMBERS:].reshape(-1).view(np.uint16)
    for place in range(MOST_CARDS):
        cards[place] = full.fresh[place]
    needed = min(full.law.cards - full.law.cut_depth + MOST_CARDS_BEHIND_CUT, full.law.cards)
    for place in range(needed):
        other = uint64(place) + uint64(numbers[place])
        cards[place], cards[other] = cards[other], cards[place]


@inlined
def deal_one(full: FullLaw, cards: Bytes, at: np.uint64) -> tuple[np.uint32, np.uint64]:
    """Deal the round that starts at a place: its cell and how many cards it took."""
    one, two = uint32(cards[at]), uint32(cards[at + uint64(1)])
    three, four = uint32(cards[at + uint64(2)]), uint32(cards[at + uint64(3)])
    player, banker = (one & uint32(15)) + (three & uint32(15)), (two & uint32(15)) + (four & uint32(15))
    step = full.first_step[player | banker << uint32(5)]
    fifth, sixth = uint32(cards[at + uint64(4)]) & uint32(15), uint32(cards[at + uint64(5)]) & uint32(15)
    thirds = (fifth | sixth << uint32(4)) & (uint32(step >> uint32(16)) - uint32(1))
    outcome = uint32(full.second_step[(step & uint32(0xFFFF)) + (thirds & uint32(0xFF))])
    pairs = uint32(full.pair_cells[0, one ^ three]) + uint32(full.pair_cells[1, two ^ four])
    return (outcome >> uint32(3)) + pairs, uint64(outcome & uint32(7))


@inlined
def deal_shoes(
    full: FullLaw, seed: np.uint64, first: int, count: int, workspace: Bytes, cards: Bytes, cells: Shorts, rounds: Ints
) -> None:
    """Shuffle and deal up to eight shoes: their cards, the cell of every round, and how many rounds."""
    at = np.zeros(SIDE_BY_SIDE, np.uint64)
    law = full.law
    for lane in range(count):
        shuffle_shoe(full, seed, first + lane, workspace, cards[lane])
        at[lane] = uint64(1) + uint64(full.burn_counts[cards[lane, 0]])
    if count == SIDE_BY_SIDE:
        for turn in range(law.sure_rounds - 1):
            for lane in range(SIDE_BY_SIDE):
                cell, taken = deal_one(full, cards[lane], at[lane])
                cells[lane, turn] = cell
                at[lane] += taken
    start = law.sure_rounds - 1 if count == SIDE_BY_SIDE else 0
    for lane in range(count):
        rounds[lane] = deal_to_end(full, cards[lane], at[lane], start, cells[lane])


@inlined
def deal_to_end(full: FullLaw, cards: Bytes, at: np.uint64, turn: int, cells: Shorts) -> int:
    """Deal the rest of a shoe from the round `turn`, and give the number of rounds; a void round is not counted."""
    law = full.law
    cut = uint64(law.cards - law.cut_depth)
    last: bool | np.bool_ = False
    while True:
        if law.one_more_round:
            last = at >= cut
        cell, taken = deal_one(full, cards, at)
        at += taken
        if at > uint64(law.cards):
            return turn
        cells[turn] = cell
        turn += 1
        if last:
            return turn
        if not law.one_more_round and at > cut:
            totals = cell % uint32(100)
            if totals // uint32(10) != totals % uint32(10):
                return turn
            last = True


@compiled
def count_full(full: FullLaw, seed: np.uint64, first: int, last: int, joint: Counts, lengths: Ints) -> None:
    """Count the facts of the shoes from `first` up to `last` in `joint[t, half, cell, lane]` and `lengths`."""
    workspace = full.workspace.copy()
    cards = np.zeros((SIDE_BY_SIDE, MOST_CARDS), np.uint8)
    cells = np.zeros((SIDE_BY_SIDE, MOST_ROUNDS), np.uint16)
    rounds = np.zeros(SIDE_BY_SIDE, np.int64)
    for shoe in range(first, last, SIDE_BY_SIDE):
        count = min(SIDE_BY_SIDE, last - shoe)
        deal_shoes(full, seed, shoe, count, workspace, cards, cells, rounds)
        for lane in range(count):
            batch = (shoe + lane) % BLOCK_SHOES
            half, place = batch // LANES, batch % LANES
            lengths[rounds[lane]] += 1
            for turn in range(full.law.sure_rounds):
                joint[0, half, cells[lane, turn], place] += uint32(1)
            for turn in range(full.law.sure_rounds, rounds[lane]):
                joint[1, half, cells[lane, turn], place] += uint32(1)


@compiled
def deal_again(full: FullLaw, seed: np.uint64, shoe: int, cards: Bytes, cells: Shorts) -> int:
    """Lay out and deal one shoe: its cards, the cell of every round, and how many rounds it had."""
    rounds = np.zeros(1, np.int64)
    workspace = full.workspace.copy()
    deal_shoes(full, seed, shoe, 1, workspace, cards.reshape(1, MOST_CARDS), cells.reshape(1, MOST_ROUNDS), rounds)
    return int(rounds[0])
