"""Marks that tie a test to the clauses it holds."""

import pytest

ALL_BOOKS = ("act-2015", "nz-1998", "washington", "house-midi")


def clause(book: str, *numbers: str) -> pytest.MarkDecorator:
    """`@clause("act-2015", "7.2", "7.3")`: this test fails if one of these clauses is broken."""
    return pytest.mark.clause(book, *numbers)
