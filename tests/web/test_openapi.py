"""The OpenAPI document: complete, and true of what is really answered."""

import json
import re
from typing import Any, get_args

import httpx
import pytest

from puntobanco.cage.commands import COMMANDS as CAGE_COMMANDS
from puntobanco.fair_shoes.commands import FAIR_COMMANDS
from puntobanco.log.redact import redact
from puntobanco.table import Actor, Role
from puntobanco.table.commands import COMMANDS
from puntobanco.table.events import CardCorrected, TableEvent
from puntobanco.tournament.commands import COMMANDS as TOURNAMENT_COMMANDS
from puntobanco.values.cards import parse_cards
from puntobanco.values.replace import changed
from puntobanco.web.app import API, ENDPOINTS
from puntobanco.web.openapi import document
from puntobanco.web.openapi_links import LINKS
from puntobanco.web.redacted_records import record_seen, written
from tests.record import schema
from tests.record.kept import NEWEST, logs_of, records_of
from tests.web.paper_house import TOURNAMENT, Papers
from tests.web.served import Serving
from tests.web.stream import live, until_ready
from tests.web.test_audits import over

PEOPLE = ("ann", "dan", "sue", "ada")
NAMED = {
    "table": "1",
    "person": "ann",
    "tournament": "none",
    "book": "act-2015",
    "clause": "9.9",
    "round": "1",
    "record": "20",
    "stage": "1",
}
NAMED["shoe"] = "99"
PAPERS = ("reports", "bundles")
"""Made in processes of their own: what they answer is held against the document below, once."""


@pytest.fixture(scope="module")
def described(served: Serving) -> dict[str, Any]:
    """As it is served, with its schemas where our validator looks for them."""
    text = served.client("ann").get("/openapi.json").text
    assert text == document(ENDPOINTS, API).decode()
    found: dict[str, Any] = json.loads(text.replace("#/components/schemas/", "#/$defs/"))
    schema.SCHEMAS["api"] = {"$defs": found["components"]["schemas"]}
    return found


def wrong_with(value: Any, wanted: dict[str, Any]) -> list[str]:
    return list(schema._problems(value, wanted, "api", "$"))


def _answers(operation: dict[str, Any], status: int) -> dict[str, Any]:
    content = operation["responses"][str(status)]["content"]
    found: dict[str, Any] = (content.get("application/json") or content["application/problem+json"])["schema"]
    return found


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize(
    "endpoint", [one for one in ENDPOINTS if one.method == "GET" and one.tag not in PAPERS], ids=lambda one: one.path
)
def test_what_is_answered_is_what_is_said(
    served: Serving, described: dict[str, Any], endpoint: Any, person: str
) -> None:
    answer = served.client(person).get(endpoint.path.format(**NAMED))
    operation = described["paths"][API + endpoint.path]["get"]
    assert str(answer.status_code) in operation["responses"]
    assert wrong_with(answer.json(), _answers(operation, answer.status_code)) == []


@pytest.mark.parametrize("endpoint", [one for one in ENDPOINTS if one.tag in PAPERS], ids=lambda one: one.path)
def test_a_paper_is_what_is_said(papers: Papers, described: dict[str, Any], endpoint: Any) -> None:
    named = {"table": "act-2015", "shoe": "1", "person": "ann", "tournament": TOURNAMENT}
    query = {"date": "2026-01-01"} if endpoint.path.endswith("/day") else {}
    answer = papers.client("ada").get(endpoint.path.format(**named), params=query)
    said = described["paths"][API + endpoint.path]["get"]["responses"]["200"]["content"]
    assert answer.headers["content-type"] in said
    if "application/json" in said:
        assert wrong_with(answer.json(), said["application/json"]["schema"]) == []
        assert {"text/csv; charset=utf-8; header=present", "text/html; charset=utf-8"} < said.keys()


def test_a_told_round_and_a_verification_are_what_is_said(papers: Papers, described: dict[str, Any]) -> None:
    client, paths = papers.client("ada"), described["paths"]
    told = client.get("/audit/tables/fair-nz-1998/rounds/1", params={"replay": "true"}).json()
    assert wrong_with(told, _answers(paths[f"{API}/audit/tables/{{table}}/rounds/{{round}}"]["get"], 200)) == []
    of_cup = "/audit/tournaments/{tournament}/stages/{stage}/tables/{table}/rounds/{round}"
    told = client.get(of_cup.format(**{**NAMED, "tournament": TOURNAMENT}), params={"replay": "true"}).json()
    assert wrong_with(told, _answers(paths[API + of_cup]["get"], 200)) == []
    tables = client.get(f"/audit/tournaments/{TOURNAMENT}/tables").json()
    assert wrong_with(tables, _answers(paths[f"{API}/audit/tournaments/{{tournament}}/tables"]["get"], 200)) == []
    begun = client.post("/audit/verification").json()
    assert wrong_with(begun, _answers(paths[f"{API}/audit/verification"]["post"], 200)) == []
    assert wrong_with(over(client), _answers(paths[f"{API}/audit/verification"]["get"], 200)) == []


@pytest.mark.parametrize("person", PEOPLE)
def test_every_record_of_a_round_is_what_is_said(served: Serving, described: dict[str, Any], person: str) -> None:
    client = served.client(person)
    _play_a_round(served)
    wanted = _answers(described["paths"][f"{API}/tables/{{table}}/records"]["get"], 200)
    seen = client.get("/tables/1/records", params={"limit": 500}).json()
    assert wrong_with(seen, wanted) == []
    happened = {event["event"] for record in seen["records"] for event in record["events"]}
    assert {"table_opened.1", "wager_placed.1", "card_dealt.1", "stage_settled.1", "round_ended.1"} <= happened


