"""Hands as they are told at a table: `P 4c Kh 3s = 7 | B 9d 7c = 6 | banker 100 -> -100`."""

import re
from dataclasses import dataclass

from puntobanco.coup.explanation import report_coup
from puntobanco.rulebooks import table_rules
from puntobanco.values.cards import Card, parse_cards

_HAND = re.compile(r"(?P<hand>[PB]) (?P<cards>[^=]+) = (?P<total>\d)")
_BET = re.compile(r"(?P<wager>\w+) (?P<stake>[\d.]+) -> (?P<profit>[+-]?[\d.]+)(?: owes (?P<owes>[\d.]+))?")


@dataclass(frozen=True, slots=True)
class Told:
    """What a hand's text says: cards in dealing order, totals, and each bet's stake, profit and commission owed."""

    cards: tuple[Card, ...]
    totals: tuple[int, int]
    bets: dict[str, tuple[int, int, int]]


def cents(dollars: str) -> int:
    return round(float(dollars) * 100)


def read(text: str) -> Told:
    player_text, banker_text, *bets = [part.strip() for part in text.split("|")]
    player, banker = _HAND.fullmatch(player_text), _HAND.fullmatch(banker_text)
    assert player is not None, text
    assert banker is not None, text
    player_cards, banker_cards = parse_cards([player["cards"]]), parse_cards([banker["cards"]])
    dealt = [card for pair in zip(player_cards[:2], banker_cards[:2], strict=True) for card in pair]
    found = {}
    for bet in bets:
        match = _BET.fullmatch(bet)
        assert match is not None, bet
        found[match["wager"]] = (cents(match["stake"]), cents(match["profit"]), cents(match["owes"] or "0"))
    cards = (*dealt, *player_cards[2:], *banker_cards[2:])
    return Told(cards, (int(player["total"]), int(banker["total"])), found)


def check(book: str, text: str, **choices: object) -> None:
    """Play the hand at a table of this book and compare everything that the text tells."""
    told = read(text)
    report = report_coup(table_rules(book, **choices), told.cards, {wager: bet[0] for wager, bet in told.bets.items()})
    assert (report.facts.player.total, report.facts.banker.total) == told.totals
    for settled in report.bets:
        stake, profit, owes = told.bets[settled.bet.wager.id]
        assert settled.settlement.profit == profit, settled.bet.wager.id
        assert settled.returned == stake + profit, settled.bet.wager.id
        assert settled.settlement.commission_owed == owes, settled.bet.wager.id
