"""Tournaments, pure: the same shape as the table, above it. Commands in, events out, state by folding them."""

from puntobanco.tournament.asked.progress import Next, Progress, progress
from puntobanco.tournament.decide import decide, handle
from puntobanco.tournament.reading.legal import legal
from puntobanco.tournament.state import TournamentState, evolve, fold

__all__ = ["Next", "Progress", "TournamentState", "decide", "evolve", "fold", "handle", "legal", "progress"]
