"""What counting one wager is worth: to who knows every card, and to who keeps its best linear count."""

from dataclasses import dataclass
from typing import Any

from puntobanco.odds.paytable import Reads, reads
from puntobanco.odds.totals import MOST_CARDS
from puntobanco.rules.table_rules import TableRules
from puntobanco.rules.wagers import Wager
from puntobanco.sim.card_counting import FINENESS, TRUE_COUNTS, Advantage, CountJob, CountTally, advantage
from puntobanco.sim.jobs import run_here
from puntobanco.sim.linear_count import LinearCount, best_count
from puntobanco.sim.plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class CountWorth:
    """Units won per shoe by betting one unit on the rounds that a count picks, and how many those are."""

    wager: str
    shoes: int
    seed: int
    exact: Advantage
    """By the exact composition of the cards not seen: all that counting can be worth."""
    count: LinearCount
    from_true_count: int | None
    """The least true count from which betting won most; none if it never won."""
    linear: Advantage

    def as_dict(self) -> dict[str, Any]:
        return {
            "shoes": self.shoes,
            "seed": self.seed,
            "rounds": self.exact.rounds,
            "exact": {"share": self.exact.share, "gain_per_shoe": self.exact.gain_per_shoe},
            "linear": {
                "from_true_count": self.from_true_count,
                "share": self.linear.share,
                "gain_per_shoe": self.linear.gain_per_shoe,
            },
        }


def can_be_counted(rules: TableRules, wager: Wager) -> bool:
    """Whether exact values before every round can be had quickly: totals or pairs alone decide, up to eight decks."""
    return reads(wager) is not Reads.EVERYTHING and 52 * rules.decks.value <= MOST_CARDS


def count_worth(rules: TableRules, wager: Wager, *, shoes: int, seed: int) -> CountWorth:
    """Deal so many shoes by the table's procedure, and see what counting would have brought."""
    count = best_count(rules, wager)
    job = CountJob(plan=Plan(rules=rules, shoes=shoes, seed=seed), count=count, asked=(wager,))
    tally = run_here(job).result
    trigger, linear = _by_true_count(tally)
    return CountWorth(
        wager=wager.id,
        shoes=tally.shoes,
        seed=seed,
        exact=advantage(tally, 0),
        count=count,
        from_true_count=trigger,
        linear=linear,
    )


def _by_true_count(tally: CountTally) -> tuple[int | None, Advantage]:
    """The true count from which on the sum of expected values is largest."""
    sums = [int(one) for one in tally.ev_by_count[0]]
    from_here = [sum(sums[place:]) for place in range(TRUE_COUNTS)]
    best = max(range(TRUE_COUNTS), key=from_here.__getitem__)
    rounds = int(tally.by_count.sum())
    if from_here[best] <= 0:
        return None, Advantage(rounds=rounds, positive=0, gain_per_shoe=0.0)
    bets, gain = int(tally.by_count[best:].sum()), from_here[best] / FINENESS / max(tally.shoes, 1)
    return best - TRUE_COUNTS // 2, Advantage(rounds=rounds, positive=bets, gain_per_shoe=gain)
