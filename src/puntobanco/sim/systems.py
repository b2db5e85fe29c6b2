"""The betting systems that people use, as one small machine each: what to stake next, and on which hand."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numba import uint32

from puntobanco.kernels.arrays import Ints
from puntobanco.kernels.compile import inlined


class System(IntEnum):
    """The numbers by which the kernels know the systems."""

    FLAT = 0
    MARTINGALE = 1
    PAROLI = 2
    DALEMBERT = 3
    FIBONACCI = 4
    LABOUCHERE = 5
    ONE_THREE_TWO_SIX = 6
    FOLLOW = 7
    AGAINST = 8


@dataclass(frozen=True, slots=True)
class Described:
    """A system by its name on the command line."""

    system: System
    does: str

    @property
    def chooses_hand(self) -> bool:
        """Whether it bets on player or banker by the last winner, instead of always on one wager."""
        return self.system in (System.FOLLOW, System.AGAINST)


SYSTEMS = {
    "flat": Described(System.FLAT, "the same stake every round"),
    "martingale": Described(System.MARTINGALE, "doubles after a loss, starts again after a win"),
    "paroli": Described(System.PAROLI, "doubles after a win, starts again after three wins or a loss"),
    "dalembert": Described(System.DALEMBERT, "one unit more after a loss, one less after a win"),
    "fibonacci": Described(System.FIBONACCI, "one step along 1 1 2 3 5 8 ... after a loss, two back after a win"),
    "labouchere": Described(
        System.LABOUCHERE, "first plus last of the line 1 2 3 4: struck out on a win, added on a loss"
    ),
    "1-3-2-6": Described(System.ONE_THREE_TWO_SIX, "1, 3, 2, 6 units while it wins, starts again after a loss"),
    "follow": Described(System.FOLLOW, "the same stake on the hand that won last, banker first"),
    "against": Described(System.AGAINST, "the same stake on the hand that lost last, player first"),
}

CHOSEN, ON_PLAYER, ON_BANKER = range(3)
"""The wagers that a kernel bets on: the one that the patron chose, and those of systems that choose a hand."""
MOST_UNITS = 1 << 40
"""Far above any table's maximum, and far below what a product in cents could overflow."""
_LADDER = np.array([1, 3, 2, 6], np.int64)


def _fibonacci() -> Ints:
    series = [1, 1]
    while series[-1] < MOST_UNITS:
        series.append(series[-1] + series[-2])
    return np.array(series, np.int64)


_FIBONACCI = _fibonacci()

# What a system remembers: how far it is, its last number of units, and Labouchère's line with its two ends.
STEP, NUMBER, FIRST, END = range(4)
LINE = 4
MEMORY = LINE + 512
MOST_LINE = 400
"""A line that has grown to so many numbers is given up and begun anew."""


@inlined
def start_system(memory: Ints) -> None:
    """Forget everything."""
    memory[STEP] = 0
    memory[NUMBER] = 1
    memory[FIRST], memory[END] = LINE, LINE + 4
    for number in range(4):
        memory[LINE + number] = number + 1


@inlined
def units_to_stake(system: int, memory: Ints) -> int:
    """How many units the system stakes next."""
    if system == System.MARTINGALE or system == System.PAROLI or system == System.DALEMBERT:
        return int(memory[NUMBER])
    if system == System.FIBONACCI:
        return int(_FIBONACCI[memory[STEP]])
    if system == System.ONE_THREE_TWO_SIX:
        return int(_LADDER[memory[STEP]])
    if system == System.LABOUCHERE:
        first, end = memory[FIRST], memory[END]
        return int(memory[first] if end - first == 1 else memory[first] + memory[end - 1])
    return 1


@inlined
def after_result(system: int, memory: Ints, won: int) -> None:
    """Take in that the last stake won or lost; a stand-off changes nothing and is not told."""
    if system == System.MARTINGALE:
        memory[NUMBER] = 1 if won else min(2 * memory[NUMBER], MOST_UNITS)
    elif system == System.PAROLI:
        memory[STEP] = memory[STEP] + 1 if won and memory[STEP] < 2 else 0
        memory[NUMBER] = 1 << memory[STEP]
    elif system == System.DALEMBERT:
        memory[NUMBER] = max(memory[NUMBER] - 1, 1) if won else memory[NUMBER] + 1
    elif system == System.FIBONACCI:
        memory[STEP] = max(memory[STEP] - 2, 0) if won else min(memory[STEP] + 1, len(_FIBONACCI) - 1)
    elif system == System.ONE_THREE_TWO_SIX:
        memory[STEP] = (memory[STEP] + 1) % 4 if won else 0
    elif system == System.LABOUCHERE:
        rewrite_line(memory, won)


@inlined
def rewrite_line(memory: Ints, won: int) -> None:
    """Strike out both ends on a win, write the stake at the end on a loss; an empty or endless line begins anew."""
    stake = units_to_stake(System.LABOUCHERE, memory)
    if won:
        memory[FIRST] += 1
        memory[END] -= 1
    else:
        memory[memory[END]] = min(stake, MOST_UNITS)
        memory[END] += 1
    if memory[END] - memory[FIRST] <= 0 or memory[END] >= LINE + MOST_LINE:
        memory[FIRST], memory[END] = LINE, LINE + 4
        for number in range(4):
            memory[LINE + number] = number + 1


@inlined
def place_of_bet(system: int, last_winner: int) -> int:
    """Which wager comes next: `CHOSEN`, `ON_PLAYER` or `ON_BANKER`; `last_winner` is one of these, too."""
    if system == System.FOLLOW:
        return ON_PLAYER if last_winner == ON_PLAYER else ON_BANKER
    if system == System.AGAINST:
        return ON_BANKER if last_winner == ON_PLAYER else ON_PLAYER
    return CHOSEN


@inlined
def winner_of(cell: np.uint32, last_winner: int) -> int:
    """Who won this round; a tie leaves the last winner."""
    totals = uint32(cell) % uint32(100)
    player, banker = totals // uint32(10), totals % uint32(10)
    if player == banker:
        return last_winner
    return ON_PLAYER if player > banker else ON_BANKER
