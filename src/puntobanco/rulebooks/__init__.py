"""What the documents say: frozen data with clauses, and how an operator's choices complete it.

>>> from puntobanco.rulebooks import table_rules
>>> rules = table_rules("act-2015", settlement="B")
>>> rules.decks.value, rules.decks.clause
(8, '2.1')
"""

from puntobanco.errors import Unreadable
from puntobanco.rulebooks.books import BOOKS, EARLIER_EDITIONS
from puntobanco.rulebooks.house_rules import HouseRules
from puntobanco.rulebooks.resolution import resolve
from puntobanco.rulebooks.rulebook import Rulebook
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.values.text import choose, quoted

__all__ = ["BOOKS", "EARLIER_EDITIONS", "HouseRules", "Rulebook", "TableRules", "book", "resolve", "table_rules"]


def book(book_id: str, *, edition: int | None = None) -> Rulebook:
    """The rulebook with this id: its newest edition, or the one that is asked for."""
    newest = BOOKS.get(book_id)
    if newest is None:
        raise Unreadable(f"{quoted(book_id)} is not a rulebook: {choose(book_id, BOOKS)}")
    if edition is None or edition == newest.edition:
        return newest
    earlier = EARLIER_EDITIONS.get((book_id, edition))
    if earlier is None:
        raise Unreadable(f"{book_id} has no edition {edition}: editions go from 1 to {newest.edition}")
    return earlier


def table_rules(book_id: str, **choices: object) -> TableRules:
    """The rules of a table of this book: its practice house with these choices, written as an operator would."""
    return resolve(book(book_id), HouseRules.read(choices))
