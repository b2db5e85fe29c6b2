"""Journeys of those who supervise: what waits on the floor, rulings that show what they lead to, a second person."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from puntobanco import house as diary
from puntobanco.app.randomness import command_id
from puntobanco.cage import commands as cage
from puntobanco.house.commands import Propose
from puntobanco.house.grants import ALL_TABLES, WHOLE_HOUSE
from puntobanco.streams.names import CAGE, HOUSE, TABLE, VAULT
from puntobanco.table import Actor, Role, commands, ledger
from puntobanco.table.model import DrawTo
from puntobanco.table.views import ruling_forms
from puntobanco.values.cards import Card
from puntobanco.values.money import Cents
from tests.browser import dealing
from tests.browser.acts import last_round, lay, person, told_round
from tests.browser.at_work import logs_in_as
from tests.browser.conftest import Comes, Demo, assert_axe_is_content
from tests.browser.croupier import PLAYER_WINS
from tests.browser.dealing import add_table
from tests.browser.log import own_line
from tests.browser.waiting import expect
from tests.entrance.door import MINUTE
from tests.web.peopled import Peopled

PIT, REAL = "pit", "real"
DEALER = Actor(person="Demo dealer", role=Role.DEALER)
PATRON = Actor(person="Rita", role=Role.PATRON)
SUPERVISOR, OPERATOR = "Demo supervisor", "Demo operator"
LIGHT = {"color_scheme": "light"}


@pytest.fixture(scope="module", autouse=True)
def _floor(demo: Demo) -> None:
    """A table with known cards, one with real cards that Rita plays at, and money in the vault."""
    for table in (PIT, REAL):
        add_table(demo.shown.demo.house, table, dealing.REAL, "act-2015")
    demo.croupier(PIT).prepares()
    do(demo, VAULT, cage.OpenVault(actor=diary.OPERATOR))
    do(demo, VAULT, cage.Deposit(actor=diary.OPERATOR, amount=100_000_000))
    do(demo, CAGE + PATRON.person, cage.OpenAccount(actor=diary.OPERATOR, patron=PATRON.person))
    do(demo, CAGE + PATRON.person, cage.Deposit(actor=diary.OPERATOR, amount=1_000_000))
    for command in (
        commands.BuyIn(actor=PATRON, amount=100_000),
        commands.TakeSeat(actor=PATRON, seat=1),
        commands.CheckCards(actor=DEALER),
        commands.Shuffle(actor=DEALER),
        commands.OfferCut(actor=DEALER, patron=PATRON.person),
        commands.Cut(actor=PATRON, at=100),
        commands.LoadShoe(actor=DEALER, depth=14),
        commands.Draw(actor=DEALER, face_up=False),
    ):
        do(demo, TABLE + REAL, command)


def do(demo: Demo, stream: str, command: Any) -> None:
    demo.shown.demo.house.handle(stream, command, command_id())


@pytest.fixture
def works(comes: Comes) -> Any:
    """Somebody who works there opens a page."""
    return lambda person, path, **more: comes(path, person=person, **more)


def alarm_of(page: Page, text: str) -> Locator:
    return page.get_by_role("region", name="Alarms").get_by_role("listitem").filter(has_text=text)


def consequence(within: Page | Locator) -> dict[tuple[str, str], str]:
    """What moves, as the page says it: by whose, and which account."""
    rows = within.locator("table tbody tr")
    rows.first.wait_for()
    cells = [row.locator("th, .what, .change b").all_inner_texts() for row in rows.all()]
    return {(whose, account): change for whose, account, change in cells}


def in_dollars(cents: Cents) -> str:
    return f"{'+' if cents > 0 else '−' if cents < 0 else ''}${abs(cents) / 100:,.2f}"


def test_a_dispute_is_an_alarm_at_once_and_is_ruled_on(comes: Comes, demo: Demo, works: Any) -> None:
    sue, oz, guest = works(SUPERVISOR, "/floor"), works(OPERATOR, "/floor", how=LIGHT), comes(seat=PIT)
    sue.page.get_by_role("article", name=PIT, exact=True).wait_for()
    assert_axe_is_content(oz)
    lay(guest.page, "Player")
    demo.croupier(PIT).deals()
    last_round(guest.page).get_by_role("button", name="Raise a dispute").click()
    guest.page.get_by_role("dialog").get_by_role("textbox").fill("I bet on banker")
    guest.page.get_by_role("button", name="Send").click()
    expect(alarm_of(sue.page, "I bet on banker")).to_be_visible()
    expect(sue.page.get_by_role("article", name=PIT, exact=True)).to_contain_text("Dispute")
    assert_axe_is_content(sue)
    alarm_of(sue.page, "I bet on banker").get_by_role("link", name="Look").click()
    expect(sue.page.get_by_role("region", name="What happened")).to_contain_text("I bet on banker")
    assert sue.page.get_by_role("button", name="Rule on it").count() == 0, "the operator decides disputes by this book"
    oz.page.get_by_role("article", name=PIT, exact=True).get_by_role("link").click()
    oz.page.get_by_role("button", name="Rule on it").click()
    oz.page.get_by_role("button", name="Show what happens").click()
    expect(oz.page.get_by_text("Fill this in.")).to_be_visible()
    oz.page.get_by_label("The decision, in words").fill("The stake stands")
    oz.page.get_by_role("button", name="Show what happens").click()
    shown = oz.page.get_by_role("region", name="What happens")
    expect(shown).to_contain_text("Dispute 1 decided: The stake stands")
    assert_axe_is_content(oz)
    assert demo.state(PIT).disputes[-1].decision is None, "nothing is written before it is confirmed"
    shown.get_by_role("button", name="Do it").click()
    expect(oz.page.get_by_text("It is done.").first).to_be_visible()
    for one in (sue, oz):
        expect(alarm_of(one.page, "I bet on banker")).to_have_count(0)
    assert demo.state(PIT).disputes[-1].decision == "The stake stands"


def test_a_late_void_with_debt_takes_two_people(
    comes: Comes, demo: Demo, works: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So late that no list holds the round any more: it is found by its number."""
    monkeypatch.setattr(ruling_forms, "MOST_TO_CHOOSE", 0)
    guest, sue = comes(seat=PIT), works(SUPERVISOR, "/floor")
    oz = works(OPERATOR, f"/floor/{PIT}", refusals_are_expected=True)
    lay(guest.page, "Player")
    name, number = person(guest.page), demo.croupier(PIT).deals(PLAYER_WINS)
    won = own_line(demo, PIT, number, name).returned - own_line(demo, PIT, number, name).stake
    told_round(guest.page, number).wait_for()
    guest.page.get_by_role("button", name="Buy in or cash out").click()
    guest.page.get_by_role("button", name="Cash out all").click()
    guest.page.get_by_role("dialog").wait_for(state="hidden")
    oz.page.get_by_role("button", name="Void round").click()
    oz.page.get_by_label("Of another round").fill(str(number))
    oz.page.keyboard.press("Enter")
    expect(oz.page.get_by_label("Which round")).to_have_value(re.compile(rf"^Round {number}: player, "))
    oz.page.get_by_label("Why", exact=True).select_option(label="fraud")
    oz.page.get_by_role("button", name="Show what happens").click()
    shown = oz.page.get_by_role("region", name="What happens")
    moves = consequence(shown)
    assert moves[name, "debt"] == in_dollars(won)
    assert (name, "chips") not in moves, "nothing is left to take"
    shown.get_by_role("button", name="Propose it").click()
    own = oz.page.get_by_role("article", name=f"Void round, table/{PIT}")
    expect(own).to_contain_text("another person approves it")
    assert own.get_by_role("button", name="Approve").count() == 0
    assert told(oz.page, "/house/commands", {"do": "approve", "number": newest(demo)}) == (409, "own_proposal")
    waiting = sue.page.get_by_role("article", name=f"Void round, table/{PIT}")
    assert consequence(waiting) == moves, "the second person sees the same"
    assert_axe_is_content(sue)
    assert demo.state(PIT).balance(ledger.debt(name)) == 0
    before = demo.state(PIT).balance(ledger.FLOAT)
    waiting.get_by_role("button", name="Approve, second of two").click()
    expect(waiting).to_have_count(0)
    after = demo.state(PIT)
    assert after.balance(ledger.debt(name)) == won
    assert moves["House", "float"] == in_dollars(after.balance(ledger.FLOAT) - before) == in_dollars(-won)
    expect(oz.page.get_by_role("region", name="Patrons")).to_contain_text(f"Owes {in_dollars(won).removeprefix('+')}")


