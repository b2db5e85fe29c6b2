"""The audit over HTTP: the log with filters, and verifications."""

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from puntobanco.app.auth.principal import Scope as Allowed
from puntobanco.app.house.house import House
from puntobanco.app.house.stream_states import record_of
from puntobanco.app.report_worker.describe_records import filtered, kinds_of_events, logged, sentences_of
from puntobanco.app.report_worker.periods import microseconds
from puntobanco.audit.log_filter import Filter
from puntobanco.audit.played_tables import is_in_round
from puntobanco.store import Line
from puntobanco.streams.actors import Actor
from puntobanco.streams.names import TABLE, TOURNAMENT
from puntobanco.web.endpoints import Endpoint, Parameter
from puntobanco.web.reports import permissions
from puntobanco.web.reports.round_replay import Sentence, said_true
from puntobanco.web.reports.verification_job import Verification
from puntobanco.web.request import Call

MOST_RECORDS = 500
MOST_LOOKED_AT = 4000
"""Records that one request looks at, in a thread beside the tables; whoever finds few of them asks on."""
FILTERS = ("table", "patron", "person", "role", "event", "clause")


class LoggedRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record as `punto audit log --format json` prints it."""

    position: int
    stream: str
    number: int
    time: int
    id: str
    by: Actor
    hash: str
    events: tuple[Mapping[str, Any], ...]
    """Each with `event` (or `act`, of a fair shoe), `version` and its members, as they are printed."""
    told: tuple[Sentence, ...] | UnsetType = UNSET
    """With `words`: the same events as sentences."""
    book: str | UnsetType | None = UNSET
    """With `words`: of the table or tournament, so that a clause can be looked up; none elsewhere."""
    in_round: bool | UnsetType = UNSET
    """With `words`: whether it belongs to a round of one table, which can be replayed."""


class LogPage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Records of the house in the order of their commits, or with `before` the newest first."""

    records: tuple[LoggedRecord, ...]
    after: int
    """The last position that was looked at: ask again after it, or `before` it."""
    more: bool
    """Whether there is more to look at; a page may be empty and not the last."""


class EventKinds(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every kind of event that a log can be asked for."""

    kinds: tuple[str, ...]


async def see_log(call: Call) -> Any:
    permissions.of_the_house(call)
    since, until = (microseconds(call.query.get(key)) for key in ("since", "until"))
    wanted = filtered(since=since, until=until, **{key: call.query.get(key) for key in FILTERS})
    asked = Page(
        after=call.number("after", 0),
        before=call.number("before", 0) if "before" in call.query else None,
        limit=max(1, call.number("limit", 100, most=MOST_RECORDS)),
        words=said_true(call, "words"),
    )
    return await to_thread(_page, call.house, wanted, asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Which part of the log is asked for, and how."""

    after: int
    before: int | None
    limit: int
    words: bool

    def lines(self, house: House) -> Sequence[Line]:
        """As many as one request looks at, in the order in which they are wanted."""
        if self.before is None:
            return house.read_all(self.after, MOST_LOOKED_AT)
        end = min(self.before or house.position + 1, house.position + 1)
        lines = house.read_all(max(0, end - 1 - MOST_LOOKED_AT), MOST_LOOKED_AT)
        return [line for line in lines if line.position < end][::-1]

    def goes_on(self, house: House, last: int) -> bool:
        return bool(house.read_all(last, 1)) if self.before is None else last > 1


def _page(house: House, wanted: Filter, asked: Page) -> dict[str, Any]:
    found: list[dict[str, Any]] = []
    lines, last = asked.lines(house), asked.after
    for line in lines:
        last = line.position
        record = record_of(line)
        if wanted.has(line, record):
            found.append(_logged(house, line, record, words=asked.words))
            if len(found) == asked.limit:
                break
    return {"records": found, "after": last, "more": bool(lines) and asked.goes_on(house, last)}


def _logged(house: House, line: Line, record: Any, *, words: bool) -> dict[str, Any]:
    found = logged(line, record)
    if not words:
        return found
    book, in_round = _book_of(house, line.stream), is_in_round(record)
    return {**found, "told": sentences_of(record), "book": book, "in_round": in_round}


def _book_of(house: House, stream: str) -> str | None:
    if not stream.startswith((TABLE, TOURNAMENT)):
        return None
    state = house.look(stream).state
    rules = getattr(state, "rules", None)
    return None if rules is None else str(rules.book)


def see_kinds(call: Call) -> EventKinds:
    permissions.of_the_house(call)
    return EventKinds(kinds=kinds_of_events())


async def start_verification(call: Call) -> Verification:
    permissions.of_the_house(call)
    call.require(Allowed.WORK)
    papers = call.served.papers
    return papers.verifying.start(papers.folder, call.visitor.person)


async def see_verification(call: Call) -> Verification:
    permissions.of_the_house(call)
    return call.served.papers.verifying.last


async def cancel_verification(call: Call) -> Verification:
    permissions.of_the_house(call)
    call.require(Allowed.WORK)
    return await call.served.papers.verifying.cancel()


LOG = (
    Parameter(name="table", says="One table, with its fair shoes.", example="1"),
    Parameter(name="patron", says="About one patron.", example="ann"),
    Parameter(name="person", says="Who gave the command, or approved it.", example="sue"),
    Parameter(name="role", says="As whom.", example="supervisor"),
    Parameter(name="event", says="A kind of event.", example="round_voided"),
    Parameter(name="clause", says="By this clause.", example="14.1"),
    Parameter(name="since", says="From then on, in UTC.", example="2026-01-31T20:00"),
    Parameter(name="until", says="Up to then, and not then.", example="2026-02-01"),
    Parameter(name="after", says="Records after this position.", type=int, example=0),
    Parameter(
        name="before",
        says="Instead: records before this position, the newest first; 0 for all.",
        type=int,
        example=1000,
    ),
    Parameter(name="words", says="`true`: every record with sentences.", type=bool, example=True),
    Parameter(name="limit", says=f"How many, at most {MOST_RECORDS}.", type=int, example=100),
)
VERIFICATION = "/audit/verification"

AUDITS = tuple(
    Endpoint(
        method=method,
        path=path,
        does=does,
        gives=gives,
        says=says,
        parameters=parameters,
        tag="audit",
        problems=problems,
    )
    for method, path, does, gives, says, parameters, problems in (
        ("GET", "/audit/log", see_log, LogPage, "The log of the house, filtered.", LOG, ()),
        ("GET", "/audit/kinds", see_kinds, EventKinds, "The kinds of events that it can be filtered by.", (), ()),
        (
            "POST",
            VERIFICATION,
            start_verification,
            Verification,
            "Verify the house, unless that is being done.",
            (),
            (),
        ),
        ("GET", VERIFICATION, see_verification, Verification, "How far the verification is.", (), (404,)),
        ("DELETE", VERIFICATION, cancel_verification, Verification, "Stop the verification.", (), (404,)),
    )
)
