"""Several processes serve one house in PostgreSQL at the same tables: no chip is bet twice, no wager passes the close,
what was answered is there once, and what was refused is not in the log. Without kills and with them."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from puntobanco.app.house.house_folder import init_house
from tests.house.evenings import addresses
from tests.house.places import HousePlace
from tests.house.races import Races
from tests.store.postgres import Server

SOAK = bool(os.environ.get("PUNTO_SOAK"))
WAGERS, ROUNDS = (20_000, 500) if SOAK else (50, 4)
KILLS, SECONDS, SECONDS_BETWEEN = (200, 1200, 5) if SOAK else (3, 0, 0.2)
RUNS, FOUND_IN, MOST_SECONDS = (10, 9, 600) if SOAK else (1, 1, 600)
PLAYED = "below zero|after the close|after a card of the round|while gaming is off|has no such role|it is the turn of"
FOUND = {
    "goes by number alone": PLAYED,
    "depends on nothing": "while gaming is off|has no such role|it is the turn of",
    "forgets ids": "was answered with the records of something else",
    "answers before the commit": "is lost|as another record",
    "refuses what it writes": r"was refused( \(planted\))?, and",
}
"""What is said of each planted mistake."""


@pytest.fixture
def races(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Races]:
    """A house in a server, opened and ready; the progress of a soak is printed as it comes."""

    def tell(words: str) -> None:
        if SOAK:
            with capsys.disabled():
                print(words, flush=True)

    def opened(server: Server, number: int = 1, **more: object) -> Races:
        folder = tmp_path / f"house {number}"
        init_house(folder, name="house", **addresses(server))
        found = Races(HousePlace(folder, server), seed=number, tell=tell, **more)  # type: ignore[arg-type]  # by name
        found.begin()
        return found

    return opened


def is_enough(races: Races) -> bool:
    happened = races.log.happened
    return happened["wager_placed"] >= WAGERS and happened["round_started"] >= ROUNDS


def test_three_processes_race_and_nothing_is_wrong(races: Callable[..., Races], server: Server) -> None:
    assert races(server).run(is_enough) == []


def test_processes_and_the_database_are_killed_and_nothing_is_wrong(
    races: Callable[..., Races], own_server: Server
) -> None:
    """Also what was asked again at another process, because nobody knows what became of it, is there once."""
    killed = races(own_server, seconds_between_kills=SECONDS_BETWEEN)

    def is_over(races: Races) -> bool:
        return is_enough(races) and races.kills.total() >= KILLS and races.seconds >= SECONDS and races.repeated > 0

    assert killed.run(is_over) == []


@pytest.mark.parametrize("planted", FOUND)
def test_a_planted_mistake_is_found(races: Callable[..., Races], server: Server, planted: str) -> None:
    """The first of them was made once: it is found in nine of ten runs of ten minutes, and mostly in seconds."""
    runs, found_in = (RUNS, FOUND_IN) if planted == "goes by number alone" else (1, 1)
    found, took = [], []
    for number in range(1, runs + 1):
        campaign = races(server, number, planted=planted)
        found.append(campaign.run(lambda one: one.seconds >= MOST_SECONDS))
        took.append(round(campaign.seconds))
    wrong = [sentences for sentences in found if any(re.search(FOUND[planted], one) for one in sentences)]
    assert len(wrong) >= found_in, (found, took)
