"""Suits, revealed only where they matter: for the two cards of a pair.

A pair's suits are drawn from those of its rank, in its shoe, that have not been revealed yet. Cards of that rank that
were dealt without being revealed are as good as any other, so nothing about them has to be known.
"""

import numpy as np
from numba import uint16, uint32, uint64
from numpy.typing import NDArray

from puntobanco.kernels.arrays import LANES, Bytes, Counts, Shorts
from puntobanco.kernels.compile import inlined
from puntobanco.kernels.fact_cells import ALL_CELLS, CELLS
from puntobanco.kernels.vectors import lowest_bit
from puntobanco.sim.kernel_rules import Law
from puntobanco.sim.lockstep import BANKER_PAIRED, PLAYER_PAIRED, RANKS
from puntobanco.sim.random_stream import GOLDEN, SUITS_PLACE, mix, word

PLACE, FACTS, PAIRED, CLASSES, NOTE = range(5)
"""What is noted of a round with a pair: round and lane, facts without pairs, ranks and hands, and then the classes."""
ONE_OF_EACH_SUIT = np.uint32(0x01010101)
"""The suits of a rank are counted in the four bytes of a number."""


@inlined
def tally_place(law: Law, half: int, turn: int) -> int:
    """Which of the four parts of the counts a round belongs to: sure or later rounds, of this half of the blocks."""
    return 2 * (turn >= law.sure_rounds) + half


@inlined
def note_pairs(
    paired: np.uint64, turn: int, state: Bytes, cells: Shorts, masks: NDArray[np.uint64], notes: Shorts, noted: int
) -> int:
    """Note the lanes that hold a pair: where, the facts, the ranks and whose pair it is; suits come later."""
    while paired:
        lane = lowest_bit(paired)
        paired &= paired - uint64(1)
        hands = ((masks[PLAYER_PAIRED] >> lane) & uint64(1)) | ((masks[BANKER_PAIRED] >> lane) & uint64(1)) << uint64(1)
        notes[noted, PLACE] = uint64(turn * LANES) + lane
        notes[noted, CLASSES] = 0
        notes[noted, FACTS] = cells[lane]
        notes[noted, PAIRED] = (
            hands << uint64(8) | uint64(state[RANKS + 1, lane]) << uint64(4) | uint64(state[RANKS, lane])
        )
        noted += 1
    return noted


@inlined
def reveal_pairs(
    law: Law,
    half: int,
    key: np.uint64,
    notes: Shorts,
    noted: int,
    pairs: Shorts,
    words: NDArray[np.uint64],
    suits: Counts,
    paired: Counts,
) -> None:
    """Reveal the suits of the noted pairs, player's before banker's, and count the rounds by pair classes.

    Work that is the same for all pairs is done for all of them in a loop of its own, without a branch to guess.
    """
    for place in range(13 * LANES):
        suits[place] = ONE_OF_EACH_SUIT * uint32(law.per_rank // 4)
    suits_key = word(key, SUITS_PLACE)
    for hand in range(2):
        found = 0
        for note in range(noted):
            pairs[found] = note
            found += (notes[note, PAIRED] >> (8 + hand)) & 1
        for pair in range(found):
            place = uint64(notes[pairs[pair], PLACE])
            words[pair] = mix(suits_key + GOLDEN * ((place << uint64(1)) + uint64(hand)))
        for pair in range(found):
            note = pairs[pair]
            rank = uint64(notes[note, PAIRED] >> (4 * hand)) & uint64(15)
            shoe = rank * uint64(LANES) + (uint64(notes[note, PLACE]) & uint64(LANES - 1))
            suits[shoe], pair_class = reveal_pair(suits[shoe], words[pair])
            notes[note, CLASSES] += uint16(pair_class) << uint16(2 - 2 * hand)
    for note in range(noted):
        start = tally_place(law, half, notes[note, PLACE] // LANES) * ALL_CELLS * LANES
        paired[start + notes[note, CLASSES] * (CELLS * LANES) + notes[note, FACTS]] += uint32(1)


@inlined
def reveal_pair(left: np.uint32, bits: np.uint64) -> tuple[np.uint32, np.uint32]:
    """Draw two of the suits left of a rank (a byte each); gives what is left and the pair class, 1 to 3."""
    cards = uint32(left * ONE_OF_EACH_SUIT) >> uint32(24)
    ways = uint64(cards) * uint64(cards - uint32(1))
    if ((bits >> uint64(32)) * ways) & uint64(0xFFFFFFFF) < ways:
        bits = unbiased(bits, ways)
    first = (bits >> uint64(32)) * uint64(cards)
    second = (first & uint64(0xFFFFFFFF)) * uint64(cards - uint32(1))
    one = suit_at(left, uint32(first >> uint64(32)))
    left -= uint32(1) << (one * uint32(8))
    other = suit_at(left, uint32(second >> uint64(32)))
    left -= uint32(1) << (other * uint32(8))
    return left, class_of_suits(one, other)


@inlined
def unbiased(bits: np.uint64, ways: np.uint64) -> np.uint64:
    """Other bits, as long as these belong to the part that would favour some numbers below `ways`."""
    while ((bits >> uint64(32)) * ways) & uint64(0xFFFFFFFF) < uint64(0x100000000) % ways:
        bits = mix(bits + GOLDEN)
    return bits


@inlined
def suit_at(left: np.uint32, number: np.uint32) -> np.uint32:
    """The suit of a card by its number among the cards left of a rank, in the order of the suits."""
    up_to = left * ONE_OF_EACH_SUIT
    beyond_first = np.uint32((up_to & uint32(0xFF)) <= number)
    beyond_second = np.uint32(((up_to >> uint32(8)) & uint32(0xFF)) <= number)
    beyond_third = np.uint32(((up_to >> uint32(16)) & uint32(0xFF)) <= number)
    return beyond_first + beyond_second + beyond_third


@inlined
def class_of_suits(one: np.uint32, other: np.uint32) -> np.uint32:
    """Clubs, diamonds, hearts, spades are 0 to 3: the blacks and the reds are those that differ in both bits."""
    difference = one ^ other
    return uint32(1) + np.uint32(difference == uint32(3)) + uint32(2) * np.uint32(difference == uint32(0))
