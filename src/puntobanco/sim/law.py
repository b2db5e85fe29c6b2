"""A table's rules as the kernels take them: always arguments, so that kept machine code is never stale."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puntobanco.rules.facts import Hand
from puntobanco.rules.options import Burn, LastRound
from puntobanco.rules.table_rules import TableRules
from puntobanco.rules.tableau import TOTALS_THAT_MAY_DRAW, Tableau

MOST_CARDS_IN_A_ROUND = 6
FEWEST_CARDS_IN_A_ROUND = 4
MOST_DECKS = 9
"""The fast kernel counts the cards from ace to seven in a byte."""

# The rows of `Law.tables`, each looked up by a rank from 0 (ace) to 12 (king) or by a total or value from 0 to 9.
POINTS, IS_NATURAL, PLAYER_DRAWS, BANKER_DRAWS_AFTER_STAND, BANKER_ROW_LOW, BANKER_ROW_HIGH, BIT = range(7)
YES = 0xFF


class Law(NamedTuple):
    """The drawing law as tables of sixteen bytes, and the procedure of the shoe as numbers."""

    tables: NDArray[np.uint8]
    per_rank: int
    cards: int
    burn_shown: int
    burn_for_ten: int
    cut_depth: int
    one_more_round: int
    """1: the round after the one in which the cutting card came is the last; 0: that round is, unless it is a tie."""
    sure_rounds: int
    """How many rounds every shoe reaches, whatever the cards."""


def law_of(rules: TableRules) -> Law:
    """The law of a table for the kernels."""
    decks = rules.decks.value
    if decks > MOST_DECKS:
        raise ValueError(f"the kernels deal up to {MOST_DECKS} decks, not {decks}")
    if rules.deal_order.value != (Hand.PLAYER, Hand.BANKER) * 2:
        raise ValueError("the kernels deal player, banker, player, banker")
    return Law(
        tables=tables_of(rules.tableau),
        per_rank=4 * decks,
        cards=52 * decks,
        burn_shown=int(rules.burn.value is Burn.EXPOSED),
        burn_for_ten=rules.burn_for_ten.value,
        cut_depth=rules.cut_depth.value,
        one_more_round=int(rules.last_round.value is LastRound.ONE_MORE_UNLESS_FIRST),
        sure_rounds=sure_rounds(rules),
    )


def tables_of(tableau: Tableau) -> NDArray[np.uint8]:
    """The drawing law as rows of sixteen bytes; a banker row is a set of bits, one for each third card."""
    tables = np.zeros((7, 16), np.uint8)
    tables[POINTS, :13] = tableau.values.points
    tables[IS_NATURAL, list(tableau.naturals)] = YES
    tables[PLAYER_DRAWS, list(tableau.player.totals)] = YES
    tables[BANKER_DRAWS_AFTER_STAND, list(tableau.banker_after_stand.totals)] = YES
    for total in TOTALS_THAT_MAY_DRAW:
        row = sum(draws << third for third, draws in enumerate(tableau.banker_after_card.rows[total]))
        tables[BANKER_ROW_LOW, total], tables[BANKER_ROW_HIGH, total] = row & 0xFF, row >> 8
    tables[BIT] = [1 << value % 8 for value in range(16)]
    return tables


def sure_rounds(rules: TableRules) -> int:
    """How many rounds every shoe of this table reaches: all rounds with six cards, and the longest burn."""
    cards = 52 * rules.decks.value
    dealt = 1 + (rules.burn_for_ten.value if rules.burn.value is Burn.EXPOSED else 0)
    before_cut = max(cards - rules.cut_depth.value - dealt, 0)
    match rules.last_round.value:
        case LastRound.THIS_ROUND_TIE_ADDS_ONE:
            rounds = before_cut // MOST_CARDS_IN_A_ROUND + 1
        case LastRound.ONE_MORE_UNLESS_FIRST:
            rounds = -(-before_cut // MOST_CARDS_IN_A_ROUND) + 1
    return min(rounds, (cards - dealt) // MOST_CARDS_IN_A_ROUND)


def most_rounds(law: Law) -> int:
    """No shoe has more rounds than this."""
    return law.cards // FEWEST_CARDS_IN_A_ROUND
