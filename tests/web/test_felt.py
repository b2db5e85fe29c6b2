"""What a page asks for: the table as it is drawn, its history and stories, and who is there."""

from typing import Any

import httpx
import pytest

from puntobanco import diary
from puntobanco.cage.commands import LimitPlay
from puntobanco.table import Next, progress
from tests.app.house.helpers import patron
from tests.web.served import Serving

AT_ONCE = diary.Running(virtual=True, automatic=True, betting_ms=0, card_ms=0, offer_ms=0)


@pytest.fixture(scope="module")
def table(served: Serving) -> str:
    served.add_table("felt", AT_ONCE)
    served.seat("felt", chips=100_000)
    while progress(served.house.look("table/felt").state).next is not Next.IDLE:
        pass
    return "felt"


def get(served: Serving, path: str, person: str = "ann") -> Any:
    answer = served.client(person).get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def play(served: Serving, table: str, **stakes: int) -> int:
    """A slip on the next round, until that is over; its number."""
    number: int = get(served, f"/tables/{table}")["view"]["round"]
    slip = [{"area": "1", "wager": wager, "amount": amount} for wager, amount in stakes.items()]
    body = {"do": "bet_slip", "round": number, "stakes": slip}
    answer = served.client("ann").post(
        f"/tables/{table}/commands", json=body, headers={"idempotency-key": f"felt {table} {number}"}
    )
    assert answer.status_code == 200, answer.text
    while get(served, f"/tables/{table}")["view"]["round"] == number:
        pass
    return number


def test_a_felt_agrees_with_the_other_answers_at_its_number(served: Serving, table: str) -> None:
    play(served, table, tie=500)
    felt = get(served, f"/tables/{table}/felt")
    assert felt["table"]["number"] == get(served, f"/tables/{table}")["number"]
    assert felt["legal"] == get(served, f"/tables/{table}/legal")["legal"]
    assert felt["roads"] == get(served, f"/tables/{table}/roads")["board"]
    assert (felt["person"], felt["role"], felt["title"]) == ("ann", "patron", "Casino Canberra 2015")


def test_a_purse_adds_up(served: Serving, table: str) -> None:
    play(served, table, player=1_000, tie=500)
    purse = get(served, f"/tables/{table}/felt")["purse"]
    account = get(served, "/accounts/ann")
    assert purse["account"] == account["held"]
    assert purse["net"] == purse["chips"] + purse["staked"] - purse["owed"] - 100_000
    rounds = get(served, f"/tables/{table}/history")["rounds"]
    assert purse["net"] == sum(one["net"] for one in rounds)


def test_time_is_counted_for_whoever_has_limits(served: Serving, table: str) -> None:
    assert get(served, f"/tables/{table}/felt", "bob")["purse"]["played"] is None
    limits = LimitPlay(actor=patron("bob"), loss_day=None, loss_week=None, loss_month=None, minutes=600)
    served.do("cage/bob", limits)
    assert get(served, f"/tables/{table}/felt", "bob")["purse"]["played"] is not None
    assert get(served, "/accounts/bob", "bob")["minutes"]["most"] == 600


def test_who_works_there_has_no_place_and_no_purse(served: Serving, table: str) -> None:
    felt = get(served, f"/tables/{table}/felt", "sue")
    assert (felt["spots"], felt["legal"], felt["purse"], felt["rounds"]) == ([], [], None, [])


def test_a_round_is_told_in_sentences_with_clauses(served: Serving, table: str) -> None:
    number = play(served, table, banker=1_000)
    story = get(served, f"/tables/{table}/rounds/{number}/story")
    told = [(one["text"], one["clause"]) for one in story["sentences"]]
    assert told[0] == ("ann's slip: $10 on banker in area 1", "4.2")
    assert any(text.startswith("Player gets ") and clause == "6.2" for text, clause in told)
    assert any(text.startswith("Settled: ann banker $10 ") for text, _ in told)
    assert all(clause for _, clause in told)
    assert any(one["said"] for one in story["sentences"])


def test_others_do_not_read_what_is_not_theirs_in_a_story(served: Serving, table: str) -> None:
    number = play(served, table, banker=1_000)
    texts = [one["text"] for one in get(served, f"/tables/{table}/rounds/{number}/story", "bob")["sentences"]]
    assert not any("after commission" in text for text in texts)


def test_there_is_no_story_of_a_round_that_was_not_played(served: Serving, table: str) -> None:
    for number in ("99999", "x"):
        answer = served.client("ann").get(f"/tables/{table}/rounds/{number}/story")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_page_asks_who_is_there_without_being_anybody(served: Serving) -> None:
    nobody = httpx.get(f"{served.url}/api/v1/welcome").json()
    assert nobody == {"you": None, "guests": False, "guest": False, "roles": {}, "deals": []}
    ann = get(served, "/welcome")
    assert (ann["you"]["person"], ann["guest"], ann["roles"]) == ("ann", False, {})


def test_a_summary_has_what_a_lobby_shows(served: Serving, table: str) -> None:
    play(served, table, tie=500)
    found = {one["table"]: one["summary"] for one in get(served, "/tables")["tables"]}[table]
    roads = get(served, f"/tables/{table}/roads")["board"]
    assert (found["title"], found["least"], found["most"]) == ("Casino Canberra 2015", 500, 100_000)
    assert (found["seats"], found["taken"]) == (7, [1, 2])
    assert (found["big_road"], found["counts"]) == (roads["big_road"], roads["counts"])
