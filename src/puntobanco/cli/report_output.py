"""How a report is printed or written: text, JSON, CSV, HTML, Parquet."""

import json
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from puntobanco.cli.common import console
from puntobanco.cli.report_parquet import write_parquet
from puntobanco.errors import Unreadable
from puntobanco.reports.cells import Clock, as_dict, in_words
from puntobanco.reports.csv_text import as_csv
from puntobanco.reports.html import as_html
from puntobanco.reports.model import Kind, Report, Section
from puntobanco.values.text import escaped

if TYPE_CHECKING:  # rich is imported when something is printed
    from rich.console import Console
    from rich.table import Table

TO_THE_LEFT = (Kind.TEXT, Kind.NAME, Kind.SENTENCE, Kind.TIME)


def put(report: Report, clock: Clock, output: str, target: Path | None, section: str | None) -> None:
    """To a file or, without one, to standard output."""
    if section is not None and output not in ("csv", "parquet"):
        raise Unreadable("--section is for CSV and Parquet, which hold one; the other formats have all of them")
    match output:
        case "text":
            _write(_as_text(report, clock), target)
        case "json":
            _write(json.dumps(as_dict(report), indent=2, ensure_ascii=False) + "\n", target)
        case "html":
            _write(as_html(report, clock), target)
        case "csv":
            _write_sections(report, target, section, "csv", lambda one, path: _write(as_csv(one), path))
        case "parquet":
            _write_sections(report, target, section, "parquet", _write_parquet)


def _write(text: str, target: Path | None) -> None:
    if target is None:
        sys.stdout.write(text)
    else:
        _whole(target, lambda path: path.write_text(text, encoding="utf-8", newline=""))


def _write_parquet(section: Section, target: Path | None) -> None:
    if target is None:
        raise Unreadable("Parquet is no text: name a file with --output")
    _whole(target, lambda path: write_parquet(section, path))


def _whole(target: Path, write: Callable[[Path], object]) -> None:
    """A file that is there is whole."""
    unfinished = target.with_name(f".{target.name}.part")
    try:
        write(unfinished)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _write_sections(
    report: Report,
    target: Path | None,
    section: str | None,
    suffix: str,
    write: Callable[[Section, Path | None], None],
) -> None:
    """One section, or all of them into a folder that is there."""
    if target is not None and target.is_dir() and section is None:
        for one in report.sections:
            write(one, target / f"{one.key}.{suffix}")
        return
    write(report.chosen(section), target)


# Text


def _as_text(report: Report, clock: Clock) -> str:
    out = console()
    out.file = text = StringIO()
    out.print(escaped(report.title), markup=False)
    about = [f"{one.title.lower()} {in_words(cell, one.kind, clock)}" for one, cell in report.about if cell is not None]
    out.print(escaped(", ".join(about)), markup=False)
    for note in report.notes:
        out.print(escaped(note), markup=False)
    for section in report.sections:
        out.print(f"\n{section.title}", markup=False)
        if section.rows:
            _print_rows(out, section, clock)
            out.print(section.note, markup=False, end="\n" if section.note else "")
        else:
            out.print(section.empty, markup=False)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"


def _print_rows(out: "Console", section: Section, clock: Clock) -> None:
    if not section.line:
        out.print(_table(section, clock))
        return
    for row in section.rows:
        words = {one.key: in_words(cell, one.kind, clock) for one, cell in zip(section.columns, row, strict=True)}
        out.print(escaped(section.line.format(**words)), markup=False)


def _table(section: Section, clock: Clock) -> "Table":
    from rich.table import Table
    from rich.text import Text

    columns = [(place, one) for place, one in enumerate(section.columns) if one.in_text and one.kind is not Kind.FLAG]
    table = Table(box=None, pad_edge=False)
    for _, one in columns:
        table.add_column(one.title, justify="left" if one.kind in TO_THE_LEFT else "right", overflow="fold")
    for row in section.rows:
        table.add_row(*(Text(escaped(in_words(row[place], one.kind, clock))) for place, one in columns))
    return table
