"""A process that serves a demo house: it makes itself, plays, and says where it is."""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from puntobanco.app.auth.authenticator import Entrance
from puntobanco.app.auth.invitations import LinkKind
from puntobanco.app.demo import folder as demos
from puntobanco.app.demo.patrons import HousePatrons
from puntobanco.app.demo.setup import QUICK, STAFF, UNHURRIED, Worker, furnish
from puntobanco.app.house import house_folder as houses
from puntobanco.app.house.access_records import way_in
from puntobanco.app.house.dealing_process import Dealing
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import Settings
from puntobanco.app.house.process_hardening import collect_seldom, forbid_core_dumps
from puntobanco.app.randomness import SYSTEM
from puntobanco.errors import Unreadable
from puntobanco.house import Running
from puntobanco.house.grants import Access
from puntobanco.store import Store, StoreTaken, StoreUnfit, migrate
from puntobanco.streams.names import TABLE
from puntobanco.web.app import More
from puntobanco.web.authenticate import HouseDoor
from puntobanco.web.demo_routes import Demo
from puntobanco.web.json_logs import log_to
from puntobanco.web.request import Served
from puntobanco.web.server import Address, bound, serve, serving
from puntobanco.web.server_process import cookie_name, entrance_to

LOG = "demo.log"
MOST_PORTS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Lets somebody in who works there, once."""

    role: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A demo house that is served."""

    url: str
    links: tuple[Link, ...]


class DemoTaken(Exception):
    """Another process serves it already."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.url = url


def serve_demo(folder: Path, port: int, shown: Callable[[Shown], None]) -> None:
    """In this thread, until somebody stops it."""
    with opened_demo(folder, UNHURRIED) as demo:
        serve(demo.house, demo.door, Address(port=port), lambda found: shown(demo.shown(found)), demo.more)


@contextmanager
def quick_demo(folder: Path, port: int) -> Iterator[Shown]:
    """In a thread of its own and in a hurry, for a round that nobody watches."""
    with opened_demo(folder, QUICK) as demo, serving(demo.house, demo.door, Address(port=port), demo.more) as found:
        yield demo.shown(found)


@contextmanager
def opened_demo(folder: Path, running: Running) -> Iterator["OpenDemo"]:
    """Made if need be, and dealt."""
    settings = demos.settings_of(folder)
    try:
        store = _opened(settings)
    except StoreTaken:
        raise DemoTaken(demos.address_in(folder)) from None
    demos.note_address(folder, None)  # of a process that was killed
    house = houses.serve(settings, store)
    with ExitStack() as open_ones:
        open_ones.callback(house.close)
        open_ones.callback(demos.note_address, folder, None)
        furnish(house, running)
        entrance = entrance_to(settings, store, house, asks_staff=False)
        found = OpenDemo(folder, house, entrance, cookie_name(settings.name))
        dealing = Dealing(house, store)
        for one in (dealing, HousePatrons(house, found.is_watched, SYSTEM.below)):
            one.start()
            open_ones.callback(one.stop)
        yield found
    if dealing.mistake is not None:
        raise dealing.mistake


def _opened(settings: Settings) -> Store:
    """A demo house is its own operator: one that an earlier version has left is migrated."""
    try:
        return houses.opened(settings)
    except StoreUnfit:
        migrate(settings.database)
        return houses.opened(settings)


class OpenDemo:
    """The parts of a demo house while it is open."""

    def __init__(self, folder: Path, house: House, entrance: Entrance, cookie: str) -> None:
        self.house, self.door = house, HouseDoor(entrance, house.may, cookie)
        self._folder, self.entrance = folder, entrance
        self._served: Served | None = None

    def more(self, served: Served) -> More:
        """What the server has besides, in the loop that serves."""
        self._served = served
        return More(endpoints=Demo(served).endpoints())

    def is_watched(self, table: str) -> bool:
        """House patrons play where somebody looks; else the house rests, and its log does not grow."""
        return self._served is not None and self._served.hub.is_followed(TABLE + table)

    def shown(self, port: int) -> Shown:
        """Where it is, with new links: those of the last start are void."""
        url = f"http://localhost:{port}/"
        demos.note_address(self._folder, url)
        return Shown(url=url, links=tuple(self._link(one, url) for one in STAFF))

    def _link(self, worker: Worker, url: str) -> Link:
        made = self.entrance.enroll(worker.person, kind=LinkKind.ENTER)
        self.house.submit(way_in(worker.person, Access.INVITED, None)).result()
        return Link(role=worker.role, address=made.address(url).text())


def become_a_server(folder: Path) -> None:
    """What a process does that serves a demo: its log goes beside the house, so that the terminal is for people."""
    forbid_core_dumps()
    collect_seldom()
    demos.settings_of(folder)
    log_to(logging.FileHandler(folder / LOG, mode="w", encoding="utf-8"))
    logging.getLogger("httpx").setLevel(logging.WARNING)  # of the client in the same process


def free_port(first: int) -> int:
    """The first that nobody listens at, from this one on."""
    for port in range(first, first + MOST_PORTS):
        with suppress(Unreadable):
            bound(Address(port=port)).close()
            return port
    raise Unreadable(f"no port from {first} to {first + MOST_PORTS - 1} is free: name one with --port")
