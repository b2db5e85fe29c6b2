"""The kernel that sits patrons down: betting systems over the rounds of real shoes, one session after another."""

import numpy as np
from numba import uint32

from puntobanco.kernels.arrays import MOST_ROUNDS, Ints, Shorts
from puntobanco.kernels.compile import compiled, inlined
from puntobanco.sim.full_card_kernel import SIDE_BY_SIDE, FullLaw, deal_shoes
from puntobanco.sim.payoffs import Payoffs, Stakes
from puntobanco.sim.shuffle import MOST_CARDS
from puntobanco.sim.systems import (
    CHOSEN,
    MEMORY,
    ON_BANKER,
    ON_PLAYER,
    System,
    after_result,
    place_of_bet,
    start_system,
    units_to_stake,
    winner_of,
)

RESULT, RUINED_AFTER, BETS, STAKED, LONGEST_WINS, LONGEST_LOSSES, DEEPEST, COLUMNS = range(8)
"""What is noted of a session: profit in cents, rounds until ruin (0: none), bets, cents staked, streaks, drawdown."""

# What a patron carries from round to round.
BANKROLL, PEAK, WINS, LOSSES, LAST_WINNER, CARRIED = range(6)


@inlined
def divide(numerator: int, denominator: int, rounding: int) -> int:
    """As `money.divide`: to the patron, to the house, or to the nearest cent."""
    if rounding == 0:
        return -(-numerator // denominator)
    if rounding == 1:
        return numerator // denominator
    return (2 * numerator + denominator) // (2 * denominator)


@inlined
def legal_stake(wanted: int, bankroll: int, stakes: Stakes) -> int:
    """The stake nearest to what is wanted that table and bankroll allow; 0 when the bankroll is under the minimum."""
    possible = min(max(wanted, stakes.least), stakes.most, bankroll)
    possible -= possible % stakes.step
    return possible if possible >= stakes.least else 0


@inlined
def least_stake(system: int, stakes: tuple[Stakes, ...]) -> int:
    """The least that the system can ever stake, on whichever of its hands."""
    if system == System.FOLLOW or system == System.AGAINST:
        return min(stakes[ON_PLAYER].least, stakes[ON_BANKER].least)
    return stakes[CHOSEN].least


@compiled
def play_sessions(
    full: FullLaw,
    seed: np.uint64,
    first: int,
    last: int,
    shoes_each: int,
    systems: Ints,
    wagers: tuple[Payoffs, ...],
    stakes: tuple[Stakes, ...],
    bankroll: int,
    unit: int,
    most_units: int,
    found: Ints,
    paths: Ints,
) -> None:
    """Play the sessions from `first` up to `last` by every system: the rows of `found[system, session - first]`.

    `wagers` and `stakes` hold the chosen wager, player and banker; `most_units` are the maximum or above it. For as
    many sessions as it has room for, `paths[system, session - first, round]` gets the bankroll after each round.
    """
    workspace = full.workspace.copy()
    cards = np.zeros((SIDE_BY_SIDE, MOST_CARDS), np.uint8)
    cells = np.zeros((SIDE_BY_SIDE, MOST_ROUNDS), np.uint16)
    rounds = np.zeros(SIDE_BY_SIDE, np.int64)
    memory = np.zeros((len(systems), MEMORY), np.int64)
    carried = np.zeros((len(systems), CARRIED), np.int64)
    for session in range(first, last):
        row, turn = session - first, 0
        for place in range(len(systems)):
            start_system(memory[place])
            sit_down(carried[place], bankroll)
        for shoe in range(0, shoes_each, SIDE_BY_SIDE):
            count = min(SIDE_BY_SIDE, shoes_each - shoe)
            deal_shoes(full, seed, session * shoes_each + shoe, count, workspace, cards, cells, rounds)
            for lane in range(count):
                for place in range(len(systems)):
                    path = paths[place, row] if row < paths.shape[1] else paths[place, :0].reshape(-1)
                    play_shoe(
                        systems[place], memory[place], carried[place], cells[lane], rounds[lane], turn, wagers, stakes,
                        unit, most_units, found[place, row], path,
                    )  # fmt: skip
                turn += rounds[lane]
        for place in range(len(systems)):
            found[place, row, RESULT] = carried[place, BANKROLL] - bankroll
            if found[place, row, RUINED_AFTER] == 0 and carried[place, BANKROLL] < least_stake(systems[place], stakes):
                found[place, row, RUINED_AFTER] = turn


@inlined
def sit_down(carried: Ints, bankroll: int) -> None:
    """A patron with a full bankroll and no history."""
    for part in range(CARRIED):
        carried[part] = 0
    carried[BANKROLL] = carried[PEAK] = bankroll


@inlined
def play_shoe(
    system: int,
    memory: Ints,
    carried: Ints,
    cells: Shorts,
    rounds: int,
    turn: int,
    wagers: tuple[Payoffs, ...],
    stakes: tuple[Stakes, ...],
    unit: int,
    most_units: int,
    found: Ints,
    path: Ints,
) -> None:
    """Bet through a shoe; a patron who has less than any stake of the system is ruined and only watches.

    That is noted where no stake was possible, the last round apart: looking after every bet costs a third of the speed.
    """
    least = least_stake(system, stakes)
    for place in range(rounds):
        cell = uint32(cells[place])
        on = place_of_bet(system, carried[LAST_WINNER])
        payoffs, allowed = wagers[on], stakes[on]
        stake = legal_stake(min(units_to_stake(system, memory), most_units) * unit, carried[BANKROLL], allowed)
        if stake > 0:
            profit = divide(stake * payoffs.numerators[cell], payoffs.denominators[cell], payoffs.rounding)
            take_in(carried, found, stake, profit)
            if profit != 0:
                after_result(system, memory, profit > 0)
        elif found[RUINED_AFTER] == 0 and carried[BANKROLL] < least:
            found[RUINED_AFTER] = turn + place
        carried[LAST_WINNER] = winner_of(cell, carried[LAST_WINNER])
        if turn + place < len(path):
            path[turn + place] = carried[BANKROLL]


@inlined
def take_in(carried: Ints, found: Ints, stake: int, profit: int) -> None:
    """Book a settled bet: bankroll, streaks of wins and losses (stand-offs break neither), and the drawdown."""
    carried[BANKROLL] += profit
    carried[PEAK] = max(carried[PEAK], carried[BANKROLL])
    found[DEEPEST] = max(found[DEEPEST], carried[PEAK] - carried[BANKROLL])
    found[BETS] += 1
    found[STAKED] += stake
    if profit > 0:
        carried[WINS], carried[LOSSES] = carried[WINS] + 1, 0
        found[LONGEST_WINS] = max(found[LONGEST_WINS], carried[WINS])
    elif profit < 0:
        carried[WINS], carried[LOSSES] = 0, carried[LOSSES] + 1
        found[LONGEST_LOSSES] = max(found[LONGEST_LOSSES], carried[LOSSES])
