"""Requests by the document find mistakes: each is planted in the server, and the same requests must notice."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from puntobanco.web import app, endpoints, request
from puntobanco.web.app import ENDPOINTS
from puntobanco.web.endpoints import Endpoint, Raw
from puntobanco.web.problems import Declined
from puntobanco.web.views import accounts, books, tables
from tests.web.cases import Cases, Enough, case_house
from tests.web.linked import follow_links
from tests.web.served import Serving
from tests.web.test_schemathesis import LINKED, run_group

MANY_TIMES = 100
"""What is sent otherwise, so many times and each time anew: the first mistake ends it, and bad luck hides none."""
Run = Callable[[Cases], None]
Plant = Callable[[pytest.MonkeyPatch], None]


def endpoint(path: str) -> Endpoint:
    return next(one for one in ENDPOINTS if (one.method, one.path) == ("GET", path))


def group(name: str, part: str = "") -> Run:
    return lambda cases: run_group(cases, name, part)


def linked(cases: Cases) -> None:
    follow_links(cases, max(LINKED.values()))


def breaks(call: Any, name: str, default: int, **_: Any) -> int:
    """What is no number is a mistake of ours."""
    return int(call.query.get(name, default))


def does(path: str, answer: Callable[[Any], Any]) -> Plant:
    """An endpoint that answers otherwise."""
    return lambda patch: patch.setitem(OTHERWISE, path, answer)


def without_progress(call: Any) -> Raw:
    return Raw(b'{"number":%d}' % tables.see_progress(call).number)


def with_more(call: Any) -> Raw:
    return Raw(endpoints._encode(accounts.see_you(call))[:-1] + b',"password":"secret"}')


async def without_a_number(call: Any) -> Raw:
    """Of a page with nothing on it."""
    found = bytes(await tables.see_records(call))
    return Raw(b'{"records":[],"number":null,"more":false}') if b'"records":[]' in found else Raw(found)


def no_such_book(*_: Any) -> Declined:
    return Declined(409, "not_found", "there is no such book")


def takes_anything(call: Any, name: str, default: int, **_: Any) -> int:
    """What is no number is not there."""
    said = call.query.get(name, "")
    return int(said) if said.isdigit() and len(said) < 10 else default


OTHERWISE: dict[str, Callable[[Any], Any]] = {}
PLANTS: dict[str, tuple[Run, Plant]] = {
    "a mistake of ours": (
        group("GET /api/v1/tables", "/{table}/records"),
        lambda patch: patch.setattr(request.Call, "number", breaks),
    ),
    "an answer without a member": (
        group("GET /api/v1/tables", "/{table}/progress"),
        does("/tables/{table}/progress", without_progress),
    ),
    "an answer with one too many": (group("GET /api/v1/you"), does("/you", with_more)),
    "a status that is not described": (
        group("GET /api/v1/books"),
        lambda patch: patch.setattr(books, "no_such", no_such_book),
    ),
    "another type of content": (
        group("GET /api/v1/accounts"),
        lambda patch: patch.setattr(app, "PROBLEM_JSON", b"application/json"),
    ),
    "what is forbidden is accepted": (
        group("GET /api/v1/tables", "/{table}/records"),
        lambda patch: patch.setattr(request.Call, "number", takes_anything),
    ),
    "a page without a number": (linked, does("/tables/{table}/records", without_a_number)),
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with case_house(tmp_path_factory.mktemp("planted") / "house") as found:
        yield found


def run_until_found(run: Run, cases: Cases) -> None:
    for _ in range(MANY_TIMES):
        run(cases)


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_mistake_is_found(served: Serving, plant: str) -> None:
    run, planted = PLANTS[plant]
    with pytest.MonkeyPatch.context() as patch:
        planted(patch)
        for path, answer in OTHERWISE.items():
            was = endpoint(path).does
            object.__setattr__(endpoint(path), "does", answer)
        try:
            with pytest.raises(Enough):
                run_until_found(run, Cases(served, stops=True))
        finally:
            for path in OTHERWISE:
                object.__setattr__(endpoint(path), "does", was)