def newest(demo: Demo) -> int:
    found: int = demo.shown.demo.house.look(HOUSE).state.proposed
    return found


def told(page: Page, path: str, body: Any = None) -> tuple[int, str]:
    """What the server itself says to whoever is logged in here."""
    script = """async ([path, body]) => {
      const headers = { "idempotency-key": crypto.randomUUID(), "content-type": "application/json" };
      const more = body === null ? {} : { method: "POST", headers, body: JSON.stringify(body) };
      const answer = await fetch("/api/v1" + path, more);
      return [answer.status, (await answer.json()).code ?? ""];
    }"""
    status, code = page.evaluate(script, [path, body])
    return status, code


def test_chips_are_brought_by_two_people(demo: Demo, works: Any) -> None:
    sue, oz = works(SUPERVISOR, f"/floor/{PIT}", how=LIGHT), works(OPERATOR, "/floor")
    before = demo.state(PIT).balance(ledger.FLOAT)
    sue.page.get_by_role("searchbox", name="Find a ruling").press_sequentially("float")
    sue.page.get_by_role("button", name="Fill float").click()
    sue.page.get_by_label("Amount in dollars").fill("5,000")
    sue.page.get_by_role("button", name="Show what happens").click()
    shown = sue.page.get_by_role("region", name="What happens")
    assert consequence(shown)["House", "float"] == "+$5,000.00"
    shown.get_by_role("button", name="Propose it").click()
    waiting = oz.page.get_by_role("article", name=f"Fill float, table/{PIT}")
    waiting.get_by_role("button", name="Decline").click()
    expect(waiting).to_have_count(0)
    expect(sue.page.get_by_role("article", name=f"Fill float, table/{PIT}")).to_have_count(0)
    assert demo.state(PIT).balance(ledger.FLOAT) == before
    sue.page.get_by_role("button", name="Fill float").click()
    sue.page.get_by_label("Amount in dollars").fill("2000")
    sue.page.get_by_role("button", name="Show what happens").click()
    shown.get_by_role("button", name="Propose it").click()
    waiting.get_by_role("button", name="Approve, second of two").click()
    expect(waiting).to_have_count(0)
    assert demo.state(PIT).balance(ledger.FLOAT) == before + 200_000


