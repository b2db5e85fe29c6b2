"""Every command of a table, in the order of lists and pages: what these modules declare."""

from typing import TYPE_CHECKING, TypeAlias, Union

from puntobanco.streams.command import Command, commands_in
from puntobanco.table.commands.table_opening import *
from puntobanco.table.commands.shoe import *
from puntobanco.table.commands.table_lifecycle import *
from puntobanco.table.commands.chips import *
from puntobanco.table.commands.float import *
from puntobanco.table.commands.patrons import *
from puntobanco.table.commands.turns import *
from puntobanco.table.commands.wagers import *
from puntobanco.table.commands.slips import *
from puntobanco.table.commands.close_of_betting import *
from puntobanco.table.commands.cards import *
from puntobanco.table.commands.disclosure import *
from puntobanco.table.commands.corrections import *
from puntobanco.table.commands.exposure import *
from puntobanco.table.commands.round_end import *
from puntobanco.table.commands.commission_and_debt import *
from puntobanco.table.commands.announcements import *
from puntobanco.table.commands.no_bet_coups import *
from puntobanco.table.commands.reconstruction import *
from puntobanco.table.commands.rulings import *
from puntobanco.table.commands.disputes import *
from puntobanco.table.state import TableState

COMMANDS: dict[str, type[Command[TableState]]] = commands_in(globals())
"""Command types by the name that a script uses."""

if TYPE_CHECKING:
    TableCommand: TypeAlias = Command[TableState]
else:  # what a record is decoded as
    TableCommand = Union[tuple(COMMANDS.values())]
