"""Counting: the values before every round are the exact odds of the cards not seen, with any number of workers."""

from dataclasses import fields
from random import Random

import numpy as np
import pytest

from puntobanco.errors import Unreadable
from puntobanco.exact_odds import odds
from puntobanco.exact_odds.paytable import Reads, reads
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.sim.card_counting import FINENESS, TRUE_COUNTS, CountJob, CountTally, advantage, evaluate
from puntobanco.sim.count_worth import count_worth
from puntobanco.sim.jobs import run_here
from puntobanco.sim.linear_count import parse_count
from puntobanco.sim.plan import Plan
from puntobanco.sim.reference import full_card_shoe
from puntobanco.values.cards import Composition
from tests.odds.inventions import about_anything, about_pairs, invented_wager

ACT = table_rules("act-2015")
ACT_EXPOSED = table_rules("act-2015", burn="exposed")
MIDI = table_rules("house-midi")
SEED = 6


def unseen_before_rounds(rules: TableRules, shoe: int) -> list[tuple[int, Composition]]:
    """Cards gone and cards not seen before every round, from the plain reference."""
    dealt = full_card_shoe(rules, SEED, shoe)
    left = Composition.of_decks(rules.decks.value) - Composition.of_cards(card for card in dealt.burned if card)
    gone, found = len(dealt.burned), []
    for coup in dealt.coups:
        found.append((gone, left))
        left -= Composition.of_cards((*coup.player, *coup.banker))
        gone += len(coup)
    return found


