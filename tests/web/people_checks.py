"""What people see to themselves, and what operators do about others, as it must be."""

import json
from base64 import b32decode
from itertools import count
from logging import LogRecord

from httpx import Timeout

from puntobanco.app.auth.principal import Scope
from puntobanco.app.auth.second_factor import FactorSecret
from puntobanco.cage import commands as cage
from puntobanco.client import Client
from puntobanco.errors import Refused
from puntobanco.house.grants import ALL_TABLES
from puntobanco.table import Role
from tests.entrance.door import GOOD, MINUTE, SECOND
from tests.house.test_leaks import overheard
from tests.web.peopled import PASSWORD, Browser, Peopled, problem
from tests.web.served import MACHINE
from tests.web.stream import live, until_ready

OTHER = "an umbrella for the walrus"
_ids = count(1)


def from_the_first_link_to_an_approval(at: Peopled) -> None:
    """Somebody is enrolled by an operator, given a role, sets up a factor, and approves what another proposes."""
    boss, name = at.staff(), f"Sue {next(_ids)}"
    link = boss.browser.post("/people", json={"name": name}).json()["link"]
    assert link.startswith(f"http://localhost:{at.port}/enrol#pbl_")
    role = {"do": "grant_role", "whom": name, "duty": "supervisor", "place": ALL_TABLES}
    assert boss.browser.give("/house/commands", role).status_code == 200
    sue = at.browser()
    assert sue.post("/links/enrol", json={"secret": link.partition("#")[2], "password": PASSWORD}).status_code == 200
    assert sue.log_in(name).json() == {"person": name, "staff": True, "needs_factor": True, "how": "password"}
    made = sue.post("/you/factor", json={"password": PASSWORD}).json()
    assert made["address"].endswith(f"?secret={made['secret']}&issuer=people")
    secret = _secret(made["secret"])
    codes = sue.post("/you/factor/confirm", json={"code": at.code(secret)}).json()["recovery_codes"]
    assert len(set(codes)) == 10
    number = _proposed(at, boss.browser)
    at.time.pass_(5 * MINUTE + SECOND)
    approval = {"do": "approve", "number": number}
    assert problem(sue.give("/house/commands", approval)) == (403, "code_needed")
    assert problem(sue.post("/you/factor/code", json={"code": "AAAA-BBBB-CCCC-DDDD"})) == (403, "wrong_code")
    proved = sue.post("/you/factor/code", json={"code": at.code(secret)}).json()
    assert proved == {"person": name, "until": at.time.now + 5 * MINUTE}
    approved = sue.give("/house/commands", approval)
    assert approved.status_code == 200, approved.text
    assert "second_factor_failed.1" in "".join(at.records()[-4:])


def _secret(text: str) -> FactorSecret:
    return FactorSecret(b32decode(text))


def _proposed(at: Peopled, browser: Browser) -> int:
    """Something that takes two people."""
    if at.house.look("vault").state is None:
        at.house.handle("vault", cage.OpenVault(actor=MACHINE), "open the vault")
        at.house.handle("vault", cage.Deposit(actor=MACHINE, amount=10_000_000), "fill the vault")
    fill = {"do": "fill_float", "amount": 100_000}
    proposal = {"do": "propose", "stream": "table/2", "command": fill}
    proposed = browser.give("/house/commands", proposal)
    assert proposed.status_code == 200, proposed.text
    number: int = at.house.look("house").state.proposed
    return number


def grants_and_accounts_take_a_fresh_factor(at: Peopled) -> None:
    boss, name = at.staff(), at.enrolled()
    device = {"name": "wall", "tables": ["1"]}
    grant = {"do": "grant_role", "whom": name, "duty": "patron", "place": "tournament/"}
    revoke = {"do": "revoke_role", "whom": name, "place": ALL_TABLES}
    at.time.pass_(5 * MINUTE + SECOND)
    number = at.number()
    browser = boss.browser
    tried = [browser.give("/house/commands", body) for body in (grant, revoke, {"do": "approve", "number": 1})]
    tried += [browser.post("/people", json={"name": "somebody"}), browser.post("/devices", json=device)]
    tried += [browser.post(f"/people/{name}/{what}") for what in ("close", "open", "log-out")]
    tried += [browser.delete("/tokens/0123456789abcdef")]
    assert [problem(one) for one in tried] == [(403, "code_needed")] * len(tried)
    assert at.number() == number
    assert browser.get("/people").status_code == 200
    assert browser.post("/you/factor/code", json={"code": at.code(boss.secret)}).status_code == 200
    assert browser.give("/house/commands", grant).status_code == 200


