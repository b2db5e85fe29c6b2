"""How a program comes in as a person, with a password, and goes out again. The session is in a cookie, which the
connection keeps."""

import msgspec

from puntobanco.client.answers import LoggedIn, LoggedOut
from puntobanco.client.exchange import Talk, post, post_once


def log_in(name: str, password: str, code: str | None) -> Talk[LoggedIn]:
    """Asked once: a code that may have been used is not sent again."""
    said = {"name": name, "password": password} | ({} if code is None else {"code": code})
    return post_once("/log-in", msgspec.json.encode(said), LoggedIn)


def log_out(*, everywhere: bool) -> Talk[LoggedOut]:
    return post(f"/log-out{'/everywhere' if everywhere else ''}", b"", LoggedOut)
