"""The server's application: every endpoint behind the guard, and what goes wrong as problem details."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from starlette.exceptions import HTTPException
from starlette.routing import Route, Router

from puntobanco.app.house.strip_traceback import in_words
from puntobanco.web.commands import COMMANDS
from puntobanco.web.endpoints import Application, Endpoint, Receive, Send, answer, asgi
from puntobanco.web.health import operations
from puntobanco.web.live import live
from puntobanco.web.metrics import Metrics
from puntobanco.web.openapi import document
from puntobanco.web.people.login import ENTERING
from puntobanco.web.people.manage_people import PEOPLE
from puntobanco.web.people.me import OWN
from puntobanco.web.problems import PROBLEM_JSON, Declined, declined
from puntobanco.web.reports.audit_log import AUDITS
from puntobanco.web.reports.bundles import BUNDLES
from puntobanco.web.reports.checkpoints import CHECKPOINTS
from puntobanco.web.reports.reports import REPORTS
from puntobanco.web.reports.round_replay import ROUNDS
from puntobanco.web.request import Served
from puntobanco.web.request_guard import Guard, Site
from puntobanco.web.session_info import WELCOME
from puntobanco.web.static import static
from puntobanco.web.views.accounts import OTHERS
from puntobanco.web.views.books import BOOK_ENDPOINTS
from puntobanco.web.views.command_preview import PREVIEW
from puntobanco.web.views.conditions import CONDITIONS
from puntobanco.web.views.dealer_view import CONSOLE
from puntobanco.web.views.explanation import STORY
from puntobanco.web.views.fair_shoes import FAIR
from puntobanco.web.views.floor_view import FLOOR
from puntobanco.web.views.gaming_switches import SWITCHES
from puntobanco.web.views.history import HISTORY
from puntobanco.web.views.rulings import RULINGS
from puntobanco.web.views.table_setup import OPENING
from puntobanco.web.views.table_view import FELT
from puntobanco.web.views.tables import TABLES
from puntobanco.web.views.tournament_view import HALL

API = "/api/v1"
ENDPOINTS: tuple[Endpoint, ...] = (
    *COMMANDS,
    *TABLES,
    *FELT,
    *CONSOLE,
    *HISTORY,
    *STORY,
    *RULINGS,
    *PREVIEW,
    *FLOOR,
    *OTHERS,
    *FAIR,
    *HALL,
    *CONDITIONS,
    *BOOK_ENDPOINTS,
    *OPENING,
    *SWITCHES,
    *ENTERING,
    *OWN,
    *PEOPLE,
    *REPORTS,
    *AUDITS,
    *ROUNDS,
    *CHECKPOINTS,
    *BUNDLES,
    WELCOME,
)
STATIC = Path(__file__).parent / "static"
_LOG = logging.getLogger("puntobanco.web")


@dataclass(frozen=True, slots=True, kw_only=True)
class More:
    """What only some houses have. An endpoint takes the place of what all have under the same path."""

    endpoints: tuple[Endpoint, ...] = ()
    pages: tuple[Route, ...] = ()


def application(served: Served, site: Site, metrics: Metrics, folder: Path = STATIC, more: More | None = None) -> Guard:
    """Everything that is served, for any ASGI server whose connections `protocol` has made."""
    more = More() if more is None else more
    own = {one.path for one in more.endpoints}
    endpoints = (*(one for one in ENDPOINTS if one.path not in own), *more.endpoints)
    in_api = [
        *_routes(served, endpoints),
        Route(f"{API}/live", live(served), methods=["GET"]),
        Route(f"{API}/openapi.json", _openapi(endpoints), methods=["GET"]),
    ]
    routes = [
        Route("/api/{path:path}", Router(in_api)),  # files of the browser are not looked for there
        *operations(served, metrics),
        *more.pages,
        Route("/{path:path}", static(folder), methods=["GET", "HEAD"]),
    ]
    return Guard(Answering(Router(routes), metrics), site)


def _routes(served: Served, endpoints: Sequence[Endpoint]) -> list[Route]:
    """One for each path, so that whoever asks in another way is told all the ways there are."""
    ways: dict[str, dict[str, Application]] = {}
    for one in endpoints:
        ways.setdefault(API + one.path, {})[one.method] = asgi(one, served)
    return [Route(path, _by_method(apps), methods=list(apps)) for path, apps in ways.items()]


def _by_method(apps: Mapping[str, Application]) -> Application:
    async def app(scope: Any, receive: Receive, send: Send) -> None:
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        await apps[method](scope, receive, send)

    return Application(app)


def _openapi(endpoints: Sequence[Endpoint]) -> Application:
    made: list[bytes] = []

    async def app(_: Any, __: Receive, send: Send) -> None:
        if not made:
            made.append(document(endpoints, API))
        await answer(send, 200, made[0])

    return Application(app)


class Answering:
    """Whatever goes wrong inside is an answer, and every answer is counted."""

    def __init__(self, app: Any, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope["app"] = self  # so that the router raises what it does not find
        began, status = perf_counter(), 0

        async def noting(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except Exception as error:
            if status:  # it is too late for an answer: the connection ends
                _LOG.error("an answer broke off\n%s", in_words(error))
                raise
            await self._explain(error, noting)
        seconds = perf_counter() - began
        self._metrics.answered(_name_of(scope), status, seconds)
        _LOG.info("answered", extra={"route": _name_of(scope), "status": status, "ms": round(1000 * seconds, 1)})

    async def _explain(self, error: Exception, send: Send) -> None:
        found = declined(error)
        if found is None and isinstance(error, HTTPException):
            found = _not_there(error)
        if found is None:
            _LOG.error("a request failed\n%s", in_words(error))
            found = Declined(500, "mistake", "this is a mistake of ours: it was noted")
        await answer(send, found.problem.status, found.body, PROBLEM_JSON, found.headers)


def _not_there(error: HTTPException) -> Declined:
    """What the router does not find, or not in this way."""
    allowed = (error.headers or {}).get("Allow")
    if allowed is None:
        return Declined(404, "not_found", "there is nothing under this address")
    return Declined(405, "not_allowed", f"here one asks by {allowed}", allowed=allowed)


def _name_of(scope: Any) -> str:
    """The route, not the path: metrics name no person and no table."""
    route = scope.get("route")
    return getattr(route, "path", "none")
