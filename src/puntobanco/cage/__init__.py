"""The cage, pure: patrons' accounts and the house's own money, in the same shape as the table.

An account is a stream of its own. Commands in, events out, state by folding them.
"""

from puntobanco.cage.state import AccountState
from puntobanco.cage.stream_type import decide, fold, handle
from puntobanco.cage.views.legal_actions import legal
from puntobanco.cage.views.statement import statement

__all__ = ["AccountState", "decide", "fold", "handle", "legal", "statement"]
