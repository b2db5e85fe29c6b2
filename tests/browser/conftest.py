"""One browser and one demo house for all tests here; everybody who comes has a context of their own."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import time_ns
from typing import Any, TypeAlias
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from puntobanco import house as diary
from puntobanco.app import clock
from puntobanco.app.auth.invitations import LinkKind
from puntobanco.app.demo.guests import GUEST
from puntobanco.app.demo.setup import internal_controls
from puntobanco.app.randomness import SYSTEM, command_id
from puntobanco.app.table_driver import Driver
from puntobanco.rulebooks import BOOKS
from puntobanco.streams.names import HOUSE, TABLE
from puntobanco.table import Actor, Role, TableState, commands, progress
from puntobanco.table.model import Phase
from tests.browser import chromium
from tests.browser.croupier import Croupier
from tests.browser.dealing import REAL, add_table, run_differently
from tests.browser.watching import Watched, axe_finds, watched
from tests.client.conftest import Shown, shown_demo
from tests.marks import ALL_BOOKS
from tests.waiting import until
from tests.web.peopled import Peopled, peopled_house

DAY = 24 * 60 * 60 * 1000
"""Milliseconds: what takes as long does not come by itself while a test looks."""
ENDLESS = diary.Running(virtual=True, automatic=True, betting_ms=DAY, card_ms=15, offer_ms=15)
IN_A_HURRY = diary.Running(virtual=True, automatic=True, betting_ms=350, card_ms=5, offer_ms=5)
OFFERING = diary.Running(virtual=True, automatic=True, betting_ms=DAY, card_ms=5, offer_ms=DAY)
BY_HOUSE_PATRONS = diary.Running(virtual=True, automatic=True, betting_ms=1_000, card_ms=15, offer_ms=15)
LIVELY = "house-midi"
"""Where house patrons play round after round; at the other tables of the demo they bet once, and wait."""
HURRIED = {book: f"hurried-{book}" for book in ALL_BOOKS}
"""Without house patrons: the countdown begins with one's own wager, and is short."""
CALM, PAYABLE, MIDI, DOTTED = "calm", "payable", "midi", "high.roller"
SALON = "the-salon-upstairs"
"""With a long name, many boxes, and limits that have many digits."""
KNOWN, KNOWN_NZ = "known", "known-nz"
"""Dealt with known cards at a word of the test."""


@dataclass
class HouseClock:
    """The time of the house: an hour ahead of the browsers, so that a page which mistakes its own time for it fails."""

    ahead_ns: int = 3_600_000_000_000

    def time_ns(self) -> int:
        return time_ns() + self.ahead_ns

    def set_forward(self, microseconds: int) -> None:
        """Time of a house that other tests use never goes back."""
        self.ahead_ns += 1000 * microseconds


@dataclass
class Demo:
    """A demo house, and what its log says."""

    shown: Shown
    tables: tuple[str, ...]

    @property
    def url(self) -> str:
        return self.shown.url

    def state(self, table: str) -> TableState:
        found: TableState = self.shown.demo.house.look(TABLE + table).state
        return found

    @property
    def cookie(self) -> str:
        return self.shown.demo.door.cookie

    def enters(self, person: str) -> str:
        """Without a page: the session of somebody who works there."""
        entrance = self.shown.demo.entrance
        link = entrance.enroll(person, kind=LinkKind.ENTER)
        return entrance.enter_by_link(link.secret, address="127.0.0.1").token.text()

    def closes(self, table: str) -> int:
        """No more wagers at an automatic table, at once; the round that it is."""
        number = self.state(table).round_number
        for command in Driver(SYSTEM.below).start(self.state(table)):
            self.shown.demo.house.handle(TABLE + table, command, command_id())
        return number

    def until_first_shoes_are_ready(self) -> None:
        """Their cut is offered to nobody who comes later; where a book wants a patron there, they wait for one."""
        running = self.shown.demo.house.look(HOUSE).state.tables
        for table in (name for name, how in running.items() if how.automatic):
            until(lambda coming=table: self.is_ready(coming))  # type: ignore[misc]  # what it binds has no type

    def is_ready(self, table: str) -> bool:
        coming = progress(self.state(table))
        return coming.step is None or coming.by is None

    def croupier(self, table: str) -> Croupier:
        return Croupier(house=self.shown.demo.house, table=table)

    def guests_leave(self) -> None:
        """With their chips: no seat is taken, and no wager stands, because of a test that is over."""
        house = self.shown.demo.house
        tables = [one for one in house.look(HOUSE).state.tables if self.state(one).phase is not Phase.CLOSED]
        for table in tables:
            for name in [one for one in self.state(table).patrons if one.startswith(GUEST)]:
                leave = commands.LeaveTable(actor=Actor(person=name, role=Role.PATRON))
                house.handle(TABLE + table, leave, command_id())

    def connections(self, person: str) -> int:
        """Open live streams of somebody."""
        served = self.shown.demo._served
        assert served is not None
        return sum(one.visitor.person == person for one in tuple(served.hub.subscribers))


