"""What counting one wager is worth: to who knows every card, and to who keeps its best linear count."""

from dataclasses import dataclass

from puntobanco.exact_odds.compiled_kernel import MOST_CARDS
from puntobanco.exact_odds.paytable import Reads, reads
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Wager
from puntobanco.sim.card_counting import (
    FINENESS,
    TRUE_COUNTS,
    Advantage,
    CountJob,
    CountTally,
    advantage,
    pays_too_much,
)
from puntobanco.sim.jobs import run_here
from puntobanco.sim.linear_count import LinearCount, best_count
from puntobanco.sim.plan import Plan
from puntobanco.sim.question import LARGEST


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
    """The least true count from which betting won most in other shoes; none if it never won there."""
    chosen_with_seed: int
    """The seed of those other shoes, as many: who chose by the shoes that judge would find more than there is."""
    linear: Advantage

    def as_dict(self) -> dict[str, object]:
        return {
            "shoes": self.shoes,
            "seed": self.seed,
            "rounds": self.exact.rounds,
            "exact": {"share": self.exact.share, "gain_per_shoe": self.exact.gain_per_shoe},
            "linear": {
                "from_true_count": self.from_true_count,
                "chosen_with_seed": self.chosen_with_seed,
                "share": self.linear.share,
                "gain_per_shoe": self.linear.gain_per_shoe,
            },
        }


def can_be_counted(rules: TableRules, wager: Wager) -> bool:
    """Whether exact values can be had: totals or pairs alone decide, at odds and from decks that counting takes."""
    decides_alone = reads(wager) is not Reads.EVERYTHING
    return decides_alone and not pays_too_much(wager) and 52 * rules.decks.value <= MOST_CARDS


def count_worth(rules: TableRules, wager: Wager, *, shoes: int, seed: int) -> CountWorth:
    """Choose in so many shoes from which true count to bet, and see in as many others what that brings."""
    count, other_seed = best_count(rules, wager), (seed + 1) % (LARGEST["seed"] + 1)
    chosen_in, tally = (
        run_here(CountJob(plan=Plan(rules=rules, shoes=shoes, seed=one), count=count, asked=(wager,))).result
        for one in (other_seed, seed)
    )
    trigger = best_true_count(chosen_in)
    return CountWorth(
        wager=wager.id,
        shoes=tally.shoes,
        seed=seed,
        exact=advantage(tally, 0),
        count=count,
        from_true_count=trigger,
        chosen_with_seed=other_seed,
        linear=betting_from(tally, trigger),
    )


def best_true_count(tally: CountTally) -> int | None:
    """The true count from which on the sum of expected values is largest; none if that is nowhere above nothing."""
    sums = [int(one) for one in tally.ev_by_count[0]]
    from_here = [sum(sums[place:]) for place in range(TRUE_COUNTS)]
    best = max(range(TRUE_COUNTS), key=from_here.__getitem__)
    return best - TRUE_COUNTS // 2 if from_here[best] > 0 else None


def betting_from(tally: CountTally, true_count: int | None) -> Advantage:
    """What betting from a true count on brings; less than nothing, where it was badly chosen."""
    first = TRUE_COUNTS if true_count is None else true_count + TRUE_COUNTS // 2
    gain = int(tally.ev_by_count[0, first:].sum()) / FINENESS / max(tally.shoes, 1)
    return Advantage(rounds=int(tally.by_count.sum()), positive=int(tally.by_count[first:].sum()), gain_per_shoe=gain)
