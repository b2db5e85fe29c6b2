"""From a wager's declaration and the coup's facts to money, in whole cents."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from puntobanco.rulebooks.facts import Facts, Hand, PairFacts
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import (
    AllOf,
    AnyOf,
    CardCount,
    CommissionLater,
    CommissionWhenPaid,
    Condition,
    Natural,
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
from puntobanco.values.memo import remember
from puntobanco.values.money import Cents, Odds, Rate, Rounding, divide

NOTHING = Rate.of(0, 1)


class Outcome(Enum):
    """What became of a wager."""

    WON = "won"
    STOOD_OFF = "stood_off"
    LOST = "lost"


WON, STOOD_OFF, LOST = Outcome.WON, Outcome.STOOD_OFF, Outcome.LOST
"""By themselves, for what is asked many times a round: Python 3.11 is slow to look up a member of an enum."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the pay table says of the facts, before any money: the outcome, the odds if it won, and the clause."""

    outcome: Outcome
    clause: str
    odds: Odds | None = None


class Settlement(NamedTuple):
    """What one wager gets back. `returned` includes the stake where it comes back."""

    wager: Wager
    stake: Cents
    returned: Cents
    commission_taken: Cents
    commission_owed: Cents
    verdict: Verdict

    @property
    def profit(self) -> Cents:
        """What the patron gained, commission owed not counted."""
        return self.returned - self.stake


def holds(condition: Condition, facts: Facts | PairFacts) -> bool:
    """Whether a condition is true of a coup; after four cards only pairs can be asked about."""
    if isinstance(condition, Pair):
        pairs = facts if isinstance(facts, PairFacts) else facts.pairs
        return pairs.of(condition.hand) in condition.classes
    match condition:
        case AllOf(conditions=parts):
            return all(holds(part, facts) for part in parts)
        case AnyOf(conditions=parts):
            return any(holds(part, facts) for part in parts)
        case Not(condition=part):
            return not holds(part, facts)
    if isinstance(facts, PairFacts):
        raise TypeError(f"{condition} cannot be known after four cards")
    return _holds_at_end(condition, facts)


def _holds_at_end(condition: Wins | Tie | WinsBy | Total | CardCount | Natural, facts: Facts) -> bool:
    match condition:
        case Wins(hand=hand):
            return facts.margin(hand) > 0
        case Tie():
            return facts.margin(Hand.PLAYER) == 0
        case WinsBy(hand=hand, points=points):
            return facts.margin(hand) == points
        case Total(hand=hand, totals=totals):
            return facts.of(hand).total in totals
        case CardCount(hand=hand, cards=cards):
            return facts.of(hand).cards == cards
        case Natural(hand=hand, totals=totals):
            return facts.of(hand).cards == 2 and facts.of(hand).total in totals


def judge(wager: Wager, facts: Facts | PairFacts) -> Verdict:
    """The first line of the pay table that holds; without one the wager loses."""
    for line in wager.lines:
        if holds(line.when, facts):
            match line.pays:
                case Odds():
                    return Verdict(WON, line.clause, line.pays)
                case StandOff():
                    return Verdict(STOOD_OFF, line.clause)
    return Verdict(LOST, wager.loses)


def commission_rate(wager: Wager) -> Rate:
    """The part of the winnings that the house keeps or is owed."""
    match wager.commission:
        case NoCommission():
            return NOTHING
        case CommissionWhenPaid(rate=rate) | CommissionLater(rate=rate):
            return rate


_SETTLING: dict[tuple[str, Stage], frozenset[str]] = {}


def settling_at(rules: TableRules, stage: Stage) -> frozenset[str]:
    """The ids of the wagers that are settled at a stage."""
    key = (rules.digest, stage)
    found = _SETTLING.get(key)
    if found is None:
        found = remember(_SETTLING, key, frozenset(wager.id for wager in rules.wagers if wager.settles is stage))
    return found


Verdicts: TypeAlias = Mapping[str, Verdict]
"""By the wager's id, what becomes of it."""
_VERDICTS: dict[tuple[str, Stage, Facts | PairFacts], Verdicts] = {}


def verdicts(rules: TableRules, stage: Stage, facts: Facts | PairFacts) -> Verdicts:
    """What becomes of every wager of a stage, reckoned once for a table's rules and a coup's facts."""
    key = (rules.digest, stage, facts)
    found = _VERDICTS.get(key)
    if found is None:
        due = (wager for wager in rules.wagers if wager.id in settling_at(rules, stage))
        found = remember(_VERDICTS, key, {wager.id: judge(wager, facts) for wager in due})
    return found


def profit_per_unit(wager: Wager, facts: Facts | PairFacts) -> Fraction:
    """The exact profit on a stake of one, after commission; what odds and simulation reckon with."""
    verdict = judge(wager, facts)
    if verdict.odds is None:
        return Fraction(0 if verdict.outcome is STOOD_OFF else -1)
    return verdict.odds.per_unit * (1 - commission_rate(wager).fraction)


def settle(wager: Wager, stake: Cents, facts: Facts | PairFacts, rounding: Rounding) -> Settlement:
    """Settle one wager of a table at its stage."""
    return pay(wager, stake, judge(wager, facts), rounding)


def pay(wager: Wager, stake: Cents, verdict: Verdict, rounding: Rounding) -> Settlement:
    """What a verdict is worth on a stake; commission is rounded so that the patron's net is `rounding`'s."""
    if verdict.odds is None:
        returned = stake if verdict.outcome is STOOD_OFF else 0
        return Settlement(wager, stake, returned, 0, 0, verdict)
    gross, rate = stake * verdict.odds.win, commission_rate(wager)
    paid = divide(gross, verdict.odds.stake, rounding)
    if rate is NOTHING:
        return Settlement(wager, stake, stake + paid, 0, 0, verdict)
    net = divide(gross * (rate.denominator - rate.numerator), verdict.odds.stake * rate.denominator, rounding)
    if isinstance(wager.commission, CommissionLater):
        return Settlement(wager, stake, stake + paid, 0, paid - net, verdict)
    return Settlement(wager, stake, stake + net, paid - net, 0, verdict)
