"""The floor: alarms with their age, rulings as forms, what they would lead to, and what waits for a second person."""

from collections.abc import Callable
from itertools import count
from typing import Any

import httpx
import pytest

from puntobanco import house as diary
from puntobanco.app.house import approvals, command_preview
from puntobanco.cage import commands as cage
from puntobanco.table import Actor, Role, TableState, commands, ledger
from puntobanco.table.events import round as happened
from puntobanco.table.model import DrawTo
from puntobanco.table.views import alarms, form_options
from puntobanco.table.views.alarms import Alarm, AlarmKind
from puntobanco.values.cards import Card
from puntobanco.web import alarm_ages
from puntobanco.web.views import command_preview as preview_view
from puntobanco.web.views import floor_view, rulings
from tests.app.house.helpers import DEALER, OPERATOR, patron
from tests.web.served import Serving

NAMES = count(1)
FIRST = "9c 2d Kh 3s"
"""Player wins with 9 over 5."""


class RealTable:
    """A table of act-2015 with a real shoe, where ann and bob have $1,000 each."""

    def __init__(self, served: Serving) -> None:
        self.served, self.name = served, f"real {next(NAMES)}"
        self.stream = f"table/{self.name}"
        served.add_table(self.name, diary.Running())
        served.seat(self.name, chips=100_000)
        for command in (
            commands.CheckCards(actor=DEALER),
            commands.Shuffle(actor=DEALER),
            commands.OfferCut(actor=DEALER, patron="ann"),
            commands.Cut(actor=patron("ann"), at=100),
            commands.LoadShoe(actor=DEALER, depth=14),
            commands.Draw(actor=DEALER, face_up=False),
        ):
            self.do(command)

    def do(self, command: Any) -> Any:
        return self.served.do(self.stream, command)

    @property
    def state(self) -> TableState:
        found: TableState = self.served.house.look(self.stream).state
        return found

    @property
    def records(self) -> dict[str, int]:
        """Of whatever a ruling could be written in."""
        streams = (self.stream, "house", "vault", "cage/ann", "cage/bob")
        return {stream: self.served.house.look(stream).number for stream in streams}

    def bet(self, name: str, wager: str, amount: int) -> None:
        area = "1" if name == "ann" else "2"
        self.do(commands.Place(actor=patron(name), area=area, wager=wager, amount=amount))

    def deal(self, cards: str, to: DrawTo | None = None) -> None:
        for card in cards.split():
            self.do(commands.Draw(actor=DEALER, card=Card.parse(card), to=to))

    def round(self, cards: str = FIRST) -> int:
        """One with whatever lies there; its number."""
        number = self.state.round_number
        self.do(commands.CallNoMoreBets(actor=DEALER))
        self.deal(cards)
        self.do(commands.Settle(actor=DEALER))
        return number

    def approve(self, person: str, waiting: Any) -> httpx.Response:
        """What somebody has seen of it."""
        path = f"/house/commands?seen={waiting['seen']}"
        return self.give(person, path, do="approve", number=waiting["number"])

    def ask(self, person: str, path: str) -> Any:
        answer = self.served.client(person).get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def floor(self, person: str = "oz") -> Any:
        found = self.ask(person, "/floor")
        return {
            **found,
            "alarms": [one for one in found["alarms"] if (one["tournament"], one["table"]) == (None, self.name)],
            "waiting": [one for one in found["waiting"] if one["stream"] == self.stream],
        }

    def preview(self, person: str, **body: Any) -> httpx.Response:
        return self.served.client(person).post(f"/tables/{self.name}/preview", json=body)

    def give(self, person: str, path: str, **body: Any) -> httpx.Response:
        key = {"idempotency-key": f"floor {next(self.served.ids)}"}
        return self.served.client(person).post(path, json=body, headers=key)


@pytest.fixture
def real(served: Serving) -> RealTable:
    return RealTable(served)


def irregularities(real: RealTable) -> list[str]:
    """As they are told on the floor, none of which is for anybody to reconstruct."""
    found = [one for one in real.floor("sue")["alarms"] if one["kind"] == "irregularity"]
    assert {one["ruled_by"] for one in found} <= {None}
    return [one["text"].partition(":")[0] for one in found]


