"""Linear counts: what people keep in their heads instead of the exact composition of the shoe."""

from dataclasses import dataclass

import numpy as np

from puntobanco.errors import Unreadable
from puntobanco.exact_odds import removal
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Wager
from puntobanco.values.cards import Rank


@dataclass(frozen=True, slots=True)
class LinearCount:
    """A number for every rank; the running count is their sum over the cards seen, the true count per deck left."""

    name: str
    tags: tuple[float, ...]

    def as_dict(self) -> dict[str, float]:
        """The tags by rank, `A` to `K`."""
        return {rank.letter: tag for rank, tag in zip(Rank, self.tags, strict=True)}


def parse_count(rules: TableRules, text: str) -> LinearCount | None:
    """Read `exact` (none), the id of a wager (its effects of removal, scaled), or thirteen tags from ace to king."""
    if text == "exact":
        return None
    if text in {wager.id for wager in rules.wagers}:
        return best_count(rules, rules.wager(text))
    parts = text.split(",")
    try:
        tags = tuple(float(part) for part in parts)
    except ValueError:
        tags = ()
    if len(tags) == 10:
        tags = (*tags, *tags[-1:] * 3)
    if len(tags) != len(Rank) or not np.isfinite(tags).all():
        raise Unreadable(
            f"{text!r} is not a count: write exact, a wager's id, or ten numbers for ace, two, ... nine, and ten, "
            "such as 1,1,1,2,-1,-2,-1,-1,0,0"
        )
    return LinearCount(text, tags)


def best_count(rules: TableRules, wager: Wager) -> LinearCount:
    """The best linear count for a wager: what removing each rank does to it, scaled."""
    return LinearCount(wager.id, _effects(rules, wager))


def _effects(rules: TableRules, wager: Wager) -> tuple[float, ...]:
    """The effect of removing each rank, scaled so that the largest is 1."""
    (found,) = removal(rules, wagers=(wager,))
    if found.by_suit:
        raise Unreadable(f"the effects on {wager.id} differ by suit: a linear count goes by rank")
    effects = [float(found.by_rank[rank]) for rank in Rank]
    largest = max(map(abs, effects)) or 1.0
    return tuple(round(effect / largest, 6) for effect in effects)
