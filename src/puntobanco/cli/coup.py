"""`punto coup`: one coup explained."""

from typing import Annotated

import typer

from puntobanco.cli.common import (
    BookArgument,
    Format,
    FormatOption,
    HouseOption,
    SetOption,
    WagerFileOption,
    WhatIfOption,
    console,
    print_json,
    print_lifted,
    rules_for,
    what_if_as_dict,
)
from puntobanco.coup.draw import Step
from puntobanco.coup.explanation import CoupReport, SettledBet, report_coup
from puntobanco.coup.settle import Outcome
from puntobanco.errors import Unreadable
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.wager_names import wager_named
from puntobanco.values.cards import Card, parse_cards
from puntobanco.values.money import Cents, format_dollars, parse_dollars
from puntobanco.values.text import quoted


def coup(
    book_id: BookArgument,
    cards: Annotated[
        list[str], typer.Argument(metavar="CARDS...", help="In the order they leave the shoe: 4c 9d Kh 7c.")
    ],
    bets: Annotated[
        list[str] | None,
        typer.Option("--bet", metavar="WAGER=DOLLARS", help="A bet, such as banker=100 or b=100; may be repeated."),
    ] = None,
    house: HouseOption = None,
    settings: SetOption = None,
    wager_files: WagerFileOption = None,
    what_if: WhatIfOption = False,
    output: FormatOption = Format.TEXT,
) -> None:
    """Explain one coup: every draw or stand with its clause, the result, and what each bet gets."""
    rules = rules_for(book_id, house, settings, wager_files, what_if=what_if)
    report = report_coup(rules, parse_cards(cards), parse_bets(bets or []))
    if output is Format.JSON:
        print_json({**as_dict(report), **what_if_as_dict(rules)})
    else:
        print_lifted(rules)
        _print_text(report)


def parse_bets(texts: list[str]) -> dict[str, Cents]:
    """Read `banker=100` or `b=100`."""
    stakes: dict[str, Cents] = {}
    for text in texts:
        name, equals, amount = text.partition("=")
        wager_id = wager_named(name)
        if not equals:
            raise Unreadable(f"{quoted(text)} is not a bet: write WAGER=DOLLARS, such as banker=100")
        stake = parse_dollars(amount)
        if stake == 0 or wager_id in stakes:
            problem = "of nothing" if stake == 0 else f"on {quoted(wager_id)} for the second time"
            raise Unreadable(f"{quoted(text)} is a bet {problem}: bet each wager once, an amount above 0")
        stakes[wager_id] = stake
    return stakes


def as_dict(report: CoupReport) -> dict[str, object]:
    facts = report.facts
    return {
        "book": report.rules.book,
        "steps": [_step_as_dict(step, card) for step, card in report.dealt.steps],
        "player": {"cards": [str(card) for card in report.dealt.coup.player], "total": facts.player.total},
        "banker": {"cards": [str(card) for card in report.dealt.coup.banker], "total": facts.banker.total},
        "result": facts.result.value,
        "facts": {
            "player_total": facts.player.total,
            "banker_total": facts.banker.total,
            "player_cards": facts.player.cards,
            "banker_cards": facts.banker.cards,
            "player_pair": facts.pairs.player.value,
            "banker_pair": facts.pairs.banker.value,
        },
        "bets": [_bet_as_dict(settled) for settled in report.bets],
        "notes": [note for settled in report.bets for note in settled.bet.notes],
    }


def _step_as_dict(step: Step, card: Card | None) -> dict[str, object]:
    return {
        "to": None if step.deal_to is None else step.deal_to.value,
        "card": None if card is None else str(card),
        "clause": step.clause,
        "decisions": [
            {
                "hand": decision.hand.value,
                "action": "draw" if decision.draws else "stand",
                "total": decision.total,
                "clause": decision.clause,
                "reason": str(decision),
            }
            for decision in step.decisions
        ],
    }


def _bet_as_dict(settled: SettledBet) -> dict[str, object]:
    return {
        "wager": settled.bet.wager.id,
        "stake": settled.bet.stake,
        "returned": settled.returned,
        "profit": settled.settlement.profit,
        "commission_owed": settled.settlement.commission_owed,
        "clause": settled.settlement.verdict.clause,
    }


def _print_text(report: CoupReport) -> None:
    out = console()
    values = report.rules.card_values.value
    for step, card in report.dealt.steps:
        for decision in step.decisions:
            out.print(f"  {decision} [dim]({decision.clause})[/]")
        if step.deal_to is not None and card is not None:
            out.print(
                f"{step.deal_to.value.title()} gets {card.symbols}, worth {values.of(card)} [dim]({step.clause})[/]"
            )
    for hand in Hand:
        shown = " ".join(card.symbols for card in report.dealt.coup.of(hand))
        out.print(f"[bold]{hand.value.title()}[/] {shown} = {report.facts.of(hand).total}")
    result = report.facts.result.value
    out.print("[bold]Tie[/]" if result == "tie" else f"[bold]{result.title()} wins[/]")
    for settled in report.bets:
        for line in bet_lines(settled):
            out.print(line)


def bet_lines(settled: SettledBet) -> list[str]:
    """What a bet got and why; the practice table says the same."""
    settlement, verdict = settled.settlement, settled.settlement.verdict
    stake = f"{settled.bet.wager.name} {format_dollars(settled.bet.stake)}"
    match verdict.outcome:
        case Outcome.LOST:
            line = f"{stake} loses {format_dollars(-settlement.profit)}"
        case Outcome.STOOD_OFF:
            line = f"{stake} stands off and comes back"
        case Outcome.WON:
            line = f"{stake} wins {format_dollars(settlement.profit)} at {verdict.odds}"
            if settlement.commission_taken:
                line += f" less {format_dollars(settlement.commission_taken)} commission"
            if settlement.commission_owed:
                line += f"; {format_dollars(settlement.commission_owed)} commission is owed"
    return [f"{line} [dim]({verdict.clause})[/]", *(f"  Note: {note}" for note in settled.bet.notes)]
