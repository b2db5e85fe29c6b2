"""Commands over HTTP: given by whoever is logged in, the same under the same key, refused with their reasons."""

from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

import httpx
import pytest

from puntobanco import house as diary
from puntobanco.app.auth.principal import Kind, Scope
from puntobanco.cage import commands as cage
from puntobanco.house.commands import RevokeRole
from puntobanco.table import Role
from tests.web.served import MACHINE, Serving

PLACE = {"do": "place", "area": "1", "wager": "player", "amount": 10_000}
SEAT = {"do": "take_seat", "seat": 5}


@pytest.fixture(scope="module")
def table(served: Serving) -> str:
    """A table that nobody deals: wagers are closed, seats are free."""
    served.add_table("quiet", diary.Running())
    served.seat("quiet")
    return "quiet"


def post(client: httpx.Client, table: str, body: Any, key: str | None, **more: Any) -> httpx.Response:
    headers = {} if key is None else {"idempotency-key": key}
    return client.post(f"/tables/{table}/commands", json=body, headers=headers, **more)


def test_a_command_is_carried_out_and_answered_with_its_events(served: Serving, table: str) -> None:
    answer = post(served.client("ann"), table, {"do": "leave_seat"}, "leave")
    number = served.house.look(f"table/{table}").number
    assert answer.status_code == 200
    (record,) = answer.json()["records"]
    assert answer.json() == {"stream": "table/quiet", "number": number, "repeated": False, "records": [record]}
    assert record.keys() == {"stream", "number", "time", "events"}
    assert (record["stream"], record["number"]) == ("table/quiet", number)
    (event,) = record["events"]
    assert event == {"event": "seat_left.1", "clause": event["clause"], "patron": "ann", "required": False}
    again = post(served.client("ann"), table, {"do": "leave_seat"}, "leave")
    assert again.json() == {**answer.json(), "repeated": True}
    assert served.house.look(f"table/{table}").number == number
    assert post(served.client("ann"), table, {"do": "take_seat", "seat": 1}, "back").status_code == 200


def test_the_stored_id_is_made_of_person_and_key(served: Serving, table: str) -> None:
    assert post(served.client("bob"), table, {"do": "ask_rules"}, "rules please").status_code == 200
    wanted = urlsafe_b64encode(sha256(b"3 bob rules please").digest()).decode()[:40]
    assert served.house.read(f"table/{table}")[-1].id == wanted


def test_the_same_key_of_another_person_is_another_command(served: Serving, table: str) -> None:
    first = post(served.client("ann"), table, {"do": "ask_rules"}, "a common key")
    second = post(served.client("bob"), table, {"do": "ask_rules"}, "a common key")
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json()["number"] + 1 == second.json()["number"]
    assert second.json()["repeated"] is False


def test_another_command_under_a_key_is_refused(served: Serving, table: str) -> None:
    post(served.client("ann"), table, {"do": "ask_rules"}, "taken")
    assert _problem(post(served.client("ann"), table, SEAT, "taken")) == (409, "id_taken")


def test_what_the_rules_refuse_is_409_with_code_clause_and_sentence(served: Serving, table: str) -> None:
    answer = post(served.client("ann"), table, {**PLACE, "amount": 10_000}, "closed")
    assert answer.status_code == 409
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["type"] == f"urn:puntobanco:{problem['code']}"
    assert problem["status"] == 409
    assert problem["clause"].startswith(("act-2015", "3", "4", "5", "6"))
    assert len(problem["detail"]) > 20


