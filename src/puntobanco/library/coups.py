"""One coup: dealt from given cards or from a shuffled shoe, with one patron's bets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, SupportsIndex

from puntobanco.coup import DealtCards, facts
from puntobanco.coup import deal as deal_cards
from puntobanco.coup.explanation import CoupReport, SettledBet, report_coup
from puntobanco.library.arguments import Dollars, dollars, several, stakes, whole_or_none
from puntobanco.library.result_display import DataRow, Shown
from puntobanco.library.rules import Rules, understood
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.values.cards import Card, parse_cards
from puntobanco.values.money import Cents, format_dollars
from puntobanco.values.text_table import Sheet

MOST_CARDS = 6
"""In a coup."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What a bet got, in dollars; the profit does not count commission that is owed."""

    wager: str
    stake: Decimal
    returned: Decimal
    profit: Decimal
    clause: str
    patron: str | None = None
    """Whose bet it was, at a table."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Coup(Shown):
    """A finished coup: the hands, who won, why cards were drawn or not, and what each bet got."""

    book: str
    player: tuple[str, ...]
    banker: tuple[str, ...]
    player_total: int
    banker_total: int
    result: str
    """player, banker or tie; void at a table whose shoe ran out."""
    why: tuple[str, ...]
    bets: tuple[Settled, ...]

    @property
    def profit(self) -> Decimal:
        """What all bets came to, in dollars."""
        return sum((bet.profit for bet in self.bets), Decimal(0))

    def sheets(self) -> Sequence[Sheet]:
        hands = (
            ("Player", " ".join(self.player), str(self.player_total)),
            ("Banker", " ".join(self.banker), str(self.banker_total)),
        )
        sheet = Sheet(title=self.title(), columns=("Hand", "Cards", "Total"), rows=hands)
        return (sheet, _bets_sheet(self.bets)) if self.bets else (sheet,)

    def title(self) -> str:
        won = f"{self.result} wins" if self.result in ("player", "banker") else self.result
        return f"{self.book}: {won}"

    def notes(self) -> Sequence[str]:
        return self.why

    def rows(self) -> Sequence[DataRow]:
        """A row for every bet, or one without any."""
        coup = {"book": self.book, "player": " ".join(self.player), "banker": " ".join(self.banker)}
        totals: DataRow = {"player_total": self.player_total, "banker_total": self.banker_total, "result": self.result}
        return [{**coup, **totals, **bet} for bet in map(_bet_row, self.bets)] or [{**coup, **totals}]


def deal(
    rules: str | Rules = "act-2015",
    cards: str | Iterable[str] | None = None,
    *,
    bets: Mapping[str, Dollars] | None = None,
    seed: SupportsIndex | None = None,
) -> Coup:
    """Deal one coup: of these cards, in the order they leave the shoe, or from a freshly shuffled shoe.

    Bets are dollars by wager. Cards or bets that cannot be are `Refused` with the clause.
    """
    table = understood(rules).table
    shuffled_by = whole_or_none("seed", seed)
    chosen = _shuffled(table, shuffled_by) if cards is None else cards_in(cards)
    return _told(report_coup(table, chosen, stakes(bets or {})))


def cards_in(given: str | Iterable[str]) -> tuple[Card, ...]:
    """Cards in one text or several."""
    return parse_cards(several(given))


def _shuffled(table: TableRules, seed: int | None) -> tuple[Card, ...]:
    """The cards of one coup from the top of a new shoe."""
    from puntobanco.app.randomness import of_seed
    from puntobanco.coup.shoe import fresh_cards, shuffle

    source = of_seed(seed)
    shoe = shuffle(fresh_cards(table), source.below)[:MOST_CARDS]
    return shoe[: len(deal_cards(table, shoe).coup)]


def _told(report: CoupReport) -> Coup:
    return Coup(**dealt(report.rules, report.dealt), bets=tuple(map(_settled, report.bets)))


def dealt(rules: TableRules, cards: DealtCards) -> dict[str, Any]:
    """What there is to say about dealt cards: members of a coup."""
    total, coup = rules.card_values.value.total, cards.coup
    result = facts(rules, coup).result.value if cards.missing is None else "void"
    decisions = (decision for step, _ in cards.steps for decision in step.decisions)
    return {
        "book": rules.book,
        "player": tuple(card.symbols for card in coup.player),
        "banker": tuple(card.symbols for card in coup.banker),
        "player_total": total(coup.player),
        "banker_total": total(coup.banker),
        "result": result,
        "why": tuple(f"{decision} ({decision.clause})" for decision in decisions),
    }


def _settled(settled: SettledBet) -> Settled:
    clause = settled.settlement.verdict.clause
    return settled_bet(settled.bet.wager.id, settled.bet.stake, settled.returned, clause)


def settled_bet(wager: str, stake: Cents, returned: Cents, clause: str, patron: str | None = None) -> Settled:
    """A settled bet, from cents."""
    return Settled(
        wager=wager,
        stake=dollars(stake),
        returned=dollars(returned),
        profit=dollars(returned - stake),
        clause=clause,
        patron=patron,
    )


def _bets_sheet(bets: Sequence[Settled]) -> Sheet:
    """With the names of patrons where there are any."""
    rows = [(bet.wager, shown(bet.stake), shown(bet.returned), shown(bet.profit), bet.clause) for bet in bets]
    columns = ("Wager", "Stake", "Returned", "Profit", "Clause")
    if any(bet.patron for bet in bets):
        named = tuple((bet.patron or "", *row) for bet, row in zip(bets, rows, strict=True))
        return Sheet(title="Bets", columns=("Patron", *columns), rows=named)
    return Sheet(title="Bets", columns=columns, rows=tuple(rows))


def shown(amount: Decimal) -> str:
    return format_dollars(int(amount * 100))


def _bet_row(bet: Settled) -> DataRow:
    return {
        "patron": bet.patron,
        "wager": bet.wager,
        "stake_cents": int(bet.stake * 100),
        "returned_cents": int(bet.returned * 100),
        "profit_cents": int(bet.profit * 100),
        "clause": bet.clause,
    }
