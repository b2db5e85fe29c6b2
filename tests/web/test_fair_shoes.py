"""The fair shoes of a table over HTTP: the last ones of many, and the time for seeds by the server's clock."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from puntobanco import house as diary
from puntobanco.fair_shoes.events import ShoeCommitted
from puntobanco.fair_shoes.seed_window import SeedTimes
from puntobanco.table import Actor, Role, TableState, commands
from puntobanco.table.model import Phase, Preparation
from puntobanco.web.views import fair_shoes
from tests.table import driver
from tests.web.served import Serving

MANAGER = Actor(person="oz", role=Role.OPERATOR)


def held(client: httpx.Client, table: str, **query: int) -> Any:
    return client.get(f"/tables/{table}/fairness", params=query).json()


def committed(acts: list[Any]) -> list[int]:
    return [one["context"]["shoe"] for one in acts if one["act"] == ShoeCommitted.__struct_config__.tag]


def prepare(served: Serving, table: str, until: Callable[[TableState], bool]) -> None:
    stream = f"table/{table}"
    while not until(state := served.house.look(stream).state):
        command = driver.towards_a_shoe(state)
        assert command is not None
        served.do(stream, driver.left_to_the_shoe(command))


@pytest.fixture(scope="module")
def four_shoes(served: Serving) -> str:
    served.add_table("four shoes", diary.Running(virtual=True))
    for _ in range(4):
        prepare(served, "four shoes", lambda state: state.phase is Phase.BETTING)
        served.do("table/four shoes", commands.ReplaceCards(actor=MANAGER))
    return "four shoes"


@pytest.mark.parametrize("at_once", [500, 2, 1])
def test_the_last_shoes_are_found_from_the_end(
    served: Serving, four_shoes: str, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(fair_shoes, "READ_AT_ONCE", at_once)
    client = served.client("ann")
    every = held(client, four_shoes)
    assert committed(every["acts"]) == [1, 2, 3, 4]
    for count in (1, 2, 4, 5):
        last = held(client, four_shoes, shoes=count)
        assert committed(last["acts"]) == [1, 2, 3, 4][-count:]
        assert last["acts"][0]["act"] == "shoe_committed.1"
        assert last["acts"] == every["acts"][-len(last["acts"]) :]
        assert last["number"] == every["number"]


@pytest.mark.parametrize("query", [{"shoes": 0}, {"shoes": 21}, {"shoes": 1, "after": 2}])
def test_what_cannot_be_asked_for(served: Serving, four_shoes: str, query: dict[str, int]) -> None:
    answer = served.client("ann").get(f"/tables/{four_shoes}/fairness", params=query)
    assert (answer.status_code, answer.json()["detail"]) == (422, "shoes: write a number from 1 to 20, without after")


def test_until_when_seeds_are_taken_and_which_is_yours(served: Serving) -> None:
    served.add_table("seeds", diary.Running(virtual=True, seeds=True))
    served.seat("seeds")
    prepare(served, "seeds", lambda state: Preparation.SHUFFLE not in state.pending)
    client, times = served.client("ann"), SeedTimes()
    seeding = held(client, "seeds")["seeding"]
    assert seeding["yours"] is None
    assert seeding["promised_until"] - seeding["now"] <= times.promising
    assert seeding["opened_until"] - seeding["promised_until"] == times.opening
    body = {"do": "promise_seed", "promise": "ab" * 32}
    answer = client.post("/tables/seeds/shoes/commands", json=body, headers={"idempotency-key": "a promise"})
    assert answer.status_code == 200
    assert held(client, "seeds")["seeding"]["yours"] == 1
    assert held(served.client("bob"), "seeds")["seeding"]["yours"] is None


def test_where_nobody_is_asked_for_seeds_there_is_no_time_for_them(served: Serving, four_shoes: str) -> None:
    assert held(served.client("ann"), four_shoes)["seeding"] is None


def test_a_page_with_everything_in_it_is_served_under_its_own_policy(served: Serving) -> None:
    said = httpx.get(f"{served.url}/alone.html").headers["content-security-policy"]
    assert said == "default-src 'none'; script-src 'sha256-abc='; frame-ancestors 'none'"
