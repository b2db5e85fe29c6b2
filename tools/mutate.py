"""`make mutate`: change every value of every rulebook in turn and see that a test marked with its clause notices.

Runs in one process: the tests are collected once, and for each mutant the fast tests of behaviour that carry the mark
of its clause run until one fails; the tables of what the books say do not count. A mutant that survives them all is
printed, and the exit code is 1.
"""

import contextlib
import io
import sys
import textwrap
from collections import defaultdict

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

from puntobanco.rulebooks import BOOKS
from puntobanco.rulebooks.rulebook import Rulebook
from tools.mutants import Mutant, mutants


class MutationRun:
    """A pytest plugin whose test loop runs mutants instead of tests."""

    def __init__(self) -> None:
        self.tried = 0
        self.survivors: list[str] = []
        self.books = dict(BOOKS)
        self.sound: dict[pytest.Item, bool] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        by_clause = self._by_clause(session.items)
        for book in tuple(BOOKS.values()):
            for mutant in mutants(book):
                items = [item for number in mutant.clauses for item in by_clause[book.id, number]]
                self.tried += 1
                if not self._is_noticed(mutant, _likely_first(mutant, items)):
                    self.survivors.append(f"{book.id} {', '.join(mutant.clauses)}: {mutant.change}")
            BOOKS[book.id] = book
        return True

    @staticmethod
    def _by_clause(items: list[pytest.Item]) -> dict[tuple[str, str], list[pytest.Item]]:
        found: dict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
        for item in items:
            for mark in item.iter_markers("clause"):
                for number in mark.args[1:]:
                    found[mark.args[0], number].append(item)
        return found

    def _is_noticed(self, mutant: Mutant, items: list[pytest.Item]) -> bool:
        return any(_fails(item, mutant.book) and self._is_sound(item, mutant.book.id) for item in items)

    def _is_sound(self, item: pytest.Item, book_id: str) -> bool:
        """Whether a test passes without any change: one that fails anyway notices nothing."""
        if item not in self.sound:
            self.sound[item] = not _fails(item, self.books[book_id])
        return self.sound[item]


def _fails(item: pytest.Item, book: Rulebook) -> bool:
    BOOKS[book.id] = book
    with contextlib.redirect_stdout(io.StringIO()):
        return any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


def _likely_first(mutant: Mutant, items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests without repetition, those that have the changed parameter in their name before the others."""
    key = mutant.change.partition(":")[0]
    return sorted(dict.fromkeys(items), key=lambda item: key not in item.name)


def main() -> int:
    settings.register_profile("mutate", max_examples=20, deadline=None, database=None)
    run = MutationRun()
    quiet = ["-q", "-p", "no:cacheprovider", "--no-header", "--no-summary", "-W", "ignore"]
    pytest.main(["tests", "-m", "not slow and not snapshot", *quiet, *sys.argv[1:]], plugins=[run])
    for survivor in run.survivors:
        print(f"survived: {textwrap.shorten(survivor, 200)}")
    print(f"{run.tried} mutants, {len(run.survivors)} survivors")
    return 1 if run.survivors or not run.tried else 0


if __name__ == "__main__":
    sys.exit(main())
