"""Money is whole cents. Odds, named roundings, and what a set of chips can pay."""

import re
from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from math import gcd
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from puntobanco.errors import TooLarge, Unreadable
from puntobanco.values.text import quoted

LARGEST = 2**53 - 1
"""No amount, count or number of odds is above it, so that browsers and other programs can hold all of them."""
Cents: TypeAlias = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
"""A number of things, or the number of a thing among others."""

_DOLLARS = re.compile(r"\$?(?P<whole>\d{1,3}(,\d{3})+|\d+)(\.(?P<cents>\d{1,2}))?", re.ASCII)
_ODDS = re.compile(r"(?P<win>\d+)(\s*(:|to|/)\s*(?P<stake>\d+))?", re.ASCII)


def parse_dollars(text: str) -> Cents:
    """Read `5`, `12.50`, `$1,000`; an amount that is no whole number of cents is not rounded but refused."""
    match = _DOLLARS.fullmatch(text.strip())
    if match is None:
        sentence = f"{quoted(text)} is not an amount: write dollars with at most two decimals, such as 5 or 12.50"
        raise Unreadable(sentence)
    try:
        return whole_number(match["whole"].replace(",", "") + (match["cents"] or "").ljust(2, "0"))
    except TooLarge:
        raise TooLarge(f"{quoted(text)} is too much: amounts go up to {format_dollars(LARGEST)}") from None


def whole_number(digits: str) -> int:
    """Read digits, unless they are a number that nobody can hold."""
    counting = digits.lstrip("0") or "0"
    if len(counting) > len(str(LARGEST)) or int(counting) > LARGEST:
        raise TooLarge(f"{quoted(digits)} is too large: numbers go up to {LARGEST:,}")
    return int(counting)


def format_dollars(amount: Cents) -> str:
    """`$1,000`, `$4.75`, `-$5`: cents only where there are some."""
    sign = "-" if amount < 0 else ""
    dollars, cents = divmod(abs(amount), 100)
    return f"{sign}${dollars:,}" + (f".{cents:02}" if cents else "")


class Rounding(Enum):
    """Which way a fraction of a cent goes when the house pays."""

    TO_PATRON = "to_patron"
    TO_HOUSE = "to_house"
    TO_NEAREST = "to_nearest"

    @property
    def in_words(self) -> str:
        return _ROUNDING_IN_WORDS[self]


_ROUNDING_IN_WORDS = {
    Rounding.TO_PATRON: "to the patron",
    Rounding.TO_HOUSE: "to the house",
    Rounding.TO_NEAREST: "to the nearest cent, halves to the patron",
}


def divide(numerator: int, denominator: int, rounding: Rounding) -> Cents:
    """What the house pays in whole cents where `numerator / denominator` cents are due to a patron."""
    whole, fraction = divmod(numerator, denominator)
    if not fraction:
        return whole
    match rounding:
        case Rounding.TO_PATRON:
            return whole + 1
        case Rounding.TO_HOUSE:
            return whole
        case Rounding.TO_NEAREST:
            return (2 * numerator + denominator) // (2 * denominator)


class Rate(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag="rate"):
    """A share of an amount, from nothing to all of it: a fraction in lowest terms, so that equal ones look alike."""

    numerator: Count
    denominator: Count

    def __post_init__(self) -> None:
        if not 0 <= self.numerator <= self.denominator or gcd(self.numerator, self.denominator) != 1:
            raise ValueError(f"{self} is no rate: from 0/1 to 1/1, in lowest terms")
        if self.denominator > LARGEST:
            raise TooLarge("this rate is too exact: use fewer digits")

    @staticmethod
    def of(numerator: int, denominator: int) -> "Rate":
        """`Rate.of(5, 100)`: the rate in lowest terms."""
        return Rate.from_fraction(Fraction(numerator, denominator))

    @staticmethod
    def from_fraction(fraction: Fraction) -> "Rate":
        return Rate(numerator=fraction.numerator, denominator=fraction.denominator)

    def __str__(self) -> str:
        return f"{self.numerator}/{self.denominator}"

    def __lt__(self, other: "Rate") -> bool:
        return self.numerator * other.denominator < other.numerator * self.denominator

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.numerator, self.denominator)


