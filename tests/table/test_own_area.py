"""The area of a seated patron keeps a place for that patron until wagers close (ruling 34)."""

import pytest

from puntobanco.table import Actor, Role, legal
from puntobanco.table.commands.wagers import SlipStake
from tests.marks import ALL_BOOKS, clause
from tests.table.helpers import BANKER_WINS, DEALER, PLAYER_WINS, TIE, Table, refused

ACT = "act-2015"
ALONE = ("nz-1998", "washington", "house-midi")
"""The books whose areas take one patron as they are opened here."""
alone = pytest.mark.parametrize("book", [pytest.param(book, marks=clause(book, "ruling 34")) for book in ALONE])
in_every_book = pytest.mark.parametrize(
    "book", [pytest.param(book, marks=clause(book, "ruling 34")) for book in ALL_BOOKS]
)


def table(book: str, **choices: object) -> Table:
    """ann, bob and cyd sit in seats 1, 2 and 3; nobody sits at 4."""
    return Table.ready(book, {"ann": 1000, "bob": 1000, "cyd": 1000}, seats=4, **choices)


def offered(at: Table, name: str, wager: str) -> set[str]:
    options = [one for one in legal(at.now, Actor(person=name, role=Role.PATRON)) if one.kind == "place"]
    return {area for one in options if ("wager", wager) in one.where for area in one.areas}


@clause(ACT, "4.4", "ruling 34")
def test_ruling_34_act_2015_one_other_patron_on_each_option_of_a_seated_patrons_box() -> None:
    at = table(ACT)
    at.bets("bob", "banker", 100, area=1)
    kept = ("area_full", "act-2015 ruling 34")
    assert refused(lambda: at.bets("cyd", "banker", 100, area=1)) == kept
    laid = {"patron": "cyd", "area": "1", "wager": "banker", "amount": 10_000, "laid_by_patron": True}
    assert refused(lambda: at.dealer("place", **laid)) == kept
    slip = (SlipStake(area="1", wager="banker", amount=10_000),)
    assert refused(lambda: at.patron("cyd", "bet_slip", round=1, stakes=slip)) == kept
    assert "1" not in offered(at, "cyd", "banker")
    at.bets("cyd", "player", 100, area=1)
    at.bets("bob", "banker", 100, area=1)
    at.bets("ann", "banker", 100)
    at.bets("ann", "player", 100)
    assert at.lying() == {
        "bob 1 banker": 200,
        "cyd 1 player": 100,
        "ann 1 banker": 100,
        "ann 1 player": 100,
    }


@clause(ACT, "4.4", "ruling 34")
def test_ruling_34_act_2015_where_nobody_sits_two_patrons_bet_and_a_patron_who_sits_down_then_finds_the_box_full() -> (
    None
):
    at = table(ACT)
    at.bets("bob", "banker", 100, area=4)
    at.bets("cyd", "banker", 100, area=4)
    at.sits("dee", 4)
    assert refused(lambda: at.bets("dee", "banker", 100)) == ("area_full", "act-2015 4.4")
    at.bets("bob", "banker", 50, area=4)
    assert at.lying()["bob 4 banker"] == 150, "who has a place there keeps it"
    at.plays(BANKER_WINS)
    at.bets("bob", "banker", 100, area=4)
    assert refused(lambda: at.bets("cyd", "banker", 100, area=4)) == ("area_full", "act-2015 ruling 34")


@alone
def test_ruling_34_where_an_area_takes_one_patron_nobody_else_bets_while_one_sits_there(book: str) -> None:
    at = table(book)
    assert refused(lambda: at.bets("bob", "tie", 10, area=1)) == ("area_full", f"{book} ruling 34")
    assert offered(at, "bob", "tie") == {"2", "4"}
    at.bets("bob", "tie", 10)
    where = {"area": "2", "wager": "tie", "to_area": "1", "to_wager": "tie"}
    assert refused(lambda: at.patron("bob", "move", **where)) == ("area_full", f"{book} ruling 34")
    at.patron("bob", "move", **{**where, "to_area": "4"})
    assert at.lying() == {"bob 4 tie": 10}
    at.patron("ann", "leave_seat")
    at.bets("cyd", "tie", 10, area=1)


