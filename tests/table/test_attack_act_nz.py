"""Evenings that combine what the clauses of act-2015 and nz-1998 say one by one."""

from tests.marks import clause
from tests.table.helpers import TIE, Table


@clause("act-2015", "14.2", "ruling 30")
def test_act_2015_14_2_the_stand_off_of_an_excluded_patron_does_not_stay_in_play() -> None:
    at = Table.ready("act-2015", {"ann": 1000, "bob": 1000}, standoff="stays")
    at.bets("ann", "player", 100)
    at.bets("bob", "player", 100)
    at.calls()
    at.operator("exclude", patron="ann", broke="4.6")
    at.deals(TIE).settles()
    assert at.lying() == {"bob 2 player": 100}
    assert at.chips("ann") == 1000
