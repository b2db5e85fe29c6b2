"""`punto house grant`, `revoke` and `people`: who may act where, for whoever sits at the house's own machine."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco.cli.common import Format, FormatOption, console, print_json
from puntobanco.errors import Unreadable
from puntobanco.values.text import escaped

if TYPE_CHECKING:  # the rules of play are imported when something is done, so that --help stays quick
    from puntobanco.house.commands import HouseCommand
    from puntobanco.house.state import HouseState
    from puntobanco.streams.actors import Role

FolderArgument = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the house.")]
PersonArgument = Annotated[str, typer.Argument(metavar="PERSON", help="The name of somebody.")]
TableOption = Annotated[str | None, typer.Option(metavar="NAME", help="At this table only.")]
TournamentOption = Annotated[str | None, typer.Option(metavar="NAME", help="At this tournament only.")]


def grant(
    folder: FolderArgument,
    person: PersonArgument,
    role: Annotated[str, typer.Argument(metavar="ROLE", help="patron, dealer, supervisor, operator, auditor ...")],
    table: TableOption = None,
    tournament: TournamentOption = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Give somebody a role: at all tables (a director at all tournaments, operator and auditor in the whole house),
    or where you say."""
    from puntobanco.app.report_worker.describe_records import known_role
    from puntobanco.house import OPERATOR
    from puntobanco.house.commands import GrantRole

    found = known_role(role)
    place = _place(table, tournament) or _usual_place(found)
    _do(folder, GrantRole(actor=OPERATOR, whom=person, duty=found, place=place), output)


def revoke(
    folder: FolderArgument,
    person: PersonArgument,
    table: TableOption = None,
    tournament: TournamentOption = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Take a role from somebody, where you say; else the one for all tables, all tournaments or the whole house."""
    from puntobanco.app.house.read_only_house import looking
    from puntobanco.house import OPERATOR
    from puntobanco.house.commands import RevokeRole
    from puntobanco.house.grants import ALL_TABLES, ALL_TOURNAMENTS, WHOLE_HOUSE

    place = _place(table, tournament)
    if place is None:
        with looking(folder) as seen:
            held = seen.status().state.grants.get(person, {})
        wide = [one for one in (WHOLE_HOUSE, ALL_TABLES, ALL_TOURNAMENTS) if one in held]
        if len(wide) != 1:
            places = ", ".join(held) or "no place"
            raise Unreadable(f"{person} has roles at {places}: say which one ends with --table or --tournament")
        place = wide[0]
    _do(folder, RevokeRole(actor=OPERATOR, whom=person, place=place), output)


def people(folder: FolderArgument, output: FormatOption = Format.TEXT) -> None:
    """Who may act where, who deals, and what waits for a second person."""
    from puntobanco.app.house.read_only_house import looking

    with looking(folder) as seen:
        state = seen.status().state
    if output is Format.JSON:
        print_json(_as_data(state))
    else:
        _print(state)


def _as_data(state: "HouseState") -> dict[str, object]:
    from puntobanco.log.script import print_command

    return {
        "people": {person: {place: str(role) for place, role in held.items()} for person, held in state.grants.items()},
        "dealing": dict(state.dealing),
        "withdrawal_limit": state.withdrawal_limit,
        "proposals": [
            {
                "number": one.number,
                "stream": one.stream,
                "made_at": one.made_at,
                "time": one.at,
                "command": print_command(one.command),
            }
            for one in state.proposals
        ],
    }


def _print(state: "HouseState") -> None:
    from rich.table import Table

    from puntobanco.house.grants import place_in_words

    table = Table("Person", "Role", "Where", box=None, pad_edge=False)
    for person, held in sorted(state.grants.items()):
        for place, role in sorted(held.items()):
            table.add_row(escaped(person), str(role), escaped(place_in_words(place)))
    console().print(table)
    for name, person in sorted(state.dealing.items()):
        print(escaped(f"{person} deals at table {name}."))


def _place(table: str | None, tournament: str | None) -> str | None:
    if table is not None and tournament is not None:
        raise Unreadable("--table or --tournament: one of them")
    if table is not None:
        return f"table/{table}"
    return None if tournament is None else f"tournament/{tournament}"


def _usual_place(role: "Role") -> str:
    from puntobanco.house.grants import ALL_TABLES, PLACES, WHOLE_HOUSE

    places = PLACES[role]
    if WHOLE_HOUSE in places:
        return WHOLE_HOUSE
    return ALL_TABLES if ALL_TABLES in places else places[0]


def _do(folder: Path, command: "HouseCommand", output: Format) -> None:
    from puntobanco.app.randomness import command_id
    from puntobanco.cli.house import served
    from puntobanco.cli.house_output import print_answer

    with served(folder) as house:
        answer = house.handle("house", command, command_id())
    print_answer(1, answer, output)
