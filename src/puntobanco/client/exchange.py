"""One question to a house, without any network: what is sent, when it is sent again, and what the answer means.

A talk is a generator: it yields what is to be sent and how long to wait, is given what came back, and returns its
answer. Whoever runs it, in a thread or in a loop, decides nothing.
"""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar
from uuid import uuid4

import msgspec

from puntobanco.client.answers import Problem
from puntobanco.errors import Failure, Refused, Unreadable
from puntobanco.log.decode_redacted import with_blanks
from puntobanco.streams.command import AnyCommand, name_of

API = "/api/v1"
MOST_TRIES = 6
SECONDS_FOR_AN_ANSWER = 40.0
"""Longer than a house takes before it says that it has none."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
LOST = frozenset({429, 502, 503, 504})
"""Answers that pass by themselves."""
UNREADABLE = frozenset({400, 404, 405, 413, 415, 422, 431})
REFUSED = frozenset({401, 403, 409})
WITHOUT_CLAUSE = "house"
"""A refusal that stands in no book."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Send:
    """One request."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    seconds: float = SECONDS_FOR_AN_ANSWER
    """How long an answer is waited for."""


@dataclass(frozen=True, slots=True)
class Pause:
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Lost:
    """Nobody knows whether it arrived."""

    why: str


T = TypeVar("T")
Step: TypeAlias = Send | Pause
Talk: TypeAlias = Generator[Step, Came | Lost | None, T]


class Unanswered(Failure):
    """The house cannot be reached, or does not answer now; a command may have been carried out all the same."""


def asked(send: Send, kind: Callable[[bytes], T], tries: int = MOST_TRIES) -> Talk[T]:
    """The answer. What was lost is sent again as it was: a command under the same key is carried out once."""
    why, pause = "", FIRST_PAUSE
    for left in reversed(range(tries)):
        came = yield send
        assert came is not None
        if isinstance(came, Came) and came.status not in LOST:
            if came.status == 200:
                return kind(came.body)
            raise declined(came.status, came.body)
        why = came.why if isinstance(came, Lost) else str(declined(came.status, came.body))
        if left:
            yield Pause(max(pause, retry_after(came)))
        pause = min(2 * pause, LONGEST_PAUSE)
    raise Unanswered(f"{send.method} {send.path}: {why}; tried {tries} times")


def get(path: str, kind: type[T], **query: str) -> Talk[T]:
    return asked(Send(method="GET", path=API + path, query=query), lambda body: read(body, kind))


def post(path: str, body: bytes, kind: type[T], *, key: str | None = None, **query: str) -> Talk[T]:
    """Under a new key, unless somebody has one that goes on."""
    return asked(_posted(path, body, key, query), lambda body: read(body, kind))


def post_once(path: str, body: bytes, kind: type[T]) -> Talk[T]:
    """What is not sent again by itself."""
    return asked(_posted(path, body, None, {}), lambda body: read(body, kind), tries=1)


def _posted(path: str, body: bytes, key: str | None, query: Mapping[str, str]) -> Send:
    headers = {"idempotency-key": key or uuid4().hex, "content-type": "application/json"}
    return Send(method="POST", path=API + path, query=query, headers=headers, body=body)


def command(kind: type[AnyCommand], members: Mapping[str, object]) -> bytes:
    """A command as it is sent: without its actor, who is whoever is logged in."""
    unknown = sorted(set(members) - set(kind.__struct_fields__) | {"actor"} & set(members))
    if unknown:
        raise Unreadable(f"{kind.__name__} has no {', '.join(unknown)}")
    return msgspec.json.encode({"do": name_of(kind), **members})


def read(body: bytes, kind: type[T]) -> T:
    """JSON in its type; what was left out of events, because it is not for whoever asked, is blank."""
    try:
        data = msgspec.json.decode(body)
        for record in data.get("records", (data,)):
            for event in record.get("events", ()):
                with_blanks(event)
        return msgspec.json.decode(msgspec.json.encode(data), type=kind)
    except (msgspec.MsgspecError, AttributeError, TypeError, KeyError) as error:
        raise Unanswered(f"the answer cannot be read: {error}; take the client of the house's own version") from None


def read_as(body: bytes, kind: type[T]) -> T:
    """JSON in its type, with nothing left out."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.MsgspecError as error:
        raise Unanswered(f"the answer cannot be read: {error}; take the client of the house's own version") from None


def declined(status: int, body: bytes) -> Exception:
    """What a house says instead of an answer, as it would be said in this process."""
    try:
        problem = msgspec.json.decode(body, type=Problem)
    except msgspec.MsgspecError:
        return Unanswered(f"the answer has status {status}, and is no answer of a house: check the address")
    if status in REFUSED:
        return Refused(problem.code, problem.clause or WITHOUT_CLAUSE, problem.detail)
    if status in UNREADABLE:
        return Unreadable(problem.detail)
    return Unanswered(f"{problem.detail} ({problem.code})")


def retry_after(came: Came | Lost) -> float:
    said = came.headers.get("retry-after", "") if isinstance(came, Came) else ""
    return min(float(said), LONGEST_PAUSE) if said.isascii() and said.isdigit() else 0.0