def programs_give_no_second_factor(at: Peopled) -> None:
    boss = at.staff()
    token = at.entrance.new_token(boss.name, "robot", list(Scope)).secret.text()
    robot = at.browser(authorization=f"Bearer {token}")
    grant = {"do": "grant_role", "whom": "somebody", "duty": "patron", "place": ALL_TABLES}
    assert problem(robot.give("/house/commands", grant)) == (403, "session_needed")
    assert robot.get("/people").status_code == 200
    assert problem(robot.post("/people", json={"name": "somebody"})) == (403, "session_needed")
    for path in ("/log-out/everywhere", "/you/factor/code", "/you/password", "/you/tokens"):
        assert problem(robot.post(path, json={})) == (403, "session_needed")
    for path in ("/you/sessions", "/you/tokens"):
        assert problem(robot.get(path)) == (403, "session_needed")
    assert boss.browser.get("/you").status_code == 200


def only_operators_of_the_house_see_people(at: Peopled) -> None:
    name = at.enrolled()
    for role, place in ((Role.SUPERVISOR, ALL_TABLES), (Role.OPERATOR, ALL_TABLES), (Role.AUDITOR, "house")):
        browser = at.staff(role, place).browser
        tried = [browser.get("/people"), browser.post("/people", json={"name": "eve"})]
        tried += [browser.post(f"/people/{name}/close"), browser.post(f"/people/{name}/log-out")]
        tried += [browser.post("/devices", json={"name": "wall", "tables": ["1"]}), browser.delete("/tokens/ab12")]
        assert {one.status_code for one in tried} == {403}
        assert {one.json()["code"] for one in tried} <= {"no_role", "wrong_role"}
    assert at.entrance.enter(name, GOOD).visitor.person == name


def an_operator_sees_to_people(at: Peopled) -> None:
    boss, (name, browser) = at.staff(), at.patron()
    token = at.entrance.new_token(name, "robot", [Scope.READ])
    seen = {one["name"]: one for one in boss.browser.get("/people?limit=500").json()["people"]}
    assert (seen[name]["sessions"], seen[name]["roles"], seen[name]["has_factor"]) == (1, {ALL_TABLES: "patron"}, False)
    assert seen[boss.name]["roles"] == {"house": "operator"}
    assert [one["id"] for one in seen[name]["tokens"]] == [token.id]
    number = at.number()
    assert boss.browser.post(f"/people/{name}/log-out").json() == {"ended": 1}
    assert browser.get("/you").status_code == 401
    assert "revoked" in at.records(number)[0]
    assert boss.browser.delete(f"/tokens/{token.id}").json() == {"id": token.id}
    assert at.entrance.who(token.secret) is None
    assert problem(boss.browser.delete(f"/tokens/{token.id}")) == (404, "not_found")
    assert browser.log_in(name).status_code == 200
    assert boss.browser.post(f"/people/{name}/close").json() == {"person": name, "closed": True}
    assert (browser.get("/you").status_code, browser.log_in(name).status_code) == (401, 401)
    assert boss.browser.post(f"/people/{name.upper()}/open").json() == {"person": name, "closed": False}
    assert browser.log_in(name).status_code == 200
    assert problem(boss.browser.post(f"/people/{boss.name}/close")) == (403, "own_account")
    assert problem(boss.browser.post("/people/nobody at all/close")) == (404, "unknown_person")
    assert problem(boss.browser.post("/people", json={"name": "a/b"})) == (422, "unreadable")
    assert problem(boss.browser.post("/people", json={"name": "ann", "hours": 0})) == (422, "unreadable")


def people_come_in_pages(at: Peopled) -> None:
    """Each of them once, by name, however many come at a time, those included who only have a role."""
    boss = at.staff()
    names = [f"{word} {next(_ids)}" for word in ("zoe", "Zoe", "ZOE", "Änne", "ada")]
    for name in names:
        at.grant(name, Role.PATRON, ALL_TABLES)
    whole = boss.browser.get("/people", params={"limit": 500}).json()
    seen = [one["name"] for one in whole["people"]]
    assert set(names) <= set(seen)
    assert (whole["more"], whole["of"]) == (False, len(seen))
    assert seen == sorted(seen, key=lambda name: (name.casefold(), name))
    for limit in (1, 7, len(seen)):
        assert _in_pages(boss.browser, limit) == seen
    assert boss.browser.get("/people", params={"after": seen[-1]}).json()["people"] == []
    assert len(boss.browser.get("/people", params={"limit": 0}).json()["people"]) == 1
    assert problem(boss.browser.get("/people", params={"limit": 501})) == (422, "unreadable")


