"""Section 15 on fees, prizes and refunds: 15.21, 15.24, 15.25, and rulings 21 and 23."""

from functools import partial
from typing import Any

import pytest

from puntobanco.streams.ledger import CAGE
from puntobanco.tournament import fold, handle, ledger
from puntobanco.tournament.commands import CancelTournament
from puntobanco.tournament.conditions import Breakdown
from puntobanco.tournament.events import BallotDrawn, FeeRefunded, FeesDivided
from puntobanco.tournament.queries.progress import Next, progress
from tests.marks import clause
from tests.tournament.helpers import OPERATOR, conditions, final, heat, refused
from tests.tournament.rigged import ACT, NAMES, PLAYER, Rigged, registered, seated

THIRDS = (Breakdown(least=2, most=2, shares=(10_000,)), Breakdown(least=3, most=24, shares=(3_334, 3_333, 3_333)))


def drawn_order(cup: Rigged) -> list[str]:
    """Players in the order of the first session's ballot."""
    first = next(one for one in cup.log if isinstance(one, BallotDrawn))
    return [one.player for one in first.seats]


# The pool


@clause(ACT, "15.21", "ruling 21")
def test_ruling_21_odd_cents_of_percentages_go_one_each_in_the_order_of_the_first_ballot() -> None:
    """Three fees of $33.33: 33.34% of 9,999 cents are 3,333, 33.33% are 3,332, twice; two cents are left."""
    for seed in range(6):
        rules = conditions(final(rounds=1), entry_fee=3_333, commission=0, prizes=THIRDS)
        cup = seated(NAMES[:3], rules, seed=seed)
        cup.deal(PLAYER, ann="player 30", bob="player 20", cy="player 10")
        cup.director("end_session")
        first, second, _ = drawn_order(cup)
        whole = {"ann": 3_333, "bob": 3_332, "cy": 3_332}
        assert cup.prizes() == {one: cents + (one in (first, second)) for one, cents in whole.items()}
        assert sum(cup.prizes().values()) == 9_999


@clause(ACT, "15.21", "15.23", "ruling 21")
def test_ruling_21_odd_cents_of_shares_go_one_each_in_the_order_of_the_first_ballot() -> None:
    for seed in range(6):
        rules = conditions(final(rounds=2), entry_fee=101, commission=1, prizes=THIRDS)
        cup = seated(NAMES[:4], rules, seed=seed)
        cup.deal(PLAYER, **dict.fromkeys(NAMES[:4], "banker 1000"))
        cup.director("end_session")
        assert cup.prizes() == dict.fromkeys(NAMES[:4], 100)
        rules = conditions(final(rounds=2), entry_fee=101, commission=0, prizes=THIRDS)
        cup = seated(NAMES[:3], rules, seed=seed)
        cup.deal(PLAYER, ann="banker 1000", bob="banker 1000")
        cup.director("end_session")
        assert sum(cup.prizes().values()) == 303
        early = next(one for one in drawn_order(cup) if one != "cy")
        late = next(one for one in ("ann", "bob") if one != early)
        assert cup.prizes()[early] - cup.prizes()[late] == sum(cup.prizes()[one] for one in ("ann", "bob")) % 2


@clause(ACT, "15.21")
@pytest.mark.parametrize("commission", [0, 1, 3_332, 3_333])
@pytest.mark.parametrize("players", [2, 3, 5, 7])
def test_act_2015_15_21_all_of_the_pool_is_paid_and_nothing_else(players: int, commission: int) -> None:
    rules = conditions(final(rounds=1), entry_fee=3_333, commission=commission, prizes=THIRDS)
    cup = seated(NAMES[:players], rules)
    cup.deal(PLAYER, **{name: f"player {10 + place}" for place, name in enumerate(NAMES[:players])})
    cup.director("end_session")
    cup.director("award_places")
    assert cup.now.fees.get(ledger.POOL, 0) == 0
    for one in progress(cup.now).players:
        cup.operator("pay_prize", player=one)
        assert refused(partial(cup.operator, "pay_prize", player=one)) == ("no_prize", "act-2015 15.21")
    kept = players * commission
    assert dict(cup.now.fees) == ({CAGE: -kept, ledger.COMMISSION: kept} if kept else {})
    assert progress(cup.now).next is Next.CLOSED


@clause(ACT, "15.24", "15.4")
def test_act_2015_15_24_what_is_not_commission_is_prize_money() -> None:
    cup = registered(NAMES[:3])
    assert cup.now.fees == {CAGE: -30_000, ledger.FEES: 30_000}
    cup.ballot()
    cup.all_sit()
    cup.start()
    assert cup.now.fees == {CAGE: -30_000, ledger.POOL: 27_000, ledger.COMMISSION: 3_000}
    (divided,) = (one for one in cup.events if isinstance(one, FeesDivided))
    assert (divided.pool, divided.commission, divided.clause) == (27_000, 3_000, "15.24")