@pytest.fixture(autouse=True, scope="session")
def _left_out() -> None:
    if chromium.LEFT_OUT:
        pytest.skip(chromium.WORD_ON_LEAVING_OUT)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium.program(), args=[*chromium.ARGUMENTS])
        yield found
        found.close()


@pytest.fixture(autouse=True, scope="session")
def house_clock() -> Iterator[HouseClock]:
    found = HouseClock()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(clock, "time_ns", found.time_ns)
        yield found


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """With tables where nothing happens by itself, and some where it does without house patrons."""
    with shown_demo(tmp_path_factory.mktemp("browser") / "demo", ENDLESS) as shown:
        house = shown.demo.house
        books = tuple(BOOKS)
        run_differently(house, LIVELY, BY_HOUSE_PATRONS)
        for book, table in HURRIED.items():
            add_table(house, table, IN_A_HURRY, book, **dict(internal_controls(book)))
        for table, running, book, choices in (
            (CALM, ENDLESS, "act-2015", {}),
            (PAYABLE, ENDLESS, "nz-1998", {}),
            (MIDI, OFFERING, "house-midi", {"midi": "true"}),
            (DOTTED, ENDLESS, "nz-1998", {}),
            (SALON, ENDLESS, "house-midi", {"maximum": "250000"}),
            (KNOWN, REAL, "act-2015", {}),
            (KNOWN_NZ, REAL, "nz-1998", {}),
        ):
            add_table(house, table, running, book, **choices)
        found = Demo(shown=shown, tables=books)
        found.croupier(KNOWN).prepares()
        found.until_first_shoes_are_ready()
        yield found


@pytest.fixture(scope="session")
def peopled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Peopled]:
    """A house that is no demo, with passwords and second factors."""
    with peopled_house(tmp_path_factory.mktemp("peopled") / "house") as found:
        yield found


Comes: TypeAlias = Callable[..., Watched]


@pytest.fixture
def comes(browser: Browser, demo: Demo) -> Iterator[Comes]:
    """Somebody new opens a page: a guest, also one who has a `seat` already, or a `person` of the house.

    When the test is over, nothing may have been wrong on any of them.
    """
    contexts: list[BrowserContext] = []
    pages: list[Watched] = []

    def come(path: str = "/", *, url: str = demo.url, beside: Watched | None = None, **more: Any) -> Watched:
        size = more.pop("viewport", {"width": 1280, "height": 800})
        context = beside.page.context if beside else browser.new_context(viewport=size, **more.pop("how", {}))
        contexts.append(context)
        if (person := more.pop("person", None)) is not None:
            context.add_cookies([{"name": demo.cookie, "value": demo.enters(person), "url": url}])
        if (seat := more.pop("seat", None)) is not None:
            context.request.post(f"{url}/api/v1/guests", params={"table": seat}, headers={"origin": url})
            path = f"/tables/{quote(seat)}"
        if (script := more.pop("first", None)) is not None:
            context.add_init_script(script)
        found = watched(context, **more)
        pages.append(found)
        found.page.goto(url + path)
        if seat is not None:
            found.page.get_by_role("region", name="Your place").wait_for()
        return found

    yield come
    wrong = [what for one in pages if not one.page.is_closed() for what in one.wrong()]
    for context in contexts:
        context.close()
    demo.guests_leave()
    assert not wrong, "\n".join(wrong)


def assert_axe_is_content(one: Watched) -> None:
    assert axe_finds(one.page) == []