def _in_pages(browser: Browser, limit: int) -> list[str]:
    found: list[str] = []
    for _ in range(1000):
        page = browser.get("/people", params={"limit": limit, "after": found[-1] if found else ""}).json()
        assert len(page["people"]) == limit or not page["more"]
        found += [one["name"] for one in page["people"]]
        if not page["more"]:
            return found
    raise AssertionError("it goes on for ever")


def a_patron_plays_and_ends_another_session(at: Peopled) -> None:
    """Through the client; the other session's stream ends, and this one goes on."""
    name = at.enrolled()
    at.house.handle(f"cage/{name}", cage.OpenAccount(actor=MACHINE, patron=name), f"open {name}")
    at.house.handle(f"cage/{name}", cage.Deposit(actor=MACHINE, amount=1_000_000), f"deposit {name}")
    other = at.browser()
    assert other.log_in(name).status_code == 200
    with Client(f"http://localhost:{at.port}") as house:
        assert house.log_in(name, PASSWORD).person == name
        table = house.table("1")
        table.sit(chips=100_000)
        assert _bet(house) > 0
        other.timeout = Timeout(at.patience)
        with live(other, tables="1") as found:
            until_ready(found)
            mine = house._http.get("/api/v1/you/sessions").json()["sessions"]
            (away,) = [one["id"] for one in mine if not one["is_this"]]
            assert house._http.delete(f"/api/v1/you/sessions/{away}").json() == {"ended": 1}
            assert not [one for one in found if one.name == "ready"]
        assert other.get("/you").status_code == 401
        assert house.you().person == name
        table.leave()
        assert house.log_out().ended == 1


def _bet(house: Client) -> int:
    """As soon as wagers are taken."""
    while True:
        try:
            return house.table("1").bet(player=10_000).number
        except Refused:
            continue


def nobody_reaches_what_is_anothers(at: Peopled) -> None:
    name, ann = at.patron()
    _, eve = at.patron()
    token = at.entrance.new_token(name, "robot", [Scope.READ])
    (session,) = [one["id"] for one in ann.get("/you/sessions").json()["sessions"]]
    assert problem(eve.delete(f"/you/sessions/{session}")) == (404, "not_found")
    assert problem(eve.delete(f"/you/tokens/{token.id}")) == (404, "not_found")
    for path in ("/you/tokens/x'--", "/you/tokens/pbt_"):
        assert problem(eve.delete(path)) == (404, "not_found")
    for path in ("/you/sessions/%00", "/you/sessions/" + "a" * 1000):
        assert problem(eve.delete(path)) == (422, "unreadable")
    assert eve.get("/you/tokens").json() == {"tokens": []}
    assert len(eve.get("/you/sessions").json()["sessions"]) == 1
    assert ann.get("/you").status_code == 200
    assert at.entrance.who(token.secret) is not None
    assert ann.delete(f"/you/tokens/{token.id}").json() == {"id": token.id}
    assert at.entrance.who(token.secret) is None


def own_tokens_take_the_password(at: Peopled) -> None:
    name, ann = at.patron()
    wanted = {"password": PASSWORD, "name": "robot", "scopes": ["read"], "days": 1}
    assert problem(ann.post("/you/tokens", json={**wanted, "password": OTHER})) == (403, "wrong_password")
    assert problem(ann.post("/you/tokens", json={**wanted, "scopes": ["rule"]})) == (422, "unreadable")
    assert problem(ann.post("/you/tokens", json={**wanted, "scopes": []})) == (422, "unreadable")
    assert problem(ann.post("/you/tokens", json={**wanted, "days": 400})) == (422, "unreadable")
    made = ann.post("/you/tokens", json=wanted).json()
    robot = at.browser(authorization=f"Bearer {made['token']}")
    assert robot.get("/you").json()["person"] == name
    assert problem(robot.give("/tables/1/commands", {"do": "ask_rules"})) == (403, "out_of_scope")
    (listed,) = ann.get("/you/tokens").json()["tokens"]
    assert listed == {
        "id": made["id"],
        "name": "robot",
        "scopes": ["read"],
        "tables": [],
        "ends": at.time.now + 24 * 60 * MINUTE,
    }


def a_code_is_taken_once(at: Peopled) -> None:
    """In whichever session: for a log-in, for a second look, and for a log-in again."""
    boss = at.staff()
    other = at.browser()
    assert other.log_in(boss.name, code=at.code(boss.secret)).status_code == 401
    at.time.pass_(30 * SECOND)
    code = at.code(boss.secret)
    assert boss.browser.post("/you/factor/code", json={"code": code}).status_code == 200
    assert problem(boss.browser.post("/you/factor/code", json={"code": code})) == (403, "wrong_code")
    assert other.log_in(boss.name, code=code).status_code == 401


