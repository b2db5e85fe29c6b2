"""A patron's own limits: what binds now, and what a day leaves."""

from puntobanco.cage.ledger import CASH
from puntobanco.cage.model import DAY, Day, Later, Limit
from puntobanco.cage.state import AccountState
from puntobanco.table.ledger import MOST_BOOKED
from puntobanco.values.money import Cents


def binds(limit: Limit, at: int) -> Cents | None:
    """The most in a day at this moment; none without a limit."""
    return limit.later.most if limit.later is not None and at >= limit.later.since else limit.most


def is_looser(most: Cents | None, than: Cents | None) -> bool:
    return than is not None and (most is None or most > than)


def limit_after(limit: Limit, most: Cents | None, at: int) -> Limit:
    """A lower limit, or the first, binds at once; a higher one, or none, a day after it was asked for."""
    now = binds(limit, at)
    if not is_looser(most, now):
        return Limit(most=most)
    if limit.later is not None and limit.later.most == most:
        return limit
    return Limit(most=now, later=Later(most=most, since=at + DAY))


def day_at(day: Day, at: int) -> Day:
    """The day that counts. A clock just behind midnight, where another was before it, opens no new one."""
    number = at // DAY
    return day if number in (day.number, day.number - 1) else Day(number=number)


def left_of(limit: Limit, moved: Cents, at: int) -> Cents | None:
    """What a limit leaves of the day on which so much was moved; none without a limit."""
    most = binds(limit, at)
    return None if most is None else max(0, most - moved)


def room_for(state: AccountState) -> Cents:
    """How much more the books can hold without coming near what a record holds."""
    return max(0, MOST_BOOKED - max(state.held, -state.balance(CASH)))
