"""What can be asked of the server, as data: routes, checks and the OpenAPI document are all made from it."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from inspect import isawaitable
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

import msgspec

from puntobanco.app.auth.principal import Scope as Allowed
from puntobanco.app.auth.principal import Visitor
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.values.text import clean
from puntobanco.web.cookies import SECONDS_IT_LASTS, Cookie, clear_cookie, set_cookie, token_in
from puntobanco.web.origins import own_origin, require_origin
from puntobanco.web.problems import Declined, nobody_is_in
from puntobanco.web.request import Call, Served, require, require_session

Scope: TypeAlias = Mapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Mapping[str, Any]]]
Send: TypeAlias = Callable[[Mapping[str, Any]], Awaitable[None]]

LONGEST_BODY = 256 * 1024
MOST_PARAMETERS = 64
JSON = b"application/json"
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """Something that may stand in the query, or in the head of the request."""

    name: str
    says: str
    type: Any = str
    place: str = "query"
    required: bool = False
    example: Any = None


class Who(StrEnum):
    """Who may ask."""

    ANYBODY = "anybody"
    """Logged in or not."""
    KNOWN = "known"
    """Whoever is in, and staff that has yet to set up a second factor."""
    PERSON = "person"
    """The same in a session: neither a program nor a device."""
    READER = "reader"
    """Whoever may read here; roles say the rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One thing that can be asked."""

    method: str
    path: str
    """Such as `/tables/{table}/view`, below the version."""
    says: str
    does: Callable[[Call], Any]
    gives: Any
    """The type of the answer."""
    takes: Any = None
    """The type of the body."""
    parameters: tuple[Parameter, ...] = ()
    tag: str = "tables"
    examples: Mapping[str, Any] = field(default_factory=dict)
    """Bodies that can be sent, by name."""
    who: Who = Who.READER
    cookie: Cookie = Cookie.LEFT
    """What the answer does with the session's cookie. Only the house's own pages bring that about."""
    leads_to: str | None = None
    """The page that a browser's form goes on to instead of an answer."""
    files: tuple[str, ...] = ()
    """Content types that it may have besides, or instead where `gives` is none."""
    problems: tuple[int, ...] = ()
    """Statuses besides those that follow from its method, path and body."""


class Raw(bytes):
    """JSON that is written already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithSession:
    """An answer to somebody who is in from now on."""

    token: Whisper
    answer: Any
    seconds: int = SECONDS_IT_LASTS
    """So long the browser keeps it."""


class Sending(ABC):
    """An answer that sends itself, as it is made."""

    __slots__ = ()

    @abstractmethod
    async def to(self, receive: Receive, send: Send) -> None: ...


class Application:
    """A route takes a mere function for something else than an application."""

    def __init__(self, app: Callable[[Any, Receive, Send], Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)


def asgi(endpoint: Endpoint, served: Served) -> Application:
    """The endpoint as an application."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        if endpoint.cookie is not Cookie.LEFT:
            require_origin(headers)
        body = await read_body(headers, receive) if endpoint.takes is not None else b""
        call = Call(
            served=served,
            known=await _asks(served, scope, headers, endpoint.who),
            token=_token(served, scope, headers),
            address=_address(scope),
            origin=own_origin(scope, headers),
            path=_names_in(scope["path_params"], endpoint.path),
            query=read_query(scope["query_string"], endpoint.parameters),
            headers=headers,
            body=body,
        )
        found = endpoint.does(call)
        if isawaitable(found):
            found = await found
        if isinstance(found, Sending):
            await found.to(receive, send)
        else:
            await _give(endpoint, call, found, send)

    return Application(app)


