"""Odds as they are sent: fractions as texts, exact."""

from collections.abc import Mapping

from msgspec import Struct

from puntobanco.odds.table_odds import TableOdds


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
