"""An edition of a rulebook as plain data, and its digest: by it a test sees that a released edition never changes."""

from typing import Any

from puntobanco.rulebooks.clause import Clause, Statement
from puntobanco.rulebooks.rulebook import Offer, Rulebook
from puntobanco.values.canonical import digest_of, plain


def edition_digest(book: Rulebook) -> str:
    """SHA-256 of the canonical JSON of all that the edition says."""
    return digest_of(as_data(book))


def as_data(book: Rulebook) -> dict[str, Any]:
    """All that an edition says: clauses with their statements, offers, the practice house; not how we read a clause."""
    return {
        "book": book.id,
        "edition": book.edition,
        "title": book.title,
        "source": book.source,
        "clauses": [_clause(one) for one in book.clauses],
        "offers": [_offer(one) for one in book.offers],
        "practice": plain(dict(book.practice)),
        "house_must_choose": list(book.house_must_choose),
        "conditions": plain(book.conditions),
        "tournament": plain(book.tournament),
    }


def _offer(offer: Offer) -> dict[str, Any]:
    return {"wager": plain(offer.wager), "where": plain(dict(offer.where)), "allowed_by": offer.allowed_by}


def _clause(clause: Clause) -> dict[str, Any]:
    return {
        "clause": clause.number,
        "kinds": plain(clause.kinds),
        "meaning": clause.meaning,
        "statements": {key: _statement(statement) for key, statement in clause.statements},
        "reason": clause.reason,
        "conduct": clause.conduct,
    }


def _statement(statement: Statement) -> dict[str, Any]:
    return {"is": type(statement).__name__.lower(), **plain(statement)}
