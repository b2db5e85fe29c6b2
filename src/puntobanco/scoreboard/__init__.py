"""Scoreboards, from results alone."""

from puntobanco.scoreboard.bead import Bead
from puntobanco.scoreboard.notation import parse_beads
from puntobanco.scoreboard.scoreboards import Board, board

__all__ = ["Bead", "Board", "board", "parse_beads"]
