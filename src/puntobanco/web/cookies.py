"""The cookie that holds a session's token: for this host alone, out of reach of scripts and of other sites."""

from collections.abc import Mapping
from enum import StrEnum

from puntobanco.app.auth.secret_text import Whisper

BOUND = "__Host-"
"""Browsers take such a one over TLS only, and from this very host."""
SECONDS_IT_LASTS = 24 * 60 * 60
"""With a session in it: none goes on for longer."""


class Cookie(StrEnum):
    """What an answer does with it."""

    LEFT = "left"
    SET = "set"
    CLEARED = "cleared"


def name_over(scheme: str, cookie: str) -> str:
    """Without TLS, as on this machine, a browser would not keep a bound one."""
    return f"{BOUND}{cookie}" if scheme == "https" else cookie


def set_cookie(scheme: str, cookie: str, token: Whisper, seconds: int) -> dict[bytes, bytes]:
    return _written(scheme, f"{name_over(scheme, cookie)}={token.text()}", seconds)


def clear_cookie(scheme: str, cookie: str) -> dict[bytes, bytes]:
    return _written(scheme, f"{name_over(scheme, cookie)}=", 0)


def _written(scheme: str, pair: str, seconds: int) -> dict[bytes, bytes]:
    secure = "; Secure" if scheme == "https" else ""
    return {b"set-cookie": f"{pair}; Path=/; Max-Age={seconds}{secure}; HttpOnly; SameSite=Strict".encode()}


def token_in(headers: Mapping[bytes, bytes], scheme: str, cookie: str) -> Whisper | None:
    """The bearer token, or the session's in its cookie."""
    said = headers.get(b"authorization", b"").decode("latin-1")
    if said:
        kind, _, token = said.partition(" ")
        return Whisper(token.strip()) if kind.lower() == "bearer" else None
    for part in headers.get(b"cookie", b"").decode("latin-1").split(";"):
        name, _, value = part.strip().partition("=")
        if name == name_over(scheme, cookie):
            return Whisper(value)
    return None
