"""What is said of systems is exact, or says how far off it can be; the same seed gives it with any workers."""

import random
import statistics
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puntobanco.errors import Refused, Unreadable
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.sim import distribution
from puntobanco.sim.bankroll import BankrollJob, SystemTally, count_sessions, sit_down
from puntobanco.sim.card_counting import CountJob
from puntobanco.sim.distribution import Distribution
from puntobanco.sim.jobs import Done, Job, run_here
from puntobanco.sim.plan import Plan
from puntobanco.sim.sessions import BETS, COLUMNS, LONGEST_LOSSES, RESULT, RUINED_AFTER, STAKED
from puntobanco.sim.simulation import Findings, Question, jobs_of, names_of, simulate
from puntobanco.sim.systems import SYSTEMS
from puntobanco.sim.user_system import OwnSystemJob
from puntobanco.sim.wagers import estimate

ACT = table_rules("act-2015")
NZ = table_rules("nz-1998")


def sessions(*rows: dict[int, int]) -> SystemTally:
    """The tally of sessions of which this is known."""
    found = np.zeros((len(rows), COLUMNS), np.int64)
    for place, row in enumerate(rows):
        for column, number in row.items():
            found[place, column] = number
    return count_sessions(found)


def test_one_session_has_its_result_as_mean_and_as_every_quantile() -> None:
    tally = sessions({RESULT: -17_200})
    assert tally.results.mean == -17_200
    assert [tally.results.quantile(percent) for percent in (5, 25, 50, 75, 95)] == [-17_200] * 5
    assert tally.results.quantile_error == 0


def test_quantiles_are_the_least_results_that_so_many_sessions_do_not_exceed() -> None:
    tally = sessions(*({RESULT: result} for result in (-300, 1, 7, 7, 5_000_000)))
    quantiles = [tally.results.quantile(percent) for percent in (1, 20, 21, 40, 41, 80, 81, 100)]
    assert quantiles == [-300, -300, 1, 1, 7, 7, 5_000_000, 5_000_000]


def test_profit_is_not_clipped_at_fifteen_bankrolls_or_anywhere() -> None:
    tally = sessions({RESULT: 10**15}, {RESULT: 10**15 + 1}, {RESULT: -1})
    assert tally.results.quantile(95) == 10**15 + 1
    assert tally.results.total == 2 * 10**15


def test_rounds_to_ruin_are_counted_one_by_one() -> None:
    tally = sessions({RUINED_AFTER: 21}, {RUINED_AFTER: 0}, {RUINED_AFTER: 24}, {RUINED_AFTER: 30_001})
    assert tally.ruined == 3
    assert (tally.rounds_to_ruin.total, tally.rounds_to_ruin.mean) == (30_046, 30_046 / 3)


def test_streaks_are_not_clipped_at_sixty_four() -> None:
    tally = sessions({LONGEST_LOSSES: 200}, {LONGEST_LOSSES: 70})
    assert (tally.losing_streaks.largest, tally.losing_streaks.mean) == (200, 135)


def test_nothing_was_played() -> None:
    tally = SystemTally.nothing()
    assert (tally.sessions, tally.ruined, tally.losing_streaks.largest) == (0, 0, 0)
    assert tally.results.mean is tally.results.standard_error is tally.rounds_to_ruin.mean is None
    assert tally.profit_per_staked is tally.profit_per_staked_error is None
    assert tally + sessions({RESULT: 5}) == sessions({RESULT: 5})


# Standard errors


def test_standard_errors_are_those_of_independent_sessions() -> None:
    tally = sessions(
        {RESULT: 100, STAKED: 1000, RUINED_AFTER: 3},
        {RESULT: 300, STAKED: 1000},
        {RESULT: -700, STAKED: 2000},
        {RESULT: 100, STAKED: 0},
    )
    assert tally.results.standard_error == pytest.approx(statistics.stdev([100, 300, -700, 100]) / 2)
    ruined = tally.share(tally.ruined)
    assert ruined.part == 0.25
    assert ruined.standard_error == pytest.approx((0.25 * 0.75 / 3) ** 0.5)
    assert tally.profit_per_staked == -200 / 4000
    # Results less -5% of the stakes: 150, 350, -600, 100.
    assert tally.profit_per_staked_error == pytest.approx((515_000 * 4 / 3) ** 0.5 / 4000)


def test_one_session_has_no_standard_error() -> None:
    tally = sessions({RESULT: 100, RUINED_AFTER: 5, STAKED: 10})
    assert tally.results.standard_error is tally.share(1).standard_error is None
    assert tally.rounds_to_ruin.standard_error is tally.profit_per_staked_error is None


