"""What betting systems do to a bankroll: distribution of results, risk of ruin, streaks, time to ruin."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import NamedTuple

import numpy as np

from puntobanco.errors import Refused, Unreadable
from puntobanco.kernels.arrays import Ints
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Wager
from puntobanco.sim.distribution import Distribution, standard_error
from puntobanco.sim.full_card_kernel import FullLaw, full_law_of
from puntobanco.sim.payoffs import Payoffs, Stakes, check_amounts, payoffs_of, stakes_of
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
from puntobanco.sim.systems import MOST_UNITS, ON_PLAYER, SYSTEMS
from puntobanco.values.money import Cents, format_dollars

PATHS = 12
"""So many sessions are followed round by round, for a picture."""
PATH_ROUNDS = 1000
UNPLAYED = -1
SESSIONS_PER_TASK = 4096
STAKES_IN_A_BANKROLL = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Bettor:
    """Who sits down: the bankroll, the unit of the stakes, the wager, and for how many shoes."""

    bankroll: Cents
    unit: Cents
    wager: Wager
    shoes: int


class Share(NamedTuple):
    """A part of all sessions, and its standard error, which needs two sessions at least."""

    part: float
    standard_error: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemTally:
    """Sessions by one system, as whole numbers that add up."""

    results: Distribution
    """Of each session, in cents."""
    rounds_to_ruin: Distribution
    """Of each session that was ruined."""
    bets_made: Distribution
    winning_streaks: Distribution
    losing_streaks: Distribution
    """The longest of each session."""
    ahead: int
    staked: int
    staked_squared: int
    profit_times_staked: int
    """The sum of what was staked, and what it takes to know how sure the profit on it is."""
    deepest: int
    paths: tuple[tuple[int, tuple[Cents, ...]], ...]
    """Some sessions, by number: the bankroll after each round."""

    @staticmethod
    def nothing() -> "SystemTally":
        return count_sessions(np.zeros((0, COLUMNS), np.int64))

    def __add__(self, other: "SystemTally") -> "SystemTally":
        return SystemTally(
            results=self.results + other.results,
            rounds_to_ruin=self.rounds_to_ruin + other.rounds_to_ruin,
            bets_made=self.bets_made + other.bets_made,
            winning_streaks=self.winning_streaks + other.winning_streaks,
            losing_streaks=self.losing_streaks + other.losing_streaks,
            ahead=self.ahead + other.ahead,
            staked=self.staked + other.staked,
            staked_squared=self.staked_squared + other.staked_squared,
            profit_times_staked=self.profit_times_staked + other.profit_times_staked,
            deepest=max(self.deepest, other.deepest),
            paths=tuple(sorted((*self.paths, *other.paths))),
        )

    @property
    def sessions(self) -> int:
        return self.results.count

    @property
    def ruined(self) -> int:
        return self.rounds_to_ruin.count

    @property
    def profit(self) -> Cents:
        return self.results.total

    @property
    def bets(self) -> int:
        return self.bets_made.total

    @property
    def profit_per_staked(self) -> float | None:
        return self.profit / self.staked if self.staked else None

    @property
    def profit_per_staked_error(self) -> float | None:
        """Standard error of a ratio of sums: from how far each session's result is from the ratio of its own stakes."""
        if not self.staked or self.sessions < 2:
            return None
        ratio = Fraction(self.profit, self.staked)
        off = self.results.squares - 2 * ratio * self.profit_times_staked + ratio**2 * self.staked_squared
        return sqrt(off * self.sessions / (self.sessions - 1)) / self.staked

    def share(self, sessions: int) -> Share:
        """So many of all sessions."""
        return Share(sessions / self.sessions, standard_error(sessions * (self.sessions - sessions), self.sessions))


@dataclass(frozen=True, slots=True)
class BankrollTally:
    """One tally for each system, in the order in which they were named."""

    systems: tuple[SystemTally, ...]

    def __add__(self, other: "BankrollTally") -> "BankrollTally":
        return BankrollTally(tuple(a + b for a, b in zip(self.systems, other.systems, strict=True)))


