"""Slips around the close: at every moment the page shows what the log says, and anything else is noticed."""

import re

import pytest
from playwright.sync_api import Page

from puntobanco.app.clock import utc_now
from puntobanco.streams.names import TABLE
from puntobanco.table import commands
from puntobanco.values.money import Cents
from tests.browser.acts import bet, lay, person, spot, told_round
from tests.browser.conftest import CALM, HURRIED, Comes, Demo
from tests.browser.log import given_at, own_line, until_round_is_over
from tests.browser.shown import disagreements, note_chips, seen_on, wrongly_told
from tests.browser.waiting import expect
from tests.browser.watching import Watched
from tests.waiting import until

QUICK = HURRIED["act-2015"]
SLIPS, AT_ONCE = 20, 2
MOST_ROUNDS = 200
"""Until some slips were early and some late, on however busy a machine."""
STEP = 12
"""Milliseconds: who was in comes later by that much the next time, who was late comes earlier by more."""
CLICKS_LATER = """(waits) => {
  for (const wait of waits) setTimeout(() => document.querySelector('.spot .target').click(), wait);
}"""
"""On the first spot, which is player's."""


def until_nothing_lies(demo: Demo, name: str) -> None:
    """After a stand-off the wager plays on by itself."""
    until(lambda: not demo.state(QUICK).stakes.of(name) and demo.state(QUICK).round is None)


def chips_around_the_close(one: Watched, demo: Demo, early: int) -> int:
    """The first starts the countdown, others come so many milliseconds before it ends; the round that it was."""
    name = person(one.page)
    until_nothing_lies(demo, name)
    number = demo.state(QUICK).round_number
    bet(one, "Player")
    until(lambda: bool(demo.state(QUICK).stakes.of(name)) or demo.state(QUICK).round_number > number)
    served = demo.shown.demo._served
    assert served is not None
    clock = served.clocks.of(TABLE + QUICK)
    if clock is not None and clock.closes_at is not None:
        left = (clock.closes_at - utc_now()) // 1000
        one.page.evaluate(CLICKS_LATER, [max(0, left - early + STEP * place) for place in range(AT_ONCE)])
    until_round_is_over(demo, QUICK, number)
    return number


def slips_of(demo: Demo, table: str, name: str) -> dict[int, set[Cents]]:
    """By round, all that lay there by accepted slips."""
    found: dict[int, set[Cents]] = {}
    for slip in given_at(demo, table):
        if isinstance(slip, commands.BetSlip) and slip.actor.person == name:
            found.setdefault(slip.round, set()).add(sum(stake.amount for stake in slip.stakes))
    return found


def wrong(page: Page, demo: Demo, table: str) -> list[str]:
    """Where page and log disagree."""
    name, seen = person(page), seen_on(page)
    dealt = {
        one.number: sum(line.stake for line in one.settled if line.patron == name) for one in demo.state(table).rounds
    }
    slips = slips_of(demo, table, name)
    bet_in = {number: dealt[number] for number in slips if number in dealt}
    return [*disagreements(seen, bet_in, slips), *wrongly_told(seen, dealt, "Player")]


def test_slips_around_the_close_are_in_or_out_as_the_log_says(comes: Comes, demo: Demo) -> None:
    one, early, outcomes = comes(seat=QUICK, refusals_are_expected=True), 40, list[bool]()
    note_chips(one.page, "Player")
    while AT_ONCE * len(outcomes) < SLIPS or len({*outcomes}) == 1:
        assert len(outcomes) < MOST_ROUNDS, "some come before the close and some after it"
        number = chips_around_the_close(one, demo, early)
        expect(told_round(one.page, number)).to_be_visible()
        outcomes.append(own_line(demo, QUICK, number, person(one.page)).stake > 500)
        early += -STEP if outcomes[-1] else 2 * STEP
    assert wrong(one.page, demo, QUICK) == []
    assert any(moment.hollow for moment in seen_on(one.page)), "a chip is hollow until it is answered"


UNSHARED = "delete globalThis.SharedWorker; const send = fetch;"
"""What the page hears can be changed on its way."""
BELIEVED = f"""
globalThis.fetch = async (path, request) => {{
  const more = path.endsWith("/commands") && JSON.parse(request.body).stakes.some(({{ amount }}) => amount > 500);
  const done = {{ stream: "table/{CALM}", number: 1e9, repeated: false, records: [] }};
  return more ? new Response(JSON.stringify(done)) : send(path, request);
}};"""
"""The second chip is never sent, and the page hears that it is in."""
MORE_THAN_LIES_THERE = """
globalThis.fetch = async (path, request) => {
  const answer = await send(path, request);
  if (!path.endsWith("/felt")) return answer;
  const felt = await answer.json();
  for (const spot of felt.spots) spot.lies += spot.lies > 0 ? 500 : 0;
  return new Response(JSON.stringify(felt));
};"""
TOLD_OTHERWISE = """
globalThis.fetch = async (path, request) => {
  const answer = await send(path, request);
  if (!path.endsWith("/felt")) return answer;
  const felt = await answer.json();
  for (const round of felt.rounds) for (const line of round.lines) line.stake += 500;
  return new Response(JSON.stringify(felt));
};"""


@pytest.mark.parametrize(
    ("plant", "chips", "shown"),
    [(BELIEVED, 2, 10), (MORE_THAN_LIES_THERE, 1, 10), (TOLD_OTHERWISE, 1, 5)],
    ids=["an answer", "a felt", "a round"],
)
def test_a_chip_that_is_not_in_the_log_is_noticed(comes: Comes, demo: Demo, plant: str, chips: int, shown: int) -> None:
    one = comes(seat=CALM, first=UNSHARED + plant)
    note_chips(one.page, "Player")
    for _ in range(chips):
        lay(one.page, "Player")
    target = spot(one.page, "Player").locator(".target")
    expect(target).to_have_accessible_name(re.compile(rf"Player: .{shown}.00 there"))
    expect(told_round(one.page, demo.closes(CALM))).to_be_visible()
    assert wrong(one.page, demo, CALM) != []