def test_cards_out_of_sequence_are_reconstructed(demo: Demo, works: Any) -> None:
    sue = works(SUPERVISOR, "/floor")
    table = TABLE + REAL
    do(demo, table, commands.Place(actor=PATRON, area="1", wager="player", amount=10_000))
    do(demo, table, commands.CallNoMoreBets(actor=DEALER))
    do(demo, table, commands.Draw(actor=DEALER, card=Card.parse("9c"), to=DrawTo.BANKER))
    for card in ("2d", "Kh", "3s"):
        do(demo, table, commands.Draw(actor=DEALER, card=Card.parse(card)))
    alarm = alarm_of(sue.page, "out of sequence")
    alarm.get_by_role("link", name="Look").click()
    sue.page.get_by_role("button", name="Rule on it").click()
    sue.page.get_by_role("button", name="Show what happens").click()
    shown = sue.page.get_by_role("region", name="What happens")
    expect(shown.get_by_role("listitem").first).to_be_visible()
    said = shown.get_by_role("listitem").first.inner_text()
    shown.get_by_role("button", name="Do it").click()
    expect(alarm_of(sue.page, "out of sequence")).to_have_count(0)
    assert not getattr(demo.state(REAL).round, "misplaced", False)
    expect(sue.page.get_by_role("region", name="What happened")).to_contain_text(said.rpartition(" ")[0])


