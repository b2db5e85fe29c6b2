"""What a person can ask of a tournament, in which role, and in which office."""

from puntobanco.streams.actors import Actor, Role
from puntobanco.tournament.queries.staff import conducts, has_director, is_approved
from puntobanco.tournament.state import TournamentDraft, refuse

OPERATOR, SUPERVISOR, PATRON = Role.OPERATOR, Role.SUPERVISOR, Role.PATRON
DIRECTOR = (SUPERVISOR, OPERATOR)
"""The director and the assistants act as supervisors or operators; that they were nominated is asked besides."""


def require_open(draft: TournamentDraft) -> None:
    """Nothing is done in a tournament that is not approved, has no director, or is cancelled."""
    state, law = draft.state, draft.state.law
    if state.cancelled:
        refuse(draft.state, "cancelled", law.no_refund, "the tournament is cancelled")
    if not is_approved(state):
        sentence = "nothing opens before the approval is recorded and confirmed and a director nominated"
        refuse(draft.state, "not_approved", law.approval, sentence)
    if not has_director(state):
        refuse(
            draft.state,
            "not_nominated",
            law.director,
            "nothing opens before a director is nominated: the operator does that",
        )


def require_director(draft: TournamentDraft, actor: Actor) -> None:
    """A tournament act of the director or an assistant, in an open tournament."""
    require_open(draft)
    if not conducts(draft.state, actor.person):
        sentence = f"{actor.person} is neither director nor assistant: the operator nominates them"
        refuse(draft.state, "not_nominated", draft.state.law.director, sentence)


def require_still_played(draft: TournamentDraft) -> None:
    if draft.state.over:
        refuse(draft.state, "over", draft.state.law.places, "all is played: only places and prizes are left")
