"""Alarms at the tables of tournaments: on the floor of whoever rules there, with the others, and of nobody else."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from puntobanco import diary
from puntobanco.cards import Card
from puntobanco.table import Actor, Role, TableState
from puntobanco.table import commands as at_table
from puntobanco.table.events import DisputeRaised, TableOpened
from puntobanco.table.parts import DrawTo
from puntobanco.table.reading.alarms import Alarm, AlarmKind
from puntobanco.tournament import commands
from puntobanco.tournament.events import TableDid
from puntobanco.tournament.parts import Office
from puntobanco.tournament.reading import alarms
from puntobanco.tournament.state import TournamentState
from puntobanco.web import watch
from puntobanco.web.reading import floor
from tests.app.house.helpers import patron
from tests.tournament.helpers import START, conditions
from tests.web.served import Serving

NAMES = count(1)
OZ, IDA = Actor(person="oz", role=Role.OPERATOR), Actor(person="ida", role=Role.SUPERVISOR)
DOT, DEE = Actor(person="dot", role=Role.SUPERVISOR), Actor(person="dee", role=Role.DEALER)
ANN = patron("ann")
SHOE = (
    at_table.CheckCards(actor=DEE),
    at_table.Shuffle(actor=DEE),
    at_table.OfferCut(actor=DEE, patron="ann"),
    at_table.Cut(actor=ANN, at=100),
    at_table.LoadShoe(actor=DEE, depth=14),
    at_table.Draw(actor=DEE, face_up=False),
)


@dataclass
class Cup:
    """A final of two rounds at one table, where ann and bob sit and dee deals real cards."""

    served: Serving
    name: str

    def begin(self) -> "Cup":
        said = conditions()
        for person, role in (("dot", Role.DIRECTOR), ("sid", Role.SUPERVISOR), ("dee", Role.DEALER)):
            self.served.grant(f"{person} of {self.name}", role, f"tournament/{self.name}")
        for command in (
            commands.PlanTournament(actor=OZ, book="act-2015", conditions=said),
            commands.RecordApproval(actor=OZ, reference="GRC 8", date="2026-11-02", conditions=said.digest),
            commands.ConfirmApproval(actor=IDA),
            commands.Nominate(actor=OZ, nominee="dot", office=Office.DIRECTOR),
            *(commands.Register(actor=DOT, player=one) for one in ("ann", "bob")),
            commands.DrawBallot(actor=DOT, sizes=(2,), seed="00" * 32),
            *(commands.TakePlace(actor=DOT, player=one) for one in ("ann", "bob")),
            commands.StartSession(actor=DOT, at=START),
        ):
            self.do(command)
        for one in SHOE:
            self.at_table(one)
        return self

    def do(self, command: Any) -> None:
        self.served.do(f"tournament/{self.name}", command)

    def at_table(self, command: Any) -> None:
        self.do(commands.AtTable(actor=command.actor, table="1", command=command))

    @property
    def state(self) -> TournamentState:
        found: TournamentState = self.served.house.look(f"tournament/{self.name}").state
        return found

    @property
    def table(self) -> TableState:
        return self.state.tables["1"].state

    def bets(self) -> None:
        """Everybody in turn, on player."""
        for _ in range(2):
            self.at_table(at_table.AskForWager(actor=DEE))
            asked = self.table.turns.now or ""
            area = str(self.table.patrons[asked].seat)
            self.at_table(at_table.Place(actor=patron(asked), area=area, wager="player", amount=10_000))
        self.at_table(at_table.CallNoMoreBets(actor=DEE))

    def deals(self, cards: str, to: DrawTo | None = None) -> None:
        for card in cards.split():
            self.at_table(at_table.Draw(actor=DEE, card=Card.parse(card), to=to))

    def round(self, cards: str = "9c 2d Kh 3s") -> None:
        self.bets()
        self.deals(cards)
        self.at_table(at_table.Settle(actor=DEE))

    def disputes(self) -> None:
        self.at_table(at_table.RaiseDispute(actor=ANN, text="I bet on banker"))

    def floor(self, person: str = "oz") -> Any:
        """Its alarms as somebody finds them."""
        answer = self.served.client(person).get("/floor")
        assert answer.status_code == 200, answer.text
        return [one for one in answer.json()["alarms"] if one["tournament"] == self.name]


@pytest.fixture
def cup(served: Serving) -> Cup:
    return Cup(served, f"cup {next(NAMES)}").begin()


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


def test_a_table_that_has_played_its_rounds_waits_for_nobody(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    waits = Alarm(kind=AlarmKind.SUPERVISOR, text="The table waits for a supervisor", clause=None)
    raised = Alarm(kind=AlarmKind.DISPUTE, number=1, text="Dispute 1", clause="14.4")
    monkeypatch.setattr(alarms, "alarms_at_table", lambda _: (waits, raised))
    cup.round()
    assert alarms.alarms(cup.state) == {"1": (waits, raised)}
    cup.round()
    assert alarms.alarms(cup.state) == {"1": (raised,)}


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
    read = watch._Read(number=0)
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
        floor,
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
    "a table of the last stage is taken for this one": (watch, "TableOpened", type(None), as_old_as_its_own_table),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_mistake_is_found(cup: Cup, monkeypatch: pytest.MonkeyPatch, plant: str) -> None:
    where, name, instead, check = PLANTS[plant]
    monkeypatch.setattr(where, name, instead)
    with pytest.raises(AssertionError):
        check(cup)
