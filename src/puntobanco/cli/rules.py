"""`punto rules`: the rulebooks for reading."""

from dataclasses import asdict
from typing import Annotated, Any

import typer

from puntobanco.canonical import digest_of
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
from puntobanco.rules import BOOKS, Rulebook, TableRules, book, render
from puntobanco.rules.clause import Clause
from puntobanco.rules.conditions import prevail
from puntobanco.rules.rulebook import settings_in

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
        values = "\n".join(f"{key} = {render.statement_text(key, statement)}" for key, statement in one.statements)
        table.add_row(one.number, ", ".join(one.kinds), one.meaning, values)
    console().print(table)


@app.command()
def compare(
    book_ids: Annotated[
        list[str] | None, typer.Argument(metavar="[BOOK]...", help="All four, if none is named.")
    ] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """The books side by side: one row per parameter, with value and clause."""
    books = [book(book_id) for book_id in book_ids or BOOKS]
    rows = render.compare(books)
    if output is Format.JSON:
        print_json([_row_as_dict(row, books) for row in rows])
        return
    from rich.table import Table

    out = console()
    for section in dict.fromkeys(row.section for row in rows):
        table = Table("", *(one.id for one in books), title=section, title_justify="left", show_lines=True, expand=True)
        for row in rows:
            if row.section == section:
                table.add_row(
                    row.title, *(f"{cell.value} [dim]({cell.clause})[/]" if cell else "-" for cell in row.cells)
                )
        out.print(table)
    out.print("(ours): the document is silent; the value is this project's ruling and the house may set another.")


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
    lines = render.sign(rules)
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


def sign_panel(title: str, lines: tuple[render.SignLine, ...]) -> Any:
    """The sign as a box; the practice table shows the same one."""
    from rich.panel import Panel
    from rich.table import Table

    table = Table("", "", "", box=None, show_header=False)
    for line in lines:
        table.add_row(f"[bold]{line.label}[/]", line.text, f"[dim]{line.clause}[/]")
    return Panel(table, title=f"[bold]MINI-BACCARAT[/] {title}", expand=False)


def _summary(found: Rulebook) -> dict[str, Any]:
    return {"book": found.id, "edition": found.edition, "title": found.title, "source": found.source}


def _clause_as_dict(clause: Clause) -> dict[str, Any]:
    values = {
        key: {"kind": type(statement).__name__.lower(), "value": render.statement_text(key, statement)}
        for key, statement in clause.statements
    }
    return {"clause": clause.number, "kinds": list(clause.kinds), "meaning": clause.meaning, "values": values}


def _row_as_dict(row: render.Row, books: list[Rulebook]) -> dict[str, Any]:
    cells = {one.id: None if cell is None else asdict(cell) for one, cell in zip(books, row.cells, strict=True)}
    return {"section": row.section, "key": row.key, "title": row.title, "books": cells}
