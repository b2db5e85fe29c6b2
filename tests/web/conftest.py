"""One served house for all tests of a session."""

from collections.abc import Iterator

import pytest

from tests.web.served import Serving, served_house


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with served_house(tmp_path_factory.mktemp("web") / "house") as found:
        yield found
