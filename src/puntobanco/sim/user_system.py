"""A user's own system: a plain Python function in a file, run as Python over the rounds of real shoes."""

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from inspect import signature
from pathlib import Path
from random import Random
from types import CodeType
from typing import TypeAlias

import numpy as np

from puntobanco.coup.accept_wager import accept_one
from puntobanco.coup.settle import Settlement, settle
from puntobanco.errors import Refused, Unreadable
from puntobanco.kernels.arrays import MOST_ROUNDS
from puntobanco.kernels.fact_cells import facts_of
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Wager
from puntobanco.sim.bankroll import PATH_ROUNDS, PATHS, BankrollTally, Bettor, SystemTally, count_sessions, sessions_in
from puntobanco.sim.full_card_kernel import FullLaw, deal_again, full_law_of
from puntobanco.sim.payoffs import Stakes, check_amounts, payoffs_of, stakes_of
from puntobanco.sim.plan import Plan
from puntobanco.sim.sessions import BETS, COLUMNS, DEEPEST, LONGEST_LOSSES, LONGEST_WINS, RESULT, RUINED_AFTER, STAKED
from puntobanco.sim.shuffle import MOST_CARDS
from puntobanco.values.money import Cents, format_dollars

StakeFunction: TypeAlias = Callable[[Sequence[str], Cents, Stakes, Random], Cents | None]
"""`stake(history, bankroll, limits)` or `stake(history, bankroll, limits, chance)`: the results of the session so far
("player", "banker", "tie"), the cents left, the stakes that the table takes (`limits.least`, `limits.most`,
`limits.step`), and a source of chance. Cents to stake, or None for none."""


def read_system(path: Path) -> str:
    """The text of a system's file."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Unreadable(f"the system {path} cannot be read: {error.strerror}; check the path") from None
    except UnicodeDecodeError:
        raise Unreadable(f"the system {path} is not UTF-8 text; save it as UTF-8") from None


def load_system(path: Path, source: str) -> StakeFunction:
    """The function `stake` of a file, run anew; whatever is wrong with it is `Unreadable` in one line."""
    names: dict[str, object] = {"__name__": path.stem, "__file__": str(path)}
    try:
        exec(_code(path, source), names)
    except BaseException as error:  # noqa: BLE001 - whatever a user's file raises, an exit too, is the user's to read
        raise Unreadable(f"the system {path} fails: {_in_one_line(error, path)}") from None
    stake = names.get("stake")
    if not callable(stake):
        raise Unreadable(f"the system {path} has no function stake(history, bankroll, limits): write one")
    return _with_chance(stake)


@cache
def _code(path: Path, source: str) -> CodeType:
    return compile(source, str(path), "exec")


def _with_chance(stake: Callable[..., Cents | None]) -> StakeFunction:
    """A function that does not ask for chance goes without."""
    try:
        asks = "chance" in signature(stake).parameters
    except (TypeError, ValueError):  # a callable that says nothing of its arguments
        asks = False
    if asks:
        return lambda history, bankroll, limits, chance: stake(history, bankroll, limits, chance=chance)
    return lambda history, bankroll, limits, _: stake(history, bankroll, limits)


def chance_of(seed: int, session: int) -> Random:
    """The chance of own systems in a session: from the seed and the session alone, and apart from the cards."""
    return Random(f"own systems: seed {seed}, session {session}")


def _in_one_line(error: BaseException, path: Path) -> str:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    where = f" in line {line}" if line else ""
    return f"{type(error).__name__}{where}: {error.msg if isinstance(error, SyntaxError) else error}"


@dataclass(frozen=True, kw_only=True)
class OwnSystemJob:
    """Sessions by a user's function; a unit is a session, the same as for the named systems."""

    plan: Plan
    patron: Bettor
    path: Path

    units_per_task = 16
    in_python = True
    kernels = (deal_again,)

    def __post_init__(self) -> None:
        load_system(self.path, self._source)
        sessions_in(self.plan, self.patron)
        rules, patron = self.plan.rules, self.patron
        check_amounts(
            payoffs_of(rules, patron.wager), stakes_of(rules, patron.wager),
            bankroll=patron.bankroll, shoes=patron.shoes,
        )  # fmt: skip

    @property
    def units(self) -> int:
        return sessions_in(self.plan, self.patron)

    def nothing(self) -> BankrollTally:
        return BankrollTally((SystemTally.nothing(),))

    @cached_property
    def _source(self) -> str:
        """Read once, and taken along to every worker."""
        return read_system(self.path)

    @cached_property
    def _full_law(self) -> FullLaw:
        return full_law_of(self.plan.rules)

    def run(self, first: int, last: int) -> BankrollTally:
        bets = _Bets(self.plan.rules, self.patron.wager)
        found = np.zeros((last - first, COLUMNS), np.int64)
        paths = []
        for session in range(first, last):
            played = _Session(self, load_system(self.path, self._source), bets, chance_of(self.plan.seed, session))
            path = played.play(session)
            found[session - first] = played.notes
            if session < PATHS:
                paths.append((session, tuple(path[:PATH_ROUNDS])))
        tally = count_sessions(found)
        return BankrollTally((replace(tally, paths=tuple(paths)),))

    def rounds_of(self, shoe: int) -> list[int]:
        """The cells of a shoe's rounds, as the full-card kernel deals them."""
        cards, cells = np.zeros(MOST_CARDS, np.uint8), np.zeros(MOST_ROUNDS, np.uint16)
        rounds = deal_again(self._full_law, np.uint64(self.plan.seed), shoe, cards, cells)
        dealt: list[int] = cells[:rounds].tolist()
        return dealt


