"""Thousands of requests by the OpenAPI document: no mistake of ours, and no answer that it does not describe."""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from schemathesis import GenerationMode

from tests.web.cases import NAMES, Cases, case_house, shares
from tests.web.linked import follow_links

TIMES = 50 if os.environ.get("PUNTO_SOAK") else 1
POSITIVE, NEGATIVE = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
GROUPS = {
    "POST /api/v1/tables/{table}/commands": (280, 60),
    "POST /api/v1/tables/{table}/shoes": (30, 15),
    "POST /api/v1/tables/{table}/preview": (40, 15),
    "GET /api/v1/floor": (6, 4),
    "POST /api/v1/tournaments": (50, 25),
    "POST /api/v1/accounts": (60, 25),
    "POST /api/v1/vault": (30, 15),
    "POST /api/v1/house": (60, 25),
    "GET /api/v1/tables": (30, 12),
    "POST /api/v1/tables/{table}/notices": (10, 5),
    "GET /api/v1/you": (6, 4),
    "GET /api/v1/welcome": (6, 4),
    "GET /api/v1/people": (6, 4),
    "POST /api/v1/you": (10, 5),
    "POST /api/v1/people": (10, 5),
    "POST /api/v1/devices": (10, 5),
    "POST /api/v1/log-": (10, 5),
    "POST /api/v1/links": (10, 5),
    "POST /api/v1/screens": (10, 5),
    "DELETE /api/v1": (10, 5),
    "GET /api/v1/accounts": (20, 10),
    "GET /api/v1/tournaments": (20, 10),
    "GET /api/v1/conditions": (2, 2),
    "POST /api/v1/conditions": (30, 15),
    "GET /api/v1/books": (20, 10),
    "POST /api/v1/books": (20, 10),
    "GET /api/v1/house": (6, 4),
    "GET /api/v1/live": (40, 20),
    "GET /api/v1/reports": (6, 4),
    "GET /api/v1/audit": (6, 4),
    "POST /api/v1/audit": (4, 2),
    "GET /api/v1/bundles": (3, 2),
}
"""How many requests of each operation fit the document, and how many do not."""
CARRIED_OUT = {"POST /api/v1/tables/{table}/commands": 0.1, "POST /api/v1/house": 0.05, "GET /api/v1/tables": 0.4}
"""The least share that is answered, so that not only refusals are looked at."""
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"}
LINKED = {1: 300, 1000: 300}
"""By the first seed: how many requests along links."""


@pytest.fixture
def cases(tmp_path: Path) -> Iterator[Cases]:
    with case_house(tmp_path / "house") as served:
        found = Cases(served)
        yield found
        found.session.close()


def wrong(cases: Cases) -> str:
    return "\n\n".join(cases.wrong[:5])


def run_group(cases: Cases, group: str, part: str = "") -> None:
    """All operations of a group, or those with this in their path."""
    for operation in cases.operations(group + part):
        for wanted, mode in zip(GROUPS[group], (POSITIVE, NEGATIVE), strict=True):
            cases.run(operation, TIMES * wanted, mode)


@pytest.mark.parametrize("group", GROUPS)
def test_every_answer_is_what_the_document_says(cases: Cases, group: str) -> None:
    run_group(cases, group)
    assert not cases.wrong, wrong(cases)
    assert cases.count == TIMES * sum(GROUPS[group]) * len(cases.operations(group))
    assert shares(cases.statuses).get(200, 0) >= CARRIED_OUT.get(group, 0)


@pytest.mark.parametrize("seed", LINKED)
def test_every_answer_along_links_is_what_the_document_says(cases: Cases, seed: int) -> None:
    cases.seeds = count(seed)
    follow_links(cases, TIMES * LINKED[seed])
    assert not cases.wrong, wrong(cases)
    assert cases.linked > cases.count / 4
    assert shares(cases.statuses)[200] > 0.4


def test_every_operation_is_tried(cases: Cases) -> None:
    tried = [one.label for group in GROUPS for one in cases.operations(group)]
    assert sorted(tried) == sorted(one.label for one in cases.operations(""))
    wanted = sum(sum(GROUPS[group]) * len(cases.operations(group)) for group in GROUPS)
    assert wanted + sum(LINKED.values()) >= 2000


def test_what_is_not_done_is_405_and_says_what_is(cases: Cases) -> None:
    for path, said in cases.schema.raw_schema["paths"].items():
        address = cases.served.url + path.format(**{name: some[0] for name, some in NAMES.items()})
        done = {method.upper() for method in said} | ({"HEAD"} if "get" in said else set())
        for method in METHODS - done:
            answer = cases.session.request(method, address)
            kind = answer.headers["content-type"]
            assert (answer.status_code, kind) == (405, "application/problem+json"), f"{method} {path}"
            assert {one.strip() for one in answer.headers["allow"].split(",")} == done
