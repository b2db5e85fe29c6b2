"""Arrays that kernels take and fill: their types, and the shapes that several of them share."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from puntobanco.kernels.fact_cells import ALL_CELLS

Bytes: TypeAlias = NDArray[np.uint8]
Shorts: TypeAlias = NDArray[np.uint16]
Counts: TypeAlias = NDArray[np.uint32]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

LANES = 64
"""So many shoes are dealt in lock step."""
HALVES = 2
BLOCK_SHOES = HALVES * LANES
"""A block is 128 shoes, dealt in two halves; shoe i belongs to batch i mod 128."""
MOST_ROUNDS = 128
"""No shoe has more rounds."""
TALLY = (HALVES, ALL_CELLS, LANES)
"""Counts of facts: with the lanes last, the cells that come up often lie close together."""
