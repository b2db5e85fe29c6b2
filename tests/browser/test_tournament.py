"""A small tournament: operator, director and two players in browsers, six players and the dealer by the client."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

import pytest
from playwright.sync_api import Locator

from puntobanco.table import Role
from puntobanco.table.commands import RaiseDispute
from puntobanco.tournament.queries.session_play import chips_at
from puntobanco.tournament.views.visible_state import results_sheet
from tests.browser.acts import accepted, spot
from tests.browser.at_work import comes_as
from tests.browser.conftest import Comes, Demo, assert_axe_is_content
from tests.browser.cups import Cup
from tests.browser.phone import PHONE as SMALLEST
from tests.browser.phone import width_on_a_phone
from tests.browser.waiting import expect
from tests.browser.watching import Watched

NAME = "evening"
LIGHT, DARK = {"color_scheme": "light"}, {"color_scheme": "dark"}
WALL = {"width": 1920, "height": 1080}
NO_LOOKS_NOW_AND_THEN = """
  const every = setInterval;
  globalThis.setInterval = (act, wait, ...more) => (wait >= 10000 ? 0 : every(act, wait, ...more));
"""
"""What a page shows then it has because something happened, and not because time went by."""
PHONE = {"width": 360, "height": 780}


@pytest.fixture
def cup(demo: Demo) -> Iterator[Cup]:
    found = Cup(demo=demo, name=NAME)
    with found.stack:
        yield found


def dollars(cents: int) -> str:
    return f"${cents / 100:,.2f}"


def panel(one: Watched, name: str) -> Locator:
    return one.page.get_by_role("region", name=name, exact=True)


def plan(operator: Watched) -> None:
    """Two heats of four on one round each, the best two of each table to a final of one round."""
    page = operator.page
    page.get_by_label("Short name").fill(NAME)
    page.get_by_label("Title", exact=True).fill("Evening Cup")
    page.get_by_label("Start (your time)").fill("2026-01-01T09:00")
    page.get_by_label("Most at a table").fill("4")
    page.get_by_role("button", name="Add a stage").click()
    first, last = page.get_by_role("group", name="Stage 1"), page.get_by_role("group", name="Stage 2")
    first.get_by_label("Name").fill("Heat")
    first.get_by_label("Rounds", exact=True).fill("1")
    first.get_by_label("How many go on").fill("2")
    first.get_by_label("Among whom").select_option("table")
    last.get_by_label("Rounds", exact=True).fill("1")
    page.get_by_role("button", name="Set a rule").click()
    page.get_by_label("Rule", exact=True).select_option("minimum")
    page.get_by_label("Value", exact=True).fill("10")
    page.get_by_role("button", name="Check the conditions").click()
    expect(page.get_by_text("These conditions make a tournament.")).to_be_visible()
    assert_axe_is_content(operator)
    page.get_by_role("button", name="Plan it").click()
    panel(operator, "Next step").wait_for()


def step(one: Watched, heading: str, button: str, **fill: str) -> None:
    """What comes next is done, with whatever it asks for."""
    found = panel(one, "Next step")
    expect(found.get_by_role("heading")).to_have_text(heading)
    for label, value in fill.items():
        found.get_by_label(label.replace("_", " ")).fill(value)
    found.get_by_role("button", name=button).first.click()


def open_it(operator: Watched, director: Watched) -> None:
    step(operator, "Waits for its approval", "Record the approval", Reference="GRC 8", Date="2025-12-20")
    step(director, "Its approval is to be confirmed", "Confirm the approval")
    step(operator, "Waits for a director", "Nominate", Who="Demo director")


def come_in(one: Watched) -> None:
    """From the lobby to an entry, with the fee before the eyes."""
    one.page.get_by_role("link", name="Tournaments").click()
    one.page.get_by_role("article", name="Evening Cup").get_by_role("link", name="Look").click()
    fee = panel(one, "Entry fee")
    expect(fee).to_contain_text("$100.00")
    expect(fee).to_contain_text("$1,000.00")
    fee.get_by_role("button", name="Enter for $100.00").click()
    expect(fee).to_contain_text("You are in: entry")
    expect(fee).to_contain_text("$9,900.00")


def standings(one: Watched) -> dict[str, str]:
    rows = one.page.get_by_role("region", name="Leaderboard").locator("tbody tr").all()
    return {_name(row): row.locator(".chips").inner_text() for row in rows}


def _name(row: Locator) -> str:
    found: str = row.locator("th").evaluate("(cell) => cell.firstChild.textContent.trim()")
    return found


def in_the_log(cup: Cup) -> dict[str, str]:
    state = cup.from_the_log()
    tables = {name: one.state for name, one in state.tables.items()}
    seats = [] if state.session is None else state.session.seats
    return {one.player: dollars(chips_at(tables[one.table], one.player)) for one in seats}


@dataclass
class Seated:
    """A player before a page, who bets so many chips of $100 on player."""

    one: Watched
    chips: int

    def bets(self) -> None:
        """In turn, and the page says that it is enough."""
        page, turn = self.one.page, panel(self.one, "Your turn")
        expect(turn.get_by_role("heading")).to_have_text("Your turn")
        page.get_by_role("button", name="chip of $100.00").click()
        for _ in range(self.chips):
            spot(page, "Player").locator(".target").click()
        expect(accepted(page, "Player")).to_be_visible()
        expect(turn).to_contain_text("That is enough.")
        expect(page.locator(".chip.hollow")).to_have_count(0)

    def declines_the_cut(self) -> None:
        button = self.one.page.get_by_role("button", name="Decline")
        button.click()
        expect(button).to_have_count(0)


def play_session(cup: Cup, lookers: list[Watched]) -> None:
    """Everybody bets something else, so that nobody is equal; afterwards all pages show what the log has."""
    everybody = sorted(cup.state.entrants)
    stakes = {name: 1000 + 500 * place for place, name in enumerate(everybody)}
    for table in sorted({one.table for one in (cup.state.session.seats if cup.state.session else ())}):
        cup.deal(table, stakes)
    for one in lookers:
        expect(one.page.locator(".state")).to_have_text("All rounds are played")
        assert standings(one) == in_the_log(cup)


def is_noticed_if_wrong(cup: Cup, one: Watched) -> None:
    """The comparison itself: another number on the page is not what the log says."""
    cell = one.page.get_by_role("region", name="Leaderboard").locator("tbody .chips").first
    shown = cell.inner_text()
    cell.evaluate("(found) => (found.firstChild.data = '$0.01')")
    assert standings(one) != in_the_log(cup)
    cell.evaluate("(found, said) => (found.firstChild.data = said)", shown)
    assert standings(one) == in_the_log(cup)


def sit_down(cup: Cup, players: dict[str, Watched]) -> None:
    for client in cup.players():
        own = client.hall().own
        if own is not None and own.table is not None and not own.taken:
            client.take_place()
    for name, one in players.items():
        if any(seat.player == name for seat in (cup.state.session.seats if cup.state.session else ())):
            one.page.get_by_role("button", name="Take your seat").click()
            expect(panel(one, "Entry fee")).to_contain_text("Your seat is taken.")


def test_a_tournament_from_its_plan_to_its_prizes(comes: Comes, cup: Cup) -> None:
    operator = comes("/direct", person="Demo operator", how=LIGHT)
    plan(operator)
    director = comes(f"/direct/{NAME}", person="Demo director", how=DARK)
    open_it(operator, director)
    ann, bo = comes(how=LIGHT), comes(how=DARK, viewport=PHONE)
    players = {}
    for one in (ann, bo):
        come_in(one)
        players[one.page.evaluate("fetch('/api/v1/you').then((found) => found.json()).then((you) => you.person)")] = one
    cup.come(6)
    for client in cup.players():
        client.enter()
    wall = comes(f"/board/{NAME}", viewport=WALL, how=DARK)
    for place, (name, one) in enumerate(players.items()):
        cup.in_browsers[name] = Seated(one, 1 + place)
    assert_axe_is_content(ann)
    assert_axe_is_content(director)

    adds_words(ann, seen_by=[bo, director])
    step(director, "The ballot comes next", "Draw the ballot")
    expect(ann.page.get_by_role("button", name="Take your seat")).to_be_visible()
    computes_again(bo)
    computes_again(director)
    sit_down(cup, players)
    step(director, "The session can start", "Start the session")
    for one in (ann, bo):
        panel(one, "Your turn").wait_for()
    assert_axe_is_content(bo)
    play_session(cup, [ann, bo, director])
    is_noticed_if_wrong(cup, director)
    ann_asks_why(ann)
    assert_axe_is_content(wall)
    assert_axe_is_content(director)
    step(director, "All rounds are played", "End the session")

    heat = datetime.fromtimestamp(-(-cup.state.started_at // 1_000_000)).astimezone().replace(tzinfo=None)
    step(director, "The ballot comes next", "Draw the ballot", Starts_at=heat.isoformat(timespec="seconds"))
    expect(panel(director, "Next step").get_by_role("heading")).to_have_text("The session can start")
    sit_down(cup, players)
    step(director, "The session can start", "Start the session")
    take_a_break(director, ann)
    a_dispute_is_decided(cup, operator, director)
    play_session(cup, [director])
    step(director, "All rounds are played", "End the session")
    step(director, "Places are to be awarded", "Award the places")
    sheet = results_sheet(cup.from_the_log())
    assert sheet is not None
    for line in sheet.lines[:3]:
        step(operator, "Prizes are being paid", f"Pay the prize: {line.player}")
        row = panel(operator, "Results").get_by_role("row").filter(has_text=line.player)
        expect(row).to_contain_text(re.compile(r"\dpaid"))
    for one in (ann, bo, director, operator):
        same_results(cup, one)
    for one in (bo, operator):
        assert_axe_is_content(one)
    bo_looks_back_at_the_heat(bo)
    expect(wall.page.get_by_role("table", name="Results").get_by_role("row")).to_have_count(8)
    assert_axe_is_content(wall)
    assert wall.page.locator("button, a, input").count() == 0
    a_round_of_the_heat_is_replayed(comes_as(comes, Role.AUDITOR, "/audit/rounds"))


def adds_words(one: Watched, seen_by: list[Watched]) -> None:
    """Ruling 46: everybody sees the commitment and the words."""
    draws = panel(one, "Ballots and lots")
    expect(draws).to_contain_text("Draw 1, a ballot")
    draws.get_by_label("Your words").fill("la vie est belle")
    draws.get_by_role("button", name="Add to draw 1").click()
    for other in (one, *seen_by):
        expect(panel(other, "Ballots and lots")).to_contain_text("“la vie est belle”")
    expect(panel(seen_by[-1], "Ballots and lots").get_by_label("Your words")).to_have_count(0)


def computes_again(one: Watched) -> None:
    """Ruling 46: the browser follows the result from the revealed secret and the words."""
    draws = panel(one, "Ballots and lots")
    draws.get_by_role("button", name="Compute the results again here").click()
    expect(draws.get_by_role("status")).to_contain_text("Draw 1: right.")
    expect(draws.get_by_role("link", name="Keep them as a file")).to_be_visible()
    assert_axe_is_content(one)


def ann_asks_why(ann: Watched) -> None:
    """From her last round at the table to its sentences, and to all rounds with their cards and sums."""
    page = ann.page
    page.get_by_role("button", name="Why? Round 1").click()
    story = page.get_by_role("dialog", name="Round 1, step by step")
    expect(story).to_contain_text("Round 1 ends: player")
    expect(story).to_contain_text(re.compile(r"Round 1 of table \d counts"))
    assert_axe_is_content(ann)
    story.get_by_role("button", name="Back to the rounds").click()
    played = page.get_by_role("dialog", name="History").get_by_role("article", name="Round 1")
    expect(played.locator(".hands").get_by_role("img")).to_have_count(4)
    expect(played).to_contain_text("Player $100.00")
    assert_axe_is_content(ann)
    page.get_by_role("button", name="Close").click()


def bo_looks_back_at_the_heat(bo: Watched) -> None:
    """All is over, and no table is left: what was played there is still told, on a phone, too."""
    panel(bo, "Your rounds").get_by_role("button", name="All rounds").click()
    sheet = bo.page.get_by_role("dialog", name="History")
    tables = sheet.get_by_label("At which table")
    tables.focus()
    tables.select_option(index=0)
    expect(sheet.get_by_role("combobox").locator("option:checked")).to_contain_text("Stage 1, Heat: table")
    expect(sheet.get_by_role("article", name="Round 1")).to_contain_text("Player $200.00")
    expect(tables).to_be_focused()  # whoever chooses by keys goes on from there
    assert_axe_is_content(bo)
    sheet.get_by_role("button", name="Close").click()


def a_dispute_is_decided(cup: Cup, operator: Watched, director: Watched) -> None:
    """It is on the floor at once, one click leads to the desk, and there it is one click to what decides it."""
    director.page.add_init_script(NO_LOOKS_NOW_AND_THEN)
    director.page.goto(f"{cup.demo.url}/floor")
    expect(panel(director, "Alarms")).to_contain_text("Nothing waits")
    player = next(one for one in cup.players() if one.hall().felt is not None)
    player.at("1", RaiseDispute, text="My chips are short")
    alarm = panel(director, "Alarms").get_by_role("listitem").filter(has_text="My chips are short")
    expect(alarm).to_contain_text(f"{NAME}, table 1")
    assert_axe_is_content(director)
    expect(panel(operator, "Alarms").get_by_role("button", name="Rule on it")).to_be_visible()
    alarm.get_by_role("link", name=f"Look: {NAME}, table 1, Dispute").click()
    panel(director, "Alarms").get_by_role("button", name="Rule on it").click()
    form = director.page.get_by_role("dialog", name="Decide dispute")
    expect(form.get_by_label("Which dispute")).to_have_value(re.compile("^1, .*: My chips are short$"))
    form.get_by_label("Decision").fill("They are right")
    form.get_by_role("button", name="Decide dispute").click()
    for one in (operator, director):
        expect(panel(one, "Alarms").get_by_role("listitem")).to_have_count(0)
    assert cup.table("1").disputes[0].decision == "They are right"


def a_round_of_the_heat_is_replayed(auditor: Watched) -> None:
    """Of a stage that is over: the final had a table 1 of its own."""
    page = auditor.page
    page.get_by_role("combobox", name="Tournament").select_option(NAME)
    table = page.get_by_role("combobox", name="Table", exact=True)
    expect(table.get_by_role("option")).to_have_text(
        ["Stage 1, Heat: table 1", "Stage 1, Heat: table 2", "Stage 2, Final: table 1"]
    )
    table.select_option("Stage 1, Heat: table 2")
    page.get_by_label("Round", exact=True).fill("1")
    page.get_by_role("button", name="Replay", exact=True).click()
    replay = page.get_by_role("article", name=f"{NAME}, stage 1, table 2, Round 1")
    cards = replay.locator("svg .arrives")
    expect(cards).to_have_count(0)
    page.get_by_role("slider", name="Step of the round").press("End")
    expect(cards).to_have_count(4)
    expect(replay).to_contain_text("Round 1 ends: player")
    expect(replay).to_contain_text("Round 1 of table 2 counts")
    assert width_on_a_phone(page) <= SMALLEST["width"]


def take_a_break(director: Watched, player: Watched) -> None:
    panel(director, "Everything else").get_by_role("button", name="Call a break").click()
    director.page.get_by_role("dialog").get_by_label("Minutes").fill("5")
    assert_axe_is_content(director)
    director.page.get_by_role("dialog").get_by_role("button", name="Call a break").click()
    expect(player.page.locator(".state")).to_have_text("Break of 5 minutes")
    step(director, "Break of 5 minutes", "Resume play")


def same_results(cup: Cup, one: Watched) -> None:
    """Places, chips and prizes on the page are those of the log."""
    sheet = results_sheet(cup.from_the_log())
    assert sheet is not None
    expect(panel(one, "Results").locator("tbody tr")).to_have_count(len(sheet.lines))
    rows = panel(one, "Results").locator("tbody tr").all()
    shown = [(row.locator(".place").inner_text(), _name(row), row.locator(".right b").inner_text()) for row in rows]
    assert shown == [(str(line.place), line.player, dollars(line.prize) if line.prize else "") for line in sheet.lines]
