"""A table's rules as the kernels take them: always arguments, so that kept machine code is never stale."""

from typing import NamedTuple

from puntobanco.errors import Unreadable
from puntobanco.kernels.arrays import Bytes
from puntobanco.kernels.tableau_rows import byte_rows
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.rule_values import Burn, LastRound
from puntobanco.rulebooks.table_rules import TableRules

MOST_CARDS_IN_A_ROUND = 6
FEWEST_CARDS_IN_A_ROUND = 4
MOST_DECKS = 9
"""The fast kernel counts the cards from ace to seven in a byte."""


class Law(NamedTuple):
    """The drawing law as rows of bytes, and the procedure of the shoe as numbers."""

    tableau: Bytes
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
        raise Unreadable(f"the kernels deal up to {MOST_DECKS} decks, not {decks}: simulate fewer")
    if rules.deal_order.value != (Hand.PLAYER, Hand.BANKER) * 2:
        raise ValueError("the kernels deal player, banker, player, banker")
    return Law(
        tableau=byte_rows(rules.tableau),
        per_rank=4 * decks,
        cards=52 * decks,
        burn_shown=int(rules.burn.value is Burn.EXPOSED),
        burn_for_ten=rules.burn_for_ten.value,
        cut_depth=rules.cut_depth.value,
        one_more_round=int(rules.last_round.value is LastRound.ONE_MORE_UNLESS_FIRST),
        sure_rounds=sure_rounds(rules),
    )


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