@pytest.mark.parametrize("rules", [ACT, ACT_EXPOSED, MIDI], ids=["hidden burn", "exposed burn", "bonus wagers"])
def test_values_before_every_round_are_the_exact_odds_of_the_cards_not_seen(rules: TableRules) -> None:
    job = CountJob(plan=Plan(rules=rules, shoes=1, seed=SEED))
    tally = job.run(0, 1)
    rounds = unseen_before_rounds(rules, 0)
    assert np.flatnonzero(tally.rounds).tolist() == [gone for gone, _ in rounds]
    for gone, left in rounds[:: len(rounds) // 6]:
        for place, exact in enumerate(odds(rules, left).wagers):
            assert int(tally.ev[place, gone]) == pytest.approx(float(exact.ev) * FINENESS, abs=2)
            assert bool(tally.positive[place, gone]) == (exact.ev > 0)


def test_values_of_wagers_on_the_pairs_of_both_hands_are_their_exact_odds() -> None:
    lefts = [left for _, left in unseen_before_rounds(ACT, 0)[::15]]
    wagers = tuple(invented_wager(Random(seed), about_pairs) for seed in range(12))
    assert Reads.PAIRS in {reads(wager) for wager in wagers}
    values = evaluate(ACT, wagers, np.array([left.counts for left in lefts], np.int64))
    for row, left in zip(values, lefts, strict=True):
        exact = odds(ACT, left, wagers=wagers).wagers
        assert row.tolist() == pytest.approx([float(wager.ev) for wager in exact], abs=1e-12)


def test_pairs_and_totals_together_are_not_counted() -> None:
    wagers = (invented_wager(Random(seed), about_anything) for seed in range(99))
    mixed = next(wager for wager in wagers if reads(wager) is Reads.EVERYTHING)
    with pytest.raises(Unreadable, match="reads pairs and totals: counting takes one or the other"):
        evaluate(ACT, (mixed,), np.array([Composition.of_decks(8).counts], np.int64))


def tie_counted(seed: int) -> tuple[CountTally, int]:
    """200 shoes with the count of the tie, and the tie's place among the wagers."""
    job = CountJob(plan=Plan(rules=ACT, shoes=200, seed=seed), count=parse_count(ACT, "tie"))
    return job.run(0, job.units), [wager.id for wager in ACT.wagers].index("tie")


def from_true_count(tally: CountTally, wager: int, least: int) -> float:
    return int(tally.ev_by_count[wager, least + TRUE_COUNTS // 2 :].sum()) / FINENESS / 200


def test_what_counting_is_worth_is_what_the_rounds_it_picks_are_worth() -> None:
    found = count_worth(ACT, ACT.wager("tie"), shoes=200, seed=SEED)
    tally, place = tie_counted(SEED)
    assert found.exact == advantage(tally, place)
    assert found.from_true_count is not None
    assert found.linear.gain_per_shoe == from_true_count(tally, place, found.from_true_count)
    assert found.linear.gain_per_shoe <= found.exact.gain_per_shoe


def test_from_which_count_to_bet_is_chosen_in_other_shoes_than_judge_it() -> None:
    """With this seed the two differ: the shoes that judge would have chosen another count, and praised it more."""
    found = count_worth(ACT, ACT.wager("tie"), shoes=200, seed=SEED)
    (others, place), (judges, _) = tie_counted(SEED + 1), tie_counted(SEED)
    possible = range(-(TRUE_COUNTS // 2), TRUE_COUNTS // 2 + 1)
    assert found.chosen_with_seed == SEED + 1
    assert found.from_true_count == max(possible, key=lambda least: from_true_count(others, place, least))
    judged_best = max(0.0, *(from_true_count(judges, place, least) for least in possible))
    assert found.linear.gain_per_shoe < judged_best


def test_a_wager_that_never_pays_is_bet_from_no_count_on() -> None:
    worth = count_worth(ACT, ACT.wager("banker_pair"), shoes=20, seed=SEED)
    assert (worth.from_true_count, worth.linear.positive, worth.linear.gain_per_shoe) == (None, 0, 0.0)


def test_values_of_many_shoes_at_once_are_those_of_each() -> None:
    lefts = [left for shoe in range(3) for _, left in unseen_before_rounds(ACT, shoe)[::20]]
    values = evaluate(ACT, ACT.wagers, np.array([left.counts for left in lefts], np.int64))
    for row, left in zip(values, lefts, strict=True):
        assert row.tolist() == pytest.approx([float(wager.ev) for wager in odds(ACT, left).wagers], abs=1e-13)


@pytest.mark.parametrize("workers", [2, 7])
def test_workers_do_not_change_sums_of_values(workers: int) -> None:
    job = CountJob(plan=Plan(rules=MIDI, shoes=600, seed=SEED), count=parse_count(MIDI, "tie"))
    assert_same(run_here(job, workers=workers).result, job.run(0, job.units))


def assert_same(one: CountTally, other: CountTally) -> None:
    for field in fields(CountTally):
        assert np.array_equal(getattr(one, field.name), getattr(other, field.name)), field.name


def test_depths_and_cutting_cards_take_the_rounds_apart() -> None:
    tally = CountJob(plan=Plan(rules=MIDI, shoes=500, seed=SEED)).run(0, 4)
    dragon = [wager.id for wager in MIDI.wagers].index("player_dragon")
    whole, early = advantage(tally, dragon), advantage(tally, dragon, before=208)
    late = advantage(tally, dragon, after=208)
    assert whole.rounds == early.rounds + late.rounds
    assert whole.positive == early.positive + late.positive
    assert late.share > early.share, "the composition moves further from the full shoe as cards go"
    assert whole.gain_per_shoe == pytest.approx(early.gain_per_shoe + late.gain_per_shoe)
    assert advantage(tally, dragon, after=10_000).share == 0.0


def test_the_best_linear_count_for_a_wager_sorts_its_rounds() -> None:
    job = CountJob(plan=Plan(rules=MIDI, shoes=1500, seed=SEED), count=parse_count(MIDI, "small_tiger"))
    tally = run_here(job).result
    wager = [wager.id for wager in MIDI.wagers].index("small_tiger")
    means = {
        count - TRUE_COUNTS // 2: int(tally.ev_by_count[wager, count]) / FINENESS / rounds
        for count, rounds in enumerate(tally.by_count.tolist())
        if rounds > 500
    }
    assert tally.by_count.sum() == tally.rounds.sum()
    assert len(means) >= 5
    assert sorted(means.values()) == [means[count] for count in sorted(means)]


def test_tags_are_read_for_ten_values_or_thirteen_ranks() -> None:
    ten = parse_count(ACT, "1,1,1,2,-1,-2,-1,-1,0,0.5")
    assert ten is not None
    assert list(ten.tags) == [1, 1, 1, 2, -1, -2, -1, -1, 0, 0.5, 0.5, 0.5, 0.5]
    thirteen = parse_count(ACT, ",".join(map(str, range(13))))
    assert thirteen is not None
    assert list(thirteen.tags) == list(range(13))
    assert parse_count(ACT, "exact") is None


@pytest.mark.parametrize("text", ["hi-lo", "1,2,3", "1,1,1,2,-1,-2,-1,-1,0,nan", ""])
def test_what_is_no_count_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="is not a count"):
        parse_count(ACT, text)
