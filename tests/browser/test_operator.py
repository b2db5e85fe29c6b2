"""An operator opens tables, gives notice, switches gaming, lets people in and reads reports."""

import re

import pytest
from playwright.sync_api import Page

from puntobanco.app.demo.setup import PLAY_MONEY
from puntobanco.house.grants import ALL_TABLES
from puntobanco.streams.names import CAGE, HOUSE
from puntobanco.table import Role
from puntobanco.table.model import Phase
from puntobanco.table.queries.history import may_close
from tests.browser.acts import accepted, bet, lay, person
from tests.browser.at_work import comes_as, logs_in_as
from tests.browser.conftest import CALM, ENDLESS, KNOWN, Comes, Demo, assert_axe_is_content
from tests.browser.croupier import bets_without_a_page
from tests.browser.dealing import add_table
from tests.browser.phone import PHONE, width_on_a_phone
from tests.browser.waiting import expect
from tests.browser.watching import Watched
from tests.entrance.door import MINUTE
from tests.waiting import until
from tests.web.peopled import Peopled, Staff

SECTIONS = {
    "/house": "article >> nth=3",
    "/house/open": ".sign dl",
    "/house/people": "article >> nth=3",
    "/house/switches": ".list > :not(.faint)",
    "/house/reports": "select > option >> nth=0",
    f"/notice/{CALM}": ".row >> nth=0",
    f"/sign/{CALM}": ".sign dl",
}
"""And what is there once all of it is."""


@pytest.fixture(scope="module")
def own(demo: Demo) -> str:
    """A table that nobody else plays at."""
    add_table(demo.shown.demo.house, "own", ENDLESS, "act-2015")
    return "own"


def see_section(page: Page, url: str, path: str) -> None:
    page.goto(url + path)
    page.locator(SECTIONS[path]).first.wait_for(state="attached")


def test_every_section_and_none_is_wider_than_a_small_phone(comes: Comes, demo: Demo) -> None:
    one = comes_as(comes, Role.OPERATOR, "/house")
    for path in SECTIONS:
        see_section(one.page, demo.url, path)
        assert_axe_is_content(one)
        assert width_on_a_phone(one.page) <= PHONE["width"], path


def test_a_table_is_opened_from_the_form_and_stands_in_the_lobby_at_once(comes: Comes, demo: Demo) -> None:
    patron = comes()
    patron.page.get_by_role("article", name="nz-1998", exact=True).wait_for()
    operator = comes_as(comes, Role.OPERATOR, "/house/open")
    page = operator.page
    page.get_by_role("radio", name="New Zealand 1998").check()
    page.get_by_label("Name of the table").fill("salon")
    depth = page.get_by_label("Cards behind the cutting card")
    row = page.locator(".row", has=depth)
    expect(row.get_by_role("button", name="Why? 7.3")).to_be_visible()  # the form of this book has come
    depth.fill("19")
    expect(page.locator("#hint-cut_depth")).to_have_text("cut depth = 19 is not allowed: 20 or more")
    expect(depth).to_have_attribute("aria-invalid", "true")
    opening = page.get_by_role("button", name="Open salon")
    expect(opening).to_be_disabled()
    assert_axe_is_content(operator)
    depth.fill("60")
    page.get_by_label("Minimum wager").fill("25")
    page.get_by_role("radiogroup", name="First four cards are dealt").get_by_label("down").check()
    expect(page.locator(".sign dl").first).to_contain_text(re.compile(r"Minimum wager\s*\$25"))
    opening.click()
    expect(page.get_by_role("article", name="salon", exact=True)).to_contain_text("$25 – 1,000")
    shown = patron.page.get_by_role("article", name="salon", exact=True)
    expect(shown).to_contain_text("$25 – 1,000")
    rules = demo.state("salon").rules
    assert (rules.cut_depth.value, rules.minimum.value, str(rules.dealing.value)) == (60, 2500, "down")


def test_what_every_house_chooses_itself_is_asked_for(comes: Comes) -> None:
    one = comes_as(comes, Role.OPERATOR, "/house/open")
    one.page.get_by_role("radio", name=re.compile("Washington")).check()
    expect(one.page.get_by_text("9 values to mend")).to_be_visible()
    one.page.get_by_role("button", name="Fill in what a practice house has").click()
    expect(one.page.get_by_text("Everything is within the book.")).to_be_visible()
    one.page.get_by_label("Name of the table").fill("nz-1998")
    expect(one.page.get_by_text("There is a table of this name")).to_be_visible()
    expect(one.page.get_by_role("button", name="Open nz-1998")).to_be_disabled()


