"""Every page at 320, 1280 and 2560 pixels, dark and light: for people to look at, in `build/screenshots`.

`python -m tools.screenshots FOLDER` writes elsewhere, `FOLDER lobby floor` only pages whose names begin so.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, FilePayload, Page, StorageState, ViewportSize, sync_playwright
from tests.browser import chromium
from tests.browser.acts import bet_at, sit_at
from tests.browser.conftest import Demo
from tests.browser.dealing import add_table
from tests.client.conftest import Shown
from tests.web.served import MANY

from puntobanco import house as diary
from puntobanco.app.auth.invitations import LinkKind
from puntobanco.app.demo.setup import DEALER_TABLE, internal_controls, make_patron
from puntobanco.app.randomness import command_id
from puntobanco.house.commands import Propose
from puntobanco.rulebooks import BOOKS
from puntobanco.streams.names import TABLE
from puntobanco.table import Actor, Role, commands
from puntobanco.web.demo import OpenDemo, opened_demo
from puntobanco.web.server import Address, serving
from tools import tournament_pictures as cups
from tools.attended_pictures import take_attended
from tools.console_pictures import MILLISECONDS_OF_MOTION, Lights, Sizes, take_console

FOLDER = Path(__file__).parents[1] / "build" / "screenshots"
RUNNING = diary.Running(virtual=True, automatic=True, betting_ms=4_000, card_ms=20, offer_ms=20)
SLOW = diary.Running(virtual=True, automatic=True, betting_ms=900_000, card_ms=20, offer_ms=20)
"""No round is over before its pictures are taken."""
WIDTHS = {320: 700, 1280: 800, 2560: 1440}
LIGHTS: Lights = ("dark", "light")
SIZES = Sizes(WIDTHS, LIGHTS)
FIRST_GUEST = "Guest 1"
NOBODY: dict[str, object] = {"you": None, "guests": False, "guest": False, "roles": {}, "deals": []}
NEW_STAFF = {"person": "Dora", "kind": "session", "staff": True, "needs_factor": True, "scopes": [], "tables": []}
NEW_FACTOR = {"secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "address": "otpauth://totp/Demo:Dora"}
RECOVERY_CODES = {"recovery_codes": [f"{one}kq-7d{one}-w{one}xm" for one in range(10)]}
GALLERY = "gallery"
"""A table with lines, where a change is announced and nothing is dealt."""
SECONDS_OF_PLAY = 45
"""Before the first picture, so that the roads have something to show."""


def lobby(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_role("article").nth(4).wait_for()


def signed_out(page: Page, url: str) -> None:
    """As in a house that has no guests."""
    page.route("**/api/v1/welcome", lambda route: route.fulfill(json=NOBODY))
    page.goto(url)
    page.get_by_label("Password").wait_for()


def factor(page: Page, url: str) -> None:
    """Staff of a house that has just taken them on."""
    page.route("**/api/v1/welcome", lambda route: route.fulfill(json={**NOBODY, "you": NEW_STAFF}))
    page.route("**/api/v1/you/factor", lambda route: route.fulfill(json=NEW_FACTOR))
    page.route("**/api/v1/you/factor/confirm", lambda route: route.fulfill(json=RECOVERY_CODES))
    page.goto(url)
    page.get_by_label("Password").wait_for()


def factor_key(page: Page, url: str) -> None:
    factor(page, url)
    page.get_by_label("Password").fill("something long")
    page.get_by_role("button", name="Set it up").click()
    page.get_by_label("The six digits").wait_for()


def factor_codes(page: Page, url: str) -> None:
    factor_key(page, url)
    page.get_by_label("The six digits").fill("123456")
    page.get_by_role("button", name="Take it into use").click()
    page.get_by_text("Recovery codes").wait_for()


def standing(page: Page, url: str) -> None:
    """In the gallery, with wagers on both lines, while a change is announced."""
    page.goto(f"{url}/tables/{GALLERY}")
    page.get_by_role("button", name="Buy in", exact=True).or_(page.get_by_text("Where you bet")).first.wait_for()
    if not page.get_by_text("Where you bet").count():
        page.get_by_role("button", name="Buy in", exact=True).click()
        page.get_by_label("Amount in dollars").fill("100")
        page.get_by_role("dialog").get_by_role("button", name="Buy in", exact=True).click()
        bet_at(page, "Player")
        page.get_by_role("button", name="Line 2").click()
        bet_at(page, "Player")
        page.locator(".chip:not(.hollow)").first.wait_for()
    page.get_by_role("button", name="Line 1").click()
    page.wait_for_timeout(500)


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


def clause(page: Page, url: str) -> None:
    settled(page, url)
    page.locator(".rounds li.line").get_by_role("button", name="Why?").first.click()
    page.get_by_text("In our words").wait_for()


def drawing(page: Page, url: str) -> None:
    sheet("Drawing table")(page, url)
    page.get_by_role("table").first.wait_for()


def odds(page: Page, url: str) -> None:
    betting("act-2015")(page, url)
    page.get_by_role("button", name="Odds of Player pair").click()
    page.get_by_role("dialog").wait_for()


def verified(page: Page, url: str) -> None:
    """A guest's own bundle."""
    betting("act-2015")(page, url)
    settled_round = page.locator(".rounds li.line").first
    settled_round.wait_for()
    person = page.request.get(f"{url}/api/v1/you").json()["person"]
    page.request.post(f"{url}/api/v1/audit/checkpoints", headers={"origin": url})
    bundle = page.request.get(f"{url}/api/v1/bundles/patrons/{person}").body()
    page.goto(f"{url}/verify.html")
    file: FilePayload = {"name": "own.bundle", "mimeType": "application/x-ndjson", "buffer": bundle}
    page.locator("input[type=file]").set_input_files(files=[file])
    page.locator(".verdict").wait_for()


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


