"""What stands at a house's address while no browser side is built: a page that says what this is."""

from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path
from typing import Any

from starlette.routing import Route

from puntobanco.web.endpoints import Application, Receive, Send, answer
from puntobanco.web.static import PAGE

HTML = b"text/html; charset=utf-8"
PARAGRAPHS = (
    "A house of puntobanco: mini-baccarat by the book, served over HTTP.",
    'Programs start at <a href="/api/v1/openapi.json">the description of the API</a>.',
)


def plain_pages(folder: Path) -> list[Route]:
    """Nothing where the browser's files are."""
    return [] if (folder / PAGE).exists() else [Route("/", page(lambda: document(PARAGRAPHS)), methods=["GET"])]


def page(made: Callable[[], bytes]) -> Application:
    """A page that is made whenever somebody asks for it."""

    async def app(_: Any, __: Receive, send: Send) -> None:
        await answer(send, 200, made(), HTML)

    return Application(app)


def document(body: Iterable[str], script: str | None = None) -> bytes:
    """Paragraphs of HTML; the policy of every answer allows no style and no script within."""
    source = "" if script is None else f'<script src="{escape(script)}" defer></script>\n'
    paragraphs = "".join(f"<p>{one}</p>\n" for one in body)
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>puntobanco</title>\n{source}<h1>puntobanco</h1>\n{paragraphs}</html>\n"
    ).encode()
