"""A wager as data: conditions from a closed vocabulary, odds, commission plan, and when it settles.

Settlement, odds and simulation read the same declaration. What the coup's facts cannot express cannot be declared.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

from puntobanco.rulebooks.facts import Hand, PairClass
from puntobanco.rulebooks.tableau import POINTS
from puntobanco.values.money import Count, Odds, Rate


class CannotDeclare(ValueError):
    """The declaration asks for something that the coup's facts do not hold, or not yet when it settles."""


def _require_totals(totals: tuple[int, ...]) -> None:
    if not totals or not set(totals) <= set(POINTS):
        raise CannotDeclare(f"a total is from 0 to 9, not one of {totals}")


class Wins(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag="wins"):
    """The hand's total is higher than the other's."""

    hand: Hand


class Tie(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag="tie"):
    """The totals are equal."""


class WinsBy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag="wins_by"):
    """The hand is ahead by exactly so many points."""

    hand: Hand
    points: Count

    def __post_init__(self) -> None:
        if self.points not in POINTS[1:]:
            raise CannotDeclare(f"a hand cannot win by {self.points} points")


class Total(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag="total"):
    """The hand's final total is one of these."""

    hand: Hand
    totals: tuple[Count, ...]

    def __post_init__(self) -> None:
        _require_totals(self.totals)


class CardCount(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag="card_count"):
    """The hand ends with so many cards."""

    hand: Hand
    cards: Count

    def __post_init__(self) -> None:
        if self.cards not in (2, 3):
            raise CannotDeclare(f"a hand ends with two or three cards, not {self.cards}")


class Natural(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag="natural"):
    """The hand has one of these totals on its first two cards; a book says which totals are natural."""

    hand: Hand
    totals: tuple[Count, ...]

    def __post_init__(self) -> None:
        _require_totals(self.totals)


class Pair(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag="pair"):
    """The hand's first two cards are a pair of one of these classes."""

    hand: Hand
    classes: tuple[PairClass, ...]

    def __post_init__(self) -> None:
        if not self.classes:
            raise CannotDeclare("a pair condition names at least one class of pair")


class AllOf(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag="all_of"):
    conditions: "tuple[Condition, ...]"


class AnyOf(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag="any_of"):
    conditions: "tuple[Condition, ...]"


class Not(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag="not"):
    condition: "Condition"


Condition: TypeAlias = Wins | Tie | WinsBy | Total | CardCount | Natural | Pair | AllOf | AnyOf | Not


def atoms(condition: Condition) -> Iterator[Condition]:
    """The parts of a condition that read facts."""
    match condition:
        case AllOf(conditions=parts) | AnyOf(conditions=parts):
            for part in parts:
                yield from atoms(part)
        case Not(condition=part):
            yield from atoms(part)
        case _:
            yield condition


class Stage(Enum):
    """When a wager is decided."""

    FOUR_CARDS = "four_cards"
    END = "end"

    __hash__ = object.__hash__  # asked many times a round, and an enum's own hash is reckoned in Python


FOUR_CARDS, END = Stage.FOUR_CARDS, Stage.END
"""By themselves, for what is asked many times a round: Python 3.11 is slow to look up a member of an enum."""


class LimitsGroup(Enum):
    """Which displayed minimum and maximum a wager is measured against."""

    TABLE = "table"
    PAIRS = "pairs"


class Setting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag="setting"):
    """Stands in a book's wager for a number that another parameter of the table gives; a table's wager has none."""

    key: str


OddsT_co = TypeVar("OddsT_co", bound=Odds | Setting, covariant=True)
RateT_co = TypeVar("RateT_co", bound=Rate | Setting, covariant=True)


class NoCommission(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag="no_commission"):
    """The odds are paid in full."""


class CommissionWhenPaid(
    Struct,
    Generic[RateT_co],
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="is",
    tag="commission_when_paid",
):
    """A part of the winnings is kept when they are paid."""

    rate: RateT_co
    clause: str


class CommissionLater(
    Struct,
    Generic[RateT_co],
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="is",
    tag="commission_owed",
):
    """The winnings are paid in full; a part of them is owed and collected later."""

    rate: RateT_co
    clause: str


BookCommission: TypeAlias = NoCommission | CommissionWhenPaid[Rate | Setting] | CommissionLater[Rate | Setting]
Commission: TypeAlias = NoCommission | CommissionWhenPaid[Rate] | CommissionLater[Rate]


class StandOff(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag="stand_off"):
    """Neither wins nor loses."""


STAND_OFF = StandOff()


class Line(Struct, Generic[OddsT_co], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a pay table: under this condition, these odds or a stand-off, by this clause."""

    when: Condition
    pays: OddsT_co | StandOff
    clause: str


class BookWager(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wager as a book declares it: numbers that a house sets are still open."""

    id: str
    name: str
    lines: tuple[Line[Odds | Setting], ...]
    loses: str
    commission: BookCommission
    settles: Stage
    limits: LimitsGroup

    def __post_init__(self) -> None:
        if self.settles is Stage.FOUR_CARDS:
            for line in self.lines:
                for atom in atoms(line.when):
                    if not isinstance(atom, Pair):
                        raise CannotDeclare(
                            f"{self.id} settles after four cards, when only pairs are known; "
                            f"it cannot read {atom.__struct_config__.tag}"
                        )

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that this wager stands on."""
        commission = () if isinstance(self.commission, NoCommission) else (self.commission.clause,)
        return (*(line.clause for line in self.lines), self.loses, *commission)


class Wager(BookWager, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wager of a table. The first line whose condition holds decides; where none does, the wager loses."""

    lines: tuple[Line[Odds], ...]
    commission: Commission
    allowed_by: str | None
    """The clause by which a house may offer it; none for a wager that is on every layout of its book."""

    @property
    def clauses(self) -> tuple[str, ...]:
        allowed = () if self.allowed_by is None else (self.allowed_by,)
        return (*allowed, *super().clauses)
