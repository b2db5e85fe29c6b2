"""`punto report`: what the records of a house come to, held against the exact odds."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

from puntobanco.cli.house import FolderArgument, files, working
from puntobanco.errors import Unreadable
from puntobanco.words import quoted

if TYPE_CHECKING:
    from puntobanco.app.house.reporting import Period, Reporting
    from puntobanco.audit.report.values import Report

app = typer.Typer(help="What a house took, held against the exact odds.", no_args_is_help=True)

MICROSECONDS = 10**6
QUARTER = 15 * 60


class ReportFormat(StrEnum):
    """How a report is printed."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    HTML = "html"
    PARQUET = "parquet"


FormatOption = Annotated[
    ReportFormat, typer.Option("--format", help="Text, JSON, one page of HTML, or one section as CSV or Parquet.")
]
OutputOption = Annotated[
    Path | None,
    typer.Option("--output", metavar="FILE", help="Write it there; of CSV and Parquet a folder takes every section."),
]
SectionOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="For CSV and Parquet: which section; else the first one.")
]
ZoneOption = Annotated[str, typer.Option(metavar="ZONE", help="Where days begin, such as Australia/Sydney.")]
SinceOption = Annotated[str | None, typer.Option(metavar="TIME", help="From then on: 2026-11-16 or 2026-11-16T18:00.")]
UntilOption = Annotated[str | None, typer.Option(metavar="TIME", help="Up to then, and not then.")]
TableArgument = Annotated[str, typer.Argument(metavar="TABLE", help="The name of a table.")]


@app.command()
def day(
    folder: FolderArgument,
    on: Annotated[str | None, typer.Option("--date", metavar="DATE", help="Such as 2026-11-16; else today.")] = None,
    zone: ZoneOption = "UTC",
    output: FormatOption = ReportFormat.TEXT,
    target: OutputOption = None,
    section: SectionOption = None,
) -> None:
    """All tables of a house on one day."""
    from puntobanco.app.clock import utc_now

    where = _zone(zone)
    first = datetime.fromtimestamp(utc_now() / MICROSECONDS, where).date() if on is None else _date(on)
    since, until = (_midnight(first, days, where) for days in (0, 1))
    with _made(folder) as made:
        found = made.day(_period(since, until, where, zone, steps="%H:00"), first.isoformat())
    _put(found, where, output, target, section)


@app.command()
def table(
    folder: FolderArgument,
    name: TableArgument,
    since: SinceOption = None,
    until: UntilOption = None,
    zone: ZoneOption = "UTC",
    output: FormatOption = ReportFormat.TEXT,
    target: OutputOption = None,
    section: SectionOption = None,
) -> None:
    """One table, shoe by shoe."""
    where = _zone(zone)
    with _made(folder) as made:
        found = made.table(_between(since, until, where, zone), name)
    _put(found, where, output, target, section)


@app.command()
def shoe(
    folder: FolderArgument,
    name: TableArgument,
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="The shoe, from 1.")],
    zone: ZoneOption = "UTC",
    output: FormatOption = ReportFormat.TEXT,
    target: OutputOption = None,
    section: SectionOption = None,
) -> None:
    """One shoe, round by round."""
    where = _zone(zone)
    with _made(folder) as made:
        found = made.shoe(_between(None, None, where, zone), name, number)
    _put(found, where, output, target, section)


@app.command()
def patron(
    folder: FolderArgument,
    name: Annotated[str, typer.Argument(metavar="PATRON", help="Whose account it is.")],
    since: SinceOption = None,
    until: UntilOption = None,
    zone: ZoneOption = "UTC",
    output: FormatOption = ReportFormat.TEXT,
    target: OutputOption = None,
    section: SectionOption = None,
) -> None:
    """One patron: the account, and what came of the wagers."""
    where = _zone(zone)
    with _made(folder) as made:
        found = made.patron(_between(since, until, where, zone), name)
    _put(found, where, output, target, section)


@app.command()
def irregularities(
    folder: FolderArgument,
    since: SinceOption = None,
    until: UntilOption = None,
    zone: ZoneOption = "UTC",
    output: FormatOption = ReportFormat.TEXT,
    target: OutputOption = None,
    section: SectionOption = None,
) -> None:
    """Everything out of the ordinary, one by one: what went wrong, rulings, voids, disputes, refusals."""
    where = _zone(zone)
    with _made(folder) as made:
        found = made.irregularities(_between(since, until, where, zone))
    _put(found, where, output, target, section)


@app.command()
def tournament(
    folder: FolderArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of a tournament.")],
    zone: ZoneOption = "UTC",
    output: FormatOption = ReportFormat.TEXT,
    target: OutputOption = None,
    section: SectionOption = None,
) -> None:
    """One tournament: places, money and tables."""
    where = _zone(zone)
    with _made(folder) as made:
        found = made.tournament(_between(None, None, where, zone), name)
    _put(found, where, output, target, section)


# Times


def _zone(name: str) -> tzinfo:
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise Unreadable(f"{quoted(name)} is no zone that is known here: write one such as Australia/Sydney") from None


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Unreadable(f"{quoted(text)} is no date: write one such as 2026-11-16") from None


def _midnight(first: date, days: int, where: tzinfo) -> datetime:
    try:
        return datetime.combine(first + timedelta(days=days), datetime.min.time(), where)
    except OverflowError:
        raise Unreadable(f"{first} is the last day that there is") from None


def _time(text: str, where: tzinfo) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise Unreadable(f"{quoted(text)} is no time: write one such as 2026-11-16T18:00") from None
    return found if found.tzinfo else found.replace(tzinfo=where)


def _between(since: str | None, until: str | None, where: tzinfo, zone: str) -> "Period":
    first, last = (None if one is None else _time(one, where) for one in (since, until))
    return _period(first, last, where, zone, steps="%Y-%m-%d")


def _period(since: datetime | None, until: datetime | None, where: tzinfo, zone: str, *, steps: str) -> "Period":
    from puntobanco.app.house.reporting import Period

    first, last = _microseconds(since), _microseconds(until)
    if first is not None and last is not None and first >= last:
        raise Unreadable("the report would be about no time at all: --until comes after --since")
    return Period(since=first, until=last, zone=zone, step_of=_steps(where, steps))


def _microseconds(time: datetime | None) -> int | None:
    return None if time is None else (time - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def _steps(where: tzinfo, form: str) -> Callable[[int], str]:
    """The hour or day in which a time lies. Zones differ by quarters of an hour."""

    @lru_cache(maxsize=4096)
    def of_quarter(quarter: int) -> str:
        return datetime.fromtimestamp(quarter * QUARTER, where).strftime(form)

    return lambda time: of_quarter(time // (QUARTER * MICROSECONDS))


# Reading and writing


@contextmanager
def _made(folder: Path) -> Iterator["Reporting"]:
    from puntobanco.app.house.reporting import reporting

    with working("Reading the log"), reporting(folder) as made:
        yield made


def _put(found: "Report", where: tzinfo, output: ReportFormat, target: Path | None, section: str | None) -> None:
    from puntobanco.cli.report_page import put

    def clock(time: int) -> str:
        return datetime.fromtimestamp(time / MICROSECONDS, where).strftime("%Y-%m-%d %H:%M:%S")

    with files(target or Path()):
        put(found, clock, output.value, target, section)
