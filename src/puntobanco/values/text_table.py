"""Tables of texts: the same rows for a terminal, as Markdown, HTML or CSV."""

import csv
import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import zip_longest
from textwrap import wrap

GAP = "  "
PROSE = 100
"""A line of prose is no longer than that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A titled table of texts: names in the first column, numbers in the others."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: bool = True
    """Whether the other columns hold numbers, which stand to the right, or prose."""

    def __str__(self) -> str:
        return "\n".join([self.title, *self.lines()])

    def lines(self, width: int | None = None) -> list[str]:
        """Columns under each other; those that do not fit a width follow below, each part with the names again."""
        if not self.numbers:
            return _prose((self.columns, *self.rows), width or PROSE)
        parts = self._parts(width)
        blocks = [_aligned(self._part(part, apart=len(parts) > 1)) for part in parts]
        return [line for number, block in enumerate(blocks) for line in ([""] if number else []) + block]

    def markdown(self) -> list[str]:
        rule = (":--", *["--:" if self.numbers else ":--"] * (len(self.columns) - 1))
        cells = ([cell.replace("|", r"\|") for cell in row] for row in (self.columns, rule, *self.rows))
        return [f"### {self.title}", "", *(f"| {' | '.join(row)} |" for row in cells)]

    def html(self) -> str:
        head = _html_row("th", self.columns)
        body = "".join(_html_row("td", row) for row in self.rows)
        return f"<table><caption>{html.escape(self.title)}</caption><thead>{head}</thead><tbody>{body}</tbody></table>"

    def csv(self) -> str:
        out = StringIO()
        csv.writer(out, lineterminator="\n").writerows((self.columns, *self.rows))
        return out.getvalue()

    def _parts(self, width: int | None) -> list[list[int]]:
        """The columns that stand beside each other, from the second on."""
        sizes = [max(map(len, column)) for column in zip(self.columns, *self.rows, strict=True)]
        parts: list[list[int]] = [[]]
        for column in range(1, len(sizes)):
            taken = sizes[0] + sum(len(GAP) + sizes[one] for one in (*parts[-1], column))
            if width is not None and taken > width and parts[-1]:
                parts.append([])
            parts[-1].append(column)
        return parts

    def _part(self, columns: Sequence[int], *, apart: bool) -> list[tuple[str, ...]]:
        """These columns with the names; of several parts each leaves out rows that say nothing in it."""
        chosen = [(row[0], *(row[column] for column in columns)) for row in self.rows]
        head = (self.columns[0], *(self.columns[column] for column in columns))
        return [head, *(row for row in chosen if not apart or any(row[1:]))]


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    sizes = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(
            [row[0].ljust(sizes[0]), *(cell.rjust(size) for cell, size in zip(row[1:], sizes[1:], strict=True))]
        ).rstrip()
        for row in rows
    ]


def _prose(rows: Sequence[tuple[str, ...]], width: int) -> list[str]:
    """Columns of text, of which the widest gives way and goes on in the next line."""
    sizes = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widest = sizes.index(max(sizes))
    others = sum(sizes) - sizes[widest] + len(GAP) * (len(sizes) - 1)
    sizes[widest] = max(1, min(sizes[widest], width - others))
    cells = ([wrap(cell, size) for cell, size in zip(row, sizes, strict=True)] for row in rows)
    lines = (line for row in cells for line in zip_longest(*row, fillvalue=""))
    return [GAP.join(cell.ljust(size) for cell, size in zip(line, sizes, strict=True)).rstrip() for line in lines]


def _html_row(tag: str, cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"
