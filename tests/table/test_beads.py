"""What scoreboards show of a table: the results of this shoe as they stand."""

from importlib import import_module
from typing import Any

import pytest

from puntobanco.scoreboard import board
from puntobanco.table import fold
from puntobanco.table.model import DrawTo, Preparation
from puntobanco.table.views.bead_results import beads
from puntobanco.values.cards import Card, parse_cards
from puntobanco.values.replace import changed
from tests.marks import ALL_BOOKS
from tests.table.heard import Heard, bead_in_words
from tests.table.helpers import BANKER_WINS, BANKER_WINS_ON_SIX, PLAYER_WINS, TIE, Table
from tests.table.test_reconstructed_after_the_shuffle import after_the_last_round

NINE_OF_THREE = "2c 5d 3h Ks 4c Kd"
READING = import_module("puntobanco.table.views.bead_results")


def told(at: Table) -> list[str]:
    return [bead_in_words(bead) for bead in beads(at.now)]


def shown(at: Table) -> str:
    """The results as letters."""
    return "".join({"banker": "B", "player": "P", "tie": "T"}[bead.result.value] for bead in beads(at.now))


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_results_come_as_they_are_dealt_with_pairs_naturals_and_totals(book: str) -> None:
    at = Table.ready(book)
    assert beads(at.now) == ()
    for cards in (PLAYER_WINS, BANKER_WINS, TIE, BANKER_WINS_ON_SIX, "3c 3d 3h 3s", "Kc 2d Kh 5s 6c", NINE_OF_THREE):
        at.round(cards, tie=5)
    assert told(at) == [
        "player 9 natural",
        "banker 9 natural",
        "tie 9 natural",
        "banker 6",
        "tie 6 player pair banker pair",
        "banker 7 player pair",
        "player 9",
    ]
    assert fold(at.log) == at.now


def test_a_round_without_wagers_is_a_result() -> None:
    at = Table.ready("washington")
    at.round(BANKER_WINS, banker=10)
    at.patron("ann", "ask_no_bet")
    at.dealer("start_no_bet")
    at.deals(PLAYER_WINS).settles()
    assert ([one.kind.value for one in at.now.rounds], shown(at)) == (["wagers", "no_bet"], "BP")


def test_a_void_hand_is_a_result() -> None:
    at = Table.ready("act-2015")
    at.bets("ann", "player", 10)
    at.calls()
    at.deals("6c 6d Kh Ks")
    at.draws("4c", DrawTo.PLAYER)
    at.settles()
    at.dealer("start_no_bet")
    at.deals("2d Kh 7s").settles()
    assert ([one.kind.value for one in at.now.rounds], shown(at)) == (["wagers", "void_hand"], "TB")


def test_a_round_that_ends_void_is_none() -> None:
    at = Table.ready("washington", on_excess_card_seen="round_void")
    at.round(BANKER_WINS, banker=10)
    at.bets("ann", "player", 100)
    at.deals(PLAYER_WINS)
    at.draws("5c", DrawTo.EXCESS)
    assert (at.now.rounds[-1].void, shown(at)) == (True, "B")


def test_a_late_void_redraws_the_shoe() -> None:
    """Two runs of banker become one when the player's win between them is void."""
    at = Table.ready("act-2015")
    for cards in (BANKER_WINS, PLAYER_WINS, BANKER_WINS, BANKER_WINS, PLAYER_WINS):
        at.round(cards, banker=10)
    assert board(beads(at.now)).runs == (1, 1, 2, 1)
    at.operator("void_round", round=2, reason="disturbance")
    found = board(beads(at.now))
    assert (shown(at), found.runs) == ("BBBP", (3, 1))
    assert [(cell.row, cell.column) for cell in found.big_road] == [(0, 0), (1, 0), (2, 0), (0, 1)]


