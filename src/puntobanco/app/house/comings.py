"""Who comes and goes is written down: who, by what, and why they went; never an address, never a secret."""

from puntobanco import diary
from puntobanco.app.chance import command_id
from puntobanco.app.house.writing import Asked
from puntobanco.diary.commands import NoteFailedFactor, NoteLogIn, NoteLogOut
from puntobanco.diary.duties import Leaving, Session
from puntobanco.diary.people_commands import Noting
from puntobanco.streams import HOUSE


def came_in(person: str) -> Asked:
    """Somebody has a session from now on."""
    return _noted(NoteLogIn(actor=diary.OPERATOR, whom=person, session=Session.BROWSER))


def went_out(person: str, why: Leaving) -> Asked:
    """Somebody's session is over, or all of them."""
    return _noted(NoteLogOut(actor=diary.OPERATOR, whom=person, session=Session.BROWSER, why=why))


def failed_factor(person: str) -> Asked:
    return _noted(NoteFailedFactor(actor=diary.OPERATOR, whom=person, session=Session.BROWSER))


def _noted(command: Noting) -> Asked:
    return Asked(stream=HOUSE, command=command, id=command_id())
