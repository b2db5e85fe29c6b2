"""The float: what lies in the tray, what may be counted, and what the table has taken."""

from dataclasses import dataclass
from fractions import Fraction

from puntobanco.streams.ledger import CAGE
from puntobanco.table.ledger import Chips
from puntobanco.table.model import Counting, Phase
from puntobanco.table.state import TableState
from puntobanco.values.money import Cents


def in_the_tray(state: TableState) -> Cents:
    """The house's chips at a table, as the books say: all that came from the cage but what patrons have or bet."""
    theirs = sum(balance for account, balance in state.accounts.items() if isinstance(account, Chips))
    return -state.balance(CAGE) - theirs - sum(one.amount for one in state.stakes)


def may_count(state: TableState, count: Counting) -> bool:
    """The opening count comes first, the closing one once the table is closed, others in between."""
    match count:
        case Counting.OPENING:
            return state.tray.last is None and not state.is_closed
        case Counting.BETWEEN:
            return not state.is_closed
        case Counting.CLOSING:
            return state.phase is Phase.CLOSED


@dataclass(frozen=True, slots=True, kw_only=True)
class Takings:
    """What a table has taken until now."""

    drop: Cents
    """What patrons bought in for."""
    filled: Cents
    credited: Cents
    win: Cents
    """What the tray has gained, commission included, fills and credits apart: what patrons brought and have no more."""
    counted_win: Cents | None
    """The same from the opening count to the last one; none before there are two."""
    hold: Fraction | None
    """Win by drop; none while nobody has bought in."""


def takings(state: TableState) -> Takings:
    """Drop, win and hold, by the books and by the counts."""
    tray = state.tray
    win = in_the_tray(state) - tray.filled + tray.credited
    return Takings(
        drop=tray.drop,
        filled=tray.filled,
        credited=tray.credited,
        win=win,
        counted_win=_counted_win(state),
        hold=Fraction(win, tray.drop) if tray.drop else None,
    )


def _counted_win(state: TableState) -> Cents | None:
    first, last = state.tray.opening, state.tray.last
    if first is None or last is None or last is first:
        return None
    return last.amount - first.amount - (last.filled - first.filled) + (last.credited - first.credited)
