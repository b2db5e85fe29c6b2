"""What can be asked of the server, as data: routes, checks and the OpenAPI document are all made from it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from inspect import isawaitable
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

import msgspec

from puntobanco.app.entrance.visitor import Scope as Allowed
from puntobanco.app.entrance.visitor import Visitor
from puntobanco.web.calls import Call, Served, require
from puntobanco.web.problems import Declined
from puntobanco.words import clean

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


class Raw(bytes):
    """JSON that is written already."""


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
        body = await read_body(headers, receive) if endpoint.takes is not None else b""
        visitor = await let_in(served, scope, headers, active=True)
        call = Call(
            served=served,
            visitor=visitor,
            path={name: clean(said) for name, said in scope["path_params"].items()},
            query=read_query(scope["query_string"], endpoint.parameters),
            headers=headers,
            body=body,
        )
        found = endpoint.does(call)
        if isawaitable(found):
            found = await found
        await answer(send, 200, found if isinstance(found, Raw) else _encode(found))

    return Application(app)


async def let_in(served: Served, scope: Scope, headers: Mapping[bytes, bytes], *, active: bool) -> Visitor:
    """Who asks; 401 for nobody, 403 for a token that does not allow it."""
    address = scope["client"][0] if scope.get("client") else ""
    token = token_in(headers, served.door.cookie)
    visitor = None if token is None else await served.door.who(token, active=active)
    if visitor is None:
        served.rates.take(unknown=address)
        raise Declined(401, "not_logged_in", "log in, or send a token that has not ended")
    served.rates.take(person=visitor.person, session=visitor.id, address=address)
    require(visitor, Allowed.READ)
    return visitor


def token_in(headers: Mapping[bytes, bytes], cookie: str) -> str | None:
    """The bearer token, or the session's in its cookie."""
    said = headers.get(b"authorization", b"").decode("latin-1")
    if said:
        scheme, _, token = said.partition(" ")
        return token.strip() if scheme.lower() == "bearer" else None
    for part in headers.get(b"cookie", b"").decode("latin-1").split(";"):
        name, _, value = part.strip().partition("=")
        if name == cookie:
            return value
    return None


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
