"""The fast kernel: counts the coup's facts of whole shoes, 64 shoes in lock step.

Only ranks are drawn, and no deck is laid out; suits matter for pairs alone and come afterwards. The joint law of all
counts is that of a shuffled shoe.
"""

import numpy as np
from numba import uint32, uint64

from puntobanco.kernels.arrays import BLOCK_SHOES, HALVES, LANES, MOST_ROUNDS, Bytes, Counts, Ints, Shorts
from puntobanco.kernels.compile import compiled, inlined
from puntobanco.kernels.fact_cells import CELLS
from puntobanco.kernels.tableau_rows import LOOKED_UP, ROW
from puntobanco.kernels.vectors import lowest_bit
from puntobanco.sim.kernel_rules import Law
from puntobanco.sim.lockstep import (
    AT_CUT,
    CELL,
    GENERATOR,
    HIGH,
    HIGH_RANKS,
    LEFT,
    LOW,
    LOW_LEFT,
    LOW_RANKS,
    MASKS,
    RANKS,
    RESERVE_KEY,
    RESERVE_USED,
    ROWS,
    TABLEAU,
    TIED,
    UNSEEN,
    before_cut,
    deal_burn,
    deal_round,
    past_cut,
    ran_out,
)
from puntobanco.sim.pairs import NOTE, note_pairs, reveal_pairs, tally_place
from puntobanco.sim.random_stream import LANE_STREAM, RESERVE_PLACE, stream_key, word

EVERY_LANE = np.uint64(0xFFFFFFFFFFFFFFFF)


@compiled
def count_facts(
    law: Law,
    seed: np.uint64,
    first_block: int,
    last_block: int,
    shoes: int,
    plain: Counts,
    paired: Counts,
    lengths: Ints,
    trace: Bytes,
) -> None:
    """Deal the blocks from `first_block` up to `last_block` of a plan of so many shoes, and add to the counts.

    `plain[t, half, cell, lane]` counts every round by its facts without pairs, `paired` likewise the rounds with a pair
    again, by all their facts; t is 0 for the rounds that every shoe reaches and 1 for later ones. With the lanes
    last, the cells that come up often lie close together.
    `lengths[n]` counts shoes of n rounds. Where `trace` has room, `trace[shoe, round]` gets the ranks of the round.
    """
    memory = np.zeros((ROWS + 1) * LANES, np.uint8)
    start = -memory.ctypes.data % LANES
    state = memory[start : start + ROWS * LANES].reshape(ROWS, LANES)
    notes = np.zeros((MOST_ROUNDS * LANES, NOTE), np.uint16)
    pairs = np.zeros(MOST_ROUNDS * LANES + 1, np.uint16)
    words = np.zeros(MOST_ROUNDS * LANES, np.uint64)
    suits = np.zeros(13 * LANES, np.uint32)
    for half in range(HALVES):
        for block in range(first_block, last_block):
            in_use = min(shoes - block * BLOCK_SHOES - half * LANES, LANES)
            if in_use > 0:
                key = stream_key(seed, block, LANE_STREAM + half)
                first_traced = (block - first_block) * BLOCK_SHOES + half * LANES
                prepare(law, key, state)
                noted = deal_half_block(law, half, in_use, state, plain.ravel(), notes, lengths, trace, first_traced)
                reveal_pairs(law, half, key, notes, noted, pairs, words, suits, paired.ravel())


@inlined
def prepare(law: Law, key: np.uint64, state: Bytes) -> None:
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
    for row in range(LOOKED_UP):
        for entry in range(ROW):
            state[TABLEAU + row, entry] = law.tableau[row, entry]
    if law.burn_shown:
        deal_burn(state)
    for lane in range(LANES):
        unseen = min(int(state[RANKS, lane]) + 1, law.burn_for_ten) if law.burn_shown else 1
        shorts[UNSEEN + lane // 32, lane % 32] = unseen
        shorts[AT_CUT + lane // 32, lane % 32] = law.cut_depth + unseen


@inlined
def deal_half_block(
    law: Law,
    half: int,
    in_use: int,
    state: Bytes,
    plain: Counts,
    notes: Shorts,
    lengths: Ints,
    trace: Bytes,
    first_traced: int,
) -> int:
    """Deal 64 shoes to their end; gives how many rounds with a pair were noted."""
    cells = state[CELL : CELL + 2].reshape(-1).view(np.uint16)
    masks = state[MASKS].view(np.uint64)
    alive = EVERY_LANE if in_use == LANES else (uint64(1) << uint64(in_use)) - uint64(1)
    last, turn, noted = uint64(0), 0, 0
    while alive:
        may_end = turn >= law.sure_rounds - 1
        if may_end and law.one_more_round:
            last = ~before_cut(state)
        paired = deal_round(state)
        note_trace(trace, first_traced, turn, state)
        dealt = alive & ~ran_out(state) if may_end else alive
        counts = plain[tally_place(law, half, turn) * CELLS * LANES :]
        if dealt == EVERY_LANE:
            for lane in range(LANES):
                counts[cells[lane]] += uint32(1)
        else:
            count_lanes(dealt, cells, counts)
        noted = note_pairs(paired & dealt, turn, state, cells, masks, notes, noted)
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
    return noted


@inlined
def count_lanes(lanes: np.uint64, cells: Shorts, counts: Counts) -> None:
    """Count the facts of some lanes."""
    while lanes:
        counts[cells[lowest_bit(lanes)]] += uint32(1)
        lanes &= lanes - uint64(1)


@inlined
def count_lengths(ended: np.uint64, rounds: int, lengths: Ints) -> None:
    """Count the shoes that ended after so many rounds."""
    while ended:
        lengths[rounds] += 1
        ended &= ended - uint64(1)


@inlined
def note_trace(trace: Bytes, first_shoe: int, turn: int, state: Bytes) -> None:
    """Keep the ranks of a round for the comparison with the reference."""
    if len(trace):
        for lane in range(LANES):
            for card in range(6):
                trace[first_shoe + lane, turn, card] = state[RANKS + card, lane]