@clause("nz-1998", "5.5", "ruling 34")
def test_ruling_34_nz_1998_of_three_patrons_in_an_area_one_is_the_seated_one() -> None:
    at = Table.ready("nz-1998", dict.fromkeys(("ann", "bob", "cyd", "dee"), 1000), patrons_per_area=3)
    at.bets("bob", "tie", 10, area=1)
    at.bets("cyd", "tie", 10, area=1)
    assert refused(lambda: at.bets("dee", "tie", 10, area=1)) == ("area_full", "nz-1998 ruling 34")
    at.bets("ann", "tie", 10)
    assert refused(lambda: at.bets("dee", "tie", 10, area=1)) == ("area_full", "nz-1998 5.5")


@in_every_book
def test_ruling_34_a_seated_patron_gives_the_place_away_for_a_round_and_that_is_on_record(book: str) -> None:
    at = table(book)
    if book == ACT:
        at.bets("cyd", "tie", 10, area=1)
    assert refused(lambda: at.bets("bob", "tie", 10, area=1)) == ("area_full", f"{book} ruling 34")
    (event,) = at.patron("ann", "give_place_away")
    assert event.describe("ann") == "ann gives the place in the own area away in round 1"
    assert at.clauses("place_given_away") == ["ruling 34"]
    assert "1" in offered(at, "bob", "tie")
    at.bets("bob", "tie", 10, area=1)
    assert refused(lambda: at.bets("ann", "tie", 10))[0] == "area_full"
    assert refused(lambda: at.patron("ann", "give_place_away")) == ("no_place_to_give", f"{book} ruling 34")
    at.plays(PLAYER_WINS)
    if book == ACT:
        at.bets("cyd", "tie", 10, area=1)
    assert refused(lambda: at.bets("bob", "tie", 10, area=1)) == ("area_full", f"{book} ruling 34"), "for that round"


@in_every_book
def test_ruling_34_only_a_seated_patron_has_a_place_to_give_and_only_until_wagers_close(book: str) -> None:
    at = table(book)
    at.stands("dee")
    assert refused(lambda: at.patron("dee", "give_place_away")) == ("no_place_to_give", f"{book} ruling 34")
    assert refused(lambda: at.patron("bob", "give_place_away", patron="ann"))[0] == "not_yours"
    assert ("give_place_away", (("patron", "ann"),)) in {(one.kind, one.where) for one in legal(at.now, DEALER)}
    at.dealer("give_place_away", patron="ann")
    at.bets("bob", "player", 100)
    if book != "washington":
        at.calls()
    at.deals("9c")
    assert refused(lambda: at.patron("bob", "give_place_away")) == ("no_place_to_give", f"{book} ruling 34")


@clause("nz-1998", "5.12", "ruling 34")
def test_ruling_34_what_stayed_after_a_stand_off_lies_on_and_may_be_raised() -> None:
    at = table("nz-1998")
    at.bets("bob", "player", 100, area=4)
    at.plays(TIE)
    at.sits("dee", 4)
    at.bets("bob", "player", 50, area=4)
    assert at.lying() == {"bob 4 player": 150}


@clause(ACT, "12.4", "ruling 34")
def test_ruling_34_wagers_on_a_place_given_away_are_put_back_when_the_last_round_is_decided_again() -> None:
    at = table(ACT)
    at.bets("bob", "player", 100)
    at.plays(PLAYER_WINS)
    at.patron("ann", "give_place_away")
    at.bets("bob", "tie", 10, area=1)
    at.bets("cyd", "tie", 10, area=1)
    at.supervisor("report_placement_error", round=1)
    assert at.lying() == {"bob 1 tie": 10, "cyd 1 tie": 10}
