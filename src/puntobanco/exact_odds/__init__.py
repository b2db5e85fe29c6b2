"""Exact odds of every wager for any shoe, as whole numbers and fractions.

What is asked of one shoe is plain Python. What takes many shoes at once brings numpy and numba along, and is imported
when it is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from puntobanco.exact_odds.partial_coup import parse_on_table
from puntobanco.exact_odds.removal import Removal, removal
from puntobanco.exact_odds.table_odds import TableOdds, WagerOdds, odds

if TYPE_CHECKING:
    from puntobanco.exact_odds.batch import Engine, Ways
    from puntobanco.exact_odds.studies import Study, study

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

_OF_MANY_SHOES = {"Engine": "batch", "Ways": "batch", "Study": "studies", "study": "studies"}


def __getattr__(name: str) -> object:
    if name not in _OF_MANY_SHOES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_OF_MANY_SHOES[name]}"), name)
