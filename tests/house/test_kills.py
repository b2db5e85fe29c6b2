"""`kill -9` of a house under load: nothing that was acknowledged is lost, nothing is doubled, the same card is next."""

import os
import re
from pathlib import Path

import pytest

from tests.house.kills import Crashes, Run, kill_a_backend, kill_the_server
from tests.house.places import HousePlace, in_postgres, in_sqlite
from tests.store.postgres import Server

SOAK = bool(os.environ.get("PUNTO_SOAK"))
HOUSES, KILLS = (40, 25) if SOAK else (1, 25)
MOST_SECONDS_TO_RESTART = 5
FOUND = {
    "answers before the commit": "is lost",
    "writes siblings apart": "lacks its sibling",
    "drops a record": "is lost",
    "reshuffles after a crash": "is not (the one that was to come|proven to be card)",
}
"""What is said of each planted mistake."""


@pytest.mark.parametrize("number", range(HOUSES))
def test_a_killed_house_has_lost_nothing(tmp_path: Path, number: int) -> None:
    crashes = Crashes(in_sqlite(tmp_path / "house"))
    crashes.begin()
    for kill in range(KILLS):
        assert crashes.crash(KILLS * number + kill) == []
    assert len(crashes.acknowledged) > 2 * KILLS
    assert not SOAK or max(crashes.restarts) < MOST_SECONDS_TO_RESTART


@pytest.mark.parametrize("number", range(HOUSES))
def test_a_house_in_postgres_has_lost_nothing(tmp_path: Path, own_server: Server, number: int) -> None:
    """The house dies, or one of the server's processes, or all of them."""
    crashes = Crashes(in_postgres(tmp_path / "house", own_server))
    crashes.begin()
    for kill in range(KILLS):
        how = {5: kill_a_backend, 11: kill_the_server}.get(kill % 12, Run.kill)
        assert crashes.crash(KILLS * number + kill, how) == []
    assert len(crashes.acknowledged) > 2 * KILLS
    assert not SOAK or max(crashes.restarts) < MOST_SECONDS_TO_RESTART


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> HousePlace:
    if request.param == "sqlite":
        return in_sqlite(tmp_path / "house")
    return in_postgres(tmp_path / "house", request.getfixturevalue("server"))


@pytest.mark.parametrize(("planted", "found"), FOUND.items())
def test_a_planted_mistake_is_found(place: HousePlace, planted: str, found: str) -> None:
    crashes = Crashes(place, planted)
    crashes.begin()
    wrong = next(filter(None, map(crashes.crash, range(4 * KILLS))), [])
    assert any(re.search(found, sentence) for sentence in wrong), wrong
