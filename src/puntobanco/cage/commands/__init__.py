"""Every command of an account, in the order of lists and pages: what these modules declare."""

from typing import TYPE_CHECKING, TypeAlias, Union

from puntobanco.cage.commands.money import *
from puntobanco.cage.commands.play_limits import *
from puntobanco.cage.commands.account import *
from puntobanco.cage.state import AccountState
from puntobanco.streams.command import Command, commands_in

COMMANDS: dict[str, type[Command[AccountState]]] = commands_in(globals())
"""Command types by the name that a script uses."""

if TYPE_CHECKING:
    AccountCommand: TypeAlias = Command[AccountState]
else:  # what a record is decoded as
    AccountCommand = Union[tuple(COMMANDS.values())]
