"""The audit over HTTP: the log, rounds, checkpoints and proofs as the command line has them; verifications as jobs."""

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import msgspec
import pytest

from puntobanco.app.auth.principal import Scope
from puntobanco.app.house.house_folder import open_house
from puntobanco.audit.proofs import proves_consistency, proves_inclusion
from puntobanco.audit.signed_notes import open_note, read_verifier_key
from puntobanco.rulebooks.facts import Result
from puntobanco.table import Role
from puntobanco.web.reports.audit_log import LoggedRecord
from puntobanco.web.reports.round_replay import ToldRound
from puntobanco.web.server import Address, serving
from puntobanco.web.types import PlayedTables
from tests.audit.test_house import forge, new_house
from tests.web.door import OpenDoor
from tests.web.paper_house import TOURNAMENT, Papers, served_folder
from tests.web.served import FAST, MANY, Serving, dealt
from tests.web.slow_clerk import slow_clerks, until

FILTERS: tuple[dict[str, str], ...] = (
    {"table": "act-2015"},
    {"table": "fair-nz-1998", "event": "round_ended"},
    {"patron": "ann", "until": "2026-06-01"},
    {"person": "sue"},
    {"role": "supervisor"},
    {"event": "round_voided"},
    {"clause": "14.1"},
    {"since": "2026-01-01T00:01", "until": "2026-01-01T00:02"},
)


def all_pages(papers: Papers, **query: str) -> list[dict[str, Any]]:
    found, after = [], 0
    while True:
        page = papers.client("ada").get("/audit/log", params={**query, "after": after, "limit": "200"}).json()
        found += page["records"]
        if not page["more"]:
            return found
        assert page["after"] > after
        after = page["after"]


@pytest.mark.parametrize("wanted", FILTERS, ids=str)
def test_the_log_is_what_the_command_prints(papers: Papers, wanted: dict[str, str]) -> None:
    words = [word for key, value in wanted.items() for word in (f"--{key}", value)]
    lines = papers.said("audit", "log", "HOUSE", *words, "--format", "json").splitlines()
    found = all_pages(papers, **wanted)
    assert found == [json.loads(line) for line in lines]
    assert found
    msgspec.convert(found, list[LoggedRecord])


def test_pages_of_the_log_have_no_gap(papers: Papers) -> None:
    client = papers.client("ada")
    first = client.get("/audit/log", params={"limit": "7"}).json()
    second = client.get("/audit/log", params={"limit": "7", "after": first["after"]}).json()
    assert [one["position"] for one in (*first["records"], *second["records"])] == list(range(1, 15))
    assert (first["more"], client.get("/audit/log", params={"after": "9999999"}).json()["more"]) == (True, False)


def test_the_log_goes_backwards_from_its_end(papers: Papers) -> None:
    client = papers.client("ada")
    forwards = [one["position"] for one in all_pages(papers)]
    backwards, before = [], 0
    while True:
        page = client.get("/audit/log", params={"before": before, "limit": "200"}).json()
        backwards += [one["position"] for one in page["records"]]
        before = page["after"]
        if not page["more"]:
            break
    assert backwards == forwards[::-1]
    assert client.get("/audit/log", params={"before": 1}).json() == {"records": [], "after": 0, "more": False}


def test_the_log_in_words(papers: Papers) -> None:
    asked = {"table": "act-2015", "event": "round_voided", "words": "true", "before": "0"}
    found = papers.client("ada").get("/audit/log", params=asked).json()["records"]
    msgspec.convert(found, list[LoggedRecord])
    assert {one["book"] for one in found} == {"act-2015"}
    assert all("void" in one["told"][0]["sentence"] and one["told"][0]["clause"] for one in found)
    acts = papers.client("ada").get("/audit/log", params={"event": "card_shown", "words": "true"}).json()["records"]
    assert acts
    assert all(one["told"] == [] and one["book"] is None for one in acts)


@pytest.mark.parametrize(
    ("event", "stream", "in_round"),
    [
        ("card_dealt", "table/act-2015", {True}),
        ("table_opened", "table/act-2015", {False}),
        ("card_dealt", f"tournament/{TOURNAMENT}", {True}),
        ("session_started", f"tournament/{TOURNAMENT}", {False}),
        ("tournament_planned", f"tournament/{TOURNAMENT}", {False}),
        ("deposited", "cage/ann", {False}),
    ],
)
def test_a_record_says_whether_there_is_a_round_to_replay(
    papers: Papers, event: str, stream: str, in_round: set[bool]
) -> None:
    """What says so leads to one, and what says no to none."""
    asked = {"event": event, "words": "true", "limit": "500"}
    found = papers.client("ada").get("/audit/log", params=asked).json()["records"]
    own = [one for one in found if one["stream"] == stream]
    assert {one["in_round"] for one in own} == in_round
    if not stream.startswith("cage"):
        path = f"/audit/{stream.replace('/', 's/', 1)}/records/{own[0]['number']}/round"
        assert (papers.client("ada").get(path).status_code == 200) is own[0]["in_round"]