def _play_a_round(served: Serving) -> None:
    body = {"do": "place", "area": "1", "wager": "player", "amount": 10_000}
    number = served.client("ann").get("/tables/1").json()["view"]["round"]
    if number > 1:
        return
    with live(served.client("ann"), tables="1") as found:
        until_ready(found)
        while True:
            answer = served.client("ann").post("/tables/1/commands", json=body, headers={"idempotency-key": "openapi"})
            if answer.status_code == 200:
                break
        assert any("round_ended.1" in json.dumps(event.data) for event in found)


@pytest.mark.parametrize("role", [Role.PATRON, Role.DEALER, Role.SUPERVISOR, Role.AUDITOR])
def test_every_kept_record_is_what_is_said_to_whoever_sees_it(described: dict[str, Any], role: Role) -> None:
    """All events of a table, with the faces of cards that lie face down blank."""
    audience, wanted = Actor(person="ann", role=role), {"$ref": "#/$defs/SeenRecord"}
    assert "SeenRecord" in described["components"]["schemas"]
    for log in logs_of(NEWEST):
        found = [record_seen(changed(one, stream="table/1"), audience) for one in records_of(log)]
        assert [wrong for one in found if one is not None for wrong in wrong_with(json.loads(one), wanted)] == []


@pytest.mark.parametrize("face_up", [True, False])
def test_a_card_that_is_corrected_may_lie_face_down(described: dict[str, Any], *, face_up: bool) -> None:
    ace, two = parse_cards(["Ah 2h"])
    event = CardCorrected(place=3, was=ace, card=two, more=None, clause="ruling 28", face_up=face_up)
    seen = redact(event, Actor(person="dan", role=Role.DEALER))
    assert seen is not None
    assert (seen.event.card is None) is not face_up  # type: ignore[union-attr]  # it is there, as the test has it
    assert "CardCorrected" in described["components"]["schemas"]
    assert wrong_with(json.loads(written(seen.event, seen.hidden)), {"$ref": "#/$defs/CardCorrected"}) == []


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    named = set(re.findall(r'"\$ref": ?"([^"]+)"', json.dumps(described)))
    assert len(named) > 100
    assert {one for one in named if one.removeprefix("#/$defs/") not in schemas} == set()


def test_a_schema_that_is_not_kept_is_noticed(served: Serving, described: dict[str, Any]) -> None:
    wanted = _answers(described["paths"][f"{API}/tables/{{table}}"]["get"], 200)
    view = served.client("ann").get("/tables/1").json()
    assert wrong_with({**view, "secret": 1}, wanted) == ["$.secret: unknown"]
    assert wrong_with({**view, "number": "12"}, wanted) != []


def test_every_command_is_there_but_those_of_the_house(described: dict[str, Any]) -> None:
    for path, commands, own in (
        ("/tables/{table}/commands", COMMANDS, set()),
        ("/tournaments/{tournament}/commands", TOURNAMENT_COMMANDS, {"renew_draws"}),
        (
            "/accounts/{person}/commands",
            CAGE_COMMANDS,
            {"take_to", "pay_at_desk", "bring_back", "note_play", "note_leave"},
        ),
        (
            "/tables/{table}/shoes/commands",
            FAIR_COMMANDS,
            {"follow_table", "seal_shoe", "end_restored", "reveal_late"},
        ),
    ):
        body = described["paths"][API + path]["post"]["requestBody"]["content"]["application/json"]["schema"]
        named = set(body["discriminator"]["mapping"])
        assert named == set(commands) - own


def test_no_body_has_an_actor(described: dict[str, Any]) -> None:
    bodies = {name: one for name, one in described["components"]["schemas"].items() if name.endswith("Body")}
    assert len(bodies) > 90
    assert not [name for name, one in bodies.items() if {"actor", "approved_by"} & one["properties"].keys()]
    assert all(one["additionalProperties"] is False for one in bodies.values())


def test_every_event_is_there(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    assert {kind.__name__ for kind in get_args(TableEvent)} <= schemas.keys()


def test_every_example_can_be_sent(described: dict[str, Any]) -> None:
    shown = 0
    for path in described["paths"].values():
        for content in [
            one["requestBody"]["content"]["application/json"] for one in path.values() if "requestBody" in one
        ]:
            for example in content.get("examples", {}).values():
                assert wrong_with(example["value"], content["schema"]) == []
                shown += 1
    assert shown >= 5


def test_every_link_leads_to_what_can_be_asked(described: dict[str, Any]) -> None:
    operations = {one["operationId"]: one for path in described["paths"].values() for one in path.values()}
    links = [link for one in operations.values() for link in one["responses"]["200"].get("links", {}).values()]
    assert len(links) == sum(map(len, LINKS.values()))
    for link in links:
        taken = {one["name"] for one in operations[link["operationId"]]["parameters"]}
        assert link["parameters"].keys() <= taken


def test_a_problem_is_what_is_said(served: Serving, described: dict[str, Any]) -> None:
    answer = httpx.get(f"{served.url}/api/v1/tables")
    assert wrong_with(answer.json(), {"$ref": "#/$defs/Problem"}) == []
    assert "Problem" in described["components"]["schemas"]
