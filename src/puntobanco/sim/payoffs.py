"""A wager as the kernels bet it: what each cell pays in whole cents, and which stakes the table takes."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puntobanco.coup.accept_wager import accept_one, limits, payable_part
from puntobanco.coup.settle import profit_per_unit
from puntobanco.errors import Refused, Unreadable
from puntobanco.kernels.arrays import MOST_ROUNDS
from puntobanco.kernels.fact_cells import ALL_CELLS, facts_of
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Wager
from puntobanco.values.money import Cents, Rounding, format_dollars

ROUNDINGS = (Rounding.TO_PATRON, Rounding.TO_HOUSE, Rounding.TO_NEAREST)
"""In the order of their numbers in the kernels."""
MOST_CENTS = 2**63 - 1
"""What the kernels can count."""


class Stakes(NamedTuple):
    """The stakes that a table takes on a wager: every multiple of `step` from `least` to `most`, in cents."""

    least: int
    most: int
    step: int


class Payoffs(NamedTuple):
    """The profit in every cell as a fraction of the stake, and how a fraction of a cent is rounded."""

    numerators: NDArray[np.int64]
    denominators: NDArray[np.int64]
    rounding: int


def payoffs_of(rules: TableRules, wager: Wager) -> Payoffs:
    """What a wager of this table pays in every cell, commission taken off at once also where it is only owed."""
    profits = [profit_per_unit(wager, facts_of(cell)) for cell in range(ALL_CELLS)]
    if max(max(abs(profit.numerator), profit.denominator) for profit in profits) > MOST_CENTS:
        raise Unreadable(
            f"what {wager.id} pays cannot be counted in 64 bits: choose odds or commission of fewer digits"
        )
    return Payoffs(
        np.array([profit.numerator for profit in profits], np.int64),
        np.array([profit.denominator for profit in profits], np.int64),
        ROUNDINGS.index(rules.rounding.value),
    )


def stakes_of(rules: TableRules, wager: Wager) -> Stakes:
    """The stakes that this table takes without a warning, refusal or rest; `Refused` when there is none."""
    minimum, maximum = (limit.value for limit in limits(rules, wager))
    step = rules.multiple.value
    while not _can_be_put_down(rules, wager, step):
        step += rules.multiple.value
        if step > maximum:
            raise _no_stake(rules, wager, minimum, maximum)
    least, most = -(-minimum // step) * step, maximum // step * step
    if least > most:
        raise _no_stake(rules, wager, minimum, maximum)
    accept_one(rules, wager, least)
    accept_one(rules, wager, most)
    return Stakes(least, most, step)


def check_amounts(payoffs: Payoffs, stakes: Stakes, *, bankroll: Cents, shoes: int) -> None:
    """Whether no amount of a session can pass 64 bits, where kernels would go on with wrong ones; else `Unreadable`."""
    numerators, denominators = payoffs.numerators.tolist(), payoffs.denominators.tolist()
    best = max(1, *(-(-win // stake) for win, stake in zip(numerators, denominators, strict=True)))
    won_in_a_session = bankroll + shoes * MOST_ROUNDS * stakes.most * best
    divided_for_one_bet = 2 * (stakes.most * max(map(abs, numerators)) + max(denominators))
    if max(won_in_a_session, divided_for_one_bet) > MOST_CENTS:
        raise Unreadable(
            f"a session of {shoes} shoes from {format_dollars(bankroll)} with stakes up to "
            f"{format_dollars(stakes.most)} could come to more than 64 bits of cents: "
            "lower the bankroll, the maximum or the session"
        )


def _can_be_put_down(rules: TableRules, wager: Wager, stake: Cents) -> bool:
    """In chips, and such that a win can be paid in chips where the rules ask for that."""
    payable = not rules.exact_payability.value or payable_part(rules, wager, stake) == stake
    return rules.chips.value.can_make(stake) and payable


def _no_stake(rules: TableRules, wager: Wager, minimum: Cents, maximum: Cents) -> Refused:
    sentence = (
        f"no stake on {wager.id} from {format_dollars(minimum)} to {format_dollars(maximum)} can be put down "
        "and paid in chips: change minimum, maximum, multiple or chips"
    )
    return Refused("no_stake", rules.cite(rules.multiple.clause), sentence)