def test_a_round_that_is_decided_again_changes_its_bead() -> None:
    at = Table.ready("act-2015")
    at.round(BANKER_WINS, banker=10)
    at.round("9c 8d Kh Ks", banker=10)
    assert shown(at) == "BP"
    at.supervisor("report_placement_error", round=2, cards=parse_cards(["8d 9c Kh Ks"]))
    assert shown(at) == "BB"
    at.supervisor("correct_card", card=Card.parse("9h"), place=at.now.shoe.out - 3)
    assert shown(at) == "BT"


@pytest.mark.parametrize("until", [Preparation.SHUFFLE, Preparation.CUT, Preparation.LOAD])
def test_the_last_shoe_is_shown_until_the_next_is_loaded(until: Preparation) -> None:
    at = Table.ready("act-2015")
    at.round(BANKER_WINS, banker=10).round(TIE, tie=10)
    at.operator("replace_cards")
    at.prepares(until=until)
    assert shown(at) == "BT"
    at.operator("void_round", round=1, reason="disturbance")
    assert shown(at) == "T"


def test_a_new_shoe_starts_an_empty_board() -> None:
    at = Table.ready("act-2015")
    at.round(BANKER_WINS, banker=10).round(TIE, tie=10)
    at.operator("replace_cards")
    at.prepares(until=Preparation.BURN)
    assert (at.now.shoe.number, shown(at)) == (2, "")
    at.prepares().round(PLAYER_WINS, player=10)
    assert shown(at) == "P"
    at.operator("void_round", round=1, reason="disturbance")
    assert (shown(at), len(at.now.rounds)) == ("P", 3)


def test_a_round_of_the_last_shoe_that_is_decided_again_is_none_of_this_one() -> None:
    at = after_the_last_round("act-2015", "9c 8d Kh Ks", None)
    at.supervisor("report_placement_error", round=1, cards=parse_cards(["8d 9c Kh Ks"]))
    assert (at.now.rounds[-1].number, shown(at)) == (1, "")


def test_the_last_shoe_is_shown_while_a_round_of_it_is_decided_again() -> None:
    at = after_the_last_round("act-2015", "9c 8d Kh Ks", Preparation.LOAD)
    assert shown(at) == "P"
    at.supervisor("report_placement_error", round=1, cards=parse_cards(["8d 9c Kh Ks"]))
    assert shown(at) == "B"


# Planted mistakes


def evening() -> Table:
    """A late void, a round decided again, and a new shoe with a round of its own."""
    at = Table.ready("washington")
    at.round(BANKER_WINS, banker=10).round(PLAYER_WINS, banker=10)
    at.patron("ann", "ask_no_bet")
    at.dealer("start_no_bet")
    at.deals(TIE).settles()
    at.operator("void_round", round=1, reason="disturbance")
    return at


def heard(at: Table) -> list[str]:
    listener = Heard()
    for event in at.log:
        listener.hear(event)
    return listener.results()


def in_the_next_shoe(at: Table) -> Table:
    at.operator("replace_cards")
    return at.prepares().round(BANKER_WINS_ON_SIX, banker=10)


def test_who_only_hears_has_the_same_results() -> None:
    at = evening()
    assert told(at) == heard(at) == ["player 9 natural", "tie 9 natural"]
    in_the_next_shoe(at)
    assert told(at) == heard(at) == ["banker 6"]


PLANTS: dict[str, Any] = {
    "void rounds stay": lambda state: tuple(changed(one, void=False) for one in state.rounds),
    "rounds without wagers are left out": lambda state: tuple(
        one for one in state.rounds if one.kind.value == "wagers"
    ),
    "shoes are not told apart": lambda state: state.rounds,
}


@pytest.mark.parametrize("plant", PLANTS)
def test_who_only_hears_notices_a_planted_mistake(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(READING, "rounds_of_this_shoe", PLANTS[plant])
    at = evening()
    first = told(at) == heard(at)
    in_the_next_shoe(at)
    assert not (first and told(at) == heard(at))