@pytest.mark.parametrize(
    ("person", "body", "key", "expected"),
    [
        ("ann", PLACE, None, (400, "no_key")),
        ("ann", PLACE, "x" * 201, (422, "bad_key")),
        ("ann", {**PLACE, "actor": {"person": "bob", "role": "patron"}}, "1", (422, "unreadable")),
        ("ann", {**PLACE, "person": "bob"}, "2", (422, "unreadable")),
        ("ann", {**PLACE, "role": "operator"}, "3", (422, "unreadable")),
        ("ann", {**PLACE, "approved_by": {"person": "sue", "role": "supervisor"}}, "4", (422, "unreadable")),
        ("ann", {**PLACE, "amount": "10"}, "5", (422, "unreadable")),
        ("ann", {**PLACE, "amount": 10.5}, "6", (422, "unreadable")),
        ("ann", {"do": "place.1"}, "7", (422, "unreadable")),
        ("ann", {"do": "start_house", "name": "mine", "version": "1", "digest": ""}, "8", (422, "unreadable")),
        ("ann", ["place.1"], "9", (422, "unreadable")),
        ("ann", {"do": "take_seat", "seat": 10**30}, "10", (422, "unreadable")),
        ("ann", {"do": "raise_dispute", "text": "forged\nline"}, "11", (422, "unreadable")),
        ("ann", {"do": "check_cards"}, "12", (403, "wrong_role")),
        ("dan", {"do": "void_round", "round": 1, "reason": "fraud"}, "13", (403, "not_dealing")),
        ("sue", {"do": "place", "area": "1", "wager": "player", "amount": 100}, "15", (403, "wrong_role")),
        ("sue", {"do": "fill_float", "amount": 100}, "16", (409, "needs_approval")),
        ("eve", SEAT, "14", (403, "no_role")),
    ],
)
def test_what_is_not_carried_out(
    served: Serving, table: str, person: str, body: Any, key: str | None, expected: tuple[int, str]
) -> None:
    number = served.house.look(f"table/{table}").number
    assert _problem(post(served.client(person), table, body, key)) == expected
    assert served.house.look(f"table/{table}").number == number


def test_the_house_fills_in_the_time(served: Serving) -> None:
    client = served.client("oz")
    body = {"do": "deposit", "amount": 100, "at": 1}
    answer = client.post("/accounts/ann/commands", json=body, headers={"idempotency-key": "time"})
    assert _problem(answer) == (422, "unreadable")
    del body["at"]
    answer = client.post("/accounts/ann/commands", json=body, headers={"idempotency-key": "time"})
    assert answer.status_code == 200
    assert answer.json()["records"][0]["events"][0]["at"] > 1_700_000_000_000_000


def test_money_of_others_is_not_moved(served: Serving) -> None:
    body = {"do": "ask_withdrawal", "amount": 100}
    answer = served.client("ann").post("/accounts/bob/commands", json=body, headers={"idempotency-key": "theft"})
    assert answer.status_code == 403


def test_a_stream_that_has_gone_on_is_said(served: Serving, table: str) -> None:
    answer = post(served.client("ann"), table, {"do": "ask_rules"}, "late", params={"expected": 1})
    assert _problem(answer) == (409, "gone_on")


@pytest.mark.parametrize("token", [None, "stolen", "token-of-nobody"])
def test_nobody_gives_no_command(served: Serving, table: str, token: str | None) -> None:
    headers = {"idempotency-key": "none"} | ({} if token is None else {"authorization": f"Bearer {token}"})
    answer = httpx.post(f"{served.url}/api/v1/tables/{table}/commands", json=SEAT, headers=headers)
    assert _problem(answer) == (401, "not_logged_in")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_token_does_what_its_scope_says(served: Serving, table: str) -> None:
    token = served.door.give("bob", scopes=frozenset({Scope.READ}), token="only looks")
    headers = {"authorization": f"Bearer {token}", "idempotency-key": "scope"}
    answer = httpx.post(f"{served.url}/api/v1/tables/{table}/commands", json=SEAT, headers=headers)
    assert _problem(answer) == (403, "out_of_scope")
    assert httpx.get(f"{served.url}/api/v1/tables/{table}", headers=headers).status_code == 200


def test_a_token_that_plays_does_not_work(served: Serving, table: str) -> None:
    """Not even in the hands of staff."""
    take_over = {"do": "take_over", "table": table}
    over = served.client("dan").post("/house/commands", json=take_over, headers={"idempotency-key": "take over"})
    assert over.status_code == 200
    answers = []
    for scope in (Scope.PLAY, Scope.WORK):
        token = served.door.give("dan", scopes=frozenset({Scope.READ, scope}), token=f"to {scope}")
        headers = {"authorization": f"Bearer {token}", "idempotency-key": f"to {scope}"}
        at = f"{served.url}/api/v1/tables/{table}/commands"
        answers.append(httpx.post(at, json={"do": "check_cards"}, headers=headers))
    assert _problem(answers[0]) == (403, "out_of_scope")
    assert answers[1].status_code == 200


