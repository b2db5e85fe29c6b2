"""An automatic table in a house on disk, dealt by a clock that the test moves."""

from pathlib import Path

from puntobanco import house as diary
from puntobanco.app.house.automatic_dealers import Dealers
from puntobanco.app.house.house_folder import init_house, open_house
from puntobanco.app.house.pending_requests import Answer
from puntobanco.app.randomness import SYSTEM
from puntobanco.cage import commands as cage
from puntobanco.fair_shoes.state import FairShoes
from puntobanco.house.commands import AddTable
from puntobanco.streams.command import AnyCommand
from puntobanco.table import TableState, commands
from puntobanco.table.model import Phase
from tests.app.house.helpers import OPERATOR, Ticks, patron, place
from tests.store.postgres import OWNER, Server
from tests.table.helpers import INTERNAL_CONTROLS

AT_ONCE = diary.Running(virtual=True, automatic=True, betting_ms=100, card_ms=100, offer_ms=100)
PATRONS = ("ann", "bob")


def addresses(server: Server | None) -> dict[str, str | None]:
    """Where a new house lies."""
    if server is None:
        return {"database": None, "owner": None}
    name = server.new_house()
    return {"database": server.address(name), "owner": server.address(name, OWNER)}


class Evening:
    """One automatic table, and patrons who bet in every round."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.house = open_house(folder, clock=Ticks())
        self.now = 0
        self.dealers = Dealers(self.house, below=SYSTEM.below, now=lambda: self.now)
        self._ids = self.house.look("table/1").number + 1_000_000 * self.house.look("house").number

    @classmethod
    def new(cls, folder: Path, book: str, server: Server | None = None) -> "Evening":
        init_house(folder, name="house", **addresses(server))
        at = cls(folder)
        at.do("house", AddTable(actor=OPERATOR, table="1", running=AT_ONCE))
        choices = tuple(sorted(INTERNAL_CONTROLS.get(book, {}).items()))
        at.do("table/1", commands.OpenTable(actor=OPERATOR, book=book, choices=choices))
        for seat, name in enumerate(PATRONS, start=1):
            at.do(f"cage/{name}", cage.OpenAccount(actor=OPERATOR, patron=name))
            at.do(f"cage/{name}", cage.Deposit(actor=OPERATOR, amount=100_000_000))
            at.do("table/1", commands.BuyIn(actor=patron(name), amount=50_000_000))
            at.do("table/1", commands.TakeSeat(actor=patron(name), seat=seat))
        return at

    def do(self, stream: str, command: AnyCommand) -> Answer:
        self._ids += 1
        return self.house.handle(stream, command, f"id {self._ids}")

    @property
    def state(self) -> TableState:
        found = self.house.look("table/1").state
        assert isinstance(found, TableState)
        return found

    @property
    def shoes(self) -> FairShoes:
        found = self.house.look("shoes/1").state
        assert isinstance(found, FairShoes)
        return found

    def step(self) -> None:
        """One more record at the table: a wager where one is wanted, else what comes next."""
        before = self.house.look("table/1").number
        if self.state.phase is Phase.BETTING and not self.state.stakes:
            self.do("table/1", place("ann", 10_000))
            return
        for _ in range(1000):
            self.now += 100
            while self.dealers.step():
                pass
            if self.house.look("table/1").number > before:
                return
        raise AssertionError(f"the table does not go on: {self.state.phase}")

    def until(self, phase: Phase) -> None:
        for _ in range(1000):
            if self.state.phase is phase:
                return
            self.step()
        raise AssertionError(f"the table never comes to {phase}")

    def close(self) -> None:
        self.house.close()
