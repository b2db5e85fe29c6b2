"""Everything that can be asked over HTTP, by everybody, of what is theirs and of what is not: the whole matrix."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.routing import Router

from puntobanco.web.app import API, ENDPOINTS, application
from puntobanco.web.metrics import Metrics
from puntobanco.web.request_guard import Site
from tests.house.roles import CELLS, expected, samples
from tests.web.asked import Asked, asked
from tests.web.matrix import ROWS, proposals_told, told_apart, unexpected_answers
from tests.web.matrix_commands import COMMANDS, unexpected_commands


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Asked]:
    with asked(tmp_path) as found:
        yield found


def test_every_question_is_answered_to_whom_it_must_be(at: Asked) -> None:
    found = list(unexpected_answers(at))
    assert not found, "\n".join(found)


def test_what_is_anothers_is_answered_like_what_does_not_exist(at: Asked) -> None:
    found = list(told_apart(at))
    assert not found, "\n".join(found)


def test_every_command_is_carried_out_for_whom_it_must_be(at: Asked) -> None:
    found = list(unexpected_commands(at))
    assert not found, "\n".join(found)


def test_only_those_who_may_act_on_a_proposal_know_of_it(at: Asked) -> None:
    found = list(proposals_told(at))
    assert not found, "\n".join(found)


def test_everything_that_can_be_asked_stands_in_the_matrix() -> None:
    served = application(cast("Any", None), Site(hosts=frozenset()), Metrics())
    # what stands before the routes tells nobody of them
    outer: list[Any] = served._app._app.routes  # type: ignore[attr-defined]
    routes: list[Any] = [
        one for route in outer for one in (route.app.routes if isinstance(route.app, Router) else [route])
    ]
    named = {row.path.partition("?")[0] for row in ROWS} | COMMANDS.keys()
    assert {route.path for route in routes} - {"/{path:path}"} == named - {"/", "/robots.txt"}
    asked = {(row.method, row.path.partition("?")[0]) for row in ROWS} | {("POST", path) for path in COMMANDS}
    assert {(one.method, API + one.path) for one in ENDPOINTS} <= asked
    assert {name for _, table, _ in CELLS for name in expected(table)} == samples().keys()
    assert all(any(stream.startswith(sort) for stream, _, _ in CELLS) for sort in COMMANDS.values())
