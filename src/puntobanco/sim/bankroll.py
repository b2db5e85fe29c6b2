"""What betting systems do to a bankroll: distribution of results, risk of ruin, streaks, time to ruin."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from puntobanco.errors import Refused, Unreadable
from puntobanco.money import Cents, format_dollars
from puntobanco.rules.table_rules import TableRules
from puntobanco.rules.wagers import Wager
from puntobanco.sim.betting import Payoffs, Stakes, payoffs_of, stakes_of
from puntobanco.sim.full import FullLaw, full_law_of
from puntobanco.sim.plan import Plan
from puntobanco.sim.sessions import (
    BETS,
    COLUMNS,
    DEEPEST,
    LONGEST_LOSSES,
    LONGEST_WINS,
    RESULT,
    RUINED_AFTER,
    STAKED,
    play_sessions,
)
from puntobanco.sim.systems import SYSTEMS
from puntobanco.sim.tally import Ints

BINS_PER_BANKROLL = 64
BINS = 16 * BINS_PER_BANKROLL
"""Results are counted in steps of a 64th of the bankroll, from losing all of it to winning fifteen times as much."""
STREAKS = 64
RUIN_STEP = 20
RUIN_BINS = 1024
"""Times to ruin are counted in steps of twenty rounds."""
PATHS = 12
"""So many sessions are followed round by round, for a picture."""
PATH_ROUNDS = 1000
UNPLAYED = -1
SESSIONS_PER_TASK = 4096
STAKES_IN_A_BANKROLL = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Patron:
    """Who sits down: the bankroll, the unit of the stakes, the wager, and for how many shoes."""

    bankroll: Cents
    unit: Cents
    wager: Wager
    shoes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemTally:
    """Sessions by one system, as whole numbers that add up."""

    sessions: int
    ahead: int
    ruined: int
    profit: int
    profit_squared: int
    bets: int
    staked: int
    deepest: int
    results: Ints
    winning_streaks: Ints
    losing_streaks: Ints
    times_to_ruin: Ints
    paths: tuple[tuple[int, tuple[Cents, ...]], ...]
    """Some sessions, by number: the bankroll after each round."""

    @staticmethod
    def nothing() -> "SystemTally":
        return SystemTally(
            sessions=0,
            ahead=0,
            ruined=0,
            profit=0,
            profit_squared=0,
            bets=0,
            staked=0,
            deepest=0,
            results=np.zeros(BINS + 1, np.int64),
            winning_streaks=np.zeros(STREAKS + 1, np.int64),
            losing_streaks=np.zeros(STREAKS + 1, np.int64),
            times_to_ruin=np.zeros(RUIN_BINS + 1, np.int64),
            paths=(),
        )

    def __add__(self, other: "SystemTally") -> "SystemTally":
        return SystemTally(
            sessions=self.sessions + other.sessions,
            ahead=self.ahead + other.ahead,
            ruined=self.ruined + other.ruined,
            profit=self.profit + other.profit,
            profit_squared=self.profit_squared + other.profit_squared,
            bets=self.bets + other.bets,
            staked=self.staked + other.staked,
            deepest=max(self.deepest, other.deepest),
            results=self.results + other.results,
            winning_streaks=self.winning_streaks + other.winning_streaks,
            losing_streaks=self.losing_streaks + other.losing_streaks,
            times_to_ruin=self.times_to_ruin + other.times_to_ruin,
            paths=tuple(sorted((*self.paths, *other.paths))),
        )

    @property
    def mean(self) -> float:
        """The mean result of a session, in cents."""
        return self.profit / self.sessions

    @property
    def standard_deviation(self) -> float:
        """Of a session's result, in cents."""
        squares = self.sessions * self.profit_squared - self.profit**2
        return sqrt(squares) / self.sessions

    @property
    def risk_of_ruin(self) -> float:
        return self.ruined / self.sessions

    @property
    def mean_time_to_ruin(self) -> float | None:
        """In rounds, over the sessions that were ruined, to the precision of the steps in which it is counted."""
        if not self.ruined:
            return None
        middles = (np.arange(RUIN_BINS + 1) + 0.5) * RUIN_STEP
        return float((self.times_to_ruin * middles).sum() / self.ruined)

    def quantile(self, share: float, bankroll: Cents) -> Cents:
        """The result that this share of sessions stays below, to a 64th of the bankroll."""
        place = int(np.searchsorted(np.cumsum(self.results), share * self.sessions))
        return place * bankroll // BINS_PER_BANKROLL - bankroll


@dataclass(frozen=True, slots=True)
class BankrollTally:
    """One tally for each system, in the order in which they were named."""

    systems: tuple[SystemTally, ...]

    def __add__(self, other: "BankrollTally") -> "BankrollTally":
        return BankrollTally(tuple(a + b for a, b in zip(self.systems, other.systems, strict=True)))


