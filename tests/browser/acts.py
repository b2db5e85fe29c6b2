"""What people do at a page."""

import re

from playwright.sync_api import Locator, Page

from tests.browser.waiting import expect
from tests.browser.watching import Watched

THERE_IS_TIME = """() => {
  const state = document.querySelector(".state")?.textContent;
  const left = Number(document.querySelector("text.unit")?.previousElementSibling?.textContent ?? 0);
  return state === "Waiting for wagers" || (state === "Betting open" && left > 1);
}"""


def sit(one: Watched, table: str) -> None:
    sit_at(one.page, table)


def sit_at(page: Page, table: str) -> None:
    """One click in the lobby."""
    page.get_by_role("article", name=table, exact=True).get_by_role("button", name="Sit down").click()
    page.get_by_role("region", name="Your place").wait_for()


def spot(page: Page, name: str) -> Locator:
    """The spot of a wager, by its name."""
    return page.locator(".spot").filter(
        has=page.locator(".head b", has_text=name).and_(page.get_by_text(name, exact=True))
    )


def bet(one: Watched, name: str) -> None:
    bet_at(one.page, name)


def bet_at(page: Page, name: str) -> None:
    """A click on a spot as soon as there is time for one."""
    page.wait_for_function(THERE_IS_TIME)
    spot(page, name).locator(".target").click()


def lay(page: Page, name: str) -> None:
    """Where nobody counts down: a click as soon as the spot is open, and the chip is in."""
    spot(page, name).locator(".target:not([aria-disabled=true])").click()
    accepted(page, name).wait_for()


def accepted(page: Page, name: str) -> Locator:
    """Chips that are in."""
    return spot(page, name).locator(".chip:not(.hollow)").first


def person(page: Page) -> str:
    return page.locator(".person").text_content() or ""


def last_round(page: Page) -> Locator:
    return page.get_by_role("region", name="Your rounds")


def told(page: Page) -> tuple[int, str]:
    """The last of one's own rounds, by number, and all that is told of it at the same moment."""
    expect(last_round(page).get_by_role("heading")).to_have_text(re.compile(r"Your round \d+"))
    words = last_round(page).inner_text()
    (number,) = re.findall(r"Your round (\d+)", words)
    return int(number), words


def told_round(page: Page, number: int) -> Locator:
    """A round in what is told of the last ones: after a stand-off the next one may be over already."""
    return last_round(page).get_by_role("button", name=f"Why? Round {number}", exact=True)