class _Bets:
    """The table's side of the bets, which remembers what it has been asked before."""

    def __init__(self, rules: TableRules, wager: Wager) -> None:
        self.limits = stakes_of(rules, wager)
        self.accept = cache(lambda stake: accept_one(rules, wager, stake).live)
        rounding = rules.rounding.value
        self.profit = cache(lambda stake, cell: self._profit(settle(wager, stake, facts_of(cell), rounding)))

    @staticmethod
    def _profit(settled: Settlement) -> Cents:
        """Commission that is owed counts as paid."""
        return settled.profit - settled.commission_owed


class _Session:
    """One patron who plays by a function; the notes are a row as the kernel writes it."""

    def __init__(self, job: OwnSystemJob, stake: StakeFunction, bets: _Bets, chance: Random) -> None:
        self.job, self.stake, self.bets, self.chance = job, stake, bets, chance
        self.notes = [0] * COLUMNS
        self.limits = bets.limits
        self.bankroll = self.peak = job.patron.bankroll
        self.history: list[str] = []
        self.wins = self.losses = 0

    def play(self, session: int) -> list[Cents]:
        """Play the session's shoes; gives the bankroll after every round."""
        path = []
        for shoe in range(self.job.patron.shoes):
            for cell in self.job.rounds_of(session * self.job.patron.shoes + shoe):
                self._play_round(cell)
                path.append(self.bankroll)
        self.notes[RESULT] = self.bankroll - self.job.patron.bankroll
        return path

    def _play_round(self, cell: int) -> None:
        wanted = self._ask() if self.bankroll >= self.limits.least else None
        if wanted is not None:
            self._book(wanted, self.bets.profit(wanted, cell))
            if self.bankroll < self.limits.least:
                self.notes[RUINED_AFTER] = len(self.history) + 1
        self.history.append(facts_of(cell).result.value)

    def _ask(self) -> Cents | None:
        """The function's answer, checked by the table."""
        path, turn = self.job.path, len(self.history) + 1
        try:
            wanted = self.stake(tuple(self.history), self.bankroll, self.limits, self.chance)
        except BaseException as error:  # noqa: BLE001 - whatever a user's function raises, an exit too, is the user's
            raise Unreadable(f"the system {path} fails in round {turn}: {_in_one_line(error, path)}") from None
        if wanted is None:
            return None
        if isinstance(wanted, bool) or not isinstance(wanted, int):
            raise Unreadable(f"the system {path} answers {wanted!r} in round {turn}: answer whole cents, or None")
        if wanted > self.bankroll:
            raise Unreadable(
                f"the system {path} stakes {format_dollars(wanted)} in round {turn}: "
                f"stay within the bankroll, {format_dollars(self.bankroll)}"
            )
        if not self.limits.least <= wanted <= self.limits.most:
            raise Unreadable(
                f"the system {path} stakes {format_dollars(wanted)} in round {turn}: stay from "
                f"limits.least = {self.limits.least} to limits.most = {self.limits.most} cents"
            )
        try:
            return self.bets.accept(wanted)
        except Refused as refusal:
            raise Unreadable(f"the system {path} is refused in round {turn}: {refusal}") from None

    def _book(self, stake: Cents, profit: Cents) -> None:
        self.bankroll += profit
        self.peak = max(self.peak, self.bankroll)
        self.wins = self.wins + 1 if profit > 0 else 0 if profit < 0 else self.wins
        self.losses = self.losses + 1 if profit < 0 else 0 if profit > 0 else self.losses
        self.notes[BETS] += 1
        self.notes[STAKED] += stake
        self.notes[DEEPEST] = max(self.notes[DEEPEST], self.peak - self.bankroll)
        self.notes[LONGEST_WINS] = max(self.notes[LONGEST_WINS], self.wins)
        self.notes[LONGEST_LOSSES] = max(self.notes[LONGEST_LOSSES], self.losses)
