"""The coup's facts as a number: the cell of the histogram in which a round is counted."""

from functools import cache

from puntobanco.rulebooks.facts import Facts, HandFacts, PairClass, PairFacts

CELLS = 400
"""Facts without pairs: whether player and banker drew a third card, player's total, banker's total."""
PAIR_CLASSES = 16
"""Pair class of player's hand (four times) and of banker's, in the order of `PairClass`."""
ALL_CELLS = PAIR_CLASSES * CELLS

CLASSES = tuple(PairClass)


def cell_of(facts: Facts) -> int:
    """The cell of these facts."""
    pairs = 4 * CLASSES.index(facts.pairs.player) + CLASSES.index(facts.pairs.banker)
    thirds = 2 * (facts.player.cards - 2) + facts.banker.cards - 2
    return pairs * CELLS + thirds * 100 + facts.player.total * 10 + facts.banker.total


@cache
def facts_of(cell: int) -> Facts:
    """The facts that are counted in a cell."""
    pairs, plain = divmod(cell, CELLS)
    thirds, totals = divmod(plain, 100)
    player_drew, banker_drew = divmod(thirds, 2)
    player_class, banker_class = divmod(pairs, 4)
    return Facts(
        player=HandFacts(total=totals // 10, cards=2 + player_drew),
        banker=HandFacts(total=totals % 10, cards=2 + banker_drew),
        pairs=PairFacts(player=CLASSES[player_class], banker=CLASSES[banker_class]),
    )
