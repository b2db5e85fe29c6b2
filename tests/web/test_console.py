"""A dealer's console over HTTP: what it says is what the table's other answers say, and nobody else has it."""

from typing import Any

import pytest

from puntobanco import house as diary
from puntobanco.cage import commands as cage
from puntobanco.table import Role
from tests.app.house.helpers import OPERATOR
from tests.web.served import Serving

BY_HAND, VIRTUAL = "by-hand", "by-hand-virtual"


@pytest.fixture(scope="module")
def house(served: Serving) -> Serving:
    served.add_table(BY_HAND, diary.Running())
    served.add_table(VIRTUAL, diary.Running(virtual=True))
    for person in ("cole", "cora"):
        served.grant(person, Role.DEALER, f"table/{BY_HAND}")
        served.grant(person, Role.DEALER, f"table/{VIRTUAL}")
    served.seat(BY_HAND, ("ann",), chips=100_000)
    return served


def console(house: Serving, table: str = BY_HAND, person: str = "cole") -> Any:
    answer = house.client(person).get(f"/tables/{table}/console")
    assert answer.status_code == 200, answer.text
    return answer.json()


def forms_at(house: Serving, table: str) -> Any:
    answer = house.client("cole").get(f"/tables/{table}/palette")
    assert answer.status_code == 200, answer.text
    assert answer.json()["number"] == console(house, table)["number"]
    return answer.json()["forms"]


def give(house: Serving, path: str, key: str, body: Any, person: str = "cole", **query: int) -> Any:
    headers = {"idempotency-key": f"console {key}"}
    return house.client(person).post(path, json=body, headers=headers, params=query)


def take_over(house: Serving, table: str, person: str, key: str) -> None:
    answer = give(house, "/house/commands", key, {"do": "take_over", "table": table}, person)
    assert answer.status_code == 200, answer.text


def test_it_agrees_with_the_other_answers(house: Serving) -> None:
    seen = console(house)
    legal = house.client("cole").get(f"/tables/{BY_HAND}/legal").json()
    assert seen["number"] == legal["number"] == seen["felt"]["table"]["number"]
    assert seen["offered"].keys() == {one["kind"] for one in legal["legal"]}
    assert {form["kind"]: form["title"] for form in forms_at(house, BY_HAND)} == seen["offered"]
    assert seen["offered"]["buy_in"] == "Buy in"
    assert seen["step"]["choices"][0]["command"] == {"do": "check_cards"}
    assert seen["patrons"] == [{"name": "ann", "seat": 1}]
    assert seen["felt"]["purse"] is None


def test_a_virtual_shoe_is_told_nothing_that_it_knows(house: Serving) -> None:
    seen = console(house, VIRTUAL)
    assert seen["virtual"]
    known = {"correct_card", "draw_cutting_card", "report_empty", "disclose_card"}
    forms = forms_at(house, VIRTUAL)
    assert not known & seen["offered"].keys()
    assert not known & {one["kind"] for one in forms}
    assert not [field for form in forms for field in form["fields"] if field["sort"] in ("card", "cards")]


@pytest.mark.parametrize("person", ["ann", "sue", "oz"])
def test_nobody_else_has_it(house: Serving, person: str) -> None:
    for what in ("console", "palette"):
        answer = house.client(person).get(f"/tables/{BY_HAND}/{what}")
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_role")


def test_who_deals_is_whoever_took_the_table_over_last(house: Serving) -> None:
    for key, person in enumerate(("cole", "cora", "cole")):
        take_over(house, BY_HAND, person, f"over {key}")
        assert console(house)["deals"] == person


def test_a_key_that_is_pressed_twice_does_one_step_and_a_lost_answer_is_told_again(house: Serving) -> None:
    take_over(house, VIRTUAL, "cole", "twice over")
    path, seen = f"/tables/{VIRTUAL}/commands", console(house, VIRTUAL)
    check = {"do": "check_cards"}
    first = give(house, path, "twice 1", check, expected=seen["number"])
    assert first.status_code == 200, first.text
    second = give(house, path, "twice 2", check, expected=seen["number"])
    assert (second.status_code, second.json()["code"]) == (409, "gone_on")
    again = give(house, path, "twice 1", check, expected=seen["number"])
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    assert console(house, VIRTUAL)["step"]["id"] != seen["step"]["id"]


def test_whoever_comes_is_told_where_they_deal(house: Serving) -> None:
    found = house.client("cole").get("/welcome").json()
    assert found["deals"] == [BY_HAND, VIRTUAL]
    assert house.client("ann").get("/welcome").json()["deals"] == []