def test_a_card_that_there_cannot_be_is_an_alarm(real: RealTable) -> None:
    """There are eight nines of hearts: the ninth ends the shoe."""
    for _ in range(2):
        real.bet("ann", "player", 10_000)
        real.round("9h 9h 9h 9h")
    assert irregularities(real) == []
    real.bet("ann", "player", 10_000)
    real.do(commands.CallNoMoreBets(actor=DEALER))
    real.deal("9h")
    assert irregularities(real) == ["Impossible card in round 3"]
    (entry,) = [one for one in real.ask("sue", "/tables")["tables"] if one["table"] == real.name]
    assert "irregularity" in [one["kind"] for one in entry["summary"]["staff"]["alarms"]]


def test_what_a_supervisor_is_called_for_is_an_alarm_until_the_round_after_it_has_ended(real: RealTable) -> None:
    for name in ("ann", "bob"):
        real.bet(name, "player", 10_000)
    real.do(commands.CallNoMoreBets(actor=DEALER))
    real.deal("9c")
    real.do(commands.ReportEmpty(actor=DEALER))
    said = "Count disagrees in round 1"
    assert irregularities(real) == [said]
    real.deal("2d Kh 3s")
    real.do(commands.Settle(actor=DEALER))
    assert irregularities(real) == [said], "its own round is not another one"
    real.bet("ann", "player", 10_000)
    real.round()
    assert irregularities(real) == []


def test_nothing_is_approved_but_what_was_seen(real: RealTable) -> None:
    """Sue sees that ann's chips pay for the void; meanwhile ann cashes out, and it would make a debt."""
    real.bet("ann", "player", 50_000)
    void = {"do": "void_round", "round": real.round(), "reason": "fraud"}
    real.give("oz", "/house/commands", do="propose", stream=real.stream, command=void)
    (shown,) = real.floor("sue")["waiting"]
    assert said(shown["consequence"]["moves"]) == {("ann", "chips"): -50_000, (None, "float"): 50_000}
    real.do(commands.CashOut(actor=patron("ann"), amount=140_000))
    before = real.records
    refused = real.approve("sue", shown)
    assert refused.status_code == 409, refused.text
    assert refused.json()["code"] == "gone_on"
    assert f"{real.stream} has gone on to record {real.records[real.stream]}" in refused.json()["detail"]
    assert real.records == before
    (now,) = real.floor("sue")["waiting"]
    assert ("ann", "debt") in said(now["consequence"]["moves"])
    assert real.approve("sue", now).status_code == 200
    assert real.state.balance(ledger.debt("ann")) == 40_000


def moved(before: TableState, after: TableState) -> dict[ledger.TableAccount, int]:
    had, has = before.balances, after.balances
    found = {account: has.get(account, 0) - had.get(account, 0) for account in {**had, **has}}
    return {account: change for account, change in found.items() if change}


def said(moves: list[dict[str, Any]]) -> dict[tuple[str | None, str], int]:
    return {(one["patron"], one["account"]): one["change"] for one in moves}


def test_a_late_void_shows_the_debt_that_it_makes_before_it_is_approved(real: RealTable) -> None:
    """Ann has won $500 and cashed out $1,400: the void takes $500 from her $100, and she owes $400."""
    real.bet("ann", "player", 50_000)
    number = real.round()
    real.do(commands.CashOut(actor=patron("ann"), amount=140_000))
    void = {"do": "void_round", "round": number, "reason": "fraud"}
    written = real.records
    shown = real.preview("oz", **void).json()
    assert (shown["takes_two"], shown["number"]) == (True, real.served.house.look(real.stream).number)
    assert said(shown["moves"]) == {("ann", "chips"): -10_000, ("ann", "debt"): 40_000, (None, "float"): -30_000}
    assert sum(one["change"] for one in shown["moves"]) == 0
    assert [one["text"] for one in shown["sentences"]] == [
        "Round 1 is void by oz for fraud: ann's chips -$100, ann's debt +$400"
    ]
    assert real.records == written, "a preview is written nowhere"
    assert real.give("oz", "/house/commands", do="propose", stream=real.stream, command=void).status_code == 200
    (waiting,) = real.floor("sue")["waiting"]
    assert (waiting["by"], waiting["own"], waiting["title"], waiting["problem"]) == ("oz", False, "Void round", None)
    assert waiting["consequence"]["moves"] == shown["moves"]
    assert real.floor("oz")["waiting"][0]["own"] is True
    own = real.give("oz", "/house/commands", do="approve", number=waiting["number"])
    assert (own.status_code, own.json()["code"]) == (409, "own_proposal")
    before = real.state
    assert real.give("sue", "/house/commands", do="approve", number=waiting["number"]).status_code == 200
    assert moved(before, real.state) == {
        ledger.chips("ann"): -10_000,
        ledger.debt("ann"): 40_000,
        ledger.FLOAT: -30_000,
    }
    assert real.floor("sue")["waiting"] == []


