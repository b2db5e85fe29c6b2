"""Rounds told record by record over HTTP, at tables of the house and of tournaments."""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from puntobanco.app.report_worker.jobs import Asked, AskedRound, AskedRoundOfRecord, AskedTables
from puntobanco.audit.played_tables import WhichTable
from puntobanco.errors import Unreadable
from puntobanco.streams.actors import Actor
from puntobanco.streams.names import TABLE, TOURNAMENT
from puntobanco.table.views.hands import Hands
from puntobanco.table.views.visible_state import View as TableView
from puntobanco.web.endpoints import Endpoint, Parameter
from puntobanco.web.reports import permissions
from puntobanco.web.reports.streamed_response import Sheet
from puntobanco.web.request import Call
from puntobanco.web.types import PlayedTables


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
    """the table as it is after them, as its reader may see it,"""
    hands: Hands | UnsetType | None = UNSET
    """and its hands with their totals; none while no card lies."""


class ToldRound(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round from its first record to whatever was ruled about it later."""

    tournament: str | UnsetType = UNSET
    """Whose table it was; a table of the house has none,"""
    stage: int | UnsetType = UNSET
    """nor a stage."""
    table: str
    round: int
    records: tuple[ToldStep, ...]


def tell_round(call: Call) -> Sheet:
    audience = permissions.of_the_table(call)
    return _round(call, WhichTable(table=permissions.table(call)), audience)


def tell_round_of_record(call: Call) -> Sheet:
    """Whoever has found a record sees the round that it belongs to."""
    audience = permissions.of_the_table(call)
    return _round_of_record(call, TABLE + permissions.table(call), audience)


def tell_tables(call: Call) -> Sheet:
    permissions.of_the_tournament(call)
    return _sheet(call, AskedTables(tournament=permissions.tournament(call)))


def tell_round_of_stage(call: Call) -> Sheet:
    audience, table = permissions.of_the_tournament(call), call.path["table"]
    cup, stage = permissions.tournament(call), call.counted("stage")
    return _round(call, WhichTable(table=table, tournament=cup, stage=stage), audience)


def tell_round_of_tournaments_record(call: Call) -> Sheet:
    audience = permissions.of_the_tournament(call)
    return _round_of_record(call, TOURNAMENT + permissions.tournament(call), audience)


def _round(call: Call, which: WhichTable, audience: Actor) -> Sheet:
    number, views = call.counted("round"), said_true(call, "replay")
    return _sheet(call, AskedRound(which=which, number=number, audience=audience, views=views))


def _round_of_record(call: Call, stream: str, audience: Actor) -> Sheet:
    record, views = call.counted("record"), said_true(call, "replay")
    return _sheet(call, AskedRoundOfRecord(stream=stream, record=record, audience=audience, views=views))


def _sheet(call: Call, asked: Asked) -> Sheet:
    return Sheet(clerks=call.served.papers.reports, folder=call.served.papers.folder, asked=asked)


def said_true(call: Call, name: str) -> bool:
    said = call.query.get(name, "false")
    if said not in ("true", "false"):
        raise Unreadable(f"{name}: write true or false")
    return said == "true"


REPLAY = Parameter(
    name="replay", says="`true`: every record with sentences, and the table after it.", type=bool, example=True
)
OF_A_TOURNAMENT = "/audit/tournaments/{tournament}"


def _told(path: str, does: Any, says: str, gives: Any = ToldRound, *parameters: Parameter) -> Endpoint:
    return Endpoint(method="GET", path=path, does=does, gives=gives, says=says, parameters=parameters, tag="audit")


ROUNDS = (
    _told(
        "/audit/tables/{table}/rounds/{round}",
        tell_round,
        "A round told record by record, for auditors and whoever supervises the table.",
        ToldRound,
        REPLAY,
    ),
    _told(
        "/audit/tables/{table}/records/{record}/round",
        tell_round_of_record,
        "The round in which a record of the table was written, told in the same way.",
        ToldRound,
        REPLAY,
    ),
    _told(
        f"{OF_A_TOURNAMENT}/tables",
        tell_tables,
        "Every table that a tournament had, stage by stage, for auditors and whoever directs it.",
        PlayedTables,
    ),
    _told(
        f"{OF_A_TOURNAMENT}/stages/{{stage}}/tables/{{table}}/rounds/{{round}}",
        tell_round_of_stage,
        "A round at a table of a stage, told as at any table.",
        ToldRound,
        REPLAY,
    ),
    _told(
        f"{OF_A_TOURNAMENT}/records/{{record}}/round",
        tell_round_of_tournaments_record,
        "The round in which a record of a tournament was written, where that is about one table.",
        ToldRound,
        REPLAY,
    ),
)
