"""Live updates: one stream of server-sent events per browser, over any number of tables."""

from asyncio import FIRST_COMPLETED, create_task, to_thread, wait
from collections.abc import Mapping
from typing import Any

import msgspec

from puntobanco.app.auth.principal import Visitor
from puntobanco.errors import Unreadable
from puntobanco.log.redact import SEES_BALANCES
from puntobanco.streams.actors import Actor
from puntobanco.streams.names import CAGE, HOUSE, SHOES, TABLE, TOURNAMENT, named
from puntobanco.values.text import clean, parted
from puntobanco.web.authenticate import audience_at
from puntobanco.web.endpoints import Application, Parameter, Receive, Send, left, let_in, read_query
from puntobanco.web.problems import Declined, no_such
from puntobanco.web.protocol import CONNECTION
from puntobanco.web.redacted_records import Told
from puntobanco.web.request import Served, require_table, tables_of
from puntobanco.web.sse import MOST_STREAMS, Reached, frame, mark_of, read_cursor
from puntobanco.web.subscriber import Subscriber
from puntobanco.web.views.visible_state import seen_at

MOST_MISSED = 500
"""Records that are sent to whoever comes back; who has missed more gets a new view."""
MOST_ON_A_BOARD = 2000
ALL = "*"
HEAD = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"connection", b"close"),
]

PARAMETERS = (
    Parameter(
        name="tables",
        says="Names of tables to follow record by record, joined by commas; one within a name is written `\\,`.",
        example="1,2",
    ),
    Parameter(name="shoes", says="Tables whose fair shoes to follow: commitments, proofs, reveals.", example="1"),
    Parameter(name="tournaments", says="Names of tournaments to follow.", example="spring"),
    Parameter(name="account", says="`own` to follow your own account.", example="own"),
    Parameter(
        name="house", says="`log` to follow what concerns the whole house, for supervising staff.", example="log"
    ),
    Parameter(name="board", says="Tables to see summed up, at most twice a second; `*` for all.", example="*"),
    Parameter(name="after", says="The id of the last event that you have: what came after it is sent.", example=""),
)