def rounds_of_cup(page: Page, url: str) -> None:
    at(f"/tournaments/{cups.OVER}", "The director has awarded")(page, url)
    page.get_by_role("button", name="All rounds").click()
    page.get_by_role("dialog").get_by_role("article").first.wait_for()


def replay_of_cup(page: Page, url: str) -> None:
    at_work("/audit/rounds", "select > option")(page, url)
    page.get_by_role("combobox", name="Tournament").select_option(cups.OVER)
    page.get_by_role("combobox", name="Table", exact=True).select_option("Stage 1, Heat: table 2")
    page.get_by_role("button", name="Replay", exact=True).click()
    page.get_by_role("button", name="To the last step").click()


def ruling_at_cup(page: Page, url: str) -> None:
    at(f"/direct/{cups.PLAYED}", "Play goes on")(page, url)
    page.get_by_role("button", name="Rule on it").first.click()
    page.get_by_role("dialog").wait_for()


def closing(page: Page, url: str) -> None:
    at_work("/house", "article >> nth=3")(page, url)
    page.get_by_role("button", name="Close the table").first.click()
    page.get_by_role("dialog").wait_for()


def house_verified(page: Page, url: str) -> None:
    at_work("/audit/verification", ".acts")(page, url)
    page.get_by_role("button", name="Verify the house").click()
    page.get_by_text("running").wait_for()
    page.get_by_text("Nothing is wrong.").first.wait_for()


PAGES: dict[str, Callable[[Page, str], None]] = {
    "lobby": lobby,
    "watching": watching,
    "table-betting": betting("act-2015"),
    "table-midi": betting("house-midi"),
    "table-washington": betting("washington"),
    "table-gallery": standing,
    "table-settled": settled,
    "sign": sheet("Sign and rules"),
    "history": sheet("All rounds"),
    "story": sheet("Why? Round"),
    "drawing": drawing,
    "odds": odds,
    "clause": clause,
    "money": sheet("Buy in or cash out"),
    "fairness": sheet("Fairness of this shoe"),
    "dispute": sheet("Raise a dispute"),
    "settings": sheet("Settings"),
    "log-in": signed_out,
    "factor": factor,
    "factor-key": factor_key,
    "factor-codes": factor_codes,
    "enter": at("/enter#nothing", "link"),
    "enrol": at("/enrol#nothing", "link"),
    "screen": at("/screen#nothing", "link"),
    "not-found": at("/nowhere", "nothing under this address"),
    "not-yours": at("/house", "operator"),
    "verify": verified,
    "account": account,
    "wall": wall,
    "tournaments": at("/tournaments", "Open Cup"),
    "tournament-entry": at(f"/tournaments/{cups.OPEN}", "Enter for"),
    "tournament-turn": at(f"/tournaments/{cups.PLAYED}", "more is to be risked"),
    "tournament-results": at(f"/tournaments/{cups.OVER}", "The director has awarded"),
    "tournament-history": rounds_of_cup,
    "board": at(f"/board/{cups.PLAYED}", "go on"),
    "board-results": at(f"/board/{cups.OVER}", "Results"),
}
WALLS = ("wall", "board", "board-results")


