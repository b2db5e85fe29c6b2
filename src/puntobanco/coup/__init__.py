"""How a round runs: the drawing law, the coup's facts, settlement, the shoe. Pure, and written once for all books."""

from puntobanco.coup.accept_wager import Bet, accept
from puntobanco.coup.coup import Coup, DealtCards, deal, facts, pair_facts
from puntobanco.coup.draw import Decision, Step, next_step
from puntobanco.coup.settle import Outcome, Settlement, judge, profit_per_unit, settle

__all__ = [
    "Bet",
    "Coup",
    "DealtCards",
    "Decision",
    "Outcome",
    "Settlement",
    "Step",
    "accept",
    "deal",
    "facts",
    "judge",
    "next_step",
    "pair_facts",
    "profit_per_unit",
    "settle",
]
