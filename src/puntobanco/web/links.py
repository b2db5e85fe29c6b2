"""What leads from one answer to the next question, for the OpenAPI document: by path, with the source of each value."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """From an answer to another question."""

    name: str
    to: str
    """The path of what is asked next."""
    says: str
    values: Mapping[str, str]
    """Its parameters, as runtime expressions of OpenAPI."""
    method: str = "GET"


_SAME_TABLE = {"table": "$request.path.table"}
_REACHED = {"after": "$response.body#/number"}

LINKS: Mapping[tuple[str, str], tuple[Link, ...]] = {
    ("GET", "/you"): (
        Link(
            name="account", to="/accounts/{person}", says="Your account.", values={"person": "$response.body#/person"}
        ),
    ),
    ("GET", "/tables"): (
        Link(
            name="first",
            to="/tables/{table}",
            says="The first table.",
            values={"table": "$response.body#/tables/0/table"},
        ),
    ),
    ("GET", "/tables/{table}"): (
        Link(name="legal", to="/tables/{table}/legal", says="What you may do there.", values=_SAME_TABLE),
        Link(name="since", to="/tables/{table}/records", says="What comes after it.", values=_SAME_TABLE | _REACHED),
        Link(name="fairness", to="/tables/{table}/fairness", says="Its fair shoes.", values=_SAME_TABLE),
        Link(
            name="round",
            to="/tables/{table}/rounds/{round}",
            says="The round it is at.",
            values={**_SAME_TABLE, "round": "$response.body#/view/round"},
        ),
        Link(
            name="command",
            to="/tables/{table}/commands",
            method="POST",
            says="A command that counts only if nothing happens before it.",
            values={**_SAME_TABLE, "expected": "$response.body#/number"},
        ),
    ),
    ("GET", "/tables/{table}/records"): (
        Link(name="more", to="/tables/{table}/records", says="Those after them.", values=_SAME_TABLE | _REACHED),
    ),
    ("POST", "/tables/{table}/commands"): (
        Link(name="table", to="/tables/{table}", says="How the table stands now.", values=_SAME_TABLE),
        Link(name="since", to="/tables/{table}/records", says="What came after it.", values=_SAME_TABLE | _REACHED),
        Link(
            name="next",
            to="/tables/{table}/commands",
            method="POST",
            says="The next command, if nobody was faster.",
            values={**_SAME_TABLE, "expected": "$response.body#/number"},
        ),
    ),
    ("GET", "/accounts/{person}"): (
        Link(
            name="statement",
            to="/accounts/{person}/statement",
            says="Its movements.",
            values={"person": "$request.path.person"},
        ),
        Link(
            name="legal",
            to="/accounts/{person}/legal",
            says="What you may ask of it.",
            values={"person": "$request.path.person"},
        ),
    ),
    ("POST", "/accounts/{person}/commands"): (
        Link(name="account", to="/accounts/{person}", says="How it stands.", values={"person": "$request.path.person"}),
    ),
    ("POST", "/tournaments/{tournament}/commands"): (
        Link(
            name="tournament",
            to="/tournaments/{tournament}",
            says="How it stands.",
            values={"tournament": "$request.path.tournament"},
        ),
    ),
    ("GET", "/tournaments/{tournament}"): (
        Link(
            name="legal",
            to="/tournaments/{tournament}/legal",
            says="What you may do there.",
            values={"tournament": "$request.path.tournament"},
        ),
    ),
    ("GET", "/books"): (
        Link(name="first", to="/books/{book}", says="The first book.", values={"book": "$response.body#/books/0/book"}),
    ),
    ("GET", "/books/{book}"): (
        Link(
            name="clause",
            to="/books/{book}/clauses/{clause}",
            says="Its first clause.",
            values={"book": "$request.path.book", "clause": "$response.body#/clauses/0/clause"},
        ),
        Link(name="odds", to="/books/{book}/odds", says="Its odds.", values={"book": "$request.path.book"}),
    ),
}
