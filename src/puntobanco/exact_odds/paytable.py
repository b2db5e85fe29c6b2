"""What a wager pays in every cell of a count: its declaration, evaluated once by the code that settles bets."""

from collections.abc import Iterable
from enum import Enum, auto
from fractions import Fraction
from functools import lru_cache

from puntobanco.coup.settle import holds, profit_per_unit
from puntobanco.kernels.fact_cells import ALL_CELLS, CELLS, CLASSES, facts_of
from puntobanco.rulebooks.facts import Facts, Hand, PairClass, PairFacts
from puntobanco.rulebooks.wagers import Pair, Wager, atoms


class Reads(Enum):
    """Which facts decide a wager, and so which count it needs."""

    TOTALS = auto()
    """Totals and card counts: 4 x 10 x 10 cells."""
    PAIR_OF_PLAYER = auto()
    """The pair class of player's hand: 4 cells."""
    PAIR_OF_BANKER = auto()
    PAIRS = auto()
    """The pair classes of both hands: 16 cells."""
    EVERYTHING = auto()
    """Pair classes and totals: 16 x 4 x 10 x 10 cells."""


def reads(wager: Wager) -> Reads:
    """What a wager reads, from its conditions."""
    parts = [atom for line in wager.lines for atom in atoms(line.when)]
    hands = {part.hand for part in parts if isinstance(part, Pair)}
    asks_totals = any(not isinstance(part, Pair) for part in parts)
    if not hands:
        return Reads.TOTALS
    if asks_totals:
        return Reads.EVERYTHING
    if len(hands) == 2:
        return Reads.PAIRS
    return Reads.PAIR_OF_PLAYER if Hand.PLAYER in hands else Reads.PAIR_OF_BANKER


def reads_suits(wager: Wager) -> bool:
    """Whether it matters to a wager which suits a pair has."""
    pairs = (atom for line in wager.lines for atom in atoms(line.when) if isinstance(atom, Pair))
    return any(0 < len(_PAIRED & {*atom.classes}) < len(_PAIRED) for atom in pairs)


_PAIRED = frozenset(CLASSES) - {PairClass.NONE}

Paying = tuple[tuple[Fraction, tuple[int, ...]], ...]
"""For each profit per unit, highest first, the cells that pay it."""


@lru_cache(maxsize=256)
def paying(wager: Wager) -> Paying:
    """The cells of the wager's count by what they pay."""
    cells: dict[Fraction, list[int]] = {}
    for cell, facts in enumerate(_cells(reads(wager))):
        cells.setdefault(profit_per_unit(wager, facts), []).append(cell)
    return tuple((pays, tuple(cells[pays])) for pays in sorted(cells, reverse=True))


def idle_lines(wager: Wager) -> tuple[int, ...]:
    """The lines of a pay table, from 1, that decide no coup: they contradict themselves, or come too late."""
    decisive = {_deciding_line(wager, facts) for facts in _cells(reads(wager))}
    return tuple(number for number in range(1, len(wager.lines) + 1) if number not in decisive)


def _deciding_line(wager: Wager, facts: Facts | PairFacts) -> int | None:
    return next((number for number, line in enumerate(wager.lines, start=1) if holds(line.when, facts)), None)


def _cells(read: Reads) -> Iterable[Facts | PairFacts]:
    match read:
        case Reads.TOTALS:
            return map(facts_of, range(CELLS))
        case Reads.PAIR_OF_PLAYER:
            return [PairFacts(player=found, banker=PairClass.NONE) for found in CLASSES]
        case Reads.PAIR_OF_BANKER:
            return [PairFacts(player=PairClass.NONE, banker=found) for found in CLASSES]
        case Reads.PAIRS:
            return [facts_of(cell).pairs for cell in range(0, ALL_CELLS, CELLS)]
        case Reads.EVERYTHING:
            return map(facts_of, range(ALL_CELLS))
