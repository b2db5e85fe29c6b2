"""An auditor reads the log, replays rounds, verifies the house, and takes papers away."""

import json
import re

from playwright.sync_api import Page

from puntobanco.table import Role
from tests.browser.acts import lay, person
from tests.browser.at_work import comes_as
from tests.browser.conftest import CALM, KNOWN, Comes, Demo, assert_axe_is_content
from tests.browser.croupier import SIX_CARDS
from tests.browser.phone import PHONE, width_on_a_phone
from tests.browser.waiting import expect

SECTIONS = {
    "/audit": "ol > li >> nth=0",
    "/audit/rounds": "select > option >> nth=0",
    "/audit/verification": ".body > p >> nth=1",
    "/audit/odds": "tbody > tr >> nth=12",
    "/audit/papers": "select > option >> nth=0",
}
"""And what is there once all of it is."""


def see_section(page: Page, url: str, path: str) -> None:
    page.goto(url + path)
    page.locator(SECTIONS[path]).first.wait_for(state="attached")


def test_every_section_and_none_is_wider_than_a_small_phone(comes: Comes, demo: Demo) -> None:
    one = comes_as(comes, Role.AUDITOR, "/audit", refusals_are_expected=True)  # nobody has verified yet
    for path in SECTIONS:
        see_section(one.page, demo.url, path)
        assert_axe_is_content(one)
        assert width_on_a_phone(one.page) <= PHONE["width"], path


def test_a_wager_is_found_and_its_round_replayed_by_keyboard(comes: Comes, demo: Demo) -> None:
    patron = comes(seat=KNOWN)
    lay(patron.page, "Banker")
    name, number = person(patron.page), demo.croupier(KNOWN).deals(SIX_CARDS)
    auditor = comes_as(comes, Role.AUDITOR, "/audit")
    page = auditor.page
    found = page.get_by_role("region", name="Timeline, the newest first").locator("ol > li")
    page.get_by_role("combobox", name="Table").select_option(KNOWN)
    page.get_by_role("combobox", name="Kind of event").select_option("table_opened")
    page.get_by_label("Who did it").press("Enter")
    expect(found).to_contain_text(["Table opened by"])
    expect(found.get_by_role("button", name="Replay its round")).to_have_count(0)
    page.get_by_label("About a patron").fill(name)
    page.get_by_role("combobox", name="Kind of event").select_option("slip_laid")
    page.get_by_label("Who did it").fill(name)
    page.get_by_label("Who did it").press("Enter")
    expect(found).to_have_count(1)
    expect(found).to_contain_text(f"{name}'s slip: $5 on banker in area")
    assert_axe_is_content(auditor)
    found.get_by_role("button", name="Replay its round: record").press("Enter")
    replay = page.get_by_role("article", name=f"{KNOWN}, Round {number}")
    expect(replay).to_contain_text(f"{name}'s slip: $5 on banker")
    assert_axe_is_content(auditor)
    scrubber = page.get_by_role("slider", name="Step of the round")
    scrubber.press("Home")
    expect(replay).to_contain_text("Step 1 of")
    hands = replay.locator("svg g[role=img]")
    expect(hands.first).to_have_attribute("aria-label", "Player: no cards yet")
    cards, steps = [0], int(scrubber.get_attribute("max") or 0)
    for step in range(steps):
        scrubber.press("ArrowRight")
        expect(replay).to_contain_text(f"Step {step + 2} of {steps + 1}")
        cards.append(replay.locator("svg .arrives").count())
    assert sorted({*cards}) == [0, 1, 2, 3, 4, 5, 6], "card by card"
    expect(hands.first).to_have_attribute("aria-label", re.compile("^Player has 7:"))


def test_a_verification_runs_to_its_end_with_progress(comes: Comes) -> None:
    one = comes_as(comes, Role.AUDITOR, "/audit/verification", refusals_are_expected=True)
    one.page.get_by_role("button", name="Verify the house").click()
    expect(one.page.get_by_role("progressbar", name="Verification")).to_be_visible()
    expect(one.page.get_by_role("region", name="Verification").get_by_role("status")).to_contain_text(
        "Nothing is wrong."
    )
    expect(one.page.get_by_text("done", exact=True)).to_be_visible()
    assert_axe_is_content(one)


def test_odds_of_the_shoe_and_what_each_card_does_to_them(comes: Comes) -> None:
    one = comes_as(comes, Role.AUDITOR, "/audit/odds")
    one.page.get_by_role("combobox", name="Table").select_option(CALM)
    odds = one.page.get_by_role("region", name="Odds of the shoe")
    expect(odds.get_by_role("row", name="Banker").first).to_contain_text("0.4")
    expect(one.page.get_by_role("region", name="Effect of removal").first.get_by_role("row").nth(4)).to_contain_text(
        "+"
    )


def test_a_bundle_is_taken_away(comes: Comes) -> None:
    one = comes_as(comes, Role.AUDITOR, "/audit/papers")
    one.page.get_by_role("button", name="Sign a checkpoint now").click()
    expect(one.page.get_by_text("Up to record", exact=False)).to_be_visible()
    one.page.get_by_role("combobox", name="Table").select_option("nz-1998")
    with one.page.expect_download() as saved:
        one.page.get_by_role("link", name="Download: One table: nz-1998").click()
    first = json.loads(saved.value.path().read_bytes().splitlines()[0])
    assert (first["bundle"], first["scope"]) == ("bundle.1", {"of": "table", "table": "nz-1998"})
    assert saved.value.suggested_filename.endswith(".bundle")
    one.page.get_by_role("spinbutton", name="Shoe of this table").fill("1")
    with one.page.expect_download() as saved:
        one.page.get_by_role("link", name="Download: One shoe of this table: nz-1998 1").click()
    scope = json.loads(saved.value.path().read_bytes().splitlines()[0])["scope"]
    assert scope == {"of": "shoe", "table": "nz-1998", "shoe": 1}


def test_the_console_is_refused_to_others(comes: Comes) -> None:
    one = comes_as(comes, Role.OPERATOR, "/audit")
    expect(one.page.get_by_role("alert")).to_have_text("This is for auditors of the whole house.")
