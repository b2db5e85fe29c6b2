"""Commands and events of a tournament as people type and read them: what is done at a table is typed as at a table.

`{"do": "place", "table": "2", ...}` is a table's command with the table where it is given.
"""

from typing import Any

from puntobanco.errors import Unreadable
from puntobanco.log.script import print_command, print_event, read_command, read_one_of
from puntobanco.streams.actors import Actor
from puntobanco.table.commands import COMMANDS as TABLE_COMMANDS
from puntobanco.tournament.commands import COMMANDS, AtTable, TournamentCommand
from puntobanco.values.text import quoted

TABLE = "table"
BY_NAME: dict[str, type[TournamentCommand]] = {name: kind for name, kind in COMMANDS.items() if kind is not AtTable}
"""Commands that are typed by their own name."""


def read_tournament_command(data: dict[str, Any]) -> TournamentCommand:
    """The command of a tournament, or at one of its tables, that a line stands for."""
    if data.get("do") not in TABLE_COMMANDS:
        return read_one_of(BY_NAME, data, unlike=tuple(TABLE_COMMANDS))
    table = data.get(TABLE)
    if not isinstance(table, str):
        problem = f"needs {TABLE}" if TABLE not in data else f"{TABLE}: {quoted(table)} is no str"
        raise Unreadable(f"{data['do']} {problem}")
    command = read_command({key: value for key, value in data.items() if key != TABLE})
    return AtTable(actor=command.actor, table=table, command=command)


def print_tournament_command(command: TournamentCommand) -> dict[str, Any]:
    """`{"do": "register", ...}`, or a table's command with its table; what is left out has its default."""
    if isinstance(command, AtTable):
        return {**print_command(command.command), TABLE: command.table}
    return print_command(command)


def print_tournament_event(event: Any, by: Actor, hidden: frozenset[str], table: str | None) -> dict[str, Any]:
    """`{"event": "ballot_drawn", "version": 1, ...}`; what happened at a table begins with the table."""
    at = {} if table is None else {TABLE: table}
    return {**at, **print_event(event, by, hidden)}
