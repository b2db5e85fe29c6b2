"""A player looks back at the own tables of a tournament: every round with cards, money and clauses, and why."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

from puntobanco.app.house.house import House
from puntobanco.app.report_worker.describe_records import AUDITOR, each_of
from puntobanco.audit import played_tables
from puntobanco.client import AsyncClient, Client, Story
from puntobanco.store import Line
from puntobanco.table import Role
from puntobanco.web.views import explanation, history
from tests.tournament.helpers import final, heat
from tests.web.dealt_cup import ANN, Cup
from tests.web.served import Serving

NAMES = count(1)
BY_PLAYER, BY_BANKER = "9c 2d Kh 3s", "2d 9c 3s Kh"
"""Player 9 to 5, and banker 9 to 5."""
COUNTS = ("Round 1 of table 1 counts", "ruling 22")


@pytest.fixture(scope="module")
def cup(served: Serving) -> Cup:
    """A heat of one round that player wins and a final of one that banker wins, at a table 1 each.

    The heat had another name when it was planned, and the final more rounds.
    """
    planned = heat("Qualifying", rounds=1, advance=2), final(rounds=5)
    stages = heat(rounds=1, advance=2), final(rounds=1)
    found = Cup(served, f"history {next(NAMES)}", stages, planned).begin()
    for person in ("ann", "bob", "eve"):
        served.grant(person, Role.PATRON, f"tournament/{found.name}")
    found.disputes()
    found.round(BY_PLAYER)
    found.end()
    found.sit_down()
    found.round(BY_BANKER)
    return found


def get(cup: Cup, path: str, person: str = "ann") -> Any:
    answer = cup.served.client(person).get(f"/tournaments/{cup.name}{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def rounds(cup: Cup, stage: int, person: str = "ann") -> Any:
    return get(cup, f"/stages/{stage}/tables/1/history", person)["rounds"]


def told(cup: Cup, stage: int, person: str = "ann") -> list[tuple[str, str]]:
    found = get(cup, f"/stages/{stage}/tables/1/rounds/1/story", person)
    assert found["round"] == 1
    return [(one["text"], one["clause"]) for one in found["sentences"]]


def test_every_table_is_named_with_its_stage_and_who_played_there(cup: Cup) -> None:
    found = get(cup, "/tables")
    assert found["tournament"] == cup.name
    assert [(one["stage"], one["name"], one["table"], sorted(one["players"])) for one in found["tables"]] == [
        (1, "Heat", "1", ["ann", "bob"]),
        (2, "Final", "1", ["ann", "bob"]),
    ]


def each_stage_has_its_own_rounds(cup: Cup) -> None:
    for stage, result, player, banker, net in (
        (1, "player", ["9C", "KH"], ["2D", "3S"], 10_000),
        (2, "banker", ["2D", "3S"], ["9C", "KH"], -10_000),
    ):
        (one,) = rounds(cup, stage)
        assert (one["round"], one["result"], one["net"]) == (1, result, net)
        assert [card["card"] for card in one["player_cards"]] == player
        assert [card["card"] for card in one["banker_cards"]] == banker


def test_the_rounds_of_a_stage_that_is_over_are_there_and_no_others(cup: Cup) -> None:
    each_stage_has_its_own_rounds(cup)


def test_money_has_its_sum_its_clause_and_its_name(cup: Cup) -> None:
    found = get(cup, "/stages/1/tables/1/history")
    (line,) = found["rounds"][0]["lines"]
    assert (line["patron"], line["stake"], line["change"]) == ("ann", 10_000, 10_000)
    assert (line["reckoned"], line["clause"]) == ("$100 × 1 = $100", "8.8")
    assert {one["wager"]: one["name"] for one in found["boxes"]}[line["wager"]] == "Player"


def everybody_has_only_the_own_wagers(cup: Cup) -> None:
    whose = {one: [line["patron"] for line in rounds(cup, 1, one)[0]["lines"]] for one in ("ann", "bob", "eve", "oz")}
    assert whose == {"ann": ["ann"], "bob": ["bob"], "eve": [], "oz": []}


def test_everybody_has_only_the_own_wagers(cup: Cup) -> None:
    everybody_has_only_the_own_wagers(cup)


def test_a_round_is_told_from_the_shoe_to_what_it_meant(cup: Cup) -> None:
    found = told(cup, 2)
    assert found[0] == ("Cards checked: all cards are there", "2.5")
    (placed,) = [place for place, (text, _) in enumerate(found) if text.startswith("ann places $100 on player in area")]
    assert found[placed][1] == "4.2"
    assert placed < found.index(("Player gets 2♦", "6.2"))
    assert found[-1] == COUNTS
    assert ("Player gets 9♣", "6.2") not in found, "that was in the heat"
    assert told(cup, 1)[-1] == COUNTS
    assert not any("dealer of the tournament" in text for text, _ in told(cup, 1))


def a_dispute_is_read_by_whose_it_is(cup: Cup) -> None:
    said = ("Dispute 1 by ann: I bet on banker", "14.4")
    assert {one: said in told(cup, 1, one) for one in ("ann", "bob", "eve", "oz")} == {
        "ann": True,
        "bob": False,
        "eve": False,
        "oz": True,
    }


def test_a_dispute_is_read_by_whose_it_is_and_who_rules_on_it(cup: Cup) -> None:
    a_dispute_is_read_by_whose_it_is(cup)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/stages/3/tables/1/history", "table"),
        ("/stages/0/tables/1/history", "stage"),
        ("/stages/x/tables/1/history", "stage"),
        ("/stages/1/tables/2/history", "table"),
        ("/stages/1/tables/1/rounds/7/story", "round"),
        ("/stages/3/tables/1/rounds/1/story", "round"),
        ("/stages/1/tables/1/rounds/x/story", "round"),
    ],
)
def test_what_was_not_played_is_not_found(cup: Cup, path: str, said: str) -> None:
    answer = cup.served.client("ann").get(f"/tournaments/{cup.name}{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert said in answer.json()["detail"]


def test_a_look_reads_the_log_once(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    stream, lines, read = f"tournament/{cup.name}", House.lines, list[int]()

    def counted(self: House, stream: str, after: int = 0) -> Iterator[Line]:
        for line in lines(self, stream, after):
            read.append(line.number)
            yield line

    monkeypatch.setattr(House, "lines", counted)
    rounds(cup, 1)
    assert read == list(range(1, cup.served.house.look(stream).number + 1))


def test_a_shoe_that_was_not_used_is_named(cup: Cup) -> None:
    answer = cup.served.client("ann").get(f"/tournaments/{cup.name}/stages/2/tables/1/history?shoe=2")
    assert (answer.status_code, answer.json()["detail"]) == (422, "shoe: there were 1 so far")


@pytest.mark.parametrize("path", ["/tables", "/stages/1/tables/1/history", "/stages/1/tables/1/rounds/1/story"])
def test_nobody_else_hears_of_it(cup: Cup, path: str) -> None:
    for person in ("dan", "sue"):
        answer = cup.served.client(person).get(f"/tournaments/{cup.name}{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "no_role"), person


def test_the_client_has_the_same(cup: Cup) -> None:
    with Client(cup.served.url, token=cup.served.door.give("ann")) as house:
        mine = house.tournament(cup.name)
        played = {one.name: mine.history(one.table, stage=one.stage) for one in mine.tables()}
        assert {name: found.rounds[0].net for name, found in played.items()} == {"Heat": 10_000, "Final": -10_000}
        assert mine.history("1").rounds[0].player_cards[0].card is not None
        assert ("Player gets 9♣", "6.2") in _said(mine.story("1", 1))
        assert ("Player gets 2♦", "6.2") in _said(mine.story("1", 1, stage=2))


def test_the_client_has_the_same_with_an_event_loop(cup: Cup) -> None:
    async def looked_back() -> tuple[int, int, int]:
        async with AsyncClient(cup.served.url, token=cup.served.door.give("ann")) as house:
            mine = house.tournament(cup.name)
            last = (await mine.tables())[-1]
            found = await mine.history(last.table, stage=last.stage, shoe=1)
            return last.stage, found.rounds[0].net, (await mine.story("1", 1, stage=2)).round

    assert asyncio.run(looked_back()) == (2, -10_000, 1)


def _said(found: Story) -> list[tuple[str, str]]:
    return [(one.text, one.clause) for one in found.sentences]


PLANTS: dict[str, tuple[Any, str, Any, Callable[[Cup], None]]] = {
    "stages are not told apart": (played_tables, "StageClosed", type(None), each_stage_has_its_own_rounds),
    "a story is told as to an auditor": (
        explanation,
        "each_of",
        lambda record, event, _, at: each_of(record, event, AUDITOR, at),
        a_dispute_is_read_by_whose_it_is,
    ),
    "wagers are told to whoever asks": (
        history,
        "_seen",
        lambda played, _, seen=history._seen: seen(played, ANN),
        everybody_has_only_the_own_wagers,
    ),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_mistake_is_found(cup: Cup, monkeypatch: pytest.MonkeyPatch, plant: str) -> None:
    where, name, instead, check = PLANTS[plant]
    monkeypatch.setattr(where, name, instead)
    with pytest.raises(AssertionError):
        check(cup)
