"""What leads from one answer to the next question, for the OpenAPI document: by path, with the source of each value."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """From an answer to another question."""

    name: str
    method: str
    path: str
    """Of what is asked next."""
    says: str
    values: Mapping[str, str]
    """Its parameters, as runtime expressions of OpenAPI."""


TABLE, PERSON, BOOK, TOURNAMENT = (
    {name: f"$request.path.{name}"} for name in ("table", "person", "book", "tournament")
)
AFTER, EXPECTED = ({name: "$response.body#/number"} for name in ("after", "expected"))
"""From where a stream stood."""
OF_A_STAGE = "/tournaments/{tournament}/stages/{stage}/tables/{table}"
AT_A_STAGE = TOURNAMENT | TABLE | {"stage": "$request.path.stage"}
FIRST_STAGE = {"stage": "$response.body#/tables/0/stage"}
LAST_ROUND = {"round": "$response.body#/rounds/0/round"}
FIRST_TABLE = {"table": "$response.body#/tables/0/table"}
FIRST_BOOK = {"book": "$response.body#/books/0/book"}
FIRST_CLAUSE = {"clause": "$response.body#/clauses/0/clause"}
THIS_ROUND = {"round": "$response.body#/view/round"}
YOU = {"person": "$response.body#/person"}

LINKS: Mapping[tuple[str, str], tuple[Link, ...]] = {
    ("GET", "/you"): (Link("account", "GET", "/accounts/{person}", "Your account.", YOU),),
    ("GET", "/tables"): (Link("first", "GET", "/tables/{table}", "The first of them.", FIRST_TABLE),),
    ("GET", "/tables/{table}"): (
        Link("legal", "GET", "/tables/{table}/legal", "What you may do there.", TABLE),
        Link("since", "GET", "/tables/{table}/records", "What comes after it.", TABLE | AFTER),
        Link("round", "GET", "/tables/{table}/rounds/{round}", "The round it is at.", TABLE | THIS_ROUND),
        Link("fairness", "GET", "/tables/{table}/fairness", "Its fair shoes.", TABLE),
        Link("command", "POST", "/tables/{table}/commands", "A command, if nothing comes before.", TABLE | EXPECTED),
    ),
    ("GET", "/tables/{table}/records"): (
        Link("more", "GET", "/tables/{table}/records", "Those after them.", TABLE | AFTER),
    ),
    ("POST", "/tables/{table}/commands"): (
        Link("table", "GET", "/tables/{table}", "How the table stands now.", TABLE),
        Link("since", "GET", "/tables/{table}/records", "What came after it.", TABLE | AFTER),
        Link("next", "POST", "/tables/{table}/commands", "The next one, if nobody was faster.", TABLE | EXPECTED),
    ),
    ("GET", "/accounts/{person}"): (
        Link("statement", "GET", "/accounts/{person}/statement", "Its movements.", PERSON),
        Link("legal", "GET", "/accounts/{person}/legal", "What you may ask of it.", PERSON),
    ),
    ("POST", "/accounts/{person}/commands"): (
        Link("account", "GET", "/accounts/{person}", "How it stands now.", PERSON),
    ),
    ("GET", "/tournaments/{tournament}"): (
        Link("legal", "GET", "/tournaments/{tournament}/legal", "What you may do there.", TOURNAMENT),
        Link("hall", "GET", "/tournaments/{tournament}/hall", "The same for a page.", TOURNAMENT),
        Link(
            "draws", "GET", "/tournaments/{tournament}/draws", "Its ballots and lots, as anyone can verify.", TOURNAMENT
        ),
        Link("tables", "GET", "/tournaments/{tournament}/tables", "Every table that it had.", TOURNAMENT),
    ),
    ("GET", "/tournaments/{tournament}/tables"): (
        Link(
            "history",
            "GET",
            f"{OF_A_STAGE}/history",
            "The rounds of the first.",
            TOURNAMENT | FIRST_STAGE | FIRST_TABLE,
        ),
    ),
    ("GET", f"{OF_A_STAGE}/history"): (
        Link(
            "story",
            "GET",
            f"{OF_A_STAGE}/rounds/{{round}}/story",
            "The last one in sentences.",
            AT_A_STAGE | LAST_ROUND,
        ),
    ),
    ("POST", "/tournaments/{tournament}/commands"): (
        Link("tournament", "GET", "/tournaments/{tournament}", "How it stands now.", TOURNAMENT),
    ),
    ("GET", "/books"): (Link("first", "GET", "/books/{book}", "The first of them.", FIRST_BOOK),),
    ("GET", "/books/{book}"): (
        Link("clause", "GET", "/books/{book}/clauses/{clause}", "Its first clause.", BOOK | FIRST_CLAUSE),
        Link("odds", "GET", "/books/{book}/odds", "Its odds.", BOOK),
    ),
}
