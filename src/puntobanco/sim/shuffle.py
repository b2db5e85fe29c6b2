"""The numbers of a shuffle as vector instructions: for each place of the shoe, which of the places from there on."""

import numpy as np
from llvmlite import ir
from numba import uint64
from numpy.typing import NDArray

from puntobanco.kernels.arrays import LANES
from puntobanco.kernels.compile import inlined
from puntobanco.kernels.vectors import (
    INT,
    LONG,
    LONGS,
    SHORTS,
    Value,
    VectorWriter,
    lowest_bit,
    splat,
    spread,
    vector_operation,
)
from puntobanco.sim.kernel_rules import MOST_DECKS
from puntobanco.sim.random_stream import GOLDEN, MIX_FIRST, MIX_SECOND, below

NUMBER_ROWS = -(-52 * MOST_DECKS // SHORTS.count)
MOST_CARDS = NUMBER_ROWS * SHORTS.count

# The rows of 64 bytes that the kernel works in.
KEY = 0
"""The stream's key, in the first word."""
REJECTED = 1
"""A bit for each number that has to be drawn again: a 32-bit word for each row of numbers."""
NUMBERS = 2
BOUNDS = NUMBERS + NUMBER_ROWS
"""How many cards each place can get: itself and those behind it."""
THRESHOLDS = BOUNDS + NUMBER_ROWS
"""65536 mod bound: below it, the low half of the product is thrown away."""
SHUFFLE_ROWS = THRESHOLDS + NUMBER_ROWS

RESERVE = 256
"""The place in the shoe's stream from which numbers are drawn again."""


def new_workspace(cards: int) -> NDArray[np.uint8]:
    """Memory for shuffling shoes of so many cards; places behind the last card only get themselves."""
    bounds = np.ones(MOST_CARDS, np.uint16)
    bounds[:cards] = np.arange(cards, 0, -1)
    workspace = np.zeros((SHUFFLE_ROWS, LANES), np.uint8)
    workspace[BOUNDS:THRESHOLDS] = bounds.view(np.uint8).reshape(NUMBER_ROWS, LANES)
    thresholds = (0x10000 % bounds.astype(np.uint32)).astype(np.uint16)
    workspace[THRESHOLDS:] = thresholds.view(np.uint8).reshape(NUMBER_ROWS, LANES)
    return workspace


def _write_numbers(vectors: VectorWriter) -> Value:
    """Four numbers from each word of the stream: sixteen bits times the bound, the upper half (Lemire)."""
    builder = vectors.builder
    wide = ir.VectorType(INT, SHORTS.count)
    key = spread(builder, vectors.load_word(KEY, 0), LONGS)
    rejected = ir.Constant(ir.VectorType(INT, 16), [0] * 16)
    for row in range(NUMBER_ROWS):
        places = [(int(GOLDEN) * (8 * row + place + 1)) % 2**64 for place in range(8)]
        bits = builder.bitcast(_mix(vectors, builder.add(key, ir.Constant(LONGS, places))), SHORTS)
        bound = vectors.load(BOUNDS + row, SHORTS)
        product = builder.mul(builder.zext(bits, wide), builder.zext(bound, wide))
        vectors.store(NUMBERS + row, builder.trunc(builder.lshr(product, splat(16, wide)), SHORTS))
        low = builder.mul(bits, bound)
        mask = builder.bitcast(vectors.compare("<", low, vectors.load(THRESHOLDS + row, SHORTS)), INT)
        rejected = builder.insert_element(rejected, mask, ir.Constant(INT, row))
    vectors.store(REJECTED, rejected)
    return ir.Constant(LONG, 0)


def _mix(vectors: VectorWriter, z: Value) -> Value:
    builder = vectors.builder
    for shift, factor in ((30, MIX_FIRST), (27, MIX_SECOND)):
        z = builder.mul(builder.xor(z, builder.lshr(z, splat(shift, LONGS))), splat(int(factor), LONGS))
    return builder.xor(z, builder.lshr(z, splat(31, LONGS)))


write_numbers = vector_operation(_write_numbers)
"""Fill the rows of numbers from the key, and note which are to be drawn again."""


@inlined
def draw_rejected_again(workspace: NDArray[np.uint8]) -> None:
    """Replace the rejected numbers, in order, from the reserve."""
    shorts, rejected = workspace.view(np.uint16), workspace.view(np.uint32)[REJECTED]
    key, place = workspace.view(np.uint64)[KEY, 0], uint64(RESERVE)
    for row in range(NUMBER_ROWS):
        rest = uint64(rejected[row])
        while rest:
            lane = lowest_bit(rest)
            rest &= rest - uint64(1)
            number, place = below(key, place, uint64(shorts[BOUNDS + row, lane]))
            shorts[NUMBERS + row, lane] = number
