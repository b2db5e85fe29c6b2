"""Tables: what there is, how each stands for whoever asks, what was played."""

from asyncio import to_thread
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from puntobanco.app.house.played_rounds import steps_in
from puntobanco.app.house.stream_states import records_of
from puntobanco.app.live_shoe_odds import shoe_odds, shoe_removal
from puntobanco.audit.played_tables import WhichTable
from puntobanco.house import Running
from puntobanco.rulebooks.printing import SignLine, sign
from puntobanco.scoreboard.scoreboards import Board, board
from puntobanco.streams.names import TABLE, named
from puntobanco.table import Actor, LegalAction, Progress, legal_actions, progress
from puntobanco.table.views.bead_results import beads
from puntobanco.web.authenticate import audience_at
from puntobanco.web.endpoints import Endpoint, Parameter, Raw
from puntobanco.web.problems import no_such
from puntobanco.web.redacted_records import record_seen
from puntobanco.web.request import Call, tables_of
from puntobanco.web.table_summaries import Summary, sees_more, summary
from puntobanco.web.types import SeenRecord, SeenTable
from puntobanco.web.views.odds import Removals, SeenOdds, seen_odds, seen_removal
from puntobanco.web.views.visible_state import seen_at

MOST_RECORDS = 500


class TableEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the house."""

    table: str
    running: Running | UnsetType = UNSET
    """How it is run, where the house has set it up."""
    summary: Summary | None
    """None for a table that was never opened."""


class Tables(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    tables: tuple[TableEntry, ...]


class SeenLegal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody may do now, at a number of the stream."""

    number: int
    legal: tuple[LegalAction, ...]


class SeenProgress(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What comes next, at a number of the stream."""

    number: int
    progress: Progress


class Records(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Records in their order, as far as their reader may see them."""

    records: tuple[SeenRecord, ...]
    number: int
    """The last one that was looked at: ask again after it."""
    more: bool


class Roads(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The scoreboards of the shoe. They show what was and do not tell what comes."""

    number: int
    shoe: int
    board: Board


class Sign(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sign at a table."""

    book: str
    edition: int
    digest: str
    lines: tuple[SignLine, ...]


def list_tables(call: Call) -> Tables:
    """Those that the visitor has a role at."""
    found = []
    for name, running in tables_of(call.house).items():
        audience = audience_at(call.served.door, call.visitor, TABLE + name)
        if audience is not None:
            shown = summary(call.house, TABLE + name, for_staff=sees_more(audience))
            found.append(TableEntry(table=name, running=running, summary=shown))
    return Tables(tables=tuple(found))


def see_table(call: Call) -> Any:
    stream = call.table()
    audience = call.audience(stream)
    call.standing(stream, "open table")
    return seen_at(call.served, stream, audience)


def see_legal(call: Call) -> SeenLegal:
    stream = call.table()
    audience, standing = call.audience(stream), call.house.look(stream)
    return SeenLegal(number=standing.number, legal=legal_actions(standing.state, audience))


def see_progress(call: Call) -> SeenProgress:
    stream = call.table()
    standing = call.standing(stream, "open table")
    return SeenProgress(number=standing.number, progress=progress(standing.state))


async def see_records(call: Call) -> Raw:
    """After a number, in their order."""
    stream = call.table()
    return await seen_records(call, stream, call.audience(stream))


async def seen_records(call: Call, stream: str, audience: Actor) -> Raw:
    """Of any stream."""
    after = call.number("after", 0)
    limit = max(1, call.number("limit", 100, most=MOST_RECORDS))
    lines = await to_thread(call.house.read, stream, after, limit)
    seen = [made for record in records_of(lines) if (made := record_seen(record, audience)) is not None]
    last = lines[-1].number if lines else after
    more = b"true" if len(lines) == limit else b"false"
    return Raw(b'{"records":[%b],"number":%d,"more":%b}' % (b",".join(seen), last, more))


async def see_round(call: Call) -> Raw:
    """Everything about one round, from its first wager to what was ruled later."""
    which, number = table_asked(call), call.counted("round")
    audience = call.audience(which.stream)
    steps = await to_thread(lambda: list(steps_in(call.house, which, number)))
    seen = [made for step in steps if (made := record_seen(step.record, audience)) is not None]
    if not seen:
        raise no_such("round", str(number))
    return Raw(b'{"records":[%b],"number":%d,"more":false}' % (b",".join(seen), steps[-1].line.number))


def table_asked(call: Call) -> WhichTable:
    """The table that the path names, one of the house or of a stage of a tournament."""
    if "tournament" not in call.path:
        return WhichTable(table=named(call.table()))
    cup = named(call.tournament())
    return WhichTable(table=call.path["table"], tournament=cup, stage=call.counted("stage"))


def see_roads(call: Call) -> Roads:
    stream = call.table()
    standing = call.standing(stream, "open table")
    state = standing.state
    return Roads(number=standing.number, shoe=state.shoe.number, board=board(beads(state)))


def see_sign(call: Call) -> Sign:
    stream = call.table()
    rules = call.standing(stream, "open table").state.rules
    return Sign(book=rules.book, edition=rules.edition, digest=rules.digest, lines=sign(rules))


async def see_odds(call: Call) -> SeenOdds:
    """Of what is left in the shoe, for those who may count on it."""
    stream = call.table()
    audience, state = call.audience(stream), call.standing(stream, "open table").state
    return seen_odds(await to_thread(shoe_odds, state, audience))


async def see_removal(call: Call) -> Removals:
    """For the same people: what each card that leaves does to them."""
    stream = call.table()
    audience, standing = call.audience(stream), call.standing(stream, "open table")
    found = await to_thread(shoe_removal, standing.state, audience)
    wagers = tuple(map(seen_removal, found))
    return Removals(book=standing.state.rules.book, number=standing.number, wagers=wagers)


AFTER = Parameter(name="after", says="Records after this number.", type=int, example=0)
LIMIT = Parameter(name="limit", says=f"How many, at most {MOST_RECORDS}.", type=int, example=100)


def _read(path: str, does: Any, gives: Any, says: str, *parameters: Parameter) -> Endpoint:
    return Endpoint(method="GET", path=path, does=does, gives=gives, says=says, parameters=parameters)


TABLES = (
    _read("/tables", list_tables, Tables, "All tables that you have a role at."),
    _read("/tables/{table}", see_table, SeenTable, "A table as you may see it, with the cursor it stands at."),
    _read("/tables/{table}/legal", see_legal, SeenLegal, "What you may do there now."),
    _read("/tables/{table}/progress", see_progress, SeenProgress, "What comes next, and whose act it is."),
    _read("/tables/{table}/records", see_records, Records, "What happened there, as you may see it.", AFTER, LIMIT),
    _read("/tables/{table}/rounds/{round}", see_round, Records, "One round, with whatever was ruled about it later."),
    _read("/tables/{table}/roads", see_roads, Roads, "The scoreboards of the shoe."),
    _read("/tables/{table}/sign", see_sign, Sign, "The sign at the table."),
    _read("/tables/{table}/odds", see_odds, SeenOdds, "The odds of what is left in the shoe, for auditors."),
    _read(
        "/tables/{table}/odds/removal", see_removal, Removals, "What each card that leaves does to them, for auditors."
    ),
)