def a_recovery_code_is_taken_once(at: Peopled) -> None:
    boss = at.staff()
    assert boss.browser.post("/you/factor", json={"password": OTHER}).status_code == 403
    made = boss.browser.post("/you/factor", json={"password": PASSWORD}).json()
    secret = _secret(made["secret"])
    codes = boss.browser.post("/you/factor/confirm", json={"code": at.code(secret)}).json()["recovery_codes"]
    other = at.browser()
    assert other.log_in(boss.name, code=codes[0].lower()).json()["how"] == "password_and_recovery_code"
    for session in (other, at.browser()):
        assert session.log_in(boss.name, code=codes[0]).status_code == 401
    assert boss.browser.post("/you/factor/code", json={"code": codes[1]}).status_code == 200
    assert boss.browser.post("/you/factor/code", json={"code": codes[1]}).status_code == 403
    at.time.pass_(MINUTE)
    assert at.browser().log_in(boss.name, code=at.code(boss.secret)).status_code == 401  # it was replaced


def a_factor_is_replaced_by_whoever_has_the_old_one(at: Peopled) -> None:
    boss = at.staff()
    at.time.pass_(5 * MINUTE + SECOND)
    assert problem(boss.browser.post("/you/factor", json={"password": PASSWORD})) == (403, "code_needed")
    assert problem(boss.browser.post("/you/factor/confirm", json={"code": at.code(boss.secret)})) == (403, "wrong_code")


def a_new_password_ends_all_sessions(at: Peopled) -> None:
    name, ann = at.patron()
    other = at.browser()
    assert other.log_in(name).status_code == 200
    body = {"before": PASSWORD, "after": OTHER}
    assert problem(ann.post("/you/password", json={**body, "before": OTHER})) == (403, "wrong_password")
    assert problem(ann.post("/you/password", json={**body, "after": "short"})) == (409, "password_short")
    assert ann.post("/you/password", json=body).json() == {"person": name}
    assert (ann.get("/you").status_code, other.get("/you").status_code) == (401, 401)
    assert (ann.log_in(name).status_code, ann.log_in(name, OTHER).status_code) == (401, 200)


def a_device_looks_at_its_tables(at: Peopled) -> None:
    """Whatever it is called."""
    boss = at.staff()
    device = {"name": boss.name, "tables": ["2"]}
    assert problem(boss.browser.post("/devices", json={**device, "tables": ["9"]})) == (404, "not_found")
    made = boss.browser.post("/devices", json=device).json()
    wall = at.browser(authorization=f"Bearer {made['token']}")
    assert [one["table"] for one in wall.get("/tables").json()["tables"]] == ["2"]
    assert wall.get("/tables/2").status_code == 200
    with live(wall, tables="2") as found:
        until_ready(found)
    tried = [wall.get("/tables/1"), wall.get("/live?tables=1"), wall.get("/people"), wall.get("/you/sessions")]
    tried += [wall.get("/live?house=log"), wall.get(f"/accounts/{boss.name}")]
    tried += [wall.give("/tables/2/commands", {"do": "close_table"}), wall.post("/people", json={"name": "eve"})]
    assert {one.status_code for one in tried} == {403}
    assert boss.browser.delete(f"/tokens/{made['id']}").status_code == 200
    assert wall.get("/tables/2").status_code == 401


def whispers_stay_at_the_door(at: Peopled) -> None:
    """Nothing that people say or are given stands in the server's log or in the house's."""
    with overheard() as heard:
        heard.addFilter(_of_the_house)
        number, boss = at.number(), at.staff()
        name = f"Quiet {next(_ids)}"
        link = boss.browser.post("/people", json={"name": name}).json()["link"].partition("#")[2]
        browser = at.browser()
        browser.post("/links/look", json={"secret": link})
        browser.post("/links/enrol", json={"secret": link, "password": 7})
        browser.post("/links/enrol", json={"secret": link, "password": PASSWORD})
        browser.log_in(name, OTHER)
        browser.log_in(name)
        secret = browser.post("/you/factor", json={"password": PASSWORD}).json()["secret"]
        codes = browser.post("/you/factor/confirm", json={"code": at.code(_secret(secret))}).json()["recovery_codes"]
        browser.post("/you/factor/code", json={"code": codes[0]})
        wanted = {"password": PASSWORD, "name": "robot", "scopes": ["read"]}
        token = browser.post("/you/tokens", json=wanted).json()["token"]
        session = browser.cookies[at.cookie]
        browser.post("/log-out")
        screen = boss.browser.post("/devices", json={"name": name, "tables": ["1"]}).json()["token"]
        browser.post("/screens/enter", json={"secret": screen})
        said = "\n".join((*heard.said, *at.records(number)))
    assert "answered" in said
    assert "logged_in.1" in said
    whispered = (PASSWORD, OTHER, link, secret, *codes, token, session, screen)
    assert not [one for one in whispered if one in said or one[4:] in said]


