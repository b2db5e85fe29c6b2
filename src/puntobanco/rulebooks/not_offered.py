"""Wagers that some book knows and a table does not offer, and the clause that leaves them out."""

from puntobanco.rulebooks import book
from puntobanco.rulebooks.books import EVERY_EDITION, interpretations
from puntobanco.rulebooks.table_rules import TableRules

CHOSEN_BY = {offer.wager.id: key for found in EVERY_EDITION for offer in found.offers for key, _ in offer.where}
"""By the id of a wager, what must be chosen for it to be on a layout; main wagers are on every one."""


def left_out_by(rules: TableRules, wager_id: str) -> str | None:
    """The clause by which a wager is not among the table's; none if it is one of them, or of no book.

    Where that would be a ruling of ours, the document has a clause that lists its wagers, and this is not on the list.
    """
    if wager_id not in CHOSEN_BY or any(one.id == wager_id for one in rules.wagers):
        return None
    clause = rules.ruled(CHOSEN_BY[wager_id]).clause
    listed = book(rules.book, edition=rules.edition).wagers_listed
    return listed if clause in interpretations.WHY else clause
