"""How requests go out and answers come in, for both sorts of client."""

from typing import Any
from urllib.parse import urlsplit

import httpx

from puntobanco.client.exchange import SECONDS_FOR_AN_ANSWER, Came, Send
from puntobanco.errors import Unreadable


def settings(url: str, token: str | None) -> dict[str, Any]:
    """Of a connection to the house at an address."""
    found = urlsplit(url)
    if found.scheme not in ("http", "https") or not found.hostname:
        raise Unreadable(f"{url!r} is no address of a house: write such as http://localhost:8417")
    origin = f"{found.scheme}://{found.netloc}"
    headers = {"origin": origin}  # commands by cookie must say where they come from
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    return {"base_url": origin, "headers": headers, "timeout": SECONDS_FOR_AN_ANSWER, "follow_redirects": False}


def require_no_token(headers: httpx.Headers) -> None:
    """Whoever shows a token is its person, whoever has logged in."""
    if "authorization" in headers:
        raise Unreadable("this client shows a token: make one without, and log in with that")


def sent(send: Send) -> dict[str, Any]:
    return {
        "method": send.method,
        "url": send.path,
        "params": dict(send.query),
        "headers": dict(send.headers),
        "content": send.body,
        "timeout": send.seconds,
    }


def came(response: httpx.Response) -> Came:
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Came(status=response.status_code, headers=headers, body=response.content)
