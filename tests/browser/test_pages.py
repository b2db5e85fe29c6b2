"""Every page: nothing that axe objects to, nothing wrong in the console, nothing that moves by itself."""

import pytest

from tests.browser.acts import accepted, bet, last_round, lay, spot, told_round
from tests.browser.conftest import CALM, HURRIED, KNOWN, PAYABLE, Comes, Demo, assert_axe_is_content
from tests.browser.croupier import SIX_CARDS
from tests.browser.waiting import expect
from tests.browser.watching import Watched, axe_finds, contrast_in_the_other_light
from tests.waiting import until

SMALL = {"width": 320, "height": 700}


def test_the_lobby(comes: Comes, demo: Demo) -> None:
    one = comes()
    for book in demo.tables:
        one.page.get_by_role("article", name=book, exact=True).wait_for()
    expect(one.page.get_by_text("they do not tell what comes", exact=False)).to_be_visible()
    assert_axe_is_content(one)


def test_a_table_while_watching_and_seated(comes: Comes) -> None:
    one = comes(f"/tables/{CALM}")
    one.page.get_by_text("You are watching").wait_for()
    assert_axe_is_content(one)
    one.page.get_by_role("button", name="Sit down").click()
    one.page.get_by_role("region", name="Your place").wait_for()
    bet(one, "Banker")
    expect(accepted(one.page, "Banker")).to_be_visible()
    assert_axe_is_content(one)


def has_played(comes: Comes, demo: Demo) -> Watched:
    """Somebody at a table where a round was just settled, and nothing happens any more."""
    one = comes(seat=KNOWN)
    lay(one.page, "Banker")
    number = demo.croupier(KNOWN).deals(SIX_CARDS)
    told_round(one.page, number).wait_for()
    return one


def test_a_table_after_a_round_and_what_opens_above_it(comes: Comes, demo: Demo) -> None:
    one = has_played(comes, demo)
    assert_axe_is_content(one)
    for name in ("Sign and rules", "Buy in or cash out", "All rounds", "Raise a dispute", "Settings", "Drawing table"):
        one.page.get_by_role("button", name=name).first.click()
        sheet = one.page.get_by_role("dialog")
        sheet.wait_for()
        assert_axe_is_content(one)
        one.page.keyboard.press("Escape")
        sheet.wait_for(state="detached")
    last_round(one.page).locator("li.line").get_by_role("button", name="Why?").first.click()
    expect(one.page.get_by_role("dialog")).to_contain_text("In our words")
    assert_axe_is_content(one)


def test_a_round_is_told_step_by_step(comes: Comes, demo: Demo) -> None:
    one = has_played(comes, demo)
    one.page.get_by_role("button", name="All rounds").click()
    one.page.get_by_role("dialog").get_by_role("button", name="Why? Round").first.click()
    expect(one.page.get_by_role("dialog")).to_contain_text("Player gets")
    expect(one.page.get_by_role("dialog").get_by_role("button", name="Why? 6.2").first).to_be_visible()


def test_a_refusal_stands_at_its_spot_with_the_clause(comes: Comes) -> None:
    """More than somebody has; what could not be paid exactly never comes to lie there by taking a chip off."""
    one = comes(seat=PAYABLE, refusals_are_expected=True)
    banker = spot(one.page, "Banker")
    lay(one.page, "Banker")
    banker.locator(".target").press("Delete")
    expect(banker.locator(".chip")).to_have_count(0)
    one.page.get_by_role("button", name="500: chip").click()
    lay(one.page, "Tie")
    lay(one.page, "Banker")
    banker.locator(".target").press("Enter")
    expect(banker).to_contain_text("cannot be put down")
    expect(banker.locator(".foot")).to_contain_text("500 is in")
    expect(banker.get_by_role("button", name="Why? 5.3")).to_be_visible()
    assert_axe_is_content(one)


def test_buying_in_and_cashing_out(comes: Comes) -> None:
    one = comes(seat=CALM, refusals_are_expected=True)
    one.page.get_by_role("button", name="Buy in or cash out").click()
    one.page.get_by_label("Amount in dollars").fill("250")
    one.page.get_by_role("dialog").get_by_role("button", name="Buy in", exact=True).click()
    tray = one.page.get_by_role("region", name="Chips and actions")
    expect(tray).to_contain_text("$1,250.00")
    expect(tray).to_contain_text("$8,750.00")
    one.page.get_by_role("button", name="Buy in or cash out").click()
    one.page.get_by_label("Amount in dollars").fill("99999")
    one.page.get_by_role("dialog").get_by_role("button", name="Cash out", exact=True).click()
    expect(one.page.get_by_role("alert")).to_be_visible()


