"""docs/architecture.md against the code: the files that two commands go through."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

import puntobanco
from puntobanco.streams.command import Command
from puntobanco.table import Actor, Role, TableState, handle
from puntobanco.table.commands import Draw, Place
from puntobanco.values.cards import Card
from tests.table.helpers import DEALER, Table, cents

SOURCE = Path(puntobanco.__file__).parent
PAGE = (Path(__file__).parents[2] / "docs/architecture.md").read_text(encoding="utf-8")
BET, THIRD_CARD = "A banker bet", "Player's third card"


def told(page: str, walk: str) -> list[str]:
    """The files of a walk, in the order of its rows."""
    section = page.partition(f"### {walk}, file by file\n")[2].partition("\n#")[0]
    return re.findall(r"^\| `([\w/]+\.py)` \|", section, re.MULTILINE)


def entered(state: TableState, command: Command[TableState]) -> list[str]:
    """The files whose functions a command calls, in the order of the first call."""
    handle(state, command)  # what is computed once for a table is there, whatever ran before
    called: dict[str, None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(SOURCE):
            called[path.relative_to(SOURCE).as_posix()] = None

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        handle(state, command)
    finally:
        sys.setprofile(before)
    return list(called)


def banker_bet() -> list[str]:
    patron = Actor(person="ann", role=Role.PATRON)
    bet = Place(actor=patron, area="1", wager="banker", amount=cents(100))
    return entered(Table.ready("act-2015").now, bet)


def third_card() -> list[str]:
    table = Table.ready("act-2015")
    table.bets("ann", "banker", 100)
    table.calls()
    table.deals("2c 3d Kh 2s")
    return entered(table.now, Draw(actor=DEALER, card=Card.parse("4c")))


def test_a_banker_bet_goes_through_the_files_of_the_page() -> None:
    assert told(PAGE, BET) == banker_bet()


def test_a_third_card_goes_through_the_files_of_the_page() -> None:
    assert told(PAGE, THIRD_CARD) == third_card()


@pytest.mark.parametrize(("walk", "goes"), [(BET, banker_bet), (THIRD_CARD, third_card)])
def test_a_row_left_out_added_or_moved_is_noticed(walk: str, goes: Callable[[], list[str]]) -> None:
    real, head = goes(), f"### {walk}, file by file\n"
    section = PAGE.partition(head)[2]
    first, second = re.findall(r"^\| `.*\n", section, re.MULTILINE)[:2]
    assert told(head + section, walk) == real
    for planted in (
        section.replace(first, "", 1),
        section.replace(first, first + "| `table/views/describe.py` | a sentence |\n", 1),
        section.replace(first + second, second + first, 1),
    ):
        assert told(head + planted, walk) != real
