"""The browser's files, and nothing else of the disk."""

import re
from asyncio import to_thread
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from puntobanco.web.endpoints import Receive, Send
from puntobanco.web.problems import Declined

PAGE = "index.html"
HASHED = re.compile(r"[.-][0-9A-Za-z_-]{8,}\.\w+$")
"""A name that says what is in the file: another content has another name."""
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


class static:  # noqa: N801 - used like the endpoints beside it
    """Files of a folder, by their path in it; a path without a dot is a page of the application."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def __call__(self, scope: Any, _: Receive, send: Send) -> None:
        path = scope["path_params"]["path"]
        found = await to_thread(self._find, path)
        if found is None:
            raise Declined(404, "not_found", "there is nothing under this address")
        body = await to_thread(found.read_bytes)
        hashed = HASHED.search(found.name) is not None
        head = [
            (b"content-type", _type_of(found).encode()),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"public, max-age=31536000, immutable" if hashed else b"no-cache"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    def _find(self, path: str) -> Path | None:
        """A file of the folder: no way leads out of it, not by dots, strokes or links."""
        if path.startswith("api/") or "\\" in path or "\0" in path:
            return None
        parts = path.split("/") if path else [PAGE]
        if any(not part or part.startswith(".") for part in parts):
            return None
        parts = parts if "." in parts[-1] else [PAGE]
        folder = self._folder.resolve()
        found = folder.joinpath(*parts).resolve()
        return found if found.is_relative_to(folder) and _is_file(found) else None


def _is_file(found: Path) -> bool:
    try:
        return found.is_file()
    except OSError:  # no system has a file with so long a name
        return False


def _type_of(file: Path) -> str:
    kind = TYPES.get(file.suffix) or guess_type(file.name)[0] or "application/octet-stream"
    text = kind.startswith("text/") or kind.endswith(("json", "svg+xml"))
    return f"{kind}; charset=utf-8" if text else kind
