"""Exact odds of every wager for any shoe, as whole numbers and fractions."""

from puntobanco.odds.batch import Engine, Ways

__all__ = ["Engine", "Ways"]
