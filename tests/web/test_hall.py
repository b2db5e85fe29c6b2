"""A tournament as a page draws it, for everybody who may look at it; and conditions as a form."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest

from puntobanco.cage import commands as cage
from puntobanco.streams.forms import Form
from puntobanco.table import Actor, Role, ledger
from puntobanco.tournament import commands
from puntobanco.tournament.model import Office
from puntobanco.values.dates import day_in_words
from puntobanco.web.commands import is_to_come
from puntobanco.web.views.conditions import CONDITIONS
from puntobanco.web.views.tournament_view import Hall
from puntobanco.web.views.tournament_view import hall as draw_hall
from tests.app.house.helpers import OPERATOR
from tests.tournament.helpers import START, conditions
from tests.web.served import Serving, served_house

CUP = "/tournaments/cup"
OZ, IDA = Actor(person="oz", role=Role.OPERATOR), Actor(person="ida", role=Role.SUPERVISOR)
DOT = Actor(person="dot", role=Role.SUPERVISOR)
PLAYERS = ("ann", "bob")
A_DAY = 24 * 60 * 60 * 10**6
EXAMPLE: dict[str, Any] = CONDITIONS[1].examples["final"]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Serving]:
    """A tournament that is open, with somebody in every role."""
    with served_house(tmp_path / "house") as found:
        for person, role in (("dot", Role.DIRECTOR), ("dee", Role.DEALER), ("wes", Role.WALL)):
            found.grant(person, role, "tournament/cup")
        for person in (*PLAYERS, "eve"):
            found.grant(person, Role.PATRON, "tournament/cup")
        said = conditions()
        for command in (
            commands.PlanTournament(actor=OZ, book="act-2015", conditions=said),
            commands.RecordApproval(actor=OZ, reference="GRC 8", date="2026-11-02", conditions=said.digest),
            commands.ConfirmApproval(actor=IDA),
            commands.Nominate(actor=OZ, nominee="dot", office=Office.DIRECTOR),
        ):
            found.do("tournament/cup", command)
        yield found


def command(house: Serving, person: str, path: str, body: dict[str, Any]) -> httpx.Response:
    key = {"idempotency-key": f"key {next(house.ids)}"}
    return house.client(person).post(path, json=body, headers=key)


def hall(house: Serving, person: str) -> Hall:
    answer = house.client(person).get(f"{CUP}/hall")
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Hall)


def kinds(found: Hall) -> set[str]:
    return {one.kind for one in found.acts}


def enter(house: Serving) -> None:
    for one in PLAYERS:
        house.do("tournament/cup", commands.Register(actor=DOT, player=one))


def play(house: Serving) -> None:
    enter(house)
    house.do("tournament/cup", commands.DrawBallot(actor=DOT, sizes=(2,)))
    for one in PLAYERS:
        house.do("tournament/cup", commands.TakePlace(actor=DOT, player=one))
    house.do("tournament/cup", commands.StartSession(actor=DOT, at=START))


def test_everybody_is_offered_what_is_theirs(house: Serving) -> None:
    offered = {person: kinds(hall(house, person)) for person in ("ann", "dot", "oz", "dee", "wes")}
    assert offered["ann"] == {"register", "list_reserve"}
    assert {"register", "list_reserve", "direct_pace"} <= offered["dot"]
    assert offered["oz"] == {"nominate", "cancel_tournament"}
    assert offered["dee"] == offered["wes"] == set()


def test_money_of_the_tournament_is_for_staff_and_the_own_for_its_patron(house: Serving) -> None:
    enter(house)
    assert hall(house, "dot").tournament.view.money == {"cage": -20_000, "fees": 20_000}
    for person in ("ann", "wes", "dee"):
        assert hall(house, person).tournament.view.money is msgspec.UNSET
    assert hall(house, "dot").own is hall(house, "wes").own is None
    assert hall(house, "ann").own is not None


def test_a_player_has_the_cloth_of_the_own_table_and_nobody_else_has(house: Serving) -> None:
    assert hall(house, "ann").felt is None
    play(house)
    found = hall(house, "ann")
    assert found.own is not None
    assert found.felt is not None
    assert (found.own.table, found.felt.person) == ("1", "ann")
    assert found.felt.table.number == found.tournament.number
    assert {spot.area for spot in found.felt.spots} == {str(found.own.seat)}
    for person in ("eve", "dot", "dee", "wes"):
        assert hall(house, person).felt is None


def test_in_a_break_the_spots_are_shut_and_say_why(house: Serving) -> None:
    play(house)
    house.do("tournament/cup", commands.CallBreak(actor=DOT, minutes=5))
    felt = hall(house, "ann").felt
    assert felt is not None
    assert all(one.more == () and one.shut is not None for one in felt.spots)


def test_the_next_step_is_told_to_everybody_and_offered_to_whose_it_is(house: Serving) -> None:
    enter(house)
    steps = {person: hall(house, person).step for person in ("ann", "dot", "wes")}
    assert set(steps.values()) == {"draw_ballot"}
    (act,) = [one for one in hall(house, "dot").acts if one.kind == "draw_ballot"]
    assert act.title == "Draw the ballot"
    assert [(one.name, one.label, one.sort, one.required, one.usual) for one in act.fields] == [
        ("sizes", "Players at each table", "sizes", True, "2"),
        ("starts_at", "Starts at", "times", False, ""),
    ]
    assert "draw_ballot" not in kinds(hall(house, "ann"))


def test_an_act_for_somebody_says_for_whom_and_asks_for_the_rest(house: Serving) -> None:
    def offered(kind: str, person: str = "dot") -> list[Form]:
        return [one for one in hall(house, person).acts if one.kind == kind]

    (own,) = offered("register", "ann")
    assert (own.sets, own.fields) == ({"player": "ann"}, ())
    (nominate,) = offered("nominate", "oz")
    office = nominate.fields[1]
    assert (office.label, office.sort, office.usual) == ("As", "choice", "director")
    assert [one.sets for one in office.options] == [
        {"office": "director"},
        {"office": "assistant"},
        {"office": "dealer"},
    ]
    enter(house)
    assert [(one.about, one.sets) for one in offered("substitute")] == [
        ("ann", {"player": "ann"}),
        ("bob", {"player": "bob"}),
    ]
    assert [(one.name, one.sort, one.required) for one in offered("substitute")[0].fields] == [
        ("substitute", "text", True),
        ("groups", "texts", False),
    ]
    house.do("tournament/cup", commands.DrawBallot(actor=DOT, sizes=(2,)))
    for one in PLAYERS:
        house.do("tournament/cup", commands.TakePlace(actor=DOT, player=one))
    (start,) = offered("start_session")
    assert start.fields == ()


def test_a_director_acts_at_the_tables_as_supervisor_and_operator(house: Serving) -> None:
    play(house)
    at_tables = {one.kind for one in hall(house, "dot").acts if one.table == "1"}
    assert {"raise_dispute", "exclude"} <= at_tables
    assert "check_cards" in {one.kind for one in hall(house, "dee").acts if one.table == "1"}
    (exclude,) = [one for one in hall(house, "dot").acts if one.kind == "exclude"]
    assert [(one.label, one.sort) for one in exclude.fields] == [
        ("Who", "choice"),
        ("The clause that was broken", "choice"),
    ]
    assert sorted(option.text for option in exclude.fields[0].options) == ["ann", "bob"]
    legal = house.client("dot").get(f"{CUP}/legal").json()["legal"]
    assert {one["kind"] for one in legal} >= {"at_table", "call_break"}


def test_a_player_enters_over_http_and_nobody_enters_another(house: Serving) -> None:
    def entering(person: str, player: str) -> tuple[int, str]:
        answer = command(house, person, f"{CUP}/commands", {"do": "register", "player": player})
        return answer.status_code, answer.json().get("code", "")

    assert entering("eve", "ann") == (409, "another_person")
    house.do("cage/eve", cage.OpenAccount(actor=OPERATOR, patron="eve"))
    house.do("cage/eve", cage.Deposit(actor=OPERATOR, amount=50_000))
    assert entering("eve", "eve") == (200, "")
    own = hall(house, "eve").own
    assert own is not None
    assert own.entry == "entered"
    assert hall(house, "eve").account == 40_000


# Conditions


def test_the_form_asks_for_everything_that_conditions_say_with_its_clause(house: Serving) -> None:
    (form,) = house.client("oz").get("/conditions").json()["forms"]
    assert form["book"] == "act-2015"
    asked = {one["name"]: (one["way"], one["clause"]) for one in form["conditions"]}
    assert asked["entry_fee"] == ("dollars", "15.4(c)")
    assert asked["may_enter_only"] == ("words", "15.4(f)")
    assert {one["name"] for one in form["stage"]} == {
        "name",
        "kind",
        "rounds",
        "shoes",
        "advance",
        "advance_by",
        "chips",
        "sessions",
        "limits.minimum",
        "limits.maximum",
    }
    rules = {one["key"]: one for one in form["table"]}
    assert rules["minimum"]["title"]
    assert rules["pairs"]["kind"] in ("choice", "bounds", "fixed", "silent")


def test_conditions_that_make_a_tournament_are_what_the_command_takes(house: Serving) -> None:
    read = house.client("oz").post("/conditions", json=EXAMPLE)
    assert read.status_code == 200, read.text
    assert any("15.5" in line["text"] + line["clause"] for line in read.json()["sign"])
    plan = {"do": "plan_tournament", "book": "act-2015", "conditions": read.json()["conditions"]}
    assert command(house, "oz", "/tournaments/spring/commands", plan).status_code == 200
    assert house.client("oz").get("/tournaments/spring").json()["view"]["digest"] == read.json()["digest"]


@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        ({"entry_fee": "many"}, 422, "entry_fee"),
        ({"stages": []}, 409, "the last stage, and no other, is the final"),
        ({"prizes": {"2-7": [70, 20]}}, 409, "not to 100%"),
        ({"table": {"minimum": "no"}}, 409, "table"),
        ({"colour": "red"}, 422, "colour is no condition"),
    ],
)
def test_what_is_wrong_is_named_with_its_field(house: Serving, change: dict[str, Any], status: int, said: str) -> None:
    body = {**EXAMPLE, "conditions": {**EXAMPLE["conditions"], **change}}
    answer = house.client("oz").post("/conditions", json=body)
    assert (answer.status_code, said in answer.json()["detail"]) == (status, True), answer.text


def test_a_book_without_tournaments_has_no_conditions(house: Serving) -> None:
    answer = house.client("oz").post("/conditions", json={**EXAMPLE, "book": "nz-1998"})
    assert (answer.status_code, answer.json()["code"]) == (409, "no_tournaments")


def test_what_takes_two_people_at_a_table_shows_the_second_one_what_it_moves(house: Serving) -> None:
    """Of a tournament's chips: the director decides a dispute with money, the operator approves it."""
    play(house)
    raised = {"do": "raise_dispute", "text": "ann was paid too little"}
    decided = {"do": "decide_dispute", "number": 1, "decision": "she was", "patron": "ann", "amount": 500}
    at_one = [{"do": "at_table", "table": "1", "command": one} for one in (raised, decided)]
    assert command(house, "dot", f"{CUP}/commands", at_one[0]).status_code == 200
    (form,) = [one for one in hall(house, "dot").acts if one.kind == "decide_dispute"]
    which, decision, _, whose, amount = form.fields
    assert [one.sets for one in which.options] == [{"number": 1}]
    assert (decision.name, amount.name) == ("decision", "amount")
    assert {"patron": "ann"} in [one.sets for one in whose.options]
    alone = command(house, "dot", f"{CUP}/commands", at_one[1])
    assert (alone.status_code, alone.json()["code"]) == (409, "needs_approval")
    proposal = {"do": "propose", "stream": "tournament/cup", "command": at_one[1]}
    assert command(house, "dot", "/house/commands", proposal).status_code == 200
    (waiting,) = house.client("oz").get("/floor").json()["waiting"]
    moves = {(one["patron"], one["account"]): one["change"] for one in waiting["consequence"]["moves"]}
    assert moves["ann", "chips"] == 500
    assert sum(moves.values()) == 0
    before = house.house.look("tournament/cup").state.tables["1"].state.balance(ledger.chips("ann"))
    assert command(house, "oz", "/house/commands", {"do": "approve", "number": waiting["number"]}).status_code == 200
    assert house.house.look("tournament/cup").state.tables["1"].state.balance(ledger.chips("ann")) == before + 500


