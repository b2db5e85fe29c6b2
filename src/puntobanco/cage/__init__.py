"""The cage, pure: patrons' accounts and the house's own money, in the same shape as the table.

An account is a stream of its own. Commands in, events out, state by folding them.
"""

from puntobanco.cage.decide import decide, handle
from puntobanco.cage.state import AccountState, evolve, fold
from puntobanco.cage.views.legal_actions import legal
from puntobanco.cage.views.statement import statement

__all__ = ["AccountState", "decide", "evolve", "fold", "handle", "legal", "statement"]
