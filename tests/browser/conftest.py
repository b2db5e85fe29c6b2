"""One browser and one demo house for all tests here; everybody who comes has a context of their own."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from puntobanco import diary
from puntobanco.app.chance import command_id
from puntobanco.diary.commands import AddTable
from puntobanco.rules import BOOKS
from puntobanco.streams import HOUSE, TABLE
from puntobanco.table import TableState, commands
from tests.browser import chromium
from tests.browser.watching import Watched, axe_finds, watched
from tests.client.conftest import Shown, shown_demo

RUNNING = diary.Running(virtual=True, automatic=True, betting_ms=2_500, card_ms=15, offer_ms=15)
IN_A_HURRY = diary.Running(virtual=True, automatic=True, betting_ms=350, card_ms=5, offer_ms=5)
UNHURRIED = diary.Running(virtual=True, automatic=True, betting_ms=600_000, card_ms=15, offer_ms=15)
OFFERING = diary.Running(virtual=True, automatic=True, betting_ms=500, card_ms=15, offer_ms=20_000)
HURRIED, SLOW, PAYABLE, MIDI = "hurried", "slow", "payable", "midi"
CALM, LIVELY, SHORT, DOTTED = "calm", "lively", "short", "high.roller"
"""House patrons play at the other tables: here the countdown begins with one's own wager."""


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
        expect.set_options(timeout=30_000)
        found = playwright.chromium.launch(executable_path=chromium.program(), args=[*chromium.ARGUMENTS])
        yield found
        found.close()


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """With a table that takes its time, and one where patrons turn the cards."""
    with shown_demo(tmp_path_factory.mktemp("browser") / "demo", RUNNING) as shown:
        books = tuple(BOOKS)
        for table, running, book, choices in (
            (HURRIED, IN_A_HURRY, "act-2015", ()),
            (SLOW, UNHURRIED, "act-2015", ()),
            (PAYABLE, UNHURRIED, "nz-1998", ()),
            (MIDI, OFFERING, "house-midi", (("midi", "true"),)),
            (SHORT, OFFERING, "house-midi", (("midi", "true"), ("cut_depth", "400"))),
            (DOTTED, IN_A_HURRY, "nz-1998", ()),
            (CALM, UNHURRIED, "act-2015", ()),
            (LIVELY, IN_A_HURRY, "act-2015", ()),
        ):
            _do(shown, HOUSE, AddTable(actor=diary.OPERATOR, table=table, running=running))
            _do(shown, TABLE + table, commands.OpenTable(actor=diary.OPERATOR, book=book, choices=choices))
        yield Demo(shown=shown, tables=books)


def _do(shown: Shown, stream: str, command: Any) -> None:
    shown.demo.house.handle(stream, command, command_id())


Comes: TypeAlias = Callable[..., Watched]


@pytest.fixture
def comes(browser: Browser, demo: Demo) -> Iterator[Comes]:
    """Somebody new opens a page; when the test is over, nothing may have been wrong on any of them."""
    contexts: list[BrowserContext] = []
    pages: list[Watched] = []

    def come(path: str = "/", *, url: str | None = None, beside: Watched | None = None, **more: Any) -> Watched:
        size = more.pop("viewport", {"width": 1280, "height": 800})
        context = beside.page.context if beside else browser.new_context(viewport=size, **more.pop("how", {}))
        contexts.append(context)
        if (script := more.pop("first", None)) is not None:
            context.add_init_script(script)
        found = watched(context, **more)
        pages.append(found)
        found.page.goto((url or demo.url) + path)
        return found

    yield come
    wrong = [what for one in pages if not one.page.is_closed() for what in one.wrong()]
    for context in contexts:
        context.close()
    assert not wrong, "\n".join(wrong)


def assert_axe_is_content(one: Watched) -> None:
    assert axe_finds(one.page) == []
