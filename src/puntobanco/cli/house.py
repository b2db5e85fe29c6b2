"""`punto house`: a house on disk, for its operator."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco.cli import roles
from puntobanco.cli.common import Format, FormatOption, print_json, read_text
from puntobanco.cli.scripts import lines_in, print_refusal
from puntobanco.errors import Refused, Unreadable

if TYPE_CHECKING:  # the rules of play are imported when something is done, so that --help stays quick
    from puntobanco.app.house.house import House
    from puntobanco.app.house.house_folder import Settings
    from puntobanco.app.house.operator_script import Typed

app = typer.Typer(help="A house on disk: its tables, accounts, log and copies.", no_args_is_help=True)

MOST_SECONDS = 3600.0
FolderArgument = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the house.")]
LinesOption = Annotated[Format, typer.Option("--format", help="JSON lines, or text to read.")]
DatabaseOption = Annotated[
    str | None,
    typer.Option(metavar="URL", help="postgresql://SERVING_ROLE@HOST/DATABASE; else a SQLite file in DIR."),
]
OwnerOption = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="PUNTO_HOUSE_OWNER",
        show_envvar=True,
        help="PostgreSQL: the address of the owner, who makes tables and is never kept.",
    ),
]


# Made and looked at


@app.command()
def init(
    folder: FolderArgument,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Of the house; else that of the folder.")] = None,
    database: DatabaseOption = None,
    owner: OwnerOption = None,
    operator: Annotated[
        str | None, typer.Option(metavar="PERSON", help="The first operator, who gives others their roles.")
    ] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Make a house: a folder with settings, a key file and a database."""
    from puntobanco.app.house.house_folder import init_house

    with files(folder), working("Making the house"):
        found = init_house(
            folder, name=folder.absolute().name if name is None else name, database=database, owner=owner
        )
    if operator is not None:
        _make_operator(folder, operator)
    _print_made(found, output)


def _make_operator(folder: Path, person: str) -> None:
    from puntobanco.app.randomness import command_id
    from puntobanco.house import OPERATOR
    from puntobanco.house.commands import GrantRole
    from puntobanco.streams.actors import Role

    with served(folder) as house:
        grant = GrantRole(actor=OPERATOR, whom=person, duty=Role.OPERATOR, place="house")
        house.handle("house", grant, command_id())


@app.command()
def status(folder: FolderArgument, output: FormatOption = Format.TEXT) -> None:
    """How far the house is: its streams, tables and program."""
    from puntobanco.app.house.read_only_house import looking
    from puntobanco.cli.house_output import print_status

    with looking(folder) as seen:
        print_status(seen.status(), output)


@app.command()
def log(
    folder: FolderArgument,
    stream: Annotated[str | None, typer.Option(metavar="STREAM", help="Only this one, such as table/1.")] = None,
    after: Annotated[int, typer.Option(metavar="N", min=0, help="After this position, or number of the stream.")] = 0,
    output: LinesOption = Format.TEXT,
) -> None:
    """Print the records of the house in the order of their commits."""
    from puntobanco.app.house.read_only_house import looking
    from puntobanco.cli.house_output import print_record

    with looking(folder) as seen:
        for line, record in seen.log(stream, after):
            print_record(line, record, output)


@app.command()
def check(folder: FolderArgument, output: FormatOption = Format.TEXT) -> None:
    """Check settings, keys and every record; exit code 1 if anything is wrong. The house may run meanwhile."""
    from puntobanco.app.house.integrity_check import findings

    with working("Checking every record"):
        found = findings(folder)
    if output is Format.JSON:
        print_json({"sound": not found, "findings": list(found)})
    else:
        for one in found:
            print(f"WRONG: {' '.join(one.split())}")
        print(f"{len(found)} findings" if found else "Nothing is wrong.")
    if found:
        raise typer.Exit(1)


# At work


