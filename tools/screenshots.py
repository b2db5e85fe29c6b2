"""Every page at 320, 1280 and 2560 pixels, dark and light: for people to look at, in `build/screenshots`.

`python -m tools.screenshots FOLDER` writes elsewhere.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, StorageState, ViewportSize, sync_playwright
from tests.browser import chromium
from tests.browser.acts import bet_at, sit_at
from tests.browser.conftest import Demo
from tests.client.conftest import Shown
from tests.web.served import MANY

from puntobanco import diary
from puntobanco.rules import BOOKS
from puntobanco.web.demo import opened_demo
from puntobanco.web.serving import Address, serving
from tools import tournament_pictures as cups

FOLDER = Path(__file__).parents[1] / "build" / "screenshots"
RUNNING = diary.Running(virtual=True, automatic=True, betting_ms=4_000, card_ms=20, offer_ms=20)
WIDTHS = {320: 700, 1280: 800, 2560: 1440}
LIGHTS: tuple[Literal["dark", "light"], ...] = ("dark", "light")
MILLISECONDS_OF_MOTION = 300
FIRST_GUEST = "Guest 1"
SECONDS_OF_PLAY = 45
"""Before the first picture, so that the roads have something to show."""


def lobby(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_role("article").nth(3).wait_for()


def watching(page: Page, url: str) -> None:
    page.goto(f"{url}/tables/nz-1998")
    page.get_by_text("You are watching").wait_for()


def betting(book: str) -> Callable[[Page, str], None]:
    def shown(page: Page, url: str) -> None:
        lobby(page, url)
        sit_at(page, book)
        bet_at(page, "Banker")
        bet_at(page, "Tie")
        page.locator(".chip:not(.hollow)").first.wait_for()
        page.wait_for_timeout(500)

    return shown


def settled(page: Page, url: str) -> None:
    betting("act-2015")(page, url)
    page.locator(".rounds li.line").first.wait_for()


def sheet(name: str) -> Callable[[Page, str], None]:
    def shown(page: Page, url: str) -> None:
        settled(page, url)
        page.get_by_role("button", name=name).first.click()
        page.wait_for_timeout(500)

    return shown


def account(page: Page, url: str) -> None:
    page.goto(f"{url}/account")
    page.get_by_label("Loss in a day").wait_for()


def wall(page: Page, url: str) -> None:
    page.goto(f"{url}/wall/act-2015")
    page.get_by_role("heading", name="act-2015").wait_for()


def at(path: str, seen: str) -> Callable[[Page, str], None]:
    """A page under an address, once this text is there."""

    def shown(page: Page, url: str) -> None:
        page.goto(url + path)
        page.get_by_text(seen).first.wait_for()

    return shown


PAGES: dict[str, Callable[[Page, str], None]] = {
    "lobby": lobby,
    "watching": watching,
    "table-betting": betting("act-2015"),
    "table-midi": betting("house-midi"),
    "table-washington": betting("washington"),
    "table-settled": settled,
    "sign": sheet("Sign and rules"),
    "history": sheet("All rounds"),
    "clause": sheet("Why?"),
    "money": sheet("Buy in or cash out"),
    "account": account,
    "wall": wall,
    "tournaments": at("/tournaments", "Open Cup"),
    "tournament-entry": at(f"/tournaments/{cups.OPEN}", "Enter for"),
    "tournament-turn": at(f"/tournaments/{cups.PLAYED}", "more is to be risked"),
    "tournament-results": at(f"/tournaments/{cups.OVER}", "The director has awarded"),
    "board": at(f"/board/{cups.PLAYED}", "go on"),
    "board-results": at(f"/board/{cups.OVER}", "Results"),
}
STAFF_PAGES: dict[str, tuple[str, Callable[[Page, str], None]]] = {
    "direct": ("Demo operator", at("/direct", "Check the conditions")),
    "direct-entries": ("Demo director", at(f"/direct/{cups.OPEN}", "Draw the ballot")),
    "direct-play": ("Demo director", at(f"/direct/{cups.PLAYED}", "Play goes on")),
    "direct-pay": ("Demo operator", at(f"/direct/{cups.OVER}", "Pay the prize")),
}
"""By whom each is seen."""
WALLS = ("wall", "board", "board-results")


@contextmanager
def shown_house() -> Iterator[Demo]:
    with (
        tempfile.TemporaryDirectory() as folder,
        opened_demo(Path(folder) / "demo", RUNNING) as demo,
        serving(demo.house, demo.door, Address(rates=MANY), demo.more) as port,
    ):
        yield Demo(shown=Shown(demo=demo, url=f"http://localhost:{port}"), tables=())


def staff(browser: Browser, demo: Demo) -> dict[str, StorageState]:
    """Everybody who works there comes in once."""
    found = {}
    for person in {person for person, _ in STAFF_PAGES.values()}:
        page = browser.new_context().new_page()
        page.goto(demo.url + cups.Drawn(demo=demo, name="").link_for(person))
        page.get_by_text(f"You are in as {person}.").wait_for()
        found[person] = page.context.storage_state()
    return found


def take(
    browser: Browser, who: StorageState, pages: Mapping[str, Callable[[Page, str], None]], url: str, folder: Path
) -> None:
    """All by the same person: seats are few."""
    for light in LIGHTS:
        for width, height in WIDTHS.items():
            size: ViewportSize = {"width": width, "height": height}
            context = browser.new_context(viewport=size, color_scheme=light, storage_state=who, reduced_motion="reduce")
            for name, shown in pages.items():
                page = context.new_page()
                shown(page, url)
                page.wait_for_timeout(MILLISECONDS_OF_MOTION)
                whole = page.get_by_role("dialog").count() == 0 and name not in WALLS
                page.screenshot(path=folder / f"{name}-{width}-{light}.png", full_page=whole)
                page.close()
            context.close()


def _watch(browser: Browser, url: str) -> StorageState:
    """House patrons play where somebody looks."""
    first = browser.new_context().new_page()
    lobby(first, url)
    for book in BOOKS:
        first.context.new_page().goto(f"{url}/wall/{book}")
    first.wait_for_timeout(1000 * SECONDS_OF_PLAY)
    return first.context.storage_state()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with shown_house() as demo, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.program(), args=[*chromium.ARGUMENTS])
        guest = _watch(browser, demo.url)
        cups.furnish(demo, FIRST_GUEST)
        take(browser, guest, PAGES, demo.url, folder)
        workers = staff(browser, demo)
        for name, (person, shown) in STAFF_PAGES.items():
            take(browser, workers[person], {name: shown}, demo.url, folder)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
