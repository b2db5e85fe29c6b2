"""The wall: all of it is on the screen, whatever the book and the screen, since nobody can scroll there."""

import pytest

from puntobanco.rulebooks import BOOKS
from tests.browser.conftest import KNOWN, SALON, Comes, Demo
from tests.browser.croupier import SIX_CARDS
from tests.browser.waiting import expect

SCREENS = [{"width": 1920, "height": 1080}, {"width": 1366, "height": 768}]
OUTSIDE = """[...document.querySelectorAll("main *")].filter((one) => {
  const { bottom, right } = one.getBoundingClientRect();
  return bottom > innerHeight + 1 || right > innerWidth + 1;
}).map((one) => one.outerHTML.slice(0, 80))"""
SIZE = "[document.documentElement.scrollHeight <= innerHeight, document.documentElement.scrollWidth <= innerWidth]"
IS_FULL, IS_NOT_FULL = (f"() => document.fullscreenElement {sign} null" for sign in ("!==", "==="))
WITHOUT_KEYS = "localStorage.setItem('puntobanco.shortcuts', 'off')"


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: str(screen["width"]))
def test_everything_is_on_the_screen(comes: Comes, demo: Demo, screen: dict[str, int]) -> None:
    one = comes("/nowhere", viewport=screen)
    for table in (*BOOKS, SALON):
        one.page.goto(f"{demo.url}/wall/{table}")
        expect(one.page.get_by_text("they do not tell what comes", exact=False)).to_be_visible()
        assert one.page.evaluate(SIZE) == [True, True], table
        assert one.page.evaluate(OUTSIDE) == [], table


def test_nothing_moves_while_a_round_is_played(comes: Comes, demo: Demo) -> None:
    """The fixture fails on a shift."""
    one = comes(f"/wall/{KNOWN}", viewport=SCREENS[0])
    one.page.get_by_role("heading", name=KNOWN).wait_for()
    number = demo.croupier(KNOWN).state.round_number
    demo.croupier(KNOWN).plays(SIX_CARDS)
    expect(one.page.locator(".round")).to_contain_text(f"Round {number}")
    expect(one.page.locator(".total.wins")).to_have_text("7")


def test_it_fills_the_screen_by_a_key_or_a_double_click(comes: Comes) -> None:
    page = comes(f"/wall/{KNOWN}", viewport=SCREENS[0]).page
    page.get_by_role("heading", name=KNOWN).wait_for()
    page.keyboard.press("f")
    page.wait_for_function(IS_FULL)
    page.keyboard.press("f")
    page.wait_for_function(IS_NOT_FULL)
    page.evaluate(WITHOUT_KEYS)
    page.reload()
    page.get_by_role("heading", name=KNOWN).wait_for()
    page.keyboard.press("f")
    page.get_by_role("heading", name=KNOWN).dblclick()
    page.wait_for_function(IS_FULL)