def floor(page: Page, url: str) -> None:
    page.goto(f"{url}/floor")
    page.get_by_role("region", name="Approvals").get_by_role("article").wait_for()
    page.get_by_role("region", name="Tables").get_by_role("article").nth(3).wait_for()


def floor_table(page: Page, url: str) -> None:
    page.goto(f"{url}/floor/act-2015")
    page.get_by_role("region", name="Rulings").get_by_role("listitem").first.wait_for()
    page.get_by_role("region", name="What happened").get_by_role("listitem").first.wait_for()


def ruling(page: Page, url: str) -> None:
    floor_table(page, url)
    page.get_by_role("button", name="Void round").click()
    page.get_by_label("Which round").select_option(index=2)
    page.get_by_label("Why", exact=True).select_option(index=3)
    page.get_by_role("button", name="Show what happens").click()
    page.get_by_role("region", name="What happens").wait_for()


def floor_account(page: Page, url: str) -> None:
    floor_table(page, url)
    page.get_by_role("button", name="Look at the account of").first.click()
    page.get_by_text("Statement").wait_for()


STAFF_PAGES: dict[str, dict[str, Callable[[Page, str], None]]] = {
    "Demo supervisor": {"floor": floor, "floor-table": floor_table},
    "Demo operator": {
        "floor-ruling": ruling,
        "floor-account": floor_account,
        "direct": at("/direct", "Check the conditions"),
        "direct-pay": at(f"/direct/{cups.OVER}", "Pay the prize"),
        "house": at_work("/house", "article >> nth=4"),
        "house-closing": closing,
        "house-open": opening,
        "house-people": at_work("/house/people", "article >> nth=3"),
        "house-switches": at_work("/house/switches", ".list > :not(.faint)"),
        "house-reports": at_work("/house/reports", "select > option"),
        "notice": at_work("/notice/act-2015", ".row"),
        "sign-to-print": at_work("/sign/act-2015", ".sign dl"),
    },
    "Demo auditor": {
        "audit": at_work("/audit", "ol > li"),
        "audit-rounds": replay,
        "audit-rounds-of-tournament": replay_of_cup,
        "audit-verification": house_verified,
        "audit-odds": at_work("/audit/odds", "tbody > tr >> nth=12"),
        "audit-papers": at_work("/audit/papers", "select > option"),
    },
    "Demo director": {
        "direct-entries": at(f"/direct/{cups.OPEN}", "Draw the ballot"),
        "direct-play": at(f"/direct/{cups.PLAYED}", "My chips are short"),
        "direct-ruling": ruling_at_cup,
        "floor-of-tournaments": at("/floor", "My chips are short"),
    },
}
"""By who works there and opens them."""


@contextmanager
def shown_house() -> Iterator[Demo]:
    with (
        tempfile.TemporaryDirectory() as folder,
        opened_demo(Path(folder) / "demo", RUNNING) as demo,
        serving(demo.house, demo.door, Address(rates=MANY), demo.more) as port,
    ):
        yield Demo(shown=Shown(demo=demo, url=f"http://localhost:{port}"), tables=())