class Odds(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag="odds"):
    """`win` to `stake`: what a winning wager is paid on top of its stake."""

    win: Count
    stake: Count

    def __post_init__(self) -> None:
        if self.win < 0 or self.stake < 1:
            raise ValueError(f"{self.win} to {self.stake} are no odds")

    @staticmethod
    def of(win: int, stake: int) -> "Odds":
        """`Odds.of(8, 1)`: eight to one."""
        return Odds(win=win, stake=stake)

    def __str__(self) -> str:
        return f"{self.win} to {self.stake}"

    def __lt__(self, other: "Odds") -> bool:
        return self.per_unit < other.per_unit

    @property
    def per_unit(self) -> Fraction:
        return Fraction(self.win, self.stake)

    @staticmethod
    def parse(text: str) -> "Odds":
        """Read `8:1`, `8 to 1` or `8`."""
        match = _ODDS.fullmatch(text.strip())
        stake = 0 if match is None else whole_number(match["stake"] or "1")
        if match is None or stake == 0:
            raise Unreadable(f"{quoted(text)} are no odds: write them as 8:1 or 8 to 1")
        return Odds.of(whole_number(match["win"]), stake)


class ChipSet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The denominations at a table, in cents, smallest first; there are always enough of each."""

    denominations: tuple[Cents, ...]

    def __post_init__(self) -> None:
        if not self.denominations or self.denominations[0] < 1:
            raise ValueError("a set of chips has at least one denomination, each of one cent or more")
        if any(a >= b for a, b in zip(self.denominations, self.denominations[1:], strict=False)):
            raise ValueError("denominations are listed once each, smallest first")

    @staticmethod
    def of(denominations: Iterable[Cents]) -> "ChipSet":
        return ChipSet(denominations=tuple(sorted(set(denominations))))

    def __str__(self) -> str:
        return ", ".join(map(format_dollars, self.denominations))

    @property
    def smallest(self) -> Cents:
        return self.denominations[0]

    def can_make(self, amount: Cents) -> bool:
        """Whether `amount` can be put down exactly in these chips."""
        if amount >= 0 and amount % self.smallest == 0:
            return True
        least = _least_by_remainder(self.denominations).get(amount % self.smallest)
        return least is not None and amount >= least

    def piles(self, amount: Cents) -> tuple[tuple[Cents, int], ...]:
        """Chips that make `amount`, as denominations with how many of each, the largest first; what no chip can make
        is left out."""
        found: list[tuple[Cents, int]] = []
        left = max(0, amount - self._odd_cents(amount))
        for place in reversed(range(len(self.denominations))):
            count = self._most_of(place, left)
            left -= count * self.denominations[place]
            found += [(self.denominations[place], count)] if count else []
        return tuple(found)

    def _odd_cents(self, amount: Cents) -> Cents:
        return next((odd for odd in range(self.smallest) if self.can_make(amount - odd)), amount)

    def _most_of(self, place: int, amount: Cents) -> int:
        """As many chips of a denomination as leave something that smaller ones can make."""
        value, count = self.denominations[place], amount // self.denominations[place]
        if place == 0:
            return count
        smaller = ChipSet(denominations=self.denominations[:place])
        while not smaller.can_make(amount - count * value):
            count -= 1
        return count


@lru_cache(maxsize=256)
def _least_by_remainder(denominations: tuple[Cents, ...]) -> dict[int, Cents]:
    """For each remainder by the smallest chip, the least amount with that remainder that chips can make.

    An amount can be made exactly if it is at least that: smallest chips fill the rest. Found as shortest paths
    over the remainders, so that any set works, also one like $3 and $5 that cannot make $4.
    """
    smallest, *others = denominations
    least: dict[int, Cents] = {}
    queue = [0]
    while queue:
        amount = heappop(queue)
        if amount % smallest not in least:
            least[amount % smallest] = amount
            for chip in others:
                heappush(queue, amount + chip)
    return least
