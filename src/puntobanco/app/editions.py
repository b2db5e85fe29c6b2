"""The edition of a book, filled in before a command is decided: a later edition does not change what a record says."""

from typing import TypeVar

from puntobanco.rulebooks import BOOKS
from puntobanco.streams.command import AnyCommand
from puntobanco.table.commands import OpenTable
from puntobanco.tournament.commands import PlanTournament
from puntobanco.values.replace import changed

C = TypeVar("C", bound=AnyCommand)

BY_A_BOOK: tuple[type[OpenTable], type[PlanTournament]] = (OpenTable, PlanTournament)


def with_edition(command: C) -> C:
    """The same command; one that names a book without an edition names the newest."""
    if not isinstance(command, BY_A_BOOK) or command.edition is not None:
        return command
    newest = BOOKS.get(command.book)
    return command if newest is None else changed(command, edition=newest.edition)
