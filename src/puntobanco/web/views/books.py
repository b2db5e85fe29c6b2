"""The rulebooks: clauses in our words, side by side, and what they cost."""

from asyncio import to_thread
from collections.abc import Mapping

from msgspec import Struct

from puntobanco.errors import Unreadable
from puntobanco.exact_odds.table_odds import odds
from puntobanco.rulebooks import BOOKS, Rulebook, book, printing, table_rules
from puntobanco.rulebooks.clause import Clause
from puntobanco.web.endpoints import Endpoint, Parameter
from puntobanco.web.problems import no_such
from puntobanco.web.request import Call
from puntobanco.web.views.odds import SeenOdds, seen_odds


class BookSummary(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    book: str
    edition: int
    title: str
    source: str


class SeenValue(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a clause says of a parameter."""

    kind: str
    """`fixed`, `choice`, `bounds` or `silent`."""
    value: str


class SeenClause(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A clause in our words."""

    clause: str
    kinds: tuple[str, ...]
    meaning: str
    values: Mapping[str, SeenValue]


class SeenBook(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A book in the order of its document."""

    book: str
    edition: int
    title: str
    source: str
    clauses: tuple[SeenClause, ...]


class Books(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    books: tuple[BookSummary, ...]


class SeenRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One parameter in all books; none where a book has no such thing."""

    section: str
    key: str
    title: str
    books: Mapping[str, printing.Cell | None]


class Comparison(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    rows: tuple[SeenRow, ...]


def list_books(_: Call) -> Books:
    return Books(books=tuple(_summary(one) for one in BOOKS.values()))


def _summary(found: Rulebook) -> BookSummary:
    return BookSummary(book=found.id, edition=found.edition, title=found.title, source=found.source)


def _book(call: Call) -> Rulebook:
    if call.path["book"] not in BOOKS:
        raise no_such("book", call.path["book"])
    return book(call.path["book"])


def see_book(call: Call) -> SeenBook:
    found = _book(call)
    clauses = tuple(map(_clause, found.clauses))
    return SeenBook(book=found.id, edition=found.edition, title=found.title, source=found.source, clauses=clauses)


def see_clause(call: Call) -> SeenClause:
    found = _book(call)
    try:
        return _clause(found.clause(call.path["clause"].lower()))
    except Unreadable:
        raise no_such("clause", call.path["clause"]) from None


def _clause(one: Clause) -> SeenClause:
    values = {
        key: SeenValue(kind=type(statement).__name__.lower(), value=printing.statement_text(key, statement))
        for key, statement in one.statements
    }
    return SeenClause(clause=one.number, kinds=tuple(map(str, one.kinds)), meaning=one.meaning, values=values)


def compare(call: Call) -> Comparison:
    names = [name for name in call.query.get("books", "").split(",") if name] or list(BOOKS)
    books = [book(name) for name in dict.fromkeys(names)]
    return Comparison(
        rows=tuple(
            SeenRow(
                section=row.section,
                key=row.key,
                title=row.title,
                books={one.id: cell for one, cell in zip(books, row.cells, strict=True)},
            )
            for row in printing.compare(books)
        )
    )


async def see_book_odds(call: Call) -> SeenOdds:
    """Of a full shoe, which everybody may know."""
    found = _book(call)
    return seen_odds(await to_thread(lambda: odds(table_rules(found.id))))


BOOK_ENDPOINTS = tuple(
    Endpoint(method="GET", path=path, does=does, gives=gives, says=says, parameters=parameters, tag="rules")
    for path, does, gives, says, parameters in (
        ("/books", list_books, Books, "The rulebooks there are.", ()),
        (
            "/books/comparison",
            compare,
            Comparison,
            "The books side by side.",
            (Parameter(name="books", says="Which, joined by commas; all if left out.", example="act-2015,nz-1998"),),
        ),
        ("/books/{book}", see_book, SeenBook, "A book clause by clause.", ()),
        ("/books/{book}/clauses/{clause}", see_clause, SeenClause, "One clause in our words.", ()),
        ("/books/{book}/odds", see_book_odds, SeenOdds, "The exact odds of a full shoe.", ()),
    )
)
