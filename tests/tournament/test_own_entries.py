"""Players enter by themselves, wait as reserves and stop waiting; nobody does so for another one."""

import pytest

from puntobanco.streams.ledger import CAGE
from puntobanco.table import Legal
from puntobanco.tournament import ledger, legal
from tests.tournament.helpers import Cup, conditions, refused
from tests.tournament.rigged import Rigged, patron, registered

OWN = {"register", "list_reserve", "drop_reserve", "take_place"}


def offers(cup: Cup, person: str) -> list[Legal]:
    return [one for one in legal(cup.now, patron(person)) if one.kind in OWN]


def test_a_player_enters_against_the_fee_and_is_offered_nothing_else() -> None:
    cup = Rigged.opened()
    own = (("player", "ann"),)
    assert offers(cup, "ann") == [Legal("register", own), Legal("list_reserve", own)]
    cup.do(patron("ann"), "register", player="ann")
    assert cup.now.fees == {CAGE: -10_000, ledger.FEES: 10_000}
    assert offers(cup, "ann") == []
    assert refused(lambda: cup.do(patron("ann"), "register", player="ann")) == ("entered_already", "act-2015 15.6")


@pytest.mark.parametrize("kind", ["register", "list_reserve", "drop_reserve"])
def test_nobody_enters_for_another_one(kind: str) -> None:
    cup = registered(["ann"])
    cup.director("list_reserve", player="rae")
    found = refused(lambda: cup.do(patron("eve"), kind, player="rae"))
    assert found == ("another_person", "act-2015 15.6")


def test_a_reserve_pays_nothing_and_stops_waiting_when_it_likes() -> None:
    cup = registered(["ann", "bob"], conditions(most_players=2, prizes=conditions().prizes[:1]))
    assert [one.kind for one in offers(cup, "rae")] == ["list_reserve"], "all places are taken"
    before = cup.now.fees
    cup.do(patron("rae"), "list_reserve", player="rae")
    assert cup.now.fees == before
    assert [one.kind for one in offers(cup, "rae")] == ["drop_reserve"]
    cup.do(patron("rae"), "drop_reserve", player="rae")
    assert cup.now.reserves == ()
    assert [one.kind for one in offers(cup, "rae")] == ["list_reserve"]


def test_nobody_says_of_oneself_to_which_group_one_belongs() -> None:
    cup = Rigged.opened(conditions(may_enter_only=("members",)))
    assert offers(cup, "ann") == []
    asked = ("groups_are_asked", "act-2015 15.4(f)")
    assert refused(lambda: cup.do(patron("ann"), "register", player="ann", groups=("members",))) == asked
    assert refused(lambda: cup.do(patron("ann"), "list_reserve", player="ann")) == asked
    free = Rigged.opened()
    assert refused(lambda: free.do(patron("ann"), "register", player="ann", groups=("x",))) == asked


def test_who_works_there_is_offered_no_entry() -> None:
    cup = Rigged.opened()
    assert offers(cup, "dora") == []
    assert refused(lambda: cup.do(patron("dora"), "register", player="dora"))[0] == "works_here"


def test_entries_close_with_the_first_ballot_and_reserves_with_the_first_session() -> None:
    cup = registered(["ann", "bob"])
    cup.ballot()
    assert [one.kind for one in offers(cup, "eve")] == ["list_reserve"]
    assert refused(lambda: cup.do(patron("eve"), "register", player="eve")) == ("entries_closed", "act-2015 15.6")
    assert [one.kind for one in offers(cup, "ann")] == ["take_place"]
    cup.all_sit()
    cup.start()
    assert offers(cup, "eve") == []
    assert refused(lambda: cup.do(patron("eve"), "list_reserve", player="eve")) == ("begun", "act-2015 15.10")
