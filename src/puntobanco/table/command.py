"""What a person can ask of a table, and in which role."""

from puntobanco.streams.command import Command, Roles, declaring
from puntobanco.table.state import Draft


class Asked(Command, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that is asked of a table."""

    def decide(self, draft: Draft, /) -> None:
        """Add the events that this leads to, or raise `Refused` with code, clause and sentence."""
        raise NotImplementedError


ROLES: Roles[Asked] = {}
"""Who may give a command of a table."""
given_by = declaring(ROLES)
