"""A practice table for one patron: a thin loop over the rooms `rules` and `coup`."""

from collections.abc import Mapping
from dataclasses import dataclass

from puntobanco.cards import Card
from puntobanco.coup.coup import Coup, facts
from puntobanco.coup.draw import Decision
from puntobanco.coup.report import SettledBet, settle_bet
from puntobanco.coup.settle import Outcome
from puntobanco.coup.shoe import (
    CUTTING_CARD,
    Ending,
    RandomBits,
    Shoe,
    bounded,
    cut_range,
    cutting_card_came,
    fresh_cards,
    further_burns,
    load,
    round_ended,
    shuffle,
)
from puntobanco.coup.wagering import Bet, accept, limits
from puntobanco.errors import Refused
from puntobanco.money import Cents, format_dollars
from puntobanco.rules.facts import Facts, Result
from puntobanco.rules.options import Burn, Standoff, UnderMinimum
from puntobanco.rules.table_rules import TableRules


@dataclass(frozen=True, slots=True)
class Burned:
    """The burn of a new shoe: the first card if it was shown, and how many cards in all."""

    shown: Card | None
    cards: int


@dataclass(frozen=True, slots=True)
class Round:
    """What happened in one coup; without facts it was void for want of cards."""

    coup: Coup
    decisions: tuple[Decision, ...]
    facts: Facts | None
    bets: tuple[SettledBet, ...]
    cutting_card: bool
    commission_collected: Cents


class PracticeTable:
    """One patron, one shoe after another, by the rules of one table."""

    def __init__(self, rules: TableRules, random_bits: RandomBits, balance: Cents) -> None:
        self.rules = rules
        self.balance = balance
        self.commission_owed: Cents = 0
        self.on_layout: tuple[Bet, ...] = ()
        self.ending = Ending.OVER
        self.rounds_in_shoe = 0
        self._random_bits = random_bits
        self._shoe = Shoe(())
        self._warned = False

    @property
    def cut_range(self) -> range:
        return cut_range(self.rules, 52 * self.rules.decks.value)

    def start_shoe(self, cut_at: int | None) -> Burned:
        """Shuffle, cut (staff cut where the patron declines), load and burn."""
        stack = shuffle(fresh_cards(self.rules), self._random_bits)
        if cut_at is None:
            cut_at = self.cut_range.start + bounded(len(self.cut_range), self._random_bits)
        self._shoe = Shoe(load(self.rules, stack, cut_at=cut_at))
        self.ending = Ending.OPEN
        self.rounds_in_shoe = 0
        first = self._draw(first_of_round=True)
        if first is None:
            raise ValueError("a fresh shoe has cards")
        further = further_burns(self.rules, first)
        for _ in range(further):
            self._draw(first_of_round=True)
        return Burned(first if self.rules.burn.value is Burn.EXPOSED else None, 1 + further)

    def place(self, stakes: Mapping[str, Cents]) -> tuple[Bet, ...]:
        """Put these wagers on the layout in place of what lies there, or refuse all of them."""
        bets = accept(self.rules, stakes)
        available = self.balance + sum(bet.stake for bet in self.on_layout)
        wanted = sum(bet.stake for bet in bets)
        if wanted > available:
            sentence = f"{format_dollars(wanted)} is more than the {format_dollars(available)} there is: bet less"
            raise Refused("not_enough_chips", self.rules.cite(self.rules.chips.clause), sentence)
        self._check_warned(bets)
        self.balance = available - wanted
        self.on_layout = bets
        return bets

    def deal_round(self) -> Round:
        """Deal one coup and settle what lies on the layout."""
        rules = self.rules
        coup, decisions, before = Coup(), list[Decision](), self.ending
        while (step := coup.next_step(rules)).deal_to is not None:
            decisions += step.decisions
            card = self._draw(first_of_round=len(coup) == 0)
            if card is None:
                return self._void(coup, tuple(decisions))
            coup = coup.with_card(step.deal_to, card)
        decisions += step.decisions
        came = self.ending is not before
        found = facts(rules, coup)
        settled = tuple(settle_bet(rules, bet, found) for bet in self.on_layout)
        self._take_back(settled)
        self._end_round(tie=found.result is Result.TIE)
        return Round(coup, tuple(decisions), found, settled, came, self._collect_if_due())

    def leave(self) -> Cents:
        """Take everything off the layout and pay the commission owed; gives the commission."""
        self.balance += sum(bet.stake for bet in self.on_layout)
        self.on_layout = ()
        return self._collect()

    def _draw(self, *, first_of_round: bool) -> Card | None:
        item, self._shoe = self._shoe.draw()
        while item is CUTTING_CARD:
            self.ending = cutting_card_came(self.rules, self.ending, first_of_round=first_of_round)
            item, self._shoe = self._shoe.draw()
        return item

    def _check_warned(self, bets: tuple[Bet, ...]) -> None:
        short = [bet for bet in bets if bet.stake < limits(self.rules, bet.wager)[0].value]
        if short and self._warned and self.rules.under_minimum.value is UnderMinimum.WARNED_THEN_RETURNED:
            sentence = f"{short[0].wager.id} is under the minimum again and is returned: bet more"
            raise Refused("under_minimum", self.rules.cite(self.rules.under_minimum.clause), sentence)
        self._warned = self._warned or bool(short)

    def _take_back(self, settled: tuple[SettledBet, ...]) -> None:
        """Pay the patron; the chips of a stand-off stay on the layout where the rules say so."""
        stays = tuple(
            one.bet
            for one in settled
            if one.settlement.verdict.outcome is Outcome.STOOD_OFF and self.rules.standoff.value is Standoff.STAYS
        )
        self.balance += sum(one.returned for one in settled if one.bet not in stays)
        self.commission_owed += sum(one.settlement.commission_owed for one in settled)
        self.on_layout = stays

    def _void(self, coup: Coup, decisions: tuple[Decision, ...]) -> Round:
        """Too few cards: every stake goes back."""
        self.balance += sum(bet.stake for bet in self.on_layout)
        self.on_layout = ()
        self.ending = Ending.OVER
        return Round(coup, decisions, None, (), cutting_card=True, commission_collected=self._collect())

    def _end_round(self, *, tie: bool) -> None:
        self.ending = round_ended(self.rules, self.ending, tie=tie)
        self.rounds_in_shoe += 1

    def _collect_if_due(self) -> Cents:
        every = self.rules.commission_every.value
        due = every is not None and self.rounds_in_shoe % every == 0
        return self._collect() if due or self.ending is Ending.OVER else 0

    def _collect(self) -> Cents:
        owed, self.commission_owed = self.commission_owed, 0
        self.balance -= owed
        return owed
