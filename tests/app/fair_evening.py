"""Evenings at a table with fair shoes, by chance that repeats: seeds, shuffles, rounds, and anything in between."""

from collections.abc import Callable
from contextlib import suppress
from random import Random

from puntobanco.app.randomness import Chance
from puntobanco.app.table_driver import Driver
from puntobanco.app.table_runner import TableRun
from puntobanco.app.virtual_shoe import VirtualShoe
from puntobanco.errors import Refused
from puntobanco.fair_shoes.commitment import promise
from puntobanco.fair_shoes.events import FairShoeEvent
from puntobanco.fair_shoes.hashing import sha256
from puntobanco.fair_shoes.house_secret import ShoeSecret
from puntobanco.fair_shoes.seed_window import SeedTimes
from puntobanco.table import Actor, Role, commands
from tests.table.helpers import INTERNAL_CONTROLS

OPERATOR = Actor(person="oz", role=Role.OPERATOR)
PATRONS = tuple(Actor(person=name, role=Role.PATRON) for name in ("ann", "bob"))
TIMES = SeedTimes(promising=20, opening=10)


class FairEvening:
    """A table of two patrons; `between` is called after every step, and may crash the house."""

    def __init__(self, book: str, seed: int, between: Callable[["FairEvening"], object] = lambda _: None) -> None:
        self.rng, self.now = Random(f"{book} {seed}"), 10**15
        self.secrets: dict[int, bytes] = {}
        self.between = between
        self.steps = 0
        chance = Chance(random_bits=self.rng.getrandbits, secret=lambda: self.drawn(f"{book} {seed}"), practice=False)
        self.run = TableRun(chance, clock=lambda: self.now, ids=lambda: "id", seeds=TIMES)
        self.driver = Driver(self.rng.randrange, patrons=[one.person for one in PATRONS])
        choices = tuple(INTERNAL_CONTROLS.get(book, {}).items())
        self.do(commands.OpenTable(actor=OPERATOR, book=book, choices=choices))
        for seat, patron in enumerate(PATRONS, start=1):
            self.do(commands.BuyIn(actor=patron, amount=10**8))
            self.do(commands.TakeSeat(actor=patron, seat=seat))

    def drawn(self, name: str) -> bytes:
        """The secret of the next shoe, kept as a house keeps it."""
        number = len(self.secrets) + 1
        self.secrets[number] = sha256(f"{name} {number}".encode())
        return self.secrets[number]

    def kept(self, shoe: int) -> ShoeSecret:
        return ShoeSecret(self.secrets[shoe])

    @property
    def shoe(self) -> VirtualShoe:
        assert self.run.shoe is not None
        return self.run.shoe

    @property
    def acts(self) -> list[FairShoeEvent]:
        return self.shoe.acts

    def do(self, command: commands.TableCommand) -> None:
        for answer in self.run.do(command):
            if answer.refused is not None:
                self.now += self.rng.choice((1, 1, 20))
        self.done()

    def done(self) -> None:
        self.steps += 1
        self.between(self)

    def plays(self, steps: int) -> "FairEvening":
        while self.steps < steps:
            self.rng.choice((*[self.goes_on] * 6, self.adds_a_seed, self.adds_a_seed, self.bets, self.anything))()
        return self

    def goes_on(self) -> None:
        """What comes next at the table, or else a round begins."""
        state = self.run.table()
        command = self.driver.next(state)
        for one in self.driver.start(state) if command is None else [command]:
            self.do(one)

    def bets(self) -> None:
        patron = self.rng.choice(PATRONS)
        area = str(PATRONS.index(patron) + 1)
        self.do(commands.Place(actor=patron, area=area, wager=self.rng.choice(("player", "banker")), amount=10_000))

    def adds_a_seed(self) -> None:
        """Somebody promises a seed, or waits and opens it."""
        shoe = self.shoe.shoes.under_way
        patron = self.rng.choice(PATRONS)
        seed = f"a seed of {patron.person}".encode()
        with suppress(Refused):
            if shoe is not None and patron.person not in shoe.promised_by:
                self.shoe.promise(patron, promise(seed, shoe.window.committed))
            elif shoe is not None:
                self.now = max(self.now, shoe.began + TIMES.promising)
                self.shoe.open(patron, seed)
        self.done()

    def anything(self) -> None:
        """Cards are replaced, a wager is taken back, somebody does what is not theirs, or nothing happens."""
        patron = self.rng.choice(PATRONS)
        unusual: list[commands.TableCommand] = [
            commands.Draw(actor=patron),
            commands.Withdraw(actor=patron, area=str(PATRONS.index(patron) + 1), wager="player"),
        ]
        if self.rng.random() < 0.6:
            unusual = [commands.ReplaceCards(actor=OPERATOR)]
        self.do(self.rng.choice(unusual))
