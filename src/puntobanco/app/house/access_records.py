"""Who comes and goes is written down, and what lets them in: never an address, never a secret."""

from puntobanco import house as diary
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.app.randomness import command_id
from puntobanco.house.commands import NoteAccess, NoteFailedFactor, NoteLogIn, NoteLogOut
from puntobanco.house.commands.roles import Noting
from puntobanco.house.grants import Access, Leaving, Session
from puntobanco.streams.names import HOUSE


def came_in(person: str) -> CommandRequest:
    """Somebody has a session from now on."""
    return _noted(NoteLogIn(actor=diary.OPERATOR, whom=person, session=Session.BROWSER))


def went_out(person: str, why: Leaving) -> CommandRequest:
    """Somebody's session is over, or all of them."""
    return _noted(NoteLogOut(actor=diary.OPERATOR, whom=person, session=Session.BROWSER, why=why))


def failed_factor(person: str) -> CommandRequest:
    return _noted(NoteFailedFactor(actor=diary.OPERATOR, whom=person, session=Session.BROWSER))


def way_in(person: str, access: Access, by: str | None) -> CommandRequest:
    """Somebody proves who they are by something else from now on; `by` is nobody's name at the machine."""
    return _noted(NoteAccess(actor=diary.OPERATOR, whom=person, access=access, by=by))


def _noted(command: Noting) -> CommandRequest:
    return CommandRequest(stream=HOUSE, command=command, id=command_id())
