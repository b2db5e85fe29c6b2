"""What was staked and won, held against what the exact odds let expect.

Sums are whole numbers: for every wager what was staked, and for every two wagers of a coup the product of their stakes.
Mean and variance of the house's win follow from these as fractions, once per rules.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import sqrt

from puntobanco.exact_odds.moments import Moments
from puntobanco.table.model import SettledWager
from puntobanco.values.money import Cents

ODD = 3
"""A z-value this far from zero is marked."""
BY_CHANCE = 0.0027
"""How often an honest one is."""


def house_win(line: SettledWager) -> Cents:
    """What the house won by a wager: commission that is owed included, and what was paid in error and is not owed."""
    return line.stake - line.returned + line.commission_owed - line.error


class Wagered:
    """The wagers of one or many coups by the same rules."""

    __slots__ = ("bets", "commission", "rounds", "stakes", "together", "wins")

    def __init__(self) -> None:
        self.rounds = 0
        self.bets: Counter[str] = Counter()
        self.stakes: Counter[str] = Counter()
        self.wins: Counter[str] = Counter()
        self.commission: Counter[str] = Counter()
        self.together: Counter[tuple[str, str]] = Counter()
        """The products of two wagers' stakes, coup by coup."""

    @classmethod
    def of(cls, lines: Iterable[SettledWager]) -> "Wagered | None":
        """Of one coup; none where there is no wager. All stakes on a wager win and lose together."""
        coup = cls()
        for line in lines:
            coup._take(line)
        coup.rounds = 1
        staked = sorted(coup.stakes.items())
        for (one, of_one), (other, of_other) in combinations_with_replacement(staked, 2):
            coup.together[one, other] = of_one * of_other
        return coup if staked else None

    def _take(self, line: SettledWager) -> None:
        self.bets[line.wager] += 1
        self.stakes[line.wager] += line.stake
        self.wins[line.wager] += house_win(line)
        self.commission[line.wager] += line.commission_taken + line.commission_owed

    def add(self, other: "Wagered") -> None:
        self.rounds += other.rounds
        for mine, theirs in (
            (self.bets, other.bets),
            (self.stakes, other.stakes),
            (self.wins, other.wins),
            (self.commission, other.commission),
        ):
            for name, amount in theirs.items():
                mine[name] += amount
        for both, product in other.together.items():
            self.together[both] += product


@dataclass(frozen=True, kw_only=True)
class Score:
    """What came of wagers, and what was to be expected; one coup tells nothing of another."""

    rounds: int = 0
    bets: int = 0
    stake: Cents = 0
    win: Cents = 0
    commission: Cents = 0
    expected: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    def __add__(self, other: "Score") -> "Score":
        return Score(
            rounds=self.rounds + other.rounds,
            bets=self.bets + other.bets,
            stake=self.stake + other.stake,
            win=self.win + other.win,
            commission=self.commission + other.commission,
            expected=self.expected + other.expected,
            variance=self.variance + other.variance,
        )

    @cached_property
    def sd(self) -> float:
        return sqrt(self.variance)

    @cached_property
    def z(self) -> float | None:
        """How many standard deviations the win is from what was expected; none where nothing was left to chance."""
        return float(self.win - self.expected) / self.sd if self.variance else None

    @property
    def odd(self) -> bool:
        return self.z is not None and abs(self.z) >= ODD


Law = Callable[[str], Moments]
"""The moments of the wagers by the digest of their rules."""


@dataclass(slots=True)
class Play:
    """Coups by whatever rules."""

    by_rules: dict[str, Wagered] = field(default_factory=dict)

    def add(self, digest: str, coup: Wagered) -> None:
        found = self.by_rules.get(digest)
        if found is None:
            found = self.by_rules[digest] = Wagered()
        found.add(coup)

    def score(self, law: Law) -> Score:
        """Of all wagers together."""
        return sum((_score(wagered, law(digest)) for digest, wagered in self.by_rules.items()), Score())

    def by_wager(self, law: Law) -> dict[tuple[str, str], Score]:
        """Of each wager by itself, by digest and id."""
        return {
            (digest, wager): _score_of(wagered, law(digest), wager)
            for digest, wagered in self.by_rules.items()
            for wager in wagered.stakes
        }


def merged(plays: Iterable[Play]) -> Play:
    found = Play()
    for play in plays:
        for digest, wagered in play.by_rules.items():
            found.add(digest, wagered)
    return found


def _score(wagered: Wagered, law: Moments) -> Score:
    return Score(
        rounds=wagered.rounds,
        bets=wagered.bets.total(),
        stake=wagered.stakes.total(),
        win=wagered.wins.total(),
        commission=wagered.commission.total(),
        expected=-_sum(law.means, wagered.stakes),
        variance=sum(
            (
                law.covariances[one, other] * product * (1 + (one != other))
                for (one, other), product in wagered.together.items()
            ),
            Fraction(0),
        ),
    )


def _sum(means: Mapping[str, Fraction], stakes: Mapping[str, Cents]) -> Fraction:
    return sum((means[name] * stake for name, stake in stakes.items()), Fraction(0))


def _score_of(wagered: Wagered, law: Moments, wager: str) -> Score:
    return Score(
        bets=wagered.bets[wager],
        stake=wagered.stakes[wager],
        win=wagered.wins[wager],
        commission=wagered.commission[wager],
        expected=-law.means[wager] * wagered.stakes[wager],
        variance=law.covariances[wager, wager] * wagered.together[wager, wager],
    )