def test_what_is_refused_is_refused_before(real: RealTable) -> None:
    answer = real.preview("oz", do="void_round", round=7, reason="fraud")
    assert (answer.status_code, answer.json()["code"], answer.json()["clause"]) == (
        409,
        "no_such_round",
        "act-2015 14.3",
    )
    answer = real.preview("sue", do="void_round", round=1, reason="fraud")
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_role")


def test_a_face_down_card_cannot_be_guessed(real: RealTable) -> None:
    """Who corrects it is refused if it has that face already: nobody tries that for nothing."""
    real.bet("ann", "player", 50_000)
    real.do(commands.CallNoMoreBets(actor=DEALER))
    real.deal("9c")
    place = real.state.shoe.out
    answer = real.preview("sue", do="correct_card", card="8C", place=place)
    assert answer.status_code == 200
    real.do(commands.Draw(actor=DEALER, card=Card.parse("4h"), face_up=False, to=DrawTo.EXCESS))
    for face in ("4H", "8C"):
        answer = real.preview("sue", do="correct_card", card=face, place=place + 1)
        assert (answer.status_code, answer.json()["code"]) == (409, "face_down")


def test_what_waits_grows_older_while_the_table_goes_on_and_begins_anew_once_it_was_over() -> None:
    heard = alarm_ages._Heard(first=10, last=50)
    waits = Alarm(kind=AlarmKind.SEAT, number=3, text="ann sits out", clause=None)
    assert heard.since(waits) == 50
    heard.last = 90
    heard.forget([waits])
    assert heard.since(waits) == 50
    heard.forget([])
    assert heard.since(waits) == 90


def test_alarms_come_oldest_first_and_go(real: RealTable) -> None:
    assert real.floor()["alarms"] == []
    real.do(commands.RaiseDispute(actor=patron("ann"), text="I bet on banker"))
    real.bet("ann", "player", 50_000)
    real.do(commands.CallNoMoreBets(actor=DEALER))
    real.deal("9c", to=DrawTo.BANKER)
    found = real.floor("sue")
    assert [(one["kind"], one["clause"]) for one in found["alarms"]] == [("dispute", "14.4"), ("irregularity", "12.4")]
    assert found["alarms"][0]["text"] == "Dispute 1 by ann: I bet on banker"
    assert found["alarms"][0]["since"] < found["alarms"][1]["since"] <= found["now"]
    (entry,) = [one for one in real.ask("sue", "/tables")["tables"] if one["table"] == real.name]
    assert [one["kind"] for one in entry["summary"]["staff"]["alarms"]] == ["dispute", "irregularity"]
    real.deal("2d Kh 3s")
    assert real.give("sue", f"/tables/{real.name}/commands", do="reconstruct").status_code == 200
    decided = real.give(
        "oz", f"/tables/{real.name}/commands", do="decide_dispute", number=1, decision="The stake stands"
    )
    assert decided.status_code == 200
    assert real.floor()["alarms"] == []


def test_the_floor_is_for_those_who_rule(real: RealTable) -> None:
    for person in ("ann", "dan", "ada"):
        answer = real.served.client(person).get("/floor")
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_role")


