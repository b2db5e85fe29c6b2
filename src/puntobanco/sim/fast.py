"""The fast kernel: counts the coup's facts of whole shoes, 64 shoes in lock step.

Ranks decide everything but the kind of a pair. So suits are revealed only for the two cards of a pair, drawn from the
suits of that rank in that shoe which have not been revealed. The joint law of all counts is that of a shuffled shoe.
"""

from typing import Any

import numpy as np
from numba import uint32, uint64

from puntobanco.sim.cells import ALL_CELLS, CELLS
from puntobanco.sim.jit import compiled, inlined
from puntobanco.sim.lockstep import (
    AT_CUT,
    BANKER_PAIRED,
    CELL,
    GENERATOR,
    HIGH,
    HIGH_RANKS,
    LEFT,
    LOW,
    LOW_LEFT,
    LOW_RANKS,
    MASKS,
    PLAYER_PAIRED,
    RANKS,
    RESERVE_KEY,
    RESERVE_USED,
    ROWS,
    TABLES,
    TABLE_COUNT,
    TIED,
    UNSEEN,
    before_cut,
    deal_burn,
    deal_round,
    past_cut,
    ran_out,
)
from puntobanco.sim.stream import GOLDEN, LANE_STREAM, mix, stream_key, word
from puntobanco.sim.vectors import LANES, lowest_bit

BLOCK_SHOES = 2 * LANES
"""A block is 128 shoes, one for each batch; the fast kernel deals it in two halves of 64 lanes."""
RESERVE_PLACE, SUITS_PLACE = 17, 18
"""Where in a half block's stream the keys for drawing again and for suits are found, after the generators' seeds."""
MOST_ROUNDS = 128
EVERY_LANE = np.uint64(0xFFFFFFFFFFFFFFFF)
ONE_OF_EACH_SUIT = np.uint32(0x01010101)


@compiled
def count_facts(law: Any, seed: Any, first_block: Any, last_block: Any, shoes: Any, plain: Any, paired: Any, lengths: Any, trace: Any) -> None:
    """Deal the blocks from `first_block` up to `last_block` of a plan of so many shoes, and add to the counts.

    `plain[t, batch, cell]` counts every round by its facts without pairs, `paired[t, batch, cell]` the rounds with
    a pair again, by all their facts; t is 0 for the rounds that every shoe reaches and 1 for later ones.
    `lengths[n]` counts shoes of n rounds. Where `trace` has room, `trace[shoe, round]` gets the ranks of the round.
    """
    memory = np.zeros((ROWS + 1) * LANES, np.uint8)
    start = -memory.ctypes.data % LANES
    state = memory[start : start + ROWS * LANES].reshape(ROWS, LANES)
    pairs = np.zeros((3, MOST_ROUNDS * LANES, 2), np.uint16)
    classes = np.zeros(MOST_ROUNDS * LANES, np.uint8)
    suits = np.zeros(13 * LANES, np.uint32)
    for half in range(2):
        for block in range(first_block, last_block):
            in_use = min(shoes - block * BLOCK_SHOES - half * LANES, LANES)
            if in_use > 0:
                key = stream_key(seed, block, LANE_STREAM + half)
                first_traced = (block - first_block) * BLOCK_SHOES + half * LANES
                prepare(law, key, state)
                found = deal_half_block(law, half, in_use, state, plain.ravel(), pairs, lengths, trace, first_traced)
                reveal_pairs(law, half, key, found, pairs, suits, classes, paired.ravel())


