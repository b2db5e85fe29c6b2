"""Evenings in `washington` and `house-midi` where several things happen at once."""

import pytest

from puntobanco.cards import Card, parse_cards
from puntobanco.table.commands import DrawTo, VoidReason
from tests.marks import clause
from tests.table.helpers import BANKER_WINS, PLAYER_WINS, TIE, Table, refused


# Stand-offs that stay


@clause("washington", "ruling 30", "ruling 24")
def test_ruling_30_the_stand_off_of_a_patron_excluded_during_the_round_goes_back() -> None:
    at = Table.ready("washington", {"ann": 1000, "bob": 1000}, standoff="stays")
    at.bets("ann", "player", 100)
    at.bets("bob", "banker", 50)
    at.deals("9c")
    at.operator("exclude", patron="ann", broke="3")
    at.deals("9d Kh Ks")
    at.settles()
    assert at.lying() == {"bob 2 banker": 50}
    assert at.chips("ann") == 1000
