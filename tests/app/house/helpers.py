"""A house with a table or two."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from puntobanco.app.clock import Clock
from puntobanco.app.house.house import House
from puntobanco.app.house.key_file import KeyFile
from puntobanco.app.house.pending_requests import Answer
from puntobanco.cage import commands as cage
from puntobanco.store import Store, init_store, open_store
from puntobanco.table import Actor, Role, TableState, commands

OPERATOR = Actor(person="oz", role=Role.OPERATOR)
DEALER = Actor(person="dan", role=Role.DEALER)
SUPERVISOR = Actor(person="sue", role=Role.SUPERVISOR)
CODE, NAME = "this program", "test"


def patron(name: str) -> Actor:
    return Actor(person=name, role=Role.PATRON)


class Ticks:
    """A clock that goes on by a second whenever it is looked at."""

    def __init__(self) -> None:
        self.now = 1_767_225_600_000_000

    def __call__(self) -> int:
        self.now += 1_000_000
        return self.now


class Place:
    """A house in a folder, which can be closed and opened again."""

    def __init__(self, folder: Path, clock: Clock | None = None) -> None:
        self.folder, self.clock = folder, clock or Ticks()
        self.ids = 0
        self.house = self.open()

    def open(self, wrapped: Callable[[Store], Store] = lambda store: store) -> House:
        file = self.folder / "house.sqlite"
        if not file.exists():
            init_store(file)
        keys = self.folder / "house.keys"
        found = KeyFile.read(keys, NAME) if keys.exists() else KeyFile.create(keys, NAME)
        self.house = House(wrapped(open_store(file)), name=NAME, keys=found, code=CODE, clock=self.clock)
        return self.house

    def reopen(self, wrapped: Callable[[Store], Store] = lambda store: store) -> House:
        self.house.close()
        return self.open(wrapped)

    def do(self, stream: str, command: Any, **more: Any) -> Answer:
        """Under an id of its own."""
        self.ids += 1
        return self.house.handle(stream, command, f"id {self.ids}", **more)

    def state(self, stream: str) -> TableState:
        found = self.house.look(stream).state
        assert isinstance(found, TableState)
        return found

    def account(self, name: str, amount: int = 100_000_000) -> None:
        if self.house.look(f"cage/{name}").state is None:
            self.do(f"cage/{name}", cage.OpenAccount(actor=OPERATOR, patron=name))
        self.do(f"cage/{name}", cage.Deposit(actor=OPERATOR, amount=amount))

    def betting(self, stream: str = "table/1", patrons: tuple[str, ...] = ("ann", "bob")) -> None:
        """A table of `act-2015` that takes wagers."""
        self.do(stream, commands.OpenTable(actor=OPERATOR, book="act-2015"))
        for seat, name in enumerate(patrons, start=1):
            self.account(name)
            self.do(stream, commands.BuyIn(actor=patron(name), amount=1_000_000))
            self.do(stream, commands.TakeSeat(actor=patron(name), seat=seat))
        self.do(stream, commands.CheckCards(actor=DEALER))
        self.do(stream, commands.Shuffle(actor=DEALER))
        self.do(stream, commands.OfferCut(actor=DEALER, patron=patrons[0]))
        self.do(stream, commands.Cut(actor=patron(patrons[0]), at=100))
        self.do(stream, commands.LoadShoe(actor=DEALER, depth=14))
        self.do(stream, commands.Draw(actor=DEALER, face_up=False))


def place(name: str, amount: int = 1000, wager: str = "player", area: str = "1") -> commands.Place:
    return commands.Place(actor=patron(name), area=area, wager=wager, amount=amount)
