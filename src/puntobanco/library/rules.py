"""The rules of a table: a book, with the choices of a house."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from puntobanco.errors import Unreadable
from puntobanco.library.result_display import DataRow, Shown
from puntobanco.rulebooks import BOOKS as RULEBOOKS
from puntobanco.rulebooks import HouseRules, Rulebook, TableRules, book, resolve
from puntobanco.rulebooks.printing import sign
from puntobanco.rulebooks.table_rules import PARAMETERS
from puntobanco.values.text import choose, quoted
from puntobanco.values.text_table import Sheet

BOOKS: tuple[str, ...] = tuple(RULEBOOKS)
"""The ids of the rulebooks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One value of a table: what it is, as a person reads it, and the clause that it comes from."""

    key: str
    title: str
    value: Any
    text: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rules(Shown):
    """The rules of a table; printed, the sign that stands at it."""

    book: str
    title: str
    table: TableRules
    house: HouseRules
    """What the house chose over the book's practice house."""

    @property
    def digest(self) -> str:
        """What tells these rules from any others."""
        return self.table.digest

    @property
    def wagers(self) -> tuple[str, ...]:
        """The ids of the wagers on the layout."""
        return tuple(wager.id for wager in self.table.wagers)

    def __getitem__(self, key: str) -> Rule:
        parameter = PARAMETERS.get(key)
        if parameter is None:
            raise Unreadable(f"{quoted(key)} is no rule of a table: {choose(key, PARAMETERS)}")
        ruled = self.table.ruled(key)
        text = parameter.kind.show(ruled.value)
        return Rule(key=key, title=parameter.title, value=ruled.value, text=text, clause=ruled.clause)

    def sheets(self) -> Sequence[Sheet]:
        lines = tuple((line.label, line.text, line.clause) for line in sign(self.table))
        columns = ("Rule", "Value", "Clause")
        return (Sheet(title=f"{self.book}: {self.title}", columns=columns, rows=lines, numbers=False),)

    def rows(self) -> Sequence[DataRow]:
        """Every parameter of the table, not only what stands on the sign."""
        found = (self[key] for key in PARAMETERS)
        return [{"key": one.key, "title": one.title, "value": one.text, "clause": one.clause} for one in found]


def rules(book_id: str = "act-2015", **choices: object) -> Rules:
    """The rules of a book with these choices of a house, written as on the command line: `settlement="B"`.

    A choice that the book does not allow is `Refused` with its clause.
    """
    return _resolved(book(book_id), HouseRules.read(choices))


def understood(given: str | Rules) -> Rules:
    """The rules that a book's id or rules stand for."""
    return given if isinstance(given, Rules) else rules(given)


def with_decks(given: Rules, decks: int, *, what_if: bool) -> Rules:
    """The same rules with another number of decks, where the book leaves that to the house, or we only wonder."""
    return _resolved(book(given.book), given.house | HouseRules({"decks": decks}), what_if=what_if)


def _resolved(found: Rulebook, house: HouseRules, *, what_if: bool = False) -> Rules:
    table = resolve(found, house, what_if=what_if)
    return Rules(book=found.id, title=found.title, table=table, house=house)
