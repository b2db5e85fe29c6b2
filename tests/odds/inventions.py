"""Tableaux, wagers and shoes that nobody printed."""

from collections.abc import Callable
from random import Random

from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.facts import Hand, PairClass
from puntobanco.rulebooks.table_rules import Ruled, TableRules
from puntobanco.rulebooks.tableau import BankerTable, CardValues, DrawsOn
from puntobanco.rulebooks.wagers import (
    STAND_OFF,
    AllOf,
    AnyOf,
    CardCount,
    Commission,
    CommissionWhenPaid,
    Condition,
    LimitsGroup,
    Line,
    NoCommission,
    Not,
    Pair,
    Stage,
    StandOff,
    Tie,
    Total,
    Wager,
    Wins,
    WinsBy,
)
from puntobanco.rulebooks.with_changes import amended
from puntobanco.values.cards import Composition
from puntobanco.values.money import Odds, Rate


def invented_rules(chance: Random) -> TableRules:
    """A table that draws by a random tableau; sometimes a lower total is a natural too, or cards count differently."""
    rules = table_rules("act-2015")
    rows = tuple(tuple(chance.random() < 0.5 for _ in range(10)) for _ in range(8))
    values = [chance.randrange(10) for _ in range(13)] if chance.random() < 0.3 else rules.card_values.value.points
    return amended(
        rules,
        card_values=Ruled(value=CardValues(points=tuple(values)), clause="invented"),
        naturals=Ruled(value=(*_some(chance, range(8), 0.1), 8, 9), clause="invented"),
        player_draws=Ruled(value=DrawsOn(totals=_some(chance, range(10), 0.6)), clause="invented"),
        banker_draws_after_stand=Ruled(value=DrawsOn(totals=_some(chance, range(8), 0.5)), clause="invented"),
        banker_draws_after_card=Ruled(value=BankerTable(rows=rows), clause="invented"),
    )


def with_other_naturals(
    rules: TableRules, naturals: tuple[int, ...], *, player_draws: tuple[int, ...] = ()
) -> TableRules:
    """A table with these naturals alone: as the banker table has no rows for 8 and 9, player draws on nothing."""
    return amended(
        rules,
        naturals=Ruled(value=naturals, clause="invented"),
        player_draws=Ruled(value=DrawsOn(totals=player_draws), clause="invented"),
        banker_draws_after_stand=Ruled(value=DrawsOn(totals=(0, 1, 2, 4, 5, 8)), clause="invented"),
    )


def _some(chance: Random, totals: range, share: float) -> tuple[int, ...]:
    return tuple(total for total in totals if chance.random() < share)


def invented_wager(chance: Random, atom: Callable[[Random], Condition]) -> Wager:
    """Up to four lines of conditions over these atoms, with any commission."""
    lines = tuple(
        Line(when=_condition(chance, atom, 2), pays=_pays(chance), clause="") for _ in range(chance.randint(1, 4))
    )
    return Wager(
        id="invented",
        name="Invented",
        lines=lines,
        loses="",
        commission=_commission(chance),
        settles=Stage.END,
        limits=LimitsGroup.TABLE,
        allowed_by=None,
    )


def _pays(chance: Random) -> Odds | StandOff:
    return STAND_OFF if chance.random() < 0.3 else Odds.of(chance.randint(0, 40), chance.randint(1, 3))


def _commission(chance: Random) -> Commission:
    plans: tuple[Commission, ...] = (
        NoCommission(),
        CommissionWhenPaid(rate=Rate.of(chance.randint(0, 9), 100), clause=""),
    )
    return chance.choice(plans)


def _condition(chance: Random, atom: Callable[[Random], Condition], depth: int) -> Condition:
    kind = chance.randrange(4) if depth else 0
    parts = tuple(_condition(chance, atom, depth - 1) for _ in range(2)) if kind else ()
    match kind:
        case 1:
            return AllOf(conditions=parts)
        case 2:
            return AnyOf(conditions=parts)
        case 3:
            return Not(condition=parts[0])
        case _:
            return atom(chance)


def about_totals(chance: Random) -> Condition:
    hand = chance.choice(list(Hand))
    return chance.choice(
        (
            Wins(hand=hand),
            Tie(),
            WinsBy(hand=hand, points=chance.randint(1, 9)),
            Total(hand=hand, totals=tuple(chance.sample(range(10), 4))),
            CardCount(hand=hand, cards=chance.randint(2, 3)),
        )
    )


def about_pairs(chance: Random) -> Condition:
    return Pair(hand=chance.choice(list(Hand)), classes=tuple(chance.sample(list(PairClass), chance.randint(1, 3))))


def about_anything(chance: Random) -> Condition:
    return about_totals(chance) if chance.random() < 0.5 else about_pairs(chance)


def depleted_shoe(chance: Random, cards: int) -> Composition:
    """So many cards left of eight decks; half the time some ranks are all but gone."""
    rest = list(Composition.of_decks(8))
    if chance.random() < 0.5:
        weak = frozenset(chance.sample(range(1, 14), 6))
        rest.sort(key=lambda card: (card.rank in weak) + chance.random())
    else:
        chance.shuffle(rest)
    return Composition.of_cards(rest[:cards])


def few_cards(chance: Random, cards: int) -> Composition:
    """A handful of cards among which pairs are common."""
    ranks = chance.sample(range(1, 14), max(2, cards // 2))
    rest = [card for card in Composition.of_decks(8) if card.rank in ranks]
    return Composition.of_cards(chance.sample(rest, cards))
