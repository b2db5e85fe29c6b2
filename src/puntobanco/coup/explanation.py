"""One coup from given cards with one patron's bets: how it went, and what each bet got."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from puntobanco.coup.accept_wager import Bet, accept
from puntobanco.coup.coup import DealtCards, deal, facts
from puntobanco.coup.settle import Settlement, settle
from puntobanco.errors import Refused
from puntobanco.rulebooks.facts import Facts
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Stage
from puntobanco.values.cards import Card, Composition
from puntobanco.values.money import Cents


@dataclass(frozen=True, slots=True)
class SettledBet:
    """A bet and its settlement; what was never at risk is in `returned`, too."""

    bet: Bet
    settlement: Settlement

    @property
    def returned(self) -> Cents:
        return self.bet.goes_back + self.settlement.returned


@dataclass(frozen=True, slots=True)
class CoupReport:
    """A finished coup with everything that can be said about it."""

    rules: TableRules
    dealt: DealtCards
    facts: Facts
    bets: tuple[SettledBet, ...]


def report_coup(rules: TableRules, cards: Sequence[Card], stakes: Mapping[str, Cents]) -> CoupReport:
    """Deal exactly these cards and settle; cards that cannot be, are missing or left over are `Refused`."""
    check_possible(rules, cards)
    bets = accept(rules, stakes)
    dealt = deal(rules, cards)
    _check_complete(rules, dealt)
    found = facts(rules, dealt.coup)
    return CoupReport(rules, dealt, found, tuple(settle_bet(rules, bet, found) for bet in bets))


def check_possible(rules: TableRules, cards: Sequence[Card]) -> None:
    """`Refused` if the decks do not hold these cards."""
    decks = rules.decks
    for card, count in Composition.of_cards(cards).items():
        if count > decks.value:
            sentence = f"{card} appears {count} times, but {decks.value} decks hold {decks.value}: check the cards"
            raise Refused("card_not_in_shoe", rules.cite(decks.clause), sentence)


def _check_complete(rules: TableRules, dealt: DealtCards) -> None:
    if dealt.missing is not None:
        due = dealt.missing
        why = "; ".join(map(str, due.decisions)) or "each hand starts with two cards"
        sentence = f"a card is missing after {len(dealt.coup)}: the next one goes to {due.deal_to} ({why}); add it"
        raise Refused("card_missing", rules.cite(due.clause), sentence)
    if dealt.left_over:
        names = " ".join(map(str, dealt.left_over))
        sentence = f"the coup is finished after {len(dealt.coup)} cards; left over: {names}; take them away"
        raise Refused("cards_left_over", rules.cite(dealt.steps[-1][0].clause), sentence)


def settle_bet(rules: TableRules, bet: Bet, found: Facts) -> SettledBet:
    """Settle a bet from the facts that are known at its stage."""
    known = found.pairs if bet.wager.settles is Stage.FOUR_CARDS else found
    return SettledBet(bet, settle(bet.wager, bet.live, known, rules.rounding.value))