def test_an_automatic_table_needs_a_virtual_shoe_and_the_field_says_so(comes: Comes, demo: Demo) -> None:
    one = comes_as(comes, Role.OPERATOR, "/house/open", refusals_are_expected=True)
    one.page.get_by_label("Name of the table").fill("impossible")
    one.page.get_by_label("real, its cards are keyed in").check()
    one.page.get_by_role("button", name="Open impossible").click()
    expect(one.page.locator("#wrong-shoe")).to_contain_text("give it a virtual shoe")
    assert "impossible" not in demo.shown.demo.house.look(HOUSE).state.tables
    name, button = one.page.get_by_label("Name of the table"), one.page.locator("button[type=submit]")
    one.page.get_by_label("virtual, sealed").check()
    name.fill("left/right")
    button.click()
    expect(one.page.locator("#wrong-table")).to_contain_text("without a stroke")
    name.fill("a name as long as the field lets somebody write, without a space".replace(" ", "_"))
    expect(one.page.locator("#wrong-table")).to_be_empty()
    expect(button).to_be_enabled()
    assert one.page.evaluate(
        "document.querySelector('aside').scrollWidth <= document.querySelector('aside').clientWidth"
    )


def test_gaming_is_switched_off_for_a_table_and_on_again(comes: Comes, demo: Demo, own: str) -> None:
    patron = comes(seat=own, refusals_are_expected=True)
    bet(patron, "Banker")
    expect(accepted(patron.page, "Banker")).to_be_visible()
    operator = comes_as(comes, Role.OPERATOR, "/house")
    page = operator.page
    page.get_by_role("article", name=own, exact=True).get_by_role("button", name="Switch off").click()
    page.get_by_label("Reason, in words").fill("a light has failed")
    assert_axe_is_content(operator)
    page.get_by_role("dialog").get_by_role("button", name="Switch gaming off").click()
    expect(patron.page.locator(".state")).to_have_text("Gaming is off")
    expect(patron.page.get_by_text("gaming is off for table own since", exact=False).first).to_be_attached()
    assert_axe_is_content(patron)
    before = tuple(demo.state(own).stakes)
    refused = patron.page.evaluate(
        """async (table) => (await fetch(`/api/v1/tables/${table}/commands`, {method: "POST", body: JSON.stringify(
        {do: "place", area: "1", wager: "player", amount: 500}), headers: {"content-type": "application/json",
        "idempotency-key": "while off"}})).json()""",
        own,
    )
    assert refused["code"] == "gaming_disabled"
    assert tuple(demo.state(own).stakes) == before
    page.get_by_role("link", name="Switches").click()
    off = page.get_by_role("region", name="Off now")
    expect(off).to_contain_text("a light has failed")
    expect(off).to_contain_text("Demo operator, since")
    assert_axe_is_content(operator)
    off.get_by_role("button", name="Switch on again: table own").click()
    page.get_by_label("Reason, in words").fill("there is light")
    page.get_by_role("dialog").get_by_role("button", name="Switch on again").click()
    expect(page.get_by_text("Gaming is on for everybody.")).to_be_visible()
    bet(patron, "Tie")
    expect(accepted(patron.page, "Tie")).to_be_visible()


def test_a_notice_is_proposed_with_the_round_from_which_it_holds(comes: Comes, demo: Demo, own: str) -> None:
    one = comes_as(comes, Role.OPERATOR, f"/notice/{own}", refusals_are_expected=True)
    field = one.page.get_by_label("Minimum wager")
    field.fill("2000")
    expect(one.page.locator("#hint-minimum")).to_contain_text("above maximum = $1,000")
    field.fill("10")
    number = demo.state(own).round_number + 1
    expect(one.page.get_by_text(f"From round {number} on")).to_be_visible()
    assert_axe_is_content(one)
    one.page.get_by_role("button", name="Propose the notice").click()
    waiting = one.page.get_by_role("region", name="Announced, and not yet in force")
    expect(waiting).to_contain_text("Proposed by Demo operator")
    expect(waiting).to_contain_text("Minimum wager: $5 becomes $10")


def test_a_notice_takes_one_side_bet_off_and_leaves_the_other(comes: Comes, demo: Demo) -> None:
    add_table(demo.shown.demo.house, "one pair", ENDLESS, "act-2015")
    one = comes_as(comes, Role.OPERATOR, "/notice/one pair")
    side_bets = one.page.get_by_role("group", name="Side bets offered")
    player, banker = (side_bets.get_by_label(f"{hand} pair") for hand in ("player", "banker"))
    expect(player).to_be_checked()
    expect(side_bets.get_by_role("button", name="Why? 8.2")).to_have_count(2)
    player.uncheck()
    expect(one.page.locator(".sign dl").first).not_to_contain_text("Player pair")
    expect(one.page.locator(".sign dl").first).to_contain_text("Banker pair")
    expect(banker).to_be_checked()
    assert_axe_is_content(one)
    one.page.get_by_role("button", name="Propose the notice").click()
    waiting = one.page.get_by_role("region", name="Announced, and not yet in force")
    expect(waiting).to_contain_text("Side bets offered: banker pair, player pair becomes banker pair")
    proposal = demo.shown.demo.house.look(HOUSE).state.proposals[-1]
    assert proposal.command.choices == (("offered", "-player_pair"),)


