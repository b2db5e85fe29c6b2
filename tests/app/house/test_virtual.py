"""Tables of a house with virtual shoes: dealt by the house by the clock, and the same cards after a restart."""

from pathlib import Path

import pytest

from puntobanco import house as diary
from puntobanco.app.house.automatic_dealers import Dealers
from puntobanco.app.randomness import SYSTEM
from puntobanco.fair_shoes.state import FairShoes
from puntobanco.house.commands import AddTable
from puntobanco.table import commands
from puntobanco.table.model import Phase
from tests.app.house.helpers import OPERATOR, Place, patron, place
from tests.marks import ALL_BOOKS
from tests.table.helpers import INTERNAL_CONTROLS


class Time:
    """Milliseconds that pass when somebody says so."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


class Automatic(Place):
    """A house with one automatic table, and patrons who bet."""

    def __init__(self, folder: Path, book: str) -> None:
        super().__init__(folder)
        self.time = Time()
        self.do("house", AddTable(actor=OPERATOR, table="1", running=diary.Running(virtual=True, automatic=True)))
        choices = tuple(sorted(INTERNAL_CONTROLS.get(book, {}).items()))
        self.do("table/1", commands.OpenTable(actor=OPERATOR, book=book, choices=choices))
        for seat, name in enumerate(("ann", "bob"), start=1):
            self.account(name)
            self.do("table/1", commands.BuyIn(actor=patron(name), amount=1_000_000))
            self.do("table/1", commands.TakeSeat(actor=patron(name), seat=seat))
        self.dealers = self.new_dealers()

    def new_dealers(self) -> Dealers:
        return Dealers(self.house, below=SYSTEM.below, now=self.time)

    def restart(self) -> None:
        self.reopen()
        self.dealers = self.new_dealers()

    def pass_time(self, milliseconds: int) -> None:
        """Time passes, and everything whose time has come is done."""
        end = self.time.now + milliseconds
        while self.time.now < end:
            self.time.now += 100
            while self.dealers.step():
                pass

    def until(self, phase: Phase) -> None:
        for _ in range(100_000):
            if self.state("table/1").phase is phase:
                return
            self.pass_time(100)
        raise AssertionError(f"the table never comes to {phase}")

    def next_card(self) -> object:
        shoes = self.house.look("shoes/1").state
        assert isinstance(shoes, FairShoes)
        assert shoes.under_way is not None
        return shoes.under_way.face_at(self.state("table/1").shoe.out + 1)


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_an_automatic_table_deals_by_itself(tmp_path: Path, book: str) -> None:
    at = Automatic(tmp_path, book)
    for number in range(1, 4):
        at.until(Phase.BETTING)
        at.do("table/1", place("ann", 10_000))
        assert at.state("table/1").round_number == number
        at.pass_time(14_000)
        assert at.state("table/1").phase is Phase.BETTING
        at.until(Phase.DEALING)
        at.until(Phase.BETTING)
        assert at.state("table/1").round_number == number + 1


def test_after_a_restart_the_same_card_comes_next(tmp_path: Path) -> None:
    at = Automatic(tmp_path, "act-2015")
    at.until(Phase.BETTING)
    at.do("table/1", place("ann", 10_000))
    at.until(Phase.DEALING)
    coming, before = at.next_card(), at.house.look("table/1")
    at.restart()
    assert at.house.look("table/1") == before
    assert at.next_card() == coming
    at.until(Phase.BETTING)
