"""The gallery at a Washington table: who may bet on lines and who on areas."""

import pytest

from puntobanco.errors import Refused
from puntobanco.rulebooks import table_rules
from puntobanco.table import Actor, Role, legal_actions
from tests.marks import clause
from tests.table.driver import targets_of
from tests.table.helpers import PLAYER_WINS, Table, refused

BOOK = "washington"


def table(*seated: str, seats: int = 3, **choices: object) -> Table:
    """These patrons sit and gil and gus stand."""
    at = Table.ready(BOOK, dict.fromkeys(seated, 1000), seats=seats, **choices)
    at.stands("gil")
    at.stands("gus")
    return at


def full(**choices: object) -> Table:
    at = table("ann", "bob", "cyd", seats=3, **choices)
    for name in ("ann", "bob", "cyd"):
        at.bets(name, "player", 10)
    return at


def places(at: Table, name: str) -> set[str]:
    """Where this patron may place a wager."""
    options = [one for one in legal_actions(at.now, Actor(person=name, role=Role.PATRON)) if one.kind == "place"]
    return {area for option in options for area in option.areas}


def moves(at: Table, name: str) -> set[str]:
    """Where this patron may move a wager to."""
    options = [
        dict(one.where) for one in legal_actions(at.now, Actor(person=name, role=Role.PATRON)) if one.kind == "move"
    ]
    return {area for option in options for area, _ in targets_of(at.now, name, option)}


@clause(BOOK, "4", "4a", "4b", "ruling 35")
def test_ruling_35_standing_patrons_bet_on_lines_only_also_where_a_seat_is_empty() -> None:
    at = table("ann", "bob")
    for area in (2, 3):
        assert refused(lambda: at.bets("gil", "player", 10, area=area)) == ("area_not_open", "washington 4a")  # noqa: B023
    laid = {"area": "3", "wager": "player", "amount": 1000, "patron": "gil", "laid_by_patron": True}
    assert refused(lambda: at.dealer("place", **laid)) == ("area_not_open", "washington 4a")
    assert places(at, "gil") == set()
    at.bets("ann", "player", 10)
    at.bets("bob", "tie", 10)
    assert refused(lambda: at.bets("gus", "player", 10, area="L1")) == ("area_not_open", "washington 4b")
    at.bets("bob", "player", 10, area=3)
    assert places(at, "gus") == {"L1", "L2"}
    at.bets("gus", "player", 10, area="L1")
    at.plays(PLAYER_WINS)
    assert (at.chips("gil"), at.chips("gus")) == (1000, 1010)


@clause(BOOK, "4e", "ruling 35")
def test_ruling_35_the_area_of_an_empty_seat_is_bet_by_who_takes_it_or_by_a_seated_patron() -> None:
    at = table("ann", "bob")
    at.bets("ann", "player", 10, area=3)
    at.withdraws("ann", "player", area=3)
    at.patron("gil", "take_seat", seat=3)
    at.bets("gil", "player", 10)
    assert at.lying() == {"gil 3 player": 10}


@clause(BOOK, "2", "ruling 35")
def test_ruling_35_without_gallery_betting_standing_patrons_do_not_bet() -> None:
    at = table("ann", gallery="no")
    for area in (1, 2):
        assert refused(lambda: at.bets("gil", "player", 10, area=area)) == ("area_not_open", "washington 2")  # noqa: B023
    assert places(at, "gil") == set()


@clause(BOOK, "4", "ruling 35")
def test_washington_4_without_seated_patrons_there_is_no_gallery() -> None:
    at = table()
    assert refused(lambda: at.bets("gil", "player", 10, area=1)) == ("area_not_open", "washington 4a")
    assert refused(lambda: at.bets("gus", "player", 10, area="L1")) == ("area_not_open", "washington 4")


@clause(BOOK, "4")
def test_washington_4_a_line_bet_goes_back_if_its_patron_sits_at_the_close() -> None:
    at = table("ann", "bob")
    at.bets("ann", "player", 10)
    at.bets("bob", "player", 10)
    at.bets("bob", "player", 10, area=3)
    at.bets("gus", "player", 10, area="L1")
    at.patron("gus", "take_seat", seat=3)
    at.deals("9c")
    assert at.clauses("wager_returned") == ["4"]
    assert at.chips("gus") == 1000


@clause(BOOK, "4", "2")
def test_washington_4_a_seated_patron_bets_on_no_line_and_is_told_why() -> None:
    at = full()
    assert refused(lambda: at.bets("ann", "player", 10, area="L1")) == ("area_not_open", "washington 4")
    none = full(gallery="no")
    for name in ("ann", "gil"):
        with pytest.raises(Refused) as found:
            none.bets(name, "player", 10, area="L1")
        assert found.value.clause == "washington 2"
        assert "there is no gallery betting at this table" in found.value.sentence


@clause(BOOK, "4c")
def test_washington_4c_a_second_patron_on_a_line() -> None:
    at = full()
    at.bets("gil", "player", 10, area="L1")
    assert refused(lambda: at.bets("gus", "tie", 10, area="L1")) == ("area_full", "washington 4c")


@clause(BOOK, "4b")
def test_washington_4b_the_last_bet_of_an_area_does_not_move_onto_a_line() -> None:
    at = table("ann", "bob")
    at.bets("ann", "player", 10)
    at.bets("bob", "player", 10)
    at.patron("gil", "take_seat", seat=3)
    at.bets("gil", "player", 10)
    at.patron("gil", "leave_seat")
    onto_line = {"area": "3", "wager": "player", "to_area": "L1", "to_wager": "player"}
    assert refused(lambda: at.patron("gil", "move", **onto_line)) == ("area_not_open", "washington 4b")
    assert moves(at, "gil") == set()
    at.withdraws("gil", "player", area=3)
    at.patron("gil", "take_seat", seat=3)
    at.bets("gil", "player", 10)
    at.bets("gil", "tie", 10)
    at.patron("gil", "leave_seat")
    assert moves(at, "gil") == {"L1", "L2"}
    at.patron("gil", "move", **onto_line)
    assert at.lying()["gil L1 player"] == 10


@clause(BOOK, "4d")
@pytest.mark.parametrize(("seats", "most"), [(1, 0), (2, 1), (3, 2), (8, 7), (9, 8)])
def test_washington_4d_lines_from_none_to_the_lesser_of_eight_and_areas_less_one(seats: int, most: int) -> None:
    assert table_rules(BOOK, seats=seats).gallery_lines.value == most
    for lines in (0, most):
        assert table_rules(BOOK, seats=seats, gallery_lines=lines).gallery_lines.value == lines
    over = {"seats": seats, "gallery_lines": most + 1}
    assert refused(lambda: Table(BOOK, **over)) == ("gallery_lines_not_allowed", "washington 4d")


@clause(BOOK, "4d")
def test_washington_4d_the_house_opens_as_many_lines_as_it_likes() -> None:
    one = full(gallery_lines=1)
    one.bets("gil", "player", 10, area="L1")
    assert refused(lambda: one.bets("gus", "player", 10, area="L2")) == ("area_not_open", "washington 4d")
    none = full(gallery_lines=0)
    assert refused(lambda: none.bets("gil", "player", 10, area="L1")) == ("area_not_open", "washington 4d")
