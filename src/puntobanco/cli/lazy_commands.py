"""Commands that are imported when they are called, so that `punto --help` and every other command start at once."""

from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup


class Later(NamedTuple):
    """Where a command is: a module of `cli` with an `app`, or with a function of the command's name."""

    about: str
    """The first line of its help."""
    is_group: bool = False
    module: str = ""
    """If it is another one than that of its name."""
    bare_is_help: bool = False
    """Whether it prints its help when it is called with nothing."""

    def loaded(self, name: str) -> Any:
        module = import_module(f"puntobanco.cli.{self.module or name}")
        whole = typer.Typer()
        if self.is_group:
            whole.add_typer(module.app, name=name)
        else:
            whole.command(name, no_args_is_help=self.bare_is_help)(getattr(module, name))
        return typer.main.get_group(whole).commands[name]


COMMANDS = {
    "rules": Later("Read, compare and post the rulebooks.", is_group=True),
    "coup": Later(
        "Explain one coup: every draw or stand with its clause, the result, and what each bet gets.", bare_is_help=True
    ),
    "play": Later("Sit down at a practice table: bets from the keyboard, or from a pipe."),
    "table": Later("The live table.", is_group=True),
    "tournament": Later("Tournaments.", is_group=True),
    "fair": Later("Shoes that anyone can verify.", is_group=True),
    "ballot": Later("Ballots and lots that anyone can verify.", is_group=True),
    "house": Later("A house on disk: its tables, accounts, log and copies.", is_group=True, module="house_commands"),
    "serve": Later("Serve a house over HTTP and deal its automatic tables, until Ctrl-C.", bare_is_help=True),
    "audit": Later("The log of a house: checkpoints, verification, rounds told, bundles.", is_group=True),
    "report": Later("What a house took, held against the exact odds.", is_group=True),
    "odds": Later("Exact odds: ways, probabilities, returns, house edges and deviations; several books side by side."),
    "roads": Later(
        "Draw the scoreboards of a shoe: bead plate, big road and the three roads derived from it.", bare_is_help=True
    ),
    "simulate": Later(
        "Simulate whole shoes by the table's own procedure: what wagers pay, what systems do, what counting is worth."
    ),
    "wagers": Later("Wagers of your own: those that come along, and what a file declares.", is_group=True),
}


class LaterCommands(TyperGroup):
    """A group that knows the names of its commands and imports the one that is called."""

    def __init__(self, **attributes: Any) -> None:
        """Until a command is called there is enough of it for a list, and for who misspells it."""
        super().__init__(**attributes)
        self.commands = {
            **{name: TyperCommand(name, help=one.about) for name, one in COMMANDS.items()},
            **self.commands,
        }

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called, whole."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, COMMANDS[name].loaded(name) if name in COMMANDS else command, rest