def at_hand(house: Serving) -> Any:
    """What a server has, as far as a page needs it."""
    return SimpleNamespace(house=house.house, clocks=SimpleNamespace(now=lambda: 0, of=lambda _: None))


def test_a_hall_is_of_one_moment(house: Serving) -> None:
    """The tournament goes on while it is read: its number is that of what is drawn."""
    standing = house.house.look("tournament/cup")
    enter(house)
    assert house.house.look("tournament/cup").number > standing.number
    ann = Actor(person="ann", role=Role.PATRON)
    found = draw_hall(at_hand(house), "tournament/cup", ann, standing)
    assert (found.tournament.number, found.tournament.view.players) == (standing.number, ())


def test_nobody_starts_a_session_before_its_time_by_saying_another_one(house: Serving) -> None:
    """Its published time is a day away, whatever the director's clock says."""
    enter(house)
    now = hall(house, "dot").now
    later = max(START, now) + A_DAY
    house.do("tournament/cup", commands.DrawBallot(actor=DOT, sizes=(2,), starts_at=(later,)))
    for one in PLAYERS:
        house.do("tournament/cup", commands.TakePlace(actor=DOT, player=one))
    said: dict[str, Any] = {"do": "start_session"}
    for body, refusal in ((said, (409, "too_early")), ({**said, "at": later}, (422, "unreadable"))):
        answer = command(house, "dot", f"{CUP}/commands", body)
        assert (answer.status_code, answer.json()["code"]) == refusal
    assert not house.house.look("tournament/cup").state.session.started


