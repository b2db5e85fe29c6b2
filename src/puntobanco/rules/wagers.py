"""A wager as data: conditions from a closed vocabulary, odds, commission plan, and when it settles.

Settlement, odds and simulation read the same declaration. What the coup's facts cannot express cannot be declared.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from puntobanco.money import Odds
from puntobanco.rules.facts import Hand, PairClass


class CannotDeclare(ValueError):
    """The declaration asks for something that the coup's facts do not hold, or not yet when it settles."""


@dataclass(frozen=True, slots=True)
class Wins:
    """The hand's total is higher than the other's."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class Tie:
    """The totals are equal."""


@dataclass(frozen=True, slots=True)
class WinsBy:
    """The hand is ahead by exactly so many points."""

    hand: Hand
    points: int

    def __post_init__(self) -> None:
        if not 1 <= self.points <= 9:
            raise CannotDeclare(f"a hand cannot win by {self.points} points")


@dataclass(frozen=True, slots=True)
class Total:
    """The hand's final total is one of these."""

    hand: Hand
    totals: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.totals or not set(self.totals) <= set(range(10)):
            raise CannotDeclare(f"a total is from 0 to 9, not one of {self.totals}")


@dataclass(frozen=True, slots=True)
class CardCount:
    """The hand ends with so many cards."""

    hand: Hand
    cards: int

    def __post_init__(self) -> None:
        if self.cards not in (2, 3):
            raise CannotDeclare(f"a hand ends with two or three cards, not {self.cards}")


@dataclass(frozen=True, slots=True)
class Natural:
    """The hand has eight or nine on its first two cards."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class Pair:
    """The hand's first two cards are a pair of one of these classes."""

    hand: Hand
    classes: tuple[PairClass, ...]

    def __post_init__(self) -> None:
        if not self.classes:
            raise CannotDeclare("a pair condition names at least one class of pair")


@dataclass(frozen=True, slots=True)
class AllOf:
    conditions: "tuple[Condition, ...]"


@dataclass(frozen=True, slots=True)
class AnyOf:
    conditions: "tuple[Condition, ...]"


@dataclass(frozen=True, slots=True)
class Not:
    condition: "Condition"


Condition: TypeAlias = Wins | Tie | WinsBy | Total | CardCount | Natural | Pair | AllOf | AnyOf | Not


def atoms(condition: Condition) -> Iterator[Condition]:
    """The parts of a condition that read facts."""
    match condition:
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from atoms(part)
        case Not(part):
            yield from atoms(part)
        case _:
            yield condition


class Stage(Enum):
    """When a wager is decided."""

    FOUR_CARDS = "after the fourth card"
    END = "at the end of the coup"


class LimitsGroup(Enum):
    """Which displayed minimum and maximum a wager is measured against."""

    TABLE = "table"
    PAIRS = "pairs"


@dataclass(frozen=True, slots=True)
class Setting:
    """Stands in a book for a number that another parameter of the table gives; gone when rules are resolved."""

    key: str


@dataclass(frozen=True, slots=True)
class NoCommission:
    """The odds are paid in full."""


@dataclass(frozen=True, slots=True)
class CommissionWhenPaid:
    """A part of the winnings is kept when they are paid."""

    rate: Fraction | Setting
    clause: str


@dataclass(frozen=True, slots=True)
class CommissionOwed:
    """The winnings are paid in full; a part of them is owed and collected later."""

    rate: Fraction | Setting
    clause: str


@dataclass(frozen=True, slots=True)
class HalfOnSix:
    """Half of the winnings when banker wins on 6, else nothing."""

    clause: str


CommissionPlan: TypeAlias = NoCommission | CommissionWhenPaid | CommissionOwed | HalfOnSix


class StandOff(Enum):
    """Neither wins nor loses."""

    STAND_OFF = "stand-off"


STAND_OFF = StandOff.STAND_OFF


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a pay table: under this condition, these odds or a stand-off, by this clause."""

    when: Condition
    pays: Odds | Setting | StandOff
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """The first line whose condition holds decides; where none does, the wager loses."""

    id: str
    name: str
    lines: tuple[Line, ...]
    loses: str
    commission: CommissionPlan
    settles: Stage
    limits: LimitsGroup

    def __post_init__(self) -> None:
        if self.settles is Stage.FOUR_CARDS:
            for line in self.lines:
                for atom in atoms(line.when):
                    if not isinstance(atom, Pair):
                        raise CannotDeclare(
                            f"{self.id} settles after four cards, when only pairs are known; it cannot read {atom}"
                        )

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that this wager stands on."""
        commission = () if isinstance(self.commission, NoCommission) else (self.commission.clause,)
        return (*(line.clause for line in self.lines), self.loses, *commission)


@dataclass(frozen=True, slots=True)
class Offer:
    """A wager of a book and the choices of the house under which it is on the layout."""

    wager: Wager
    where: tuple[tuple[str, object], ...]


def offer(wager: Wager, **where: object) -> Offer:
    """`offer(PERFECT_PAIR, pairs=Pairs.PERFECT)`: on the layout where the house chose these."""
    return Offer(wager, tuple(where.items()))
