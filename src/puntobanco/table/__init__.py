"""The live table, pure: commands in, events out, state by folding them."""

from puntobanco.streams.actors import Actor, Role
from puntobanco.table.queries.progress import Next, Progress, progress
from puntobanco.table.state import TableState
from puntobanco.table.stream_type import decide, fold, handle
from puntobanco.table.views.action import Amounts, Legal
from puntobanco.table.views.legal_actions import legal

__all__ = [
    "Actor",
    "Amounts",
    "Legal",
    "Next",
    "Progress",
    "Role",
    "TableState",
    "decide",
    "fold",
    "handle",
    "legal",
    "progress",
]
