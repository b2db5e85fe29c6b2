"""What a command of the house's own stream leads to."""

from puntobanco.errors import Refused
from puntobanco.house.command import ROLES
from puntobanco.house.commands import HouseCommand
from puntobanco.house.events import HouseEvent
from puntobanco.house.state import HouseState
from puntobanco.streams.command import name_of


def handle(state: HouseState | None, command: HouseCommand) -> tuple[tuple[HouseEvent, ...], HouseState]:
    roles = ROLES[type(command)]
    if command.actor.role not in roles:
        sentence = f"{name_of(command)} is for the {' or '.join(sorted(roles))}, not for the {command.actor.role}"
        raise Refused("wrong_role", "roles", sentence)
    before = HouseState() if state is None else state
    event = command.decide(before)
    return (event,), event.after(before)