def test_the_standard_error_of_the_mean_is_how_far_means_are_apart() -> None:
    patron = sit_down(ACT, None, None, wager_id="banker", shoes=1)
    job = BankrollJob(plan=Plan(rules=ACT, shoes=12_000, seed=6), patron=patron, systems=("flat",))
    runs = [job.run(at, at + 200).systems[0] for at in range(0, 12_000, 200)]
    means = [run.results.mean or 0.0 for run in runs]
    said = statistics.mean(run.results.standard_error or 0.0 for run in runs)
    assert statistics.stdev(means) == pytest.approx(said, rel=0.3)


# Bounded memory


def numbers_in(found: Distribution) -> int:
    return len(found.places)


def test_more_numbers_than_are_kept_apart_are_counted_together_and_the_error_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(distribution, "MOST_PLACES", 100)
    chance = random.Random(7)
    drawn = [chance.randrange(-30_000, 900_000) for _ in range(3000)]
    found = Distribution.of(np.array(drawn))
    assert 50 < numbers_in(found) <= 100
    assert found.total == sum(drawn)
    assert found.squares == sum(number * number for number in drawn)
    assert found.largest == max(drawn)
    assert 0 < found.quantile_error <= 16_384
    ordered = sorted(drawn)
    for percent in range(1, 101):
        assert abs(found.quantile(percent) - ordered[percent * 30 - 1]) <= found.quantile_error


def test_numbers_add_up_to_the_same_in_any_order_and_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distribution, "MOST_PLACES", 40)
    chance = random.Random(3)
    drawn = [int(chance.gauss(0, 10 ** chance.randrange(1, 7))) for _ in range(2000)]
    whole = Distribution.of(np.array(drawn))
    for size in (1, 7, 450):
        chance.shuffle(drawn)
        parts = [Distribution.of(np.array(drawn[at : at + size])) for at in range(0, len(drawn), size)]
        assert sum(parts, start=Distribution.nothing()) == whole


def test_a_million_different_results_take_no_more_room_than_the_bound() -> None:
    found = Distribution.of(np.arange(-400_000, 600_000) * 37)
    assert numbers_in(found) <= 65_536
    assert abs(found.quantile(50) - 99_999 * 37) <= found.quantile_error < 600


# Ruin


def ruined_by(rules: TableRules, name: str, *, bankroll: int, on: str, shoes: int = 1) -> SystemTally:
    patron = sit_down(rules, bankroll, None, wager_id=on, shoes=shoes)
    job = BankrollJob(plan=Plan(rules=rules, shoes=400 * shoes, seed=5), patron=patron, systems=(name,))
    return job.run(0, 400).systems[0]


def test_ruin_comes_with_the_bet_that_lost_the_last_stake() -> None:
    """A bankroll of one stake: a session whose first decided round is lost is ruined after that round."""
    tally = ruined_by(ACT, "flat", bankroll=500, on="player", shoes=2)
    first = tally.rounds_to_ruin
    assert first.quantile(1) == 1
    for session, path in tally.paths:
        assert (min(path) < 500) == (path[-1] < 500), f"session {session} went on without a stake"


def test_a_session_ruined_in_its_last_round_is_ruined() -> None:
    """Whoever ends with less than the least stake is ruined, whether or not another round would have shown it."""
    for name in ("flat", "martingale"):
        patron = sit_down(ACT, 1500, None, wager_id="player", shoes=1)
        job = BankrollJob(plan=Plan(rules=ACT, shoes=3000, seed=5), patron=patron, systems=(name,))
        tally = run_here(job, workers=1).result.systems[0]
        broke = sum(
            int(count) for place, count in zip(tally.results.places, tally.results.counts, strict=True) if place < -1000
        )
        assert tally.ruined == broke


def test_who_can_still_bet_the_other_hand_is_not_ruined() -> None:
    """`nz-1998`: banker wagers go in steps of $20, player wagers of $1 from $5; `follow` bets either."""
    tally = ruined_by(NZ, "follow", bankroll=3900, on="player", shoes=2)
    broke = sum(
        int(count)
        for place, count in zip(tally.results.places, tally.results.counts, strict=True)
        if place < 500 - 3900
    )
    assert tally.ruined == broke


def test_a_bankroll_below_any_hand_is_refused_to_systems_that_choose_one() -> None:
    rules = table_rules("act-2015", pairs_minimum=1)
    patron = sit_down(rules, 400, None, wager_id="player_pair", shoes=1)
    plan = Plan(rules=rules, shoes=1, seed=1)
    BankrollJob(plan=plan, patron=patron, systems=("flat",))
    with pytest.raises(Refused, match="below the least stake on a hand by follow, \\$5"):
        BankrollJob(plan=plan, patron=patron, systems=("flat", "follow"))


# 64 bits


