"""People over HTTP, from the first link to the last log-out; every check fails on the mistakes that it is there for."""

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from puntobanco.app.auth import second_factor, throttle, tokens
from puntobanco.app.auth.authenticator import Entrance, WrongFactor, _not_entered
from puntobanco.app.auth.invitations import Links
from puntobanco.app.auth.person_names import key_of
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.app.auth.sessions import Sessions
from puntobanco.app.house.access_records import came_in, way_in
from puntobanco.errors import Refused, Unreadable
from puntobanco.store import login_tables
from puntobanco.store.login_tables import PeopleTables
from puntobanco.store.session_tables import VisitTables
from puntobanco.streams.actors import Actor, Role
from puntobanco.web import commands, cookies, endpoints, password_pool, rate_limits, request
from puntobanco.web.hub import Hub
from puntobanco.web.password_pool import Desk
from puntobanco.web.people import login, manage_people, me, requests
from puntobanco.web.people.responses import LoggedOut
from tests.web import entering_checks as come
from tests.web import people_checks as people
from tests.web.entering_checks import ENTERING
from tests.web.people_checks import PEOPLE
from tests.web.peopled import PASSWORD, Peopled, peopled_house

Check = Callable[[Peopled], None]
Plant = Callable[[], AbstractContextManager[Any]]


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Peopled]:
    with peopled_house(tmp_path_factory.mktemp("people") / "house") as found:
        yield found


@pytest.mark.parametrize("check", [*ENTERING, *PEOPLE], ids=lambda check: check.__name__)
def test_it_holds(at: Peopled, check: Check) -> None:
    check(at)


# Planted


def _nothing(*_: Any, **__: Any) -> None:
    return None


async def _nothing_later(*_: Any, **__: Any) -> None:
    return None


async def _nobody_leaves(_: Any) -> LoggedOut:
    return LoggedOut(ended=1)


_enter = Entrance.enter


def _tells_who_exists(self: Entrance, name: str, *rest: Any, **more: Any) -> Any:
    if self._store.people.account(key_of(name)) is None:
        raise Refused("unknown_person", "entrance", "nobody is called so")
    return _enter(self, name, *rest, **more)


def _is_quick_with_strangers(self: Entrance, name: str, *rest: Any, **more: Any) -> Any:
    if self._store.people.account(key_of(name)) is None:
        raise _not_entered()
    return _enter(self, name, *rest, **more)


def _tells_that_the_password_was_right(self: Entrance, *rest: Any, **more: Any) -> Any:
    try:
        return _enter(self, *rest, **more)
    except WrongFactor as failed:
        raise Refused("wrong_code", "entrance", "this code is wrong") from failed


_new_session = Sessions.new


def _same_token(self: Sessions, *rest: Any, **more: Any) -> Any:
    """Whoever knows the token of a session that has yet to begin is in with it."""
    _, kept = _new_session(self, *rest, **more)
    token = Whisper("pbs_" + "A" * 43)
    with self._store.visits._writing() as connection:
        connection.execute("DELETE FROM sessions WHERE hash = ?", (token.digest(),))
    return token, type(kept)(token.digest(), *[getattr(kept, name) for name in kept.__struct_fields__[1:]])


def _spends_nothing(connection: Any, key: str, proof: Any) -> bool:
    if not hasattr(proof, "hash"):
        return True
    sql = "SELECT 1 FROM recovery_codes WHERE person = ? AND hash = ?"
    return bool(connection.execute(sql, (key, proof.hash)).fetchall())


_step_of = second_factor.step_of


@contextmanager
def _old_codes() -> Iterator[None]:
    with (
        patch.object(second_factor, "step_of", lambda secret, code, now, _: _step_of(secret, code, now, -1)),
        patch.object(login_tables, "_spend", _spends_nothing),
    ):
        yield


def _keeps_links(_: PeopleTables, connection: Any, key: str, password: str, now: int) -> None:
    connection.execute("UPDATE people SET password = ?, changed = ? WHERE key = ?", (password, now, key))


def _any_link(self: Links, secret: Whisper, _: Any = None) -> Any:
    found = self._store.people.link(secret.digest())
    if found is None:
        raise Refused("link_spent", "entrance", "")
    return found


def _ends_anybodys(self: VisitTables, _: str, session: str) -> bool:
    with self._writing() as connection:
        return bool(connection.execute("DELETE FROM sessions WHERE id = ? RETURNING id", (session,)).fetchall())