def test_an_irregularity_is_in_it_until_another_round_begins(house: Serving) -> None:
    """By the log of the table, however much has followed."""
    path = f"/tables/{BY_HAND}/commands"
    take_over(house, BY_HAND, "cora", "irregular 1")
    take_over(house, BY_HAND, "cole", "irregular 2")
    for key, body in enumerate(({"do": "check_cards"}, {"do": "shuffle"}, {"do": "offer_cut", "patron": "ann"})):
        assert give(house, path, f"prepare {key}", body).status_code == 200
    assert give(house, path, "cut", {"do": "cut", "at": 200}, "ann").status_code == 200
    assert give(house, path, "load", {"do": "load_shoe"}).status_code == 200
    assert console(house)["trouble"] is None
    excess = {"do": "draw", "to": "player", "card": "4D"}
    assert give(house, path, "excess", excess).status_code == 200
    trouble = console(house)["trouble"]
    assert trouble["record"] == console(house)["number"]
    assert trouble["title"]
    for key in range(50):
        slip = {"do": "buy_in", "amount": 1_000}
        assert give(house, path, f"follows {key}", slip, "ann").status_code == 200
    assert console(house)["trouble"] == trouble
    for name in ("burn", "begin"):
        assert console(house)["trouble"] is not None, "until then"
        done = give(house, path, name, console(house)["step"]["choices"][0]["command"])
        assert done.status_code == 200, done.text
    assert console(house)["trouble"] is None


# Patrons without a device, in a book where wagers are not spoken and patrons turn cards

SERVED, OTTO = "served-by-hand", "otto"


@pytest.fixture(scope="module")
def serving(served: Serving) -> Serving:
    """Otto has no page and bets on banker; ann has one, bets on player and has cut no cards."""
    served.add_table(SERVED, diary.Running(), book="house-midi", midi="yes")
    served.grant("cole", Role.DEALER, f"table/{SERVED}")
    take_over(served, SERVED, "cole", "serves")
    served.do(f"cage/{OTTO}", cage.OpenAccount(actor=OPERATOR, patron=OTTO))
    served.do(f"cage/{OTTO}", cage.Deposit(actor=OPERATOR, amount=50_000))
    served.seat(SERVED, ("ann",), chips=50_000)
    return served


def gives(house: Serving, body: dict[str, Any]) -> None:
    key = f"serves {console(house, SERVED)['number']}"
    answer = give(house, f"/tables/{SERVED}/commands", key, body)
    assert answer.status_code == 200, answer.text


def does(house: Serving, choice: int = 0, **more: Any) -> None:
    """One of the choices that the step gives."""
    gives(house, {**console(house, SERVED)["step"]["choices"][choice]["command"], **more})


def offered(house: Serving, kind: str, about: str) -> tuple[dict[str, Any], list[tuple[str, dict[str, Any]]]]:
    """What a form says already, and what there is to choose."""
    (form,) = [one for one in forms_at(house, SERVED) if (one["kind"], one["about"]) == (kind, about)]
    return form["sets"], [(option["text"], option["sets"]) for option in form["fields"][0]["options"]]


def kinds(house: Serving) -> set[str]:
    return set(console(house, SERVED)["offered"])


def test_a_patron_without_a_device_is_served(serving: Serving) -> None:
    gives(serving, {"do": "buy_in", "patron": OTTO, "amount": 50_000})
    gives(serving, {"do": "take_seat", "patron": OTTO, "seat": 2})
    does(serving)
    does(serving)
    gives(serving, {"do": "offer_cut", "patron": "ann"})
    assert {"cut", "decline_cut"} <= kinds(serving)
    does(serving, choice=1)
    gives(serving, {"do": "offer_cut", "patron": OTTO})
    does(serving, at=200)
    does(serving)
    gives(serving, {"do": "draw", "card": "AC"})
    gives(serving, {"do": "draw", "face_up": False})
    for wager, patron, area in (("player", "ann", "1"), ("banker", OTTO, "2"), ("tie", OTTO, "2")):
        assert {"place", "cash_out"} <= kinds(serving)
        laid = {"area": area, "wager": wager, "laid_by_patron": True}
        said, options = offered(serving, "place", patron)
        assert said == {"patron": patron}
        assert laid in [sets for _, sets in options]
        gives(serving, {"do": "place", **said, **laid, "amount": 1_000})
    said, options = offered(serving, "withdraw", OTTO)
    assert options == [
        ("Banker in area 2", {"area": "2", "wager": "banker"}),
        ("Tie in area 2", {"area": "2", "wager": "tie"}),
    ]
    gives(serving, {"do": "withdraw", **said, **options[1][1]})
    does(serving)
    for _ in range(4):
        gives(serving, {"do": "draw", "face_up": False})
    (turned,) = [
        one for one in serving.client("ann").get(f"/tables/{SERVED}/felt").json()["legal"] if one["kind"] == "expose"
    ]
    assert turned["asks"] == ["cards"], "the shoe is real: the dealer reads what she turns"
    step = console(serving, SERVED)["step"]
    assert (step["title"], step["way"], step["count"]) == ("ann turns player’s cards", "cards", 2)
    does(serving, cards=["9C", "KH"])
    assert console(serving, SERVED)["step"]["title"] == f"{OTTO} turns banker’s cards"
    does(serving, choice=1)
    step = console(serving, SERVED)["step"]
    assert step["title"] == "Turn banker’s cards"
    does(serving, cards=["2D", "3S"])
    does(serving)
    told = serving.client("cole").get(f"/tables/{SERVED}/rounds/1/story").json()["sentences"]
    assert "ann turns player's cards: 9♣ K♥" in [one["text"] for one in told]
