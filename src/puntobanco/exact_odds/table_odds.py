"""Odds of a table: what comes up how often, and what each wager is worth, as fractions."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from puntobanco.coup.coup import Coup
from puntobanco.errors import Unreadable
from puntobanco.exact_odds.counts import Count, Counts
from puntobanco.exact_odds.paytable import paying, reads
from puntobanco.kernels.fact_cells import facts_of
from puntobanco.rulebooks.facts import Hand, Result
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Wager
from puntobanco.values.cards import Composition

NOTHING_ON_TABLE = Coup()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """In so many of all ways."""

    ways: int
    draws: int

    @property
    def probability(self) -> Fraction:
        return Fraction(self.ways, self.draws)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """How the coup ends; void when the shoe runs out before it does."""

    player: Chance
    banker: Chance
    tie: Chance
    void: Chance

    def items(self) -> tuple[tuple[str, Chance], ...]:
        return (("player", self.player), ("banker", self.banker), ("tie", self.tie), ("void", self.void))

    def as_dict(self) -> dict[str, str]:
        return {name: text(chance.probability) for name, chance in self.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pays:
    """One result of a wager: the profit per unit staked, after commission, and how often it comes up."""

    pays: Fraction
    chance: Chance

    @property
    def contribution(self) -> Fraction:
        """What this result adds to the expected value."""
        return self.pays * self.chance.probability


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerOdds:
    """What one wager is worth; a void round returns its stake, which counts as a profit of nothing."""

    id: str
    name: str
    results: tuple[Pays, ...]
    """Every profit that can come up, highest first."""

    @property
    def ev(self) -> Fraction:
        """The expected profit per unit staked."""
        return sum((result.contribution for result in self.results), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def hit_rate(self) -> Fraction:
        """How often it wins something."""
        return sum((result.chance.probability for result in self.results if result.pays > 0), Fraction(0))

    @property
    def variance(self) -> Fraction:
        squares = sum((result.pays * result.contribution for result in self.results), Fraction(0))
        return squares - self.ev**2

    @property
    def sd(self) -> float:
        """The standard deviation; as a root the only number here that is not exact."""
        return sqrt(self.variance)

    def as_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "ev": text(self.ev),
            "house_edge": float(self.house_edge),
            "hit_rate": text(self.hit_rate),
            "variance": text(self.variance),
            "sd": self.sd,
            "results": [
                {"pays": text(result.pays), "probability": text(result.chance.probability)} for result in self.results
            ],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOdds:
    """The odds of a table's next coup, or of the one on the table."""

    book: str
    cards: int
    on_table: Coup
    outcomes: Outcomes
    wagers: tuple[WagerOdds, ...]

    def wager(self, wager_id: str) -> WagerOdds:
        for found in self.wagers:
            if found.id == wager_id:
                return found
        known = ", ".join(found.id for found in self.wagers)
        raise Unreadable(f"{wager_id!r} is not among these odds: choose from {known}")

    def as_dict(self) -> dict[str, Any]:
        """Numbers, texts, lists and dictionaries only; fractions as "n/d"."""
        return {
            "book": self.book,
            "cards": self.cards,
            "on_table": {hand.value: [str(card) for card in self.on_table.of(hand)] for hand in Hand},
            "outcomes": self.outcomes.as_dict(),
            "wagers": {found.id: found.as_dict() for found in self.wagers},
        }


def odds(
    rules: TableRules,
    shoe: Composition | None = None,
    *,
    on_table: Coup = NOTHING_ON_TABLE,
    wagers: Iterable[Wager] | None = None,
) -> TableOdds:
    """The exact odds of a table's wagers, or of these, from a full shoe or from this one.

    The shoe is what is not known to be gone: without the cards on the table, with burned cards that nobody saw.

    >>> from puntobanco.exact_odds import odds
    >>> from puntobanco.rulebooks import table_rules
    >>> print(odds(table_rules("act-2015")).wager("banker").house_edge)
    114753351728/10847218479825
    """
    if shoe is None:
        shoe = rest_of_full_shoe(rules, on_table)
    counts = Counts(rules, shoe, on_table)
    return TableOdds(
        book=rules.book,
        cards=len(shoe),
        on_table=on_table,
        outcomes=_outcomes(counts.totals),
        wagers=tuple(_wager_odds(counts, wager) for wager in (rules.wagers if wagers is None else wagers)),
    )


def rest_of_full_shoe(rules: TableRules, on_table: Coup) -> Composition:
    """A new shoe of the table without the cards that lie on it."""
    return Composition.of_decks(rules.decks.value) - Composition.of_cards((*on_table.player, *on_table.banker))


def _outcomes(totals: Count) -> Outcomes:
    ways = dict.fromkeys(Result, 0)
    for cell, count in enumerate(totals.cells):
        ways[facts_of(cell).result] += count
    return Outcomes(
        **{result.value: Chance(ways=ways[result], draws=totals.draws) for result in Result},
        void=Chance(ways=totals.void, draws=totals.draws),
    )


def _wager_odds(counts: Counts, wager: Wager) -> WagerOdds:
    count = counts.of(reads(wager))
    ways = {pays: sum(map(count.cells.__getitem__, cells)) for pays, cells in paying(wager)}
    if count.void:
        stake_returned = Fraction(0)
        ways[stake_returned] = ways.get(stake_returned, 0) + count.void
    results = tuple(
        Pays(pays=pays, chance=Chance(ways=ways[pays], draws=count.draws))
        for pays in sorted(ways, reverse=True)
        if ways[pays]
    )
    return WagerOdds(id=wager.id, name=wager.name, results=results)


def text(fraction: Fraction) -> str:
    """`n/d`, also for whole numbers."""
    return f"{fraction.numerator}/{fraction.denominator}"
