"""A report as one page of HTML that needs nothing else: no script, no other file, readable on a phone and on paper."""

from html import escape

from puntobanco.reports.cells import Clock, in_words, is_odd
from puntobanco.reports.charts import drawn
from puntobanco.reports.html_style import POLICY, STYLE
from puntobanco.reports.model import Cell, Column, Kind, Report, Section

_LOOKS = {
    Kind.TEXT: ' class="word"',
    Kind.NAME: ' class="word"',
    Kind.SENTENCE: ' class="said"',
    Kind.TIME: ' class="time"',
}


def as_html(report: Report, clock: Clock) -> str:
    """The whole page; it is XML, too."""
    pictures = "".join(map(drawn, report.pictures))
    return f"""<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>
<title>{escape(report.title)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{escape(report.title)}</h1>
<dl>{"".join(_about(column, cell, clock) for column, cell in report.about if cell is not None)}</dl>
<div class="notes">{"".join(f"<p>{escape(one)}</p>" for one in report.notes)}</div>
<div class="pictures">{pictures}</div>
{"".join(_section(one, clock) for one in report.sections)}
</body>
</html>
"""


def _about(column: Column, cell: Cell, clock: Clock) -> str:
    return f"<div><dt>{escape(column.title)}</dt><dd>{escape(in_words(cell, column.kind, clock))}</dd></div>"


def _section(section: Section, clock: Clock) -> str:
    columns = [(place, one) for place, one in enumerate(section.columns) if one.kind is not Kind.FLAG]
    if not section.rows:
        return f'<h2>{escape(section.title)}</h2><p class="note">{escape(section.empty)}</p>'
    head = "".join(f'<th scope="col"{_look(column)}>{escape(column.title)}</th>' for _, column in columns)
    rows = "".join(
        f"<tr>{''.join(_cell(row[place], column, clock) for place, column in columns)}</tr>" for row in section.rows
    )
    note = f'<p class="note">{escape(section.note)}</p>' if section.note else ""
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f"<h2>{escape(section.title)}</h2>{table}{note}"


def _cell(cell: Cell, column: Column, clock: Clock) -> str:
    look = ' class="odd"' if column.kind is Kind.Z and is_odd(cell) else _look(column)
    return f'<td{look} data-title="{escape(column.title)}">{escape(in_words(cell, column.kind, clock))}</td>'


def _look(column: Column) -> str:
    return _LOOKS.get(column.kind, "")
