"""A house in which everything has happened, made once."""

from pathlib import Path

import pytest

from tests.audit.houses import eventful_house
from tests.audit.tampering import House


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nobody changes it."""
    return eventful_house(tmp_path_factory.mktemp("audit") / "house", steps=60, rounds=6, tournaments=4)


@pytest.fixture(scope="session")
def forgeable(played: Path, tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(played, tmp_path_factory.mktemp("elsewhere") / "checkpoints")
