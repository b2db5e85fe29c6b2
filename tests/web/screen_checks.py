"""A screen on the wall comes in by its token, as it must be; `test_screens` holds each against mistakes."""

from httpx import Response, Timeout

from puntobanco.app.auth.invitations import LinkKind
from puntobanco.app.auth.principal import Scope
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.web.authenticate import HouseDoor
from puntobanco.web.rate_limits import Rates
from puntobanco.web.server import Address, serving
from tests.entrance.door import GOOD, HOUR, MINUTE
from tests.web.peopled import Browser, Peopled, problem
from tests.web.stream import live, until_ready

DAY = 24 * 60 * 60


def enters(browser: Browser, secret: str) -> Response:
    return browser.post("/screens/enter", json={"secret": secret})


def hung_up(at: Peopled, days: int = 30) -> tuple[str, str]:
    """A screen for table 2, by the hand of an operator: its id and its token."""
    made = at.staff().browser.post("/devices", json={"name": "by the bar", "tables": ["2"], "days": days}).json()
    return made["id"], made["token"]


def a_screen_is_in_as_long_as_its_token_lasts(at: Peopled) -> None:
    """However often it is switched on; the cookie goes when the token does."""
    _, token = hung_up(at)
    for secure, name, rest in ((False, "", ""), (True, "__Host-", "Secure; ")):
        screen = at.browser(secure=secure)
        answer = enters(screen, token)
        assert answer.json() == {"name": "by the bar", "tables": ["2"]}
        lasts = f"Path=/; Max-Age={30 * DAY}; {rest}HttpOnly; SameSite=Strict"
        assert answer.headers["set-cookie"] == f"{name}{at.cookie}={token}; {lasts}"
    at.time.pass_(29 * 24 * HOUR)
    late = at.browser()
    assert f"Max-Age={DAY};" in enters(late, token).headers["set-cookie"]
    assert late.get("/tables/2").status_code == 200
    at.time.pass_(24 * HOUR)
    assert late.get("/tables/2").status_code == 401


def a_screen_looks_at_its_tables_and_does_nothing(at: Peopled) -> None:
    _, token = hung_up(at)
    screen = at.browser()
    enters(screen, token)
    assert [one["table"] for one in screen.get("/tables").json()["tables"]] == ["2"]
    assert screen.get("/you").json()["kind"] == "device"
    tried = [screen.get("/tables/1"), screen.get("/people"), screen.get("/you/sessions")]
    tried += [screen.give("/tables/2/commands", {"do": "close_table"})]
    tried += [screen.post("/devices", json={"name": "another", "tables": ["1"]})]
    assert {one.status_code for one in tried} == {403}


def a_screen_is_nobody_whatever_it_is_called(at: Peopled) -> None:
    """Roles are people's: a screen with the name of one is told of none."""
    boss = at.staff()
    made = boss.browser.post("/devices", json={"name": boss.name, "tables": ["2"]}).json()
    screen = at.browser()
    enters(screen, made["token"])
    assert boss.browser.get("/welcome").json()["roles"] != {}
    found = screen.get("/welcome").json()
    assert (found["you"]["kind"], found["roles"], found["deals"]) == ("device", {}, [])


def a_token_that_is_taken_back_ends_its_screen(at: Peopled) -> None:
    """Its open stream, too."""
    name, token = hung_up(at)
    screen = at.browser()
    enters(screen, token)
    screen.timeout = Timeout(at.patience)
    with live(screen, tables="2") as found:
        until_ready(found)
        assert at.staff().browser.delete(f"/tokens/{name}").status_code == 200
        assert not [one for one in found if one.name == "ready"]
    assert screen.get("/tables/2").status_code == 401
    assert problem(enters(screen, token)) == (409, "link_spent")


def whoever_was_in_with_this_browser_is_out(at: Peopled) -> None:
    _, token = hung_up(at)
    _, browser = at.patron()
    before = Whisper(browser.cookies[at.cookie])
    assert enters(browser, token).status_code == 200
    assert browser.cookies[at.cookie] == token
    assert at.entrance.who(before) is None


def no_other_secret_is_a_screens(at: Peopled) -> None:
    """Neither a person's token nor a session, though both are good; which of them it was, is not told."""
    answers = {what: enters(at.browser(), secret) for what, secret in _no_screens(at).items()}
    assert {(one.status_code, one.content) for one in answers.values()} == {(409, _refused(at).content)}, answers
    assert not [what for what, one in answers.items() if "set-cookie" in one.headers]


def _refused(at: Peopled) -> Response:
    """What a link that was never one is told."""
    return at.browser().post("/links/look", json={"secret": "pbl_"})


def _no_screens(at: Peopled) -> dict[str, str]:
    """One of them ends when all of them are made: a log-in sweeps away what has ended before."""
    _, ended = hung_up(at, days=1)
    at.time.pass_(24 * HOUR - 10 * MINUTE)
    name, (own, taken), (_, good) = at.enrolled(), hung_up(at), hung_up(at)
    at.entrance.take_back(own)
    link = at.entrance.enroll(f"shown {name}", kind=LinkKind.ENTER)
    found = {
        "program": at.entrance.new_token(name, "robot", [Scope.READ]).secret.text(),
        "session": at.entrance.enter(name, GOOD).token.text(),
        "link": link.secret.text(),
        "ended": ended,
        "taken back": taken,
        "another letter": good[:-1] + ("A" if good[-1] != "A" else "B"),
        "without its prefix": good[4:],
        "nothing": "",
        "endless": "pbd_" + "A" * 100_000,
    }
    at.time.pass_(10 * MINUTE)
    return found


def whoever_guesses_is_counted(at: Peopled) -> None:
    door = HouseDoor(at.entrance, at.house.may, at.cookie)
    with serving(at.house, door, Address(rates=Rates(unknown="2/hour"), proxies=("127.0.0.1",))) as port:
        browser = at.browser(port=port)
        tried = [enters(browser, "pbd_") for _ in range(3)]
    assert [one.status_code for one in tried] == [409, 409, 429]
    assert int(tried[2].headers["retry-after"]) >= 1


SCREENS = (
    a_screen_is_in_as_long_as_its_token_lasts,
    a_screen_looks_at_its_tables_and_does_nothing,
    a_screen_is_nobody_whatever_it_is_called,
    a_token_that_is_taken_back_ends_its_screen,
    whoever_was_in_with_this_browser_is_out,
    no_other_secret_is_a_screens,
    whoever_guesses_is_counted,
)
