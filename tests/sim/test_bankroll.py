"""Betting systems against plain Python, and what they must come to by the rules of money."""

from pathlib import Path

import pytest

from puntobanco.coup.settle import settle
from puntobanco.errors import Refused, Unreadable
from puntobanco.kernels.fact_cells import facts_of
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.facts import Result
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.sim.bankroll import BankrollJob, sit_down
from puntobanco.sim.jobs import run_here
from puntobanco.sim.payoffs import Stakes, stakes_of
from puntobanco.sim.plan import Plan
from puntobanco.sim.systems import SYSTEMS
from puntobanco.sim.user_system import OwnSystemJob
from puntobanco.values.money import Cents

ACT = table_rules("act-2015")
NZ = table_rules("nz-1998")
MIDI = table_rules("house-midi", minimum=5, maximum=200)


class PlainSystem:
    """The systems as people describe them, with lists and ifs: the kernels must do the same."""

    def __init__(self, name: str) -> None:
        self.name, self.losses, self.wins, self.units = name, 0, 0, 1
        self.series = [1, 1]
        self.place = 0
        self.line = [1, 2, 3, 4]

    def wanted(self) -> int:
        match self.name:
            case "martingale":
                return int(2**self.losses)
            case "paroli":
                return int(2**self.wins)
            case "dalembert":
                return self.units
            case "fibonacci":
                while len(self.series) <= self.place:
                    self.series.append(self.series[-1] + self.series[-2])
                return self.series[self.place]
            case "labouchere":
                return self.line[0] if len(self.line) == 1 else self.line[0] + self.line[-1]
            case "1-3-2-6":
                return (1, 3, 2, 6)[self.wins]
            case _:
                return 1

    def won(self) -> None:
        self.losses, self.units, self.place = 0, max(self.units - 1, 1), max(self.place - 2, 0)
        self.wins = (self.wins + 1) % (4 if self.name == "1-3-2-6" else 3)
        self.line = self.line[1:-1] or [1, 2, 3, 4]

    def lost(self) -> None:
        self.line.append(self.line[0] if len(self.line) == 1 else self.line[0] + self.line[-1])
        self.losses, self.wins, self.units, self.place = self.losses + 1, 0, self.units + 1, self.place + 1


def plain_path(job: BankrollJob, name: str, session: int) -> list[Cents]:
    """A session in plain Python, settled by the room that settles real bets."""
    own = OwnSystemJob(plan=job.plan, patron=job.patron, path=EXAMPLE)
    limits_of = {wager.id: stakes_of(job.plan.rules, wager) for wager in job.plan.rules.wagers}
    system, bankroll, path, last = PlainSystem(name), job.patron.bankroll, [], Result.TIE
    for shoe in range(job.patron.shoes):
        for cell in own.rounds_of(session * job.patron.shoes + shoe):
            wager = job.patron.wager
            if name in ("follow", "against"):
                player = (last is Result.PLAYER) == (name == "follow")
                wager = job.plan.rules.wager(
                    "player" if player and (last is not Result.TIE or name == "against") else "banker"
                )
            limits = limits_of[wager.id]
            stake = min(max(system.wanted() * job.patron.unit, limits.least), limits.most, bankroll)
            stake -= stake % limits.step
            facts = facts_of(cell)
            if stake >= limits.least:
                settled = settle(wager, stake, facts, job.plan.rules.rounding.value)
                profit = settled.profit - settled.commission_owed
                bankroll += profit
                if profit:
                    system.won() if profit > 0 else system.lost()
            last = last if facts.result is Result.TIE else facts.result
            path.append(bankroll)
    return path


EXAMPLE = Path(__file__).parent / "flat_system.py"


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize(
    ("rules", "wager"), [(ACT, "banker"), (NZ, "banker"), (MIDI, "player")], ids=["act", "nz", "midi"]
)
def test_a_system_plays_as_it_is_described(rules: TableRules, wager: str, name: str) -> None:
    unit = stakes_of(rules, rules.wager(wager)).least
    patron = sit_down(rules, 40 * unit, None, wager_id=wager, shoes=3)
    job = BankrollJob(plan=Plan(rules=rules, shoes=12, seed=8), patron=patron, systems=(name,))
    (tally,) = job.run(0, 4).systems
    for session, path in tally.paths:
        expected = plain_path(job, name, session)
        assert list(path[: len(expected)]) == expected


def test_flat_betting_loses_the_exact_edge() -> None:
    patron = sit_down(ACT, 10_000_000, 2000, wager_id="banker", shoes=8)
    job = BankrollJob(plan=Plan(rules=ACT, shoes=80_000, seed=4), patron=patron, systems=("flat", "martingale"))
    flat, martingale = run_here(job).result.systems
    assert flat.sessions == martingale.sessions == 10_000
    assert flat.ruined == 0
    assert flat.profit_per_staked_error is not None
    assert flat.profit_per_staked == pytest.approx(-0.010579, abs=4 * flat.profit_per_staked_error)
    assert flat.results.count == flat.winning_streaks.count == flat.losing_streaks.count == flat.sessions
    assert martingale.losing_streaks == flat.losing_streaks


