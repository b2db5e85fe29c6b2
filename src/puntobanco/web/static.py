"""The browser's files, and nothing else of the disk."""

import gzip
import re
from asyncio import to_thread
from collections.abc import Mapping
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from puntobanco.web.endpoints import Receive, Send
from puntobanco.web.problems import Declined

PAGE = "index.html"
ASSETS = "assets"
"""The only folder within the folder."""
HASHED = re.compile(r"[.-][0-9A-Za-z_-]{8,}\.\w+$")
"""A name that says what is in the file: another content has another name."""
OWN_POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="([^"<>]+)"')
TEXTS = frozenset({".js", ".css", ".svg"})
"""What becomes smaller when it is compressed."""
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


class static:  # noqa: N801 - used like the endpoints beside it
    """Files of a folder, by their path in it; what can be no file of it is a page of the application."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def __call__(self, scope: Any, _: Receive, send: Send) -> None:
        path = scope["path_params"]["path"]
        found = await to_thread(self._find, path)
        if found is None:
            raise Declined(404, "not_found", "there is nothing under this address")
        hashed = HASHED.search(found.name) is not None
        small = hashed and found.suffix in TEXTS and takes_gzip(dict(scope["headers"]))
        body = await to_thread(_compressed if small else _read, found)
        head = [
            (b"content-type", _type_of(found).encode()),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"public, max-age=31536000, immutable" if hashed else b"no-cache"),
            *([(b"vary", b"accept-encoding")] if hashed else []),
            *([(b"content-encoding", b"gzip")] if small else []),
            *(_own_policy(body) if found.suffix == ".html" else []),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    def _find(self, path: str) -> Path | None:
        """A file of the folder: no way leads out of it, not by dots, strokes or links."""
        if path.startswith("api/") or "\\" in path or "\0" in path:
            return None
        parts = path.split("/") if path else [PAGE]
        if any(part in ("", ".", "..") for part in parts):
            return None
        parts = parts if _names_a_file(parts) else [PAGE]
        if any(part.startswith(".") for part in parts):
            return None
        folder = self._folder.resolve()
        found = folder.joinpath(*parts).resolve()
        return found if found.is_relative_to(folder) and _is_file(found) else None


def _names_a_file(parts: list[str]) -> bool:
    """A dot in the name of a table or of whatever a page is about makes no file of it."""
    return "." in parts[-1] and (len(parts) == 1 or parts[0] == ASSETS)


def _is_file(found: Path) -> bool:
    try:
        return found.is_file()
    except OSError:  # no system has a file with so long a name
        return False


def takes_gzip(headers: Mapping[bytes, bytes]) -> bool:
    """Whether a browser says so; what it wants least, or not at all, is not weighed."""
    said = headers.get(b"accept-encoding", b"").decode("latin-1").lower()
    names = (one.strip() for one in said.split(","))
    return any(
        name.partition(";")[0].strip() == "gzip" and not name.replace(" ", "").endswith(";q=0") for name in names
    )


def _read(file: Path) -> bytes:
    return file.read_bytes()


@lru_cache(maxsize=64)
def _compressed(file: Path) -> bytes:
    """Of a file whose name says what is in it: it is the same for ever."""
    return gzip.compress(file.read_bytes(), 9, mtime=0)


def _own_policy(page: bytes) -> list[tuple[bytes, bytes]]:
    """A page with everything in it says its policy in its head; that nobody frames it can be said here only."""
    said = OWN_POLICY.search(page)
    return [] if said is None else [(b"content-security-policy", said[1] + b"; frame-ancestors 'none'")]


def _type_of(file: Path) -> str:
    kind = TYPES.get(file.suffix) or guess_type(file.name)[0] or "application/octet-stream"
    text = kind.startswith("text/") or kind.endswith(("json", "svg+xml"))
    return f"{kind}; charset=utf-8" if text else kind
