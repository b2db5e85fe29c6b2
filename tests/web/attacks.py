"""What somebody tries who means harm, each as a check of a served house."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from puntobanco.app.auth.principal import Kind
from puntobanco.errors import Unreadable
from puntobanco.web.command_bodies import OF_SORT, Bodies
from puntobanco.web.json_logs import Lines
from puntobanco.web.request_guard import HSTS
from tests.web.rough import connected, request, says
from tests.web.served import Serving

COMMANDS = "/api/v1/tables/2/commands"
ASK = b'{"do":"ask_rules"}'
EVIL = "http://evil.example"
FORMS = ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x")


def as_ann(served: Serving, **headers: str) -> dict[str, str]:
    """A browser in which she is logged in, whoever makes it ask."""
    token = served.door.give("ann", kind=Kind.SESSION, token="anns browser")
    return {"Cookie": f"{served.door.cookie}={token}", **headers}


def post(served: Serving, body: bytes, key: str, kind: str = "application/json", person: str = "ann") -> httpx.Response:
    headers = {"idempotency-key": key, "content-type": kind}
    return served.client(person).post("/tables/2/commands", content=body, headers=headers)


def spoken(served: Serving, data: bytes, seconds: float = 30) -> bytes:
    """All that comes back until the connection is closed."""
    with connected(served.port, seconds=seconds) as found:
        found.sendall(data)
        read = b""
        try:
            while piece := found.recv(65_536):
                read += piece
        except TimeoutError:
            pass
        return read


# Other sites


def forms_of_other_sites_do_nothing(served: Serving) -> None:
    number = served.house.look("table/2").number
    for kind in FORMS:
        for said in ({"origin": EVIL}, {"origin": "null"}, {"sec_fetch_site": "cross-site"}, {}):
            headers = as_ann(served, Idempotency_Key="csrf", Content_Type=kind, Content_Length="18", **said)
            assert says(served.port, request(COMMANDS, "POST", **headers) + ASK) == 403
    assert served.house.look("table/2").number == number


def only_json_is_a_command(served: Serving) -> None:
    for number, kind in enumerate((*FORMS, "text/html", "application/jsonx")):
        assert post(served, ASK, f"kind {number}", kind).status_code == 415


def scripts_of_other_sites_read_nothing(served: Serving) -> None:
    """Event sources and fetches with her cookie."""
    for path in ("/api/v1/live?tables=2", "/api/v1/tables/2", "/api/v1/you"):
        for said in ({"origin": EVIL}, {"sec_fetch_site": "cross-site"}, {"sec_fetch_site": "same-site"}):
            assert says(served.port, request(path, **as_ann(served, **said))) == 403


def cookies_of_other_houses_are_none(served: Serving) -> None:
    token = served.door.give("ann", kind=Kind.SESSION, token="anns browser")
    for name in ("punto-other", f"x{served.door.cookie}", f"__Host-{served.door.cookie}", ""):
        assert says(served.port, request("/api/v1/you", Cookie=f"{name}={token}")) == 401


# HTTP itself


def lengths_are_not_disputed(served: Serving) -> None:
    """What a proxy and the server would cut in two at different places."""
    number = served.house.look("table/2").number
    who = f"Authorization: Bearer {served.door.give('ann')}\r\nIdempotency-Key: smuggled\r\n"
    head = f"POST {COMMANDS} HTTP/1.1\r\nHost: localhost\r\n{who}"
    chunked = b"12\r\n" + ASK + b"\r\n0\r\n\r\n"
    for lengths, body in (
        ("Content-Length: 4\r\nTransfer-Encoding: chunked", chunked),
        ("Transfer-Encoding: chunked\r\nContent-Length: 28", chunked),
        ("Content-Length: 18\r\nContent-Length: 3", ASK),
        ("Content-Length: +18", ASK),
        ("Content-Length: 0x12", ASK),
        ("Transfer-Encoding: xchunked", chunked),
        ("Transfer-Encoding: chunked, identity", chunked),
        ("Transfer-Encoding: identity, chunked", chunked),
        ("Transfer-Encoding : chunked", chunked),
        ("Content-Length: 18\r\nX: a\rContent-Length: 3", ASK),
    ):
        answers = spoken(served, f"{head}{lengths}\r\n\r\n".encode() + body + request(Connection="close"))
        assert answers.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 413 ", b"HTTP/1.1 501 ")), (lengths, answers[:40])
        assert answers.count(b"HTTP/1.1 ") == 1, lengths
        assert b"\r\nx-content-type-options: nosniff\r\n" in answers
    assert served.house.look("table/2").number == number


def other_hosts_are_not_spoken_for(served: Serving) -> None:
    for target in (b"http://evil.example/healthz", b"//evil.example/healthz", b"*", b"evil.example:80"):
        assert says(served.port, b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\n\r\n") in (400, 404, 405)


def heads_open_no_stream(served: Serving) -> None:
    said = request("/api/v1/live?tables=2", "HEAD", Authorization=f"Bearer {served.door.give('ann')}")
    assert says(served.port, said) == 405
    head, _, body = spoken(served, said + request(Connection="close")).partition(b"\r\n\r\n")
    assert body.startswith(b"HTTP/1.1 200 "), head


def answers_have_no_headers_of_strangers(served: Serving) -> None:
    line = "%0d%0aX-Evil:%20yes%0d%0a%0d%0a"
    for path in (f"/{line}", f"/api/v1/tables/{line}", f"/api/v1/live?tables={line}", f"/api/v1/you?{line}=1"):
        said = request(path, Authorization=f"Bearer {served.door.give('ann')}", Connection="close")
        head, _, _ = spoken(served, said).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 4"), path
        assert b"evil" not in head.lower()


def strangers_forward_nothing(served: Serving) -> None:
    """Nobody but the proxy says who asks, and whether over TLS."""
    told = {"X-Forwarded-For": "10.1.2.3", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "casino.example"}
    found = httpx.get(f"{served.url}/healthz", headers={**told, "Forwarded": "for=10.1.2.3;proto=https"})
    assert found.status_code == 200
    assert HSTS[0].decode() not in found.headers
    headers = {"origin": f"https://127.0.0.1:{served.port}", "x-forwarded-proto": "https"}
    assert httpx.get(f"{served.url}/healthz", headers=headers).status_code == 403


# What is written and said


@contextmanager
def logged() -> Iterator[list[str]]:
    """What the server says of itself meanwhile, line by line."""
    lines: list[str] = []
    handler, root = logging.Handler(), logging.getLogger("puntobanco.web")
    # instead of a stream
    handler.emit = lambda record: lines.extend(Lines().format(record).split("\n"))  # type: ignore[method-assign]
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


def nobody_writes_the_log(served: Serving) -> None:
    forged = '%0a{"level":"info","says":"forged"}%1b[2J'
    with logged() as lines:
        for path in (f"/{forged}", f"/api/v1/tables/{forged}", f"/api/v1/accounts/{forged}", f"/api/v1/you?{forged}"):
            headers = {"User_Agent": "forged \x1b[31m", "Authorization": f"Bearer {served.door.give('ann')}"}
            assert 400 <= says(served.port, request(path.replace(" ", "%20"), **headers)) < 500
        text = json.dumps({"do": "raise_dispute", "text": 'x\n{"says":"forged"}'}).encode()
        assert post(served, text, "a dispute").status_code == 422
        httpx.get(f"{served.url}/healthz")
    assert len(lines) > 4
    assert all(json.loads(line)["from"] == "puntobanco.web" for line in lines)
    assert not [line for line in lines if "forged" in line or not line.isprintable()]


def nobody_learns_who_exists(served: Serving) -> None:
    """By what is answered: bob has an account and a seat, nemo is nobody."""
    bodies = {"GET": None, "POST": b'{"do":"ask_withdrawal","amount":100}'}
    for method, path in (("GET", "/accounts/{}"), ("GET", "/accounts/{}/statement"), ("POST", "/accounts/{}/commands")):
        answers = []
        for name in ("bob", "nemo"):
            headers = {"idempotency-key": f"who is {name}", "content-type": "application/json"}
            found = served.client("ann").request(method, path.format(name), content=bodies[method], headers=headers)
            answers.append((found.status_code, found.text.replace(name, "")))
        assert answers[0] == answers[1], path
        assert answers[0][0] == 403


# What a body may say

NOT_SENT = (
    "actor",
    "person",
    "role",
    "approved_by",
    "on_duty",
    "decided_by",
    "time",
    "id",
    "made_at",
    "ground",
    "sibling",
)


PATHS = {"table": "/tables/2", "shoes": "/tables/1/shoes", "tournament": "/tournaments/x", "cage": "/accounts/ann"}


def bodies_say_nothing_of_the_house(served: Serving) -> None:
    """Every command of every sort: who asks, as what and when is not for the body to say."""
    for sort, bodies in OF_SORT.items():
        for body in bodies.kinds:
            for name in {*NOT_SENT} - {*body.__struct_fields__}:
                _unread(bodies, json.dumps({"do": body.__struct_config__.tag, name: "oz"}).encode())
        said = {"do": body.__struct_config__.tag, "actor": {"person": "oz", "role": "operator"}}
        headers = {"idempotency-key": f"forged {sort}"}
        found = served.client("oz").post(f"{PATHS.get(sort, f'/{sort}')}/commands", json=said, headers=headers)
        assert (found.status_code, found.json()["code"]) == (422, "unreadable")


def _unread(bodies: Bodies, said: bytes) -> None:
    with pytest.raises(Unreadable, match="unknown field"):
        bodies.body(said)


def members_stand_once(served: Serving) -> None:
    for number, twice in enumerate(
        (
            b'{"do":"ask_rules","do":"ask_rules"}',
            b'{"do":"place","area":"1","wager":"tie","amount":500,"amount":50000}',
            b'{"do":"place","area":"1","wager":"tie","amount":500,"\\u0061mount":50000}',
        )
    ):
        found = post(served, twice, f"twice {number}")
        assert (found.status_code, "twice" in found.json()["detail"]) == (422, True)


ODD_BODIES = (
    b"",
    b"null",
    b"[]",
    b"[" * 100_000,
    b'{"do":' * 20_000,
    b'{"do":"bet_slip","round":1,"stakes":' + b"[" * 100_000,
    b'{"do":"ask_rules","x":' + b'{"x":' * 40_000,
    b'{"do":"raise_dispute","text":"\xff"}',
    b'{"\xff":1}',
    b'{"do":"raise_dispute","text":"\\ud800"}',
    b'{"do":"raise_dispute","text":"\xed\xa0\x80"}',
    b'{"do":"raise_dispute","text":"a\\u0000b"}',
    b'{"do":"raise_dispute","text":"a\\u202eb"}',
    b"\xef\xbb\xbf" + ASK,
    ASK.decode().encode("utf-16"),
    b'{"do":"place","area":"1","wager":"player","amount":1e999}',
    b'{"do":"place","area":"1","wager":"player","amount":NaN}',
    b'{"do":"place","area":"1","wager":"player","amount":-100}',
    b'{"do":"place","area":"1","wager":"player","amount":9223372036854775808}',
    b'{"do":"place","area":"1","wager":"player","amount":' + b"9" * 200_000 + b"}",
)
ODD_PATHS = ("%ff", "%00", "%0d%0a", "%ed%a0%80", "%2e%2e", "%e2%80%ae", "x" * 65, "x" * 5_000)


def oddities_are_not_our_mistake(served: Serving) -> None:
    for number, body in enumerate(ODD_BODIES):
        assert 400 <= post(served, body, f"odd {number}").status_code < 500, body[:60]
    token = served.door.give("oz")
    for odd in ODD_PATHS:
        for path in ("tables/{}", "accounts/{}/statement", "tournaments/{}/legal", "books/{}", "tables/2/rounds/{}"):
            assert 400 <= _asked(served, f"/api/v1/{path.format(odd)}", token) < 500, (path, odd)
        for key in ("tables", "shoes", "tournaments", "board", "after", "account", "house"):
            assert 400 <= _asked(served, f"/api/v1/live?{key}={odd}", token) < 500, (key, odd)
        assert _asked(served, f"/{odd}.js", token) == 404


def _asked(served: Serving, path: str, token: str) -> int:
    return says(served.port, request(path, Authorization=f"Bearer {token}"))
