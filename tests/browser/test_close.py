"""Slips around the close: at every moment the page shows what the log says, and anything else is noticed."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from puntobanco.app.clock import utc_now
from puntobanco.app.house.standing import records_of
from puntobanco.money import Cents
from puntobanco.streams import TABLE
from puntobanco.table import commands
from tests.browser.acts import bet, last_round, sit
from tests.browser.conftest import HURRIED, Comes, Demo
from tests.browser.shown import disagreements, note_chips, seen_on
from tests.browser.test_journeys import own_round, person, until, until_round_is_over
from tests.browser.watching import Watched

SLIPS = 20
CLICK_LATER = "(wait) => setTimeout(() => document.querySelector('.spot .target').click(), wait)"
"""On the first spot, which is player's."""


def two_chips(one: Watched, demo: Demo, early: int) -> int:
    """The first starts the countdown, the second comes so many milliseconds before it ends; the round that it was."""
    number, name = demo.state(HURRIED).round_number, person(one.page)
    bet(one, "Player")
    until(lambda: bool(demo.state(HURRIED).stakes.of(name)) or demo.state(HURRIED).round_number > number)
    served = demo.shown.demo._served
    assert served is not None
    clock = served.clocks.of(TABLE + HURRIED)
    if clock is not None and clock.closes_at is not None:
        one.page.evaluate(CLICK_LATER, max(0, (clock.closes_at - utc_now()) // 1000 - early))
    until_round_is_over(demo, HURRIED, number)
    return number


def slips_of(demo: Demo, name: str) -> dict[int, set[Cents]]:
    """By round, all that lay there by accepted slips."""
    found: dict[int, set[Cents]] = {}
    for record in records_of(demo.shown.demo.house.read(TABLE + HURRIED, 0, 100_000)):
        slip = record.command  # type: ignore[attr-defined]
        if isinstance(slip, commands.BetSlip) and slip.actor.person == name:
            found.setdefault(slip.round, set()).add(sum(stake.amount for stake in slip.stakes))
    return found


def wrong(page: Page, demo: Demo) -> list[str]:
    """Where page and log disagree."""
    name = person(page)
    dealt = {
        one.number: sum(line.stake for line in one.settled if line.patron == name) for one in demo.state(HURRIED).rounds
    }
    slips = slips_of(demo, name)
    return disagreements(seen_on(page), {number: dealt[number] for number in slips if number in dealt}, slips)


def test_slips_around_the_close_are_in_or_out_as_the_log_says(comes: Comes, demo: Demo) -> None:
    one, outcomes = comes(refusals_are_expected=True), set[bool]()
    sit(one, HURRIED)
    note_chips(one.page, "Player")
    for turn in range(SLIPS):
        number = two_chips(one, demo, early=60 - 6 * turn)
        settled = own_round(demo, HURRIED, person(one.page)).settled
        (line,) = [line for line in settled if line.patron == person(one.page)]
        last_round(one.page).get_by_role("heading", name=f"Your round {number}", exact=True).wait_for()
        expect(last_round(one.page).locator("li.line .what").first).to_have_text(f"Player ${line.stake / 100:.2f}")
        outcomes.add(line.stake > 500)
    assert wrong(one.page, demo) == []
    assert outcomes == {True, False}, "some came before the close and some after it"
    assert any(moment.hollow for moment in seen_on(one.page)), "a chip is hollow until it is answered"


def _believe_that_it_is_in(route: Route) -> None:
    """The slip is never sent, and the page hears that it was carried out."""
    if any(stake["amount"] > 500 for stake in json.loads(route.request.post_data or "{}")["stakes"]):
        route.fulfill(json={"stream": TABLE + HURRIED, "number": 10**9, "repeated": False, "records": []})
    else:
        route.continue_()


def _one_chip_more(route: Route) -> None:
    """A felt with more on the spot than lies there."""
    felt: dict[str, Any] = route.fetch().json()
    for spot in felt["spots"]:
        spot["lies"] += 500 if spot["lies"] else 0
    route.fulfill(json=felt)


@pytest.mark.parametrize(
    ("path", "plant"), [("**/commands", _believe_that_it_is_in), ("**/felt", _one_chip_more)], ids=["answer", "felt"]
)
def test_a_chip_that_is_not_in_the_log_is_noticed(
    comes: Comes, demo: Demo, path: str, plant: Callable[[Route], None]
) -> None:
    """Without a shared worker, so that what the page hears can be changed on its way."""
    one = comes(refusals_are_expected=True, first="delete globalThis.SharedWorker")
    sit(one, HURRIED)
    note_chips(one.page, "Player")
    one.page.context.route(path, plant)
    number = two_chips(one, demo, early=300)
    one.page.wait_for_function("(round) => seen.some((one) => one.round === round && one.solid > 500)", arg=number)
    assert wrong(one.page, demo) != []
