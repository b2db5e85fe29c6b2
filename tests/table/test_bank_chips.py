"""Chips that are issued from a bank: nobody brings, takes or owes any, and everybody sees them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import UNSET

from puntobanco.cli.view_output import page
from puntobanco.errors import Unreadable
from puntobanco.log.redact import redact
from puntobanco.rulebooks.rule_values import ChipSource
from puntobanco.rulebooks.table_rules import Ruled
from puntobanco.rulebooks.with_changes import amended
from puntobanco.streams.ledger import CAGE, kind_of
from puntobanco.table import Actor, Role, handle, ledger, legal
from puntobanco.table.commands import OpenTable
from puntobanco.table.commands.wagers import SlipStake
from puntobanco.table.events import ChipsIssued, ChipsTakenIn
from puntobanco.table.model import Phase, VoidReason
from puntobanco.table.views.describe import tell
from puntobanco.table.views.patron_boxes import spots
from puntobanco.table.views.visible_state import House, view
from puntobanco.table.views.wager_actions import targets
from puntobanco.values.replace import changed
from tests.cli.test_cli import output
from tests.marks import ALL_BOOKS, clause
from tests.table.helpers import BANKER_WINS, DEALER, OPERATOR, PLAYER_WINS, SUPERVISOR, Table, cents, refused

ACT = "act-2015"
ANN, BOB = (Actor(person=name, role=Role.PATRON) for name in ("ann", "bob"))
ISSUED = ("chips_are_issued", "act-2015 15.13")


def table(dollars: int = 1000, **conditions: object) -> Table:
    return Table.in_turn({"ann": 1, "bob": 2}, dollars, **conditions)


def bank(at: Table) -> int:
    return at.now.balance(ledger.BANK)


def a_round(at: Table, cards: str, **wagers: int) -> None:
    """Ann bets these dollars in turn and the round is played."""
    while at.now.not_asked():
        at.asks()
        if at.now.turns.now == "ann":
            for wager, dollars in wagers.items():
                at.bets("ann", wager, dollars)
    at.plays(cards)


# Issued and taken in


@clause(ACT, "15.13", "dictionary: tournament chips")
def test_act_2015_15_13_chips_come_from_the_bank_and_go_back_to_it_and_meet_no_money() -> None:
    at = table()
    assert (bank(at), at.chips("ann"), at.now.patrons["ann"].seat) == (-200_000, 1000, 1)
    a_round(at, BANKER_WINS, banker=100)
    assert at.chips("ann") == 1095
    at.operator("take_chips_in", patron="ann")
    assert at.names() == ["seat_left", "chips_taken_in", "patron_left"]
    assert (bank(at), at.chips("ann"), "ann" in at.now.patrons) == (9_500 - 100_000, 0, False)
    at.operator("take_chips_in", patron="bob")
    entries = [getattr(event, "entry", ledger.NOTHING) for event in at.log]
    accounts = {kind_of(account) for entry in entries for account, _ in entry.postings}
    assert accounts == {"bank", "chips", "box", "float", "commission_taken"}


def test_the_events_say_who_got_and_gave_what() -> None:
    at = Table(ACT, conditions={})
    at.issues("ann", 3, "12.50", warned=True)
    (issued,) = at.events
    entry = ledger.transfer(ledger.BANK, ledger.chips("ann"), 1250)
    assert issued == ChipsIssued(patron="ann", seat=3, amount=1250, warned=True, entry=entry, clause="15.13")
    assert tell(issued, "oz") == "ann gets $12.50 in chips at seat 3"
    at.operator("take_chips_in", patron="ann")
    taken = next(event for event in at.events if isinstance(event, ChipsTakenIn))
    assert (taken.amount, taken.clause, tell(taken, "oz")) == (1250, "15.13", "$12.50 of ann's chips are taken in")


@clause(ACT, "15.13")
def test_act_2015_15_13_wagers_that_are_not_closed_go_back_before_chips_are_taken_in() -> None:
    at = table()
    at.asks("ann")
    at.bets("ann", "banker", 100)
    at.operator("take_chips_in", patron="ann")
    assert (at.lying(), bank(at)) == ({}, -100_000)


@clause(ACT, "15.13")
def test_act_2015_15_13_chips_are_issued_and_taken_in_between_rounds() -> None:
    at = table()
    at.asks("ann")
    at.bets("ann", "banker", 100)
    at.asks("bob")
    at.calls()
    assert refused(lambda: at.operator("take_chips_in", patron="ann")) == ("round_is_on", "act-2015 15.13")
    assert refused(lambda: at.issues("cyd", 3)) == ("round_is_on", "act-2015 15.13")
    kinds = {option.kind for option in legal(at.now, OPERATOR)}
    assert kinds.isdisjoint({"take_chips_in", "issue_chips"})


@pytest.mark.parametrize(
    ("name", "seat", "dollars", "code"),
    [
        ("cyd", 1, 10, "seat_not_free"),
        ("cyd", 0, 10, "seat_not_free"),
        ("cyd", 8, 10, "seat_not_free"),
        ("ann", 3, 10, "seat_not_free"),
        ("cyd", 3, 0, "no_chips"),
        ("cyd", 3, -5, "no_chips"),
        ("cyd", 3, 10**14, "too_large"),
        ("c/d", 3, 10, "bad_name"),
        ("dan", 3, 10, "dealer_does_not_bet"),
    ],
)
def test_chips_are_not_issued_to(name: str, seat: int, dollars: int, code: str) -> None:
    at = table()
    assert refused(lambda: at.issues(name, seat, dollars))[0] == code


def test_chips_are_not_issued_to_who_is_excluded_nor_at_a_closed_table() -> None:
    at = table()
    at.operator("exclude", patron="bob", broke="14.7")
    at.operator("take_chips_in", patron="bob")
    assert refused(lambda: at.issues("bob", 2)) == ("excluded", "act-2015 14.2")
    at.operator("announce_closing")
    at.operator("close_table")
    assert refused(lambda: at.issues("cyd", 3)) == ("seat_not_free", "act-2015 15.13")


def test_only_who_is_there_gives_chips_back() -> None:
    at = table()
    assert refused(lambda: at.operator("take_chips_in", patron="eve"))[0] == "unknown_patron"


@pytest.mark.parametrize("book", [pytest.param(book, marks=clause(book, "ruling 49")) for book in ALL_BOOKS])
def test_at_an_ordinary_table_chips_are_bought_and_none_are_issued(book: str) -> None:
    at = Table.ready(book)
    assert at.now.balance(CAGE) == -100_000
    number = f"{book} ruling 49"
    assert refused(lambda: at.issues("bob", 2)) == ("chips_are_bought", number)
    assert refused(lambda: at.operator("take_chips_in", patron="ann")) == ("chips_are_bought", number)
    assert {option.kind for option in legal(at.now, OPERATOR)}.isdisjoint({"issue_chips", "take_chips_in"})
    at.patron("ann", "leave_table")
    assert at.now.balance(CAGE) == 0


# Nobody else touches them


@clause(ACT, "15.13", "dictionary: tournament chips")
@pytest.mark.parametrize(
    "ask",
    [
        lambda at: at.patron("ann", "buy_in", amount=100),
        lambda at: at.patron("eve", "buy_in", amount=100),
        lambda at: at.patron("ann", "cash_out", amount=100),
    ],
)
def test_act_2015_15_13_nobody_adds_or_takes_chips(ask: Callable[[Table], object]) -> None:
    at = table()
    assert refused(lambda: ask(at)) == ISSUED


@clause(ACT, "15.7")
@pytest.mark.parametrize(
    "ask",
    [
        lambda at: at.patron("ann", "take_seat", seat=5),
        lambda at: at.patron("ann", "leave_seat"),
        lambda at: at.dealer("leave_seat", patron="ann"),
        lambda at: at.patron("ann", "leave_table"),
        lambda at: at.dealer("leave_table", patron="ann"),
        lambda at: at.supervisor("require_seat", patron="ann"),
    ],
)
def test_act_2015_15_7_nobody_changes_the_seat(ask: Callable[[Table], object]) -> None:
    at = table()
    assert refused(lambda: ask(at)) == ("chips_are_issued", "act-2015 15.7")


ELSEWHERE = ("area_not_open", "act-2015 15.7")


@clause(ACT, "15.7")
@pytest.mark.parametrize("area", ["2", "3", "L1", "9"])
def test_act_2015_15_7_a_wager_is_placed_laid_or_moved_at_the_assigned_seat_only(area: str) -> None:
    at = table()
    at.asks("ann")
    assert refused(lambda: at.bets("ann", "player", 50, area)) == ELSEWHERE
    keyed = {"area": area, "wager": "player", "amount": 5000, "patron": "ann", "laid_by_patron": True}
    assert refused(lambda: at.dealer("place", **keyed)) == ELSEWHERE
    stakes = (SlipStake(area=area, wager="tie", amount=5000),)
    assert refused(lambda: at.patron("ann", "bet_slip", round=1, stakes=stakes)) == ELSEWHERE
    at.bets("ann", "player", 50)
    moves = {"area": "1", "wager": "player", "to_area": area, "to_wager": "player"}
    assert refused(lambda: at.patron("ann", "move", **moves)) == ELSEWHERE
    assert at.lying() == {"ann 1 player": 50}


@clause(ACT, "15.7")
def test_act_2015_15_7_only_the_assigned_seat_is_offered() -> None:
    at = table()
    at.asks("ann")
    own = [one for one in legal(at.now, ANN) if one.kind == "place"]
    assert {area for one in own for area in one.areas} == {"1"}
    keyed = [one for one in legal(at.now, DEALER) if one.kind == "place" and ("patron", "bob") in one.where]
    assert {area for one in keyed for area in one.areas} == {"2"}
    at.bets("ann", "player", 50)
    (lying,) = at.now.stakes
    assert {area for area, _ in targets(at.now, at.now.patrons["ann"], lying)} == {"1"}
    assert {one.area for one in spots(at.now, ANN)} == {"1"}


@clause(ACT, "15.7", "15.13", "ruling 20")
def test_act_2015_15_13_none_of_it_is_offered_also_to_who_sits_out_at_a_full_table() -> None:
    at = Table.in_turn({"ann": 1, "bob": 2}, seats=2)
    for _ in range(4):
        a_round(at, PLAYER_WINS, player=10)
    own = {"buy_in", "cash_out", "take_seat", "leave_seat", "leave_table"}
    for who in (ANN, BOB, Actor(person="eve", role=Role.PATRON)):
        assert own.isdisjoint({option.kind for option in legal(at.now, who)})
    assert "require_seat" not in {option.kind for option in legal(at.now, SUPERVISOR)}
    assert at.now.patrons["bob"].sat_out == 0, "14.6 does not apply"


# What chips cannot cover


@clause(ACT, "ruling 23")
def test_ruling_23_a_reversal_that_chips_cannot_cover_leaves_none_and_makes_no_debt() -> None:
    at = table(100)
    a_round(at, PLAYER_WINS, player=100)
    a_round(at, BANKER_WINS, player=150)
    assert at.chips("ann") == 50
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert (at.chips("ann"), at.debt("ann")) == (0, 0)
    assert not any(isinstance(account, ledger.Debt) for account in at.now.balances)


@clause(ACT, "ruling 23")
def test_ruling_23_nor_does_a_round_that_is_decided_again() -> None:
    at = table(100)
    a_round(at, PLAYER_WINS, player=100)
    a_round(at, PLAYER_WINS, player=200)
    spent = ledger.transfer(ledger.chips("ann"), ledger.FLOAT, cents(350))
    at.state = changed(at.now, accounts=ledger.post(at.now.accounts, spent))
    at.supervisor("report_placement_error", round=2)
    assert (at.chips("ann"), at.debt("ann")) == (400, 0), "what she had was taken, and the win paid again"


@clause(ACT, "ruling 23")
def test_ruling_23_nor_does_a_decision_or_a_payment_in_error() -> None:
    at = table(100)
    a_round(at, PLAYER_WINS, player=50)
    at.patron("bob", "raise_dispute", text="ann moved my chips")
    at.operator("decide_dispute", number=1, decision="she did", patron="ann", amount=-20_000)
    assert at.events[-1].describe("oz") == "Dispute 1: ann is to pay $200 by its decision: ann's chips -$150"
    assert (at.chips("ann"), at.debt("ann")) == (0, 0)
    where = {"round": 1, "patron": "ann", "area": "1", "wager": "player"}
    with_debt = lambda: at.supervisor("record_payment", **where, amount=20_000, debt=True)  # noqa: E731
    assert refused(with_debt) == ("nothing_owed", "act-2015 15.13")
    at.supervisor("record_payment", **where, amount=20_000)
    assert (at.chips("ann"), at.debt("ann")) == (100, 0)


@clause(ACT, "ruling 23")
def test_ruling_23_what_comes_back_to_who_has_left_goes_to_the_bank_and_says_how_much() -> None:
    at = table(100)
    a_round(at, BANKER_WINS, player=100)
    at.operator("take_chips_in", patron="ann")
    assert "chips_taken_in" not in at.names(), "she had none"
    assert bank(at) == -20_000
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    (taken,) = [event for event in at.events if isinstance(event, ChipsTakenIn)]
    assert (taken.patron, taken.amount, bank(at)) == ("ann", 10_000, -10_000)
    at.issues("ann", 1, 100)
    assert at.chips("ann") == 100


def test_commission_that_chips_cannot_cover_is_let_go() -> None:
    at = Table.ready("house-midi", {"ann": 100}, commission_every=1)
    at.bets("ann", "banker", 100)
    at.plays(BANKER_WINS)
    assert at.owes("ann") == 5
    bank_rules = amended(at.now.rules, chips_come_from=Ruled(value=ChipSource.BANK, clause="ruling 49"))
    all_but_two = ledger.transfer(ledger.chips("ann"), ledger.FLOAT, cents(198))
    at.state = changed(at.now, rules=bank_rules, accounts=ledger.post(at.now.accounts, all_but_two))
    at.dealer("collect_commission")
    assert (at.chips("ann"), at.commission(), at.owes("ann"), at.commission_debt("ann")) == (0, 2, 0, 0)


def test_a_table_that_closes_gives_all_chips_back_to_the_bank() -> None:
    at = table()
    a_round(at, PLAYER_WINS, player=100)
    at.operator("announce_closing")
    at.operator("close_table")
    assert at.now.phase is Phase.CLOSED
    assert {kind_of(account): amount for account, amount in at.now.balances.items()} == {
        "bank": 10_000,
        "float": -10_000,
    }
    assert "cashed_out" not in at.names()


def test_a_table_that_closes_after_its_notice_gives_all_chips_back_to_the_bank() -> None:
    at = table()
    at.operator("announce_closing")
    a_round(at, PLAYER_WINS, player=100)
    assert at.now.phase is Phase.CLOSED
    assert at.names()[-5:] == ["chips_taken_in", "patron_left", "chips_taken_in", "patron_left", "table_closed"]
    assert (bank(at), at.now.patrons) == (10_000, {})


# In everybody's sight


@clause(ACT, "15.12")
def test_act_2015_15_12_everybody_sees_everybodys_chips() -> None:
    at = table()
    a_round(at, PLAYER_WINS, player=100)
    for who in (ANN, BOB, DEALER, SUPERVISOR, OPERATOR, Actor(person="eve", role=Role.PATRON)):
        seen = view(at.now, who)
        assert seen.chips == {"ann": 110_000, "bob": 100_000}
        assert "ann has $1,100 in chips" in [line.strip() for line in page(seen, who)]


@clause(ACT, "15.12")
def test_act_2015_15_12_everybody_hears_when_chips_are_issued_or_taken_in() -> None:
    at = table()
    at.operator("take_chips_in", patron="ann")
    told = [event for event in at.log if isinstance(event, ChipsIssued | ChipsTakenIn)]
    assert len(told) == 3
    for event in told:
        seen = redact(event, BOB)
        assert seen is not None
        assert (set(seen.hidden), tell(seen.event, "oz")) == ({"entry"}, tell(event, "oz"))


def test_at_an_ordinary_table_nobody_sees_the_chips_of_others_nor_a_bank() -> None:
    at = Table.ready(ACT, {"ann": 1000, "bob": 1000})
    assert view(at.now, ANN).chips is UNSET
    house = view(at.now, SUPERVISOR).house
    assert isinstance(house, House)
    assert house.bank is UNSET


def test_staff_see_the_bank() -> None:
    house = view(table().now, SUPERVISOR).house
    assert isinstance(house, House)
    assert house.bank == -200_000
    assert "  House: cage $0, float $0, commission taken $0, payment errors $0, bank -$2,000" in list(
        page(view(table().now, SUPERVISOR), SUPERVISOR)
    )


SCRIPT = """
{"do": "open_table", "role": "operator", "book": "act-2015", "conditions": [], "conditions_digest": "d0c"}
{"do": "issue_chips", "role": "operator", "patron": "ann", "seat": 2, "amount": 50000}
{"do": "issue_chips", "role": "operator", "patron": "bob", "seat": 5, "amount": 50000, "warned": true}
{"do": "buy_in", "role": "patron", "person": "bob", "amount": 100}
"""


@clause(ACT, "15.12")
def test_act_2015_15_12_the_command_line_shows_a_patron_everybodys_chips(tmp_path: Path) -> None:
    script = tmp_path / "evening.jsonl"
    script.write_text(SCRIPT, encoding="utf-8")
    lines = output("table", "run", str(script), "--format", "text", "--ledger", "--view", "patron:ann").splitlines()
    assert "bob gets $500 in chips at seat 5 [15.13]" in lines
    assert "  bob has $500 in chips" in lines
    ledger_of_ann = [line.split()[:2] for line in lines if line.endswith("$500") and "chips" in line]
    assert ledger_of_ann == [["ann's", "chips"], ["bob's", "chips"]]
    assert not [line for line in lines if line.startswith("bank ")]


# By conditions


@clause(ACT, "15.5")
def test_act_2015_15_5_a_table_opens_by_conditions_and_its_notices_leave_them() -> None:
    at = table(maximum=400)
    assert (at.now.rules.minimum.clause, at.now.rules.maximum.value) == ("15.5", 40_000)
    for key, value in (("minimum", 20), ("maximum", 500), ("betting_order", "any"), ("sit_out_limit", 3)):
        assert refused(lambda: at.notice(**{key: value})) == ("change_not_possible", "act-2015 15.5")  # noqa: B023
    at.notice(burn="exposed")
    a_round(at, PLAYER_WINS, player=10)
    rules = at.now.rules
    assert (rules.burn.value, rules.minimum.value, rules.minimum.clause) == ("exposed", 1000, "15.5")
    assert rules.conditions is not None


def test_conditions_without_their_digest_or_with_a_key_twice_open_no_table() -> None:
    said = (("minimum", "10"),)
    for conditions, digest in ((said, None), (said + said, "d" * 64)):
        command = OpenTable(actor=OPERATOR, book=ACT, conditions=conditions, conditions_digest=digest)
        with pytest.raises(Unreadable):
            handle(None, command)
