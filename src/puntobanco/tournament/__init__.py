"""Tournaments, pure: the same shape as the table, above it. Commands in, events out, state by folding them."""

from puntobanco.tournament.queries.progress import Next, Progress, progress
from puntobanco.tournament.state import TournamentState
from puntobanco.tournament.stream_type import decide, fold, handle
from puntobanco.tournament.views.legal_actions import legal

__all__ = ["Next", "Progress", "TournamentState", "decide", "fold", "handle", "legal", "progress"]
