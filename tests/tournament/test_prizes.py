"""Places and prizes: ties of every size, odd cents, and all of the pool to the last one."""

import random
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.streams.ledger import CAGE
from puntobanco.table import ledger
from puntobanco.tournament import ledger as tournament_ledger
from puntobanco.tournament.conditions import WHOLE, Breakdown
from puntobanco.tournament.model import Ending, Entrant, Finish
from puntobanco.tournament.queries.prizes import awards, places, prizes_of
from puntobanco.tournament.state import TournamentState
from puntobanco.values.replace import changed
from tests.tournament.helpers import Cup, conditions
from tests.tournament.walk import check_places


def over(
    *finishes: Finish, pool: int, shares: tuple[int, ...], drawn: tuple[int, ...] | None = None
) -> TournamentState:
    """A tournament of players a, b, c, ... that ended so, drawn in this order or in that of their names."""
    order = drawn or tuple(range(1, len(finishes) + 1))
    entrants = {
        name: Entrant(player=name, payer=name, paid=0, groups=(), number=place, drawn=order[place - 1], finish=finish)
        for place, (name, finish) in enumerate(zip(names(len(finishes)), finishes, strict=True), start=1)
    }
    prizes = (Breakdown(least=2, most=max(2, len(finishes)), shares=shares),)
    planned = Cup(conditions()).now
    return changed(
        planned,
        conditions=conditions(prizes=prizes, most_players=len(finishes)),
        entrants=entrants,
        seated=len(finishes),
        over=True,
        fees={tournament_ledger.POOL: pool, CAGE: -pool},
    )


def names(players: int) -> list[str]:
    return [f"{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(players)]


def finished(order: int, stage: int = 1) -> Finish:
    return Finish(how=Ending.FINISHED, stage=stage, order=order)


def put_out(round_: int, stage: int = 1) -> Finish:
    return Finish(how=Ending.PUT_OUT, stage=stage, round=round_)


def forfeited(stage: int = 1) -> Finish:
    return Finish(how=Ending.FORFEITED, stage=stage)


def test_later_stages_come_first_then_finishers_then_those_put_out_then_who_forfeited() -> None:
    state = over(
        finished(1, stage=0),
        finished(0, stage=0),
        put_out(1, stage=0),
        put_out(3, stage=0),
        forfeited(),
        put_out(2),
        put_out(0),
        finished(0),
        finished(1),
        pool=0,
        shares=(WHOLE,),
    )
    found = [(place, [one.player for one in group]) for place, group in places(state)]
    assert found == [
        (1, ["ah"]),
        (2, ["ai"]),
        (3, ["af"]),
        (4, ["ag"]),
        (5, ["ae"]),
        (6, ["ab"]),
        (7, ["aa"]),
        (8, ["ad"]),
        (9, ["ac"]),
    ]


def test_who_never_sat_has_no_place() -> None:
    state = over(finished(0), finished(1), Finish(how=Ending.NEVER_SAT, stage=0), pool=100, shares=(WHOLE,))
    assert [one.player for one in awards(state)] == ["aa", "ab"]


def test_a_dead_heat_leaves_the_next_place_empty_and_shares_its_prizes() -> None:
    state = over(finished(0), put_out(2), put_out(2), put_out(1), pool=10_000, shares=(5_000, 3_000, 1_500, 500))
    assert [(one.place, one.prize) for one in awards(state)] == [(1, 5_000), (2, 2_250), (2, 2_250), (4, 500)]


def test_all_out_at_once_share_everything() -> None:
    state = over(put_out(1), put_out(1), put_out(1), pool=100, shares=(6_000, 4_000))
    assert [(one.place, one.prize) for one in awards(state)] == [(1, 34), (1, 33), (1, 33)]


def test_odd_cents_of_shares_go_in_the_order_of_the_first_ballot() -> None:
    state = over(put_out(1), put_out(1), put_out(1), pool=101, shares=(WHOLE,), drawn=(3, 1, 2))
    assert prizes_of(state) == {"aa": 33, "ab": 34, "ac": 34}


def test_odd_cents_of_a_share_stay_among_those_who_share() -> None:
    """The winner was drawn first, and gets no cent of the prizes that two others share."""
    state = over(finished(0), put_out(1), put_out(1), pool=1_000, shares=(5_000, 2_510, 2_490), drawn=(1, 3, 2))
    assert prizes_of(state) == {"aa": 500, "ab": 250, "ac": 250}
    state = over(finished(0), put_out(1), put_out(1), pool=100, shares=(4_900, 3_000, 2_100), drawn=(1, 3, 2))
    assert prizes_of(state) == {"aa": 49, "ab": 25, "ac": 26}


def test_odd_cents_of_percentages_go_to_those_with_a_prize_in_the_order_of_the_first_ballot() -> None:
    """A hundred cents and a third each leave one: 33.34, 33.33 and 33.33 percent of 99 are 33, 32 and 32."""
    state = over(*map(finished, range(4)), pool=99, shares=(3_334, 3_333, 3_333), drawn=(4, 3, 2, 1))
    assert prizes_of(state) == {"aa": 33, "ab": 33, "ac": 33, "ad": 0}


@pytest.mark.parametrize("size", range(1, 25))
def test_ties_of_every_size_at_every_place_pay_the_whole_pool(size: int) -> None:
    """The tie begins at every place; the pool is a prime number of cents."""
    shares = (3_331, 2_777, 1_999, 1_001, 891, 1)
    for before in range(7):
        finishes = [finished(order) for order in range(before)] + [put_out(1)] * size + [put_out(0)] * 6
        state = over(*finishes, pool=99_991, shares=shares)
        found = awards(state)
        assert sum(one.prize for one in found) == 99_991
        check_places([one.place for one in found])
        tied = [one.prize for one in found if one.place == before + 1]
        assert len(tied) == size
        assert max(tied) - min(tied) <= 1


@given(
    pool=st.integers(0, 5_000),
    cuts=st.lists(st.integers(1, WHOLE - 1), unique=True, max_size=7),
    groups=st.lists(st.integers(1, 5), min_size=2, max_size=8),
    seed=st.integers(0, 1_000),
)
def test_every_odd_cent_is_paid(pool: int, cuts: list[int], groups: list[int], seed: int) -> None:
    players = sum(groups)
    edges = [0, *sorted(cuts)[: players - 1], WHOLE]
    shares = tuple(high - low for low, high in pairwise(edges))
    drawn = list(range(1, players + 1))
    random.Random(seed).shuffle(drawn)
    finishes = [put_out(len(groups) - place) for place, size in enumerate(groups) for _ in range(size)]
    found = prizes_of(over(*finishes, pool=pool, shares=shares, drawn=tuple(drawn)))
    assert sum(found.values()) == pool
    first = 0
    for size in groups:
        worth = pool * sum(shares[first : first + size]) // WHOLE
        mine = [found[name] for name in names(players)[first : first + size]]
        assert max(mine) - min(mine) <= 1
        assert worth <= sum(mine) <= worth + (size if shares[first:] else 0)
        first += size


def test_money_and_chips_cannot_stand_in_one_entry() -> None:
    with pytest.raises(ValueError, match="sums to zero"):
        tournament_ledger.TournamentEntry(postings=((tournament_ledger.POOL, 1),))
    written = msgspec.json.encode({"postings": [[ledger.chips("ann"), 5], [tournament_ledger.POOL, -5]]})
    with pytest.raises(msgspec.ValidationError, match="chips"):
        msgspec.json.decode(written, type=tournament_ledger.TournamentEntry)
