"""Days of the calendar from a count of microseconds, without a clock: the years of Gregory, in UTC."""

SECOND = 10**6
DAY = 24 * 60 * 60 * SECOND
DAYS_OF_400_YEARS = 146_097
FROM_MARCH_0000 = 719_468
"""Days from 1 March 0000 to 1 January 1970: a year that begins in March has its leap day last."""


def date_of(at: int) -> tuple[int, int, int]:
    """Year, month and day at this moment, in microseconds since 1970."""
    eras, day = divmod(at // DAY + FROM_MARCH_0000, DAYS_OF_400_YEARS)
    year = (day - day // 1460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    in_month = day - (153 * month + 2) // 5 + 1
    return 400 * eras + year + (month >= 10), month + 3 if month < 10 else month - 9, in_month


def day_in_words(at: int) -> str:
    """`2026-11-17`: days written so are in their order."""
    year, month, day = date_of(at)
    return f"{year:04}-{month:02}-{day:02}"


def moment_in_words(at: int) -> str:
    """`2026-11-17 09:14:58 UTC`."""
    minutes, seconds = divmod(at % DAY // SECOND, 60)
    return f"{day_in_words(at)} {minutes // 60:02}:{minutes % 60:02}:{seconds:02} UTC"
