"""What every patron must risk: how it is counted, when too little is told, and who can still wager."""

import pytest

from puntobanco.table import Next, Role, progress
from puntobanco.table.events import RiskTooLow
from puntobanco.table.queries.turns import can_still_wager, risk
from puntobanco.table.views.describe import tell
from tests.marks import ALL_BOOKS, clause
from tests.table.helpers import BANKER_WINS, PLAYER_WINS, Table, cents, refused

ACT = "act-2015"
SEATS = {"ann": 2, "bob": 4, "cyd": 6}


def flagged(at: Table) -> list[tuple[str, int, str]]:
    """Who of the last command's events risked too little, how many dollars, and by which clause."""
    found = (event for event in at.events if isinstance(event, RiskTooLow))
    return [(event.patron, event.risked // 100, event.clause) for event in found]


@clause(ACT, "ruling 20")
@pytest.mark.parametrize(
    ("wagers", "risked"),
    [
        ({}, 0),
        ({"banker": 10}, 10),
        ({"player": 10}, 10),
        ({"banker": 10, "player": 10}, 0),
        ({"banker": 10, "player": 25}, 15),
        ({"banker": 25, "player": 10, "tie": 5}, 20),
        ({"banker": 10, "player": 10, "tie": 10}, 10),
        ({"player_pair": 5, "banker_pair": 5}, 10),
        ({"banker": 10, "player": 10, "player_pair": 5, "tie": 1}, 6),
    ],
)
def test_ruling_20_risk_is_banker_against_player_plus_tie_plus_pairs(wagers: dict[str, int], risked: int) -> None:
    at = Table.in_turn(SEATS, pairs_minimum=1)
    at.asks("ann")
    for wager, dollars in wagers.items():
        at.bets("ann", wager, dollars)
    assert risk(at.now, "ann") == cents(risked)


@clause(ACT, "ruling 42", "3.5")
@pytest.mark.parametrize(
    ("wagers", "risked"),
    [
        ({"banker": 150}, 100),
        ({"banker": 100, "player": 95}, 5),
        ({"banker": 150, "player": 100}, 0),
        ({"banker": 150, "player": 95}, 5),
        ({"banker": 150, "player": 90}, 10),
        ({"banker": 200, "player": 150, "tie": 120}, 100),
        ({"banker": 10, "player": 10, "player_pair": 50}, 20),
    ],
)
def test_ruling_42_chips_above_the_maximum_are_not_at_risk(wagers: dict[str, int], risked: int) -> None:
    at = Table.in_turn(SEATS, maximum=100, pairs_maximum=20)
    at.asks("ann")
    for wager, dollars in wagers.items():
        at.bets("ann", wager, dollars)
    assert risk(at.now, "ann") == cents(risked)
    at.asks("bob")
    assert flagged(at) == ([("ann", risked, "15.14")] if risked < 10 else [])


@clause(ACT, "15.14", "ruling 20")
@pytest.mark.parametrize(
    ("wagers", "told"),
    [
        ({"banker": 10}, []),
        ({"banker": 9}, [("ann", 9, "15.14")]),
        ({"banker": 11}, []),
        ({"banker": 50, "player": 50}, [("ann", 0, "15.14")]),
        ({"banker": 50, "player": 41}, [("ann", 9, "15.14")]),
        ({"banker": 50, "player": 40}, []),
        ({"tie": 10}, []),
        ({"player_pair": 6, "banker_pair": 4}, []),
        ({}, [("ann", 0, "15.14")]),
    ],
)
def test_act_2015_15_14_less_than_the_minimum_at_risk_is_told_when_the_turn_ends(
    wagers: dict[str, int], told: list[tuple[str, int, str]]
) -> None:
    at = Table.in_turn(SEATS, pairs_minimum=1)
    at.asks("ann")
    for wager, dollars in wagers.items():
        at.bets("ann", wager, dollars)
        assert flagged(at) == []
    at.asks("bob")
    assert flagged(at) == told
    assert at.lying() == {f"ann 2 {wager}": dollars for wager, dollars in wagers.items()}, "the wagers live"
    assert "ann" in at.now.patrons


@clause(ACT, "15.14", "ruling 20")
def test_ruling_20_of_the_last_patron_it_is_told_at_the_call() -> None:
    at = Table.in_turn(SEATS)
    at.asks("ann")
    at.bets("ann", "banker", 20)
    at.asks("bob", "cyd")
    assert flagged(at) == [("bob", 0, "15.14")]
    at.calls()
    assert flagged(at) == [("cyd", 0, "15.14")]
    (told,) = [event for event in at.events if isinstance(event, RiskTooLow)]
    assert tell(told, "dan") == "cyd risks $0, less than $10"


@clause(ACT, "ruling 20")
def test_ruling_20_a_wager_that_the_differential_sends_back_is_not_flagged() -> None:
    at = Table.in_turn(SEATS, differential=20)
    at.asks("ann")
    at.bets("ann", "banker", 20)
    at.asks("bob")
    at.bets("bob", "banker", 20)
    at.asks("cyd")
    at.bets("cyd", "banker", 20)
    at.calls()
    assert at.lying() == {"ann 2 banker": 20}
    assert flagged(at) == []


@clause(ACT, "ruling 20")
def test_ruling_20_nor_if_all_of_it_goes_back_and_the_round_is_dealt_without_wagers() -> None:
    at = Table.in_turn({"ann": 1}, differential=5)
    at.asks("ann")
    at.bets("ann", "banker", 20)
    at.calls()
    assert (at.lying(), at.now.round) == ({}, None)
    assert at.clauses("turn_ended") == ["15.15"]
    at.supervisor("start_no_bet")
    assert not [event for event in at.log if isinstance(event, RiskTooLow)]


@clause(ACT, "ruling 20")
def test_ruling_20_if_nobody_bets_the_round_may_be_dealt_without_wagers_and_counts() -> None:
    at = Table.in_turn(SEATS)
    assert refused(lambda: at.supervisor("start_no_bet"))[0] == "no_bet_not_possible"
    at.asks("ann", "bob")
    assert refused(lambda: at.supervisor("start_no_bet"))[0] == "no_bet_not_possible", "cyd is still to be asked"
    at.asks("cyd")
    coming = progress(at.now)
    assert (coming.next, coming.by, coming.no_bet) == (Next.START, Role.SUPERVISOR, True)
    assert refused(lambda: at.dealer("start_no_bet"))[0] == "no_bet_not_possible"
    at.supervisor("start_no_bet")
    assert (flagged(at), at.clauses("round_started")) == ([("cyd", 0, "15.14")], ["ruling 20"])
    at.deals(PLAYER_WINS).settles()
    assert (at.now.round_number, at.now.rounds[-1].void) == (2, False)


@clause(ACT, "ruling 20")
def test_ruling_20_that_is_no_coup_on_request_and_has_no_limit() -> None:
    at = Table.in_turn(SEATS)
    for _ in range(5):
        at.asks()
        at.asks()
        at.asks()
        at.supervisor("start_no_bet")
        at.deals(PLAYER_WINS).settles()
    assert at.now.round_number == 6


@pytest.mark.parametrize("book", [pytest.param(book, marks=clause(book, "ruling 49")) for book in ALL_BOOKS])
def test_at_an_ordinary_table_nobody_must_risk_anything(book: str) -> None:
    at = Table.ready(book, {"ann": 1000, "bob": 1000})
    at.bets("ann", "player", 20)
    at.plays(BANKER_WINS)
    assert not [event for event in at.log if isinstance(event, RiskTooLow)]
    assert at.now.rules.least_risk.value is None


# Who can still wager


@clause(ACT, "15.14")
@pytest.mark.parametrize(
    ("dollars", "conditions", "can"),
    [
        ("10", {}, True),
        ("9.99", {}, False),
        ("9", {"pairs_minimum": 1}, False),
        ("24", {"minimum": 20, "multiple": 25, "chips": "1, 5, 25"}, False),
        ("25", {"minimum": 20, "multiple": 25, "chips": "1, 5, 25"}, True),
        ("10", {"chips": "25, 100"}, False),
        ("25", {"chips": "25, 100"}, True),
    ],
)
def test_act_2015_15_14_who_can_wager_the_minimum(dollars: str, conditions: dict[str, object], can: bool) -> None:
    at = Table(ACT, conditions={"minimum": 10, **conditions})
    at.issues("ann", 1, dollars)
    assert can_still_wager(at.now, "ann") is can


@clause(ACT, "15.14")
def test_act_2015_15_14_what_lies_in_the_boxes_counts() -> None:
    at = Table.in_turn({"ann": 1}, 15)
    at.asks("ann")
    at.bets("ann", "banker", 10)
    assert at.chips("ann") == 5
    assert can_still_wager(at.now, "ann")
    at.plays(PLAYER_WINS)
    assert not can_still_wager(at.now, "ann")
