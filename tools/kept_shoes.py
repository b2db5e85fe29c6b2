"""Fair shoes whose records are kept: together they hold every step and every act."""

from collections.abc import Iterator
from itertools import count

from tests.table.helpers import INTERNAL_CONTROLS

from puntobanco.app.randomness import Chance
from puntobanco.app.table_driver import Driver
from puntobanco.app.table_runner import TableRun
from puntobanco.app.virtual_shoe import VirtualShoe
from puntobanco.fair_shoes.commands import EndRestored, RevealLate
from puntobanco.fair_shoes.commitment import promise
from puntobanco.fair_shoes.hashing import counted, sha256
from puntobanco.fair_shoes.seed_window import SECOND, SeedTimes
from puntobanco.fair_shoes.state import locked, under_way, with_secret
from puntobanco.fair_shoes.stream_type import FairShoeRecord
from puntobanco.table import Actor, Role, commands
from puntobanco.table.model import Phase
from tools.kept_evenings import NEW_YEAR

OPERATOR = Actor(person="olga", role=Role.OPERATOR)
ANN, BOB = (Actor(person=name, role=Role.PATRON) for name in ("ann", "bob"))
AUDITOR = Actor(person="aud", role=Role.AUDITOR)


class Evening:
    """A table with fair shoes that deals itself, whose chance and clock give the same bytes again."""

    def __init__(self, name: str, book: str) -> None:
        self.now = NEW_YEAR
        ids, numbers = count(1), count(1)
        chance = Chance(
            random_bits=lambda _: 1,
            secret=lambda: sha256(name.encode() + counted(next(numbers))),
            practice=False,
        )
        self.run = TableRun(
            chance, stream=name, clock=lambda: self.now, ids=lambda: f"{name}-{next(ids)}", seeds=SeedTimes()
        )
        self.driver = Driver(chance.below, patrons=("ann", "bob"))
        self.do(commands.OpenTable(actor=OPERATOR, book=book, choices=tuple(INTERNAL_CONTROLS.get(book, {}).items())))
        for seat, patron in enumerate((ANN, BOB), start=1):
            self.do(commands.BuyIn(actor=patron, amount=100_000))
            self.do(commands.TakeSeat(actor=patron, seat=seat))

    @property
    def shoe(self) -> VirtualShoe:
        if self.run.shoe is None:
            raise ValueError("this table has no virtual shoe")
        return self.run.shoe

    def do(self, command: commands.TableCommand) -> None:
        for answer in self.run.do(command):
            if answer.refused is not None:
                raise answer.refused

    def shuffles(self) -> None:
        """Until a new shoe takes seeds."""
        while self.shoe.shoes.under_way is None:
            self.goes_on()

    def prepares(self) -> None:
        """The time for seeds goes by, and the shoe is made ready."""
        self.now += 30 * SECOND
        while self.run.table().phase is Phase.PREPARING:
            self.goes_on()

    def goes_on(self) -> None:
        command = self.driver.next(self.run.table())
        if command is None:
            raise ValueError("nobody goes on")
        self.do(command)

    def round(self) -> None:
        self.do(commands.Place(actor=ANN, area="1", wager="player", amount=5_000))
        for command in self.driver.start(self.run.table()):
            self.do(command)
        while self.run.table().phase is Phase.DEALING:
            self.goes_on()

    def promises(self, patron: Actor, seed: bytes) -> None:
        self.shoe.promise(patron, promise(seed, under_way(self.shoe.shoes).window.committed))


def _seeded(name: str) -> Evening:
    """Two of three seeds are opened; later nobody adds one, and nobody goes on with the shoe."""
    at = Evening(name, "act-2015")
    at.shuffles()
    at.promises(ANN, b"la vie est belle")
    at.promises(BOB, sha256(b"bob"))
    at.promises(AUDITOR, sha256(b"auditor"))
    at.now += 20 * SECOND
    at.shoe.open(AUDITOR, sha256(b"auditor"))
    at.shoe.open(ANN, b"la vie est belle")
    at.prepares()
    at.round()
    at.do(commands.ReplaceCards(actor=OPERATOR))
    at.shuffles()
    at.prepares()
    at.shoe.abandon()
    return at


def _restored(name: str) -> Evening:
    """The house comes back from a backup, at first without its key."""
    at = Evening(name, "nz-1998")
    at.shuffles()
    at.prepares()
    at.round()
    shoes = at.shoe.shoes
    at.shoe.shoes = locked(shoes)
    restored = EndRestored(actor=OPERATOR, reason="the disk failed: backup of 3 January")
    at.shoe.reveal_restored(at.run.table(), restored)
    secret = under_way(shoes).secret
    if secret is None:
        raise ValueError("the key was never there")
    at.shoe.shoes = with_secret(at.shoe.shoes, secret)
    at.shoe.reveal_restored(at.run.table(), RevealLate(actor=OPERATOR))
    at.do(commands.ReplaceCards(actor=OPERATOR))
    at.shuffles()
    at.prepares()
    at.do(commands.AnnounceClosing(actor=OPERATOR))
    at.do(commands.CloseTable(actor=OPERATOR))
    return at


def logs() -> Iterator[tuple[str, tuple[FairShoeRecord, ...]]]:
    """Every kept log by its name."""
    for name, kept in (("seeded", _seeded), ("restored", _restored)):
        yield name, tuple(kept(name).shoe.records)