_take_back = VisitTables.take_back


async def _in_the_loop(_: Desk, prove: Callable[[], Any]) -> Any:
    return prove()


_read_said = requests.read_said


def _talkative(call: Any, kind: Any) -> Any:
    logging.getLogger("puntobanco.web").info("asked %s", call.body.decode())
    return _read_said(call, kind)


def _by_oneself(person: str, access: Any, _: Any) -> Any:
    return way_in(person, access, person)


def _everybody_plays(_: Any, visitor: Any, __: str) -> Actor:
    return Actor(person=visitor.person, role=Role.OPERATOR)


def _patched(where: Any, **what: Any) -> Plant:
    return lambda: patch.multiple(where, **what)


PLANTS: dict[str, tuple[Check, Plant]] = {
    "log-out ends nothing": (
        come.whoever_logs_in_is_in_and_who_logs_out_is_not,
        _patched(Entrance, leave=lambda *_: True),
    ),
    "scripts read the cookie": (
        come.a_cookie_is_for_this_host_alone,
        _patched(
            cookies,
            _written=lambda _, pair, seconds: {b"set-cookie": f"{pair}; Path=/; Max-Age={seconds}".encode()},
        ),
    ),
    "the cookie is not bound to the host": (come.a_cookie_is_for_this_host_alone, _patched(cookies, BOUND="")),
    "any cookie will do": (
        come.a_cookie_of_plain_http_opens_nothing_over_tls,
        _patched(cookies, name_over=lambda _, cookie: cookie),
    ),
    "other sites log people in": (come.other_sites_log_nobody_in, _patched(endpoints, require_origin=_nothing)),
    "who was in stays in": (come.a_session_is_never_taken_over_from_before, _patched(login, log_out=_nobody_leaves)),
    "a token is known before": (come.a_session_is_never_taken_over_from_before, _patched(Sessions, new=_same_token)),
    "strangers are called so": (come.nobody_learns_by_answers_who_exists, _patched(Entrance, enter=_tells_who_exists)),
    "a wrong code is called so": (
        come.nobody_learns_by_answers_who_exists,
        _patched(Entrance, enter=_tells_that_the_password_was_right),
    ),
    "strangers cost no work": (
        come.nobody_learns_by_time_who_exists,
        _patched(Entrance, enter=_is_quick_with_strangers),
    ),
    "nobody is slowed": (come.a_guesser_waits, _patched(throttle.Slowing, begin=_nothing)),
    "nobody counts log-ins": (come.log_ins_of_a_name_are_counted, _patched(rate_limits.Rates, take=_nothing)),
    "failures are not written down": (
        come.log_ins_and_failures_are_records,
        _patched(login, failed_factor=came_in),
    ),
    "log-ins are not written down": (
        come.log_ins_and_failures_are_records,
        _patched(login, note_entered=_nothing_later),
    ),
    "hashes are made in the loop": (come.a_crowd_at_the_entrance_holds_up_nobody, _patched(Desk, ask=_in_the_loop)),
    "a link is not spent": (
        come.a_link_is_good_once,
        _patched(PeopleTables, _spent=lambda *_: True, _set_password=_keeps_links),
    ),
    "a link never ends": (come.a_link_ends_and_a_new_one_voids_it, _patched(Links, find=_any_link)),
    "staff needs no factor": (
        come.staff_without_a_factor_sets_one_up_and_nothing_else,
        _patched(endpoints, require=_nothing),
    ),
    "approvals are not proved again": (
        people.from_the_first_link_to_an_approval,
        _patched(commands, PROVED_AGAIN=frozenset()),
    ),
    "no factor is stale": (people.grants_and_accounts_take_a_fresh_factor, _patched(Entrance, require_fresh=_nothing)),
    "accounts are not proved again": (
        people.grants_and_accounts_take_a_fresh_factor,
        _patched(manage_people, require_proved_operator=manage_people.require_operator),
    ),
    "programs are people": (people.programs_give_no_second_factor, _patched(endpoints, require_session=_nothing)),
    "everybody is an operator": (
        people.only_operators_of_the_house_see_people,
        _patched(manage_people, require_operator=_nothing),
    ),
    "who is sent home stays": (people.an_operator_sees_to_people, _patched(VisitTables, end_all=lambda *_: 1)),
    "names are one whatever their letters": (
        people.people_come_in_pages,
        _patched(manage_people, _in_order=lambda name: (name.partition(" ")[0].casefold(), "")),
    ),
    "streams outlive their session": (
        people.a_patron_plays_and_ends_another_session,
        _patched(Hub, _end_sessions=_nothing_later),
    ),
    "sessions are anybody's": (people.nobody_reaches_what_is_anothers, _patched(VisitTables, end=_ends_anybodys)),
    "tokens are anybody's": (
        people.nobody_reaches_what_is_anothers,
        _patched(VisitTables, take_back=lambda self, token, _=None: _take_back(self, token)),
    ),
    "an open screen is its owner": (
        people.own_tokens_take_the_password,
        _patched(Entrance, _proved=lambda self, visitor, *_: self._known(key_of(visitor.person))),
    ),
    "codes are good again": (people.a_code_is_taken_once, _old_codes),
    "recovery codes are good again": (
        people.a_recovery_code_is_taken_once,
        _patched(login_tables, _spend=_spends_nothing),
    ),
    "a factor is replaced without the old one": (
        people.a_factor_is_replaced_by_whoever_has_the_old_one,
        _patched(Entrance, require_fresh=_nothing),
    ),
    "sessions outlive the password": (
        people.a_new_password_ends_all_sessions,
        _patched(PeopleTables, _set_password=_keeps_links),
    ),
    "devices look at everything": (
        people.a_device_looks_at_its_tables,
        _patched(request, audience_at=_everybody_plays),
    ),
    "the last of two names counts": (come.members_stand_once, _patched(requests, read_json=_nothing)),
    "bodies are in the log": (
        people.whispers_stay_at_the_door,
        lambda: patch.multiple(me, read_said=_talkative),
    ),
    "what people do about themselves is not written down": (
        people.every_way_in_is_a_record,
        _patched(me, note_own=_nothing_later),
    ),
    "passwords by links are not written down": (
        people.every_way_in_is_a_record,
        _patched(login, note_own=_nothing_later),
    ),
    "what operators do is not written down": (
        people.every_way_in_is_a_record,
        _patched(manage_people, _note=_nothing_later),
    ),
    "nobody knows which operator it was": (
        people.every_way_in_is_a_record,
        _patched(manage_people, way_in=_by_oneself),
    ),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_mistake_is_found(at: Peopled, plant: str) -> None:
    check, planted = PLANTS[plant]
    with planted(), patch.object(at, "patience", 2), pytest.raises(FOUND):
        check(at)


FOUND = (AssertionError, KeyError, httpx.ReadTimeout)
"""An answer that is another, or lacks what it should have, or does not come."""


def test_every_check_has_its_plant() -> None:
    assert {check for check, _ in PLANTS.values()} == {*ENTERING, *PEOPLE}


def test_a_queue_that_is_too_long_is_not_joined(at: Peopled) -> None:
    with patch.object(password_pool, "MOST_WAITING", 0):
        answer = at.browser().log_in(at.enrolled())
    assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (503, "crowded", "5")


def test_nobody_makes_tokens_without_end(at: Peopled) -> None:
    _, browser = at.patron()
    wanted = {"password": PASSWORD, "name": "robot", "scopes": ["read"]}
    with patch.object(tokens, "MOST_OF_ONE", 2):
        made = [browser.post("/you/tokens", json=wanted).status_code for _ in range(3)]
    assert made == [200, 200, 409]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/log-in", {}),
        ("/log-in", {"name": "ann"}),
        ("/log-in", {"name": "ann", "password": 7}),
        ("/log-in", {"name": "ann", "password": None}),
        ("/log-in", {"name": "ann", "password": "x", "person": "bob"}),
        ("/log-in", ["ann", "x"]),
        ("/links/look", {"secret": ["x"]}),
        ("/links/enrol", {"secret": "x"}),
        ("/screens/enter", {"secret": 7}),
        ("/screens/enter", {"secret": "x", "tables": ["1"]}),
    ],
)
def test_what_cannot_be_read_is_said(at: Peopled, path: str, body: Any) -> None:
    answer = at.browser().post(path, json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")


@pytest.mark.parametrize("name", ["house", "two  spaces", "a/b", "", " ", "x" * 60, "line\nbreak"])
def test_nobody_is_enrolled_whom_the_log_cannot_name(at: Peopled, name: str) -> None:
    with pytest.raises(Unreadable):
        at.entrance.enroll(name)
