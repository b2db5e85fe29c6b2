"""People over HTTP, from the first link to the last log-out; every check fails on the mistake that it is there for."""

from collections.abc import Callable, Iterator

import pytest

from tests.web.entering_checks import ENTERING
from tests.web.people_checks import PEOPLE
from tests.web.peopled import Peopled, peopled_house

Check = Callable[[Peopled], None]


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Peopled]:
    with peopled_house(tmp_path_factory.mktemp("people") / "house") as found:
        yield found


@pytest.mark.parametrize("check", (*ENTERING, *PEOPLE), ids=lambda check: check.__name__)
def test_it_holds(at: Peopled, check: Check) -> None:
    check(at)
