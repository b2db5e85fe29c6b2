"""The live table, pure: commands in, events out, state by folding them."""

from puntobanco.table.actors import Actor, Role
from puntobanco.table.asked.progress import Next, Progress, progress
from puntobanco.table.decide import decide, handle
from puntobanco.table.reading.legal import legal
from puntobanco.table.reading.offering import Amounts, Legal
from puntobanco.table.state import TableState, evolve, fold

__all__ = [
    "Actor",
    "Amounts",
    "Legal",
    "Next",
    "Progress",
    "Role",
    "TableState",
    "decide",
    "evolve",
    "fold",
    "handle",
    "legal",
    "progress",
]
