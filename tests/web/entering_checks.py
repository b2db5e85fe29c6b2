"""In and out, as it must be; `test_entering` holds each against mistakes."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from unittest.mock import patch

import httpx

from puntobanco.app.auth.invitations import LinkKind
from puntobanco.app.auth.passwords import Passwords
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.table import Role
from puntobanco.web.authenticate import HouseDoor
from puntobanco.web.rate_limits import Rates
from puntobanco.web.server import Address, serving
from tests.entrance.door import GOOD, HOUR, SECOND
from tests.web.peopled import PASSWORD, Peopled, problem
from tests.web.rough import request, says

OTHER = "an umbrella for the walrus"
CROWD = 12


def whoever_logs_in_is_in_and_who_logs_out_is_not(at: Peopled) -> None:
    name, browser = at.enrolled(), at.browser()
    assert problem(browser.get("/you")) == (401, "not_logged_in")
    answer = browser.log_in(name.upper())
    assert answer.json() == {"person": name, "staff": False, "needs_factor": False, "how": "password"}
    assert browser.get("/you").json()["person"] == name
    token = browser.cookies[at.cookie]
    assert browser.post("/log-out").json() == {"ended": 1}
    assert at.cookie not in browser.cookies
    assert at.browser(cookie=f"{at.cookie}={token}").get("/you").status_code == 401
    assert browser.post("/log-out").json() == {"ended": 0}


def a_cookie_is_for_this_host_alone(at: Peopled) -> None:
    rest = "Path=/; Max-Age=86400; HttpOnly; SameSite=Strict"
    plain, secure = at.browser(), at.browser(secure=True)
    said = plain.log_in(at.enrolled()).headers["set-cookie"]
    assert said.startswith(f"{at.cookie}=pbs_")
    assert said.partition("; ")[2] == rest
    said = secure.log_in(at.enrolled()).headers["set-cookie"]
    assert said.startswith(f"__Host-{at.cookie}=pbs_")
    assert said.partition("; ")[2] == rest.replace("; HttpOnly", "; Secure; HttpOnly")
    gone = secure.post("/log-out").headers["set-cookie"]
    assert gone == f"__Host-{at.cookie}=; " + rest.replace("86400", "0").replace("; HttpOnly", "; Secure; HttpOnly")


def a_cookie_of_plain_http_opens_nothing_over_tls(at: Peopled) -> None:
    """Whoever can put a plain cookie into a browser has put nothing into the house."""
    entered = at.entrance.enter(at.enrolled(), GOOD)
    for secure, name, status in ((True, "", 401), (True, "__Host-", 200), (False, "", 200), (False, "__Host-", 401)):
        browser = at.browser(secure=secure, cookie=f"{name}{at.cookie}={entered.token.text()}")
        assert browser.get("/you").status_code == status


def other_sites_log_nobody_in(at: Peopled) -> None:
    """Nor out: a page elsewhere could make somebody play as another."""
    name, number = at.enrolled(), at.number()
    for headers in (
        {},
        {"Sec_Fetch_Site": "none"},
        {"Origin": "http://evil.example"},
        {"Sec_Fetch_Site": "cross-site"},
    ):
        for path in ("log-in", "log-out", "screens/enter"):
            assert says(at.port, request(f"/api/v1/{path}", "POST", **headers)) == 403
    browser = at.browser()
    del browser.headers["origin"]
    assert problem(browser.log_in(name)) == (403, "no_origin")
    assert at.number() == number
    browser.headers["sec-fetch-site"] = "same-origin"
    assert browser.log_in(name).status_code == 200


def a_session_is_never_taken_over_from_before(at: Peopled) -> None:
    mallory, ann = at.enrolled(), at.enrolled()
    planted = at.entrance.enter(mallory, GOOD).token.text()
    for before in (planted, "pbs_" + "A" * 43):
        browser = at.browser()
        browser.cookies.set(at.cookie, before, domain="localhost.local", path="/")
        given = browser.log_in(ann).headers["set-cookie"].partition(";")[0].partition("=")[2]
        assert given != before
        assert at.entrance.who(Whisper(before)) is None
        found = at.entrance.who(Whisper(given))
        assert found is not None
        assert found.person == ann


def _attempts(at: Peopled) -> dict[str, httpx.Response]:
    staff, closed, invited = at.staff(), at.enrolled(), "invited"
    at.entrance.close_account(closed)
    at.entrance.enroll(invited)
    at.time.pass_(30 * SECOND)
    wrong = "000000" if at.code(staff.secret) != "000000" else "000001"
    attempts: dict[str, tuple[str, str, str | None]] = {
        "wrong password": (staff.name, OTHER, None),
        "wrong password, right code": (staff.name, OTHER, at.code(staff.secret)),
        "wrong code": (staff.name, PASSWORD, wrong),
        "wrong recovery code": (staff.name, PASSWORD, "AAAA-BBBB-CCCC-DDDD"),
        "unknown": ("nobody at all", PASSWORD, None),
        "no name": ("", PASSWORD, None),
        "no name at all": ("\0", PASSWORD, None),
        "endless name": ("x" * 10_000, PASSWORD, None),
        "endless password": (staff.name, "x" * 100_000, None),
        "closed": (closed, PASSWORD, None),
        "no password yet": (invited, PASSWORD, None),
    }
    found = {}
    for what, (name, password, code) in attempts.items():
        at.passwords.compared.clear()
        found[what] = at.browser().log_in(name, password, code)
        found[what].extensions["work"] = tuple(at.passwords.compared)
    return found


def nobody_learns_by_answers_who_exists(at: Peopled) -> None:
    found = {what: (one.status_code, one.content, _head(one)) for what, one in _attempts(at).items()}
    assert len(set(found.values())) == 1, found
    assert next(iter(found.values()))[0] == 401


def _head(answer: httpx.Response) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in answer.headers.items() if name != "date")


def nobody_learns_by_time_who_exists(at: Peopled) -> None:
    """The work is counted, since a clock would measure the machine."""
    work = {what: one.extensions["work"] for what, one in _attempts(at).items()}
    assert len(set(work.values())) == 1, work
    assert all(len(one) == 1 for one in work.values())


def a_guesser_waits(at: Peopled) -> None:
    """Whether or not there is such a name, and is told for how long."""
    for name in (at.enrolled(), f"nobody {at.number()}"):
        browser = at.browser()
        tried = [browser.log_in(name, OTHER) for _ in range(7)]
        assert [one.status_code for one in tried] == [401] * 5 + [429] * 2
        assert tried[5].headers["retry-after"] == "1"
        assert tried[5].json()["code"] == "slowed"
        at.time.pass_(HOUR)


def log_ins_of_a_name_are_counted(at: Peopled) -> None:
    """Right or wrong: each costs the work of a hash."""
    name = at.enrolled()
    door = HouseDoor(at.entrance, at.house.may, at.cookie)
    with serving(at.house, door, Address(rates=Rates(name="2/hour"), proxies=("127.0.0.1",))) as port:
        tried = [at.browser(port=port).log_in(name) for _ in range(3)]
        assert [one.status_code for one in tried] == [200, 200, 429]
        assert int(tried[2].headers["retry-after"]) >= 1
        assert at.browser(port=port).log_in(at.enrolled()).status_code == 200


def log_ins_and_failures_are_records(at: Peopled) -> None:
    staff, number = at.staff(), at.number()
    at.time.pass_(30 * SECOND)
    browser = at.browser()
    assert browser.log_in(staff.name, code="AAAA-BBBB-CCCC-DDDD").status_code == 401
    assert browser.log_in(staff.name, OTHER).status_code == 401
    at.time.pass_(30 * SECOND)
    assert browser.log_in(staff.name, code=at.code(staff.secret)).status_code == 200
    assert browser.post("/log-out").status_code == 200
    assert staff.browser.post("/log-out/everywhere").json() == {"ended": 1}
    found = at.records(number)
    wanted = ("second_factor_failed.1", "logged_in.1", "logged_out.1", "logged_out.1")
    assert len(found) == len(wanted)
    assert all(event in line and staff.name in line for event, line in zip(wanted, found, strict=True))
    assert "everywhere" in found[3]
    assert not [line for line in found if "10.7." in line or "pbs_" in line]


def a_crowd_at_the_entrance_holds_up_nobody(at: Peopled) -> None:
    """Two hash at a time, in threads of their own; whoever is in goes on."""
    _, inside = at.patron()
    begun, both, go_on, counting = Event(), Event(), Event(), Lock()
    together, most, is_right = [0], [0], Passwords.is_right

    def slow(self: Passwords, hashed: str, password: Whisper) -> bool:
        with counting:
            together[0] += 1
            most[0] = max(most[0], together[0])
        begun.set()
        if most[0] == 2:
            both.set()
        go_on.wait(2 * at.patience)
        with counting:
            together[0] -= 1
        return is_right(self, hashed, password)

    name = at.enrolled()
    with patch.object(Passwords, "is_right", slow), ThreadPoolExecutor(CROWD) as crowd:
        asked = [crowd.submit(at.browser().log_in, name) for _ in range(CROWD)]
        begun.wait()
        try:
            inside.timeout = httpx.Timeout(at.patience)
            assert inside.get("/you").status_code == 200
            assert inside.get("/tables").status_code == 200
            assert both.wait(at.patience)
        finally:
            go_on.set()
    assert [one.result().status_code for one in asked] == [200] * CROWD
    assert most[0] == 2


# Links


def a_link_is_good_once(at: Peopled) -> None:
    name, browser = f"new {at.number()}", at.browser()
    link = at.entrance.enroll(name)
    body = {"secret": link.secret.text(), "password": PASSWORD}
    look = {"secret": link.secret.text()}
    seen = browser.post("/links/look", json=look).json()
    assert seen == {"person": name, "kind": "enrol", "ends": link.ends}
    assert problem(browser.post("/links/enrol", json={**body, "password": "password1234"})) == (409, "password_common")
    assert browser.post("/links/look", json=look).json() == seen
    assert browser.post("/links/enrol", json=body).json() == {"person": name}
    assert browser.log_in(name).status_code == 200
    for again in ({**body, "password": OTHER}, body):
        assert problem(browser.post("/links/enrol", json=again)) == (409, "link_spent")
    assert problem(browser.post("/links/look", json=look)) == (409, "link_spent")
    assert browser.log_in(name, OTHER).status_code == 401


def a_link_ends_and_a_new_one_voids_it(at: Peopled) -> None:
    browser, name = at.browser(), f"late {at.number()}"
    late = at.entrance.enroll(name, hours=1)
    at.time.pass_(HOUR)
    void, good = at.entrance.enroll(name), at.entrance.enroll(name)
    shown = at.entrance.enroll(f"shown {name}", kind=LinkKind.ENTER)
    for link in (late, void, shown):
        body = {"secret": link.secret.text(), "password": PASSWORD}
        assert problem(browser.post("/links/enrol", json=body)) == (409, "link_spent")
    for secret in ("", "pbl_", "pbl_" + "A" * 43, "x" * 1000):
        assert problem(browser.post("/links/look", json={"secret": secret})) == (409, "link_spent")
    answer = browser.post("/links/enrol", json={"secret": good.secret.text(), "password": PASSWORD})
    assert answer.status_code == 200
    assert problem(browser.post("/links/enter", json={"secret": shown.secret.text()})) == (404, "not_found")


def members_stand_once(at: Peopled) -> None:
    """Whichever of two names or passwords was meant, it is not guessed."""
    name, browser = at.enrolled(), at.browser()
    said = (b'"name":"%b"' % name.encode(), b'"password":"%b"' % PASSWORD.encode())
    for twice in (b"{%b,%b,%b}" % (said[0], *said), b'{%b,%b,"p\\u0061ssword":"x"}' % said):
        answer = browser.post("/log-in", content=twice, headers={"content-type": "application/json"})
        assert problem(answer) == (422, "unreadable")
        assert PASSWORD not in answer.text


def staff_without_a_factor_sets_one_up_and_nothing_else(at: Peopled) -> None:
    name, browser = at.enrolled(Role.SUPERVISOR), at.browser()
    assert browser.log_in(name).json()["needs_factor"] is True
    assert browser.get("/you").json()["needs_factor"] is True
    for path in ("/tables", "/tables/1", "/live?tables=1", "/people", "/books"):
        assert problem(browser.get(path)) == (403, "factor_needed")
    command = {"do": "take_over", "table": "2"}
    assert browser.give("/house/commands", command).status_code == 403
    wanted = {"password": PASSWORD, "name": "robot", "scopes": ["work"]}
    assert problem(browser.post("/you/tokens", json=wanted)) == (403, "code_needed")
    assert browser.post("/you/factor", json={"password": PASSWORD}).status_code == 200


ENTERING = (
    whoever_logs_in_is_in_and_who_logs_out_is_not,
    a_cookie_is_for_this_host_alone,
    a_cookie_of_plain_http_opens_nothing_over_tls,
    other_sites_log_nobody_in,
    a_session_is_never_taken_over_from_before,
    nobody_learns_by_answers_who_exists,
    nobody_learns_by_time_who_exists,
    a_guesser_waits,
    log_ins_of_a_name_are_counted,
    log_ins_and_failures_are_records,
    a_crowd_at_the_entrance_holds_up_nobody,
    a_link_is_good_once,
    a_link_ends_and_a_new_one_voids_it,
    members_stand_once,
    staff_without_a_factor_sets_one_up_and_nothing_else,
)