@clause(ACT, "15.24")
def test_act_2015_15_24_there_may_be_no_fee_at_all() -> None:
    cup = seated(NAMES[:2], conditions(final(rounds=1), entry_fee=0, commission=0))
    cup.deal(PLAYER, ann="player 10")
    cup.director("end_session")
    cup.director("award_places")
    assert [(one.player, one.place, one.prize) for one in cup.now.awards or ()] == [("ann", 1, 0), ("bob", 2, 0)]
    assert progress(cup.now).next is Next.CLOSED


@clause(ACT, "ruling 23", "15.4")
@pytest.mark.parametrize("sit", range(2, 8))
def test_ruling_23_the_breakdown_is_by_those_seated_when_the_first_session_starts_and_the_pool_by_the_fees(
    sit: int,
) -> None:
    """Seven fees; for n players the first has n percent less than all, the second n percent."""
    prizes = tuple(Breakdown(least=n, most=n, shares=(10_000 - 100 * n, 100 * n)) for n in range(2, 8))
    rules = conditions(final(rounds=1), most_players=7, prizes=prizes)
    cup = registered(NAMES, rules)
    cup.ballot()
    cup.all_sit(but=NAMES[sit:])
    cup.start()
    cup.deal(PLAYER, ann="player 20", bob="player 10")
    cup.director("end_session")
    assert (cup.prizes()["ann"], cup.prizes()["bob"]) == (63_000 - 630 * sit, 630 * sit)


# Refunds


@clause(ACT, "15.25")
def test_act_2015_15_25_nobody_gets_a_fee_back_by_forfeiting_or_being_replaced() -> None:
    cup = registered(NAMES[:4])
    cup.director("substitute", player="dee", substitute="sam")
    cup.ballot()
    cup.all_sit(but=["cy"])
    cup.start()
    assert not [one for one in cup.log if isinstance(one, FeeRefunded)]
    assert cup.now.fees[CAGE] == -40_000


def refunds(events: Any) -> dict[str, int]:
    return {one.payer: one.amount for one in events if isinstance(one, FeeRefunded)}


CANCEL = CancelTournament(actor=OPERATOR, reason="fire")


@clause(ACT, "15.25", "ruling 23")
def test_act_2015_15_25_cancelled_at_any_moment_before_the_first_prize_everybody_gets_back_what_they_paid() -> None:
    """After every single command of a tournament with a reserve, an absentee, a substitute, a play-off and a break."""
    cup = Watched.opened(conditions(heat(rounds=1, advance=2), final(rounds=1)))
    for one in NAMES[:4]:
        cup.director("register", player=one)
    cup.director("list_reserve", player="rae")
    cup.director("list_reserve", player="ray")
    cup.ballot()
    cup.all_sit(but=["cy", "dee"])
    cup.seat_goes_to("rae", absent="cy")
    cup.director("take_place", player="rae")
    cup.director("substitute", player="ann", substitute="sam")
    cup.director("take_place", player="sam")
    cup.start()
    cup.director("call_break", minutes=5)
    cup.director("resume_play")
    cup.deal(PLAYER, bob="player 10")
    cup.director("end_session")
    cup.director("start_play_off")
    cup.deal(PLAYER, sam="player 10")
    cup.director("end_session")
    cup.ballot()
    cup.all_sit(but=["bob"])
    cup.start()
    cup.director("end_session")
    cup.director("award_places")
    assert cup.payers == {"ann", "bob", "cy", "dee", "rae"}
    assert cup.cancelled > 50
    cup.operator("pay_prize", player="sam")
    assert refused(lambda: cup.give(CANCEL)) == ("too_late", "act-2015 ruling 23")


class Watched(Rigged):
    """After every command it is seen what a cancellation would pay back."""

    cancelled = 0
    payers: frozenset[str] = frozenset()

    def give(self, command: Any) -> Any:
        found = super().give(command)
        if progress(self.now).next is not Next.CLOSED and not any(one.paid for one in self.now.awards or ()):
            self.see_what_comes_back()
        return found

    def see_what_comes_back(self) -> None:
        events, state = handle(self.now, CANCEL)
        paid = {one.payer: 10_000 for one in self.now.entrants.values()}
        assert refunds(events) == paid
        assert {one.clause for one in events} == {"15.25"}
        assert (state.fees, state.tables, state.session) == ({}, {}, None)
        assert fold((*self.log, *events)) == state
        assert progress(state).next is Next.CLOSED
        for again in (CANCEL, CancelTournament(actor=OPERATOR, reason=" ")):
            assert refused(partial(handle, state, again))[0] in ("too_late", "no_reason")
        self.cancelled, self.payers = self.cancelled + 1, self.payers | paid.keys()