def take(
    browser: Browser, who: StorageState, pages: Mapping[str, Callable[[Page, str], None]], url: str, folder: Path
) -> None:
    """All by the same person: seats are few."""
    for light in LIGHTS:
        for width, height in WIDTHS.items():
            size: ViewportSize = {"width": width, "height": height}
            context = browser.new_context(viewport=size, color_scheme=light, storage_state=who, reduced_motion="reduce")
            for name, shown in _wanted(pages).items():
                page = context.new_page()
                shown(page, url)
                page.evaluate("scrollTo(0, 0)")
                page.wait_for_timeout(MILLISECONDS_OF_MOTION)
                whole = page.get_by_role("dialog").count() == 0 and name not in WALLS
                page.screenshot(path=folder / f"{name}-{width}-{light}.png", full_page=whole)
                page.close()
            context.close()


def _wanted(pages: Mapping[str, Callable[[Page, str], None]]) -> Mapping[str, Callable[[Page, str], None]]:
    """Those that were named, or all."""
    names = tuple(sys.argv[2:])
    return {name: shown for name, shown in pages.items() if not names or name.startswith(names)}


def _watch(browser: Browser, url: str) -> StorageState:
    """House patrons play where somebody looks."""
    first = browser.new_context().new_page()
    lobby(first, url)
    for book in BOOKS:
        first.context.new_page().goto(f"{url}/wall/{book}")
    first.wait_for_timeout(1000 * SECONDS_OF_PLAY if _wanted({"table": lobby}) else 2000)
    return first.context.storage_state()


def _works(browser: Browser, demo: Demo, person: str) -> StorageState:
    """Somebody who came in by a link."""
    page = browser.new_context().new_page()
    page.goto(demo.shown.demo.entrance.enroll(person, kind=LinkKind.ENTER).address(f"{demo.url}/").text())
    page.get_by_text(f"You are in as {person}").wait_for()
    return page.context.storage_state()


def _something_waits(demo: OpenDemo) -> None:
    """A dispute, and a proposal for a second person, which would lapse where rounds go on."""
    stream, operator = "table/act-2015", Actor(person="Demo operator", role=Role.OPERATOR)
    name = next(iter(demo.house.look(stream).state.patrons))
    dispute = commands.RaiseDispute(actor=Actor(person=name, role=Role.PATRON), text="I bet on banker, not on player")
    demo.house.handle(stream, dispute, command_id())
    grant = commands.AnnounceChange(actor=operator, choices=(("minimum", "10"),))
    demo.house.handle("house", Propose(actor=operator, stream=TABLE + DEALER_TABLE, command=grant), command_id())


def _add_gallery(demo: OpenDemo) -> None:
    choices = {**dict(internal_controls("washington")), "seats": "3", "gallery_lines": "2"}
    add_table(demo.house, GALLERY, SLOW, "washington", **choices)
    make_patron(demo.house, "Otto", 100_000)
    otto = Actor(person="Otto", role=Role.PATRON)
    for command in (
        commands.BuyIn(actor=otto, amount=50_000),
        commands.TakeSeat(actor=otto, seat=1),
        *(commands.Place(actor=otto, area=area, wager="banker", amount=2_500) for area in ("1", "2", "3")),
    ):
        demo.house.handle(TABLE + GALLERY, command, command_id())
    change = commands.AnnounceChange(actor=diary.OPERATOR, choices=(("maximum", "2500"),))
    demo.house.handle(TABLE + GALLERY, change, command_id())


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with shown_house() as demo, sync_playwright() as playwright:
        _add_gallery(demo.shown.demo)
        browser = playwright.chromium.launch(executable_path=chromium.program(), args=[*chromium.ARGUMENTS])
        guest = _watch(browser, demo.url)
        if _wanted(dict.fromkeys(("tournament", "board", "direct", "floor-of", "audit-rounds-of"), lobby)):
            cups.furnish(demo, FIRST_GUEST)
        take(browser, guest, PAGES, demo.url, folder)
        if _wanted({"deal": lobby}):
            take_console(browser, folder, SIZES)
        _something_waits(demo.shown.demo)
        for person, pages in STAFF_PAGES.items():
            take(browser, _works(browser, demo, person), pages, demo.url, folder)
        if _wanted({"attended": lobby}):
            take_attended(browser, demo, folder, SIZES, guest=guest, dealer=_works(browser, demo, "Demo dealer"))
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
