"""A dealer's console: whoever does what it says deals by the book, with keys alone."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, Route

from puntobanco import house as diary
from puntobanco.app.demo.setup import make_patron
from puntobanco.app.randomness import command_id
from puntobanco.client import Client
from puntobanco.streams.names import HOUSE, TABLE
from puntobanco.table import Role, commands
from puntobanco.table.model import RoundKind, VoidReason
from puntobanco.table.views.dealer_steps import StepWay
from puntobanco.values.cards import Card
from tests.browser.acts import lay
from tests.browser.conftest import Comes, Demo, assert_axe_is_content
from tests.browser.dealing import REAL, VIRTUAL, Dealer, add_table, engage, hire, rules
from tests.browser.proxy import proxy_to
from tests.browser.waiting import expect
from tests.browser.watching import axe_finds

SOAK = bool(os.environ.get("PUNTO_SOAK"))
CONTEXTS, BY_CLIENT = (7, 0) if SOAK else (2, 5)
DEPTH = "20" if SOAK else "350"
SHOE, SQUEEZED, WRONG, SERVED, SCANNED, LOST = "short-shoe", "squeezed", "wrong-cards", "served", "scanned", "cut-off"
NAMES = {"TC": "ten of clubs", "4D": "four of diamonds"}
TWICE = """() => {
  for (const _ of [1, 2]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
}"""
STILL = {"reduced_motion": "reduce"}
"""Where many pages show a whole shoe, none of them paints it card by card on its way."""
DEALER, SUPERVISOR = "Dana", "Sol"


@pytest.fixture(scope="module")
def house(demo: Demo) -> Demo:
    """The demo house with tables that people deal, and somebody who supervises them."""
    of = demo.shown.demo
    add_table(of.house, SHOE, REAL, "act-2015", cut_depth=DEPTH)
    add_table(of.house, SQUEEZED, VIRTUAL, "house-midi", midi="true")
    add_table(of.house, SERVED, REAL, "nz-1998")
    for table in (WRONG, SCANNED, LOST):
        add_table(of.house, table, REAL, "act-2015")
    engage(of.house, SUPERVISOR, Role.SUPERVISOR, SHOE, SQUEEZED, WRONG, SERVED, SCANNED, LOST)
    return demo


@pytest.fixture
def deals(comes: Comes, house: Demo) -> Callable[..., Dealer]:
    """A dealer comes and takes a table over."""

    def deal(table: str, *, person: str = DEALER, virtual: bool = False, **more: object) -> Dealer:
        more.setdefault("refusals_are_expected", True)  # wagers come between a look and a key: it is asked again
        engage(house.shown.demo.house, person, Role.DEALER, table)
        one = comes(f"/deal/{table}", person=person, **more)
        take_over(one.page)
        return Dealer(page=one.page, house=house.shown.demo.house, table=table, virtual=virtual)

    return deal


def take_over(page: Page) -> None:
    page.get_by_role("button", name="Take the table over").click()
    page.get_by_role("region", name="Next step").wait_for()


@pytest.fixture
def guests(house: Demo) -> Iterator[Callable[[str, int], list[Client]]]:
    """Patrons by the client, each in a seat."""
    with ExitStack() as open_ones:
        yield lambda table, count: [open_ones.enter_context(Client.as_guest(house.url, table)) for _ in range(count)]


def cut(dealer: Dealer, page: Page) -> None:
    """The patron in the first seat cuts."""
    dealer.goes_on_until("Offer the cut")
    dealer.press("Enter")
    offer = page.get_by_role("group", name="The cut is yours")
    offer.get_by_label("Cards deep").fill("200")
    offer.get_by_role("button", name="Cut").click()


def declines(dealer: Dealer, guest: Client) -> None:
    """A patron by the client leaves the cut to the house, and a supervisor cuts."""
    dealer.goes_on_until("Offer the cut")
    dealer.press("Enter")
    guest.table(dealer.table).do(commands.DeclineCut)
    rules(dealer.house, dealer.table, SUPERVISOR, commands.Cut, at=200)


def prepares_until(dealer: Dealer, done: Callable[[], bool]) -> None:
    """A supervisor is there, too; nobody else is waited for."""
    while not done():
        if dealer.step.call is Role.SUPERVISOR:
            rules(dealer.house, dealer.table, SUPERVISOR, commands.InspectCards)
        else:
            assert dealer.goes_on().way not in (StepWay.WAIT, StepWay.NUMBER), dealer.step.title


def test_a_shoe_from_shuffle_to_shuffle_with_the_keyboard(
    comes: Comes, deals: Callable[..., Dealer], guests: Callable[[str, int], list[Client]]
) -> None:
    seen = [comes(seat=SHOE, how=STILL) for _ in range(CONTEXTS)]
    others = [guest.table(SHOE) for guest in guests(SHOE, BY_CLIENT)]
    dealer = deals(SHOE, how=STILL)
    cut(dealer, seen[0].page)
    first = len(dealer.state.rounds)
    wagers = ("Player", "Banker", "Tie")
    while "Shuffle" not in dealer.step.title:
        if "Wait for wagers" in dealer.step.title:
            for place, one in enumerate(seen):
                lay(one.page, wagers[(place + len(dealer.state.rounds)) % 3])
            for place, table in enumerate(others):
                table.place(("player", "banker")[place % 2], 2_000)
        if dealer.step.way is StepWay.PAY and len(dealer.state.rounds) == first:
            pays_one_by_one(dealer)
        dealer.goes_on()
    state = dealer.state
    played = [one for one in state.rounds if one.shoe == state.shoe.number]
    assert len(played) > 5
    assert state.shoe.number == 1
    known = [index for index, count in enumerate(state.shoe.known) for _ in range(count)]
    assert sorted(card.index for card in dealer.dealt) == known, "every card is on record as it was typed"
    assert all(len(one.settled) >= CONTEXTS + BY_CLIENT for one in played)


def pays_one_by_one(dealer: Dealer) -> None:
    """As the page says: what is collected first, then seat by seat; the last key settles."""
    step = dealer.page.get_by_role("region", name="Next step")
    over = step.locator(".over").first
    dealer.sees()
    total = int(over.inner_text().rpartition(" ")[2]) if " of " in over.inner_text() else 0
    before = dealer.step.id
    for done in range(total):
        expect(over).to_have_text(f"Next step, {done + 1} of {total}")
        assert dealer.step.id == before, "nothing is settled before everybody is paid"
        if done:
            dealer.page.keyboard.press("Escape")
            expect(over).to_have_text(f"Next step, {done} of {total}")
            dealer.page.keyboard.press("Enter")
            expect(over).to_have_text(f"Next step, {done + 1} of {total}")
        if done < total - 1:
            dealer.page.keyboard.press("Enter")
    dealer.press("Enter")


def test_a_patron_squeezes_the_cards_that_the_dealer_has_dealt_face_down(
    comes: Comes, deals: Callable[..., Dealer]
) -> None:
    one = comes(seat=SQUEEZED)
    dealer = deals(SQUEEZED, virtual=True)
    prepares_until(dealer, lambda: "cuts" in dealer.step.title)
    one.page.get_by_role("group", name="The cut is yours").get_by_role("button", name="Decline").click()
    expect(dealer.page.locator(".step .big")).not_to_contain_text("cuts")
    if dealer.step.call is Role.SUPERVISOR:
        rules(dealer.house, SQUEEZED, SUPERVISOR, commands.Cut, at=200)
    elif dealer.step.way is StepWay.NUMBER:
        dealer.sees()
        dealer.page.get_by_label("Cards deep").fill("200")
        dealer.press("Enter")
    dealer.goes_on_until("Wait for wagers")
    lay(one.page, "Player")
    dealer.goes_on_until("Draw player’s first card")
    before, out = dealer.step.id, dealer.state.shoe.out
    dealer.sees()
    dealer.page.evaluate(TWICE)
    dealer.until_past(before)
    dealer.sees()
    assert dealer.state.shoe.out == out + 1, "a key that is pressed twice deals one card"
    dealer.goes_on_until("turns player")
    # it is there, as the test has it
    assert all(card.card is None for card in dealer.state.round.player), "nobody knows them"  # type: ignore[union-attr]
    assert dealer.goes_on().way is StepWay.WAIT
    assert axe_finds(dealer.page) == []
    squeeze = one.page.get_by_role("group", name="Player's cards are yours to turn")
    squeeze.get_by_role("button", name="Turn the cards").first.click()
    dealer.ends_round()
    assert len(dealer.state.rounds) == 1


def tells_where_it_lies(page: Page, card: str, to: str, face: str = "up") -> None:
    """By the palette, with keys."""
    page.keyboard.press("Control+k")
    page.keyboard.type("draw")
    page.keyboard.press("Enter")
    form = page.get_by_role("dialog", name="Draw")
    expect(form.get_by_role("textbox", name="Card")).to_be_focused()
    page.keyboard.type(card)
    page.keyboard.press("Tab")
    where = form.get_by_role("combobox", name="Where it lies")
    expect(where).to_be_focused()
    where.select_option(f"{to}, face {face}")
    form.get_by_role("button", name="Do it").press("Enter")
    form.wait_for(state="detached")


def test_irregularities_take_the_panel_and_are_put_right_as_it_says(
    deals: Callable[..., Dealer], guests: Callable[[str, int], list[Client]]
) -> None:
    (guest,) = guests(WRONG, 1)
    dealer = deals(WRONG)
    page = dealer.page
    panel = page.get_by_role("region", name="Irregularity")
    declines(dealer, guest)
    dealer.goes_on_until("Wait for wagers")

    # A card before the wrong hand: nothing goes on until a supervisor has put it right.
    guest.table(WRONG).bet(player=10_000)
    dealer.goes_on_until("Draw player’s first card")
    dealer.sees()
    tells_where_it_lies(page, "4D", "Banker")
    expect(panel).to_contain_text("Out of sequence")
    expect(panel.locator(".big")).to_have_text("Touch no card: call a supervisor")
    expect(panel.get_by_role("button", name="Why? 12.4")).to_be_visible()
    expect(page.get_by_role("region", name="What is known")).to_contain_text("A supervisor")
    assert axe_finds(page) == []
    out = dealer.state.shoe.out
    for key in ("Enter", "7", "c"):
        page.keyboard.press(key)
    rules(dealer.house, WRONG, SUPERVISOR, commands.Reconstruct)
    dealer.sees()
    assert dealer.state.shoe.out == out, "no key was heard"
    # it is there, as the test has it
    assert [str(card.card) for card in dealer.state.round.player] == ["4D"]  # type: ignore[union-attr]

    # An excess card that was seen: the round is finished, the next one has no wagers and begins with it.
    for card in ("2C", "5S", "5C"):
        dealer.types(Card.parse(card))
    dealer.sees()
    assert dealer.step.way is StepWay.PAY
    tells_where_it_lies(page, "KD", "Excess")
    expect(panel).to_contain_text("Excess card seen")
    expect(panel.locator(".big")).to_have_text("Set the card aside, face up")
    expect(panel.get_by_role("button", name="Why? 12.2")).to_be_visible()
    page.keyboard.press("Enter")
    panel.wait_for(state="detached")
    dealer.goes_on()
    assert dealer.sees().title == "Deal a coup without wagers"
    dealer.goes_on()
    dealer.ends_round()
    assert dealer.state.rounds[-1].kind is RoundKind.VOID_HAND

    # An excess card that nobody saw: it is the first card of the next round, which has wagers.
    guest.table(WRONG).bet(player=10_000)
    dealer.goes_on_until("Draw player’s first card")
    for card in ("9H", "8H", "KS", "QS"):
        dealer.types(Card.parse(card))
    dealer.sees()
    tells_where_it_lies(page, "", "Excess", "down")
    expect(panel).to_contain_text("Excess card unseen")
    expect(panel.locator(".big")).to_have_text("Set the card aside, face down")
    expect(panel.get_by_role("button", name="Why? 12.3")).to_be_visible()
    page.keyboard.press("Enter")
    panel.wait_for(state="detached")
    dealer.goes_on()
    assert not dealer.state.no_bet_owed
    assert len(dealer.state.excess) == 1

    # A round that the operator declares void: the dealer is told, and what to give back to whom.
    guest.table(WRONG).bet(player=10_000)
    dealer.goes_on_until("Draw banker’s first card")
    (stake,) = dealer.state.stakes
    void = commands.VoidRound(actor=diary.OPERATOR, round=dealer.state.round_number, reason=VoidReason.DISTURBANCE)
    dealer.house.handle(TABLE + WRONG, void, command_id())
    ruling = page.get_by_role("region", name="Ruling")
    expect(ruling.locator(".big")).to_have_text("The round is void")
    expect(page.get_by_role("region", name="What is known")).to_contain_text(f"Give {stake.patron} $100")
    assert axe_finds(page) == []
    page.keyboard.press("Enter")
    ruling.wait_for(state="detached")
    assert dealer.sees().title == "Wait for wagers"


def test_whoever_has_no_device_is_served_and_dealers_take_turns(house: Demo, deals: Callable[..., Dealer]) -> None:
    make_patron(house.shown.demo.house, "Otto", 1_000_00)
    dealer = deals(SERVED)
    page = dealer.page
    what_is_opened_anew_is_not_shut_by_an_answer(page)
    prepares_until(dealer, lambda: dealer.step.way is StepWay.NUMBER)

    # Another dealer takes over; the first one is told at the next key, and nothing is done.
    other, before = deals(SERVED, person="Dora"), dealer.step.id
    assert dealer.house.look(HOUSE).state.dealing[SERVED] == "Dora"
    deep = page.get_by_role("spinbutton", name="Cards deep")
    expect(deep).to_be_focused()
    page.keyboard.type("200")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Take the table over")).to_be_visible()
    assert dealer.step.id == before
    other.page.close()
    take_over(page)
    assert dealer.house.look(HOUSE).state.dealing[SERVED] == DEALER
    deep.fill("200")
    dealer.press("Enter")

    dealer.goes_on_until("Wait for wagers")
    page.get_by_role("button", name="Serve Otto").click()
    serve(page, "Take seat: Otto", opened=True, Seat="Seat 3")
    serve(page, "Place: Otto", Wager="Player in area 3", Amount="100")
    (stake,) = dealer.state.stakes
    assert (stake.patron, stake.area, stake.wager, stake.amount) == ("Otto", "3", "player", 10_000)
    expect(page.get_by_role("region", name="At the table")).to_contain_text("$100")
    serve(page, "Cash out: Otto", Amount="1000", refused="cannot")
    assert axe_finds(page) == []


def what_is_opened_anew_is_not_shut_by_an_answer(page: Page) -> None:
    """What is typed there would be heard as cards: the answer to what was sent before it closes nothing."""
    sent: list[Route] = []
    page.route("**/commands?*", lambda route: sent.append(route))
    serve(page, "Buy in", leaves=True, Amount="500", Who="Otto")
    page.keyboard.press("Control+k")
    sent[0].continue_()
    expect(page.get_by_label("At the table")).to_contain_text("Otto")
    page.wait_for_timeout(50)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.unroute("**/commands?*")


def serve(
    page: Page, entry: str, *, opened: bool = False, leaves: bool = False, refused: str = "", **fields: str
) -> None:
    """What is found by its words, filled in and done."""
    if not opened:
        page.get_by_role("button", name="Anything else").click()
    palette = page.get_by_role("dialog")
    palette.get_by_label("What do you want to do?").fill(entry.replace(":", ""))
    palette.get_by_role("button", name=entry).first.click()
    for name, value in fields.items():
        field = palette.get_by_role("textbox", name=name).or_(palette.get_by_role("combobox", name=name))
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    palette.get_by_role("button", name="Do it").click()
    if refused:
        expect(palette.get_by_role("alert")).to_be_visible()
    if refused or leaves:
        page.keyboard.press("Escape")
    palette.wait_for(state="detached")


def test_cards_come_by_scanner_and_mouse_and_the_last_one_is_corrected(
    deals: Callable[..., Dealer], guests: Callable[[str, int], list[Client]]
) -> None:
    (guest,) = guests(SCANNED, 1)
    dealer = deals(SCANNED)
    page = dealer.page
    declines(dealer, guest)
    dealer.goes_on_until("Wait for wagers")
    guest.table(SCANNED).bet(banker=10_000)
    dealer.goes_on_until("Draw player’s first card")
    dealer.sees()

    # A scanner types into the field of the card, and nowhere else.
    field = page.get_by_role("textbox", name="Card")
    field.focus()
    for typed, card in (("10c", "TC"), ("4D", "4D")):
        before = dealer.step.id
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        dealer.until_past(before)
        expect(page.get_by_text(f"Last card: {NAMES[card]}")).to_be_visible()
    page.keyboard.type("1X")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No card is called that")).to_be_visible()
    page.keyboard.type("7")
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(field).not_to_be_focused()

    # The last card was keyed in wrongly; once something followed, it cannot be put right here.
    page.keyboard.press("Backspace")
    expect(page.get_by_role("heading", name="Type the right face of the last card")).to_be_visible()
    page.keyboard.press("9")
    page.keyboard.press("h")
    expect(page.get_by_text("Last card: nine of hearts")).to_be_visible()
    assert str(dealer.state.round.banker[0].card) == "9H"  # type: ignore[union-attr]  # it is there, as the test has it
    before = dealer.step.id
    page.get_by_role("button", name="7 of spades").click()
    dealer.until_past(before)
    expect(page.get_by_text("Last card: seven of spades")).to_be_visible()
    dealer.types(Card.parse("2H"))
    dealer.ends_round()
    expect(page.get_by_text("No card to correct here")).to_be_visible()

    # Whoever scans finds the focus in the field again, when what lay above it is gone.
    field.focus()
    tells_where_it_lies(page, "KD", "Excess")
    panel = page.get_by_role("region", name="Irregularity")
    panel.wait_for()
    expect(field).to_have_count(0)
    page.keyboard.press("Enter")
    panel.wait_for(state="detached")
    expect(field).to_be_focused()
    page.keyboard.press("Control+k")
    page.keyboard.press("Escape")
    expect(field).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Control+k")
    page.keyboard.press("Escape")
    expect(field).not_to_be_focused()


def test_a_lost_connection_stops_the_dealer(
    house: Demo, deals: Callable[..., Dealer], guests: Callable[[str, int], list[Client]]
) -> None:
    (guest,) = guests(LOST, 1)
    with proxy_to(int(house.url.rpartition(":")[2])) as proxy:
        dealer = deals(LOST, url=f"http://localhost:{proxy.port}")
        page = dealer.page
        declines(dealer, guest)
        dealer.goes_on_until("Wait for wagers")
        guest.table(LOST).bet(banker=10_000)
        dealer.goes_on_until("Draw player’s first card")
        dealer.sees()
        page.keyboard.press("Control+k")
        page.get_by_role("dialog").wait_for()
        proxy.cut()
        stop = page.get_by_role("alert").filter(has_text="STOP")
        expect(page.get_by_role("dialog")).to_have_count(0)  # nothing lies over it
        expect(stop).to_contain_text("Deal no card and pay nothing")
        expect(page.get_by_role("region", name="Next step")).to_have_count(0)
        assert axe_finds(page) == []
        before = dealer.step.id
        for key in ("7", "c", "Enter", "Control+k"):
            page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_have_count(0)
        proxy.mend()
        stop.wait_for(state="detached")
        assert dealer.step.id == before, "what was pressed meanwhile is not done"
        dealer.sees()
        dealer.types(Card.parse("7C"))


def test_the_console_is_for_dealers_and_the_way_to_it_leads_to_their_tables(comes: Comes, house: Demo) -> None:
    guest = comes(f"/deal/{WRONG}", refusals_are_expected=True)
    expect(guest.page.get_by_text("the console is for those who deal at this table")).to_be_visible()
    assert guest.page.get_by_role("link", name="Deal", exact=True).count() == 0
    one = comes(hire(house.shown.demo, "Dee", Role.DEALER, WRONG, SERVED))
    one.page.get_by_role("link", name="To the tables").click()
    card = one.page.get_by_role("article", name=WRONG, exact=True)
    expect(card.get_by_role("link", name="Deal")).to_be_visible()
    assert one.page.get_by_role("article", name=SHOE, exact=True).count() == 0, "no role there"
    one.page.get_by_role("navigation").get_by_role("link", name="Deal").click()
    expect(one.page.get_by_role("link", name=f"Deal at {SERVED}")).to_be_visible()
    assert_axe_is_content(one)
    one.page.get_by_role("link", name=f"Deal at {WRONG}").click()
    expect(one.page.get_by_role("button", name="Take the table over")).to_be_visible()
    assert_axe_is_content(one)
