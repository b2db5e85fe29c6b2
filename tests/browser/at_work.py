"""People who work in a demo house, at the page of their work."""

from puntobanco.app.demo.making import STAFF
from puntobanco.table import Role
from tests.browser.conftest import Comes
from tests.browser.watching import Watched


def comes_as(comes: Comes, role: Role, path: str, **more: object) -> Watched:
    return comes(path, person=next(one.person for one in STAFF if one.role is role), **more)
