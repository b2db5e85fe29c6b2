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
from tests.web.served import MANY

from puntobanco import diary
from puntobanco.app.demo.making import STAFF
from puntobanco.app.entrance.links import LinkKind
from puntobanco.rules import BOOKS
from puntobanco.table import Role
from puntobanco.web.demo import OpenDemo, opened_demo
from puntobanco.web.serving import Address, serving

FOLDER = Path(__file__).parents[1] / "build" / "screenshots"
RUNNING = diary.Running(virtual=True, automatic=True, betting_ms=4_000, card_ms=20, offer_ms=20)
WIDTHS = {320: 700, 1280: 800, 2560: 1440}
LIGHTS: tuple[Literal["dark", "light"], ...] = ("dark", "light")
MILLISECONDS_OF_MOTION = 300
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


def at_work(path: str, there: str) -> Callable[[Page, str], None]:
    """A page of somebody's work, once all of it is there."""

    def shown(page: Page, url: str) -> None:
        page.goto(url + path)
        page.locator(there).first.wait_for(state="attached")

    return shown


def opening(page: Page, url: str) -> None:
    """A form with a value to mend."""
    at_work("/house/open", ".sign dl")(page, url)
    page.get_by_label("Name of the table").fill("salon")
    page.get_by_label("Cards behind the cutting card").fill("10")
    page.get_by_text("1 value to mend").wait_for()


def replay(page: Page, url: str) -> None:
    at_work("/audit/rounds", "select > option")(page, url)
    page.get_by_role("button", name="Replay", exact=True).click()
    page.get_by_role("button", name="To the last step").click()


def verified(page: Page, url: str) -> None:
    at_work("/audit/verification", ".acts")(page, url)
    page.get_by_role("button", name="Verify the house").click()
    page.get_by_text("Nothing is wrong.").first.wait_for()


WORKING: dict[Role, dict[str, Callable[[Page, str], None]]] = {
    Role.OPERATOR: {
        "house": at_work("/house", "article >> nth=3"),
        "house-open": opening,
        "house-people": at_work("/house/people", "article >> nth=3"),
        "house-switches": at_work("/house/switches", ".list > :not(.faint)"),
        "house-reports": at_work("/house/reports", "select > option"),
        "notice": at_work("/notice/act-2015", ".row"),
        "sign-to-print": at_work("/sign/act-2015", ".sign dl"),
    },
    Role.AUDITOR: {
        "audit": at_work("/audit", "ol > li"),
        "audit-rounds": replay,
        "audit-verification": verified,
        "audit-odds": at_work("/audit/odds", "tbody > tr >> nth=12"),
        "audit-papers": at_work("/audit/papers", "select > option"),
    },
}
"""Pages of people who work there, by their role."""

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
}


@contextmanager
def shown_house() -> Iterator[tuple[str, OpenDemo]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        opened_demo(Path(folder) / "demo", RUNNING) as demo,
        serving(demo.house, demo.door, Address(rates=MANY), demo.more) as port,
    ):
        yield f"http://localhost:{port}", demo


def let_in(browser: Browser, demo: OpenDemo, url: str, role: Role) -> StorageState:
    """Somebody who works there, by a link."""
    person = next(one.person for one in STAFF if one.role is role)
    page = browser.new_context().new_page()
    page.goto(demo.entrance.enroll(person, kind=LinkKind.ENTER).address(url).text())
    page.get_by_text("You are in as").wait_for()
    return page.context.storage_state()


def take(
    browser: Browser, who: StorageState, url: str, folder: Path, pages: Mapping[str, Callable[[Page, str], None]]
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
                whole = page.get_by_role("dialog").count() == 0 and name != "wall"
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
    with shown_house() as (url, demo), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.program(), args=[*chromium.ARGUMENTS])
        guest = _watch(browser, url)
        take(browser, guest, url, folder, PAGES)
        for role, pages in WORKING.items():
            take(browser, let_in(browser, demo, url, role), url, folder, pages)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
