"""What a page must not do to itself: tabs that cut each other off, a person who is another one by now, a focus that is
lost, a card on the cloth that nobody has proven."""

import re

from playwright.sync_api import Page

from tests.browser.acts import accepted, bet, sit
from tests.browser.conftest import CALM, HURRIED, Comes
from tests.browser.waiting import expect


def person(page: Page) -> str:
    return page.locator(".person").inner_text()


def test_a_tab_that_may_not_look_at_a_table_cuts_no_other_one_off(comes: Comes) -> None:
    one = comes()
    sit(one, CALM)
    astray = comes("/tables/there is none", beside=one, refusals_are_expected=True)
    expect(astray.page.get_by_role("alert")).to_contain_text("there is none")
    bet(one, "Tie")
    expect(accepted(one.page, "Tie")).to_be_visible()
    expect(one.page.locator(".state")).not_to_have_text("No connection")


def test_whoever_leaves_in_one_tab_has_left_in_all_of_them(comes: Comes) -> None:
    """In a demo house the next one is another guest, in every tab."""
    one = comes(refusals_are_expected=True)
    before = person(one.page)
    other = comes("/account", beside=one, refusals_are_expected=True)
    assert person(other.page) == before
    other.page.get_by_role("button", name="Log out").click()
    expect(other.page.locator(".person")).not_to_have_text(before)
    expect(one.page.locator(".person")).not_to_have_text(before)
    expect(one.page.locator(".person")).to_have_text(person(other.page))


def test_a_sheet_gives_the_focus_back_and_is_not_left_by_a_drag(comes: Comes) -> None:
    page = comes().page
    settings = page.get_by_role("button", name="Settings")
    settings.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="Settings")
    box = sheet.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(2, 2)
    page.mouse.up()
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(settings).to_be_focused()


def test_whoever_goes_to_another_page_begins_at_its_name(comes: Comes) -> None:
    page = comes().page
    page.locator(".person").click()
    name = page.get_by_role("heading", level=1)
    expect(name).to_be_focused()
    page.go_back()
    page.get_by_role("article").first.wait_for()
    expect(name).to_be_focused()


def test_cards_on_the_cloth_carry_the_mark_of_their_proof(comes: Comes) -> None:
    one = comes()
    page = one.page
    sit(one, HURRIED["act-2015"])
    bet(one, "Tie")
    proven = page.get_by_role("img", name=re.compile(r"^Banker has \d: .* proven, .* proven"))
    expect(proven.first).to_be_visible()
    assert page.get_by_text("NOT proven").count() == 0
