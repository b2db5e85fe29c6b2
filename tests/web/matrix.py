"""The matrix: every endpoint, whoever asks, whosever it is, over HTTP. What is answered is written down here; who may
give which command is written down once, in `tests.house.roles`.

Somebody without a role at a table, tournament or account is not told whether there is one: what is another's is
answered like what does not exist. Books are for everybody who is in, and rounds for whoever sees their table.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.web.asked import API, Asked, code_of
from tests.web.askers import ASKERS, EVERYBODY, INSIDE, PROGRAMS, Asker

NAMES: Mapping[str, Mapping[str, str]] = {
    "own": {"table": "1", "tournament": "cup"},
    "another": {"table": "2", "tournament": "cap", "person": "ann"},
    "missing": {"table": "9", "tournament": "cop", "person": "nix"},
}
"""Of the same length, so that answers can be compared byte by byte."""
ALIKE = {
    "book": "nz-1998",
    "clause": "7.3",
    "round": "1",
    "stage": "1",
    "record": "1",
    "shoe": "1",
    "session": "none",
    "token": "none",
}
WHOSE = tuple(NAMES)
AT_TABLE_1 = "PDSOAWogvrpwq"
AT_THE_CUP = "PDSOATWrpwq"
OF_THE_HOUSE = "OA"


@dataclass(frozen=True, kw_only=True)
class Row:
    """Something that can be asked, and who is answered: letters of those who ask."""

    path: str
    own: str
    another: str = ""
    missing: str = ""
    told_missing: str = ""
    """Who is told that there is none; everybody else has no role there."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """By letters: why somebody with a role there is not answered."""
    names: Mapping[str, str] = field(default_factory=dict)
    method: str = "GET"
    body: Any = None
    given: tuple[int, str] = (200, "")
    """What is answered to those who may ask, where what they send can lead to nothing."""
    instead: Mapping[str, str] = field(default_factory=dict)
    """By letters: what is said before anything else is looked at."""
    nobody: str = "no_role"
    """What is said to whoever has no business there."""

    @property
    def whose(self) -> tuple[str, ...]:
        found = {"table", "tournament", "person"} & set(_named_in(self.path)) - self.names.keys()
        return WHOSE if found else ("own",)

    def answer_to(self, asker: Asker, whose: str) -> tuple[int, str]:
        """The status and code that must be answered."""
        letter = asker.letter
        if letter in getattr(self, whose):
            return self.given
        for letters, code in self.instead.items():
            if letter in letters:
                return 403, code
        if asker.stopped is not None:
            return asker.stopped
        if whose == "missing":
            return (404, "not_found") if letter in self.told_missing else (403, self.nobody)
        holders = INSIDE if whose == "own" else OF_THE_HOUSE
        told = (code for letters, code in self.refused.items() if letter in letters and letter in holders)
        code = next(told, self.nobody)
        return (404 if code == "not_found" else 403), code


def at_a_table(path: str, **more: Any) -> Row:
    given = {"own": AT_TABLE_1, "another": OF_THE_HOUSE, "told_missing": OF_THE_HOUSE}
    return Row(path=path, **{**given, **more})


def of_an_account(path: str, **more: Any) -> Row:
    given = {"own": "Prp", "another": OF_THE_HOUSE, "told_missing": OF_THE_HOUSE}
    return Row(path=path, **{**given, **more})


def at_a_tournament(path: str, **more: Any) -> Row:
    given = {"own": AT_THE_CUP, "another": OF_THE_HOUSE, "told_missing": OF_THE_HOUSE}
    return Row(path=path, **{**given, **more})


def of_a_stage(path: str) -> Row:
    """At a table of one of the tournaments, neither of which has any yet."""
    path = f"{API}/tournaments/{{tournament}}/stages/{{stage}}/tables/{{table}}{path}"
    return at_a_tournament(path, given=NOT_FOUND)


def of_books(path: str) -> Row:
    return Row(path=path, own=INSIDE)


def for_everybody(path: str) -> Row:
    return Row(path=path, own=EVERYBODY)


NOTHING = {"nothing": 0}
"""No body that anything comes of: whoever may ask hears that it cannot be read."""
UNREADABLE, NOT_FOUND, UNKNOWN = (422, "unreadable"), (404, "not_found"), (404, "unknown_person")


def of_ones_own(method: str, path: str, given: tuple[int, str], body: Any = None) -> Row:
    """For people in a session, those included who have yet to set up a second factor."""
    own = "".join(one.letter for one in ASKERS if one.letter in INSIDE + "f" and one.letter not in PROGRAMS)
    return Row(path=path, own=own, method=method, body=body, given=given, instead={PROGRAMS: "session_needed"})


def of_operators(method: str, path: str, given: tuple[int, str] = (200, ""), body: Any = None) -> Row:
    names = {"person": "nix"}
    return Row(path=path, own="O", method=method, body=body, given=given, refused={"A": "wrong_role"}, names=names)


def at_the_door(path: str, given: tuple[int, str], body: Any = None) -> Row:
    return Row(path=path, own=EVERYBODY, method="POST", body=body, given=given)


PEOPLE = (
    at_the_door(f"{API}/log-in", UNREADABLE, NOTHING),
    at_the_door(f"{API}/log-out", (200, "")),
    at_the_door(f"{API}/links/look", UNREADABLE, NOTHING),
    at_the_door(f"{API}/links/enrol", UNREADABLE, NOTHING),
    at_the_door(f"{API}/screens/enter", UNREADABLE, NOTHING),
    of_ones_own("POST", f"{API}/log-out/everywhere", (200, "")),
    of_ones_own("GET", f"{API}/you/sessions", (200, "")),
    of_ones_own("DELETE", f"{API}/you/sessions/{{session}}", NOT_FOUND),
    of_ones_own("POST", f"{API}/you/password", UNREADABLE, NOTHING),
    of_ones_own("POST", f"{API}/you/factor", UNREADABLE, NOTHING),
    of_ones_own("POST", f"{API}/you/factor/confirm", UNREADABLE, NOTHING),
    of_ones_own("POST", f"{API}/you/factor/code", UNREADABLE, NOTHING),
    of_ones_own("GET", f"{API}/you/tokens", (200, "")),
    of_ones_own("POST", f"{API}/you/tokens", UNREADABLE, NOTHING),
    of_ones_own("DELETE", f"{API}/you/tokens/{{token}}", NOT_FOUND),
    of_operators("GET", f"{API}/people"),
    of_operators("POST", f"{API}/people", UNREADABLE, NOTHING),
    of_operators("POST", f"{API}/people/{{person}}/close", UNKNOWN),
    of_operators("POST", f"{API}/people/{{person}}/open", UNKNOWN),
    of_operators("POST", f"{API}/people/{{person}}/log-out", UNKNOWN),
    of_operators("POST", f"{API}/devices", UNREADABLE, NOTHING),
    of_operators("DELETE", f"{API}/tokens/{{token}}", NOT_FOUND),
)
NO_CHOICES: Mapping[str, Any] = {"choices": {}}
NO_FOLDER = (503, "no_folder")
"""What whoever may have a paper hears of a house that lies in no folder; how papers are made is tried elsewhere."""
SUPERVISING, DIRECTING = "SOAowq", "SOATwq"


def paper(path: str, own: str = OF_THE_HOUSE, **more: Any) -> Row:
    whose = {"own": own, "another": OF_THE_HOUSE, "told_missing": OF_THE_HOUSE}
    return Row(path=API + path, **{**whose, "given": NO_FOLDER, "nobody": "wrong_role", **more})


def of_a_patron(path: str) -> Row:
    """Auditors and operators have no account of their own."""
    return paper(path, "Prp", refused={OF_THE_HOUSE: "not_found"})


PAPERS = (
    paper("/reports/day"),
    paper("/reports/irregularities"),
    paper("/reports/tables/{table}", SUPERVISING),
    paper("/reports/tables/{table}/shoes/{shoe}", SUPERVISING),
    of_a_patron("/reports/patrons/{person}"),
    paper("/reports/tournaments/{tournament}", DIRECTING),
    paper("/audit/log", given=(200, "")),
    paper("/audit/kinds", given=(200, "")),
    paper("/audit/tables/{table}/rounds/{round}", SUPERVISING),
    paper("/audit/tables/{table}/records/{record}/round", SUPERVISING),
    paper("/audit/tournaments/{tournament}/tables", DIRECTING),
    paper("/audit/tournaments/{tournament}/stages/{stage}/tables/{table}/rounds/{round}", DIRECTING),
    paper("/audit/tournaments/{tournament}/records/{record}/round", DIRECTING),
    paper("/audit/verification", method="POST"),
    paper("/audit/verification", given=NOT_FOUND),
    paper("/audit/verification", given=NOT_FOUND, method="DELETE"),
    paper("/audit/checkpoints", INSIDE),
    paper("/audit/checkpoints/latest", INSIDE),
    paper("/audit/checkpoints", "OAPp", method="POST", refused={"r": "out_of_scope"}),
    paper("/audit/keys", INSIDE),
    paper("/audit/proofs/inclusion?position=1&size=1"),
    paper("/audit/proofs/consistency?old=1&new=1"),
    paper("/bundles/house"),
    paper("/bundles/tables/{table}"),
    paper("/bundles/tables/{table}/shoes/{shoe}"),
    of_a_patron("/bundles/patrons/{person}"),
    paper("/bundles/tournaments/{tournament}"),
)
ROWS = (
    *PEOPLE,
    *PAPERS,
    of_books(f"{API}/tables"),
    at_a_table(f"{API}/tables/{{table}}"),
    at_a_table(f"{API}/tables/{{table}}/legal"),
    at_a_table(f"{API}/tables/{{table}}/progress"),
    at_a_table(f"{API}/tables/{{table}}/records"),
    at_a_table(f"{API}/tables/{{table}}/rounds/{{round}}"),
    at_a_table(
        f"{API}/tables/{{table}}/rounds/{{round}}",
        own="",
        another="",
        refused={AT_TABLE_1: "not_found", OF_THE_HOUSE: "not_found"},
        names={"round": "77"},
    ),
    at_a_table(f"{API}/tables/{{table}}/roads"),
    at_a_table(f"{API}/tables/{{table}}/sign"),
    at_a_table(
        f"{API}/tables/{{table}}/odds",
        own="A",
        another="A",
        refused={AT_TABLE_1.replace("A", ""): "odds_not_shown"},
    ),
    at_a_table(
        f"{API}/tables/{{table}}/odds/removal",
        own="A",
        another="A",
        refused={AT_TABLE_1.replace("A", ""): "odds_not_shown"},
    ),
    at_a_table(f"{API}/tables/{{table}}/fairness"),
    at_a_table(f"{API}/tables/{{table}}/felt"),
    at_a_table(
        f"{API}/tables/{{table}}/console",
        own="Dg",
        another="",
        refused={AT_TABLE_1.replace("D", "").replace("g", ""): "wrong_role"},
    ),
    at_a_table(
        f"{API}/tables/{{table}}/palette",
        own="Dg",
        another="",
        refused={AT_TABLE_1.replace("D", "").replace("g", ""): "wrong_role"},
    ),
    at_a_table(f"{API}/tables/{{table}}/history"),
    at_a_table(f"{API}/tables/{{table}}/drawing"),
    at_a_table(f"{API}/tables/{{table}}/rounds/{{round}}/story"),
    at_a_table(f"{API}/tables/{{table}}/told"),
    at_a_table(f"{API}/tables/{{table}}/rulings"),
    at_a_table(
        f"{API}/tables/{{table}}/preview",
        own="SOow",
        another="O",
        refused={"q": "out_of_scope", AT_TABLE_1: "wrong_role", OF_THE_HOUSE: "wrong_role"},
        method="POST",
        body=NOTHING,
        given=UNREADABLE,
    ),
    Row(path=f"{API}/floor", own="SOTowq", nobody="wrong_role"),
    for_everybody(f"{API}/welcome"),
    Row(path=f"{API}/you", own=INSIDE + "f"),
    of_an_account(f"{API}/accounts/{{person}}"),
    of_an_account(f"{API}/accounts/{{person}}/legal", missing=OF_THE_HOUSE),
    of_an_account(f"{API}/accounts/{{person}}/statement"),
    at_a_tournament(f"{API}/tournaments/{{tournament}}"),
    at_a_tournament(f"{API}/tournaments/{{tournament}}/legal"),
    at_a_tournament(f"{API}/tournaments/{{tournament}}/hall"),
    at_a_tournament(f"{API}/tournaments/{{tournament}}/draws"),
    at_a_tournament(f"{API}/tournaments/{{tournament}}/tables"),
    of_a_stage("/history"),
    of_a_stage("/rounds/{round}/story"),
    of_books(f"{API}/conditions"),
    Row(path=f"{API}/conditions", own=INSIDE, method="POST", body=NOTHING, given=UNREADABLE),
    at_a_tournament(f"{API}/tournaments/{{tournament}}/records"),
    of_books(f"{API}/tournaments"),
    of_books(f"{API}/books"),
    of_books(f"{API}/books/comparison"),
    of_books(f"{API}/books/{{book}}"),
    of_books(f"{API}/books/{{book}}/clauses/{{clause}}"),
    of_books(f"{API}/books/{{book}}/odds"),
    of_books(f"{API}/books/{{book}}/form"),
    Row(path=f"{API}/books/{{book}}/preview", own=INSIDE, method="POST", body=NO_CHOICES),
    at_a_table(f"{API}/tables/{{table}}/notices"),
    at_a_table(f"{API}/tables/{{table}}/notices/form"),
    at_a_table(f"{API}/tables/{{table}}/notices/preview", method="POST", body=NO_CHOICES),
    paper("/house/switches", given=(200, "")),
    of_books(f"{API}/live"),
    at_a_table(f"{API}/live?tables={{table}}"),
    at_a_table(f"{API}/live?shoes={{table}}"),
    at_a_table(f"{API}/live?board={{table}}"),
    at_a_tournament(f"{API}/live?tournaments={{tournament}}"),
    Row(path=f"{API}/live?account=own", own="Prp"),
    Row(path=f"{API}/live?house=log", own=OF_THE_HOUSE),
    for_everybody(f"{API}/openapi.json"),
    for_everybody("/healthz"),
    for_everybody("/readyz"),
    for_everybody("/metrics"),
    for_everybody("/"),
    for_everybody("/robots.txt"),
)
KNOWS_OF_PROPOSALS = "SOAowq"
"""At table 1: whoever may act on them there, and auditors."""


def _named_in(path: str) -> list[str]:
    return [part.partition("}")[0] for part in path.split("{")[1:]]


# Endpoints


def unexpected_answers(at: Asked, rows: tuple[Row, ...] = ROWS) -> Iterator[str]:
    """Every cell in which a question is answered otherwise than it must be."""
    for row in rows:
        for asker in ASKERS:
            for whose in row.whose:
                status, body = at.ask(asker, row.method, _path(row, asker, whose), row.body)
                found, wanted = (status, code_of(status, body)), row.answer_to(asker, whose)
                if found != wanted:
                    yield f"{row.method} {row.path} of {whose} to {asker.says}: {found}, not {wanted}"


def told_apart(at: Asked, rows: tuple[Row, ...] = ROWS) -> Iterator[str]:
    """Where whoever has no role hears more of what there is than of what there is not."""
    for row in rows:
        for asker in ASKERS:
            if len(row.whose) > 1 and row.answer_to(asker, "another")[1] == row.nobody:
                there, not_there = (_masked(at, row, asker, whose) for whose in ("another", "missing"))
                if there != not_there:
                    yield f"{row.path} to {asker.says}: {there!r}, but {not_there!r}"


def _masked(at: Asked, row: Row, asker: Asker, whose: str) -> tuple[int, bytes]:
    """The answer without the name that was asked for."""
    status, body = at.ask(asker, row.method, _path(row, asker, whose), row.body)
    for name in set(_named_in(row.path)) & NAMES[whose].keys():
        for sort in ("table/", "shoes/", "tournament/", "cage/"):
            body = body.replace((sort + NAMES[whose][name]).encode(), sort.encode())
    return status, body


def _path(row: Row, asker: Asker, whose: str) -> str:
    person = {"person": asker.person or "somebody"}
    return row.path.format(**{**ALIKE, **person, **NAMES[whose], **row.names})


def proposals_told(at: Asked) -> Iterator[str]:
    """Where whoever may not act on a proposal hears more of one that there is than of one that there is not."""
    numbers = {"1": at.propose("table/1"), "2": at.propose("table/2")}
    for do in ("approve", "decline", "withdraw_proposal"):
        for asker in ASKERS:
            for table, number in numbers.items():
                if asker.letter not in (KNOWS_OF_PROPOSALS if table == "1" else OF_THE_HOUSE):
                    there, not_there = (_act_on(at, asker, do, one) for one in (number, 1000))
                    if there != not_there:
                        yield f"{do} about table {table} by {asker.says}: {there!r}, but {not_there!r}"


def _act_on(at: Asked, asker: Asker, do: str, number: int) -> tuple[int, bytes]:
    return at.ask(asker, "POST", f"{API}/house/commands", {"do": do, "number": number})
