"""A house that is served over HTTP for tests, in this process: an automatic table, and one that a dealer deals."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic
from typing import Any

import httpx

from puntobanco import house as diary
from puntobanco.app.auth.authenticator import Entrance
from puntobanco.app.clock import utc_now
from puntobanco.app.house.automatic_dealers import Dealers
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import Settings, init_house, serve
from puntobanco.app.house.key_file import KeyFile
from puntobanco.cage import commands as cage
from puntobanco.house.commands import AddTable, GrantRole
from puntobanco.store import Store, open_store
from puntobanco.table import Actor, Role, commands
from puntobanco.web.rate_limits import Rates
from puntobanco.web.server import Address, serving
from puntobanco.web.server_process import is_staff
from tests.app.house.helpers import OPERATOR, patron
from tests.entrance.door import CheapPasswords, Time
from tests.web.door import OpenDoor

LIFTED = "100000/second"
MANY = Rates(person=LIFTED, session=LIFTED, address=LIFTED, unknown=LIFTED, name=LIFTED)
FAST = diary.Running(virtual=True, automatic=True, betting_ms=150, card_ms=5, offer_ms=5)
PATRONS = ("ann", "bob")
STAFF = {
    "dan": (Role.DEALER, "table/"),
    "sue": (Role.SUPERVISOR, "table/"),
    "oz": (Role.OPERATOR, "house"),
    "ada": (Role.AUDITOR, "house"),
}
MACHINE = Actor(person="house", role=Role.OPERATOR)


@dataclass
class Serving:
    """A served house, and whoever comes to it."""

    house: House
    door: OpenDoor
    port: int = 0
    ids: Iterator[int] = field(default_factory=lambda: count(1))
    clients: dict[str, httpx.Client] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, person: str) -> httpx.Client:
        """Somebody with a token; the same one whenever it is asked for."""
        if person not in self.clients:
            headers = {"authorization": f"Bearer {self.door.give(person)}"}
            self.clients[person] = httpx.Client(base_url=f"{self.url}/api/v1", headers=headers, timeout=30)
        return self.clients[person]

    def metrics(self) -> str:
        return httpx.get(f"{self.url}/metrics").text

    def close(self) -> None:
        for one in self.clients.values():
            one.close()

    def do(self, stream: str, command: Any) -> Any:
        """Past the server, as the house's own programs do."""
        return self.house.handle(stream, command, f"test {next(self.ids)}")

    def grant(self, person: str, role: Role, place: str = "table/") -> None:
        """At the house's own machine."""
        self.do("house", GrantRole(actor=MACHINE, whom=person, duty=role, place=place))

    def add_table(self, name: str, running: diary.Running, book: str = "act-2015", **choices: str) -> None:
        self.do("house", AddTable(actor=OPERATOR, table=name, running=running))
        self.do(f"table/{name}", commands.OpenTable(actor=OPERATOR, book=book, choices=tuple(choices.items())))

    def seat(self, name: str, people: tuple[str, ...] = PATRONS, chips: int = 10_000_000) -> None:
        for seat, person in enumerate(people, start=1):
            if self.house.look(f"cage/{person}").state is None:
                self.do(f"cage/{person}", cage.OpenAccount(actor=OPERATOR, patron=person))
            self.do(f"cage/{person}", cage.Deposit(actor=OPERATOR, amount=2 * chips))
            self.do(f"table/{name}", commands.BuyIn(actor=patron(person), amount=chips))
            self.do(f"table/{name}", commands.TakeSeat(actor=patron(person), seat=seat))
            if self.house.may(person, f"table/{name}") is None:
                self.grant(person, Role.PATRON)


@contextmanager
def house_in(folder: Path) -> Iterator[tuple[House, Entrance]]:
    settings = init_house(folder, name="web")
    store = open_store(settings.database)
    house = serve(settings, store)
    try:
        yield house, entrance_of(settings, store, house)
    finally:
        house.close()


def entrance_of(settings: Settings, store: Store, house: House, time: Time | None = None) -> Entrance:
    """The house's own, with little work for a password, and a clock that may be set by hand."""
    return Entrance(
        store,
        keys=KeyFile.read(settings.keys, settings.name),
        house=settings.name,
        is_staff=lambda person: is_staff(house, person),
        passwords=CheapPasswords(),
        clock=utc_now if time is None else time.clock,
        seconds=monotonic if time is None else time.seconds,
    )


@contextmanager
def served_house(folder: Path, address: Address | None = None) -> Iterator[Serving]:
    """Table 1 is dealt by the house, in a hurry; table 2 by whoever the test sends."""
    address = replace(Address(rates=MANY) if address is None else address, folder=pages(folder.parent / "static"))
    with house_in(folder) as (house, entrance):
        found = Serving(house=house, door=OpenDoor(house, entrance))
        for person, (role, place) in STAFF.items():
            found.grant(person, role, place)
        found.add_table("1", FAST)
        found.add_table("2", diary.Running())
        found.seat("1")
        with dealt(house), serving(house, found.door, address) as port:
            found.port = port
            yield found
            found.close()


def pages(folder: Path) -> Path:
    """What a browser may load, and a file beside it that nobody may."""
    (folder / "assets").mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text("<!doctype html><title>tables</title>", encoding="utf-8")
    (folder / "assets" / "table-3f9a2b1c.js").write_text("export {}", encoding="utf-8")
    policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-abc='\" />"
    (folder / "alone.html").write_text(f"<!doctype html>{policy}", encoding="utf-8")
    (folder / "robots.txt").write_text("User-agent: *", encoding="utf-8")
    (folder / ".hidden.js").write_text("secret", encoding="utf-8")
    (folder.parent / "secret.js").write_text("secret", encoding="utf-8")
    link = folder / "link.js"
    if not link.is_symlink():
        link.symlink_to(folder.parent / "secret.js")
    return folder


@contextmanager
def dealt(house: House) -> Iterator[None]:
    """The house's own dealers at work."""
    dealers, stopped = Dealers(house, below=Random(1).randrange), Event()
    thread = Thread(target=dealers.run, args=(stopped,), name="test dealers", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()
