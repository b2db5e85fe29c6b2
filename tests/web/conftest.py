"""Served houses for all tests of a session: one that is played in, and one that has been."""

from collections.abc import Iterator

import pytest

from tests.web.paper_house import Papers, paper_house
from tests.web.served import Serving, served_house


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with served_house(tmp_path_factory.mktemp("web") / "house") as found:
        yield found


@pytest.fixture(scope="session")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Papers]:
    with paper_house(tmp_path_factory.mktemp("papers") / "house") as found:
        yield found
