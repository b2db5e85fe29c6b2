"""Where there is little room nothing lies over anything else, and no number is cut: long names, large amounts."""

import re

import pytest

from puntobanco.app.demo.guests import GUEST
from puntobanco.app.demo.setup import make_patron
from puntobanco.app.house.house import House
from puntobanco.app.randomness import command_id
from puntobanco.streams.names import TABLE
from puntobanco.table import Actor, Role, commands
from tests.browser.acts import accepted, bet, spot
from tests.browser.conftest import ENDLESS, PAYABLE, SALON, Comes, Demo
from tests.browser.dealing import add_table
from tests.browser.waiting import expect

MOST = 250_000_00
LAID = {"player": MOST, "tie": MOST}
PHONE, LAPTOP, LARGE = {"width": 320, "height": 700}, {"width": 1280, "height": 800}, {"width": 3840, "height": 2160}
CUT = """(these) => these.filter((one) =>
  one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1
).map((one) => one.textContent.trim())"""
BROKEN = """(these) => these.filter((one) => {
  const text = document.createRange();
  return one.textContent.split(" ").some((word) => {
    const from = one.textContent.indexOf(word);
    text.setStart(one.firstChild, from);
    text.setEnd(one.firstChild, from + word.length);
    return text.getClientRects().length > 1;
  });
}).map((one) => one.textContent)"""
"""Words that are torn between two lines."""
OVER = """(these) => {
  const places = these.map((one) => one.getBoundingClientRect());
  return these.filter((_, one) => one > 0 && places[one - 1].right > places[one].left).map((one) => one.textContent);
}"""
LEFT_OF_AMOUNT = """(these) => these.map((one) => {
  const chip = one.parentNode.querySelector(".stack");
  return one.getBBox().x - chip.transform.baseVal.consolidate().matrix.e;
})"""
RADIUS_OF_CHIP = 10


def sits(house: House, seat: int) -> None:
    """A guest with a long name, who lays as much as is allowed."""
    guest = Actor(person=f"{GUEST}Maximiliana von Hohenstein-{seat}", role=Role.PATRON)
    make_patron(house, guest.person, 10 * MOST)
    coming = (commands.BuyIn(actor=guest, amount=4 * MOST), commands.TakeSeat(actor=guest, seat=seat))
    laying = [commands.Place(actor=guest, area=str(seat), wager=wager, amount=much) for wager, much in LAID.items()]
    for command in (*coming, *laying):
        house.handle(TABLE + SALON, command, command_id())


@pytest.fixture
def salon(demo: Demo) -> str:
    for seat in range(2, 8):
        sits(demo.shown.demo.house, seat)
    return SALON


def test_names_and_amounts_keep_to_their_seat(comes: Comes, salon: str) -> None:
    page = comes(f"/tables/{salon}", viewport=LAPTOP).page
    names = page.locator("text.name").filter(has_text=re.compile(r"^\d"))
    expect(names.nth(6)).to_contain_text("GMVH 7")
    assert names.evaluate_all(OVER) == []
    whole = re.compile("^Seat 7: Guest Maximiliana von Hohenstein-7")
    expect(page.get_by_role("img", name=whole)).to_be_visible()
    amounts = page.locator("text.amount")
    expect(amounts.first).to_contain_text("$250,000.00")
    assert min(amounts.evaluate_all(LEFT_OF_AMOUNT)) > RADIUS_OF_CHIP
    phone = comes(f"/tables/{salon}", viewport=PHONE).page
    seats = phone.locator(".seats li")
    expect(seats.nth(6)).to_contain_text("500K")
    expect(seats.nth(6).locator(".unseen")).to_have_text(f"{GUEST}Maximiliana von Hohenstein-7 $500,000.00")
    assert seats.evaluate_all(CUT) == []


@pytest.mark.parametrize("screen", [PHONE, LARGE], ids=["phone", "large"])
def test_a_spot_shows_odds_limits_and_clause_whole(comes: Comes, screen: dict[str, int]) -> None:
    one = comes(seat=PAYABLE, viewport=screen)
    bet(one, "Banker")
    expect(accepted(one.page, "Banker")).to_be_visible()
    shut = spot(one.page, "Player")
    expect(shut.get_by_role("button", name="Why? 5.2")).to_be_visible()
    assert one.page.locator(".spot").locator(".head, .odds, .middle, .first, .second, .foot").evaluate_all(CUT) == []
    assert one.page.locator(".spot .head b").evaluate_all(BROKEN) == []
    clause = shut.locator(".clauses").bounding_box()
    assert clause is not None
    texts = [box for text in shut.locator(".says, .first").all() if (box := text.bounding_box()) is not None]
    assert texts
    for box in texts:
        beside = clause["x"] >= box["x"] + box["width"]
        assert beside or clause["y"] >= box["y"] + box["height"]


def test_the_longest_names_and_large_sums_fit_on_a_phone(comes: Comes, demo: Demo) -> None:
    """Before a wager, with it, and once it has won or lost."""
    house, name = demo.shown.demo.house, "The Grand Salon of Wellington, upper floor by the lakeside"
    rich = f"{GUEST}Maximiliana-Victoria von Hohenstaufen-Lichtenberg"
    make_patron(house, rich, 100 * MOST)
    add_table(house, name, ENDLESS, "house-midi", maximum="2500000")
    guest = Actor(person=rich, role=Role.PATRON)
    for command in (commands.BuyIn(actor=guest, amount=40 * MOST), commands.TakeSeat(actor=guest, seat=2)):
        house.handle(TABLE + name, command, command_id())
    page = comes("/", person=rich, viewport=PHONE).page
    page.get_by_role("article", name=name, exact=True).get_by_role("link", name="Watch").click()
    for wager in ("tie", "player_dragon", "big_tiger"):
        place = commands.Place(actor=guest, area="2", wager=wager, amount=MOST // 10)
        house.handle(TABLE + name, place, command_id())
    amounts = page.get_by_role("region", name="Chips and actions").locator("dd")
    expect(amounts.first).to_have_text("$75,000.00")
    assert amounts.evaluate_all(CUT) == []
    demo.closes(name)
    expect(page.get_by_role("region", name="Your rounds").get_by_role("heading")).to_have_text("Your round 1")
    assert page.locator(".spot").locator(".first, .second, .clauses, .foot").evaluate_all(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