def test_every_kind_of_event_can_be_asked_for(papers: Papers) -> None:
    kinds = papers.client("ada").get("/audit/kinds").json()["kinds"]
    assert {"round_voided", "card_shown", "gaming_disabled", "deposited"} <= set(kinds)
    for kind in kinds:
        assert papers.client("ada").get("/audit/log", params={"event": kind, "limit": "1"}).status_code == 200


def test_the_round_of_a_record(papers: Papers) -> None:
    told = papers.client("ada").get("/audit/tables/act-2015/rounds/2").json()
    own = [one for one in told["records"] if not one["later"]]
    for one in own[:: len(own) // 3]:
        path = f"/audit/tables/act-2015/records/{one['number']}/round"
        assert papers.client("ada").get(path).json() == told
    for number in ("1", "99999", "x"):
        assert papers.client("ada").get(f"/audit/tables/act-2015/records/{number}/round").status_code == 404


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"role": "king"}, "no role"),
        ({"event": "round_end"}, "did you mean round_ended"),
        ({"since": "soon"}, "no time"),
        ({"limit": "501"}, "limit"),
        ({"after": "-1"}, "after"),
    ],
)
def test_what_is_no_filter(papers: Papers, query: dict[str, str], said: str) -> None:
    answer = papers.client("ada").get("/audit/log", params=query)
    assert answer.status_code == 422
    assert said in answer.json()["detail"]


# Rounds


def test_a_round_is_told_as_the_command_does(papers: Papers) -> None:
    told = papers.client("ada").get("/audit/tables/act-2015/rounds/2").json()
    assert told == papers.data("audit", "round", "HOUSE", "act-2015", "2")
    msgspec.convert(told, ToldRound)


def _cards(view: Any) -> int:
    return 0 if view.coup is None else len(view.coup.player) + len(view.coup.banker)


@pytest.mark.parametrize("person", ["ada", "sue"])
def test_a_replay_has_the_table_after_every_record(papers: Papers, person: str) -> None:
    answer = papers.client(person).get("/audit/tables/fair-nz-1998/rounds/2", params={"replay": "true"})
    steps = msgspec.json.decode(answer.content, type=ToldRound).records
    cards = [_cards(one.view) for one in steps]
    assert sorted(set(cards)) == list(range(max(cards) + 1))
    assert max(cards) >= 4
    for step in steps:
        assert step.told
        assert len(step.told) == len(step.events)
        assert all(one.sentence and one.clause for one in step.told)


@pytest.mark.parametrize("number", ["0", "999", "x", "-1"])
def test_a_round_that_was_never_played(papers: Papers, number: str) -> None:
    assert papers.client("ada").get(f"/audit/tables/act-2015/rounds/{number}").status_code == 404


# Rounds of tournaments

OF_A_CUP = f"/audit/tournaments/{TOURNAMENT}"
ROUND = f"{OF_A_CUP}/stages/1/tables/1/rounds/2"


def test_the_tables_of_a_tournament_are_listed(papers: Papers) -> None:
    found = papers.client("ada").get(f"{OF_A_CUP}/tables")
    assert msgspec.json.decode(found.content, type=PlayedTables).tournament == TOURNAMENT
    players = ["Rae", "Cy", "Ann"]
    assert found.json()["tables"] == [{"stage": 1, "name": "Final", "table": "1", "round": 3, "players": players}]


def test_a_round_of_a_tournament_is_told_as_the_command_does(papers: Papers) -> None:
    told = papers.client("ada").get(ROUND).json()
    assert told == papers.data("audit", "round", "HOUSE", "1", "2", "--tournament", TOURNAMENT, "--stage", "1")
    msgspec.convert(told, ToldRound)
    assert (told["tournament"], told["stage"], told["table"], told["round"]) == (TOURNAMENT, 1, "1", 2)
    text = papers.said("audit", "round", "HOUSE", "1", "2", "--tournament", TOURNAMENT)
    assert f"Round 2 of table 1 of stage 1 of tournament {TOURNAMENT}, from" in text
    assert "    Round 2 ends: tie (player 9, banker 9)" in text
    assert "    Round 2 of table 1 counts" in text


