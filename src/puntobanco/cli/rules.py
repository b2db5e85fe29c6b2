"""`punto rules`: the rulebooks for reading."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco.cli.common import (
    BookArgument,
    Format,
    FormatOption,
    HouseOption,
    SetOption,
    console,
    print_json,
    rules_for,
)
from puntobanco.cli.terminal_tables import print_markdown
from puntobanco.rulebooks import BOOKS, Rulebook, TableRules, book, printing
from puntobanco.rulebooks.approved_conditions import prevail
from puntobanco.rulebooks.clause import Clause
from puntobanco.rulebooks.house_rules import settings_in
from puntobanco.values.canonical import digest_of
from puntobanco.values.text_table import Sheet

if TYPE_CHECKING:  # rich is imported when something is printed, so that --help stays quick
    from rich.panel import Panel


class ComparisonFormat(StrEnum):
    """How a comparison is printed."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"


app = typer.Typer(help="Read, compare and post the rulebooks.", no_args_is_help=True)


@app.command("list")
def list_books(output: FormatOption = Format.TEXT) -> None:
    """The rulebooks there are."""
    if output is Format.JSON:
        print_json([_summary(found) for found in BOOKS.values()])
        return
    from rich.table import Table

    table = Table("Book", "Edition", "Title", "Clauses", "Source", box=None, pad_edge=False)
    for found in BOOKS.values():
        table.add_row(found.id, str(found.edition), found.title, str(len(found.clauses)), found.source)
    console().print(table)


@app.command()
def show(
    book_id: BookArgument,
    clause: Annotated[str | None, typer.Option(metavar="NUMBER", help="Only this clause, such as 7.3.")] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """A book clause by clause: what each becomes, what it means, and the values it sets."""
    found = book(book_id)
    clauses = found.clauses if clause is None else (found.clause(clause.lower()),)
    if output is Format.JSON:
        print_json({**_summary(found), "clauses": [_clause_as_dict(one) for one in clauses]})
        return
    from rich.table import Table

    table = Table("Clause", "Kind", "Meaning", "Values", title=f"{found.id}: {found.title}", show_lines=True)
    for one in clauses:
        values = "\n".join(f"{key} = {printing.statement_text(key, statement)}" for key, statement in one.statements)
        table.add_row(one.number, ", ".join(one.kinds), one.meaning, values)
    console().print(table)


@app.command()
def compare(
    book_ids: Annotated[
        list[str] | None, typer.Argument(metavar="[BOOK]...", help="All four, if none is named.")
    ] = None,
    output: Annotated[
        ComparisonFormat, typer.Option("--format", help="Text for people; JSON, CSV or Markdown for others.")
    ] = ComparisonFormat.TEXT,
) -> None:
    """The books side by side: one row per parameter, with value and clause."""
    books = [book(book_id) for book_id in dict.fromkeys(book_ids or BOOKS)]
    rows = printing.compare(books)
    match output:
        case ComparisonFormat.JSON:
            print_json([_row_as_dict(row, books) for row in rows])
        case ComparisonFormat.CSV:
            print(_whole_sheet(rows, books).csv(), end="")
        case ComparisonFormat.MARKDOWN:
            print_markdown(_section_sheets(rows, books))
            print(f"\n{_OURS}")
        case ComparisonFormat.TEXT:
            _print_comparison(rows, books)


_OURS = "(ours): the document is silent; the value is this project's ruling and the house may set another."


def _print_comparison(rows: Sequence[printing.Row], books: Sequence[Rulebook]) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    for sheet in _section_sheets(rows, books):
        table = Table(title=sheet.title, title_justify="left", show_lines=True, expand=True)
        for column in sheet.columns:
            table.add_column(column, overflow="fold")
        for row in sheet.rows:
            table.add_row(*map(Text, row))
        out.print(table)
    out.print(_OURS)


def _section_sheets(rows: Sequence[printing.Row], books: Sequence[Rulebook]) -> list[Sheet]:
    """A sheet for every section, with the clause behind every value."""
    return [
        Sheet(
            title=section,
            columns=("", *(one.id for one in books)),
            rows=tuple((row.title, *map(_cell, row.cells)) for row in rows if row.section == section),
            numbers=False,
        )
        for section in dict.fromkeys(row.section for row in rows)
    ]


def _cell(cell: printing.Cell | None) -> str:
    return "-" if cell is None else f"{cell.value} ({cell.clause})"


def _whole_sheet(rows: Sequence[printing.Row], books: Sequence[Rulebook]) -> Sheet:
    """All sections in one, with values and clauses in columns of their own."""
    heads = (head for one in books for head in (one.id, f"{one.id} kind", f"{one.id} clause"))
    return Sheet(
        title="Comparison",
        columns=("section", "key", "title", *heads),
        rows=tuple((row.section, row.key, row.title, *_cells_apart(row)) for row in rows),
    )


def _cells_apart(row: printing.Row) -> Iterator[str]:
    for cell in row.cells:
        yield from ("", "", "") if cell is None else (cell.value, cell.kind, cell.clause)


@app.command()
def sign(
    book_id: BookArgument,
    house: HouseOption = None,
    settings: SetOption = None,
    conditions: Annotated[
        list[str] | None,
        typer.Option("--condition", metavar="KEY=VALUE", help="What approved conditions say of the table; repeatable."),
    ] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """The sign that stands at the table; what is by approved conditions is marked."""
    rules = _with_conditions(rules_for(book_id, house, settings), conditions)
    lines = printing.sign(rules)
    title = book(book_id).title
    if output is Format.JSON:
        print_json(
            {
                "book": rules.book,
                "edition": rules.edition,
                "title": title,
                "digest": rules.digest,
                "lines": [asdict(line) for line in lines],
            }
        )
        return
    console().print(sign_panel(title, lines))


def _with_conditions(rules: TableRules, conditions: list[str] | None) -> TableRules:
    if not conditions:
        return rules
    said = settings_in(conditions)
    return prevail(rules, said, conditions=digest_of(said))


def sign_panel(title: str, lines: tuple[printing.SignLine, ...]) -> "Panel":
    """The sign as a box; the practice table shows the same one."""
    from rich.panel import Panel
    from rich.table import Table

    table = Table("", "", "", box=None, show_header=False)
    for line in lines:
        table.add_row(f"[bold]{line.label}[/]", line.text, f"[dim]{line.clause}[/]")
    return Panel(table, title=f"[bold]MINI-BACCARAT[/] {title}", expand=False)


def _summary(found: Rulebook) -> dict[str, object]:
    return {"book": found.id, "edition": found.edition, "title": found.title, "source": found.source}


def _clause_as_dict(clause: Clause) -> dict[str, object]:
    values = {
        key: {"kind": type(statement).__name__.lower(), "value": printing.statement_text(key, statement)}
        for key, statement in clause.statements
    }
    return {"clause": clause.number, "kinds": list(clause.kinds), "meaning": clause.meaning, "values": values}


def _row_as_dict(row: printing.Row, books: Sequence[Rulebook]) -> dict[str, object]:
    cells = {one.id: None if cell is None else asdict(cell) for one, cell in zip(books, row.cells, strict=True)}
    return {"section": row.section, "key": row.key, "title": row.title, "books": cells}
