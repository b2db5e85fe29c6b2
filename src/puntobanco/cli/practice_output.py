"""What the practice table shows when it is asked: its first screen, the rounds so far, the odds now."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from puntobanco.app.practice_table import PracticeTable
from puntobanco.coup import Coup
from puntobanco.coup.accept_wager import limits
from puntobanco.rulebooks import book
from puntobanco.rulebooks.facts import Facts
from puntobanco.rulebooks.printing import commission_text
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wager_names import SHORT_NAMES
from puntobanco.rulebooks.wagers import Wager
from puntobanco.values.money import Cents, Odds, format_dollars
from puntobanco.values.text_table import Sheet

EXPLANATION = "Bet which hand comes nearer to 9, or on a tie; the dealer does the rest."
COMMANDS = "more: rebet, why, odds, history, beads, roads, sign, watch, clear, help, quit"
USUAL_STAKE = 2500
SHOWN_ROUNDS = 20
"""A window of 24 lines holds them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRound:
    """A round as `history` tells it."""

    number: int
    coup: Coup
    facts: Facts
    profit: Cents


def welcome(rules: TableRules) -> list[Text]:
    """A first screen that fits any window: what this is, what can be bet, what to type."""
    title = Text.assemble(("MINI-BACCARAT ", "bold"), f"{book(rules.book).title}; practice, for play money")
    return [title, Text(EXPLANATION), Text(""), *(Text(_offer(rules, wager)) for wager in rules.wagers), Text("")]


def invitation(rules: TableRules) -> list[Text]:
    stake = max(USUAL_STAKE, rules.minimum.value)
    typed = f"banker {format_dollars(stake).removeprefix('$')}"
    return [Text.assemble("try: ", (typed, "bold"), f"   (or short: b{typed[6:]})"), Text(COMMANDS, "dim")]


def _offer(rules: TableRules, wager: Wager) -> str:
    low, high = (format_dollars(limit.value) for limit in limits(rules, wager))
    short = next((short for short, wager_id in SHORT_NAMES.items() if wager_id == wager.id), "")
    pays = sorted({line.pays for line in wager.lines if isinstance(line.pays, Odds)}, reverse=True)
    together = ", ".join(map(str, pays)).replace(" to 1,", ",")  # 25, 12, 5 to 1
    return f"  {wager.id:13} {short:5} {low} to {high}; pays {together}{commission_text(wager.commission)}"


def history(rounds: Sequence[PlayedRound]) -> list[Text]:
    """The last rounds: cards, result, and what they brought."""
    if not rounds:
        return [Text("No coup has been dealt yet.")]
    return [_told(one) for one in rounds[-SHOWN_ROUNDS:]]


def _told(one: PlayedRound) -> Text:
    player, banker = (" ".join(card.symbols for card in cards) for cards in (one.coup.player, one.coup.banker))
    hands = f"P {player:8} = {one.facts.player.total}   B {banker:8} = {one.facts.banker.total}"
    change = f"{'-' if one.profit < 0 else '+'}{format_dollars(abs(one.profit))}"
    return Text(f"{one.number:4}  {hands}   {one.facts.result.value:6}  {change if one.profit else ''}".rstrip())


def odds_now(table: PracticeTable) -> Sheet:
    """The house edge of every wager in a new shoe, and in what is left of this one."""
    from puntobanco.exact_odds import odds

    full, now = odds(table.rules), table.odds
    return Sheet(
        title=f"House edge of the next coup, exactly; {now.cards} cards are not known to be gone",
        columns=("Wager", "new shoe", "this shoe"),
        rows=tuple(
            (name.name, f"{float(100 * name.house_edge):.4f}%", f"{float(100 * here.house_edge):.4f}%")
            for name, here in zip(full.wagers, now.wagers, strict=True)
        ),
    )


def print_lines(out: Console, lines: Sequence[Text]) -> None:
    for line in lines:
        out.print(line)
