"""A tableau as one array, the form in which kernels take the drawing law: always an argument, never compiled in."""

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from puntobanco.rules.tableau import POINTS, TOTALS_THAT_MAY_DRAW, Tableau

Law: TypeAlias = NDArray[np.float64]
"""Ones and zeros; the constants below say where each part starts."""

ENDS = 0
"""10 x 10, by the two-card totals of player and banker: the coup ends at once."""
PLAYER_DRAWS = 104
"""By player's total below 8: player draws, unless banker has a natural."""
PLAYER_STANDS = 112
"""By player's total below 8: player stands, and banker may draw."""
BANKER_DRAWS_AFTER_STAND = 120
"""By banker's total below 8."""
BANKER_DRAWS_AFTER = 128
"""10 x 8, by player's third card and banker's total."""
BANKER_STANDS_AFTER = 208
"""10 x 8, by player's third card and banker's total."""
SIZE = 288


@lru_cache(maxsize=64)
def law_of(tableau: Tableau) -> Law:
    """The array of a tableau, read-only because it is shared."""
    if not {8, 9} <= set(tableau.naturals):
        raise ValueError("8 and 9 must be naturals: the banker table has no rows for them")
    plays_on = 1 - _marked(tableau.naturals)
    player_draws = _marked(tableau.player.totals) * plays_on
    player_stands = plays_on - player_draws
    after_stand = _marked(tableau.banker_after_stand.totals) * plays_on
    after_card = np.array(tableau.banker_after_card.rows, dtype=np.float64).T
    ends = np.ones((len(POINTS), len(POINTS)))
    ends[:8, :8] -= np.outer(player_draws, plays_on) + np.outer(player_stands, after_stand)
    law = np.zeros(SIZE)
    for start, part in (
        (ENDS, ends),
        (PLAYER_DRAWS, player_draws),
        (PLAYER_STANDS, player_stands),
        (BANKER_DRAWS_AFTER_STAND, after_stand),
        (BANKER_DRAWS_AFTER, after_card * plays_on),
        (BANKER_STANDS_AFTER, (1 - after_card) * plays_on),
    ):
        law[start : start + part.size] = part.ravel()
    law.flags.writeable = False
    return law


def _marked(totals: tuple[int, ...]) -> NDArray[np.float64]:
    """A row of the totals below eight: 1 for these, else 0."""
    return np.array([float(total in totals) for total in TOTALS_THAT_MAY_DRAW])
