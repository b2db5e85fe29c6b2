"""The counts that wagers need, for one shoe: each made when it is asked for."""

from dataclasses import dataclass
from functools import cached_property
from math import perm

from puntobanco.coup.coup import Coup
from puntobanco.errors import Unreadable
from puntobanco.exact_odds.partial_coup import slots
from puntobanco.exact_odds.paytable import Reads
from puntobanco.exact_odds.plain_kernel import (
    SLOTS,
    Cells,
    Slots,
    by_value,
    count_coups,
    count_everything,
    count_pairs,
    draws,
)
from puntobanco.kernels.draw_decisions import drawing_of
from puntobanco.kernels.fact_cells import ALL_CELLS, CELLS, CLASSES, PAIR_CLASSES
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.values.cards import DECK, Composition

_IN_64_BITS = 2**63
"""Ways are whole numbers that other programs can read, too."""


@dataclass(frozen=True, slots=True)
class Count:
    """Flat cells of ways, and the number of all ways; what is missing in the sum are void rounds."""

    cells: Cells
    draws: int

    @property
    def void(self) -> int:
        return self.draws - sum(self.cells)


@dataclass(frozen=True)
class Counts:
    """The counts for one shoe and the cards on the table, which are not in the shoe."""

    rules: TableRules
    shoe: Composition
    on_table: Coup

    def __post_init__(self) -> None:
        if perm(len(self.shoe), SLOTS) >= _IN_64_BITS:
            raise Unreadable(f"a shoe of {len(self.shoe)} cards is too large to count: take at most 27 decks")

    def of(self, read: Reads) -> Count:
        """The count that a wager which reads this needs."""
        match read:
            case Reads.TOTALS:
                return self.totals
            case Reads.PAIR_OF_PLAYER:
                return self._pair_of_one_hand(Hand.PLAYER)
            case Reads.PAIR_OF_BANKER:
                return self._pair_of_one_hand(Hand.BANKER)
            case Reads.PAIRS:
                return Count(self._pairs, self._draws)
            case Reads.EVERYTHING:
                return Count(self._everything, self._draws)

    @cached_property
    def totals(self) -> Count:
        """4 card counts x 10 player totals x 10 banker totals."""
        worth = [None if face is None else self._values[face] for face in self._known]
        shoe = by_value(self._values, self.shoe.counts)
        return Count(count_coups(drawing_of(self.rules.tableau), shoe, worth), self._draws)

    def _pair_of_one_hand(self, hand: Hand) -> Count:
        """Where every coup ends, the rest of the shoe does not matter: two cards are enough."""
        if len(self.on_table) or len(self.shoe) < SLOTS:
            both = [self._pairs[start : start + len(CLASSES)] for start in range(0, PAIR_CLASSES, len(CLASSES))]
            return Count(tuple(map(sum, both if hand is Hand.PLAYER else zip(*both, strict=True))), self._draws)
        by_class = [0] * len(CLASSES)
        for (_, pair), ways in count_pairs(self.shoe.counts).items():
            by_class[pair] += ways
        two_cards = perm(len(self.shoe), 2)
        return Count((two_cards - sum(by_class), *by_class[1:]), two_cards)

    @cached_property
    def _pairs(self) -> Cells:
        """Pair classes of player x of banker."""
        return tuple(sum(self._everything[start : start + CELLS]) for start in range(0, ALL_CELLS, CELLS))

    @cached_property
    def _everything(self) -> Cells:
        """Pair classes of player x of banker x totals."""
        return count_everything(drawing_of(self.rules.tableau), self._values, self.shoe.counts, self._known)

    @cached_property
    def _known(self) -> Slots:
        return slots(self.rules, self.on_table)

    @cached_property
    def _draws(self) -> int:
        return draws(len(self.shoe), self._known.count(None))

    @cached_property
    def _values(self) -> tuple[int, ...]:
        """What each face counts."""
        return tuple(map(self.rules.card_values.value.of, DECK))
