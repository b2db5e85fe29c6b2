"""What every request passes first, and what every answer carries."""

from socket import IPPROTO_TCP, TCP_NODELAY
from unittest.mock import patch

import httpx
import pytest

from puntobanco.errors import Unreadable
from puntobanco.web.protocol import Guarded
from puntobanco.web.request_guard import Site, read_proxies
from puntobanco.web.server import Address
from tests.web.rough import request, says
from tests.web.served import Serving

PLACE = {"do": "ask_rules"}


def ask(served: Serving, path: str = "/healthz", method: str = "GET", **headers: str) -> int:
    return says(served.port, request(path, method, **headers))


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost", 200),
        ("localhost:8417", 200),
        ("127.0.0.1", 200),
        ("LOCALHOST", 200),
        ("[::1]:80", 200),
        ("evil.example", 421),  # a name that was pointed at this address
        ("localhost.evil.example", 421),
        ("localhost@evil.example", 421),
        ("localhost/evil", 421),
        ("", 421),
        ("localhost:port", 421),
    ],
)
def test_only_names_of_this_house_are_answered(served: Serving, host: str, expected: int) -> None:
    assert ask(served, Host=host) == expected


def test_a_request_without_a_host_is_none(served: Serving) -> None:
    assert says(served.port, b"GET /healthz HTTP/1.1\r\n\r\n") == 400
    assert says(served.port, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n") == 400


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, 401),
        ({"Origin": "http://localhost"}, 401),
        ({"Origin": "http://localhost", "Sec_Fetch_Site": "same-origin"}, 401),
        ({"Origin": "https://localhost"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Sec_Fetch_Site": "same-site"}, 403),
        ({"Sec_Fetch_Site": "none"}, 401),
        ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}, 403),
    ],
)
def test_other_sites_ask_for_nothing(served: Serving, headers: dict[str, str], expected: int) -> None:
    """Also not for an event source: it is a request like any other."""
    assert ask(served, "/api/v1/live?tables=1", **headers) == expected
    assert ask(served, "/api/v1/tables", **headers) == expected


def test_a_link_from_elsewhere_opens_a_page_and_nothing_else(served: Serving) -> None:
    visit = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
    assert ask(served, "/healthz", **visit) == 200
    assert ask(served, "/healthz", **{**visit, "Sec_Fetch_Dest": "iframe"}) == 403
    assert ask(served, "/healthz", **{**visit, "Sec_Fetch_Mode": "no-cors"}) == 403


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"origin": "http://127.0.0.1:PORT"}, 200),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({}, 403),  # a browser says where it comes from; what does not is no browser of ours
        ({"origin": "http://evil.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
    ],
)
def test_a_command_by_cookie_comes_from_our_own_pages(served: Serving, headers: dict[str, str], expected: int) -> None:
    token = served.door.give("ann", token="in a cookie")
    said = {name: value.replace("PORT", str(served.port)) for name, value in headers.items()}
    said |= {"cookie": f"{served.door.cookie}={token}", "idempotency-key": f"csrf {headers}"}
    answer = httpx.post(f"{served.url}/api/v1/tables/1/commands", json=PLACE, headers=said)
    assert answer.status_code == expected


