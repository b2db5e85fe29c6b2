"""Counting cards: the exact expected value of every wager before every round, from the cards that were seen."""

from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TypeAlias

import numpy as np
from numba import int64
from numpy.typing import NDArray

from puntobanco.coup.settle import profit_per_unit
from puntobanco.errors import Unreadable
from puntobanco.exact_odds import Engine
from puntobanco.exact_odds.face_arrays import class_matrices
from puntobanco.exact_odds.paytable import Reads, reads
from puntobanco.kernels.arrays import BLOCK_SHOES, MOST_ROUNDS, Bytes, Floats, Ints
from puntobanco.kernels.compile import compiled
from puntobanco.kernels.fact_cells import CELLS, CLASSES, facts_of
from puntobanco.rulebooks.facts import PairClass, PairFacts
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.tableau import CardValues
from puntobanco.rulebooks.wagers import Wager
from puntobanco.sim.full_card_kernel import SIDE_BY_SIDE, FullLaw, card_codes, deal_shoes, full_law_of
from puntobanco.sim.linear_count import LinearCount
from puntobanco.sim.plan import Plan
from puntobanco.sim.shuffle import MOST_CARDS
from puntobanco.values.cards import DECK, Rank
from puntobanco.values.money import Odds

FINENESS = 1_000_000_000_000
"""Expected values are summed as whole numbers of 10**-12, so that sums do not depend on their order."""
Sums: TypeAlias = NDArray[np.object_]
"""Whole numbers of Python: a million shoes of such values do not fit into 64 bits."""
BEST_ODDS = 500
"""What counting can take: a block of shoes at such odds is still within 64 bits."""
TRUE_COUNTS = 41
"""True counts from -20 to 20, those beyond at the ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountTally:
    """Rounds by how many cards were gone before them, and the expected values before them."""

    shoes: int
    rounds: Ints
    """By cards gone, burned ones included."""
    ev: Sums
    """Wagers x cards gone: sums of expected values, in 10**-12."""
    positive: Ints
    """Wagers x cards gone: rounds before which the expected value was positive, ..."""
    gain: Sums
    """... and the sum of those values."""
    by_count: Ints
    """True counts: rounds."""
    ev_by_count: Sums
    """Wagers x true counts: sums of expected values."""

    def __add__(self, other: "CountTally") -> "CountTally":
        return CountTally(
            shoes=self.shoes + other.shoes,
            rounds=self.rounds + other.rounds,
            ev=self.ev + other.ev,
            positive=self.positive + other.positive,
            gain=self.gain + other.gain,
            by_count=self.by_count + other.by_count,
            ev_by_count=self.ev_by_count + other.ev_by_count,
        )

    @staticmethod
    def nothing(wagers: int) -> "CountTally":
        by_depth, by_count = (wagers, MOST_CARDS + 1), (wagers, TRUE_COUNTS)
        return CountTally(
            shoes=0,
            rounds=np.zeros(MOST_CARDS + 1, np.int64),
            ev=np.zeros(by_depth, object),
            positive=np.zeros(by_depth, np.int64),
            gain=np.zeros(by_depth, object),
            by_count=np.zeros(TRUE_COUNTS, np.int64),
            ev_by_count=np.zeros(by_count, object),
        )


@compiled
def note_seen(
    full: FullLaw,
    seed: np.uint64,
    first: int,
    last: int,
    face_of: Bytes,
    unseen: Ints,
    gone: Ints,
    tags: Floats,
    counts: Floats,
) -> int:
    """Before every round of the shoes from `first` up to `last`: the cards not seen by face, cards gone, true count.

    Gives the number of rounds. Burned cards that nobody saw are among those not seen.
    """
    workspace = full.workspace.copy()
    cards = np.zeros((SIDE_BY_SIDE, MOST_CARDS), np.uint8)
    cells = np.zeros((SIDE_BY_SIDE, MOST_ROUNDS), np.uint16)
    rounds = np.zeros(SIDE_BY_SIDE, np.int64)
    left = np.zeros(52, np.int64)
    row = 0
    for shoe in range(first, last, SIDE_BY_SIDE):
        count = min(SIDE_BY_SIDE, last - shoe)
        deal_shoes(full, seed, shoe, count, workspace, cards, cells, rounds)
        for lane in range(count):
            for face in range(52):
                left[face] = full.law.per_rank // 4
            at, running, not_seen = 1 + int64(full.burn_counts[cards[lane, 0]]), 0.0, full.law.cards
            if full.law.burn_shown:
                face = face_of[cards[lane, 0]]
                left[face] -= 1
                running += tags[face]
                not_seen -= 1
            for turn in range(rounds[lane]):
                for face in range(52):
                    unseen[row, face] = left[face]
                gone[row] = at
                counts[row] = running * 52.0 / not_seen
                row += 1
                thirds = cells[lane, turn] % CELLS // 100
                for _ in range(4 + thirds // 2 + thirds % 2):
                    face = face_of[cards[lane, at]]
                    left[face] -= 1
                    running += tags[face]
                    not_seen -= 1
                    at += 1
    return row


@compiled
def expected_values(ways: Ints, draws: Ints, pays: Floats, values: Floats) -> None:
    """For each row of ways by cell, the expected value of each wager (the columns of `pays`)."""
    cells, wagers = pays.shape
    sums = np.zeros(wagers)
    for row in range(len(ways)):
        for wager in range(wagers):
            sums[wager] = 0.0
        for cell in range(cells):
            weight = float(ways[row, cell])
            for wager in range(wagers):
                sums[wager] += weight * pays[cell, wager]
        for wager in range(wagers):
            values[row, wager] = sums[wager] / draws[row]


def pays_too_much(wager: Wager) -> bool:
    """Whether its odds are better than counting can take."""
    return any(isinstance(line.pays, Odds) and line.pays.per_unit > BEST_ODDS for line in wager.lines)


@dataclass(frozen=True, kw_only=True)
class CountJob:
    """Exact expected values before every round of a plan; a unit is a block of shoes of the full-card kernel."""

    plan: Plan
    count: LinearCount | None = None
    asked: tuple[Wager, ...] | None = None
    """The wagers it is about, if not all of the table."""

    units_per_task = 4
    in_python = False
    kernels = (note_seen, expected_values)

    def __post_init__(self) -> None:
        for wager in self.wagers:
            if pays_too_much(wager):
                raise Unreadable(
                    f"{wager.id} pays more than {BEST_ODDS} to 1, further than counting goes: lower its odds"
                )

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """Those that totals, or pairs alone, decide."""
        return self.plan.rules.wagers if self.asked is None else self.asked

    @property
    def units(self) -> int:
        return self.plan.blocks

    def nothing(self) -> CountTally:
        return CountTally.nothing(len(self.wagers))

    @cached_property
    def _full_law(self) -> FullLaw:
        return full_law_of(self.plan.rules)

    @cached_property
    def _face_of(self) -> Bytes:
        faces = np.zeros(256, np.uint8)
        faces[card_codes(self.plan.rules)] = range(len(DECK))
        return faces

    @cached_property
    def _tags(self) -> Floats:
        tags = self.count.tags if self.count else (0.0,) * len(Rank)
        return np.array([tags[card.rank - 1] for card in DECK])

    def run(self, first: int, last: int) -> CountTally:
        tally = self.nothing()
        for block in range(first, last):
            tally += self._count_block(block)
        return tally

    def _count_block(self, block: int) -> CountTally:
        shoes = range(block * BLOCK_SHOES, min((block + 1) * BLOCK_SHOES, self.plan.shoes))
        room = len(shoes) * MOST_ROUNDS
        unseen, gone, counts = np.zeros((room, 52), np.int64), np.zeros(room, np.int64), np.zeros(room)
        rounds = note_seen(
            self._full_law,
            np.uint64(self.plan.seed),
            shoes.start,
            shoes.stop,
            self._face_of,
            unseen,
            gone,
            self._tags,
            counts,
        )
        values = evaluate(self.plan.rules, self.wagers, unseen[:rounds])
        return _tally(len(shoes), gone[:rounds], counts[:rounds], np.rint(values * FINENESS).astype(np.int64))


def evaluate(rules: TableRules, wagers: tuple[Wager, ...], unseen: Ints) -> Floats:
    """Rounds x wagers: the expected profit per unit staked from the cards not seen, by the batches of `odds`."""
    values = np.empty((len(unseen), len(wagers)))
    by_total = [place for place, wager in enumerate(wagers) if reads(wager) is Reads.TOTALS]
    pays = _pays(tuple(wagers[place] for place in by_total))
    points = np.stack(
        [unseen[:, _faces_of_value(rules.card_values.value, value)].sum(axis=1) for value in range(10)], axis=1
    )
    found = Engine.of(rules.tableau).batch(points, threads=1)
    of_totals = np.empty((len(unseen), len(by_total)))
    expected_values(found.ways.reshape(-1, CELLS), found.draws, pays, of_totals)
    values[:, by_total] = of_totals
    for place, wager in enumerate(wagers):
        if place not in by_total:
            values[:, place] = _value_of_pairs(wager, unseen)
    return values


@cache
def _pays(wagers: tuple[Wager, ...]) -> Floats:
    """Cells x wagers."""
    return np.array([[float(profit_per_unit(wager, facts_of(cell))) for wager in wagers] for cell in range(CELLS)])


@cache
def _faces_of_value(values: CardValues, value: int) -> tuple[int, ...]:
    return tuple(place for place, card in enumerate(DECK) if values.of(card) == value)


def _value_of_pairs(wager: Wager, unseen: Ints) -> Floats:
    match reads(wager):
        case Reads.PAIR_OF_PLAYER | Reads.PAIR_OF_BANKER:
            return _value_of_pair(wager, unseen)
        case Reads.PAIRS:
            return _value_of_both_pairs(wager, unseen)
        case _:
            raise Unreadable(f"{wager.id} reads pairs and totals: counting takes one or the other")


def _value_of_both_pairs(wager: Wager, unseen: Ints) -> Floats:
    """The expected value of a wager on the pairs of both hands, from the draws of four cards by their pair classes.

    Of n cards, M n says for each face with how many it makes a pair of a class. A pair (a, b) of player's takes from
    banker's pairs those with a or with b: W' = W - 2 (M n)[a] - 2 (M n)[b], and what was taken twice comes back.
    """
    shoes, cards = unseen.astype(np.float64), unseen.sum(axis=1).astype(np.float64)
    partners = [shoes @ same.astype(np.float64) for same in class_matrices()]
    is_perfect = [float(pair is PairClass.PERFECT) for pair in CLASSES]
    ways = [(with_each * shoes).sum(axis=1) - one * cards for with_each, one in zip(partners, is_perfect, strict=True)]
    four_cards = cards * (cards - 1) * (cards - 2) * (cards - 3)
    paired = range(1, len(CLASSES))
    both = {(i, j): _both(shoes, partners, ways, is_perfect, i, j) for i in paired for j in paired}
    for i in paired:
        alone = ways[i] * (cards - 2) * (cards - 3)
        both[i, 0] = alone - sum(both[i, j] for j in paired)
        both[0, i] = alone - sum(both[j, i] for j in paired)
    both[0, 0] = four_cards - sum(both.values())
    value = np.zeros(len(unseen))
    for (i, j), found in both.items():
        value += found / four_cards * float(profit_per_unit(wager, PairFacts(player=CLASSES[i], banker=CLASSES[j])))
    return value


def _both(shoes: Floats, partners: list[Floats], ways: list[Floats], is_perfect: list[float], i: int, j: int) -> Floats:
    """The draws in which player has a pair of class i and banker one of class j."""
    shared: Floats = (shoes * partners[j] * (partners[i] - is_perfect[i])).sum(axis=1)
    return ways[i] * (ways[j] + 4 * is_perfect[j] + 2 * (i == j)) - 4 * shared


def _value_of_pair(wager: Wager, unseen: Ints) -> Floats:
    """The expected value of a wager on the pair of one hand: from the ordered draws of two cards by pair class."""
    cards = unseen.sum(axis=1)
    draws = (cards * (cards - 1)).astype(np.float64)
    shoes = unseen.astype(np.float64)
    value = np.zeros(len(unseen))
    for pair, same in zip(CLASSES, class_matrices(), strict=True):
        # Whole numbers below 2**53, so that floats are exact and the order of their sums does not matter.
        ways = (shoes @ same.astype(np.float64) * shoes).sum(axis=1)
        ways -= cards if pair is PairClass.PERFECT else 0
        value += ways / draws * float(profit_per_unit(wager, PairFacts(player=pair, banker=pair)))
    return value


def _tally(shoes: int, gone: Ints, counts: Floats, values: Ints) -> CountTally:
    wagers = values.shape[1]
    tally = CountTally.nothing(wagers)
    ev, gain = (np.zeros(tally.ev.shape, np.int64) for _ in range(2))
    ev_by_count = np.zeros(tally.ev_by_count.shape, np.int64)
    places = np.clip(np.rint(counts) + TRUE_COUNTS // 2, 0, TRUE_COUNTS - 1).astype(np.int64)
    np.add.at(tally.rounds, gone, 1)
    np.add.at(tally.by_count, places, 1)
    for wager in range(wagers):
        value = values[:, wager]
        np.add.at(ev[wager], gone, value)
        np.add.at(tally.positive[wager], gone, value > 0)
        np.add.at(gain[wager], gone, np.maximum(value, 0))
        np.add.at(ev_by_count[wager], places, value)
    return replace(
        tally, shoes=shoes, ev=ev.astype(object), gain=gain.astype(object), ev_by_count=ev_by_count.astype(object)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Advantage:
    """How often and by how much a wager was worth more than nothing."""

    rounds: int
    positive: int
    gain_per_shoe: float
    """What a unit staked on every such round, and on no other, brings per shoe."""

    @property
    def share(self) -> float:
        return self.positive / self.rounds if self.rounds else 0.0


def advantage(tally: CountTally, wager: int, *, after: int = 0, before: int = MOST_CARDS + 1) -> Advantage:
    """Over the rounds with at least `after` and fewer than `before` cards gone.

    With `before` as the place of a cutting card, these are the rounds that begin before it comes.
    """
    return Advantage(
        rounds=int(tally.rounds[after:before].sum()),
        positive=int(tally.positive[wager, after:before].sum()),
        gain_per_shoe=int(tally.gain[wager, after:before].sum()) / FINENESS / max(tally.shoes, 1),
    )