async def _give(endpoint: Endpoint, call: Call, found: Any, send: Send) -> None:
    scheme, cookie, headers = call.origin.partition(":")[0], call.served.door.cookie, dict[bytes, bytes]()
    if isinstance(found, WithSession):
        headers, found = set_cookie(scheme, cookie, found.token, found.seconds), found.answer
    elif endpoint.cookie is Cookie.CLEARED:
        headers = clear_cookie(scheme, cookie)
    if endpoint.leads_to is not None and b"text/html" in call.headers.get(b"accept", b""):
        await answer(send, 303, b"", headers={b"location": endpoint.leads_to.encode(), **headers})
    else:
        await answer(send, 200, found if isinstance(found, Raw) else _encode(found), headers=headers)


def _names_in(found: Mapping[str, str], path: str) -> dict[str, str]:
    """What stands for the names of an endpoint's own path; the rest of the address is no name, however long it is."""
    return {name: clean(said) for name, said in found.items() if f"{{{name}}}" in path}


async def _asks(served: Served, scope: Scope, headers: Mapping[bytes, bytes], who: Who) -> Visitor | None:
    """Whoever asks, if it may; nobody where anybody may."""
    if who is not Who.ANYBODY:
        return await let_in(served, scope, headers, active=True, who=who)
    served.rates.take(unknown=_address(scope))
    return await _known(served, scope, headers, active=True)


async def let_in(
    served: Served, scope: Scope, headers: Mapping[bytes, bytes], *, active: bool, who: Who = Who.READER
) -> Visitor:
    """Who asks; 401 for nobody, 403 for a token that does not allow it."""
    visitor = await _known(served, scope, headers, active=active)
    if visitor is None:
        served.rates.take(unknown=_address(scope))
        raise nobody_is_in()
    served.rates.take(person=visitor.person, session=visitor.id, address=_address(scope))
    if who is Who.PERSON:
        require_session(visitor)
    if who is Who.READER or not visitor.lacks_factor:
        require(visitor, Allowed.READ)
    return visitor


async def _known(served: Served, scope: Scope, headers: Mapping[bytes, bytes], *, active: bool) -> Visitor | None:
    token = _token(served, scope, headers)
    return None if token is None else await served.door.who(token, active=active)


def _token(served: Served, scope: Scope, headers: Mapping[bytes, bytes]) -> Whisper | None:
    return token_in(headers, scope["scheme"], served.door.cookie)


def _address(scope: Scope) -> str:
    return scope["client"][0] if scope.get("client") else ""


async def read_body(headers: Mapping[bytes, bytes], receive: Receive) -> bytes:
    """All of it, if it is JSON and not too long."""
    if headers.get(b"content-type", JSON).split(b";")[0].strip().lower() != JSON:
        raise Declined(415, "no_json", "send application/json")
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Declined(400, "gone", "the connection was closed")
        body += message.get("body", b"")
        if len(body) > LONGEST_BODY:
            raise Declined(413, "too_long", f"a body has at most {LONGEST_BODY} bytes")
        if not message.get("more_body"):
            return bytes(body)


async def left(receive: Receive) -> None:
    """Once whoever asked has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def read_query(query: bytes, known: tuple[Parameter, ...]) -> dict[str, str]:
    """Each known parameter at most once; anything else is a mistake that nobody should have to look for."""
    if not query:
        return {}
    try:
        pairs = parse_qsl(
            query.decode("ascii"), keep_blank_values=True, max_num_fields=MOST_PARAMETERS, errors="strict"
        )
    except ValueError:
        raise Declined(422, "unreadable", "the query cannot be read") from None
    names = {one.name for one in known if one.place == "query"}
    unknown = sorted({name for name, _ in pairs} - names)
    if unknown or len(pairs) != len(dict(pairs)):
        which = f"has no {', '.join(map(repr, unknown))}" if unknown else "says something twice"
        raise Declined(422, "unreadable", f"the query {which}: it may say {', '.join(sorted(names)) or 'nothing'}")
    return dict(pairs)


async def answer(
    send: Send, status: int, body: bytes, kind: bytes = JSON, headers: Mapping[bytes, bytes] | None = None
) -> None:
    """An answer that nobody keeps: what one person sees is no other's business."""
    head = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *(headers or {}).items(),
    ]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})
