"""Odds as tables: the rows, and the same rows as text, Markdown or CSV."""

import csv
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from puntobanco.cards import DECK, Card, Rank
from puntobanco.cli.common import console
from puntobanco.odds.removal import Removal
from puntobanco.odds.table_odds import TableOdds, WagerOdds
from puntobanco.rules.facts import Hand

_NEVER_CROPPED = 160
"""In a narrower window a line runs over; a number that lost its end would be worse."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A titled table of texts: names in the first column, numbers in the others."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def outcomes(found: TableOdds) -> Sheet:
    shown = [(name, chance) for name, chance in found.outcomes.items() if chance.ways or name != "void"]
    return Sheet(
        title=_title(found),
        columns=("Outcome", "Ways", "Probability"),
        rows=tuple((name.title(), f"{chance.ways:,}", _decimal(chance.probability)) for name, chance in shown),
    )


def wagers(found: TableOdds) -> Sheet:
    """One line per result; edge and deviation stand beside the first."""
    return Sheet(
        title="Wagers, per unit staked",
        columns=("Wager", "Pays", "Ways", "Probability", "Return", "House edge", "Std dev"),
        rows=tuple(row for wager in found.wagers for row in _wager_rows(wager)),
    )


def _wager_rows(wager: WagerOdds) -> Iterable[tuple[str, ...]]:
    head = [(wager.name, percent(wager.house_edge), f"{wager.sd:.6f}")]
    for result in wager.results:
        name, edge, deviation = head.pop() if head else ("", "", "")
        chance = result.chance
        yield (
            name,
            f"{float(result.pays):+g}" if result.pays else "0",
            f"{chance.ways:,}",
            _decimal(chance.probability),
            f"{float(result.contribution):+.6f}" if result.pays else "0",
            edge,
            deviation,
        )


def comparison(books: Sequence[TableOdds]) -> Sheet:
    """Books side by side: outcomes, then edge and deviation of every wager that one of them offers."""
    by_name = [dict(found.outcomes.items()) for found in books]
    rows = [("Cards", *(str(found.cards) for found in books))]
    rows += [
        (f"P({name})", *(_decimal(outcome[name].probability) for outcome in by_name))
        for name in ("player", "banker", "tie", "void")
        if name != "void" or any(outcome[name].ways for outcome in by_name)
    ]
    offered = {wager.id: wager.name for found in books for wager in found.wagers}
    for wager_id, name in offered.items():
        cells = [next((wager for wager in found.wagers if wager.id == wager_id), None) for found in books]
        rows.append((f"{name}: house edge", *("-" if cell is None else percent(cell.house_edge) for cell in cells)))
        rows.append((f"{name}: std dev", *("-" if cell is None else f"{cell.sd:.6f}" for cell in cells)))
    return Sheet(title="Odds by book", columns=("", *(found.book for found in books)), rows=tuple(rows))


def removals(book: str, found: Sequence[Removal]) -> Sheet:
    """A line per rank, or per card where suits matter to one of the wagers; in percent of the stake."""
    by_card = [dict(one.effects) for one in found]
    if any(one.by_suit for one in found):
        lines = [(card.symbols, [effects.get(card) for effects in by_card]) for card in _by_rank(DECK)]
    else:
        lines = [(rank.letter, [one.by_rank.get(rank) for one in found]) for rank in Rank]
    return Sheet(
        title=f"{book}: effect of removing one card on the expected value, in percent of the stake",
        columns=("Card", *(one.wager for one in found)),
        rows=tuple((name, *map(_effect, effects)) for name, effects in lines),
    )


def _by_rank(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: card.rank)


def _effect(effect: Fraction | None) -> str:
    if effect is None:
        return "-"
    return f"{float(100 * effect):+.5f}" if effect else "0"


def results_csv(books: Sequence[TableOdds]) -> None:
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(("book", "wager", "pays", "ways", "draws", "probability", "return", "ev", "house_edge", "sd"))
    for found in books:
        for wager in found.wagers:
            for result in wager.results:
                chance = result.chance
                shares = (chance.probability, result.contribution, wager.ev, wager.house_edge)
                head = (found.book, wager.id, float(result.pays), chance.ways, chance.draws)
                rows.writerow((*head, *map(float, shares), wager.sd))


def removals_csv(books: Iterable[tuple[str, Iterable[Removal]]]) -> None:
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(("book", "wager", "card", "effect"))
    for book, found in books:
        for removal in found:
            rows.writerows((book, removal.wager, card, float(effect)) for card, effect in removal.effects)


def print_text(sheets: Iterable[Sheet]) -> None:
    from rich.table import Table

    out = console()
    out.width = max(out.width, _NEVER_CROPPED)
    for number, sheet in enumerate(sheets):
        out.print("" if number == 0 else "\n", f"[bold]{sheet.title}[/]", sep="")
        table = Table(box=None, pad_edge=False, header_style="none")
        for place, column in enumerate(sheet.columns):
            table.add_column(column, justify="right" if place else "left", no_wrap=True)
        for row in sheet.rows:
            table.add_row(*row)
        out.print(table)


def print_markdown(sheets: Iterable[Sheet]) -> None:
    for number, sheet in enumerate(sheets):
        rule = (":--", *["--:"] * (len(sheet.columns) - 1))
        print("" if number == 0 else "\n", f"### {sheet.title}\n", sep="")
        for row in (sheet.columns, rule, *sheet.rows):
            print(f"| {' | '.join(row)} |")


def percent(share: Fraction) -> str:
    return f"{float(100 * share):.6f}%"


def _decimal(probability: Fraction) -> str:
    return f"{float(probability):.6f}"


def _title(found: TableOdds) -> str:
    hands = [f"{hand} {' '.join(map(str, found.on_table.of(hand)))}" for hand in Hand if found.on_table.of(hand)]
    return "; ".join([f"{found.book}: {found.cards} cards in the shoe", *hands])
