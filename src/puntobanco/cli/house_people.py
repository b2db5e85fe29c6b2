"""`punto house person`: who may enter a house, for its operator."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco.cli.common import Format, FormatOption, console, print_json
from puntobanco.cli.house import FolderArgument
from puntobanco.errors import Refused
from puntobanco.values.text import escaped

if TYPE_CHECKING:
    from puntobanco.app.auth.authenticator import Entrance
    from puntobanco.app.auth.login_list import Enrolled, HeldToken, WhoMayEnter
    from puntobanco.app.auth.tokens import NewToken
    from puntobanco.app.house.house import House
    from puntobanco.house.grants import Access

app = typer.Typer(help="Who may enter a house: people, programs and screens.", no_args_is_help=True)

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Of the person.")]
DaysOption = Annotated[int, typer.Option(metavar="N", min=1, max=366, help="How long it lasts.")]
ADDRESS = "http://localhost:8417"


@app.command("list")
def list_(folder: FolderArgument, output: FormatOption = Format.TEXT) -> None:
    """Who may enter, and what they hold. The house may run meanwhile."""
    from puntobanco.app.auth.open_auth import who_may_enter

    found = who_may_enter(folder)
    if output is Format.JSON:
        print_json({"people": [_as_data(one) for one in found.people], "devices": [*map(_token, found.devices)]})
    else:
        _print_people(found)


@app.command()
def enrol(
    folder: FolderArgument,
    name: NameArgument,
    hours: Annotated[int, typer.Option(metavar="N", min=1, max=720, help="How long the link lasts.")] = 72,
    address: Annotated[str, typer.Option(metavar="URL", help="Where the house is reached.")] = ADDRESS,
    output: FormatOption = Format.TEXT,
) -> None:
    """Print a one-time link by which somebody sets a password, for the first time or again."""
    from puntobanco.house.grants import Access

    with _attended(folder) as at:
        link = at.entrance.enroll(name, hours=hours)
        at.note(link.person, Access.INVITED)
    if output is Format.JSON:
        print_json({"person": link.person, "link": link.address(address).text(), "ends": link.ends})
        return
    print(link.address(address).text())
    print(f"For {escaped(link.person)} alone, once, until {_time(link.ends)} UTC. Earlier links of theirs are void.")


@app.command()
def close(folder: FolderArgument, name: NameArgument, output: FormatOption = Format.TEXT) -> None:
    """Close an account: its sessions, links and tokens open nothing any more."""
    _set_closed(folder, name, output, closed=True)


@app.command("open")
def open_(folder: FolderArgument, name: NameArgument, output: FormatOption = Format.TEXT) -> None:
    """Open a closed account: its password is good again, tokens are not."""
    _set_closed(folder, name, output, closed=False)


@app.command("log-out")
def log_out(folder: FolderArgument, name: NameArgument, output: FormatOption = Format.TEXT) -> None:
    """End all sessions of somebody, everywhere."""
    from puntobanco.app.house.access_records import went_out
    from puntobanco.house.grants import Leaving

    with _attended(folder) as at:
        ended = at.entrance.leave_everywhere(name)
        if ended:
            at.house.submit(went_out(at.entrance.name_of(name), Leaving.REVOKED)).result()
    _say({"person": name, "ended": ended}, f"{ended} sessions of {escaped(name)} have ended.", output)


@app.command()
def token(
    folder: FolderArgument,
    name: NameArgument,
    program: Annotated[str, typer.Argument(metavar="PROGRAM", help="What it is for.")],
    scope: Annotated[list[str], typer.Option(metavar="SCOPE", help="read, play or work; may be repeated.")],
    days: DaysOption = 90,
    output: FormatOption = Format.TEXT,
) -> None:
    """Print a token by which a program acts for somebody; it is shown once."""
    from puntobanco.app.auth.tokens import read_scope
    from puntobanco.house.grants import Access

    scopes = [read_scope(one) for one in scope]
    with _attended(folder) as at:
        made = at.entrance.new_token(name, program, scopes, days=days)
        at.note(at.entrance.name_of(name), Access.TOKEN_MADE)
    _print_token(made, output)


@app.command()
def device(
    folder: FolderArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the screen.")],
    table: Annotated[list[str], typer.Option(metavar="TABLE", help="That it shows; may be repeated.")],
    days: DaysOption = 366,
    output: FormatOption = Format.TEXT,
) -> None:
    """Print a token by which a screen shows tables, and can do nothing; it is shown once."""
    from puntobanco.house.grants import Access

    with _attended(folder) as at:
        made = at.entrance.new_device(name, table, days=days)
        at.note(made.name, Access.SCREEN_ADDED)
    _print_token(made, output)
    if output is Format.TEXT:
        print(f"On the screen, open this under the address of the house: /screen#{made.secret.text()}")


@app.command("take-back")
def take_back(
    folder: FolderArgument,
    held: Annotated[str, typer.Argument(metavar="ID", help="Of a token, as the list has it.")],
    output: FormatOption = Format.TEXT,
) -> None:
    """Take back the token of a program or a screen."""
    from puntobanco.house.grants import Access

    with _attended(folder) as at:
        whose = at.entrance.take_back(held)
        if whose is None:
            raise Refused(
                "unknown_token", "entrance", f"there is no token {escaped(held)}: see punto house person list"
            )
        at.note(whose, Access.TOKEN_TAKEN_BACK)
    _say({"id": held, "taken_back": True}, f"{escaped(held)} opens nothing any more.", output)


# Shared


@dataclass(frozen=True)
class Attended:
    """An entrance, and the house that writes down what is done there."""

    entrance: "Entrance"
    house: "House"

    def note(self, person: str, access: "Access") -> None:
        """At the machine, by nobody's name."""
        from puntobanco.app.house.access_records import way_in

        self.house.submit(way_in(person, access, None)).result()


