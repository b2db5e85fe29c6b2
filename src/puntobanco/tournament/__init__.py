"""Tournaments, pure: the same shape as the table, above it. Commands in, events out, state by folding them."""

from puntobanco.tournament.decide import decide, handle
from puntobanco.tournament.queries.progress import Next, Progress, progress
from puntobanco.tournament.state import TournamentState, evolve, fold
from puntobanco.tournament.views.legal_actions import legal

__all__ = ["Next", "Progress", "TournamentState", "decide", "evolve", "fold", "handle", "legal", "progress"]
