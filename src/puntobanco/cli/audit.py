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
    from puntobanco.app.house.bundle_export import checkpoint_now

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
    at: Annotated[int | None, typer.Option(metavar="SIZE", min=1, help="Up to this checkpoint, not a new one.")] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Write a bundle that outsiders can verify: of the whole house, or with proofs instead of others' records."""
    from msgspec.structs import asdict

    from puntobanco.app.house.bundle_export import export as export_bundle
    from puntobanco.audit.bundle_scope import OfHouse, OfPatron, OfShoe, OfTable, OfTournament, Scope

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
        print_json({"file": str(target), **asdict(found)})
    else:
        print(f"{target}: {found.records} of {found.size} records, {found.checkpoints} checkpoints")


@app.command()
def verify(
    folder: FolderArgument,
    checkpoints: Annotated[
        Path | None, typer.Option(metavar="DIR2", help="Checkpoints that were kept elsewhere, with house.vkey.")
    ] = None,
    vkey: Annotated[Path | None, typer.Option(metavar="FILE", help="The verifier keys that you trust.")] = None,
    workers: Annotated[int | None, typer.Option(metavar="N", min=1, help="Processes; else one for every core.")] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Check everything: hashes, checkpoints, and every record decided again; exit code 1 if anything is wrong."""
    from puntobanco.app.house.signing_key import read_verifier_keys
    from puntobanco.app.house.verification import verify_house
    from puntobanco.cli.audit_output import bar, print_verified
    from puntobanco.kernels.cpu_count import cores

    keys = () if vkey is None else read_verifier_keys(vkey)
    with files(folder), bar("Verifying") as progress:
        found = verify_house(folder, checkpoints=checkpoints, keys=keys, workers=workers or cores(), progress=progress)
    print_verified(found, output)
    if found.findings:
        raise typer.Exit(1)


# Told


@app.command("round")
def tell_round(
    folder: FolderArgument,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The name of a table.")],
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="The number of the round.")],
    tournament: Annotated[str | None, typer.Option(metavar="X", help="The tournament whose table it is.")] = None,
    stage: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="The stage of the tournament, 1 if left out.")
    ] = None,
    replay: Annotated[bool, typer.Option("--replay", help="Step by step, with the table after each one.")] = False,
    output: FormatOption = Format.TEXT,
) -> None:
    """Tell a round: who did what and when, by which clause, and where the money went; also what was ruled later."""
    from puntobanco.app.house.played_rounds import steps_in
    from puntobanco.app.house.read_only_house import looking
    from puntobanco.audit.played_tables import WhichTable
    from puntobanco.cli.audit_output import print_round

    if stage is not None and tournament is None:
        raise Unreadable("--stage: is for a table of a tournament; name it with --tournament, or leave --stage out")
    which = WhichTable(table=table, tournament=tournament, stage=stage or 1)
    with looking(folder) as seen:
        steps = list(steps_in(seen, which, number))
    if not steps:
        raise Unreadable(f"{which} has no round {number}")
    print_round(which, number, steps, output, replay=replay)


@app.command()
def log(
    folder: FolderArgument,
    table: TableOption = None,
    patron: PatronOption = None,
    person: Annotated[str | None, typer.Option(metavar="NAME", help="Who gave the command, or approved it.")] = None,
    role: Annotated[str | None, typer.Option(metavar="ROLE", help="patron, dealer, supervisor, operator ...")] = None,
    event: Annotated[str | None, typer.Option(metavar="NAME", help="A kind of event, such as round_voided.")] = None,
    clause: Annotated[str | None, typer.Option(metavar="C", help="By this clause, such as 14.1.")] = None,
    since: Annotated[str | None, typer.Option(metavar="TIME", help="UTC, such as 2026-01-31T20:00.")] = None,
    until: Annotated[str | None, typer.Option(metavar="TIME", help="The same; not included.")] = None,
    output: Annotated[Format, typer.Option("--format", help="JSON lines, or text to read.")] = Format.TEXT,
) -> None:
    """Print the records of the house that all of these options ask for, in the order of their commits."""
    from puntobanco.app.house.read_only_house import looking
    from puntobanco.app.report_worker.describe_records import filtered
    from puntobanco.app.report_worker.periods import microseconds
    from puntobanco.cli.house_output import print_record

    wanted = filtered(
        table=table,
        patron=patron,
        person=person,
        role=role,
        event=event,
        clause=clause,
        since=microseconds(since),
        until=microseconds(until),
    )
    with looking(folder) as seen:
        for line, record in seen.log():
            if wanted.has(line, record):
                print_record(line, record, output)
