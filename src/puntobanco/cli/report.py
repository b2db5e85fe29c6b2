"""`punto report`: what the records of a house come to, held against the exact odds."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco.cli.house import FolderArgument, files, working

if TYPE_CHECKING:
    from puntobanco.app.house.house_reports import Reporting
    from puntobanco.reports.model import Report

app = typer.Typer(help="What a house took, held against the exact odds.", no_args_is_help=True)


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
    from puntobanco.app.report_worker.periods import date_of, whole_day, zone_of

    date = date_of(on, zone_of(zone))
    period = whole_day(date, zone)
    with _made(folder) as made:
        found = made.day(period, date.isoformat())
    _put(found, zone, output, target, section)


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
    from puntobanco.app.report_worker.periods import between

    period = between(since, until, zone)
    with _made(folder) as made:
        found = made.table(period, name)
    _put(found, zone, output, target, section)


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
    from puntobanco.app.report_worker.periods import between

    period = between(None, None, zone)
    with _made(folder) as made:
        found = made.shoe(period, name, number)
    _put(found, zone, output, target, section)


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
    from puntobanco.app.report_worker.periods import between

    period = between(since, until, zone)
    with _made(folder) as made:
        found = made.patron(period, name)
    _put(found, zone, output, target, section)


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
    from puntobanco.app.report_worker.periods import between

    period = between(since, until, zone)
    with _made(folder) as made:
        found = made.irregularities(period)
    _put(found, zone, output, target, section)


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
    from puntobanco.app.report_worker.periods import between

    period = between(None, None, zone)
    with _made(folder) as made:
        found = made.tournament(period, name)
    _put(found, zone, output, target, section)


# Reading and writing


@contextmanager
def _made(folder: Path) -> Iterator["Reporting"]:
    from puntobanco.app.house.house_reports import reporting

    with working("Reading the log"), reporting(folder) as made:
        yield made


def _put(found: "Report", zone: str, output: ReportFormat, target: Path | None, section: str | None) -> None:
    from puntobanco.app.report_worker.periods import clock_in
    from puntobanco.cli.report_output import put

    with files(target or Path()):
        put(found, clock_in(zone), output.value, target, section)
