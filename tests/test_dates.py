"""Days of the calendar, against those of the standard library."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from puntobanco.values.dates import DAY, SECOND, date_of, day_in_words, moment_in_words

BEGAN = datetime(1970, 1, 1, tzinfo=UTC)


def test_every_day_of_eight_hundred_years_has_its_date() -> None:
    for day in range(800 * 366):
        found = BEGAN + timedelta(days=day)
        assert date_of(day * DAY + DAY - 1) == (found.year, found.month, found.day)


@given(st.integers(0, 200_000 * DAY))
def test_a_moment_is_told_to_the_second(at: int) -> None:
    found = BEGAN + timedelta(seconds=at // SECOND)
    assert moment_in_words(at) == found.strftime("%Y-%m-%d %H:%M:%S UTC")


def test_a_moment_in_words() -> None:
    assert moment_in_words(1_767_225_600_000_000) == "2026-01-01 00:00:00 UTC"


def test_a_day_in_words() -> None:
    assert day_in_words(1_767_225_599_999_999) == "2025-12-31"
    assert day_in_words(1_767_225_600_000_000) == "2026-01-01"
