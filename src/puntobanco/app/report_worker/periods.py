"""Days, moments and periods as people write them, where their house is."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from puntobanco.app.clock import utc_now
from puntobanco.app.house.house_reports import Period
from puntobanco.errors import Unreadable
from puntobanco.values.text import quoted

MICROSECONDS = 10**6
QUARTER = 15 * 60
BEGAN = datetime(1970, 1, 1, tzinfo=UTC)


def zone_of(name: str) -> tzinfo:
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise Unreadable(f"{quoted(name)} is no zone that is known here: write one such as Australia/Sydney") from None


def date_of(text: str | None, where: tzinfo) -> date:
    """A day; today if none is named."""
    if text is None:
        return datetime.fromtimestamp(utc_now() / MICROSECONDS, where).date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Unreadable(f"{quoted(text)} is no date: write one such as 2026-11-16") from None


def whole_day(day: date, zone: str) -> Period:
    where = zone_of(zone)
    since, until = (_midnight(day, days, where) for days in (0, 1))
    return _period(since, until, zone, steps="%H:00")


def between(since: str | None, until: str | None, zone: str) -> Period:
    where = zone_of(zone)
    first, last = (None if one is None else _time(one, where) for one in (since, until))
    return _period(first, last, zone, steps="%Y-%m-%d")


def clock_in(zone: str) -> Callable[[int], str]:
    """A time in words."""
    where = zone_of(zone)

    def clock(time: int) -> str:
        return datetime.fromtimestamp(time / MICROSECONDS, where).strftime("%Y-%m-%d %H:%M:%S")

    return clock


def microseconds(text: str | None) -> int | None:
    """Of a day or a moment in UTC."""
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise Unreadable(f"{quoted(text)} is no time: write 2026-01-31 or 2026-01-31T20:00") from None
    return _since_1970(found.replace(tzinfo=UTC) if found.tzinfo is None else found)


def _midnight(first: date, days: int, where: tzinfo) -> datetime:
    try:
        return datetime.combine(first + timedelta(days=days), datetime.min.time(), where)
    except OverflowError:
        raise Unreadable(f"{first} is the last day that there is") from None


def _time(text: str, where: tzinfo) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise Unreadable(f"{quoted(text)} is no time: write one such as 2026-11-16T18:00") from None
    return found if found.tzinfo else found.replace(tzinfo=where)


def _period(since: datetime | None, until: datetime | None, zone: str, *, steps: str) -> Period:
    first, last = (None if one is None else _since_1970(one) for one in (since, until))
    if first is not None and last is not None and first >= last:
        raise Unreadable("the report would be about no time at all: until comes after since")
    return Period(since=first, until=last, zone=zone, step_of=_steps(zone_of(zone), steps))


def _since_1970(time: datetime) -> int:
    try:
        return (time - BEGAN) // timedelta(microseconds=1)
    except OverflowError:
        raise Unreadable(f"{time} lies outside of what can be counted") from None


def _steps(where: tzinfo, form: str) -> Callable[[int], str]:
    """The hour or day in which a time lies. Zones differ by quarters of an hour."""

    @lru_cache(maxsize=4096)
    def of_quarter(quarter: int) -> str:
        return datetime.fromtimestamp(quarter * QUARTER, where).strftime(form)

    return lambda time: of_quarter(time // (QUARTER * MICROSECONDS))