def test_a_sign_prints_on_a_page_of_its_own(comes: Comes, own: str) -> None:
    one = comes_as(comes, Role.OPERATOR, f"/sign/{own}")
    one.page.get_by_text("Casino Canberra 2015").wait_for()
    one.page.emulate_media(media="print")
    expect(one.page.get_by_role("button", name="Print")).to_be_hidden()
    expect(one.page.locator("header.top")).to_be_hidden()
    expect(one.page.get_by_text("1 to 1 less 5% commission", exact=False)).to_be_visible()
    one.page.evaluate("keepNoted([])")  # paper is another page


def test_a_table_is_closed_after_notice_and_everybody_has_their_money(comes: Comes, demo: Demo) -> None:
    add_table(demo.shown.demo.house, "last-orders", ENDLESS, "act-2015")
    patron = comes(seat="last-orders")
    lay(patron.page, "Banker")
    operator = comes_as(comes, Role.OPERATOR, "/house", refusals_are_expected=True)
    row = operator.page.get_by_role("article", name="last-orders", exact=True)
    sheet = operator.page.get_by_role("dialog", name="Close table last-orders")
    row.get_by_role("button", name="Close the table").click()
    sheet.get_by_role("button", name="Close it now").click()
    expect(sheet.get_by_role("alert")).to_contain_text("announce it")
    assert_axe_is_content(operator)
    operator.page.keyboard.press("Escape")
    row.get_by_role("button", name="Announce closing").click()
    until(lambda: may_close(demo.state("last-orders")))
    patron.page.get_by_role("button", name="Closes: round").click()
    expect(patron.page.get_by_role("region", name="Announced")).to_contain_text("The table closes before round")
    assert_axe_is_content(patron)
    patron.page.keyboard.press("Escape")
    row.get_by_role("button", name="Close the table").click()
    sheet.get_by_role("button", name="Close it now").click()
    sheet.wait_for(state="detached")
    expect(row).to_contain_text("Table closed")
    expect(patron.page.locator(".state")).to_have_text("Table closed")
    expect(patron.page.get_by_role("main")).to_contain_text("All chips were paid")
    expect(patron.page.get_by_role("button", name="Sit down")).to_have_count(0)
    assert_axe_is_content(patron)
    state, name = demo.state("last-orders"), person(patron.page)
    assert (state.phase, tuple(state.stakes)) == (Phase.CLOSED, ())
    until(lambda: demo.shown.demo.house.look(CAGE + name).state.held == PLAY_MONEY)


def test_a_screen_shows_its_table_by_a_token_until_that_is_taken_back(comes: Comes, demo: Demo) -> None:
    operator = comes_as(comes, Role.OPERATOR, "/house/people")
    page = operator.page
    page.get_by_label("Where it hangs").fill("By the door")
    page.get_by_label("Tables that it shows").fill(CALM)
    page.get_by_role("button", name="Make a token").click()
    token = page.get_by_role("textbox", name="The token of By the door").input_value()
    address = f"/screen#{token}"
    expect(page.get_by_role("dialog")).to_contain_text(demo.url + address)
    assert_axe_is_content(operator)
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    screen = comes(address, refusals_are_expected=True)
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(CALM)
    assert screen.page.url == f"{demo.url}/wall/{CALM}"
    bets_without_a_page(demo.shown.demo.house, CALM)
    expect(screen.page.get_by_text("Betting open")).to_be_visible()
    other = comes(f"/wall/{KNOWN}", beside=screen, refusals_are_expected=True)
    expect(other.page.get_by_role("heading", level=1)).to_contain_text(f"you have no role at table/{KNOWN}")
    assert demo.connections("By the door") > 0
    take_back = page.get_by_role("button", name="Take back By the door")
    take_back.click()
    expect(take_back).to_have_count(0)
    until(lambda: demo.connections("By the door") == 0)
    welcome = screen.page.context.request.get(f"{demo.url}/api/v1/welcome").json()
    assert (welcome["you"] or {}).get("person") != "By the door"
    late = comes(address, refusals_are_expected=True)
    expect(late.page.get_by_role("status").filter(has_text="used or has expired")).to_be_visible()
    assert late.page.url == f"{demo.url}/screen"


