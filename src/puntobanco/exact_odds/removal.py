"""Effect of removal: how much a wager's expected value changes when one card leaves the shoe."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from puntobanco.coup.coup import Coup
from puntobanco.exact_odds.table_odds import NOTHING_ON_TABLE, odds, rest_of_full_shoe, text
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Wager
from puntobanco.values.cards import Card, Composition, Rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """The effects on one wager, for every card that the shoe holds."""

    wager: str
    effects: tuple[tuple[Card, Fraction], ...]

    @property
    def by_suit(self) -> bool:
        """Whether cards of one rank have different effects."""
        ranks: dict[Rank, Fraction] = {}
        return any(ranks.setdefault(card.rank, effect) != effect for card, effect in self.effects)

    @property
    def by_rank(self) -> dict[Rank, Fraction]:
        """The effect of each rank; an error where suits matter."""
        if self.by_suit:
            raise ValueError(f"the effects on {self.wager} differ by suit")
        return {card.rank: effect for card, effect in self.effects}

    def as_dict(self) -> dict[str, str]:
        """The effects by rank, `A` to `K`, or by card where suits matter."""
        if self.by_suit:
            return {str(card): text(effect) for card, effect in self.effects}
        return {rank.letter: text(effect) for rank, effect in sorted(self.by_rank.items())}


def removal(
    rules: TableRules,
    shoe: Composition | None = None,
    *,
    on_table: Coup = NOTHING_ON_TABLE,
    wagers: Iterable[Wager] | None = None,
) -> tuple[Removal, ...]:
    """The effects of removal on a table's wagers, or on these, from a full shoe or from this one."""
    asked = rules.wagers if wagers is None else tuple(wagers)
    if shoe is None:
        shoe = rest_of_full_shoe(rules, on_table)
    before = odds(rules, shoe, on_table=on_table, wagers=asked)
    after = [
        (card, odds(rules, shoe - Composition.of_cards([card]), on_table=on_table, wagers=asked))
        for card, _ in shoe.items()
    ]
    return tuple(
        Removal(wager=wager.id, effects=tuple((card, found.wagers[place].ev - wager.ev) for card, found in after))
        for place, wager in enumerate(before.wagers)
    )
