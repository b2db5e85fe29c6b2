"""How long and how much a patron has played: days, weeks and months, and the time at tables."""

from puntobanco.cage.model import DAY, Period, Periods, Presence
from puntobanco.values.dates import date_of
from puntobanco.values.money import Cents
from puntobanco.values.replace import changed


def day_of(at: int) -> int:
    return at // DAY


def week_of(at: int) -> int:
    """Weeks begin on Mondays; 1970 began on a Thursday."""
    return (at // DAY + 3) // 7


def month_of(at: int) -> int:
    year, month, _ = date_of(at)
    return 12 * (year - 1970) + month - 1


def moved(periods: Periods, stream: str, amount: Cents, at: int) -> Periods:
    """With money that went to a table or tournament, or below zero came from there.

    What comes from where nothing was bet or brought in the period was not at risk in it, and counts for nothing.
    """

    def with_it(period: Period) -> Period:
        if amount < 0 and stream not in period.risked:
            return period
        return changed(period, risked={**period.risked, stream: period.risked.get(stream, 0) + amount})

    return Periods(
        day=with_it(period_at(periods.day, day_of(at))),
        week=with_it(period_at(periods.week, week_of(at))),
        month=with_it(period_at(periods.month, month_of(at))),
    )


def noted(periods: Periods, stream: str, lies: Cents, at: int) -> Periods:
    """With what lay at a table when somebody came there, or played there for the first time in a period."""

    def with_it(period: Period) -> Period:
        return period if stream in period.risked else changed(period, risked={**period.risked, stream: lies})

    return Periods(
        day=with_it(period_at(periods.day, day_of(at))),
        week=with_it(period_at(periods.week, week_of(at))),
        month=with_it(period_at(periods.month, month_of(at))),
    )


def period_at(period: Period, number: int) -> Period:
    """The period that counts. A clock just behind its beginning, where another was before it, opens no new one."""
    return period if number in (period.number, period.number - 1) else Period(number=number)


# Time


def came(presence: Presence, stream: str, at: int) -> Presence:
    if stream in presence.streams:
        return presence
    since = presence.since if presence.streams else at
    return changed(presence, streams=(*presence.streams, stream), since=since)


def left(presence: Presence, stream: str, at: int) -> Presence:
    others = tuple([one for one in presence.streams if one != stream])
    if others or not presence.streams:
        return changed(presence, streams=others)
    return Presence(day=day_of(at), played=time_played(presence, at))


def time_played(presence: Presence, at: int) -> int:
    """How long it was today, in microseconds, at one table or at several at a time."""
    before = presence.played if presence.day == day_of(at) else 0
    now = max(0, at - max(presence.since, day_of(at) * DAY)) if presence.streams else 0
    return before + now
