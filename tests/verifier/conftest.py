from pathlib import Path

import pytest

from tests.audit.houses import eventful_house
from tests.verifier.exported import small_house


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_house(tmp_path_factory.mktemp("small") / "house")


@pytest.fixture(scope="session")
def eventful(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return eventful_house(tmp_path_factory.mktemp("eventful") / "house", steps=60, rounds=14)