def every_way_in_is_a_record(at: Peopled) -> None:
    """Who, what, and by whom, in the order in which it was done; what failed is none."""
    boss, number, name = at.staff(), at.number(), f"Ida {next(_ids)}"
    link = boss.browser.post("/people", json={"name": name.upper()}).json()["link"].partition("#")[2]
    name, ida = name.upper(), at.browser()
    assert ida.post("/links/enrol", json={"secret": link, "password": "short"}).status_code == 409
    assert ida.post("/links/enrol", json={"secret": link, "password": OTHER}).status_code == 200
    assert ida.post("/links/enrol", json={"secret": link, "password": OTHER}).status_code == 409
    assert ida.log_in(name, OTHER).status_code == 200
    assert ida.post("/you/password", json={"before": OTHER, "after": PASSWORD}).status_code == 200
    assert ida.log_in(name).status_code == 200
    secret = _secret(ida.post("/you/factor", json={"password": PASSWORD}).json()["secret"])
    codes = ida.post("/you/factor/confirm", json={"code": at.code(secret)}).json()["recovery_codes"]
    at.time.pass_(MINUTE)
    assert ida.post("/you/factor/code", json={"code": at.code(secret)}).status_code == 200
    assert ida.post("/you/factor/code", json={"code": codes[0]}).status_code == 200
    assert at.browser().log_in(name, code=codes[1]).status_code == 200
    robot = {"password": PASSWORD, "name": "robot", "scopes": ["read"]}
    assert ida.post("/you/tokens", json={**robot, "password": OTHER}).status_code == 403
    tokens = [ida.post("/you/tokens", json=robot).json()["id"] for _ in range(2)]
    screen = boss.browser.post("/devices", json={"name": f"wall {name}", "tables": ["1"]}).json()["id"]
    assert ida.delete(f"/you/tokens/{tokens[0]}").status_code == 200
    assert ida.delete(f"/you/tokens/{screen}").status_code == 404
    for token in (tokens[1], screen):
        assert boss.browser.delete(f"/tokens/{token}").status_code == 200
        assert boss.browser.delete(f"/tokens/{token}").status_code == 404
    for what in ("close", "open"):
        assert boss.browser.post(f"/people/{name.lower()}/{what}").status_code == 200
    assert _access_in(at.records(number)) == [
        (name, "invited", boss.name),
        (name, "password_set", name),
        (name, "password_changed", name),
        (name, "factor_set_up", name),
        (name, "recovery_code_used", name),
        (name, "recovery_code_used", name),
        (name, "token_made", name),
        (name, "token_made", name),
        (f"wall {name}", "screen_added", boss.name),
        (name, "token_taken_back", name),
        (name, "token_taken_back", boss.name),
        (f"wall {name}", "token_taken_back", boss.name),
        (name, "closed", boss.name),
        (name, "opened", boss.name),
    ]


def _access_in(records: list[str]) -> list[tuple[str, str, str]]:
    events = [event for line in records for event in json.loads(line)["events"]]
    return [(one["person"], one["access"], one["by"]) for one in events if one["event"] == "access_changed.1"]


def _of_the_house(record: LogRecord) -> bool:
    """What the browsers of this test say of themselves is another matter."""
    return not record.name.startswith("http")


PEOPLE = (
    from_the_first_link_to_an_approval,
    grants_and_accounts_take_a_fresh_factor,
    programs_give_no_second_factor,
    only_operators_of_the_house_see_people,
    an_operator_sees_to_people,
    people_come_in_pages,
    a_patron_plays_and_ends_another_session,
    nobody_reaches_what_is_anothers,
    own_tokens_take_the_password,
    a_code_is_taken_once,
    a_recovery_code_is_taken_once,
    a_factor_is_replaced_by_whoever_has_the_old_one,
    a_new_password_ends_all_sessions,
    a_device_looks_at_its_tables,
    whispers_stay_at_the_door,
    every_way_in_is_a_record,
)
