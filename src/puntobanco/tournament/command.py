"""What a person can ask of a tournament, in which role, and in which office."""

from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.command import Command, Roles, declaring
from puntobanco.tournament.queries.staff import conducts, has_director, is_approved
from puntobanco.tournament.state import Draft


class Asked(Command, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that is asked of a tournament."""

    def decide(self, draft: Draft, /) -> None:
        """Add the events that this leads to, or raise `Refused` with code, clause and sentence."""
        raise NotImplementedError


ROLES: Roles[Asked] = {}
"""Who may give a command of a tournament."""
given_by = declaring(ROLES)

OPERATOR, SUPERVISOR, PATRON = Role.OPERATOR, Role.SUPERVISOR, Role.PATRON
DIRECTOR = (SUPERVISOR, OPERATOR)
"""The director and the assistants act as supervisors or operators; that they were nominated is asked besides."""


def require_open(draft: Draft) -> None:
    """Nothing is done in a tournament that is not approved, has no director, or is cancelled."""
    state, law = draft.state, draft.law
    if state.cancelled:
        draft.refuse("cancelled", law.no_refund, "the tournament is cancelled")
    if not is_approved(state):
        sentence = "nothing opens before the approval is recorded and confirmed and a director nominated"
        draft.refuse("not_approved", law.approval, sentence)
    if not has_director(state):
        draft.refuse(
            "not_nominated", law.director, "nothing opens before a director is nominated: the operator does that"
        )


def require_director(draft: Draft, actor: Actor) -> None:
    """A tournament act of the director or an assistant, in an open tournament."""
    require_open(draft)
    if not conducts(draft.state, actor.person):
        sentence = f"{actor.person} is neither director nor assistant: the operator nominates them"
        draft.refuse("not_nominated", draft.law.director, sentence)


def require_still_played(draft: Draft) -> None:
    if draft.state.over:
        draft.refuse("over", draft.law.places, "all is played: only places and prizes are left")