def test_what_every_answer_carries(served: Serving) -> None:
    for path in ("/healthz", "/api/v1/tables", "/api/v1/nothing", "/nothing.js"):
        carried = httpx.get(served.url + path).headers
        assert carried["content-security-policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "frame-ancestors 'none'" in carried["content-security-policy"]
        assert "unsafe" not in carried["content-security-policy"]
        assert carried["x-content-type-options"] == "nosniff"
        assert carried["x-frame-options"] == "DENY"
        assert carried["referrer-policy"] == "no-referrer"
        assert "strict-transport-security" not in carried
        assert "access-control-allow-origin" not in carried
        assert "server" not in carried


def test_nobody_is_given_leave_to_ask_from_elsewhere(served: Serving) -> None:
    headers = {"origin": "http://evil.example", "access-control-request-method": "POST"}
    answer = httpx.options(f"{served.url}/api/v1/tables/1/commands", headers=headers)
    assert answer.status_code == 403
    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize(("count", "expected"), [(99, 200), (100, 431), (300, 431)])
def test_a_request_has_at_most_100_headers(served: Serving, count: int, expected: int) -> None:
    assert ask(served, **{f"X-{number}": "1" for number in range(count)}) == expected


@pytest.mark.parametrize(("length", "expected"), [(63, 404), (64, 404), (65, 422)])
def test_a_name_in_an_address_has_at_most_64_characters(served: Serving, length: int, expected: int) -> None:
    """However long the address around it is."""
    path = f"/tables/{'x' * length}/rounds/1/story"
    assert served.client("oz").get(path).status_code == expected


@pytest.mark.parametrize(("length", "expected"), [(15_000, 200), (16_400, 431), (60_000, 431)])
def test_they_have_at_most_16_kilobytes(served: Serving, length: int, expected: int) -> None:
    assert ask(served, X_Long="x" * length) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/assets/table-3f9a2b1c.js", 200),
        ("/../secret.js", 404),
        ("/assets/../../secret.js", 404),
        ("/%2e%2e/secret.js", 404),
        ("/..%2fsecret.js", 404),
        ("/assets/..%2f..%2fsecret.js", 404),
        ("/....//secret.js", 404),
        ("/..%5csecret.js", 404),
        ("//etc/passwd", 404),
        ("/.hidden.js", 404),
        ("/assets/.hidden.js", 404),
        ("/assets/none.js", 404),
        ("/none.js", 404),
        ("/link.js", 404),
        ("/secret.js%00.js", 404),
    ],
)
def test_no_path_leads_out_of_the_folder(served: Serving, path: str, expected: int) -> None:
    assert says(served.port, request(path)) == expected


@pytest.mark.parametrize(
    ("path", "kind", "kept"),
    [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/table/1", "text/html; charset=utf-8", "no-cache"),
        ("/tables/high.roller", "text/html; charset=utf-8", "no-cache"),
        ("/wall/.js", "text/html; charset=utf-8", "no-cache"),
        ("/robots.txt", "text/plain; charset=utf-8", "no-cache"),
        ("/assets/table-3f9a2b1c.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
    ],
)
def test_files_of_the_browser(served: Serving, path: str, kind: str, kept: str) -> None:
    answer = httpx.get(served.url + path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
    assert answer.headers["cache-control"] == kept


# Proxies, TLS, public addresses


@pytest.mark.parametrize(
    ("peer", "expected"), [("10.0.0.1", True), ("10.0.0.2", False), ("192.168.7.9", True), ("", False), ("::1", False)]
)
def test_only_the_proxy_is_believed(peer: str, *, expected: bool) -> None:
    site = Site(hosts=frozenset(), proxies=read_proxies("10.0.0.1, 192.168.0.0/16"))
    assert site.trusts(peer) is expected


def test_a_proxy_is_an_address() -> None:
    with pytest.raises(Unreadable, match="behind-proxy"):
        read_proxies("everybody")


@pytest.mark.parametrize(
    ("address", "refused"),
    [
        (Address(host="127.0.0.1"), False),
        (Address(host="localhost"), False),
        (Address(host="::1"), False),
        (Address(host="0.0.0.0"), True),
        (Address(host="192.168.1.5"), True),
        (Address(host="casino.example"), True),
        (Address(host="0.0.0.0", plain_in_public=True), False),
        (Address(host="0.0.0.0", proxies=("10.0.0.1",)), False),
    ],
)
def test_plain_http_stays_on_this_machine_unless_somebody_says_so(address: Address, *, refused: bool) -> None:
    if not refused:
        address.check()
        return
    with pytest.raises(Unreadable, match="plain HTTP"):
        address.check()


@pytest.mark.parametrize(
    ("said", "compressed"),
    [("gzip, br", True), ("br;q=1.0, GZIP;q=0.8", True), ("gzip;q=0", False), ("identity", False), ("", False)],
)
def test_code_is_sent_compressed_to_whoever_takes_it(served: Serving, said: str, compressed: bool) -> None:
    answer = httpx.get(f"{served.url}/assets/table-3f9a2b1c.js", headers={"accept-encoding": said})
    assert answer.text == "export {}"
    assert (answer.headers.get("content-encoding") == "gzip") == compressed
    assert answer.headers["vary"] == "accept-encoding"


def test_an_answer_does_not_wait_for_an_acknowledgement(served: Serving) -> None:
    """Without this a body waits for that of its head, which a client puts off by 40 ms."""
    found: list[int] = []

    def looked_at(connection: Guarded) -> None:
        sock = connection.transport.get_extra_info("socket")
        found.append(sock.getsockopt(IPPROTO_TCP, TCP_NODELAY))

    with patch.object(Guarded, "_wait_for_the_rest", looked_at):
        assert ask(served) == 200
    assert found
    assert all(found)
