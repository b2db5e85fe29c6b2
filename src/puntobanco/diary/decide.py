"""What a command of the house's own stream leads to."""

from puntobanco.diary.asking import ROLES
from puntobanco.diary.commands import Command
from puntobanco.diary.events import Event
from puntobanco.diary.state import HouseState
from puntobanco.errors import Refused
from puntobanco.table.asking import name_of


def handle(state: HouseState | None, command: Command) -> tuple[tuple[Event, ...], HouseState]:
    roles = ROLES[type(command)]
    if command.actor.role not in roles:
        sentence = f"{name_of(command)} is for the {' or '.join(sorted(roles))}, not for the {command.actor.role}"
        raise Refused("wrong_role", "roles", sentence)
    before = HouseState() if state is None else state
    event = command.decide(before)
    return (event,), event.after(before)
