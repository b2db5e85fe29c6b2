"""What a person can ask of the house itself, and in which role."""

from puntobanco.house.state import HouseEventBase, HouseState
from puntobanco.streams.command import Command, Roles, declaring


class Asked(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that is asked of the house."""

    at_the_machine = False
    """Whether it is for the program or whoever sits at the house's own machine, and for nobody on duty."""

    def decide(self, state: HouseState, /) -> HouseEventBase:
        """The event that this leads to, or `Refused` with code, clause and sentence."""
        raise NotImplementedError


ROLES: Roles[Asked] = {}
"""Who may give a command of the house."""
given_by = declaring(ROLES)
