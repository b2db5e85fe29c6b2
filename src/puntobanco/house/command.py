"""What a person can ask of the house itself, and in which role."""

from puntobanco.house.state import HouseState, Noted
from puntobanco.streams.command import Asking, Roles, declaring


class Asked(Asking, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that is asked of the house."""

    at_the_machine = False
    """Whether it is for the program or whoever sits at the house's own machine, and for nobody on duty."""

    def decide(self, state: HouseState, /) -> Noted:
        """The event that this leads to, or `Refused` with code, clause and sentence."""
        raise NotImplementedError


ROLES: Roles[Asked] = {}
"""Who may give a command of the house."""
given_by = declaring(ROLES)
