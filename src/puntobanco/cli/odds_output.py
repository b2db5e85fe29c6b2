"""Odds as tables: the rows, and the same rows as text, Markdown or CSV."""

import csv
import sys
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from puntobanco.cli.common import console
from puntobanco.cli.terminal_tables import print_markdown, print_sheets
from puntobanco.exact_odds.removal import Removal
from puntobanco.exact_odds.table_odds import TableOdds, WagerOdds
from puntobanco.rulebooks.facts import Hand
from puntobanco.values.cards import DECK, Card, Rank
from puntobanco.values.text_table import Sheet

if TYPE_CHECKING:  # the room of simulation brings its compiler along
    from puntobanco.sim.count_worth import CountWorth

__all__ = [
    "Sheet",
    "comparison",
    "counts",
    "outcomes",
    "percent",
    "print_markdown",
    "print_text",
    "removals",
    "removals_csv",
    "results_csv",
    "wagers",
]


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


def counts(found: TableOdds, own: Sequence[str], counted: "Sequence[CountWorth]") -> Sheet:
    """How often each wager of one's own hits and, of those that were counted, the best linear count and its worth."""
    by_id = {one.wager: one for one in counted}
    rows = [("Hit rate", *(percent(found.wager(wager).hit_rate) for wager in own))]
    title = f"{found.book}: wagers of your own"
    if counted:
        rows += [(name, *("-" if one not in by_id else shown(by_id[one]) for one in own)) for name, shown in _COUNTED]
        title += f"; counting them, in {counted[0].shoes:,} shoes of seed {counted[0].seed}"
    return Sheet(title=title, columns=("", *(found.wager(wager).name for wager in own)), rows=tuple(rows))


def _tag(rank: Rank) -> "Callable[[CountWorth], str]":
    return lambda worth: f"{worth.count.tags[rank - 1]:+.4f}"


def _true_count(least: int | None) -> str:
    return "never" if least is None else f"{least:+d}"


_COUNTED: "tuple[tuple[str, Callable[[CountWorth], str]], ...]" = (
    *((f"Best linear count: {rank.letter}", _tag(rank)) for rank in Rank),
    ("Bet from true count", lambda worth: _true_count(worth.from_true_count)),
    ("  chosen in shoes of seed", lambda worth: str(worth.chosen_with_seed)),
    ("  share of rounds", lambda worth: f"{worth.linear.share:.2%}"),
    ("  units won per shoe", lambda worth: f"{worth.linear.gain_per_shoe:.4f}"),
    ("Every card known: share", lambda worth: f"{worth.exact.share:.2%}"),
    ("  units won per shoe", lambda worth: f"{worth.exact.gain_per_shoe:.4f}"),
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
    print_sheets(console(), sheets)


def percent(share: Fraction) -> str:
    return f"{float(100 * share):.6f}%"


def _decimal(probability: Fraction) -> str:
    return f"{float(probability):.6f}"


def _title(found: TableOdds) -> str:
    hands = [f"{hand} {' '.join(map(str, found.on_table.of(hand)))}" for hand in Hand if found.on_table.of(hand)]
    return "; ".join([f"{found.book}: {found.cards} cards in the shoe", *hands])