@pytest.mark.parametrize("person", ["ada", "oz", "dot"])
def test_a_round_of_a_tournament_is_replayed_card_by_card(papers: Papers, person: str) -> None:
    answer = papers.client(person).get(ROUND, params={"replay": "true"})
    steps = msgspec.json.decode(answer.content, type=ToldRound).records
    said = [[one.sentence for one in step.told] if step.told else [] for step in steps]
    assert said[-5:] == [
        ["Player gets 9♣"],
        ["Banker gets 9♥"],
        ["Player gets K♠"],
        ["Banker gets Q♦"],
        [
            "Settled: Cy banker $100 stand-off (8.4); Ann player $50 stand-off (8.5); Rae tie $50 won $400 (8.8)",
            "Round 2 ends: tie (player 9, banker 9)",
            "The starting marker is at seat 4",
            "Round 2 of table 1 counts",
        ],
    ]
    assert [_cards(step.view) for step in steps][-5:] == [1, 2, 3, 4, 0]
    assert steps[-1].hands
    assert (steps[-1].hands.round, steps[-1].hands.over, steps[-1].hands.result) == (2, True, Result.TIE)
    chips = [step.view.chips for step in steps if step.view and step.view.chips]
    assert [one["Rae"] for one in chips][-2:] == [85_000, 130_000], "$50 on tie at 8 to 1"


def test_the_round_of_a_record_of_a_tournament(papers: Papers) -> None:
    told = papers.client("ada").get(ROUND).json()
    for one in told["records"][::4]:
        assert papers.client("ada").get(f"{OF_A_CUP}/records/{one['number']}/round").json() == told
    for number in ("1", "99999", "x"):
        assert papers.client("ada").get(f"{OF_A_CUP}/records/{number}/round").status_code == 404


@pytest.mark.parametrize(("stage", "table", "number"), [(1, "1", 9), (2, "1", 1), (0, "1", 1), (1, "2", 1)])
def test_a_round_of_a_tournament_that_was_never_played(papers: Papers, stage: int, table: str, number: int) -> None:
    path = f"{OF_A_CUP}/stages/{stage}/tables/{table}/rounds/{number}"
    assert papers.client("ada").get(path).status_code == 404


def nobody_else_replays_it(papers: Papers) -> None:
    for person in ("sue", "dan", "ann", "wes"):
        for path in (ROUND, f"{OF_A_CUP}/tables", f"{OF_A_CUP}/records/41/round"):
            answer = papers.client(person).get(path)
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong_role"), person


def test_nobody_else_replays_rounds_of_a_tournament(papers: Papers) -> None:
    nobody_else_replays_it(papers)


# Checkpoints


def test_checkpoints_are_signed_by_the_key_of_the_house(papers: Papers) -> None:
    client = papers.client("ann")
    keys = [read_verifier_key(one) for one in client.get("/audit/keys").json()["keys"]]
    page = client.get("/audit/checkpoints", params={"limit": "3"}).json()
    assert (len(page["checkpoints"]), page["more"]) == (3, True)
    after = page["checkpoints"][-1]["size"]
    rest = client.get("/audit/checkpoints", params={"limit": "500", "after": after}).json()
    listed = [*page["checkpoints"], *rest["checkpoints"]]
    assert rest["more"] is False
    for one in (*listed, client.get("/audit/checkpoints/latest").json()):
        note = open_note(one["note"], keys)
        assert (note.size, note.root.hex(), note.time) == (one["size"], one["root"], one["time"])
    sizes = [int(path.stem) for path in sorted((papers.folder / "checkpoints").glob("*.checkpoint"))]
    assert [one["size"] for one in listed][: len(sizes)] == sizes


def test_proofs_are_proofs(papers: Papers) -> None:
    client = papers.client("ada")
    old, new = client.get("/audit/checkpoints", params={"limit": "2"}).json()["checkpoints"]
    asked = {"position": old["size"], "size": new["size"]}
    found = client.get("/audit/proofs/inclusion", params=asked).json()
    proof = [bytes.fromhex(one) for one in found["proof"]]
    body, root = found["body"].encode(), bytes.fromhex(new["root"])
    assert proves_inclusion(body, old["size"] - 1, new["size"], proof, root)
    assert not proves_inclusion(body + b" ", old["size"] - 1, new["size"], proof, root)
    found = client.get("/audit/proofs/consistency", params={"old": old["size"], "new": new["size"]}).json()
    proof = [bytes.fromhex(one) for one in found["proof"]]
    assert proves_consistency(old["size"], bytes.fromhex(old["root"]), new["size"], root, proof)
    assert (found["old_root"], found["new_root"]) == (old["root"], new["root"])


