"""What can be asked of the process that makes papers: each says itself how it is made, piece by piece."""

import json
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from puntobanco.app.house.bundle_export import checkpoint_now, exported
from puntobanco.app.house.house_reports import Reporting, reporting
from puntobanco.app.house.played_rounds import round_of_record, steps_in
from puntobanco.app.house.read_only_house import looking
from puntobanco.app.house.verification import verify_house
from puntobanco.app.report_worker import describe_records
from puntobanco.app.report_worker.periods import between, clock_in, date_of, whole_day, zone_of
from puntobanco.audit.bundle_scope import Scope
from puntobanco.audit.played_tables import WhichTable, tables_of
from puntobanco.audit.proofs import WholeTree
from puntobanco.audit.round_replay import Step
from puntobanco.errors import Unreadable
from puntobanco.reports.cells import as_dict
from puntobanco.reports.csv_text import as_csv
from puntobanco.reports.html import as_html
from puntobanco.reports.model import Report
from puntobanco.store.verify import all_lines
from puntobanco.streams.actors import Actor
from puntobanco.streams.names import TOURNAMENT
from puntobanco.table.views.hands import hands
from puntobanco.table.views.visible_state import view

PIECE = 64 * 1024
"""So many bytes go out at a time."""
Told: TypeAlias = Callable[[bytes], None]


class Missing(Unreadable):
    """There is no such thing in the log."""


class Sort(StrEnum):
    """The six reports."""

    DAY = "day"
    TABLE = "table"
    SHOE = "shoe"
    PATRON = "patron"
    IRREGULARITIES = "irregularities"
    TOURNAMENT = "tournament"


class Form(StrEnum):
    """How a report is written."""

    JSON = "json"
    CSV = "csv"
    HTML = "html"


class AskedReport(Struct, frozen=True, kw_only=True, tag_field="is", tag="report"):
    """A report, as `punto report` makes it."""

    sort: Sort
    name: str = ""
    """Of the table, patron or tournament."""
    shoe: int = 0
    date: str | None = None
    since: str | None = None
    until: str | None = None
    zone: str = "UTC"
    form: Form = Form.JSON
    section: str | None = None
    """Of CSV, which holds one; else the first."""

    def check(self) -> None:
        """Refuse at once what cannot be read."""
        self._period()
        if self.section is not None and self.form is not Form.CSV:
            raise Unreadable("section: is for format=csv, which holds one; the other formats have all of them")

    def made(self, folder: Path) -> Iterator[bytes]:
        with reporting(folder) as found:
            yield self._written(_or_missing(lambda: self._report(found))).encode()

    def _report(self, of: Reporting) -> Report:
        period = self._period()
        match self.sort:
            case Sort.DAY:
                return of.day(period, self._day())
            case Sort.TABLE:
                return of.table(period, self.name)
            case Sort.SHOE:
                return of.shoe(period, self.name, self.shoe)
            case Sort.PATRON:
                return of.patron(period, self.name)
            case Sort.IRREGULARITIES:
                return of.irregularities(period)
            case Sort.TOURNAMENT:
                return of.tournament(period, self.name)

    def _period(self) -> Any:
        if self.sort is Sort.DAY:
            return whole_day(date_of(self.date, zone_of(self.zone)), self.zone)
        return between(self.since, self.until, self.zone)

    def _day(self) -> str:
        return date_of(self.date, zone_of(self.zone)).isoformat()

    def _written(self, report: Report) -> str:
        match self.form:
            case Form.JSON:
                return json.dumps(as_dict(report), ensure_ascii=False)
            case Form.CSV:
                return as_csv(report.chosen(self.section))
            case Form.HTML:
                return as_html(report, clock_in(self.zone))


class AskedRound(Struct, frozen=True, kw_only=True, tag_field="is", tag="round"):
    """A round told record by record, as `punto audit round` does."""

    which: WhichTable
    number: int
    audience: Actor
    views: bool
    """Whether the table after each record comes with it."""

    def made(self, folder: Path) -> Iterator[bytes]:
        with looking(folder) as seen:
            steps = [self._told(step) for step in steps_in(seen, self.which, self.number)]
        if not steps:
            raise Missing(f"{self.which} has no round {self.number}")
        yield msgspec.json.encode(describe_records.told_round(self.which, self.number, steps))

    def _told(self, step: Step) -> dict[str, Any]:
        found = describe_records.step_of_round(step, self.audience)
        if not self.views:
            return found
        sentences = describe_records.sentences_of(step.record, self.audience, step.table)
        seen = {"view": view(step.after, self.audience), "hands": hands(step.after, self.audience)}
        return {**found, "told": sentences, **seen}


