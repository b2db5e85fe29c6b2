"""The gate: no clause without a test that carries its mark, or the kind text."""

import subprocess
import sys
from pathlib import Path

import pytest

from puntobanco.rules import BOOKS
from puntobanco.rules.clause import ClauseKind
from tests.marks import ALL_BOOKS

COLLECT = """
import sys, pytest

class Marks:
    def pytest_collection_modifyitems(self, items):
        for item in items:
            for mark in item.iter_markers("clause"):
                for number in mark.args[1:]:
                    print("MARK", mark.args[0], number, sep="\\t")

sys.exit(pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", "tests"], plugins=[Marks()]))
"""


@pytest.fixture(scope="module")
def marked(request: pytest.FixtureRequest) -> set[tuple[str, str]]:
    """Every (book, clause) that a test of the whole suite is marked with, however little of it runs now."""
    here = {
        (mark.args[0], number)
        for item in request.session.items
        for mark in item.iter_markers("clause")
        for number in mark.args[1:]
    }
    return here if here >= _binding() else _of_all_tests()


def _binding() -> set[tuple[str, str]]:
    """What somebody has to keep: all but plain text."""
    return {
        (found.id, clause.number)
        for found in BOOKS.values()
        for clause in found.clauses
        if clause.kinds != (ClauseKind.TEXT,)
    }


def _of_all_tests() -> set[tuple[str, str]]:
    root = Path(__file__).parents[1]
    found = subprocess.run([sys.executable, "-c", COLLECT], cwd=root, capture_output=True, text=True, check=True)
    lines = (line.split("\t") for line in found.stdout.splitlines() if line.startswith("MARK\t"))
    return {(book_id, number) for _, book_id, number in lines}


@pytest.mark.parametrize("book_id", ALL_BOOKS)
def test_every_clause_is_held_by_a_test(book_id: str, marked: set[tuple[str, str]]) -> None:
    assert {one for one in _binding() if one[0] == book_id} - marked == set()


def test_marks_name_clauses_that_exist(marked: set[tuple[str, str]]) -> None:
    known = {(found.id, clause.number) for found in BOOKS.values() for clause in found.clauses}
    assert marked - known == set()
