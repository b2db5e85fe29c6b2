"""`punto audit`: what a house has done, checked and told."""

from pathlib import Path
from typing import Annotated

import typer

from puntobanco.cli.common import Format, FormatOption, print_json
from puntobanco.cli.house import FolderArgument, files, working
from puntobanco.errors import Unreadable

app = typer.Typer(help="The log of a house: checkpoints, verification, rounds told, bundles.", no_args_is_help=True)

TableOption = Annotated[str | None, typer.Option(metavar="T", help="One table, with its fair shoes.")]
PatronOption = Annotated[str | None, typer.Option(metavar="P", help="One patron.")]


@app.command()
def checkpoint(folder: FolderArgument, output: FormatOption = Format.TEXT) -> None:
    """Sign a checkpoint of all records that there are; the tree is computed from every one of them."""
    from puntobanco.app.house.exporting import checkpoint_now

    with files(folder), working("Computing the tree over all records"):
        path, found = checkpoint_now(folder)
    if output is Format.JSON:
        print_json({"file": str(path), "size": found.size, "root": found.root.hex(), "time": found.time})
    else:
        print(f"{path}: {found.size} records, root {found.root.hex()}")


@app.command()
def export(
    folder: FolderArgument,
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The bundle: a new file.")],
    table: TableOption = None,
    shoe: Annotated[int | None, typer.Option(metavar="N", min=1, help="One shoe of the table.")] = None,
    patron: PatronOption = None,
    tournament: Annotated[str | None, typer.Option(metavar="X", help="One tournament.")] = None,
    at: Annotated[
        int | None, typer.Option(metavar="SIZE", min=1, help="Up to this checkpoint; else a new one.")
    ] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Write a bundle that outsiders can verify: of the whole house, or with proofs instead of others' records."""
    from puntobanco.app.house.exporting import export as export_bundle
    from puntobanco.audit.scopes import OfHouse, OfPatron, OfShoe, OfTable, OfTournament, Scope

    scope: Scope
    match table, shoe, patron, tournament:
        case None, None, None, None:
            scope = OfHouse()
        case str(), None, None, None:
            scope = OfTable(table=table)
        case str(), int(), None, None:
            scope = OfShoe(table=table, shoe=shoe)
        case None, None, str(), None:
            scope = OfPatron(patron=patron)
        case None, None, None, str():
            scope = OfTournament(tournament=tournament)
        case _:
            raise Unreadable("a bundle is about one thing: --table T, --table T --shoe N, --patron P or --tournament X")
    with files(target), working("Reading the log"):
        found = export_bundle(folder, target, scope, at)
    if output is Format.JSON:
        print_json(
            {"file": str(target), "size": found.size, "records": found.records, "checkpoints": found.checkpoints}
        )
    else:
        print(f"{target}: {found.records} of {found.size} records, {found.checkpoints} checkpoints")