@app.command()
def table(
    folder: FolderArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the table: its stream is table/NAME.")],
    virtual: Annotated[bool, typer.Option("--virtual", help="Cards come from virtual shoes.")] = False,
    automatic: Annotated[bool, typer.Option("--automatic", help="The house deals by itself.")] = False,
    betting_seconds: Annotated[float, typer.Option(metavar="S", min=0, max=MOST_SECONDS, help="For wagers.")] = 15,
    card_seconds: Annotated[float, typer.Option(metavar="S", min=0, max=MOST_SECONDS, help="For a card.")] = 0.8,
    offer_seconds: Annotated[
        float, typer.Option(metavar="S", min=0, max=MOST_SECONDS, help="For an offer, such as the cut.")
    ] = 10,
    seeds: Annotated[bool, typer.Option("--seeds", help="Patrons may add seeds to a shuffle.")] = False,
    output: FormatOption = Format.TEXT,
) -> None:
    """Set up a table, or run it in another way from now on."""
    from puntobanco.app.randomness import command_id
    from puntobanco.cli.house_output import print_answer
    from puntobanco.house import OPERATOR, Running
    from puntobanco.house.commands import AddTable

    running = Running(
        virtual=virtual or automatic,
        automatic=automatic,
        betting_ms=_milliseconds(betting_seconds),
        card_ms=_milliseconds(card_seconds),
        offer_ms=_milliseconds(offer_seconds),
        seeds=seeds,
    )
    with served(folder) as house:
        answer = house.handle("house", AddTable(actor=OPERATOR, table=name, running=running), command_id())
    print_answer(1, answer, output)


@app.command()
def do(
    folder: FolderArgument,
    stream: Annotated[str, typer.Argument(metavar="STREAM", help="Such as table/1, cage/ann, tournament/cup, vault.")],
    script: Annotated[Path, typer.Argument(metavar="SCRIPT", help="Commands, one JSON object a line.")] = Path("-"),
    output: LinesOption = Format.JSON,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first refusal, with exit code 1.")] = False,
) -> None:
    """Carry out commands; each answer is printed when it is on the disk. `id` makes a line safe to repeat."""
    from puntobanco.app.house.operator_script import reader_for

    lines = lines_in(read_text(script, "script"), reader_for(stream))
    with served(folder) as house:
        for number, line in lines:
            if not _done(house, stream, number, line, output) and strict:
                raise typer.Exit(1)


def _done(house: "House", stream: str, number: int, line: "Typed", output: Format) -> bool:
    """Whether the line was accepted."""
    from puntobanco.app.randomness import command_id
    from puntobanco.cli.house_output import print_answer
    from puntobanco.log.script import print_command
    from puntobanco.streams.command import name_of

    given, id_ = line.command, command_id() if line.id is None else line.id
    try:
        answer = house.handle(stream, given, id_, expected=line.expected, approved_by=line.approved_by)
    except Refused as refusal:
        print_refusal(number, print_command(given), name_of(given), refusal, output)
        return False
    except Unreadable as error:
        unreadable = Refused("unreadable", "command", str(error))
        print_refusal(number, print_command(given), name_of(given), unreadable, output)
        return False
    print_answer(number, answer, output)
    sys.stdout.flush()
    return True


@app.command()
def run(
    folder: FolderArgument,
    rounds: Annotated[int | None, typer.Option(metavar="N", min=1, help="Stop after so many rounds.")] = None,
    output: LinesOption = Format.TEXT,
) -> None:
    """Deal the automatic tables until Ctrl-C, and print what happens at them."""
    from puntobanco.app.house.dealing_process import dealt
    from puntobanco.cli.house_output import print_record

    with _interrupted(), dealt(folder, rounds) as lines:
        for line, record in lines:
            print_record(line, record, output)
            sys.stdout.flush()


# People

app.command()(roles.grant)
app.command()(roles.revoke)
app.command()(roles.people)


# Copies


@app.command()
def backup(
    folder: FolderArgument,
    target: Annotated[Path, typer.Argument(metavar="FILE", help="A new file; the keys are not in it.")],
    output: FormatOption = Format.TEXT,
) -> None:
    """Copy the house into one file while it runs, and verify the copy."""
    from puntobanco.app.house.backup import backup_house

    with files(target), working("Copying and verifying"):
        records, keys = backup_house(folder, target)
    if output is Format.JSON:
        print_json({"file": str(target), "records": records, "keys": str(keys)})
    else:
        print(f"{target} has {records} records, verified. Keep a copy of {keys} elsewhere: it is not in there.")


