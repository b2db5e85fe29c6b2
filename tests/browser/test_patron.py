"""What a patron looks up and decides at a table: odds, the drawing table, sums, offers with a time, sounds, a sleep."""

import re

import pytest
from playwright.sync_api import Locator, Page

from puntobanco import house as diary
from puntobanco.app.demo.setup import internal_controls
from puntobanco.app.randomness import command_id
from puntobanco.streams.names import TABLE
from puntobanco.table import Actor, Role, commands
from puntobanco.table.commands.slips import SlipStake
from tests.browser.acts import accepted, bet, last_round, lay, person, spot, told_round
from tests.browser.conftest import CALM, DOTTED, ENDLESS, KNOWN, KNOWN_NZ, MIDI, Comes, Demo, assert_axe_is_content
from tests.browser.croupier import BANKER_WINS, PLAYER_WINS, SIX_CARDS, bets_without_a_page
from tests.browser.dealing import REAL, add_table
from tests.browser.log import given_at, own_line
from tests.browser.proxy import proxy_to
from tests.browser.waiting import expect
from tests.waiting import until

PHONE = {"width": 360, "height": 780}
ROADS, RESULTS = "roads", "BBPBBBPPBPPPBB"
CARD, CLOSE, RESULT = 880, 440, 784
TONES = """
globalThis.tones = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  tones.push(this.frequency.value);
  return start.apply(this, when);
};
"""
LONGER_THAN_A_TOUCH = 500
"""Milliseconds."""
LONG_TOUCH = """(button) => {
  const finger = { bubbles: true, button: 0, pointerType: "touch" };
  const press = (kind) => button.dispatchEvent(new PointerEvent(kind, finger));
  press("pointerdown");
  setTimeout(() => button.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true })), 600);
  setTimeout(() => press("pointerup"), 650);
}"""
HIDE = """(hidden) => {
  const now = hidden ? "hidden" : "visible";
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => now });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
ASLEEP = "() => { const now = Date.now; Date.now = () => now() + 60_000; }"
"""A minute passes at once."""


def fact(page: Page, name: str) -> Locator:
    """A figure of the tray."""
    tray = page.get_by_role("region", name="Chips and actions")
    return tray.locator("dl > div").filter(has=page.get_by_text(name, exact=True)).locator("dd")


def bet_elsewhere(demo: Demo, name: str, cents: int) -> None:
    """The same patron changes the slip, and this page is not there to hear of it."""
    state = demo.state(CALM)
    area = str(state.patrons[name].seat)
    slip = commands.BetSlip(
        actor=Actor(person=name, role=Role.PATRON),
        round=state.round_number,
        stakes=(SlipStake(area=area, wager="tie", amount=cents),),
    )
    demo.shown.demo.house.handle(TABLE + CALM, slip, command_id())


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def test_stake_and_what_can_be_won_are_the_servers(comes: Comes) -> None:
    one = comes(seat=CALM)
    expect(fact(one.page, "Can win")).to_have_text("$0.00")
    for name in ("Banker", "Player pair"):
        bet(one, name)
        expect(accepted(one.page, name)).to_be_visible()
    expect(fact(one.page, "Stake")).to_have_text("$10.00")
    expect(fact(one.page, "Can win")).to_have_text("$129.75")
    one.page.get_by_role("button", name="Odds of Player pair").click()
    expect(sheet(one.page)).to_contain_text("25 to 1 if player's first two are a perfect pair")
    assert_axe_is_content(one)


def test_chips_come_off_by_right_click_long_touch_and_keys(comes: Comes, demo: Demo) -> None:
    """One for each, though a long touch asks for the menu, too; a mouse that is slow to come up means a click."""
    one = comes(seat=CALM)
    target, name = spot(one.page, "Tie").locator(".target"), person(one.page)

    def lies(dollars: int) -> None:
        expect(target).to_have_accessible_name(re.compile(f"Tie: {f'.{dollars}.00' if dollars else 'nothing'} there"))
        expect(spot(one.page, "Tie").locator(".hollow")).to_have_count(0)
        until(lambda: sum(stake.amount for stake in demo.state(CALM).stakes.of(name)) == 100 * dollars)

    for count in range(1, 6):
        bet(one, "Tie")
        lies(5 * count)
    target.click(button="right")
    lies(20)
    target.hover()
    one.page.mouse.down()
    one.page.wait_for_timeout(LONGER_THAN_A_TOUCH)
    one.page.mouse.up()
    lies(25)
    for left in (20, 15, 10):
        target.evaluate(LONG_TOUCH)
        lies(left)
    target.press("Delete")
    lies(5)
    one.page.keyboard.press("Shift+T")
    lies(0)
    one.page.keyboard.press("u")
    lies(5)


def test_what_is_not_answered_is_not_drawn_as_done_and_the_focus_stays(comes: Comes) -> None:
    one = comes(seat=CALM, refusals_are_expected=True)
    lay(one.page, "Tie")
    target, clear = spot(one.page, "Tie").locator(".target"), one.page.get_by_role("button", name="Clear")
    one.page.route("**/commands", lambda route: route.abort())
    clear.press("Enter")
    expect(spot(one.page, "Tie").locator(".going")).to_be_visible()
    expect(target).to_have_accessible_name(re.compile(r"Tie: .5.00 there, .5.00 is being taken off"))
    expect(fact(one.page, "Stake")).to_have_text("$5.00")
    one.page.unroute("**/commands")
    expect(target).to_have_accessible_name(re.compile("Tie: nothing there"))
    expect(clear).to_have_attribute("aria-disabled", "true")
    expect(clear).to_be_focused()
    one.page.get_by_role("button", name="Leave the seat").press("Enter")
    one.page.get_by_role("button", name="Take seat").first.wait_for()
    assert one.page.evaluate("document.activeElement !== document.body"), "who goes by keys is not lost"


def test_the_drawing_table_has_the_row_of_the_coup_lit(comes: Comes, demo: Demo) -> None:
    one, croupier = comes(seat=KNOWN_NZ), demo.croupier(KNOWN_NZ)
    croupier.prepares()
    lay(one.page, "Tie")
    one.page.get_by_role("button", name="Drawing table").click()
    players, bankers = sheet(one.page).get_by_role("table").nth(0), sheet(one.page).get_by_role("table").nth(1)
    players.wait_for()
    assert_axe_is_content(one)
    expect(bankers.get_by_role("row")).to_have_count(9)
    for cards, total in ((SIX_CARDS, 2), (PLAYER_WINS, 9)):
        number = croupier.deals(cards)
        expect(sheet(one.page).locator(".now b")).to_have_text(f"Round {number}")
        lit = players.locator("[aria-current=true]")
        expect(lit).to_have_count(1)
        until(lambda total=total, lit=lit: lit.evaluate("(cell) => cell.cellIndex - 1") == total)  # type: ignore[misc]  # what it binds has no type
        bets_without_a_page(demo.shown.demo.house, KNOWN_NZ)


def test_each_result_says_why_with_its_sum_and_the_history_has_the_cards(comes: Comes, demo: Demo) -> None:
    one = comes(seat=KNOWN)
    lay(one.page, "Banker")
    number = demo.croupier(KNOWN).deals(SIX_CARDS)
    line = own_line(demo, KNOWN, number, person(one.page))
    last_round(one.page).locator("li.line").get_by_role("button", name=f"Why? {line.clause}").first.click()
    expect(sheet(one.page).locator(".sum")).to_contain_text("$5 ")
    expect(sheet(one.page)).to_contain_text("In our words")
    one.page.keyboard.press("Escape")
    one.page.get_by_role("button", name="All rounds").click()
    row = sheet(one.page).get_by_role("article", name=f"Round {number}", exact=True)
    expect(row.get_by_role("img")).to_have_count(6)
    expect(row.locator("li.line")).to_have_count(1)
    expect(row.get_by_role("button", name=f"Why? {line.clause}").first).to_be_visible()
    assert_axe_is_content(one)
    row.get_by_role("button", name=f"Why? Round {number}").click()
    expect(sheet(one.page)).to_contain_text("Player gets")


def test_the_squeeze_counts_down(comes: Comes, demo: Demo) -> None:
    one = comes(seat=MIDI, viewport=PHONE)
    bet(one, "Banker")
    accepted(one.page, "Banker").wait_for()
    demo.closes(MIDI)
    squeeze = one.page.get_by_role("group", name="Banker's cards are yours to turn")
    left = squeeze.get_by_role("timer")
    expect(left).to_have_text(re.compile(r"\d+ seconds left"))
    first = left.inner_text()
    expect(left).not_to_have_text(first)
    assert_axe_is_content(one)
    squeeze.get_by_role("button", name="Turn the cards").first.click()
    expect(left).to_have_count(0)


def test_a_patron_cuts_the_new_shoe(comes: Comes, demo: Demo) -> None:
    one = comes(seat=MIDI)
    replace = commands.ReplaceCards(actor=diary.OPERATOR)
    demo.shown.demo.house.handle(TABLE + MIDI, replace, command_id())
    offer = one.page.get_by_role("group", name="The cut is yours")
    expect(offer.get_by_role("timer")).to_have_text(re.compile(r"\d+ seconds left"))
    assert_axe_is_content(one)
    offer.get_by_label("Cards deep").fill("123")
    offer.get_by_role("button", name="Cut", exact=True).click()
    offer.wait_for(state="detached")
    until(lambda: demo.is_ready(MIDI))
    cuts = [act for act in given_at(demo, MIDI) if isinstance(act, commands.Cut)]
    assert (cuts[-1].actor.person, cuts[-1].at) == (person(one.page), 123)
    expect(one.page.locator(".state")).to_have_text("Waiting for wagers")


def test_sounds_are_off_until_somebody_wants_them(comes: Comes, demo: Demo) -> None:
    one, croupier = comes(seat=KNOWN, first=TONES), demo.croupier(KNOWN)
    lay(one.page, "Tie")
    told_round(one.page, croupier.deals()).wait_for()
    assert one.page.evaluate("tones") == []
    one.page.get_by_role("button", name="Settings").click()
    one.page.get_by_label("Sounds").check()
    one.page.keyboard.press("Escape")
    lay(one.page, "Tie")
    for happens, pitch in (
        (croupier.closes, CLOSE),
        (lambda: croupier.draws("9c"), CARD),
        (lambda: croupier.finishes("2d Kh 3s"), RESULT),
    ):
        happens()
        one.page.wait_for_function("(pitch) => tones.includes(pitch)", arg=pitch)
    one.page.reload()
    one.page.get_by_role("button", name="Settings").click()
    expect(one.page.get_by_label("Sounds")).to_be_checked()


def test_marks_of_the_lower_roads_are_as_the_viewer_likes(comes: Comes, demo: Demo) -> None:
    add_table(demo.shown.demo.house, ROADS, REAL, "act-2015")
    croupier = demo.croupier(ROADS)
    croupier.prepares()
    croupier.plays(*(BANKER_WINS if letter == "B" else PLAYER_WINS for letter in RESULTS))
    one = comes(f"/tables/{ROADS}")
    squares = one.page.locator("figure rect.b")
    squares.first.wait_for()
    one.page.get_by_role("button", name="Settings").click()
    one.page.get_by_label("Marks of the lower roads").select_option("traditional")
    expect(squares).to_have_count(0)
    assert one.page.locator("figure circle.b, figure path.b").count() > 0
    one.page.get_by_label("Marks of the lower roads").select_option("round and square")
    expect(squares.first).to_be_visible()
    assert one.page.locator("figure circle.b").count() == 0


def test_a_table_with_a_dot_in_its_name_is_found_again(comes: Comes) -> None:
    one = comes(f"/tables/{DOTTED}")
    one.page.get_by_text("You are watching").wait_for()
    one.page.reload()
    one.page.get_by_text("You are watching").wait_for()
    expect(one.page.get_by_role("heading", level=1)).to_have_text(DOTTED)


@pytest.mark.parametrize("hidden", [True, False], ids=["in a pocket", "suspended"])
def test_a_phone_that_slept_is_right_again(comes: Comes, demo: Demo, hidden: bool) -> None:
    """Its connections lead nowhere, and nobody has told it so: waking up is all there is to go by."""
    port = int(demo.url.rpartition(":")[2])
    with proxy_to(port) as proxy:
        one = comes(seat=CALM, url=f"http://localhost:{proxy.port}", viewport=PHONE, refusals_are_expected=True)
        bet(one, "Tie")
        expect(accepted(one.page, "Tie")).to_be_visible()
        if hidden:
            one.page.evaluate(HIDE, arg=True)
        proxy.stall()
        bet_elsewhere(demo, person(one.page), cents=2_500)
        target = spot(one.page, "Tie").locator(".target")
        expect(target).to_have_accessible_name(re.compile(r"Tie: .5.00 there"))
        one.page.evaluate(ASLEEP)
        if hidden:
            one.page.evaluate(HIDE, arg=False)
        else:
            one.page.evaluate("dispatchEvent(new Event('online'))")
        expect(target).to_have_accessible_name(re.compile(r"Tie: .25.00 there"))


# The checks of the other journeys, on planted mistakes

DEAF = """
const told = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
Object.defineProperty(MessagePort.prototype, "onmessage", {
  set(hear) { told.set.call(this, (event) => globalThis.deaf || hear(event)); },
});
"""
GIVES_UP = """
delete globalThis.SharedWorker;
globalThis.EventSource = class extends EventSource {
  constructor(address) {
    super(globalThis.resigned ? "/nowhere.txt" : address);
    globalThis.tries = (globalThis.tries ?? 0) + (globalThis.resigned ? 1 : 0);
  }
};
"""


def test_a_tab_that_is_not_live_is_noticed(comes: Comes) -> None:
    """What a tab beside it has shown twice, it would have shown once."""
    first = comes(seat=CALM, first=DEAF)
    deaf, live = (comes(f"/tables/{CALM}", beside=first) for _ in range(2))
    for tab in (deaf, live):
        tab.page.get_by_role("region", name="Your place").wait_for()
    deaf.page.evaluate("globalThis.deaf = true")
    for dollars in (5, 10):
        bet(first, "Tie")
        expect(spot(live.page, "Tie").locator(".target")).to_have_accessible_name(
            re.compile(f"Tie: .{dollars}.00 there")
        )
    assert accepted(deaf.page, "Tie").count() == 0


def test_a_page_that_does_not_come_back_is_noticed(comes: Comes, demo: Demo) -> None:
    """While another one on the same way has."""
    with proxy_to(int(demo.url.rpartition(":")[2])) as proxy:
        way = {"url": f"http://localhost:{proxy.port}", "refusals_are_expected": True}
        lost, back = comes(f"/tables/{CALM}", first=GIVES_UP, **way), comes(f"/tables/{CALM}", **way)
        for one in (lost, back):
            one.page.get_by_text("You are watching").wait_for()
        lost.page.evaluate("globalThis.resigned = true")
        proxy.cut()
        for one in (lost, back):
            expect(one.page.locator(".state")).to_have_text("No connection")
        proxy.mend()
        expect(back.page.locator(".state")).not_to_have_text("No connection")
        lost.page.wait_for_function("() => globalThis.tries > 1")
        expect(lost.page.locator(".state")).to_have_text("No connection")


def test_whoever_stands_bets_where_the_book_lets_the_gallery(comes: Comes, demo: Demo) -> None:
    """On lines only, once every area has a bet; the keys follow."""
    controls = {**dict(internal_controls("washington")), "seats": "3", "gallery_lines": "2"}
    add_table(demo.shown.demo.house, "gallery", ENDLESS, "washington", **controls)
    sits, stands = comes(seat="gallery").page, comes("/tables/gallery", refusals_are_expected=True).page
    lay(sits, "Player")
    accepted(sits, "Player").wait_for()
    for area in ("2", "3"):
        seated = Actor(person=person(sits), role=Role.PATRON)
        placed = commands.Place(actor=seated, area=area, wager="player", amount=1000)
        demo.shown.demo.house.handle(TABLE + "gallery", placed, command_id())
    stands.get_by_role("button", name="Buy in", exact=True).click()
    stands.get_by_label("Amount in dollars").fill("100")
    stands.get_by_role("dialog").get_by_role("button", name="Buy in", exact=True).click()
    stands.get_by_role("group", name="Line 1").wait_for()
    lay(stands, "Player")
    accepted(stands, "Player").wait_for()
    stands.get_by_role("button", name="Line 2").click()
    stands.keyboard.press("b")
    expect(stands.get_by_role("alert")).to_contain_text("Not in. banker and player cannot be bet together")
    stands.keyboard.press("p")
    accepted(stands, "Player").wait_for()
    expect(stands.get_by_role("img", name="Line 2")).to_be_visible()
    who = person(stands)
    assert {(one.area, one.wager) for one in demo.state("gallery").stakes.of(who)} == {
        ("L1", "player"),
        ("L2", "player"),
    }