@contextmanager
def _attended(folder: Path) -> Iterator[Attended]:
    """Opened by a process whose memory never lands on a disk."""
    from puntobanco.app.auth.open_auth import operators_entrance
    from puntobanco.app.house.house_folder import opened, read_settings, serve
    from puntobanco.app.house.process_hardening import forbid_core_dumps

    forbid_core_dumps()
    settings = read_settings(folder)
    store = opened(settings)
    with closing(serve(settings, store)) as house:
        yield Attended(entrance=operators_entrance(settings, store), house=house)


def _set_closed(folder: Path, name: str, output: Format, *, closed: bool) -> None:
    from puntobanco.house.grants import Access

    with _attended(folder) as at:
        person = at.entrance.close_account(name, closed=closed)
        at.note(person, Access.CLOSED if closed else Access.OPENED)
    said = f"The account of {escaped(name)} is {'closed' if closed else 'open'}."
    _say({"person": name, "closed": closed}, said, output)


def _say(data: dict[str, object], text: str, output: Format) -> None:
    print_json(data) if output is Format.JSON else print(text)


def _print_token(made: "NewToken", output: Format) -> None:
    if output is Format.JSON:
        print_json({"id": made.id, "token": made.secret.text()})
        return
    print(made.secret.text())
    print(f"It is {made.id} in the list, and is not shown again.")


def _as_data(one: "Enrolled") -> dict[str, object]:
    return {
        "name": one.name,
        "has_password": one.has_password,
        "has_second_factor": one.has_factor,
        "closed": one.closed,
        "sessions": one.sessions,
        "tokens": [*map(_token, one.tokens)],
    }


def _token(one: "HeldToken") -> dict[str, object]:
    return {"id": one.id, "name": one.name, "scopes": one.scopes, "tables": one.tables, "ends": one.ends}


def _print_people(found: "WhoMayEnter") -> None:
    from rich.table import Table

    table = Table("Person", "Account", "Second factor", "Sessions", box=None, pad_edge=False)
    table.columns[3].justify = "right"
    for one in found.people:
        account = "closed" if one.closed else "open" if one.has_password else "invited"
        table.add_row(escaped(one.name), account, "yes" if one.has_factor else "no", str(one.sessions))
    console().print(table)
    for one in found.people:
        for held in one.tokens:
            print(
                f"{held.id}: {escaped(held.name)} for {escaped(one.name)}, {' and '.join(held.scopes)}, {_until(held)}"
            )
    for held in found.devices:
        print(f"{held.id}: {escaped(held.name)} shows {escaped(', '.join(held.tables))}, {_until(held)}")


def _until(held: "HeldToken") -> str:
    return f"until {_time(held.ends)}"


def _time(microseconds: int) -> str:
    return f"{datetime.fromtimestamp(microseconds / 1_000_000, UTC):%Y-%m-%d %H:%M}"
