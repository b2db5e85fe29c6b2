"""Journeys of guests: the page shows what the log says."""

import re

import pytest
from playwright.sync_api import Page, Request, Route

from puntobanco.values.money import format_dollars
from tests.browser.acts import THERE_IS_TIME, accepted, bet, last_round, person, sit, spot, told, told_round
from tests.browser.conftest import CALM, HURRIED, LIVELY, MIDI, Comes, Demo
from tests.browser.log import own_line, until_round_is_over
from tests.browser.proxy import proxy_to
from tests.browser.waiting import expect
from tests.marks import ALL_BOOKS
from tests.waiting import until

TABS = 10


def told_as_in_the_log(page: Page, demo: Demo, table: str) -> None:
    """Whichever round it is: after a stand-off the next one comes by itself."""
    number, words = told(page)
    line = own_line(demo, table, number, person(page))
    change = line.returned - line.stake
    sign = "+" if change > 0 else "−" if change < 0 else ""
    assert f"{sign}${abs(change) / 100:.2f}" in words
    assert line.clause in words


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_a_guests_first_round_takes_two_clicks(comes: Comes, demo: Demo, book: str) -> None:
    one = comes()
    sit(one, HURRIED[book])
    bet(one, "Banker")
    told_as_in_the_log(one.page, demo, HURRIED[book])


def test_where_house_patrons_play_the_countdown_waits_for_nobody(comes: Comes, demo: Demo) -> None:
    """A chip that comes too late is refused; sooner or later one is in."""
    one = comes(seat=LIVELY, refusals_are_expected=True)
    while not re.search(r"Your round \d", last_round(one.page).inner_text()):
        one.page.evaluate("document.querySelector('.spot .target').click()")
        one.page.wait_for_timeout(250)
    told_as_in_the_log(one.page, demo, LIVELY)


def test_ten_tabs_of_one_person_are_all_live_over_one_connection(comes: Comes, demo: Demo) -> None:
    first = comes(seat=CALM)
    tabs = [first, *(comes(f"/tables/{CALM}", beside=first) for _ in range(TABS - 1))]
    for tab in tabs[1:]:
        tab.page.get_by_role("region", name="Your place").wait_for()
    bet(first, "Tie")
    for tab in tabs:
        expect(accepted(tab.page, "Tie")).to_be_visible()
    until(lambda: demo.connections(person(first.page)) == 1)
    bet(tabs[-1], "Tie")
    for tab in tabs:
        expect(spot(tab.page, "Tie").locator(".foot")).to_contain_text("990 left")


def test_without_shared_workers_one_tab_has_the_connection_and_another_takes_it_over(comes: Comes, demo: Demo) -> None:
    first = comes(seat=CALM, first="delete globalThis.SharedWorker")
    second = comes(f"/tables/{CALM}", beside=first)
    second.page.get_by_role("region", name="Your place").wait_for()
    bet(second, "Tie")
    for tab in (first, second):
        expect(accepted(tab.page, "Tie")).to_be_visible()
    until(lambda: demo.connections(person(first.page)) == 1)
    first.page.close()
    bet(second, "Tie")
    expect(spot(second.page, "Tie").locator(".foot")).to_contain_text("990 left")


def test_a_connection_that_drops_in_the_middle_of_a_round_comes_back_by_itself(comes: Comes, demo: Demo) -> None:
    with proxy_to(int(demo.url.rpartition(":")[2])) as proxy:
        one = comes(seat=CALM, url=f"http://localhost:{proxy.port}", refusals_are_expected=True)
        bet(one, "Banker")
        expect(accepted(one.page, "Banker")).to_be_visible()
        proxy.cut()
        expect(one.page.locator(".state")).to_have_text("No connection")
        expect(one.page.get_by_text("Accepted wagers stand", exact=False).first).to_be_attached()
        number = demo.closes(CALM)
        until_round_is_over(demo, CALM, number)
        proxy.mend()
        expect(told_round(one.page, number)).to_be_visible()
        expect(one.page.locator(".state")).not_to_have_text("No connection")


def test_a_lost_answer_is_asked_for_again_and_the_slip_is_in_once(comes: Comes, demo: Demo) -> None:
    """The command arrives, its answer does not."""
    one = comes(seat=CALM, refusals_are_expected=True)
    lost: list[str] = []

    def lose(route: Route, request: Request) -> None:
        key = request.headers["idempotency-key"]
        if key in lost:
            route.continue_()
        else:
            lost.append(key)
            route.fetch()
            route.abort()

    one.page.route("**/commands", lose)
    bet(one, "Player")
    expect(accepted(one.page, "Player")).to_be_visible()
    assert len(lost) == 1
    expect(spot(one.page, "Player").locator(".hollow")).to_have_count(0)
    name = person(one.page)
    assert [format_dollars(stake.amount) for stake in demo.state(CALM).stakes.of(name)] == ["$5"]


def test_the_highest_bettor_turns_the_cards(comes: Comes, demo: Demo) -> None:
    one = comes(seat=MIDI)
    bet(one, "Player")
    accepted(one.page, "Player").wait_for()
    number = demo.closes(MIDI)
    squeeze = one.page.get_by_role("group", name="Player's cards are yours to turn")
    squeeze.get_by_role("button", name="Turn the cards").first.click()
    squeeze.wait_for(state="detached")
    until_round_is_over(demo, MIDI, number)
    expect(told_round(one.page, number)).to_be_visible()


def test_a_whole_round_by_keyboard(comes: Comes, demo: Demo) -> None:
    table, one = HURRIED["washington"], comes()
    sit(one, table)
    one.page.wait_for_function(THERE_IS_TIME)
    one.page.keyboard.press("3")
    one.page.keyboard.press("B")
    number, _ = told(one.page)
    line = own_line(demo, table, number, person(one.page))
    assert (line.wager, line.stake) == ("banker", 2_500)
    expect(one.page.get_by_role("status").last).to_contain_text("Your wagers:")
