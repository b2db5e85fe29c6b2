"""How a cell is printed: for people, and for programs."""

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from puntobanco.reports.model import Cell, Column, Kind, Report, Section
from puntobanco.reports.results_against_odds import ODD
from puntobanco.values.money import format_dollars

Clock: TypeAlias = Callable[[int], str]
"""A time in words, where the house is."""
Plain: TypeAlias = str | int | float | bool | None
ODD_MARK = "odd!"
NOTHING, ALL = "-", "all"


def in_words(cell: Cell, kind: Kind, clock: Clock) -> str:
    """For people; fractions are rounded here and nowhere before."""
    if cell is None:
        return ALL if kind is Kind.NAME else NOTHING
    match kind:
        case Kind.TEXT | Kind.NAME | Kind.SENTENCE | Kind.FLAG:
            return ("yes" if cell else "no") if isinstance(cell, bool) else str(cell)
        case Kind.TIME:
            return clock(_whole(cell))
        case Kind.COUNT:
            return f"{_whole(cell):,}"
        case Kind.MONEY | Kind.ESTIMATE:
            return format_dollars(_whole(cell))
        case Kind.SHARE:
            return f"{100 * _number(cell):.2f}%"
        case Kind.NUMBER:
            return f"{_number(cell):,.1f}"
        case Kind.Z:
            return f"{_number(cell):+.2f}{f' {ODD_MARK}' if is_odd(cell) else ''}"


def is_odd(cell: Cell) -> bool:
    return isinstance(cell, float) and abs(cell) >= ODD


def _number(cell: Cell) -> float:
    if cell is None or isinstance(cell, str):
        raise TypeError(f"{cell!r} is no number")
    return float(cell)


def _whole(cell: Cell) -> int:
    return cell if isinstance(cell, int) else round(_number(cell))


def for_programs(cell: Cell) -> Plain:
    """Cents, microseconds and counts are whole numbers; what is a fraction becomes the nearest number."""
    return float(cell) if isinstance(cell, Fraction) else cell


def as_dict(report: Report) -> dict[str, object]:
    """Everything, in numbers, texts, lists and dictionaries."""
    return {
        "report": report.sort,
        "title": report.title,
        **{column.key: for_programs(cell) for column, cell in report.about},
        "notes": list(report.notes),
        **{section.key: rows_as_dicts(section) for section in report.sections},
    }


def rows_as_dicts(section: Section) -> list[dict[str, Plain]]:
    return [dict(zip(_keys(section.columns), map(for_programs, row), strict=True)) for row in section.rows]


def _keys(columns: tuple[Column, ...]) -> list[str]:
    return [column.key for column in columns]
