"""Alarms at the tables of tournaments: on the floor of whoever rules there, with the others, and of nobody else."""

from collections.abc import Callable
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from puntobanco import house as diary
from puntobanco.store.sql_store import SqlStore
from puntobanco.table import Actor, Role
from puntobanco.table import commands as at_table
from puntobanco.table.events import DisputeRaised, TableOpened
from puntobanco.table.model import DrawTo, VoidReason
from puntobanco.table.views import ruling_forms
from puntobanco.table.views.alarms import Alarm, AlarmKind
from puntobanco.tournament import commands
from puntobanco.tournament.events import TableDid
from puntobanco.tournament.views import alarms
from puntobanco.web import alarm_ages
from puntobanco.web.views import floor_view
from tests.app.house.helpers import patron
from tests.web.dealt_cup import ANN, DEE, DOT, Cup
from tests.web.served import Serving

NAMES = count(1)


@pytest.fixture
def cup(served: Serving) -> Cup:
    return Cup(served, f"cup {next(NAMES)}").begin()


@pytest.mark.parametrize(("person", "path"), [("oz", "/floor"), ("sue", "/floor"), ("oz", "/tournaments")])
def test_whoever_looks_for_tournaments_goes_through_no_accounts(
    cup: Cup, person: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house has tens of thousands of them, and a floor is looked at whenever something happens."""
    store = cup.served.house._store
    assert isinstance(store, SqlStore)
    client, ask = cup.served.client(person), store._rows
    read: list[str] = []

    def noted(sql: str, values: Any = ()) -> Any:
        found = ask(sql, values)
        read.extend(one for row in found for one in row if isinstance(one, str))
        return found

    monkeypatch.setattr(store, "_rows", noted)
    assert client.get(path).status_code == 200
    assert f"tournament/{cup.name}" in read
    assert [one for one in read if one.startswith("cage/")] == []


def test_a_wager_that_no_list_holds_any_more_is_found_by_its_round(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruling_forms, "MOST_TO_CHOOSE", 1)
    cup.round()
    cup.served.grant("dot", Role.DIRECTOR, f"tournament/{cup.name}")
    path = f"/tournaments/{cup.name}/hall"

    def wagers(query: str) -> Any:
        acts = cup.served.client("dot").get(path + query).json()["acts"]
        (form,) = [one for one in acts if one["kind"] == "record_payment"]
        return [one["sets"]["patron"] for one in form["fields"][0]["options"]], form["fields"][0]["more"]

    assert wagers("") in ((["ann"], True), (["bob"], True))
    found, more = wagers("?round=1")
    assert (sorted(found), more) == (["ann", "bob"], True)
    assert wagers("?round=2") == ([], True)


def test_a_dispute_at_a_tournament_is_on_the_floor_until_it_is_decided(cup: Cup) -> None:
    assert cup.floor() == []
    cup.disputes()
    (found,) = cup.floor()
    since = found.pop("since")
    assert found == {
        "tournament": cup.name,
        "table": "1",
        "book": "act-2015",
        "kind": "dispute",
        "number": 1,
        "text": "Dispute 1 by ann: I bet on banker",
        "clause": "14.4",
        "ruled_by": "decide_dispute",
    }
    cup.at_table(at_table.RaiseDispute(actor=patron("bob"), text="So did I"))
    assert cup.floor()[0]["since"] == since, "it is as old as it is, whatever happens meanwhile"
    dot = Actor(person="dot", role=Role.OPERATOR)
    cup.at_table(at_table.DecideDispute(actor=dot, number=1, decision="The stake stands"))
    assert [one["number"] for one in cup.floor()] == [2]


def test_the_oldest_comes_first_wherever_it_is(cup: Cup) -> None:
    name = f"beside {cup.name}"
    cup.served.add_table(name, diary.Running())
    cup.served.seat(name, chips=100_000)
    cup.disputes()
    cup.served.do(f"table/{name}", at_table.RaiseDispute(actor=ANN, text="Here, too"))
    cup.bets()
    cup.deals("9c", to=DrawTo.BANKER)
    found = cup.served.client("oz").get("/floor").json()
    own = [one for one in found["alarms"] if one["tournament"] == cup.name or one["table"] == name]
    assert [(one["tournament"], one["table"], one["kind"], one["clause"]) for one in own] == [
        (cup.name, "1", "dispute", "14.4"),
        (None, name, "dispute", "14.4"),
        (cup.name, "1", "irregularity", "12.4"),
    ]
    assert own[0]["since"] < own[1]["since"] < own[2]["since"] <= found["now"]


def test_a_shuffle_that_left_cards_together_is_an_alarm_there_too(cup: Cup) -> None:
    cup.round("Ac 2c 3c 4c 5c")
    cup.round("6c 2d 3h Ks")
    assert [one["text"] for one in cup.floor()] == ["Shuffle: 6 cards from place 2 on are a run of a new deck's order"]


def only_those_who_rule_there_hear_of_it(cup: Cup) -> None:
    other = Cup(cup.served, f"other {cup.name}").begin()
    cup.disputes()
    for person in ("oz", f"dot of {cup.name}", f"sid of {cup.name}"):
        assert len(cup.floor(person)) == 1, person
    for person in ("sue", f"dot of {other.name}", f"sid of {other.name}"):
        answer = cup.served.client(person).get("/floor")
        assert answer.status_code == 200, person
        assert f'"{cup.name}"' not in answer.text, person
        assert "I bet on banker" not in str(cup.floor(person)), person
    for person in ("ann", f"dee of {cup.name}", "ada"):
        answer = cup.served.client(person).get("/floor")
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_role"), person


def test_nobody_hears_of_it_but_those_who_rule_there(cup: Cup) -> None:
    only_those_who_rule_there_hear_of_it(cup)


def over_with_the_session(cup: Cup) -> None:
    """In the end nothing can be ruled at the table any more."""
    cup.disputes()
    assert len(cup.floor()) == 1
    for _ in range(2):
        cup.round()
    assert len(cup.floor()) == 1, "it can be decided until the session ends"
    assert in_session(cup)
    cup.do(commands.EndSession(actor=DOT))
    assert cup.floor() == []
    assert not in_session(cup)
    assert (list(cup.state.tables), dict(alarms.alarms(cup.state))) == (["1"], {}), "ann and bob are to play off"


def in_session(cup: Cup) -> bool:
    """Whether the floor is told to follow it."""
    return cup.name in cup.served.client("oz").get("/floor").json()["tournaments"]


def test_alarms_are_over_with_the_session(cup: Cup) -> None:
    over_with_the_session(cup)


def no_round_comes_so_no_card_waits(cup: Cup) -> None:
    """A card too many is the director's as long as it is to be played with, and again if the last round is void."""
    director, dot = f"dot of {cup.name}", Actor(person="dot", role=Role.OPERATOR)
    waits = "1 excess card waits for the next round, which has no wagers"

    def found() -> list[str]:
        return [one["text"] for one in cup.floor(director)]

    cup.round()
    cup.deals("4d", to=DrawTo.EXCESS)
    assert found() == [waits]
    cup.coup_without_wagers("2h 5h 3s")
    assert found() == []
    cup.disputes()
    cup.deals("4h", to=DrawTo.EXCESS)
    assert found() == ["Dispute 1 by ann: I bet on banker"], "all rounds are played, but that is still to be decided"
    cup.at_table(at_table.VoidRound(actor=dot, round=1, reason=VoidReason.DISTURBANCE))
    assert found()[1:] == [waits], "one more round comes"


def test_where_no_round_comes_no_card_waits_for_one(cup: Cup) -> None:
    no_round_comes_so_no_card_waits(cup)


def no_round_comes_so_nobody_is_awaited(cup: Cup) -> None:
    """Nobody has bet, so the coup without wagers is the director's, until one player is left alone."""
    for _ in range(2):
        cup.at_table(at_table.AskForWager(actor=DEE))
    assert [one["text"] for one in cup.floor()] == ["The table waits for a supervisor: the coup without wagers"]
    cup.at_table(at_table.Exclude(actor=Actor(person="dot", role=Role.OPERATOR), patron="bob", broke="14.1"))
    assert cup.floor() == []


def test_where_no_round_comes_nobody_is_awaited(cup: Cup) -> None:
    no_round_comes_so_nobody_is_awaited(cup)


def did(number: int, *events: Any) -> Any:
    happened = tuple(TableDid(table="1", events=(one,), clause="14.4") for one in events)
    return SimpleNamespace(number=number, time=10 * number, events=happened)


def as_old_as_its_own_table(cup: Cup) -> None:
    """The next stage has a table 1, too, and its first dispute is another one."""
    rules = cup.table.rules
    opened = TableOpened(rules=rules, pending=(), clause="3.1")
    raised = DisputeRaised(number=1, patron="ann", text="", clause="14.4")
    first = Alarm(kind=AlarmKind.DISPUTE, number=1, text="", clause="14.4")
    waits = Alarm(kind=AlarmKind.SUPERVISOR, text="", clause=None)
    read = alarm_ages._Read(number=0)
    for record in (did(1, opened), did(2, raised)):
        read.hear(record)
    assert [one.since for one in read.raised("1", (first, waits))] == [20, 20]
    read.hear(did(3, opened))
    assert [one.since for one in read.raised("1", (waits,))] == [30]
    read.hear(did(4, raised))
    assert [one.since for one in read.raised("1", (first, waits))] == [40, 30]


def test_an_alarm_is_as_old_as_its_own_table(cup: Cup) -> None:
    as_old_as_its_own_table(cup)


PLANTS: dict[str, tuple[Any, str, Any, Callable[[Cup], None]]] = {
    "whoever is on the floor hears of every tournament": (
        floor_view,
        "_rules_at",
        lambda call, _: Actor(person=call.visitor.person, role=Role.SUPERVISOR),
        only_those_who_rule_there_hear_of_it,
    ),
    "tables out of play have alarms": (
        alarms,
        "tables_in_play",
        lambda state: tuple(state.tables),
        over_with_the_session,
    ),
    "a card waits for a round that does not come": (
        alarms,
        "is_done",
        lambda *_: False,
        no_round_comes_so_no_card_waits,
    ),
    "no card waits for a round that comes": (
        alarms,
        "is_done",
        lambda *_: True,
        no_round_comes_so_no_card_waits,
    ),
    "somebody is awaited for a round that does not come": (
        alarms,
        "is_done",
        lambda *_: False,
        no_round_comes_so_nobody_is_awaited,
    ),
    "a table of the last stage is taken for this one": (alarm_ages, "TableOpened", type(None), as_old_as_its_own_table),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_mistake_is_found(cup: Cup, monkeypatch: pytest.MonkeyPatch, plant: str) -> None:
    where, name, instead, check = PLANTS[plant]
    monkeypatch.setattr(where, name, instead)
    with pytest.raises(AssertionError):
        check(cup)
