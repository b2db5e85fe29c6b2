"""Reports, the log, rounds told, verifications and checkpoints as a house answers them, in types."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType

from puntobanco.streams.actors import Actor
from puntobanco.table.views.hands import Hands
from puntobanco.table.views.visible_state import View

Cell: TypeAlias = str | int | float | bool | None
Row: TypeAlias = Mapping[str, Cell]


class Report(Struct, frozen=True, kw_only=True):
    """A report: sections of rows. Money is cents, times are microseconds since 1970."""

    sort: str
    title: str
    about: Mapping[str, Cell]
    """What it is about: the table, the period, how many records were counted."""
    notes: tuple[str, ...]
    sections: Mapping[str, tuple[Row, ...]]

    @classmethod
    def read(cls, body: bytes) -> "Report":
        said = msgspec.json.decode(body, type=dict[str, Any])
        sort, title, notes = said.pop("report"), said.pop("title"), tuple(said.pop("notes"))
        sections = {key: tuple(rows) for key, rows in said.items() if isinstance(rows, list)}
        about = {key: cell for key, cell in said.items() if key not in sections}
        return cls(sort=sort, title=title, about=about, notes=notes, sections=sections)


class Sentence(Struct, frozen=True, kw_only=True):
    """What happened, in words."""

    sentence: str
    clause: str


class LoggedRecord(Struct, frozen=True, kw_only=True):
    """A record of the log as auditors see it; events are as `punto audit log` prints them."""

    position: int
    stream: str
    number: int
    time: int
    id: str
    by: Actor
    hash: str
    events: tuple[Mapping[str, object], ...]
    told: tuple[Sentence, ...] | UnsetType = UNSET
    """The same in words, where they were asked for."""
    book: str | UnsetType | None = UNSET
    in_round: bool | UnsetType = UNSET


class LogPage(Struct, frozen=True, kw_only=True):
    """Some records of the log."""

    records: tuple[LoggedRecord, ...]
    after: int
    """The last position that was looked at: ask again after it."""
    more: bool


class ToldStep(Struct, frozen=True, kw_only=True):
    """A record of a round."""

    position: int
    number: int
    time: int
    by: Actor
    approved_by: Actor | None
    later: bool
    command: Mapping[str, object]
    events: tuple[Mapping[str, object], ...]
    told: tuple[Sentence, ...] | UnsetType = UNSET
    view: View | UnsetType = UNSET
    """The table after it, if a replay was asked for,"""
    hands: Hands | UnsetType | None = UNSET
    """and its hands with their totals."""


class ToldRound(Struct, frozen=True, kw_only=True):
    """A round, with whatever was ruled about it later."""

    tournament: str | UnsetType = UNSET
    """Whose table it was, and in which stage; a table of the house has neither."""
    stage: int | UnsetType = UNSET
    table: str
    round: int
    records: tuple[ToldStep, ...]


class PlayedTable(Struct, frozen=True, kw_only=True):
    """A table of a tournament, and how far it came."""

    stage: int
    name: str
    """Of the stage."""
    table: str
    round: int
    """That is played, or would come next."""
    players: tuple[str, ...]
    """Who has played there, those who have left it, too."""


class PlayedTables(Struct, frozen=True, kw_only=True):
    """Every table that a tournament had, stage by stage."""

    tournament: str
    tables: tuple[PlayedTable, ...]


class Finding(Struct, frozen=True, kw_only=True):
    """What is wrong with the log, and where."""

    position: int | None
    stream: str
    number: int | None
    sort: str
    sentence: str
    last: int | None = None


class Found(Struct, frozen=True, kw_only=True):
    """What came of a verification."""

    sound: bool
    records: int
    checkpoints: int
    held: int
    findings: tuple[Finding, ...]
    apart: Mapping[str, int]


class Verification(Struct, frozen=True, kw_only=True):
    """A verification that runs, or the last one that did."""

    number: int
    by: str
    course: str
    """`running`, `done`, `cancelled` or `failed`."""
    started: int
    ended: int | None = None
    done: int = 0
    of: int = 0
    found: Found | None = None


class Checkpoint(Struct, frozen=True, kw_only=True):
    """How far the log was, with the signed note."""

    size: int
    root: str
    time: int
    note: str


class Checkpoints(Struct, frozen=True, kw_only=True):
    checkpoints: tuple[Checkpoint, ...]
    more: bool


class VerificationKeys(Struct, frozen=True, kw_only=True):
    keys: tuple[str, ...]


class Inclusion(Struct, frozen=True, kw_only=True):
    """That a record is in a tree (RFC 6962), in hexadecimal."""

    position: int
    size: int
    root: str
    stream: str
    number: int
    body: str
    proof: tuple[str, ...]


class Consistency(Struct, frozen=True, kw_only=True):
    """That a tree begins with another one (RFC 6962), in hexadecimal."""

    old: int
    new: int
    old_root: str
    new_root: str
    proof: tuple[str, ...]
