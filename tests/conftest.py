"""Hypothesis profiles: the same tests, quick and repeatable by default, long and drawn anew with PUNTO_SOAK set. One
PostgreSQL for a test run. Nobody gives up because the machine is busy, and commands hear Ctrl-C also where a shell has
started the tests in the background and ignores it for them."""

import os
import signal

import pytest
from httpx._config import DEFAULT_TIMEOUT_CONFIG
from hypothesis import HealthCheck, settings

from tests.browser import chromium
from tests.store import postgres

signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ.pop("PYTHONUNBUFFERED", None)  # children write as they do for a user, whatever this machine has set

BUSY = (HealthCheck.too_slow,)
settings.register_profile("quick", max_examples=100, deadline=None, derandomize=True, suppress_health_check=BUSY)
settings.register_profile("soak", max_examples=2000, deadline=None, suppress_health_check=BUSY)
settings.load_profile("soak" if os.environ.get("PUNTO_SOAK") else "quick")

for what in ("connect", "read", "write", "pool"):
    setattr(DEFAULT_TIMEOUT_CONFIG, what, 60.0)


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
