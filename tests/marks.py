"""Marks that tie a test to the clauses it holds."""

from collections.abc import Mapping

import pytest
from _pytest.mark import ParameterSet

from puntobanco.rulebooks import BOOKS

ALL_BOOKS = tuple(BOOKS)
"""Every registered book, for what holds in all of them."""


def clause(book: str, *numbers: str) -> pytest.MarkDecorator:
    """`@clause("act-2015", "7.2", "7.3")`: this test fails if one of these clauses is broken."""
    return pytest.mark.clause(book, *numbers)


def cited(written: Mapping[str, str]) -> list[ParameterSet]:
    """Each registered book and the clause that is written down for it; a book without one fails by its id."""
    return [pytest.param(book, written[book], marks=clause(book, written[book])) for book in ALL_BOOKS]
