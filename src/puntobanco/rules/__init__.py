"""What the documents say: frozen data with clauses, and how an operator's choices complete it.

>>> from puntobanco.rules import table_rules
>>> rules = table_rules("act-2015", settlement="B")
>>> rules.decks.value, rules.decks.clause
(8, '2.1')
"""

from puntobanco.errors import Unreadable
from puntobanco.rules.books import BOOKS
from puntobanco.rules.rulebook import HouseRules, Rulebook, resolve
from puntobanco.rules.table_rules import TableRules
from puntobanco.words import choose, quoted

__all__ = ["BOOKS", "HouseRules", "Rulebook", "TableRules", "book", "resolve", "table_rules"]


def book(book_id: str) -> Rulebook:
    """The rulebook with this id."""
    found = BOOKS.get(book_id)
    if found is None:
        raise Unreadable(f"{quoted(book_id)} is not a rulebook: {choose(book_id, BOOKS)}")
    return found


def table_rules(book_id: str, **choices: object) -> TableRules:
    """The rules of a table of this book: its practice house with these choices, written as an operator would."""
    return resolve(book(book_id), HouseRules.read(choices))
