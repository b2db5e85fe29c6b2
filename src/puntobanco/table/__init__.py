"""The live table, pure: commands in, events out, state by folding them."""

from puntobanco.table.actors import Actor, Role
from puntobanco.table.decide import decide, handle
from puntobanco.table.legal import Amounts, Legal, legal
from puntobanco.table.state import TableState, evolve, fold

__all__ = ["Actor", "Amounts", "Legal", "Role", "TableState", "decide", "evolve", "fold", "handle", "legal"]