@app.command()
def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    folder: FolderArgument,
    database: DatabaseOption = None,
    owner: OwnerOption = None,
    keys: Annotated[Path | None, typer.Option(metavar="FILE", help="The key file of the house, or its copy.")] = None,
    signing: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The key that signs checkpoints, or its copy; else a new one.")
    ] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Make a house of a backup. Every virtual shoe that was open in it ends: its cards may be known."""
    from puntobanco.app.house.backup import restore_house
    from puntobanco.app.house.process_hardening import forbid_core_dumps

    forbid_core_dumps()
    with files(folder), working("Restoring and verifying"):
        found = restore_house(source, folder, database=database, owner=owner, keys=keys, signing=signing)
    _print_made(found, output)


@app.command("accept-loss")
def accept_loss(
    folder: FolderArgument,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why they cannot be brought back, for the log.")],
    output: FormatOption = Format.TEXT,
) -> None:
    """Let a house continue although acknowledged records are lost: open shoes end, and everyone logs in again."""
    from puntobanco.app.house import backup
    from puntobanco.app.house.process_hardening import forbid_core_dumps

    forbid_core_dumps()
    with files(folder), working("Accepting the loss"):
        found = backup.accept_loss(folder, reason)
    if output is Format.JSON:
        aside = list(found.set_aside)
        print_json({"position": found.position, "acknowledged": found.acknowledged, "set_aside": aside})
        return
    print(f"Accepted: record {found.acknowledged} was acknowledged, record {found.position} was the last one there.")
    if found.set_aside:
        print(f"Checkpoints set aside: {', '.join(map(str, found.set_aside))}.")


@app.command()
def migrate(folder: FolderArgument, owner: OwnerOption = None, output: FormatOption = Format.TEXT) -> None:
    """Bring the database to what this version needs; nothing happens if it is. Stop the house first."""
    from puntobanco.app.house.house_folder import migrate_house

    with working("Migrating"):
        revision = migrate_house(folder, owner)
    if output is Format.JSON:
        print_json({"revision": revision})
    else:
        print(f"The database is at revision {revision}.")


# Shared


@contextmanager
def served(folder: Path) -> "Iterator[House]":
    """The house, opened by a process whose memory never lands on a disk."""
    from puntobanco.app.house.house_folder import open_house
    from puntobanco.app.house.process_hardening import forbid_core_dumps

    forbid_core_dumps()
    house = open_house(folder)
    try:
        yield house
    finally:
        house.close()


@contextmanager
def files(named: Path) -> Iterator[None]:
    """Files that cannot be made or read are told as such."""
    try:
        yield
    except OSError as error:
        raise Unreadable(f"{error.filename or named}: {error.strerror or error}; check the path") from None
    except ValueError as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable(f"{named} is no path") from None


@contextmanager
def working(what: str) -> Iterator[None]:
    """A word on the screen, if somebody looks at one."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(f"{what} ..."):
        yield


@contextmanager
def _interrupted() -> Iterator[None]:
    """Ctrl-C and a polite kill end the command, not the house: what was answered is on the disk."""
    import signal

    for one in (signal.SIGINT, signal.SIGTERM):  # a shell that starts it in the background ignores the first for it
        signal.signal(one, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        yield


def _milliseconds(seconds: float) -> int:
    if isnan(seconds):
        raise Unreadable("seconds are a number")
    return round(1000 * seconds)


def _print_made(found: "Settings", output: Format) -> None:
    """Where things are; the address of a database may hold a password, and is not printed."""
    where = "PostgreSQL" if isinstance(found.database, str) else str(found.database)
    if output is Format.JSON:
        paths = {key: str(getattr(found, key)) for key in ("keys", "signing", "checkpoints")}
        print_json({"name": found.name, "database": where, **paths})
        return
    print(f"House {found.name}: records in {where}, keys in {found.keys}.")
    print("Keep a copy of the key file in another place than backups: without it no open shoe goes on.")
    print(f"Checkpoints are signed with {found.signing} and written to {found.checkpoints}: keep copies elsewhere.")