def test_every_form_makes_a_command_that_can_be_read(real: RealTable) -> None:
    real.bet("ann", "player", 50_000)
    real.round()
    real.bet("bob", "banker", 10_000)
    real.do(commands.RaiseDispute(actor=patron("ann"), text="I bet on banker"))
    kinds = set()
    for person in ("sue", "oz"):
        for form in real.ask(person, f"/tables/{real.name}/rulings")["forms"]:
            answer = real.preview(person, do=form["kind"], **filled(form))
            assert answer.status_code in (200, 409), answer.text
            assert answer.status_code == 200 or form["kind"] == "correct_card", answer.text
            kinds.add(form["kind"])
    assert {"void_round", "void_wager", "record_payment", "decide_dispute", "exclude", "fill_float"} <= kinds


def filled(form: Any) -> dict[str, Any]:
    """As somebody would fill it in who takes the first of everything."""
    found: dict[str, Any] = {}
    for field in form["fields"]:
        match field["sort"]:
            case "choice" if field["required"]:
                found |= field["options"][0]["sets"]
            case "money" | "number" if field["required"]:
                found[field["name"]] = max(field["least"] or 0, 10_000)
            case "text" | "words" if field["required"]:
                found[field["name"]] = "As seen"
            case "card":
                found[field["name"]] = "7C"
    return found


