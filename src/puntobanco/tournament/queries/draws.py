"""Ballots and lots: which are open, which the house must commit to, and who may add words."""

from collections.abc import Iterator

from puntobanco.fair_shoes.draws import DrawKind
from puntobanco.tournament.conditions import StageKind
from puntobanco.tournament.model import Draw
from puntobanco.tournament.queries.staff import is_open
from puntobanco.tournament.state import TournamentState

MAX_WORDS = 10
"""How often an entrant may add words to one draw: nobody fills the log with them."""


def open_draws(state: TournamentState) -> tuple[Draw, ...]:
    """Draws that may still be drawn: until places are awarded, a void can reopen the last session (ruling 47)."""
    is_settled = state.cancelled or state.awards is not None
    return () if is_settled else tuple(draw for draw in state.draws if draw.is_open)


def open_draw(state: TournamentState, kind: DrawKind) -> Draw | None:
    """The draw of a kind that comes next, once the house is committed to its secret."""
    return next((draw for draw in open_draws(state) if draw.kind is kind), None)


def draws_due(state: TournamentState) -> Iterator[DrawKind]:
    """What the house must be committed to now, and is not."""
    if not is_open(state) or state.awards is not None:
        return
    if _ballot_to_come(state) and open_draw(state, DrawKind.BALLOT) is None:
        yield DrawKind.BALLOT
    if state.begun and open_draw(state, DrawKind.LOT) is None:
        yield DrawKind.LOT


def _ballot_to_come(state: TournamentState) -> bool:
    """From when entries open, and again from when the first session of a stage starts, but for the final."""
    if ballot_may_be_redrawn(state):
        return False
    in_play = state.session is not None or state.results is not None
    return not (in_play and state.present_stage.kind is StageKind.FINAL)


def may_add_words(state: TournamentState, person: str) -> bool:
    """Entrants, whether or not they are still in: the more people add words, the fewer must be trusted."""
    return is_open(state) and not state.over and person in state.entrants


def words_left(draw: Draw, person: str) -> int:
    """How often a person may still add words."""
    return MAX_WORDS - sum(one.player == person for one in draw.words)


def ballot_may_be_redrawn(state: TournamentState) -> bool:
    """Whether the ballot of a stage is drawn and the first session of the stage has not started."""
    session = state.session
    return session is not None and not session.started and session.number == 1


def ballot_in_force(state: TournamentState) -> Draw | None:
    """The ballot of the stage that has not started yet."""
    session = state.session
    if session is None or session.ballot is None or not ballot_may_be_redrawn(state):
        return None
    return state.draws[session.ballot - 1]