@pytest.mark.parametrize(
    ("choices", "bankroll", "shoes"),
    [
        ({}, 2**63, 1),
        ({}, 2**63 - 1, 1),
        ({"maximum": (2**53 - 1) // 100}, None, 8),
        ({"maximum": 9 * 10**13}, None, 100),
        ({"minimum": 9 * 10**13, "maximum": 9 * 10**13}, None, 8),
        ({"maximum": 10**10}, None, 10_000),
    ],
)
@pytest.mark.parametrize("job", ["named", "own"])
def test_amounts_that_could_pass_64_bits_are_unreadable_before_the_start(
    choices: dict[str, object], bankroll: int | None, shoes: int, job: str
) -> None:
    rules = table_rules("act-2015", **choices)
    patron = sit_down(rules, bankroll, None, wager_id="tie", shoes=shoes)
    plan = Plan(rules=rules, shoes=shoes, seed=1)
    make: Callable[[], object] = {
        "named": lambda: BankrollJob(plan=plan, patron=patron, systems=("flat",)),
        "own": lambda: OwnSystemJob(plan=plan, patron=patron, path=EXAMPLE),
    }[job]
    with pytest.raises(Unreadable, match="could come to more than 64 bits of cents: lower the bankroll, the maximum"):
        make()


EXAMPLE = Path(__file__).parent / "flat_system.py"


def test_progressions_beyond_what_systems_count_are_unreadable() -> None:
    rules = table_rules("act-2015", minimum="0.01", multiple="0.01", chips="0.01", maximum=20_000_000_000)
    plan = Plan(rules=rules, shoes=1, seed=1)
    patron = sit_down(rules, 100, 1, wager_id="player", shoes=1)
    with pytest.raises(Unreadable, match="more than 1,099,511,627,776 units of"):
        BankrollJob(plan=plan, patron=patron, systems=("martingale",))


def test_a_progression_of_large_units_does_not_turn_round() -> None:
    """Units of $100,000: 2^40 of them would not fit into 64 bits; a long run of losses stakes the maximum."""
    rules = table_rules("act-2015", maximum=10**9, pairs_maximum=10**9)
    patron = sit_down(rules, 10**16, 10**7, wager_id="player_pair", shoes=2)
    job = BankrollJob(plan=Plan(rules=rules, shoes=200, seed=2), patron=patron, systems=("martingale",))
    for _, path in job.run(0, 12).systems[0].paths:
        lost = 0
        for before, after in zip((10**16, *path), path, strict=False):
            if after < before:
                assert before - after == min(10**7 * 2**lost, 10**11)
            lost = lost + 1 if after < before else 0


def test_sums_of_wagers_are_exact_beyond_64_bits() -> None:
    counts = np.array([[3, 1], [1, 3]])
    fine = Fraction(1, 10**25)
    assert estimate(counts, [fine, Fraction(-1)]).mean == (4 * fine - 4) / 8
    huge = estimate(counts * 10**15, [Fraction(10**6), Fraction(10**6)])
    assert huge.mean == 10**6
    assert huge.standard_error == 0


def test_sums_of_counting_are_exact_beyond_64_bits() -> None:
    tally = CountJob(plan=Plan(rules=NZ, shoes=4, seed=1)).run(0, 1)
    much = tally
    for _ in range(40):
        much += much
    place = int(np.argmax(tally.rounds))
    assert int(much.ev[2, place]) == int(tally.ev[2, place]) * 2**40 < -(2**63)


def test_counting_takes_no_odds_that_its_sums_could_not_hold() -> None:
    with pytest.raises(Unreadable, match="tie pays more than 500 to 1"):
        CountJob(plan=Plan(rules=table_rules("washington", tie_odds="501:1"), shoes=1, seed=1))


# Own systems


def own(tmp_path: Path, name: str, source: str) -> Path:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source)
    return path


def own_job(path: Path, *, seed: int = 3, shoes: int = 40) -> OwnSystemJob:
    patron = sit_down(ACT, None, None, wager_id="banker", shoes=1)
    return OwnSystemJob(plan=Plan(rules=ACT, shoes=shoes, seed=seed), patron=patron, path=path)


COIN = """
def stake(history, bankroll, limits, chance):
    return limits.least if bankroll >= limits.least and chance.random() < 0.5 else None
"""


def test_an_own_system_has_chance_from_the_seed_with_any_workers(tmp_path: Path) -> None:
    job = own_job(own(tmp_path, "coin.py", COIN))
    alone = run_here(job, workers=1).result
    assert run_here(job, workers=2).result == alone
    assert sum((job.run(at, at + 1) for at in range(40)), start=job.nothing()) == alone
    assert run_here(own_job(job.path, seed=4), workers=1).result != alone
    (tally,) = alone.systems
    assert tally.bets == pytest.approx(40 * 82 / 2, rel=0.1)
    assert tally.bets_made.ends[0] < tally.bets_made.ends[1], "every session has chance of its own"


def test_what_an_own_system_remembers_begins_anew_with_every_session(tmp_path: Path) -> None:
    """Else it would matter which worker played which sessions."""
    source = """if True:
        calls = []
        def stake(history, bankroll, limits):
            calls.append(1)
            return None if len(calls) > 5 else 500
    """
    (tally,) = run_here(own_job(own(tmp_path, "five.py", source)), workers=1).result.systems
    assert tally.bets_made.ends == (5, 5)


def test_a_fourth_argument_of_another_name_is_the_users_own(tmp_path: Path) -> None:
    source = "def stake(history, bankroll, limits, most=500):\n    return most\n"
    assert own_job(own(tmp_path, "four.py", source)).run(0, 1).systems[0].bets > 0


@pytest.mark.parametrize(
    "failing", ["raise KeyboardInterrupt", "raise SystemExit(3)", "import sys; sys.exit()", "raise MemoryError"]
)
@pytest.mark.parametrize("workers", [1, 2])
def test_an_own_system_that_fails_in_any_way_is_an_error_and_no_interruption(
    tmp_path: Path, failing: str, workers: int
) -> None:
    source = f"def stake(history, bankroll, limits):\n    if len(history) > 20:\n        {failing}\n    return None\n"
    with pytest.raises(Unreadable, match=r"mine\.py fails in round 22: \w+ in line 3"):
        run_here(own_job(own(tmp_path, "mine.py", source), shoes=4), workers=workers)


def test_an_own_system_that_takes_its_process_down_is_an_error(tmp_path: Path) -> None:
    source = "def stake(history, bankroll, limits):\n    import os\n    os._exit(0)\n"
    with pytest.raises(Unreadable, match="a worker ended without a word"):
        run_here(own_job(own(tmp_path, "mine.py", source), shoes=4), workers=2)


def asked(*own_systems: Path, named: tuple[str, ...] = (), shoes: int = 8) -> Question:
    return Question(
        plan=Plan(rules=ACT, shoes=shoes, seed=3),
        patron=sit_down(ACT, None, None, wager_id="banker", shoes=2),
        systems=named,
        own_systems=own_systems,
        counting=False,
        count=None,
    )


def answer_to(question: Question) -> Findings:
    return simulate(question, jobs_of(question), lambda _, job: run_here(job, workers=1))


def test_own_systems_with_one_file_name_are_both_played_and_told_apart(tmp_path: Path) -> None:
    never = own(tmp_path, "never/mine.py", "def stake(history, bankroll, limits):\n    return None\n")
    always = own(tmp_path, "always/mine.py", "def stake(history, bankroll, limits):\n    return limits.least\n")
    answer = answer_to(asked(never, always))
    assert not answer.partial
    assert [(system.name, system.tally.bets > 0) for system in answer.systems] == [
        ("never/mine.py", False),
        ("always/mine.py", True),
    ]


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (("/a/one.py", "/b/two.py"), ("one.py", "two.py")),
        (("/a/mine.py", "/b/mine.py", "/b/two.py"), ("a/mine.py", "b/mine.py", "two.py")),
        (("/x/a/mine.py", "/y/a/mine.py", "/y/b/mine.py"), ("x/a/mine.py", "y/a/mine.py", "b/mine.py")),
        (("/mine.py", "/a/mine.py"), ("/mine.py", "a/mine.py")),
    ],
)
def test_an_own_system_is_named_by_what_tells_it_from_the_others(
    paths: tuple[str, ...], names: tuple[str, ...]
) -> None:
    assert names_of(tuple(map(Path, paths))) == names