def test_own_limits_are_set(comes: Comes) -> None:
    one = comes("/account")
    one.page.get_by_label("Loss in a day").fill("200")
    one.page.get_by_label("Minutes at tables in a day").fill("90")
    assert_axe_is_content(one)
    one.page.get_by_role("button", name="Set limits").click()
    expect(one.page.get_by_text("Your limits are set.")).to_be_visible()
    one.page.reload()
    expect(one.page.get_by_label("Loss in a day")).to_have_value("200")


def test_a_break_from_play_is_taken_and_binds_at_once(comes: Comes) -> None:
    one = comes(seat=CALM, refusals_are_expected=True)
    account = comes("/account", beside=one).page
    account.get_by_label("For how long").select_option("for ever")
    account.get_by_role("button", name="Exclude me from play").click()
    assert account.get_by_label("I know that nobody").evaluate("(box) => box.validity.valueMissing")
    account.get_by_label("I know that nobody").check()
    account.get_by_role("button", name="Exclude me from play").click()
    expect(account.get_by_text("You are excluded from play for ever.")).to_be_visible()
    expect(account.get_by_role("button", name="Exclude me from play")).to_have_count(0)
    spot(one.page, "Tie").locator(".target").click()
    expect(spot(one.page, "Tie")).to_contain_text("self-excluded for ever")


def test_the_wall(comes: Comes) -> None:
    one = comes(f"/wall/{KNOWN}", viewport={"width": 1920, "height": 1080})
    one.page.get_by_role("heading", name=KNOWN).wait_for()
    expect(one.page.get_by_text("they do not tell what comes", exact=False)).to_be_visible()
    assert one.page.locator("button, a, input").count() == 0
    assert_axe_is_content(one)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/", CALM),
        (f"/tables/{CALM}", "You are watching"),
        ("/account", "Loss in a day"),
        (f"/wall/{CALM}", CALM),
        ("/nowhere", "To the tables"),
    ],
)
def test_nothing_is_wider_than_a_small_phone(comes: Comes, path: str, words: str) -> None:
    one = comes(path, viewport=SMALL)
    one.page.locator(f"main >> text={words}").first.wait_for()
    assert one.page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    assert_axe_is_content(one)


@pytest.mark.parametrize("book", ["washington", "house-midi"])
def test_nothing_moves_on_a_phone_while_a_round_is_played(comes: Comes, book: str) -> None:
    """The fixture fails on a shift: a spot that is shut says so in a place that was kept for it."""
    one = comes(seat=HURRIED[book], viewport=SMALL)
    bet(one, "Banker")
    last_round(one.page).locator("li.line").first.wait_for(state="attached")


def test_somebody_who_works_there_comes_in_by_a_link(comes: Comes, demo: Demo) -> None:
    link = demo.shown.demo.shown(int(demo.url.rpartition(":")[2])).links[0]
    one = comes(link.address.removeprefix(demo.url))
    expect(one.page.get_by_text("You are in as Demo dealer.")).to_be_visible()
    assert one.page.evaluate("location.hash") == ""
    one.page.get_by_role("link", name="To the tables").click()
    one.page.get_by_role("article", name="act-2015", exact=True).wait_for()
    assert one.page.get_by_role("button", name="Sit down").count() == 0


def test_what_is_wrong_on_a_page_is_noticed(comes: Comes) -> None:
    """The watch itself: each planted mistake is found."""
    one = comes()
    one.page.get_by_role("article").first.wait_for()
    assert one.wrong() == []
    one.page.evaluate("console.error('planted')")
    one.page.evaluate("document.body.setAttribute('style', 'top: 1px')")
    one.page.evaluate("document.body.prepend(Object.assign(document.createElement('h6'), {textContent: 'x'}))")
    one.page.evaluate("document.body.append(Object.assign(document.createElement('img'), {src: '/mark.svg'}))")
    until(lambda: all(what in " ".join(one.wrong()) for what in ("console: planted", "policy: style-src", "shift of")))
    assert any("image-alt" in said for said in axe_finds(one.page))
    one.page.evaluate("document.querySelector('article h2').style.setProperty('color', '#5a5a5a')")
    assert any("color-contrast" in said for said in contrast_in_the_other_light(one.page)), "grey that is read on white"
    one.page.reload()
    assert "shift of" in " ".join(one.wrong()), "what was wrong on a page is not forgotten on the next one"
    one.said.clear()
    one.page.evaluate("keepNoted([])")
