"""Wagers that some book knows and a table does not offer, and the clause that leaves them out."""

from puntobanco.rulebooks import book
from puntobanco.rulebooks.books import EVERY_EDITION
from puntobanco.rulebooks.table_rules import TableRules

SIDE_BETS = frozenset(wager for found in EVERY_EDITION for wager in found.side_bets)
"""Of any book; other wagers are on every layout."""


def left_out_by(rules: TableRules, wager_id: str) -> str | None:
    """The clause by which a wager is not among the table's; none if it is one of them, or of no book.

    A side bet of the book is left out by the house under the clause that allows it, or by conditions; any other by the
    clause that lists what may be bet on.
    """
    if wager_id not in SIDE_BETS or any(one.id == wager_id for one in rules.wagers):
        return None
    found = book(rules.book, edition=rules.edition)
    if wager_id not in found.side_bets:
        return found.wagers_listed
    return rules.offered.clause if rules.by_conditions("offered") else found.side_bets[wager_id]