class AskedRoundOfRecord(Struct, frozen=True, kw_only=True, tag_field="is", tag="round_of_record"):
    """The same of the round in which a record was written."""

    stream: str
    record: int
    audience: Actor
    views: bool

    def made(self, folder: Path) -> Iterator[bytes]:
        with looking(folder) as seen:
            found = round_of_record(seen, self.stream, self.record)
        if found is None:
            raise Missing(f"{self.stream} has no record {self.record} in a round of one table")
        which, number = found
        yield from AskedRound(which=which, number=number, audience=self.audience, views=self.views).made(folder)


class AskedTables(Struct, frozen=True, kw_only=True, tag_field="is", tag="tables"):
    """Every table that a tournament had."""

    tournament: str

    def made(self, folder: Path) -> Iterator[bytes]:
        with looking(folder) as seen:
            tables = tables_of(seen.lines(TOURNAMENT + self.tournament))
        yield msgspec.json.encode({"tournament": self.tournament, "tables": tables})


class AskedInclusion(Struct, frozen=True, kw_only=True, tag_field="is", tag="inclusion"):
    """The proof that a record is in the tree of so many records."""

    position: int
    size: int

    def made(self, folder: Path) -> Iterator[bytes]:
        tree, bodies = _tree(folder, self.size), {}
        with looking(folder) as seen:
            (line,) = seen.store.read_all(self.position - 1, 1)
            bodies = {"stream": line.stream, "number": line.number, "body": line.body.decode()}
        proof = [one.hex() for one in tree.inclusion(self.position - 1, self.size)]
        around = {"position": self.position, "size": self.size, "root": tree.root(self.size).hex()}
        yield msgspec.json.encode({**around, **bodies, "proof": proof})


class AskedConsistency(Struct, frozen=True, kw_only=True, tag_field="is", tag="consistency"):
    """The proof that the tree of `new` records begins with that of `old` ones."""

    old: int
    new: int

    def made(self, folder: Path) -> Iterator[bytes]:
        tree = _tree(folder, self.new)
        roots = {"old_root": tree.root(self.old).hex(), "new_root": tree.root(self.new).hex()}
        proof = [one.hex() for one in tree.consistency(self.old, self.new)]
        yield msgspec.json.encode({"old": self.old, "new": self.new, **roots, "proof": proof})


class AskedCheckpoint(Struct, frozen=True, kw_only=True, tag_field="is", tag="checkpoint"):
    """A checkpoint of all records that there are, signed as `punto audit checkpoint` does; its note."""

    def made(self, folder: Path) -> Iterator[bytes]:
        yield checkpoint_now(folder)[0].read_bytes()


class AskedBundle(Struct, frozen=True, kw_only=True, tag_field="is", tag="bundle"):
    """A bundle, as `punto audit export` writes it, up to a checkpoint that was signed before."""

    scope: Scope
    at: int | None = None
    """The size of the checkpoint; else the newest."""

    def made(self, folder: Path) -> Iterator[bytes]:
        with exported(folder, self.scope, self.at, missing=Missing) as (_, lines):
            yield from _gathered(lines)


class AskedVerification(Struct, frozen=True, kw_only=True, tag_field="is", tag="verification"):
    """Everything checked, on one core, as `punto audit verify` does; the last piece is what was found."""

    def made(self, folder: Path, tell: Told) -> Iterator[bytes]:
        found = verify_house(folder, progress=lambda done, of: tell(msgspec.json.encode({"done": done, "of": of})))
        yield msgspec.json.encode({"found": describe_records.verified(found)})


Asked: TypeAlias = (
    AskedReport
    | AskedRound
    | AskedRoundOfRecord
    | AskedTables
    | AskedInclusion
    | AskedConsistency
    | AskedCheckpoint
    | AskedBundle
    | AskedVerification
)


def _or_missing(report: Callable[[], Report]) -> Report:
    """What was asked for was read before: what a report still does not find is not there."""
    try:
        return report()
    except Unreadable as error:
        raise Missing(str(error)) from None


def _tree(folder: Path, size: int) -> WholeTree:
    tree = WholeTree()
    with looking(folder) as seen:
        for line in all_lines(seen.store, size):
            tree.add(line.body)
    if tree.size < size:
        raise Missing(f"the log has no {size} records yet")
    return tree


def _gathered(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Short lines together, so that few pieces go out."""
    held = bytearray()
    for line in lines:
        held += line
        if len(held) >= PIECE:
            yield bytes(held)
            held.clear()
    yield bytes(held)
