"""Hypothesis profiles: the same tests, quick by default and long with PUNTO_SOAK set. One PostgreSQL for a test run."""

import os

import pytest
from hypothesis import settings

from tests.browser import chromium
from tests.store import postgres

settings.register_profile("quick", max_examples=100, deadline=None)
settings.register_profile("soak", max_examples=2000, deadline=None)
settings.load_profile("soak" if os.environ.get("PUNTO_SOAK") else "quick")


def controls_the_run(config: pytest.Config) -> bool:
    return not hasattr(config, "workerinput")


def pytest_configure(config: pytest.Config) -> None:
    if controls_the_run(config):
        postgres.choose_folder()


def pytest_unconfigure(config: pytest.Config) -> None:
    if controls_the_run(config):
        postgres.stop_shared_server()
        if postgres.LEFT_OUT:
            print(postgres.WORD_ON_LEAVING_OUT)
        if chromium.LEFT_OUT:
            print(chromium.WORD_ON_LEAVING_OUT)