def test_nobody_records_an_approval_of_a_day_that_is_still_to_come(house: Serving) -> None:
    house.do("tournament/next", commands.PlanTournament(actor=OZ, book="act-2015", conditions=conditions()))
    said = {"do": "record_approval", "reference": "GRC 9", "conditions": conditions().digest}
    now = hall(house, "dot").now
    later = {**said, "date": day_in_words(now + 2 * A_DAY)}
    answer = command(house, "oz", "/tournaments/next/commands", later)
    assert (answer.status_code, answer.json()["code"]) == (409, "approval_later")
    assert house.house.look("tournament/next").state.approval is None
    answer = command(house, "oz", "/tournaments/next/commands", {**said, "date": "soon"})
    assert answer.json()["code"] == "approval_incomplete"
    answer = command(house, "oz", "/tournaments/next/commands", {**said, "date": day_in_words(now)})
    assert answer.status_code == 200, answer.text
    assert house.house.look("tournament/next").state.approval.date == day_in_words(now)


@pytest.mark.parametrize(
    ("hour", "to_come"),
    [
        pytest.param(9, True, id="nowhere yet"),
        pytest.param(10, False, id="on the Line Islands"),
        pytest.param(24, False, id="in UTC"),
    ],
)
def test_a_day_is_to_come_until_it_begins_somewhere(hour: int, to_come: bool) -> None:
    nineteenth = 1_795_046_400_000_000
    assert is_to_come("2026-11-20", nineteenth + hour * A_DAY // 24) is to_come
