"""The gate: no clause without a test that carries its mark, or the kind text."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from puntobanco.rulebooks import BOOKS
from puntobanco.rulebooks.clause import ClauseKind
from tests.marks import ALL_BOOKS

ROOT = Path(__file__).parents[1]
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
    found = subprocess.run([sys.executable, "-c", COLLECT], cwd=ROOT, capture_output=True, text=True, check=True)
    lines = (line.split("\t") for line in found.stdout.splitlines() if line.startswith("MARK\t"))
    return {(book_id, number) for _, book_id, number in lines}


@pytest.mark.parametrize("book_id", ALL_BOOKS)
def test_every_clause_is_held_by_a_test(book_id: str, marked: set[tuple[str, str]]) -> None:
    assert {one for one in _binding() if one[0] == book_id} - marked == set()


def test_marks_name_clauses_that_exist(marked: set[tuple[str, str]]) -> None:
    known = {(found.id, clause.number) for found in BOOKS.values() for clause in found.clauses}
    assert marked - known == set()


WITH_A_FIFTH = """
import sys, pytest
from dataclasses import replace
from puntobanco.rulebooks import BOOKS

BOOKS["fifth"] = replace(BOOKS["washington"], id="fifth")
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "tests/test_clause_coverage.py", "-k", "held_by_a_test"]))
"""


@pytest.mark.slow
def test_a_fifth_book_without_a_test_fails() -> None:
    """It is registered, and nothing else is done."""
    done = subprocess.run(
        [sys.executable, "-c", WITH_A_FIFTH], cwd=ROOT, capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert "FAILED tests/test_clause_coverage.py::test_every_clause_is_held_by_a_test[fifth]" in done.stdout
    assert f"1 failed, {len(BOOKS)} passed" in done.stdout


# For every book


def _lists_of_books(source: str) -> Iterator[int]:
    """The lines of lists that name all registered books and nothing else; several names at once are no list."""
    tree = ast.parse(source)
    several = [node.value for node in ast.walk(tree) if isinstance(node, ast.Assign) and _are_names(node.targets[0])]
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple | ast.List | ast.Set) and node not in several:
            named = [one.value if isinstance(one, ast.Constant) else None for one in node.elts]
            if len(named) == len(BOOKS) and set(named) == set(BOOKS):
                yield node.lineno


def _are_names(target: ast.expr) -> bool:
    return isinstance(target, ast.Tuple)


def test_what_is_for_every_book_is_for_every_registered_book() -> None:
    files = [path for folder in ("src", "tests", "tools") for path in sorted((ROOT / folder).rglob("*.py"))]
    found = [f"{path.relative_to(ROOT)} {line}" for path in files for line in _lists_of_books(path.read_text("utf-8"))]
    assert found == [], "take ALL_BOOKS of tests/marks.py, or BOOKS"


def test_a_list_of_all_books_is_noticed() -> None:
    ids = [repr(one) for one in BOOKS]
    assert list(_lists_of_books(f"x = 1\nfor one in ({', '.join(reversed(ids))}): pass")) == [2]
    assert list(_lists_of_books(f"x = [{', '.join(ids[1:])}]\na, b, c, d = {', '.join(ids)}")) == []
