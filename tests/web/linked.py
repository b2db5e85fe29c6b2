"""Walks along the links of the OpenAPI document: what one answer names is asked for next."""

from contextlib import suppress
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase
from hypothesis.errors import Flaky

from puntobanco.web.app import API
from puntobanco.web.openapi_links import LINKS
from tests.web.cases import Cases

ALONG = {path for _, path in LINKS} | {link.path for links in LINKS.values() for link in links}
"""Where links begin or lead to."""

SETTINGS = hypothesis.settings(
    max_examples=20,
    stateful_step_count=8,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def follow_links(cases: Cases, wanted: int) -> None:
    """So many requests. The house goes on from walk to walk, and answers the same question otherwise later: where
    Hypothesis notices that, it begins anew with the next seed."""
    walk, until = _walk(cases), cases.count + wanted
    while cases.count < until:
        hypothesis.seed(next(cases.seeds))(walk)
        with suppress(Flaky):
            walk.run(settings=SETTINGS)


def _walk(cases: Cases) -> Any:
    schema = cases.schema.include(path=sorted({API + path for path in ALONG}))
    schema.config.phases.stateful.inference.algorithms = []  # links are what the document says, and no guesses

    class Walk(schema.as_state_machine()):  # type: ignore[misc]  # it is made of the document
        def before_call(self, case: Any) -> None:
            cases.make_known(case)
            cases.make_sensible(case)

        def call(self, case: Any, **_: Any) -> Any:
            return cases.try_out(case)

        def validate_response(self, *_: Any, **__: Any) -> None:
            """It was, when it was called."""

        def step(self, input: Any) -> Any:  # noqa: A002 - its name in the class that is extended
            cases.linked += input.transition is not None
            return super().step(input)

    return Walk
