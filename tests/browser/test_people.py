"""People of a house come in: by a link that gives them a password, then with name and password."""

from base64 import b32decode

from puntobanco.app.auth.second_factor import FactorSecret
from puntobanco.app.demo.setup import make_patron
from puntobanco.app.randomness import command_id
from puntobanco.house.grants import ALL_TABLES
from puntobanco.streams.names import TABLE
from puntobanco.table import Actor, Role, commands, ledger
from tests.browser.acts import sit_at
from tests.browser.conftest import CALM, DOTTED, Comes, Demo, assert_axe_is_content
from tests.browser.waiting import expect
from tests.waiting import until
from tests.web.peopled import PASSWORD, Peopled

OTTILIE = "Ottilie"


def test_somebody_new_takes_a_password_and_logs_in(comes: Comes, peopled: Peopled) -> None:
    url = f"http://localhost:{peopled.port}"
    peopled.grant("Mei", Role.PATRON, ALL_TABLES)
    link = peopled.entrance.enroll("Mei").address(url).text()
    one = comes(link.removeprefix(url), url=url)
    one.page.get_by_label("A password for Mei").fill(PASSWORD)
    assert one.page.evaluate("location.hash") == ""
    assert_axe_is_content(one)
    one.page.get_by_role("button", name="Set the password").click()
    one.page.get_by_role("link", name="Log in").click()
    one.page.get_by_label("Name").fill("Mei")
    one.page.get_by_label("Password").fill(PASSWORD)
    assert_axe_is_content(one)
    one.page.get_by_role("button", name="Log in").click()
    one.page.get_by_role("article", name="1", exact=True).wait_for()


def test_staff_sets_up_a_second_factor_and_goes_on(comes: Comes, peopled: Peopled) -> None:
    """Whichever page they wanted; the codes that are shown once stay until somebody has kept them."""
    dealer = peopled.enrolled(Role.DEALER)
    one = comes("/deal", url=f"http://localhost:{peopled.port}", refusals_are_expected=True)
    page = one.page
    page.get_by_label("Name").fill(dealer)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("heading", name="Your second factor").wait_for()
    assert_axe_is_content(one)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Set it up").click()
    secret = FactorSecret(b32decode(page.locator(".key").inner_text().replace(" ", "")))
    address = page.get_by_role("link", name="Open in a code program").get_attribute("href") or ""
    assert f"secret={secret.text()}" in address
    page.get_by_label("The six digits").fill("000000")
    page.get_by_role("button", name="Take it into use").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("The six digits").fill(peopled.code(secret))
    page.get_by_role("button", name="Take it into use").click()
    expect(page.get_by_role("listitem")).to_have_count(10)
    assert_axe_is_content(one)
    page.get_by_role("button", name="I have kept them").click()
    page.get_by_role("button", name="Take the table over").wait_for()


def test_whoever_has_an_account_sits_down_with_one_click(comes: Comes, demo: Demo) -> None:
    """With as much as the button says, or not at all; and at whichever seat is free."""
    make_patron(demo.shown.demo.house, OTTILIE, 15_000)
    one = comes(person=OTTILIE, refusals_are_expected=True)
    sit_at(one.page, CALM)
    assert (demo.state(CALM).patrons[OTTILIE].seat, demo.state(CALM).balance(ledger.chips(OTTILIE))) == (1, 10_000)
    one.page.get_by_role("button", name="Leave the seat").click()
    one.page.get_by_role("button", name="Take seat 4").click()
    until(lambda: demo.state(CALM).patrons[OTTILIE].seat == 4)
    one.page.get_by_role("link", name="Tables").click()
    card = one.page.get_by_role("article", name=DOTTED, exact=True)
    card.get_by_role("button", name="Sit down with $100").click()
    expect(card.get_by_role("alert")).to_contain_text("Ottilie has $50 at the cage")
    assert OTTILIE not in demo.state(DOTTED).patrons
    leave = commands.LeaveTable(actor=Actor(person=OTTILIE, role=Role.PATRON))
    demo.shown.demo.house.handle(TABLE + CALM, leave, command_id())


def test_a_wrong_password_lets_nobody_in(comes: Comes, peopled: Peopled) -> None:
    one = comes(url=f"http://localhost:{peopled.port}", refusals_are_expected=True)
    one.page.get_by_label("Name").fill(peopled.enrolled())
    one.page.get_by_label("Password").fill("not this one")
    one.page.get_by_role("button", name="Log in").click()
    expect(one.page.get_by_role("alert")).to_be_visible()
    expect(one.page.get_by_label("Password")).to_have_value("")
