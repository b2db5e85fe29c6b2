"""Journeys of guests: the page shows what the log says."""

import re
from collections.abc import Callable
from time import monotonic, sleep

import pytest
from playwright.sync_api import Page, expect

from puntobanco.money import format_dollars
from puntobanco.table.parts import RoundRecord, SettledWager
from tests.browser.acts import THERE_IS_TIME, accepted, bet, last_round, sit, spot, told_round
from tests.browser.conftest import MIDI, SLOW, Comes, Demo
from tests.browser.proxy import proxy_to
from tests.marks import ALL_BOOKS

TABS = 10


def person(page: Page) -> str:
    return page.locator(".person").text_content() or ""


def own_round(demo: Demo, table: str, name: str) -> RoundRecord:
    """The last one with a wager of this patron, as the log has it."""
    rounds = [one for one in demo.state(table).rounds if any(line.patron == name for line in one.settled)]
    return rounds[-1]


def own_line(demo: Demo, table: str, number: int, name: str) -> SettledWager:
    (line,) = (
        line for one in demo.state(table).rounds for line in one.settled if one.number == number and line.patron == name
    )
    return line


def until(holds: Callable[[], bool]) -> None:
    end = monotonic() + 30
    while not holds():
        assert monotonic() < end, "it does not come to that"
        sleep(0.01)


def until_round_is_over(demo: Demo, table: str, number: int) -> None:
    until(lambda: demo.state(table).round_number != number)


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_a_guests_first_round_takes_two_clicks(comes: Comes, demo: Demo, book: str) -> None:
    one = comes()
    sit(one, book)
    bet(one, "Banker")
    expect(last_round(one.page).get_by_role("heading")).to_have_text(re.compile(r"Your round \d+"))
    told = last_round(one.page).inner_text()
    number = re.search(r"Your round (\d+)", told)
    assert number is not None
    line = own_line(demo, book, int(number[1]), person(one.page))
    change = line.returned - line.stake
    sign = "+" if change > 0 else "−" if change < 0 else ""
    assert f"{sign}${abs(change) / 100:.2f}" in told
    assert line.clause in told


def test_ten_tabs_of_one_person_are_all_live_over_one_connection(comes: Comes, demo: Demo) -> None:
    first = comes()
    sit(first, SLOW)
    tabs = [first, *(comes(f"/tables/{SLOW}", beside=first) for _ in range(TABS - 1))]
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
    first = comes(first="delete globalThis.SharedWorker")
    sit(first, SLOW)
    second = comes(f"/tables/{SLOW}", beside=first)
    second.page.get_by_role("region", name="Your place").wait_for()
    bet(second, "Tie")
    for tab in (first, second):
        expect(accepted(tab.page, "Tie")).to_be_visible()
    until(lambda: demo.connections(person(first.page)) == 1)
    first.page.close()
    bet(second, "Tie")
    expect(spot(second.page, "Tie").locator(".foot")).to_contain_text("990 left")


def test_a_connection_that_drops_in_the_middle_of_a_round_comes_back_by_itself(comes: Comes, demo: Demo) -> None:
    table, port = "nz-1998", int(demo.url.rpartition(":")[2])
    with proxy_to(port) as proxy:
        one = comes(url=f"http://localhost:{proxy.port}", refusals_are_expected=True)
        sit(one, table)
        bet(one, "Banker")
        expect(accepted(one.page, "Banker")).to_be_visible()
        number = demo.state(table).round_number
        proxy.cut()
        expect(one.page.locator(".state")).to_have_text("No connection")
        expect(one.page.get_by_text("Accepted wagers stand", exact=False).first).to_be_attached()
        until_round_is_over(demo, table, number)
        proxy.mend()
        expect(told_round(one.page, number)).to_be_visible()
        expect(one.page.locator(".state")).not_to_have_text("No connection")


def test_a_lost_answer_is_asked_for_again_and_the_slip_is_in_once(comes: Comes, demo: Demo) -> None:
    """The command arrives, its answer does not."""
    one = comes(refusals_are_expected=True)
    sit(one, SLOW)
    lost: list[str] = []

    def lose(route, request) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
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
    assert [format_dollars(stake.amount) for stake in demo.state(SLOW).stakes.of(name)] == ["$5"]


def test_the_highest_bettor_turns_the_cards(comes: Comes, demo: Demo) -> None:
    one = comes()
    sit(one, MIDI)
    decline = one.page.get_by_role("group", name="The cut is yours").get_by_role("button", name="Decline")
    decline.or_(spot(one.page, "Player").locator(".target:not([aria-disabled=true])")).first.wait_for()
    if decline.is_visible():
        decline.click()
    bet(one, "Player")
    squeeze = one.page.get_by_role("group", name="Player's cards are yours to turn")
    squeeze.wait_for()
    expect(squeeze.get_by_role("button", name="Turn the cards").first).to_be_visible()
    number = demo.state(MIDI).round_number
    squeeze.get_by_role("button", name="Turn the cards").first.click()
    squeeze.wait_for(state="detached")
    until_round_is_over(demo, MIDI, number)
    expect(last_round(one.page).get_by_role("heading")).to_have_text(f"Your round {number}")


def test_a_whole_round_by_keyboard(comes: Comes, demo: Demo) -> None:
    one = comes()
    sit(one, "washington")
    one.page.wait_for_function(THERE_IS_TIME)
    one.page.keyboard.press("3")
    one.page.keyboard.press("B")
    expect(accepted(one.page, "Banker")).to_be_visible()
    name = person(one.page)
    expect(last_round(one.page).get_by_role("heading")).to_have_text(re.compile(r"Your round \d+"))
    (line,) = [line for line in own_round(demo, "washington", name).settled if line.patron == name]
    assert (line.wager, line.stake) == ("banker", 2_500)
    expect(one.page.get_by_role("status").last).to_contain_text("Your wagers:")
