"""A table that somebody deals, for both sides: nobody there yet, the cut, dealing, paying, cards to be turned."""

from pathlib import Path

from playwright.sync_api import Browser, Page, StorageState
from tests.browser.acts import lay, sit_at
from tests.browser.conftest import Demo
from tests.browser.dealing import VIRTUAL, Dealer, add_table, rules
from tests.browser.proxy import proxy_to

from puntobanco.app.demo.setup import DEALER_TABLE
from puntobanco.table import Role, commands
from puntobanco.table.views.dealer_steps import StepWay
from tools.console_pictures import Pictures, Sizes

SALON = "salon"
"""Where patrons turn the cards."""


def take_attended(
    browser: Browser, demo: Demo, folder: Path, sizes: Sizes, *, guest: StorageState, dealer: StorageState
) -> None:
    add_table(demo.shown.demo.house, SALON, VIRTUAL, "house-midi", midi="true")
    guests, dealers = browser.new_context(storage_state=guest), browser.new_context(storage_state=dealer)
    patron, console = guests.new_page(), dealers.new_page()
    seen = Pictures(patron, folder, sizes, "attended")
    dealt = Pictures(console, folder, sizes, "deal-virtual")
    console.goto(f"{demo.url}/deal")
    console.get_by_role("link", name=f"Deal at {DEALER_TABLE}").wait_for()
    dealt.take("tables")
    _sits_down(demo, DEALER_TABLE, patron, console)
    seen.take("awaited")
    dealt.take("take-over")
    _round(_until_the_cut(demo, DEALER_TABLE, patron, console), patron, seen, dealt)
    _sits_down(demo, SALON, patron, console)
    _turns(_until_the_cut(demo, SALON, patron, console), patron, seen)
    _loses_the_house(demo, patron, seen)
    guests.close()
    dealers.close()


def _sits_down(demo: Demo, table: str, patron: Page, console: Page) -> None:
    """Where nobody deals, and a dealer looks on."""
    patron.goto(demo.url)
    sit_at(patron, table)
    patron.get_by_text("No dealer has come yet").first.wait_for()
    console.goto(f"{demo.url}/deal/{table}")
    console.get_by_role("button", name="Take the table over").wait_for()


def _until_the_cut(demo: Demo, table: str, patron: Page, console: Page) -> Dealer:
    """A dealer takes the table over, and the patron is asked to cut."""
    console.get_by_role("button", name="Take the table over").click()
    found = Dealer(page=console, house=demo.shown.demo.house, table=table, virtual=True)
    while "cuts" not in found.step.title:
        found.goes_on()
        if found.step.call is Role.SUPERVISOR:
            rules(found.house, table, "Demo supervisor", commands.InspectCards)
    patron.get_by_role("group", name="The cut is yours").wait_for()
    return found


def _round(dealer: Dealer, patron: Page, seen: Pictures, dealt: Pictures) -> None:
    seen.take("cut")
    _declines(dealer, patron)
    dealer.goes_on_until("Wait for wagers")
    for name in ("Banker", "Tie", "Player pair"):
        lay(patron, name)
    dealer.goes_on_until("Draw player’s first card")
    dealt.take("card")
    dealer.goes_on_until("Draw banker’s second card")
    dealer.sees()
    seen.take("dealing")
    while dealer.sees().way is not StepWay.PAY:
        dealer.goes_on()
    dealt.take("pay")
    while dealer.state.round is not None:
        dealer.goes_on()
    patron.locator(".rounds li.line").first.wait_for()
    seen.take("settled")


def _declines(dealer: Dealer, patron: Page) -> None:
    """The house cuts instead."""
    before = dealer.step.id
    patron.get_by_role("group", name="The cut is yours").get_by_role("button", name="Decline").click()
    dealer.until_past(before)
    if dealer.step.call is Role.SUPERVISOR:
        rules(dealer.house, dealer.table, "Demo supervisor", commands.Cut, at=200)
    elif dealer.step.way is StepWay.NUMBER:
        dealer.sees()
        dealer.page.get_by_label("Cards deep").fill("200")
        dealer.press("Enter")


def _turns(dealer: Dealer, patron: Page, seen: Pictures) -> None:
    _declines(dealer, patron)
    dealer.goes_on_until("Wait for wagers")
    lay(patron, "Player")
    dealer.goes_on_until("turns player")
    patron.get_by_role("group", name="Player's cards are yours to turn").wait_for()
    seen.take("squeeze")


def _loses_the_house(demo: Demo, patron: Page, seen: Pictures) -> None:
    with proxy_to(int(demo.url.rpartition(":")[2])) as proxy:
        patron.goto(f"http://localhost:{proxy.port}/tables/{SALON}")
        patron.get_by_role("region", name="Your place").wait_for()
        proxy.cut()
        patron.get_by_text("No connection").first.wait_for()
        seen.take("lost")
