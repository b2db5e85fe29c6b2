"""Where the kernels' chance comes from: every word is a function of the seed, the block and a place in it.

Keys and single words are SplitMix64 of a counter, so that nothing has to be kept or passed on. Only the fast kernel,
which needs a vector of words for every card, runs generators with a state; each block seeds its own.
"""

import numpy as np
from numba import uint64

from puntobanco.kernels.compile import inlined

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_FIRST = np.uint64(0xBF58476D1CE4E5B9)
MIX_SECOND = np.uint64(0x94D049BB133111EB)

LANE_STREAM = 1
"""The streams of a block: this and the next for the two halves of the fast kernel, ..."""
RESERVE_PLACE, SUITS_PLACE = 17, 18
"""Where in such a stream the keys for drawing again and for suits are, after the seeds of the generators."""
SHOE_STREAM = 16
"""... and from here one for each shoe of the full-card kernel."""


@inlined
def mix(z: np.uint64) -> np.uint64:
    """The finaliser of SplitMix64: every bit of the counter reaches every bit of the word."""
    z = (z ^ (z >> uint64(30))) * MIX_FIRST
    z = (z ^ (z >> uint64(27))) * MIX_SECOND
    return z ^ (z >> uint64(31))


@inlined
def word(key: np.uint64, place: int | np.uint64) -> np.uint64:
    """The word of a stream at a place."""
    return mix(key + GOLDEN * uint64(place))


@inlined
def stream_key(seed: np.uint64, block: int, stream: int) -> np.uint64:
    """The key of one of the streams of a block."""
    return word(word(mix(uint64(seed) + GOLDEN), uint64(block) + uint64(1)), stream)


@inlined
def below(key: np.uint64, place: np.uint64, bound: np.uint64) -> tuple[np.uint64, np.uint64]:
    """A number below `bound` < 2**32, each equally likely, and the place after the words that it took (Lemire)."""
    while True:
        product = (word(key, place) >> uint64(32)) * uint64(bound)
        place += uint64(1)
        if (product & uint64(0xFFFFFFFF)) >= uint64(0x100000000) % uint64(bound):
            return product >> uint64(32), place