def test_an_account_is_looked_at_by_whoever_may(demo: Demo, works: Any) -> None:
    oz, sue = works(OPERATOR, f"/floor/{REAL}"), works(SUPERVISOR, f"/floor/{REAL}", how=LIGHT)
    oz.page.get_by_role("button", name="Look at the account of Rita").click()
    sheet = oz.page.get_by_role("dialog", name="Account of Rita")
    expect(sheet).to_contain_text("deposited")
    expect(sheet.get_by_role("row").filter(has_text="taken to")).to_contain_text("−$1,000.00")
    assert_axe_is_content(oz)
    sue.page.get_by_role("button", name="Look at the account of Rita").click()
    sheet = sue.page.get_by_role("dialog", name="Account of Rita")
    expect(sheet).to_contain_text("shown to operators and auditors of the whole house")
    sheet.get_by_label("Why, in words").fill("Asked for it")
    sheet.get_by_role("button", name="Switch off").click()
    expect(sheet).to_contain_text("Gaming is off for this patron")
    assert f"patron/{PATRON.person}" in demo.shown.demo.house.look(HOUSE).state.off
    sheet.get_by_role("button", name="Switch on").click()
    expect(sheet).to_contain_text("Gaming is on again.")
    assert_axe_is_content(sue)


def test_the_floor_is_refused_to_others_with_a_plain_word(comes: Comes, works: Any) -> None:
    there = [comes("/floor", refusals_are_expected=True)]
    there += [works(person, f"/floor/{PIT}", refusals_are_expected=True) for person in ("Demo dealer", "Demo auditor")]
    for one in there:
        expect(one.page.get_by_role("alert")).to_have_text(
            "The floor is for supervisors and operators. Ask the operator for a role."
        )
        assert one.page.get_by_role("link", name="Floor").count() == 0
        assert told(one.page, "/floor") == (403, "wrong_role")
        void = {"do": "void_round", "round": 1, "reason": "fraud"}
        assert told(one.page, f"/tables/{PIT}/preview", void) == (403, "wrong_role")
    assert_axe_is_content(there[0])


def test_an_approval_asks_for_the_second_factor_again(comes: Comes, peopled: Peopled) -> None:
    """In a house that is no demo, of whoever gave it more than five minutes ago."""
    house = peopled.house
    one, staff = logs_in_as(comes, peopled, Role.SUPERVISOR, "/floor", ALL_TABLES)
    before = house.look(f"{TABLE}2").state.notices
    one.page.get_by_role("article", name="2", exact=True).wait_for()
    boss = Actor(person=peopled.enrolled(Role.OPERATOR, WHOLE_HOUSE), role=Role.OPERATOR)
    change = commands.AnnounceChange(actor=boss, choices=(("minimum", "10"),))
    house.handle(HOUSE, Propose(actor=boss, stream=f"{TABLE}2", command=change), command_id())
    peopled.time.pass_(6 * MINUTE)
    waiting = one.page.get_by_role("article", name="Announce change, table/2")
    waiting.get_by_role("button", name="Approve, second of two").click()
    sheet = one.page.get_by_role("dialog", name="A code of your second factor")
    code, give = sheet.get_by_label("Code", exact=True), sheet.get_by_role("button", name="Give the code")
    code.fill("000000")
    give.click()
    expect(sheet.get_by_role("alert")).to_contain_text("code")
    assert house.look(f"{TABLE}2").state.notices == before
    code.fill(peopled.code(staff.secret))
    give.click()
    expect(waiting).to_have_count(0)
    assert len(house.look(f"{TABLE}2").state.notices) == len(before) + 1
