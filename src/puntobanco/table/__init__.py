"""The live table, pure: commands in, events out, state by folding them."""

from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.legal_action import Amounts, LegalAction
from puntobanco.table.queries.progress import Next, Progress, progress
from puntobanco.table.state import TableState
from puntobanco.table.stream_type import decide, fold, handle, legal_actions

__all__ = [
    "Actor",
    "Amounts",
    "LegalAction",
    "Next",
    "Progress",
    "Role",
    "TableState",
    "decide",
    "fold",
    "handle",
    "legal_actions",
    "progress",
]
