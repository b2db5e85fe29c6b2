"""People who work in a demo house come in by a link, at the page of their work."""

from puntobanco.app.demo.making import STAFF
from puntobanco.app.entrance.links import LinkKind
from puntobanco.table import Role
from tests.browser.conftest import Comes, Demo
from tests.browser.watching import Watched


def comes_as(comes: Comes, demo: Demo, role: Role, path: str, **more: object) -> Watched:
    """A link of their own, which makes nobody else's void but an earlier one of the same person."""
    person = next(one.person for one in STAFF if one.role is role)
    link = demo.shown.demo.entrance.enroll(person, kind=LinkKind.ENTER).address(demo.url).text()
    one = comes(link.removeprefix(demo.url), **more)
    one.page.get_by_text(f"You are in as {person}.").wait_for()
    one.page.goto(demo.url + path)
    return one
