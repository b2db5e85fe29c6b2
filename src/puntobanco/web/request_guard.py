"""What every request passes first: whose house it means, where it comes from; and what every answer carries."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from puntobanco.errors import Unreadable
from puntobanco.web.endpoints import LONGEST_BODY, Receive, Send, answer
from puntobanco.web.origins import own_origin, require_origin
from puntobanco.web.problems import PROBLEM_JSON, Declined

App: TypeAlias = Callable[[Any, Receive, Send], Awaitable[None]]

MOST_HEADERS = 100
LONGEST_HEAD = 16 * 1024
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
ALONE = frozenset(
    {b"host", b"content-length", b"authorization", b"cookie", b"origin", b"idempotency-key", b"last-event-id"}
)
"""What stands in a request once: which of two is meant nobody should have to guess."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
CARRIED = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
HSTS = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Under which names the house is reached, and whether a proxy stands before it."""

    hosts: frozenset[str]
    """Without ports."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks whose word on who asks is believed."""

    def trusts(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in ip_network(one, strict=False) for one in self.proxies)


def read_proxies(said: str | None) -> tuple[str, ...]:
    """`10.0.0.1` or `10.0.0.0/8`, joined by commas."""
    found = tuple(one.strip() for one in (said or "").split(",") if one.strip())
    for one in found:
        try:
            ip_network(one, strict=False)
        except ValueError:
            raise Unreadable(f"--behind-proxy: {one!r} is no address, such as 10.0.0.1 or 10.0.0.0/8") from None
    return found


class Guard:
    """Stands before everything else."""

    def __init__(self, app: App, site: Site) -> None:
        self._app, self._site = app, site

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        carrying = _carrying(scope, send)
        try:
            scope = self._told_by_proxy(scope)
            self._check(scope)
        except Declined as declined:
            await answer(carrying, declined.problem.status, declined.body, PROBLEM_JSON, {b"connection": b"close"})
            return
        await self._app(scope, receive, _carrying(scope, send))

    def _told_by_proxy(self, scope: Any) -> Any:
        """Who asks, and how, by the word of a proxy that is trusted; nobody else's word counts."""
        peer = scope["client"][0] if scope.get("client") else ""
        if not self._site.trusts(peer):
            return scope
        headers = dict(scope["headers"])
        told = [one.strip() for one in headers.get(b"x-forwarded-for", b"").decode("latin-1").split(",") if one.strip()]
        others = [one for one in reversed(told) if not self._site.trusts(one)]
        scheme = headers.get(b"x-forwarded-proto", b"").decode("latin-1").strip().lower()
        client = (others[0], 0) if others and _is_address(others[0]) else scope["client"]
        return {**scope, "client": client, "scheme": scheme if scheme in ("http", "https") else scope["scheme"]}

    def _check(self, scope: Any) -> None:
        headers = scope["headers"]
        if len(headers) > MOST_HEADERS:
            raise Declined(431, "too_many_headers", f"a request has at most {MOST_HEADERS} headers")
        if sum(len(name) + len(value) + 4 for name, value in headers) + len(scope["query_string"]) > LONGEST_HEAD:
            raise Declined(431, "head_too_long", f"the head of a request has at most {LONGEST_HEAD} bytes")
        names = [name for name, _ in headers]
        if len(names) != len(set(names)) and any(names.count(name) > 1 for name in ALONE):
            raise Declined(400, "twice", "a header stands twice that may stand once")
        found = dict(headers)
        self._check_host(found)
        _check_length(found)
        _check_source(scope, found)

    def _check_host(self, headers: Mapping[bytes, bytes]) -> None:
        """Whoever points another name at this address reaches nothing."""
        host = _host_of(headers.get(b"host", b"").decode("latin-1"))
        if host not in self._site.hosts:
            raise Declined(421, "other_host", "this house is not known under that name")


def _check_length(headers: Mapping[bytes, bytes]) -> None:
    if b"transfer-encoding" in headers and b"content-length" in headers:  # a proxy may go by the other one
        raise Declined(400, "two_lengths", "a body is sent in pieces or with its length, not both")
    said = headers.get(b"content-length", b"0")
    if not said.isdigit() or len(said) > 12 or int(said) > LONGEST_BODY:
        raise Declined(413, "too_long", f"a body has at most {LONGEST_BODY} bytes")


def _check_source(scope: Any, headers: Mapping[bytes, bytes]) -> None:
    """Other sites ask for nothing here: neither a page's script, nor its forms, nor its event sources."""
    origin, site = headers.get(b"origin"), headers.get(b"sec-fetch-site")
    if origin is not None and origin.decode("latin-1") != own_origin(scope, headers):
        raise Declined(403, "other_origin", "this comes from another site")
    if site is not None and site not in (b"same-origin", b"none") and not _is_a_visit(scope, headers):
        raise Declined(403, "other_origin", "this comes from another site")
    by_cookie = b"cookie" in headers and b"authorization" not in headers
    if scope["method"] not in SAFE and by_cookie:
        require_origin(headers)


def _is_a_visit(scope: Any, headers: Mapping[bytes, bytes]) -> bool:
    """Somebody who follows a link from elsewhere to a page."""
    opens = headers.get(b"sec-fetch-mode") == b"navigate" and headers.get(b"sec-fetch-dest") == b"document"
    return opens and scope["method"] == "GET" and not scope["path"].startswith("/api/")


def _host_of(said: str) -> str:
    """Without the port; nothing for what is no host."""
    try:
        found = urlsplit(f"//{said}")
        _ = found.port
    except ValueError:
        return ""
    plain = found.hostname if found.username is None and not found.path and not found.query else None
    return plain or ""


def _is_address(said: str) -> bool:
    try:
        ip_address(said)
    except ValueError:
        return False
    return True


def _carrying(scope: Any, send: Send) -> Send:
    """With what every answer carries; a page that says a policy of its own is under that one alone."""
    host = _host_of(dict(scope["headers"]).get(b"host", b"").decode("latin-1"))
    secure = scope["scheme"] == "https" and host not in LOCAL and not host.endswith(".localhost")
    carried = [*CARRIED, HSTS] if secure else CARRIED

    async def sending(message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in message["headers"]}
            message = {**message, "headers": [*message["headers"], *(one for one in carried if one[0] not in own)]}
        await send(message)

    return sending
