"""Odds as they are sent: fractions as texts, exact."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from puntobanco.exact_odds.removal import Removal
from puntobanco.exact_odds.table_odds import TableOdds

PLACES = 4


class SeenPays(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One result of a wager."""

    pays: str
    """The profit per unit staked, as `n/d`."""
    probability: str


class SeenWagerOdds(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a wager is worth."""

    name: str
    ev: str
    house_edge: float
    hit_rate: str
    """How often it wins something, as `n/d`."""
    variance: str
    sd: float
    results: tuple[SeenPays, ...]


class SeenOdds(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The odds of a table's next coup."""

    book: str
    cards: int
    outcomes: Mapping[str, str]
    wagers: Mapping[str, SeenWagerOdds]


def seen_odds(found: TableOdds) -> SeenOdds:
    said = found.as_dict()
    wagers = {
        name: SeenWagerOdds(**{**one, "results": tuple(SeenPays(**pays) for pays in one["results"])})
        for name, one in said["wagers"].items()
    }
    return SeenOdds(book=found.book, cards=found.cards, outcomes=said["outcomes"], wagers=wagers)


class SeenRemoval(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one card that leaves the shoe does to the expected value of a wager."""

    wager: str
    by_suit: bool
    """Whether cards of one rank differ: then `effects` has cards, else ranks from `A` to `K`."""
    effects: Mapping[str, str]
    """As `n/d`, exact."""
    rounded: Mapping[str, float]
    """The same for reading, in hundredths of a stake."""


class Removals(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Effects of removal from the shoe as it is."""

    book: str
    number: int
    """Of the table's last record."""
    wagers: tuple[SeenRemoval, ...]


def seen_removal(found: Removal) -> SeenRemoval:
    effects = found.as_dict()
    rounded = {name: round(100 * float(Fraction(said)), PLACES) for name, said in effects.items()}
    return SeenRemoval(wager=found.wager, by_suit=found.by_suit, effects=effects, rounded=rounded)