def live(served: Served) -> Application:
    """The endpoint as an application: it writes to the connection itself, past what answers others."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":  # a router takes HEAD for GET, and a stream is nothing but body
            raise Declined(405, "not_allowed", "a stream is opened with GET")
        headers = dict(scope["headers"])
        visitor = await let_in(served, scope, headers, active=False)
        query = read_query(scope["query_string"], PARAMETERS)
        if scope["http_version"] != "1.1" or served.hub.closed:
            raise Declined(503, "no_stream", "no stream can be opened now: come back over HTTP/1.1", wait=1)
        said = headers.get(b"last-event-id", b"").decode("latin-1") or query.get("after", "")
        cursor = read_cursor(said)
        await _reach(served, cursor)
        audiences = _followed(served, visitor, query)
        board, whole = _board(served, visitor, query), query.get("board") == ALL
        one = Subscriber(scope["extensions"][CONNECTION], visitor, audiences, board, has_whole_board=whole)
        await send({"type": "http.response.start", "status": 200, "headers": HEAD})
        served.hub.add(one)
        try:
            await _begin(served, one, cursor)
            await _until_the_end(one, receive)
        finally:
            served.hub.remove(one)

    return Application(app)


async def _reach(served: Served, cursor: Mapping[str, Reached]) -> None:
    """Read what other processes wrote, if the client saw more at one of them than this process knows of."""
    if not all(served.house.has_seen(stream, reached.number) for stream, reached in cursor.items()):
        await to_thread(served.house.catch_up)


async def _until_the_end(one: Subscriber, receive: Receive) -> None:
    """Until the reader leaves, or is sent home."""
    leaves = create_task(left(receive))
    ends = create_task(one.ended.wait())
    try:
        await wait((leaves, ends), return_when=FIRST_COMPLETED)
        await leaves  # a connection that was closed says so
    finally:
        leaves.cancel()
        ends.cancel()


# What is followed


def _followed(served: Served, visitor: Visitor, query: Mapping[str, str]) -> dict[str, Actor]:
    """As whom each stream is seen that was asked for."""
    streams = [TABLE + name for name in _names(query, "tables")]
    streams += [SHOES + name for name in _names(query, "shoes")]
    streams += [TOURNAMENT + name for name in _names(query, "tournaments")]
    if _chosen(query, "account", "own"):
        streams.append(CAGE + visitor.person)
    if _chosen(query, "house", "log"):
        streams.append(HOUSE)
    if len(streams) > MOST_STREAMS:
        raise Unreadable(f"tables: at most {MOST_STREAMS} streams are followed at once; sum the others up with board")
    return {stream: _audience(served, visitor, stream) for stream in streams}


def _board(served: Served, visitor: Visitor, query: Mapping[str, str]) -> dict[str, Actor]:
    """Tables to be summed up: all that the visitor may see, or those that are named."""
    if query.get("board") == ALL:
        found = ((TABLE + name, audience_at(served.door, visitor, TABLE + name)) for name in tables_of(served.house))
        return {stream: audience for stream, audience in found if audience is not None}
    names = _names(query, "board")
    if len(names) > MOST_ON_A_BOARD:
        raise Unreadable(f"board: at most {MOST_ON_A_BOARD} tables")
    return {TABLE + name: _audience(served, visitor, TABLE + name) for name in names}


def _names(query: Mapping[str, str], key: str) -> list[str]:
    found = [clean(name) for name in parted(query.get(key, ""))]
    if len(set(found)) != len(found):
        raise Unreadable(f"{key}: a name stands twice")
    return found


def _chosen(query: Mapping[str, str], key: str, word: str) -> bool:
    said = query.get(key)
    if said not in (None, word):
        raise Unreadable(f"{key}: write {word}, or leave it out")
    return said is not None


def _audience(served: Served, visitor: Visitor, stream: str) -> Actor:
    """Refused to whoever has no role there, who is not told whether there is such a table."""
    found = audience_at(served.door, visitor, stream)
    if found is None or (stream == HOUSE and found.role not in SEES_BALANCES):
        raise Declined(403, "no_role", f"you have no role at {stream}: ask the operator for one")
    if stream.startswith((TABLE, SHOES)):
        require_table(served.house, named(stream))
    elif stream.startswith(TOURNAMENT) and served.house.look(stream).state is None:
        raise no_such("tournament", named(stream))
    return found


# How it begins


async def _begin(served: Served, one: Subscriber, cursor: Mapping[str, Reached]) -> None:
    for stream, audience in one.audiences.items():
        was = cursor.get(stream)
        missed = None if was is None else await _missed(served, stream, audience, was)
        if missed is None or was is None:
            _show(served, one, stream, audience)
        else:
            _catch_up(one, stream, was, missed)
    served.hub.boards.begin(one)
    one.put_beside(frame(b"ready", b"{}"))
    served.hub.begun(one)


async def _missed(served: Served, stream: str, audience: Actor, was: Reached) -> list[Told] | None:
    """What came after a cursor; none where a new view is due."""
    now = served.house.look(stream).number
    if was.mark != mark_of(audience) or not now - MOST_MISSED <= was.number <= now:
        return None
    if was.number == now:
        return []
    return [Told(line) for line in await to_thread(served.house.read, stream, was.number, MOST_MISSED)]


def _catch_up(one: Subscriber, stream: str, was: Reached, missed: list[Told]) -> None:
    one.put(stream, was.number, None)
    for told in missed:
        seen = told.to(one.audiences[stream])
        one.put(stream, told.line.number, None if seen is None else frame(b"record", seen))


def _show(served: Served, one: Subscriber, stream: str, audience: Actor) -> None:
    found = seen_at(served, stream, audience)
    one.put(stream, found.number, frame(b"view", msgspec.json.encode(found)))
