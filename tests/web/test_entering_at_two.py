"""Two servers of one house in PostgreSQL: what was spent at one of them is spent at the other."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

import pytest

from puntobanco.app.auth import second_factor
from puntobanco.app.house.house_folder import read_settings, serve
from puntobanco.store import login_tables, open_store
from puntobanco.table import Role
from puntobanco.web.authenticate import HouseDoor
from puntobanco.web.house_bridge import Bridge
from puntobanco.web.server import serving
from puntobanco.web.server_process import cookie_name
from tests.entrance.door import SECOND, Time
from tests.house.conftest import server
from tests.house.places import in_postgres
from tests.store.postgres import Server
from tests.web.peopled import ADDRESS, PASSWORD, Peopled
from tests.web.served import entrance_of

__all__ = ["server"]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Iterator[tuple[Peopled, Peopled]]:
    """Each has a store, a house and an entrance of its own, as two processes have."""
    settings = read_settings(in_postgres(tmp_path_factory.mktemp("two") / "house", server).folder)
    time = Time()
    with ExitStack() as open_ones:

        def opened() -> Peopled:
            store = open_store(settings.database)
            house = serve(settings, store)
            open_ones.callback(house.close)
            entrance, cookie = entrance_of(settings, store, house, time), cookie_name(settings.name)
            passwords: Any = entrance._passwords
            port = open_ones.enter_context(serving(house, HouseDoor(entrance, house.may, cookie), ADDRESS))
            found = Peopled(house, store, entrance, time, passwords, cookie, port)
            open_ones.callback(found.close)
            return found

        yield opened(), opened()


def a_code_is_taken_once(one: Peopled, other: Peopled) -> None:
    staff = one.staff(Role.OPERATOR)
    one.time.pass_(30 * SECOND)
    code = one.code(staff.secret)
    assert staff.browser.post("/you/factor/code", json={"code": code}).status_code == 200
    assert other.browser().log_in(staff.name, code=code).status_code == 401
    one.time.pass_(30 * SECOND)
    assert other.browser().log_in(staff.name, code=one.code(staff.secret)).status_code == 200


def test_a_code_is_taken_once(both: tuple[Peopled, Peopled]) -> None:
    a_code_is_taken_once(*both)


def test_a_code_that_is_taken_twice_is_noticed(both: tuple[Peopled, Peopled]) -> None:
    """The planted mistake: each process only knows what it took itself."""
    right = second_factor.step_of
    with (
        patch.object(login_tables, "_spend", lambda *_: True),
        patch.object(second_factor, "step_of", lambda secret, code, now, _: right(secret, code, now, -1)),
        pytest.raises(AssertionError),
    ):
        a_code_is_taken_once(*both)


def log_ins_are_all_written_down(one: Peopled, other: Peopled) -> None:
    """Neither sees at once what the other writes: whoever is overtaken writes it again."""
    people = [one.enrolled(), other.enrolled()]
    for name in people:
        assert one.browser().log_in(name).status_code == 200
        assert other.browser().log_in(name).status_code == 200
    found = "".join(one.records())
    assert all(found.count(f'"logged_in.1","clause":"house","person":"{name}"') == 2 for name in people), found


def test_log_ins_are_all_written_down(both: tuple[Peopled, Peopled]) -> None:
    log_ins_are_all_written_down(*both)


def test_a_log_in_that_is_overtaken_is_noticed(both: tuple[Peopled, Peopled]) -> None:
    """The planted mistake: what was overtaken is not written again."""
    with patch.object(Bridge, "note", Bridge.ask), pytest.raises(AssertionError):
        log_ins_are_all_written_down(*both)


def test_who_logs_out_at_one_is_out_at_the_other(both: tuple[Peopled, Peopled]) -> None:
    one, other = both
    name, here = one.patron()
    there = other.browser(cookie=f"{one.cookie}={here.cookies[one.cookie]}")
    assert there.get("/you").json()["person"] == name
    assert here.post("/log-out").json() == {"ended": 1}
    assert there.get("/you").status_code == 401
    link = one.entrance.enroll("once")
    body = {"secret": link.secret.text(), "password": PASSWORD}
    assert other.browser().post("/links/enrol", json=body).status_code == 200
    assert one.browser().post("/links/enrol", json=body).status_code == 409
