"""People who work in a house, at the page of their work."""

from puntobanco.app.demo.setup import STAFF
from puntobanco.house.grants import WHOLE_HOUSE
from puntobanco.table import Role
from tests.browser.conftest import Comes
from tests.browser.watching import Watched
from tests.entrance.door import MINUTE
from tests.web.peopled import PASSWORD, Peopled, Staff


def comes_as(comes: Comes, role: Role, path: str, **more: object) -> Watched:
    """In a demo house, where a link is all it takes."""
    return comes(path, person=next(one.person for one in STAFF if one.role is role), **more)


def logs_in_as(
    comes: Comes, peopled: Peopled, role: Role, path: str, place: str = WHOLE_HOUSE
) -> tuple[Watched, Staff]:
    """In a house that is no demo, with a password and a second factor."""
    staff = peopled.staff(role, place)
    peopled.time.pass_(MINUTE)
    found = comes(path, url=f"http://localhost:{peopled.port}", refusals_are_expected=True)
    found.page.get_by_label("Name").fill(staff.name)
    found.page.get_by_label("Password").fill(PASSWORD)
    found.page.get_by_label("Code of your second factor").fill(peopled.code(staff.secret))
    found.page.get_by_role("button", name="Log in").click()
    return found, staff
