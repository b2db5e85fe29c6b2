"""What a command of the house's own stream leads to."""

from puntobanco.diary.commands import ROLES, Command
from puntobanco.diary.events import Event
from puntobanco.diary.state import HouseState
from puntobanco.errors import Refused

DECIDE_VERSION = 1


def handle(state: HouseState | None, command: Command) -> tuple[tuple[Event, ...], HouseState]:
    if command.actor.role not in ROLES[type(command)]:
        raise Refused("wrong_role", "roles", f"this is for the operator, not for the {command.actor.role}")
    before = HouseState() if state is None else state
    event = command.decide(before)
    return (event,), event.after(before)