def test_a_martingale_is_ruined_more_often_than_flat_betting() -> None:
    patron = sit_down(ACT, None, None, wager_id="player", shoes=8)
    job = BankrollJob(plan=Plan(rules=ACT, shoes=16_000, seed=4), patron=patron, systems=("flat", "martingale"))
    flat, martingale = run_here(job).result.systems
    assert martingale.ruined > 10 * max(flat.ruined, 1)
    assert martingale.rounds_to_ruin.mean is not None
    assert 0 < martingale.rounds_to_ruin.mean < 8 * 90
    assert martingale.results.quantile(1) == -patron.bankroll


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_workers_do_not_change_what_systems_come_to(workers: int) -> None:
    patron = sit_down(ACT, None, None, wager_id="banker", shoes=2)
    job = BankrollJob(plan=Plan(rules=ACT, shoes=2000, seed=4), patron=patron, systems=tuple(SYSTEMS))
    assert run_here(job, workers=workers).result == job.run(0, job.units)


def test_stakes_are_those_that_the_table_takes() -> None:
    assert stakes_of(ACT, ACT.wager("banker")) == Stakes(500, 100_000, 100)
    nz = stakes_of(NZ, NZ.wager("banker"))
    assert nz.step == 2000, "a win less 5% can be paid in $1 chips only on multiples of $20"
    assert nz.least == 2000


def test_stakes_that_do_not_exist_are_refused() -> None:
    with pytest.raises(Refused, match="no stake on banker"):
        stakes_of(table_rules("nz-1998", minimum=5, maximum=15), NZ.wager("banker"))


@pytest.mark.parametrize(
    ("bankroll", "unit", "message"),
    [
        (0, None, "a bankroll of \\$0 is below the least stake"),
        (499, None, "bring more"),
        (10_000, 250, "a unit of \\$2.50"),
    ],
)
def test_a_patron_who_cannot_play_is_refused(bankroll: int, unit: int | None, message: str) -> None:
    with pytest.raises(Refused, match=message):
        sit_down(ACT, bankroll, unit, wager_id="banker", shoes=8)


def test_an_unknown_system_is_unreadable() -> None:
    patron = sit_down(ACT, None, None, wager_id="banker", shoes=8)
    with pytest.raises(Unreadable, match="'magic' is not a system: choose from flat"):
        BankrollJob(plan=Plan(rules=ACT, shoes=8, seed=1), patron=patron, systems=("magic",))


def test_a_session_longer_than_the_plan_is_unreadable() -> None:
    patron = sit_down(ACT, None, None, wager_id="banker", shoes=8)
    with pytest.raises(Unreadable, match="a session takes 8 shoes"):
        BankrollJob(plan=Plan(rules=ACT, shoes=7, seed=1), patron=patron, systems=("flat",))


def test_an_own_system_plays_as_the_named_one() -> None:
    patron = sit_down(ACT, None, None, wager_id="banker", shoes=2)
    plan = Plan(rules=ACT, shoes=20, seed=3)
    own = OwnSystemJob(plan=plan, patron=patron, path=EXAMPLE).run(0, 10)
    assert own == BankrollJob(plan=plan, patron=patron, systems=("flat",)).run(0, 10)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "def stake(history, bankroll, limits):\n    return 1 / 0\n",
            "fails in round 1: ZeroDivisionError in line 2: division by zero",
        ),
        ("def stake(history, bankroll, limits)\n    return 1\n", "SyntaxError in line 1"),
        ("import nothing_of_that_name\n", "ModuleNotFoundError in line 1"),
        ("stakes = 5\n", "has no function stake"),
        (
            "def stake(history, bankroll, limits):\n    return 7.5\n",
            "answers 7.5 in round 1: answer whole cents, or None",
        ),
        ("def stake(history, bankroll, limits):\n    return 1\n", "stakes \\$0.01 in round 1: stay from limits.least"),
        ("def stake(history, bankroll, limits):\n    return limits.least + 1\n", "is refused in round 1"),
        ("def stake(history, bankroll, limits):\n    return bankroll + 1\n", "stay within the bankroll"),
    ],
)
def test_what_is_wrong_with_an_own_system_is_said_in_one_line(tmp_path: Path, source: str, message: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(source)
    patron = sit_down(ACT, 10_000, None, wager_id="banker", shoes=1)
    with pytest.raises(Unreadable, match=message) as error:
        OwnSystemJob(plan=Plan(rules=ACT, shoes=1, seed=3), patron=patron, path=path).run(0, 1)
    assert "\n" not in str(error.value)


def test_an_own_system_that_is_not_there_is_unreadable(tmp_path: Path) -> None:
    patron = sit_down(ACT, None, None, wager_id="banker", shoes=1)
    with pytest.raises(Unreadable, match="cannot be read"):
        OwnSystemJob(plan=Plan(rules=ACT, shoes=1, seed=3), patron=patron, path=tmp_path / "none.py")


def test_an_own_system_may_sit_out(tmp_path: Path) -> None:
    path = tmp_path / "watch.py"
    path.write_text("def stake(history, bankroll, limits):\n    return None\n")
    patron = sit_down(ACT, None, None, wager_id="banker", shoes=1)
    (tally,) = OwnSystemJob(plan=Plan(rules=ACT, shoes=2, seed=3), patron=patron, path=path).run(0, 2).systems
    assert (tally.bets, tally.profit, tally.ruined) == (0, 0, 0)
