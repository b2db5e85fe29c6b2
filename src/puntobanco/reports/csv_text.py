"""A section as CSV that a spreadsheet can open without carrying anything out."""

import csv

from puntobanco.reports.cells import Plain, for_programs
from puntobanco.reports.model import Section

_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class _Lines(list[str]):
    """What a writer writes to."""

    write = list.append


def as_csv(section: Section) -> str:
    """A line of keys, then the rows: RFC 4180, lines end in CR LF."""
    lines = _Lines()
    writer = csv.writer(lines)
    writer.writerow([column.key for column in section.columns])
    writer.writerows([[_harmless(for_programs(cell)) for cell in row] for row in section.rows])
    return "".join(lines)


def _harmless(cell: Plain) -> str | float:
    """Names are what people typed: one that a spreadsheet would take for a formula gets an apostrophe.

    Numbers are numbers, below zero, too.
    """
    match cell:
        case None:
            return ""
        case bool():
            return str(cell).lower()
        case str():
            return f"'{cell}" if cell.lstrip(" ").startswith(_STARTS_A_FORMULA) else cell
        case _:
            return cell
