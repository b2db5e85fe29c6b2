"""People of a house come in: by a link that gives them a password, then with name and password."""

from puntobanco.diary.duties import ALL_TABLES
from puntobanco.table import Role
from tests.browser.conftest import Comes, assert_axe_is_content
from tests.browser.waiting import expect
from tests.web.peopled import PASSWORD, Peopled


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
    assert one.page.get_by_role("button", name="Sit down").count() == 0, "who has no account buys in first"


def test_a_wrong_password_lets_nobody_in(comes: Comes, peopled: Peopled) -> None:
    one = comes(url=f"http://localhost:{peopled.port}", refusals_are_expected=True)
    one.page.get_by_label("Name").fill(peopled.enrolled())
    one.page.get_by_label("Password").fill("not this one")
    one.page.get_by_role("button", name="Log in").click()
    expect(one.page.get_by_role("alert")).to_be_visible()
    expect(one.page.get_by_label("Password")).to_have_value("")
