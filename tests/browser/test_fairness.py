"""Fair shoes in a browser: one's own seed in a shuffle, every card proven as it is shown, the whole shoe in the end."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route

from puntobanco import house as diary
from puntobanco.app.house import stream_states
from puntobanco.app.house.stream_states import records_of
from puntobanco.app.randomness import command_id
from puntobanco.fair_shoes.events import CardShown, FairShoeEvent, SeedOpened, SeedPromised, ShoeSealed
from puntobanco.fair_shoes.seed_window import SECOND, SeedTimes
from puntobanco.streams.names import SHOES, TABLE
from puntobanco.table import commands
from puntobanco.values.replace import changed
from tests.browser.acts import accepted, bet, sit
from tests.browser.conftest import CALM, ENDLESS, Comes, Demo, HouseClock, assert_axe_is_content
from tests.browser.croupier import bets_without_a_page
from tests.browser.dealing import add_table, run_differently
from tests.browser.log import until_round_is_over
from tests.browser.waiting import expect
from tests.browser.watching import Watched

SEEDED, WORDS = "seeded", "la vie est belle"
BY_HAND = diary.Running(virtual=True, seeds=True)
BY_ITSELF = changed(ENDLESS, seeds=True)
TIMES = SeedTimes(promising=600 * SECOND, opening=600 * SECOND)
"""Nothing happens before the test sets the clock forward."""


@dataclass
class SeededTable:
    """A table where patrons add seeds; nobody shuffles before it is dealt."""

    demo: Demo
    clock: HouseClock

    def end_promises(self) -> None:
        self.clock.set_forward(TIMES.promising)

    def deal(self) -> None:
        run_differently(self.demo.shown.demo.house, SEEDED, BY_ITSELF)

    def replace_cards(self) -> None:
        command = commands.ReplaceCards(actor=diary.OPERATOR)
        self.demo.shown.demo.house.handle(TABLE + SEEDED, command, command_id())

    def acts(self) -> list[FairShoeEvent]:
        lines = self.demo.shown.demo.house.read(SHOES + SEEDED, 0)
        records: list[Any] = records_of(lines)
        return [act for record in records for act in record.events]


@pytest.fixture
def seeded(demo: Demo, house_clock: HouseClock) -> Iterator[SeededTable]:
    found = SeededTable(demo, house_clock)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(stream_states, "SeedTimes", lambda: TIMES)
        add_table(demo.shown.demo.house, SEEDED, BY_HAND, "act-2015")
        yield found
        run_differently(demo.shown.demo.house, SEEDED, BY_HAND)


def sheet(page: Page) -> Locator:
    """All about the shoe, one click from the table."""
    page.get_by_role("button", name="Fairness of this shoe").click()
    return page.get_by_role("dialog", name="Fairness of this shoe")


SEEDS_KEPT = """
Object.entries(localStorage).filter(([key]) => key.startsWith("puntobanco.seed.")).map(([, kept]) => kept.split(" ")[1])
"""


def seeds_kept(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SEEDS_KEPT)
    return found


def test_ones_own_records_are_taken_away_with_all_that_was_done(comes: Comes, demo: Demo) -> None:
    patron = comes()
    sit(patron, "act-2015")
    person = patron.page.request.get(f"{demo.url}/api/v1/you").json()["person"]
    with patron.page.expect_download() as saved:
        sheet(patron.page).get_by_role("link", name="Your records as a bundle").click()
    first, *lines = saved.value.path().read_text(encoding="utf-8").splitlines()
    assert json.loads(first)["scope"] == {"of": "patron", "patron": person}
    assert any(f'"cage/{person}"' in line for line in lines)


def test_a_patrons_seed_is_in_the_shuffle_and_every_card_is_proven(comes: Comes, seeded: SeededTable) -> None:
    patron = comes(seat=SEEDED)
    page = patron.page
    expect(page.get_by_text("not shuffled yet")).to_be_visible()
    seeded.deal()
    opened = sheet(page)
    expect(opened.get_by_text("promised, not open yet")).to_be_visible()
    assert_axe_is_content(patron)
    (seed,) = seeds_kept(page)
    assert not any(isinstance(act, SeedOpened) for act in seeded.acts())

    seeded.end_promises()
    page.reload()  # and another tab: the seed is not lost, and none is made besides
    beside = comes(f"/tables/{SEEDED}", beside=patron)
    expect(sheet(page).get_by_text("opened, and in the shuffle")).to_be_visible()
    expect(page.get_by_text("Your seed is in this shuffle.")).to_be_visible()
    acts = seeded.acts()
    assert [act.opened for act in acts if isinstance(act, SeedOpened)] == [seed] == seeds_kept(beside.page)
    assert len([act for act in acts if isinstance(act, SeedPromised)]) == 1
    beside.page.close()
    page.get_by_role("button", name="Close").click()

    bet(patron, "Player")
    accepted(page, "Player").wait_for()
    seeded.demo.closes(SEEDED)
    expect(page.locator(".rounds li.line").first).to_be_visible()
    proven_as_in_the_log(page, seeded)
    the_whole_shoe_in_the_end(patron, seeded)


def proven_as_in_the_log(page: Page, seeded: SeededTable) -> None:
    shown = [act for act in seeded.acts() if isinstance(act, CardShown)]
    assert len(shown) >= 4, "a coup"
    marks = sheet(page).locator(".cards .proven-card")
    expect(marks.get_by_text("proven", exact=False)).to_have_count(len(shown))
    read = marks.all_inner_texts()
    assert [one for one in read if "NOT" in one] == []
    assert sum("face down, counted" in one for one in read) == marks.count() - len(shown)
    expect(page.get_by_text(f"{len(shown)} cards shown, each proven").first).to_be_visible()


def the_whole_shoe_in_the_end(patron: Watched, seeded: SeededTable) -> None:
    """The next shuffle reveals it; the seed for that one is made of one's own words."""
    assert not any(act.house_seeded for act in seeded.acts() if isinstance(act, ShoeSealed))
    dialog = patron.page.get_by_role("dialog")
    dialog.get_by_label("Words of your own").fill(WORDS)
    seeded.replace_cards()
    expect(dialog.get_by_text("Shoe 1, the one before")).to_be_visible()
    expect(dialog.get_by_text("all 416 cards are those that were sealed")).to_be_visible()
    assert_axe_is_content(patron)
    expect(dialog.get_by_text("promised, not open yet")).to_be_visible()
    expect(dialog.get_by_label("Words of your own")).to_have_value("")
    assert WORDS.encode().hex() in seeds_kept(patron.page)
    assert len({*seeds_kept(patron.page)}) == 2


def test_a_card_that_is_not_proven_is_said_loudly(comes: Comes, demo: Demo) -> None:
    """The answer is changed on its way: the page believes nobody."""

    def reseal(route: Route) -> None:
        answer = route.fetch()
        held = json.loads(answer.text())
        for act in held["acts"]:
            act |= {"root": "ab" * 32} if act["act"] == "shoe_sealed.1" else {}
        route.fulfill(response=answer, json=held)

    bets_without_a_page(demo.shown.demo.house, CALM)
    until_round_is_over(demo, CALM, demo.closes(CALM))
    visitor = comes()
    visitor.page.context.route("**/fairness?shoes=*", reseal)
    visitor.page.goto(f"{demo.url}/tables/{CALM}")
    alarm = visitor.page.get_by_role("alert").filter(has_text="not what the house promised")
    expect(alarm).to_be_visible()
    strip = visitor.page.get_by_role("region", name="Fair shoe")
    expect(strip.get_by_text("NOT proven").first).to_be_visible()
    assert_axe_is_content(visitor)
    sheet(visitor.page)
    expect(visitor.page.get_by_role("dialog").get_by_role("alert").first).to_contain_text("is not proven by the root")
    assert_axe_is_content(visitor)