# After an interruption


def test_an_interrupted_run_says_how_many_shoes_and_sessions_it_covers(tmp_path: Path) -> None:
    question = asked(own(tmp_path, "mine.py", COIN), named=("flat", "paroli"), shoes=20)

    def interrupted_in_systems(name: str, job: Job[Any]) -> Done[Any]:
        if name == "rounds":
            return run_here(job, workers=1)
        return Done(result=job.run(0, 4), units=4, partial=True, cpu_seconds=1.0, wall_seconds=1.0)

    answer = simulate(question, jobs_of(question), interrupted_in_systems)
    assert answer.partial
    covers = [(one.part, one.shoes, one.shoes_asked, one.sessions, one.sessions_asked) for one in answer.covers]
    assert covers == [
        ("rounds", 20, 20, None, None),
        ("flat", 8, 20, 4, 10),
        ("paroli", 8, 20, 4, 10),
        ("mine.py", 0, 20, 0, 10),
    ]


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_whole_run_covers_what_was_asked(name: str) -> None:
    covers = answer_to(asked(named=(name,), shoes=9)).covers
    assert [(one.part, one.shoes, one.shoes_asked) for one in covers] == [("rounds", 9, 9), (name, 8, 8)]


def test_bets_per_session_are_counted() -> None:
    assert sessions({BETS: 70}, {BETS: 71}).bets_made.mean == 70.5
