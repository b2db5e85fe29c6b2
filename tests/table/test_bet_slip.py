"""One slip carries all of a patron's stakes for a round: all of it is accepted or none."""

import pytest

from puntobanco.streams.event import fold
from puntobanco.table import ledger
from puntobanco.table.commands.wagers import SlipStake
from puntobanco.table.events import SlipLaid
from puntobanco.table.views.describe import tell
from tests.marks import clause
from tests.table.helpers import TIE, Table, refused


def slip(at: Table, *stakes: tuple[str, int], by: str = "ann", area: str = "1", number: int | None = None) -> None:
    """Dollars by wager."""
    found = tuple(SlipStake(area=area, wager=wager, amount=100 * dollars) for wager, dollars in stakes)
    at.patron(by, "bet_slip", round=at.now.round_number if number is None else number, stakes=found)


@pytest.fixture
def at() -> Table:
    return Table.ready("act-2015", {"ann": 1000, "bob": 1000}, pairs="canberra")


def test_a_slip_places_all_its_stakes(at: Table) -> None:
    slip(at, ("player", 100), ("tie", 10), ("player_pair", 5))
    assert at.lying() == {"ann 1 player": 100, "ann 1 tie": 10, "ann 1 player_pair": 5}
    assert (at.names(), at.chips("ann")) == (["slip_laid"], 885)
    assert [tell(event, "ann") for event in at.events] == [
        "ann's slip: $100 on player in area 1; $10 on tie in area 1; $5 on player pair in area 1"
    ]


def test_a_slip_stands_in_place_of_what_lay_there(at: Table) -> None:
    slip(at, ("player", 100), ("tie", 10))
    slip(at, ("player", 60), ("player_pair", 5))
    assert at.lying() == {"ann 1 player": 60, "ann 1 player_pair": 5}
    assert (at.names(), at.chips("ann")) == (["slip_laid"], 935)
    assert [tell(event, "ann") for event in at.events] == [
        "ann's slip: $60 on player in area 1; $5 on player pair in area 1; nothing on tie in area 1"
    ]


def test_what_a_slip_leaves_as_it_is_keeps_its_turn(at: Table) -> None:
    slip(at, ("player", 100))
    at.bets("bob", "player", 100)
    slip(at, ("player", 100), ("tie", 10))
    (laid,) = at.events
    assert isinstance(laid, SlipLaid)
    assert [stake.wager for stake in laid.stakes] == ["tie"]
    orders = {one.patron: one.order for one in at.now.stakes if one.amount == 10_000}
    assert orders["ann"] < orders["bob"]


@clause("act-2015", "3.1")
def test_a_slip_with_one_stake_over_the_maximum_is_refused_whole(at: Table) -> None:
    slip(at, ("player", 100))
    before = at.now
    assert refused(lambda: slip(at, ("banker", 50), ("tie", 900_000)))[0] in ("over_maximum", "not_enough_chips")
    assert at.now is before


@clause("act-2015", "4.2")
def test_a_slip_that_the_chips_do_not_cover_is_refused_whole(at: Table) -> None:
    assert refused(lambda: slip(at, ("player", 600), ("tie", 600)))[0] == "not_enough_chips"
    assert (at.lying(), at.chips("ann")) == ({}, 1000)


def test_an_empty_slip_takes_everything_back(at: Table) -> None:
    slip(at, ("player", 100), ("tie", 10))
    slip(at)
    assert (at.lying(), at.chips("ann")) == ({}, 1000)


@clause("act-2015", "6.2", "ruling 2")
def test_a_slip_for_another_round_or_after_the_call_is_refused(at: Table) -> None:
    slip(at, ("player", 100))
    assert refused(lambda: slip(at, ("player", 50), number=2)) == ("other_round", "act-2015 6.2")
    at.calls()
    assert refused(lambda: slip(at, ("player", 50))) == ("wagers_closed", "act-2015 6.2")
    assert at.lying() == {"ann 1 player": 100}


def test_a_slip_that_changes_nothing_or_names_a_spot_twice_is_refused(at: Table) -> None:
    slip(at, ("player", 100))
    assert refused(lambda: slip(at, ("player", 100)))[0] == "nothing_to_change"
    assert refused(lambda: slip(at, ("tie", 10), ("tie", 10)))[0] == "bad_slip"
    assert refused(lambda: slip(at, ("tie", -10)))[0] == "bad_slip"
    assert at.lying() == {"ann 1 player": 100}


@clause("house-midi", "bonus wagers")
def test_a_slip_may_name_the_bonus_before_its_main_wager() -> None:
    at = Table.ready("house-midi", {"ann": 1000})
    slip(at, ("player_dragon", 25), ("player", 50))
    assert at.lying() == {"ann 1 player": 50, "ann 1 player_dragon": 25}


@clause("nz-1998", "5.4")
def test_a_slip_changes_sides_in_one_go() -> None:
    at = Table.ready("nz-1998", {"ann": 1000})
    slip(at, ("player", 100))
    slip(at, ("banker", 100))
    assert at.lying() == {"ann 1 banker": 100}


@clause("nz-1998", "5.10")
def test_a_slip_that_comes_too_late_is_told_so_whatever_else_is_wrong_with_it() -> None:
    at = Table.ready("nz-1998", {"ann": 1000})
    at.bets("ann", "player", 100)
    at.calls()
    assert refused(lambda: slip(at, ("player", 100), ("banker", 100))) == ("wagers_closed", "nz-1998 5.10")


def test_a_slip_raises_nothing_when_the_books_are_full_even_if_it_lowers_more() -> None:
    at = Table.ready("house-midi", {"ann": 1000}, standoff="stays")
    at.patron("ann", "raise_dispute", text="the payout was wrong")
    at.operator("decide_dispute", number=1, decision="so", patron="ann", amount=ledger.MOST_BOOKED - 100_000)
    at.round(TIE, player=100, tie=300)
    assert at.lying() == {"ann 1 player": 100}
    assert refused(lambda: at.bets("ann", "tie", 20)) == ("too_large", "house-midi ruling 18")
    assert refused(lambda: slip(at, ("player", 50), ("tie", 20))) == ("too_large", "house-midi ruling 18")
    slip(at, ("player", 50))
    assert at.lying() == {"ann 1 player": 50}


@pytest.mark.parametrize("order", ["ann bob", "ann bob ann", "ann ann", "bob ann bob ann"])
def test_slips_of_a_log_are_folded_together_to_what_they_come_to_one_by_one(at: Table, order: str) -> None:
    before, begun = at.now, len(at.log)
    for amount, name in enumerate(order.split(), start=10):
        slip(at, ("player", amount), ("tie", 20), by=name, area="1" if name == "ann" else "2")
    assert all(isinstance(event, SlipLaid) for event in at.log[begun:])
    assert fold(at.log[begun:], before) == at.now
    after = fold(at.log)
    assert after is not None
    assert (after.stakes, after.accounts, after.placed) == (at.now.stakes, at.now.accounts, at.now.placed)