def test_a_screen_of_several_tables_says_which(comes: Comes, demo: Demo) -> None:
    token = demo.shown.demo.entrance.new_device("By the stairs", [CALM, KNOWN]).secret.text()
    screen = comes(f"/screen#{token}")
    links = screen.page.get_by_role("main").get_by_role("link")
    expect(links).to_have_text([CALM, KNOWN])
    assert screen.page.url == f"{demo.url}/screen"
    assert_axe_is_content(screen)
    assert width_on_a_phone(screen.page) <= PHONE["width"]
    screen.page.reload()
    expect(links).to_have_text([CALM, KNOWN])
    links.last.click()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(KNOWN)


def test_a_report_opens_and_others_are_files(comes: Comes) -> None:
    one = comes_as(comes, Role.OPERATOR, "/house/reports")
    with one.page.expect_popup() as opened:
        one.page.get_by_role("link", name="All tables on one day: Open").click()
    expect(opened.value.get_by_role("heading", level=1)).to_be_visible()
    opened.value.close()
    one.page.get_by_role("combobox", name="Table").select_option("act-2015")
    with one.page.expect_download() as saved:
        one.page.get_by_role("link", name="One table: JSON").click()
    assert b'"act-2015"' in saved.value.path().read_bytes()


def test_the_console_is_refused_to_others(comes: Comes) -> None:
    one = comes("/house")
    expect(one.page.get_by_role("alert")).to_have_text("This is for operators of the whole house.")
    assert one.page.get_by_role("link", name="The house").count() == 0


def comes_to_people(comes: Comes, peopled: Peopled) -> tuple[Watched, Staff]:
    found, staff = logs_in_as(comes, peopled, Role.OPERATOR, "/house/people")
    found.page.get_by_role("region", name="People").wait_for()
    return found, staff


def test_somebody_is_enrolled_by_a_link_and_given_a_role(comes: Comes, peopled: Peopled) -> None:
    """The second factor is asked for again as soon as it is too old."""
    operator, staff = comes_to_people(comes, peopled)
    url, page = f"http://localhost:{peopled.port}", operator.page
    peopled.time.pass_(6 * MINUTE)
    page.get_by_label("Name").fill("Noor")
    page.get_by_role("button", name="Make a link").click()
    page.get_by_label("Code", exact=True).fill(peopled.code(staff.secret))
    assert_axe_is_content(operator)
    page.get_by_role("button", name="Give the code").click()
    link = page.get_by_role("textbox", name="A link for Noor").input_value()
    assert_axe_is_content(operator)
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    noor = comes(link.removeprefix(url), url=url)
    noor.page.get_by_label("A password for Noor").fill("seven teapots sing at dusk")
    noor.page.get_by_role("button", name="Set the password").click()
    page.get_by_role("button", name="Give a role: Noor").click()
    page.get_by_role("combobox", name="Role").select_option("patron")
    page.get_by_role("combobox", name="Place").select_option("table/")
    assert_axe_is_content(operator)
    page.get_by_role("dialog").get_by_role("button", name="Give a role").click()
    expect(page.get_by_role("article", name="Noor")).to_contain_text("patron at all tables")
    assert peopled.house.look(HOUSE).state.grants["Noor"] == {ALL_TABLES: Role.PATRON}
    noor.page.get_by_role("link", name="Log in").click()
    noor.page.get_by_label("Name").fill("Noor")
    noor.page.get_by_label("Password").fill("seven teapots sing at dusk")
    noor.page.get_by_role("button", name="Log in").click()
    noor.page.get_by_role("article", name="1", exact=True).wait_for()
    page.get_by_role("button", name="Revoke patron at all tables: Noor").click()
    expect(page.get_by_role("article", name="Noor")).to_contain_text("no role")


def test_everybody_is_shown_however_many_there_are(comes: Comes, peopled: Peopled) -> None:
    """They come from the server in pages, and are shown some at a time."""
    names = [f"many {number:03}" for number in range(120)]
    for name in names:
        peopled.grant(name, Role.PATRON, ALL_TABLES)
    page = comes_to_people(comes, peopled)[0].page
    page.route("**/people?limit=500*", lambda route: route.continue_(url=route.request.url.replace("500", "40")))
    page.reload()
    everybody, more = page.get_by_role("article"), page.get_by_role("button", name="Show more people")
    of = int(page.get_by_text(re.compile(r"^50 of \d+$")).inner_text().removeprefix("50 of "))
    for shown in range(50, of, 50):
        expect(everybody).to_have_count(shown)
        more.click()
    expect(everybody).to_have_count(of)
    expect(more).to_have_count(0)
    assert set(names) <= set(everybody.evaluate_all("all => all.map((one) => one.ariaLabel)"))
