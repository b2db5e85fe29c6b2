"""Exact odds of every wager for any shoe, as whole numbers and fractions."""

from puntobanco.odds.batch import Engine, Ways
from puntobanco.odds.on_table import parse_on_table
from puntobanco.odds.removal import Removal, removal
from puntobanco.odds.study import Study, study
from puntobanco.odds.table_odds import TableOdds, WagerOdds, odds

__all__ = [
    "Engine",
    "Removal",
    "Study",
    "TableOdds",
    "WagerOdds",
    "Ways",
    "odds",
    "parse_on_table",
    "removal",
    "study",
]
