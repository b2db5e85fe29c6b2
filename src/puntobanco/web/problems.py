"""What is answered instead of a result, as problem details (RFC 9457): a code for programs, a sentence for people."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from puntobanco.app.auth.throttle import Slowed
from puntobanco.errors import Failure, Refused, Unreadable
from puntobanco.store import StoreFailure

PROBLEM_JSON = b"application/problem+json"
SECONDS_TO_WAIT = 1
"""Before whoever was told that the house is busy asks again."""
LONGEST_DETAIL = 500

TITLES = {
    400: "The request is incomplete",
    401: "Nobody is logged in",
    403: "This is not yours to do",
    404: "There is no such thing",
    405: "This is not done here",
    409: "The rules refuse it",
    413: "The request is too long",
    415: "The request is no JSON",
    421: "This is another house",
    422: "The request cannot be read",
    429: "Too many requests",
    431: "The head of the request is too long",
    500: "A mistake of ours",
    503: "The house is not ready",
}


class Problem(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Why there is no result."""

    type: str
    """`urn:puntobanco:` and the code."""
    title: str
    status: int
    detail: str
    """A sentence that says what to do."""
    code: str
    clause: str | None = None
    """By which clause of the rules it was refused."""


class Declined(Exception):
    """A request that gets a problem for an answer."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        clause: str | None = None,
        wait: int | None = None,
        allowed: str | None = None,
    ) -> None:
        """`wait` says in how many seconds to come back, `allowed` by which methods one may ask."""
        super().__init__(code)
        self.problem = Problem(
            type=f"urn:puntobanco:{code}",
            title=TITLES[status],
            status=status,
            detail=detail[:LONGEST_DETAIL],
            code=code,
            clause=clause,
        )
        self.headers: Mapping[bytes, bytes] = _headers(status, wait, allowed)

    @property
    def body(self) -> bytes:
        return msgspec.json.encode(self.problem)


def _headers(status: int, wait: int | None, allowed: str | None) -> dict[bytes, bytes]:
    said = {
        b"www-authenticate": "Bearer" if status == 401 else None,
        b"retry-after": None if wait is None else str(wait),
        b"allow": allowed,
    }
    return {name: value.encode() for name, value in said.items() if value is not None}


NOT_IN = frozenset({"not_entered"})
"""Refusals because nobody has proved who it is."""
OF_THE_DOOR = frozenset({"code_needed", "wrong_code", "wrong_password", "session_needed", "own_account"})
"""Refusals because somebody who is in has not proved enough."""
OF_NOBODY = frozenset({"unknown_person"})
OF_THE_ROLE = frozenset({"wrong_role", "no_role", "not_yours", "not_dealing", "bad_approval", "odds_not_shown"})
"""Refusals because of who somebody is, not because of what the table is at."""
OF_THE_HOUR = frozenset({"house_closed"})
"""Refusals that pass by themselves."""


def declined(error: Exception) -> Declined | None:
    """The answer to what went wrong; none for a mistake of ours."""
    match error:
        case Declined():
            return error
        case Refused(code=code, clause=clause, sentence=sentence) if code in OF_THE_HOUR:
            return Declined(503, code, sentence, clause=clause, wait=SECONDS_TO_WAIT)
        case Slowed(seconds=seconds, code=code, clause=clause, sentence=sentence):
            return Declined(429, code, sentence, clause=clause, wait=seconds)
        case Refused(code=code, clause=clause, sentence=sentence):
            return Declined(_STATUS.get(code, 409), code, sentence, clause=clause)
        case Unreadable():
            return Declined(422, "unreadable", str(error))
        case msgspec.MsgspecError():
            return Declined(422, "unreadable", f"the body cannot be read: {error}")
        case StoreFailure():
            return Declined(
                503, "store", "the house cannot write now: ask again under the same key", wait=SECONDS_TO_WAIT
            )
        case TimeoutError():
            return Declined(
                503, "no_answer", "no answer came in time: ask again under the same key", wait=SECONDS_TO_WAIT
            )
        case Failure():
            return Declined(503, "not_now", "this does not work now: try again in a moment", wait=SECONDS_TO_WAIT)
    return None


_STATUS = {
    code: status
    for status, codes in ((401, NOT_IN), (403, OF_THE_ROLE | OF_THE_DOOR), (404, OF_NOBODY))
    for code in codes
}
"""Of a refusal; 409 for all others."""


def nobody_is_in() -> Declined:
    return Declined(401, "not_logged_in", "log in, or send a token that has not ended")


def no_such(what: str, name: str) -> Declined:
    return Declined(404, "not_found", f"there is no {what} {name!r}")
