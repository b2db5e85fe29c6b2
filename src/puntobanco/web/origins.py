"""Where the house is, as a browser sees it, and whether a request says that it comes from there."""

from collections.abc import Mapping
from typing import Any

from puntobanco.web.problems import Declined


def require_origin(headers: Mapping[bytes, bytes]) -> None:
    """For whatever a page of another site must not bring about. That `Origin` is ours the guard has seen to."""
    if headers.get(b"origin") is None and headers.get(b"sec-fetch-site") != b"same-origin":
        raise Declined(403, "no_origin", "a browser says where this comes from: send Origin")


def own_origin(scope: Any, headers: Mapping[bytes, bytes]) -> str:
    return f"{scope['scheme']}://{headers.get(b'host', b'').decode('latin-1').lower()}"
