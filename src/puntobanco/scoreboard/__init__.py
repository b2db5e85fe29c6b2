"""Scoreboards, from results alone."""

from puntobanco.scoreboard.bead import Bead
from puntobanco.scoreboard.boards import Board, board
from puntobanco.scoreboard.notation import parse_beads

__all__ = ["Bead", "Board", "board", "parse_beads"]
