"""The audit over HTTP: the log with filters, rounds told record by record, and verifications."""

from asyncio import to_thread
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from puntobanco.app.entrance.visitor import Scope as Allowed
from puntobanco.app.house.house import House
from puntobanco.app.house.standing import record_of
from puntobanco.app.papers.asked import AskedRound
from puntobanco.app.papers.times import microseconds
from puntobanco.app.papers.told import filtered, logged
from puntobanco.audit.filters import Filter
from puntobanco.errors import Unreadable
from puntobanco.table.actors import Actor
from puntobanco.table.reading.views import View as TableView
from puntobanco.web.calls import Call
from puntobanco.web.endpoints import Endpoint, Parameter
from puntobanco.web.papers import access
from puntobanco.web.papers.sheet import Sheet
from puntobanco.web.papers.verifying import Verification

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


class LogPage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Records of the house in the order of their commits."""

    records: tuple[LoggedRecord, ...]
    after: int
    """The last position that was looked at: ask again after it."""
    more: bool
    """Whether there is more to look at; a page may be empty and not the last."""


class Sentence(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What happened in words, and by which clause."""

    sentence: str
    clause: str


class ToldStep(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record of a round as `punto audit round --format json` prints it."""

    position: int
    number: int
    time: int
    by: Actor
    approved_by: Actor | None
    later: bool
    """Whether it came when other rounds were being played."""
    command: Mapping[str, Any]
    events: tuple[Mapping[str, Any], ...]
    told: tuple[Sentence, ...] | UnsetType = UNSET
    """With `replay`: the same events in words,"""
    view: TableView | UnsetType = UNSET
    """and the table as it is after them, as its reader may see it."""


class ToldRound(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round from its first record to whatever was ruled about it later."""

    table: str
    round: int
    records: tuple[ToldStep, ...]


async def see_log(call: Call) -> Any:
    access.of_the_house(call)
    since, until = (microseconds(call.query.get(key)) for key in ("since", "until"))
    wanted = filtered(since=since, until=until, **{key: call.query.get(key) for key in FILTERS})
    after, limit = call.number("after", 0), max(1, call.number("limit", 100, most=MOST_RECORDS))
    return await to_thread(_page, call.house, wanted, after, limit)


def _page(house: House, wanted: Filter, after: int, limit: int) -> dict[str, Any]:
    found: list[dict[str, Any]] = []
    lines = house.read_all(after, MOST_LOOKED_AT)
    for line in lines:
        after = line.position
        record = record_of(line)
        if wanted.has(line, record):
            found.append(logged(line, record))
            if len(found) == limit:
                break
    return {"records": found, "after": after, "more": bool(lines) and _goes_on(house, after)}


def _goes_on(house: House, after: int) -> bool:
    return bool(house.read_all(after, 1))


def tell_round(call: Call) -> Sheet:
    audience = access.of_the_table(call)
    said = call.query.get("replay", "false")
    if said not in ("true", "false"):
        raise Unreadable("replay: write true or false")
    asked = AskedRound(
        table=access.table(call), number=access.whole_number(call, "round"), audience=audience, views=said == "true"
    )
    return Sheet(clerks=call.served.papers.reports, folder=call.served.papers.folder, asked=asked)


async def start_verification(call: Call) -> Verification:
    access.of_the_house(call)
    call.require(Allowed.WORK)
    papers = call.served.papers
    return papers.verifying.start(papers.folder, call.visitor.person)


async def see_verification(call: Call) -> Verification:
    access.of_the_house(call)
    return call.served.papers.verifying.last


async def cancel_verification(call: Call) -> Verification:
    access.of_the_house(call)
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
    Parameter(name="limit", says=f"How many, at most {MOST_RECORDS}.", type=int, example=100),
)
REPLAY = Parameter(
    name="replay", says="`true`: every record with sentences, and the table after it.", type=bool, example=True
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
        (
            "GET",
            "/audit/tables/{table}/rounds/{round}",
            tell_round,
            ToldRound,
            "A round told record by record, for auditors and whoever supervises the table.",
            (REPLAY,),
            (),
        ),
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