@pytest.mark.parametrize(
    "query", [{}, {"position": 0, "size": 3}, {"position": 4, "size": 3}, {"position": 1, "size": 10**9}]
)
def test_what_nothing_is_proven_of(papers: Papers, query: dict[str, int]) -> None:
    assert papers.client("ada").get("/audit/proofs/inclusion", params=query).status_code == 422


# Verifications


def over(client: Any) -> dict[str, Any]:
    """The verification once it has ended."""
    while (found := client.get("/audit/verification").json())["course"] == "running":
        sleep(0.05)
    return dict(found)


def test_a_verification_is_what_the_command_prints(papers: Papers) -> None:
    client = papers.client("oz")
    begun = client.post("/audit/verification").json()
    assert (begun["course"], begun["by"], begun["found"]) == ("running", "oz", None)
    found = over(client)
    assert (found["course"], found["done"]) == ("done", found["of"])
    assert found["found"] == papers.data("audit", "verify", "HOUSE")
    assert found["found"]["sound"]
    assert found["number"] == begun["number"]


def forgeries_are_found(folder: Path) -> None:
    new_house(folder)
    forge(folder, "UPDATE records SET body = cast(replace(body, '100', '999') AS BLOB) WHERE position = 3")
    with served_folder(folder) as papers:
        client = papers.client("ada")
        client.post("/audit/verification")
        found = over(client)["found"]
        assert not found["sound"]
        assert {one["position"] for one in found["findings"] if one["sort"] == "hash"} == {3}


def test_a_forgery_is_found_where_it_is(tmp_path: Path) -> None:
    forgeries_are_found(tmp_path / "house")


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Papers]:
    with served_folder(new_house(tmp_path / "house")) as found:
        yield found


def one_at_a_time(papers: Papers) -> None:
    with slow_clerks():
        first = papers.client("ada").post("/audit/verification").json()
        assert papers.client("oz").post("/audit/verification").json() == first
        until(1)
        assert papers.client("oz").delete("/audit/verification").json()["course"] == "cancelled"
        until(0)


def test_one_verification_at_a_time_and_it_can_be_stopped(small: Papers) -> None:
    assert small.client("ada").get("/audit/verification").status_code == 404
    one_at_a_time(small)
    again = small.client("ada").post("/audit/verification").json()
    assert (again["number"], over(small.client("ada"))["course"]) == (2, "done")
    assert small.client("ada").delete("/audit/verification").json()["course"] == "done"


def test_a_token_that_reads_starts_nothing(small: Papers) -> None:
    token = small.door.give("ada", scopes=frozenset({Scope.READ}), token="reads")
    client = small.client("ada")
    for method in ("POST", "DELETE"):
        answer = client.request(method, "/audit/verification", headers={"authorization": f"Bearer {token}"})
        assert (answer.status_code, answer.json()["code"]) == (403, "out_of_scope")


def test_a_verification_ends_with_the_server(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    with served_folder(folder) as papers, slow_clerks():
        papers.client("ada").post("/audit/verification")
        until(1)
    until(0)


def wager(found: Serving, number: int) -> None:
    """As long as wagers are taken."""
    body = {"do": "place", "area": "1", "wager": "player", "amount": 10_000}
    answer = found.client("bob").post("/tables/1/commands", json=body, headers={"idempotency-key": f"wager {number}"})
    assert answer.status_code in (200, 409)


TRIES = 50
"""On a quick machine a verification may be over before the table has gone on."""


def _numbers_meanwhile(found: Serving) -> set[int]:
    """Where the table stood while a verification ran."""
    client, numbers = found.client("ada"), set[int]()
    client.post("/audit/verification")
    while client.get("/audit/verification").json()["course"] == "running":
        wager(found, next(found.ids))
        numbers.add(client.get("/tables/1").json()["number"])
    return numbers


def test_a_table_goes_on_while_papers_are_made(tmp_path: Path) -> None:
    """Records of the table are committed while a verification runs and a report is made."""
    folder = new_house(tmp_path / "house", deposits=300)
    house = open_house(folder)
    found = Serving(house=house, door=OpenDoor(house))
    for person, role in (("ada", Role.AUDITOR), ("oz", Role.OPERATOR)):
        found.grant(person, role, "house")
    found.add_table("1", FAST)
    found.seat("1", ("bob",))
    with dealt(house), serving(house, found.door, Address(rates=MANY)) as port:
        found.port = port
        client = found.client("ada")
        reports: list[int] = []
        asking = Thread(target=lambda: reports.append(found.client("oz").get("/reports/tables/1").status_code))
        asking.start()
        assert any(len(_numbers_meanwhile(found)) > 1 for _ in range(TRIES))
        asking.join()
        assert over(client)["found"]["sound"]
        assert reports == [200]
        found.close()
    house.close()
