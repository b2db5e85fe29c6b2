"""A tableau as the rows that compiled kernels take: always an argument, so that kept machine code is never stale.

Every row has room for sixteen entries and is looked up by a total or value from 0 to 9, the first one by a rank from
0 (ace) to 12 (king). A decision is `YES` or nothing; in floats, 1 or 0.
"""

from functools import lru_cache

import numpy as np

from puntobanco.kernels.arrays import Bytes, Floats
from puntobanco.kernels.draw_decisions import drawing_of
from puntobanco.rulebooks.tableau import POINTS as VALUES
from puntobanco.rulebooks.tableau import Tableau

ROW = 16
YES = 0xFF

POINTS, IS_NATURAL, PLAYER_DRAWS, BANKER_DRAWS_AFTER_STAND = range(4)
BANKER_ROW_LOW, BANKER_ROW_HIGH, BIT = 4, 5, 6
"""By banker's total the third cards on which banker draws as a set of bits, and by third card its bit."""
LOOKED_UP = 7
"""So many rows are what the simulation looks up, lane by lane."""
PLAYER_STANDS = 7
"""Player plays on and stands."""
BANKER_DRAWS_AFTER = 8
"""Ten rows, by player's third card."""
BANKER_STANDS_AFTER = BANKER_DRAWS_AFTER + len(VALUES)
"""Ten rows, by player's third card: banker plays on and stands."""
ENDS = BANKER_STANDS_AFTER + len(VALUES)
"""Ten rows, by player's total: the coup ends at once."""
ROWS = ENDS + len(VALUES)


@lru_cache(maxsize=64)
def byte_rows(tableau: Tableau) -> Bytes:
    """The rows of a tableau, read-only because they are shared."""
    drawing = drawing_of(tableau)
    plays_on = ~np.array(drawing.naturals)
    after_card = np.array(drawing.banker_draws_after)
    marked = np.zeros((ROWS, len(VALUES)), bool)
    marked[IS_NATURAL] = drawing.naturals
    marked[PLAYER_DRAWS] = drawing.player_draws
    marked[BANKER_DRAWS_AFTER_STAND] = drawing.banker_draws_after_stand
    marked[PLAYER_STANDS] = plays_on & ~marked[PLAYER_DRAWS]
    marked[BANKER_DRAWS_AFTER:BANKER_STANDS_AFTER] = after_card
    marked[BANKER_STANDS_AFTER:ENDS] = plays_on & ~after_card
    marked[ENDS:] = [[drawing.ends(player, banker) for banker in VALUES] for player in VALUES]
    rows = np.zeros((ROWS, ROW), np.uint8)
    rows[:, : len(VALUES)] = marked * YES
    rows[POINTS, : len(tableau.values.points)] = tableau.values.points
    bits = (after_card * (1 << np.arange(len(VALUES)))[:, np.newaxis]).sum(axis=0)
    rows[BANKER_ROW_LOW, : len(VALUES)], rows[BANKER_ROW_HIGH, : len(VALUES)] = bits & 0xFF, bits >> 8
    rows[BIT] = [1 << value % 8 for value in range(ROW)]
    rows.flags.writeable = False
    return rows


@lru_cache(maxsize=64)
def float_rows(tableau: Tableau) -> Floats:
    """The decisions of a tableau as ones and zeros, row after row."""
    floats: Floats = (byte_rows(tableau) == YES).astype(np.float64).ravel()
    floats.flags.writeable = False
    return floats
