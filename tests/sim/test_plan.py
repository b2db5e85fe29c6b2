"""The same seed gives the same tally, whoever does the work; wagers come from the tally alone."""

import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from puntobanco.rulebooks import BOOKS, table_rules
from puntobanco.rulebooks.facts import Hand, PairClass
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import AllOf, LimitsGroup, Line, NoCommission, Pair, Stage, Tie, Wager, Wins
from puntobanco.sim.jobs import run_here
from puntobanco.sim.plan import CardsJob, FactsJob, Plan, shoes_for
from puntobanco.sim.tally import Tally
from puntobanco.sim.wagers import estimate, wager_results
from puntobanco.values.money import Odds
from tests.sim.tables import SOAK, TABLES

ACT = TABLES["act-2015 hidden"]


@pytest.fixture(scope="module", params=[FactsJob, CardsJob])
def job(request: pytest.FixtureRequest) -> FactsJob | CardsJob:
    kind: type[FactsJob] | type[CardsJob] = request.param
    return kind(plan=Plan(rules=ACT, shoes=20_000 + 77, seed=11))


@pytest.mark.parametrize("workers", [2, 7])
def test_threads_do_not_change_the_tally(job: FactsJob | CardsJob, workers: int) -> None:
    assert run_here(job, workers=workers).result == run_here(job, workers=1).result


@pytest.mark.parametrize("workers", [2, 7])
def test_processes_do_not_change_the_tally(job: FactsJob | CardsJob, workers: int) -> None:
    assert run_here(job, workers=workers, processes=True).result == run_here(job, workers=1).result


def test_blocks_add_up_in_any_order(job: FactsJob | CardsJob) -> None:
    whole = job.run(0, job.units)
    parts = [job.run(first, min(first + 50, job.units)) for first in range(0, job.units, 50)]
    assert sum(reversed(parts), start=job.nothing()) == whole


def test_another_seed_gives_another_tally(job: FactsJob | CardsJob) -> None:
    other = type(job)(plan=Plan(rules=ACT, shoes=job.plan.shoes, seed=12))
    assert run_here(other).result != run_here(job).result


def test_a_tally_knows_its_rounds_and_shoes(job: FactsJob | CardsJob) -> None:
    tally = run_here(job).result
    assert tally.shoes == job.plan.shoes
    assert tally.rounds == int((tally.lengths * np.arange(len(tally.lengths))).sum())


@pytest.mark.parametrize(
    ("name", "rounds"),
    [("act-2015 hidden", 82.309), ("act-2015 exposed, 12 behind", 80.984), ("nz-1998", 80.066)],
)
def test_mean_rounds_per_shoe(name: str, rounds: float) -> None:
    tables = {**TABLES, "act-2015 exposed, 12 behind": table_rules("act-2015", burn="exposed")}
    tally = run_here(FactsJob(plan=Plan(rules=tables[name], shoes=2_500_000, seed=3))).result
    assert tally.rounds_per_shoe == pytest.approx(rounds, abs=0.003)


def _rounds_of(rules: TableRules, rounds: int) -> Tally:
    return run_here(FactsJob(plan=Plan(rules=rules, shoes=shoes_for(rules, rounds, seed=17), seed=17))).result


@pytest.mark.parametrize("table", [*BOOKS, "act-2015 exposed", "washington two decks"])
def test_every_wager_is_within_four_standard_errors_of_the_exact_odds(table: str) -> None:
    rules = TABLES[table] if table in TABLES else table_rules(table)
    tally = _rounds_of(rules, 1_000_000_000 if SOAK else 50_000_000)
    results = wager_results(rules, tally)
    assert [result.id for result in results] == [wager.id for wager in rules.wagers]
    for result in results:
        assert result.z is not None
        assert abs(result.z) < 4, result


def test_an_invented_wager_is_evaluated_from_the_same_tally() -> None:
    pair = Pair(hand=Hand.PLAYER, classes=(PairClass.PERFECT,))
    invented = Wager(
        id="paired_win",
        name="Player wins with a perfect pair",
        lines=(
            Line(when=AllOf(conditions=(pair, Wins(hand=Hand.PLAYER))), pays=Odds.of(100, 1), clause="ours"),
            Line(when=AllOf(conditions=(pair, Tie())), pays=Odds.of(300, 1), clause="ours"),
        ),
        loses="ours",
        commission=NoCommission(),
        settles=Stage.END,
        limits=LimitsGroup.TABLE,
        allowed_by="ours",
    )
    (result,) = wager_results(ACT, _rounds_of(ACT, 20_000_000), (invented,))
    assert result.z is not None
    assert abs(result.z) < 4
    assert result.fair.standard_error is not None
    assert 0 < result.fair.standard_error < 0.01


def test_an_estimate_is_exact_and_its_error_comes_from_the_spread_of_batches() -> None:
    counts = np.array([[3, 1], [1, 3]])
    found = estimate(counts, [Fraction(19, 20), Fraction(-1)])
    assert found.mean == Fraction(-1, 40)
    assert found.standard_error == pytest.approx((2 * (2 * 1.95 / 2) ** 2 * 2 / 1) ** 0.5 / 8)
    assert estimate(counts[:1], [Fraction(1), Fraction(-1)]).standard_error is None
    assert estimate(np.zeros((2, 2), np.int64), [Fraction(1), Fraction(-1)]).mean == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs the resource module")
def test_memory_does_not_grow_with_the_rounds() -> None:
    program = """if True:
        import resource, sys
        from puntobanco.rulebooks import table_rules
        from puntobanco.sim.jobs import run_here
        from puntobanco.sim.plan import FactsJob, Plan
        run_here(FactsJob(plan=Plan(rules=table_rules("act-2015"), shoes=int(sys.argv[1]), seed=1)), workers=2)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    """

    def peak(rounds: int) -> int:
        shoes = str(rounds // 80)
        done = subprocess.run([sys.executable, "-c", program, shoes], capture_output=True, text=True, check=True)
        return int(done.stdout)

    many = peak(10_000_000_000 if SOAK else 200_000_000)
    assert many < peak(20_000_000) * 1.25


def test_an_interruption_gives_what_was_done_so_far() -> None:
    job = FactsJob(plan=Plan(rules=ACT, shoes=20_000, seed=11))
    done_before = 0

    def interrupt_after_some(units: int) -> None:
        nonlocal done_before
        done_before += units
        if done_before > job.units // 3:
            raise KeyboardInterrupt

    done = run_here(job, workers=2, progress=interrupt_after_some)
    assert done.partial
    assert job.units // 3 < done.units == done_before < job.units
    assert 0 < done.result.shoes <= done.units * 128
    assert done.result.rounds == int((done.result.lengths * np.arange(len(done.result.lengths))).sum())
