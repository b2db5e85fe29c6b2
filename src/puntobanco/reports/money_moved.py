"""What an event moves between a table and the world: the tray's chips, and what patrons owe."""

from typing import Any

from puntobanco.log.account_transfers import STAYS_AT_THE_TABLE
from puntobanco.streams.ledger import Cage
from puntobanco.table import ledger
from puntobanco.table.events import EVENTS, FloatCredited, FloatFilled, StageSettled
from puntobanco.values.money import Cents

MOVES_MONEY = frozenset(
    kind
    for kind in EVENTS.values()
    if hasattr(kind, "entry") and kind not in STAYS_AT_THE_TABLE and kind not in (FloatFilled, FloatCredited)
)
"""Events whose entries may touch the tray; fills and credits are no win."""

_OUTSIDE_THE_TRAY = (Cage, ledger.Bank, ledger.Chips, ledger.Box)
_OWED = (ledger.CommissionOwed, ledger.CommissionDebt, ledger.Debt)


def gained(event: Any) -> tuple[Cents, Cents]:
    """By how much the tray's chips grew, and by how much what patrons owe to the house."""
    if type(event) is StageSettled:
        return _settled(event)
    outside = owed = 0
    for account, amount in event.entry.postings:
        if isinstance(account, _OUTSIDE_THE_TRAY):
            outside += amount
        elif isinstance(account, _OWED):
            owed += amount
    return -outside, owed


def _settled(event: StageSettled) -> tuple[Cents, Cents]:
    """Stand-offs that stay on the layout move nothing."""
    won = owed = 0
    for line in event.wagers:
        won += line.stake - line.returned
        owed += line.commission_owed
    return won, owed