@inlined
def prepare(law: Any, key: Any, state: Any) -> None:
    """Fresh shoes in all lanes: every card there, the generators seeded, the burn done."""
    shorts, longs = state.view(np.uint16), state.view(np.uint64)
    longs[MASKS, RESERVE_KEY] = word(key, RESERVE_PLACE)
    for generator in range(8):
        longs[GENERATOR, generator] = word(key, 2 * generator + 1)
        longs[GENERATOR + 1, generator] = word(key, 2 * generator + 2)
    for lane in range(LANES):
        for rank in range(LOW_RANKS - 1):
            state[LOW + rank, lane] = law.per_rank * (rank + 1)
        for rank in range(HIGH_RANKS - 1):
            state[HIGH + rank, lane] = law.per_rank * (rank + 1)
        half, place = lane // 32, lane % 32
        shorts[LOW_LEFT + half, place] = law.per_rank * LOW_RANKS
        shorts[LEFT + half, place] = law.cards
        shorts[RESERVE_USED + half, place] = 0
    for table in range(TABLE_COUNT):
        for entry in range(16):
            state[TABLES + table, entry] = law.tables[table, entry]
    if law.burn_shown:
        deal_burn(state)
    for lane in range(LANES):
        unseen = min(int(state[RANKS, lane]) + 1, law.burn_for_ten) if law.burn_shown else 1
        shorts[UNSEEN + lane // 32, lane % 32] = unseen
        shorts[AT_CUT + lane // 32, lane % 32] = law.cut_depth + unseen


@inlined
def deal_half_block(law: Any, half: Any, in_use: Any, state: Any, plain: Any, pairs: Any, lengths: Any, trace: Any, first_traced: Any) -> Any:
    """Deal 64 shoes to their end; gives how many pairs of player, of banker and of either were noted."""
    cells = state[CELL : CELL + 2].reshape(-1).view(np.uint16)
    masks = state[MASKS].view(np.uint64)
    found = (0, 0, 0)
    alive = EVERY_LANE if in_use == LANES else (uint64(1) << uint64(in_use)) - uint64(1)
    last, turn = uint64(0), 0
    while alive:
        may_end = turn >= law.sure_rounds - 1
        if may_end and law.one_more_round:
            last = ~before_cut(state)
        paired = deal_round(state)
        note_trace(trace, first_traced, turn, state)
        dealt = alive & ~ran_out(state) if may_end else alive
        counts = plain[batches_start(law, half, turn) * CELLS :]
        if dealt == EVERY_LANE:
            for lane in range(LANES):
                counts[cells[lane]] += uint32(1)
        else:
            count_lanes(dealt, cells, counts)
        found = note_pairs(dealt, turn, state, cells, masks, paired, pairs, found)
        turn += 1
        if may_end:
            following = dealt & ~last
            if not law.one_more_round:
                past = past_cut(state)
                following &= ~past | masks[TIED]
                last |= past
            count_lengths(alive & ~dealt, turn - 1, lengths)
            count_lengths(dealt & ~following, turn, lengths)
            alive = following
    return found


@inlined
def batches_start(law: Any, half: Any, turn: Any) -> Any:
    """Where the 64 batches of a half block start among the batches of both tallies."""
    return (0 if turn < law.sure_rounds else BLOCK_SHOES) + half * LANES


@inlined
def count_lanes(lanes: Any, cells: Any, counts: Any) -> None:
    """Count the facts of some lanes."""
    while lanes:
        counts[cells[lowest_bit(lanes)]] += uint32(1)
        lanes &= lanes - uint64(1)


@inlined
def count_lengths(ended: Any, rounds: Any, lengths: Any) -> None:
    """Count the shoes that ended after so many rounds."""
    while ended:
        lengths[rounds] += 1
        ended &= ended - uint64(1)


@inlined
def note_trace(trace: Any, first_shoe: Any, turn: Any, state: Any) -> None:
    """Keep the ranks of a round for the comparison with the reference."""
    if len(trace):
        for lane in range(LANES):
            for card in range(6):
                trace[first_shoe + lane, turn, card] = state[RANKS + card, lane]


@inlined
def note_pairs(lanes: Any, turn: Any, state: Any, cells: Any, masks: Any, paired: Any, pairs: Any, found: Any) -> Any:
    """Note the pairs of a round: of each hand with its rank, and of either with the facts; suits come later."""
    players, bankers, either = found
    rest = masks[PLAYER_PAIRED] & lanes
    while rest:
        lane = lowest_bit(rest)
        rest &= rest - uint64(1)
        pairs[0, players, 0], pairs[0, players, 1] = uint64(turn * LANES) + lane, state[RANKS, lane]
        players += 1
    rest = masks[BANKER_PAIRED] & lanes
    while rest:
        lane = lowest_bit(rest)
        rest &= rest - uint64(1)
        pairs[1, bankers, 0], pairs[1, bankers, 1] = uint64(turn * LANES) + lane, state[RANKS + 1, lane]
        bankers += 1
    rest = paired & lanes
    while rest:
        lane = lowest_bit(rest)
        rest &= rest - uint64(1)
        pairs[2, either, 0], pairs[2, either, 1] = uint64(turn * LANES) + lane, uint64(cells[lane]) - lane * uint64(CELLS)
        either += 1
    return players, bankers, either


@inlined
def reveal_pairs(law: Any, half: Any, key: Any, found: Any, pairs: Any, suits: Any, classes: Any, paired: Any) -> None:
    """Reveal the suits of the noted pairs, player's before banker's, and count the rounds by pair classes."""
    for place in range(13 * LANES):
        suits[place] = ONE_OF_EACH_SUIT * uint32(law.per_rank // 4)
    suits_key = word(key, SUITS_PLACE)
    for hand in range(2):
        weight = 4 if hand == 0 else 1
        for note in range(found[hand]):
            place, rank = pairs[hand, note, 0], pairs[hand, note, 1]
            shoe = (uint32(rank) * uint32(LANES)) + (uint32(place) & uint32(LANES - 1))
            bits = mix(suits_key + GOLDEN * ((uint64(place) << uint64(1)) + uint64(hand)))
            suits[shoe], pair_class = reveal_pair(suits[shoe], bits)
            classes[place] += weight * pair_class
    for note in range(found[2]):
        place, cell = pairs[2, note, 0], pairs[2, note, 1]
        batch = batches_start(law, half, place // LANES) + place % LANES
        paired[batch * ALL_CELLS + classes[place] * CELLS + cell] += uint32(1)
        classes[place] = 0


@inlined
def reveal_pair(left: Any, bits: Any) -> Any:
    """Draw two of the suits left of a rank (a byte each); gives what is left and the pair class: 1 mixed to 3 perfect."""
    cards = uint32(left * ONE_OF_EACH_SUIT) >> uint32(24)
    ways = uint64(cards) * uint64(cards - uint32(1))
    while True:
        first = (bits >> uint64(32)) * uint64(cards)
        second = (first & uint64(0xFFFFFFFF)) * uint64(cards - uint32(1))
        low = second & uint64(0xFFFFFFFF)
        if low >= ways or low >= uint64(0x100000000) % ways:
            break
        bits = mix(bits + GOLDEN)
    one = suit_at(left, uint32(first >> uint64(32)))
    left -= uint32(1) << (one * uint32(8))
    other = suit_at(left, uint32(second >> uint64(32)))
    left -= uint32(1) << (other * uint32(8))
    return left, class_of_suits(one, other)


@inlined
def suit_at(left: Any, number: Any) -> Any:
    """The suit of a card by its number among the cards left of a rank, in the order of the suits."""
    up_to = left * ONE_OF_EACH_SUIT
    beyond_first = uint32((up_to & uint32(0xFF)) <= number)
    beyond_second = uint32(((up_to >> uint32(8)) & uint32(0xFF)) <= number)
    beyond_third = uint32(((up_to >> uint32(16)) & uint32(0xFF)) <= number)
    return beyond_first + beyond_second + beyond_third


@inlined
def class_of_suits(one: Any, other: Any) -> Any:
    """Clubs, diamonds, hearts, spades are 0 to 3: the blacks and the reds are those that differ in both bits."""
    difference = one ^ other
    return uint32(1) + uint32(difference == uint32(3)) + uint32(2) * uint32(difference == uint32(0))
