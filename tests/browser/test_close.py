"""Slips around the close: at every moment the page shows what the log says, and anything else is noticed."""

import pytest
from playwright.sync_api import Page, expect

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
        slip = record.command  # type: ignore[attr-defined]  # only slips were sent there
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


UNSHARED = "delete globalThis.SharedWorker; const send = fetch;"
"""What the page hears can be changed on its way."""
BELIEVED = """
globalThis.fetch = async (path, request) => {
  const more = path.endsWith("/commands") && JSON.parse(request.body).stakes.some(({ amount }) => amount > 500);
  const done = { stream: "table/hurried", number: 1e9, repeated: false, records: [] };
  return more ? new Response(JSON.stringify(done)) : send(path, request);
};"""
"""The second chip is never sent, and the page hears that it is in."""
MORE_THAN_LIES_THERE = """
globalThis.fetch = async (path, request) => {
  const answer = await send(path, request);
  if (!path.endsWith("/felt")) return answer;
  const felt = await answer.json();
  for (const spot of felt.spots) spot.lies += spot.lies > 0 ? 500 : 0;
  return new Response(JSON.stringify(felt));
};"""


@pytest.mark.parametrize("plant", [BELIEVED, MORE_THAN_LIES_THERE], ids=["an answer", "a felt"])
def test_a_chip_that_is_not_in_the_log_is_noticed(comes: Comes, demo: Demo, plant: str) -> None:
    one = comes(refusals_are_expected=True, first=UNSHARED + plant)
    sit(one, HURRIED)
    note_chips(one.page, "Player")
    number = two_chips(one, demo, early=300)
    last_round(one.page).get_by_role("heading", name=f"Your round {number}", exact=True).wait_for()
    assert wrong(one.page, demo) != []