def test_a_wager_of_any_open_round_can_be_ruled_on(real: RealTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the list has room for one, the first round is found by its number, shown and voided."""
    monkeypatch.setattr(form_options, "MOST_TO_CHOOSE", 1)
    for amount in (10_000, 20_000, 30_000):
        real.bet("ann", "player", amount)
        real.round()
    path = f"/tables/{real.name}/rulings"

    def wagers(query: str) -> Any:
        (form,) = [one for one in real.ask("oz", path + query)["forms"] if one["kind"] == "void_wager"]
        return form["fields"][0]

    assert ([one["sets"]["round"] for one in wagers("")["options"]], wagers("")["more"]) == ([3], True)
    (first,) = wagers("?round=1")["options"]
    assert first["text"] == "Round 1, ann: player in area 1, $100, $200 came back"
    body = {"do": "void_wager", "broke": "10.1", **first["sets"]}
    shown = real.preview("oz", **body)
    assert shown.status_code == 200, shown.text
    assert [(one["patron"], one["change"]) for one in shown.json()["moves"] if one["patron"]] == [("ann", -10_000)]
    assert wagers("?round=4")["options"] == []
    assert real.served.client("oz").get(f"{path}?round=first").status_code == 422


def test_others_have_no_forms(real: RealTable) -> None:
    assert real.ask("ann", f"/tables/{real.name}/rulings")["forms"] == []
    assert real.ask("dan", f"/tables/{real.name}/rulings")["forms"] == []


def test_a_virtual_shoe_is_not_told_what_it_knows(served: Serving) -> None:
    """At a table with real cards a supervisor could say that the shoe is empty, or that a card was keyed in wrongly."""
    served.add_table("sealed", diary.Running(virtual=True))
    served.seat("sealed", chips=100_000)
    for command in (
        commands.CheckCards(actor=DEALER),
        commands.Shuffle(actor=DEALER),
        commands.OfferCut(actor=DEALER, patron="ann"),
        commands.Cut(actor=patron("ann"), at=100),
        commands.LoadShoe(actor=DEALER),
        commands.Draw(actor=DEALER, face_up=False),
        commands.Place(actor=patron("ann"), area="1", wager="player", amount=10_000),
        commands.CallNoMoreBets(actor=DEALER),
        commands.Draw(actor=DEALER),
    ):
        served.do("table/sealed", command)
    sue = served.client("sue")
    legal = {one["kind"] for one in sue.get("/tables/sealed/legal").json()["legal"]}
    forms = {one["kind"] for one in sue.get("/tables/sealed/rulings").json()["forms"]}
    assert legal - forms >= {"report_empty", "correct_card"}
    assert "fill_float" in forms


def test_the_last_records_are_told_newest_first(real: RealTable) -> None:
    real.bet("ann", "player", 50_000)
    real.round()
    told = real.ask("sue", f"/tables/{real.name}/told?limit=5")
    assert told["number"] == real.served.house.look(real.stream).number
    numbers = [one["number"] for one in told["records"]]
    assert numbers == sorted(numbers, reverse=True)
    texts = [line["text"] for one in told["records"] for line in one["sentences"]]
    assert any(text.startswith("Round 1") for text in texts), texts


def test_a_shuffle_that_left_cards_together_is_an_alarm(real: RealTable) -> None:
    """Six cards of a new deck in a row."""
    real.bet("ann", "player", 10_000)
    real.round("Ac 2c 3c 4c 5c")
    real.bet("ann", "player", 10_000)
    real.round("6c 2d 3h Ks")
    slugs = [one for one in real.floor("sue")["alarms"] if one["kind"] == "slug"]
    assert [one["text"] for one in slugs] == ["Shuffle: 6 cards from place 2 on are a run of a new deck's order"]


def test_a_supervisor_of_another_table_hears_of_nothing_here(real: RealTable) -> None:
    sid = f"sid of {real.name}"
    real.served.grant(sid, Role.SUPERVISOR, "table/2")
    real.do(commands.RaiseDispute(actor=patron("ann"), text="I bet on banker"))
    fill = {"do": "fill_float", "amount": 100_000}
    assert real.give("sue", "/house/commands", do="propose", stream=real.stream, command=fill).status_code == 200
    found = real.floor(sid)
    assert (found["alarms"], found["waiting"]) == ([], [])


PLANTS: dict[str, tuple[Any, str, Any, Callable[[RealTable], None]]] = {
    "nobody is called": (alarms, "_calls_somebody", lambda _: False, test_a_card_that_there_cannot_be_is_an_alarm),
    "irregularities stay": (
        happened,
        "_not_over",
        lambda state, _: state.irregularities,
        test_what_a_supervisor_is_called_for_is_an_alarm_until_the_round_after_it_has_ended,
    ),
    "whatever was seen is approved": (
        approvals,
        "_require_seen",
        lambda *_: None,
        test_nothing_is_approved_but_what_was_seen,
    ),
    "faces can be tried": (
        command_preview,
        "_require_nothing_hidden",
        lambda *_: None,
        test_a_face_down_card_cannot_be_guessed,
    ),
    "nobody moves any money": (
        preview_view,
        "_moves",
        lambda *_: iter(()),
        test_a_late_void_shows_the_debt_that_it_makes_before_it_is_approved,
    ),
    "roles are not looked at": (
        floor_view,
        "_rules_at",
        lambda call, _: Actor(person=call.visitor.person, role=Role.SUPERVISOR),
        test_a_supervisor_of_another_table_hears_of_nothing_here,
    ),
    "everything began at once": (alarm_ages._Heard, "since", lambda *_: 1, test_alarms_come_oldest_first_and_go),
    "shoes are not watched": (
        alarm_ages,
        "_runs",
        lambda _: iter(()),
        test_a_shuffle_that_left_cards_together_is_an_alarm,
    ),
    "everybody has forms": (rulings, "RULING", frozenset(Role), test_others_have_no_forms),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_mistake_is_found(real: RealTable, monkeypatch: pytest.MonkeyPatch, plant: str) -> None:
    where, name, instead, check = PLANTS[plant]
    monkeypatch.setattr(where, name, instead)
    with pytest.raises(AssertionError):
        check(real)


def test_what_leaves_an_account_is_shown_to_the_second_person(served: Serving) -> None:
    """A payment out of an account is money that moves, though none lies at a table."""
    name = f"rich {next(NAMES)}"
    stream, rich = f"cage/{name}", patron(name)
    for command in (
        cage.OpenAccount(actor=OPERATOR, patron=name),
        cage.Deposit(actor=OPERATOR, amount=2_000_000),
        cage.AskWithdrawal(actor=rich, amount=1_500_000),
    ):
        served.do(stream, command)
    key = {"idempotency-key": f"floor {next(served.ids)}"}
    body = {"do": "propose", "stream": stream, "command": {"do": "pay_withdrawal", "amount": 1_500_000}}
    assert served.client("oz").post("/house/commands", json=body, headers=key).status_code == 200
    waiting = [one for one in served.client("oz").get("/floor").json()["waiting"] if one["stream"] == stream]
    assert [one["consequence"]["moves"] for one in waiting] == [
        [
            {"patron": name, "account": "account", "change": -1_500_000, "after": 500_000},
            {"patron": None, "account": "cash", "change": 1_500_000, "after": -500_000},
        ]
    ]