def sit_down(rules: TableRules, bankroll: Cents | None, unit: Cents | None, *, wager_id: str, shoes: int) -> Bettor:
    """A patron that this table lets sit down; what cannot be is `Refused` or `Unreadable`."""
    wager = rules.wager(wager_id)
    stakes = stakes_of(rules, wager)
    chosen = stakes.least if unit is None else unit
    brought = STAKES_IN_A_BANKROLL * stakes.least if bankroll is None else bankroll
    if brought < stakes.least:
        raise _bankroll_too_small(rules, brought, stakes.least, on=wager.id)
    if chosen < stakes.least or chosen > stakes.most or chosen % stakes.step:
        sentence = (
            f"a unit of {format_dollars(chosen)} cannot be staked on {wager.id}: take a multiple of "
            f"{format_dollars(stakes.step)} from {format_dollars(stakes.least)} to {format_dollars(stakes.most)}"
        )
        raise Refused("unit_not_allowed", rules.cite(rules.multiple.clause), sentence)
    return Bettor(bankroll=brought, unit=chosen, wager=wager, shoes=shoes)


def _bankroll_too_small(rules: TableRules, brought: Cents, least: Cents, *, on: str) -> Refused:
    sentence = (
        f"a bankroll of {format_dollars(brought)} is below the least stake on {on}, {format_dollars(least)}: bring more"
    )
    return Refused("bankroll_too_small", rules.cite(rules.minimum.clause), sentence)


def sessions_in(plan: Plan, patron: Bettor) -> int:
    """How many sessions a plan's shoes are enough for; too few for one is `Unreadable`."""
    if plan.shoes < patron.shoes:
        raise Unreadable(f"a session takes {patron.shoes} shoes, and there are only {plan.shoes}: deal more")
    return plan.shoes // patron.shoes


@dataclass(frozen=True, kw_only=True)
class BankrollJob:
    """Sessions by named systems; a unit is a session of some shoes of the full-card plan."""

    plan: Plan
    patron: Bettor
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
        self._check_hands()
        self._check_amounts()

    def _check_hands(self) -> None:
        """Systems that choose a hand do not bet on the wager that the bankroll was brought for."""
        hands = [stakes.least for stakes in self._bets[1][ON_PLAYER:]]
        for name in self.systems:
            if SYSTEMS[name].chooses_hand and self.patron.bankroll < min(hands):
                raise _bankroll_too_small(self.plan.rules, self.patron.bankroll, min(hands), on=f"a hand by {name}")

    def _check_amounts(self) -> None:
        for payoffs, stakes in zip(*self._bets, strict=True):
            check_amounts(payoffs, stakes, bankroll=self.patron.bankroll, shoes=self.patron.shoes)
        if self._most_units > MOST_UNITS:
            raise Unreadable(
                f"the maximum is more than {MOST_UNITS:,} units of {format_dollars(self.patron.unit)}, further than "
                "systems can count: lower the maximum or raise the unit"
            )

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

    @property
    def _most_units(self) -> int:
        """So many units are the maximum or above it; a system that wants more gets no more for it."""
        return max(stakes.most for stakes in self._bets[1]) // self.patron.unit + 1

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
            self._most_units,
            found,
            paths,
        )
        return BankrollTally(
            tuple(
                replace(count_sessions(found[place]), paths=_numbered(paths[place], first))
                for place in range(len(self.systems))
            )
        )


def _numbered(paths: Ints, first: int) -> tuple[tuple[int, tuple[Cents, ...]], ...]:
    return tuple((first + place, tuple(path[path != UNPLAYED].tolist())) for place, path in enumerate(paths))


def count_sessions(found: Ints) -> SystemTally:
    """The tally of sessions, one row of `found` for each."""
    results: list[int] = found[:, RESULT].tolist()
    staked: list[int] = found[:, STAKED].tolist()
    rounds_to_ruin = found[:, RUINED_AFTER]
    return SystemTally(
        results=Distribution.of(found[:, RESULT]),
        rounds_to_ruin=Distribution.of(rounds_to_ruin[rounds_to_ruin > 0]),
        bets_made=Distribution.of(found[:, BETS]),
        winning_streaks=Distribution.of(found[:, LONGEST_WINS]),
        losing_streaks=Distribution.of(found[:, LONGEST_LOSSES]),
        ahead=sum(result > 0 for result in results),
        staked=sum(staked),
        staked_squared=sum(stake * stake for stake in staked),
        profit_times_staked=sum(result * stake for result, stake in zip(results, staked, strict=True)),
        deepest=int(found[:, DEEPEST].max(initial=0)),
        paths=(),
    )