def test_staff_without_a_second_factor_does_nothing(served: Serving, table: str) -> None:
    token = served.door.give("sue", token="no factor", lacks_factor=True)
    headers = {"authorization": f"Bearer {token}", "idempotency-key": "factor"}
    for path in (f"tables/{table}", "live?tables=1", "tables"):
        assert _problem(httpx.get(f"{served.url}/api/v1/{path}", headers=headers)) == (403, "factor_needed")


def test_a_device_sees_its_tables_and_does_nothing(served: Serving, table: str) -> None:
    looks = frozenset({Scope.READ})
    token = served.door.give("wall", kind=Kind.DEVICE, scopes=looks, token="device", tables=(table,))
    headers = {"authorization": f"Bearer {token}", "idempotency-key": "device"}
    at = f"{served.url}/api/v1"
    assert httpx.get(f"{at}/tables/{table}", headers=headers).status_code == 200
    assert _problem(httpx.get(f"{at}/tables/1", headers=headers)) == (403, "no_role")
    assert _problem(httpx.get(f"{at}/accounts/wall", headers=headers)) == (403, "no_role")
    assert _problem(httpx.get(f"{at}/live?account=own", headers=headers)) == (403, "no_role")
    answer = httpx.post(f"{at}/tables/{table}/commands", json=SEAT, headers=headers)
    assert _problem(answer) == (403, "wrong_role")


def test_what_takes_two_people_is_proposed_by_one_and_approved_by_another(served: Serving, table: str) -> None:
    fill = {"do": "fill_float", "amount": 100_000}
    proposal = {"do": "propose", "stream": f"table/{table}", "command": fill}
    forged = {**proposal, "command": {**fill, "actor": {"person": "oz", "role": "operator"}}}
    served.do("vault", cage.OpenVault(actor=MACHINE))
    served.do("vault", cage.Deposit(actor=MACHINE, amount=10_000_000))
    before = served.house.look(f"table/{table}").number

    def house(person: str, body: Any, key: str) -> httpx.Response:
        return served.client(person).post("/house/commands", json=body, headers={"idempotency-key": key})

    assert _problem(house("sue", forged, "forged")) == (422, "unreadable")
    assert _problem(house("sue", {**proposal, "at": 5}, "timed")) == (422, "unreadable")
    assert _problem(house("ann", proposal, "by a patron")) == (403, "wrong_role")
    assert house("sue", proposal, "proposed").status_code == 200
    number = served.house.look("house").state.proposed
    assert house("sue", {"do": "approve", "number": number}, "by oneself").status_code in (403, 409)
    assert served.house.look(f"table/{table}").number == before
    approved = house("oz", {"do": "approve", "number": number}, "approved")
    assert approved.status_code == 200, approved.text
    assert served.house.look(f"table/{table}").number == before + 1


def test_a_role_that_is_taken_counts_no_more(served: Serving, table: str) -> None:
    served.grant("tim", Role.PATRON, f"table/{table}")
    assert post(served.client("tim"), table, {"do": "ask_rules"}, "with a role").status_code in (200, 409)
    served.do("house", RevokeRole(actor=MACHINE, whom="tim", place=f"table/{table}"))
    assert _problem(post(served.client("tim"), table, {"do": "ask_rules"}, "without")) == (403, "no_role")


def test_a_table_that_there_is_not(served: Serving) -> None:
    assert _problem(post(served.client("oz"), "nowhere", SEAT, "k")) == (404, "not_found")


def test_an_operator_sets_up_and_opens_a_table(served: Serving) -> None:
    client = served.client("oz")
    body = {"do": "add_table", "table": "new", "running": {"virtual": True}}
    answer = client.post("/house/commands", json=body, headers={"idempotency-key": "add"})
    assert answer.status_code == 200, answer.text
    assert post(client, "new", {"do": "open_table", "book": "nz-1998"}, "open").status_code == 200
    assert client.get("/tables/new").json()["view"]["book"] == "nz-1998"
    refused = served.client("ann").post("/house/commands", json=body, headers={"idempotency-key": "add"})
    assert refused.status_code == 403


def _problem(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]