def sit_down(rules: TableRules, bankroll: Cents | None, unit: Cents | None, *, wager_id: str, shoes: int) -> Patron:
    """A patron that this table lets sit down; what cannot be is `Refused` or `Unreadable`."""
    wager = rules.wager(wager_id)
    stakes = stakes_of(rules, wager)
    chosen = stakes.least if unit is None else unit
    brought = STAKES_IN_A_BANKROLL * stakes.least if bankroll is None else bankroll
    if brought < stakes.least:
        sentence = (
            f"a bankroll of {format_dollars(brought)} is below the least stake on {wager.id}, "
            f"{format_dollars(stakes.least)}: bring more"
        )
        raise Refused("bankroll_too_small", rules.cite(rules.minimum.clause), sentence)
    if chosen < stakes.least or chosen > stakes.most or chosen % stakes.step:
        sentence = (
            f"a unit of {format_dollars(chosen)} cannot be staked on {wager.id}: take a multiple of "
            f"{format_dollars(stakes.step)} from {format_dollars(stakes.least)} to {format_dollars(stakes.most)}"
        )
        raise Refused("unit_not_allowed", rules.cite(rules.multiple.clause), sentence)
    return Patron(bankroll=brought, unit=chosen, wager=wager, shoes=shoes)


def sessions_in(plan: Plan, patron: Patron) -> int:
    """How many sessions a plan's shoes are enough for; too few for one is `Unreadable`."""
    if plan.shoes < patron.shoes:
        raise Unreadable(f"a session takes {patron.shoes} shoes, and there are only {plan.shoes}: deal more")
    return plan.shoes // patron.shoes


@dataclass(frozen=True, kw_only=True)
class BankrollJob:
    """Sessions by named systems; a unit is a session of some shoes of the full-card plan."""

    plan: Plan
    patron: Patron
    systems: tuple[str, ...]

    units_per_task = SESSIONS_PER_TASK
    in_python = False
    kernels = (play_sessions,)

    def __post_init__(self) -> None:
        for name in self.systems:
            if name not in SYSTEMS:
                raise Unreadable(
                    f"{name!r} is not a system: choose from {', '.join(SYSTEMS)}, or name a file ending in .py"
                )
        sessions_in(self.plan, self.patron)

    @property
    def units(self) -> int:
        return sessions_in(self.plan, self.patron)

    def nothing(self) -> BankrollTally:
        return BankrollTally(tuple(SystemTally.nothing() for _ in self.systems))

    @cached_property
    def _full_law(self) -> FullLaw:
        return full_law_of(self.plan.rules)

    @cached_property
    def _bets(self) -> tuple[tuple[Payoffs, ...], tuple[Stakes, ...]]:
        """What the chosen wager, player and banker pay and take, in the order of the kernels."""
        rules = self.plan.rules
        wagers = (self.patron.wager, rules.wager("player"), rules.wager("banker"))
        return tuple(payoffs_of(rules, wager) for wager in wagers), tuple(stakes_of(rules, wager) for wager in wagers)

    def run(self, first: int, last: int) -> BankrollTally:
        found = np.zeros((len(self.systems), last - first, COLUMNS), np.int64)
        followed = max(min(PATHS, last) - first, 0)
        paths = np.full((len(self.systems), followed, PATH_ROUNDS), UNPLAYED, np.int64)
        payoffs, stakes = self._bets
        play_sessions(
            self._full_law,
            np.uint64(self.plan.seed),
            first,
            last,
            self.patron.shoes,
            np.array([SYSTEMS[name].system for name in self.systems], np.int64),
            payoffs,
            stakes,
            self.patron.bankroll,
            self.patron.unit,
            found,
            paths,
        )
        return BankrollTally(
            tuple(
                replace(count_sessions(found[place], self.patron.bankroll), paths=_numbered(paths[place], first))
                for place in range(len(self.systems))
            )
        )


def _numbered(paths: Ints, first: int) -> tuple[tuple[int, tuple[Cents, ...]], ...]:
    return tuple((first + place, tuple(path[path != UNPLAYED].tolist())) for place, path in enumerate(paths))


def count_sessions(found: Ints, bankroll: Cents) -> SystemTally:
    """The tally of sessions, one row of `found` for each."""
    results = found[:, RESULT]
    bins = np.clip((results + bankroll) * BINS_PER_BANKROLL // bankroll, 0, BINS)
    ruined = found[:, RUINED_AFTER] > 0
    ruin_bins = np.clip(found[ruined, RUINED_AFTER] // RUIN_STEP, 0, RUIN_BINS)
    return SystemTally(
        sessions=len(found),
        ahead=int((results > 0).sum()),
        ruined=int(ruined.sum()),
        profit=int(results.sum()),
        profit_squared=sum(result * result for result in results.tolist()),
        bets=int(found[:, BETS].sum()),
        staked=int(found[:, STAKED].sum()),
        deepest=int(found[:, DEEPEST].max(initial=0)),
        results=np.bincount(bins, minlength=BINS + 1),
        winning_streaks=_streaks(found[:, LONGEST_WINS]),
        losing_streaks=_streaks(found[:, LONGEST_LOSSES]),
        times_to_ruin=np.bincount(ruin_bins, minlength=RUIN_BINS + 1),
        paths=(),
    )


def _streaks(longest: Ints) -> NDArray[np.int64]:
    return np.bincount(np.clip(longest, 0, STREAKS), minlength=STREAKS + 1)
