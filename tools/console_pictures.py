"""The dealer's console in every state that matters: a table of its own, dealt for the pictures."""

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page
from tests.browser.dealing import REAL, Dealer, add_table, hire, rules
from tests.browser.proxy import Proxy, proxy_to
from tests.web.served import MANY

from puntobanco import house as diary
from puntobanco.app.house.house import House
from puntobanco.client import Client
from puntobanco.table import Role, commands
from puntobanco.table.views.dealer_steps import StepWay
from puntobanco.web.demo import opened_demo
from puntobanco.web.server import Address, serving

TABLE = "7"
WAGERS = ("player", "banker", "banker", "tie", "player")
Lights = tuple[Literal["dark", "light"], ...]
MILLISECONDS_OF_MOTION = 300


@dataclass(frozen=True)
class Sizes:
    """Heights of the window by its width, and both lights."""

    widths: Mapping[int, int]
    lights: Lights


class Pictures:
    """Each state at every size and light, under its name."""

    def __init__(self, page: Page, folder: Path, sizes: Sizes, family: str) -> None:
        self._page, self._folder, self._sizes, self._family = page, folder, sizes, family

    def take(self, name: str) -> None:
        whole = self._page.get_by_role("dialog").count() == 0
        for light in self._sizes.lights:
            self._page.emulate_media(color_scheme=light, reduced_motion="reduce")
            for width, height in self._sizes.widths.items():
                self._page.set_viewport_size({"width": width, "height": height})
                self._page.wait_for_timeout(MILLISECONDS_OF_MOTION)
                path = self._folder / f"{self._family}-{name}-{width}-{light}.png"
                self._page.screenshot(path=path, full_page=whole)


@contextmanager
def dealt_house() -> Iterator[tuple[House, str, Proxy, str]]:
    """A house with one table that is dealt by hand, a way to it that can be cut, and a link for its dealer."""
    with (
        tempfile.TemporaryDirectory() as folder,
        opened_demo(Path(folder) / "demo", diary.Running(virtual=True, automatic=True)) as demo,
        serving(demo.house, demo.door, Address(rates=MANY), demo.more) as port,
        proxy_to(port) as proxy,
    ):
        add_table(demo.house, TABLE, REAL, "act-2015")
        hire(demo, "Sol", Role.SUPERVISOR, TABLE)
        yield demo.house, f"http://localhost:{port}", proxy, hire(demo, "Ines", Role.DEALER, TABLE)


def take_console(browser: Browser, folder: Path, sizes: Sizes) -> None:
    with dealt_house() as (house, url, proxy, link):
        page = browser.new_context(reduced_motion="reduce").new_page()
        page.goto(f"http://localhost:{proxy.port}{link}")
        page.get_by_text("You are in as Ines.").wait_for()
        page.goto(f"http://localhost:{proxy.port}/deal")
        take_over = page.get_by_role("button", name="Take the table over")
        take_over.wait_for()
        shown = Pictures(page, folder, sizes, "deal")
        shown.take("take-over")
        take_over.click()
        guests = [Client.as_guest(url, TABLE) for _ in WAGERS]
        dealer = Dealer(page=page, house=house, table=TABLE)
        _round(dealer, guests, shown)
        _irregular(dealer, guests, shown)
        proxy.cut()
        page.get_by_text("STOP").wait_for()
        shown.take("stop")
        page.context.close()


def _round(dealer: Dealer, guests: list[Client], shown: Pictures) -> None:
    dealer.goes_on_until("Offer the cut")
    shown.take("cut")
    dealer.press("Enter")
    guests[0].table(TABLE).do(commands.Cut, at=200)
    dealer.goes_on_until("Wait for wagers")
    shown.take("idle")
    for guest, wager in zip(guests, WAGERS, strict=True):
        guest.table(TABLE).place(wager, 10_000)
    dealer.goes_on_until("Draw banker’s first card")
    dealer.page.keyboard.press("7")
    shown.take("card")
    dealer.page.keyboard.press("Escape")
    while dealer.sees().way is not StepWay.PAY:
        dealer.goes_on()
    shown.take("pay")
    dealer.press("Shift+Enter")


def _irregular(dealer: Dealer, guests: list[Client], shown: Pictures) -> None:
    guests[0].table(TABLE).place("player", 10_000)
    dealer.goes_on_until("Draw player’s first card")
    page = dealer.page
    page.keyboard.press("Control+k")
    shown.take("palette")
    page.keyboard.type("draw")
    page.keyboard.press("Enter")
    form = page.get_by_role("dialog", name="Draw")
    form.get_by_role("textbox", name="Card").fill("4D")
    form.get_by_role("combobox", name="Where it lies").select_option("Banker, face up")
    shown.take("form")
    form.get_by_role("button", name="Do it").click()
    page.get_by_role("region", name="Irregularity").wait_for()
    shown.take("irregular")
    rules(dealer.house, TABLE, "Sol", commands.Reconstruct)
    dealer.sees()
