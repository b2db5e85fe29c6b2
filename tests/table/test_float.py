"""The float: fills, credits and counts by two people; drop, win and hold."""

from fractions import Fraction
from typing import Any

import pytest

from puntobanco.app.table_runner import TableRun
from puntobanco.errors import Refused
from puntobanco.log.redact import redact
from puntobanco.log.script import read_approved
from puntobanco.streams.command import require_approval
from puntobanco.streams.ledger import CAGE
from puntobanco.table import Actor, Role, ledger, legal
from puntobanco.table.commands import COMMANDS, AnnounceClosing, CountFloat, FillFloat, OpenTable
from puntobanco.table.model import Counting
from puntobanco.table.queries.float import in_the_tray, takings
from puntobanco.values.money import LARGEST
from tests.table.helpers import BANKER_WINS, DEALER, OPERATOR, PLAYER_WINS, SUPERVISOR, Table, refused

OPENING, BETWEEN, CLOSING = Counting.OPENING, Counting.BETWEEN, Counting.CLOSING
AUDITOR = Actor(person="al", role=Role.AUDITOR)
ANN = Actor(person="ann", role=Role.PATRON)


def closed(book: str = "act-2015") -> Table:
    table = Table.ready(book)
    table.operator("announce_closing")
    table.patron("ann", "leave_table")
    assert table.now.phase == "closed"
    return table


def refuses(table: Table, code: str, actor: Actor, kind: str, **fields: Any) -> None:
    """The table refuses, by a clause of its own."""
    found, clause = refused(lambda: table.do(actor, kind, **fields))
    assert found == code
    assert clause.startswith("act-2015") or code in ("wrong_role", "too_large")


# What moves


def test_a_fill_brings_chips_of_the_house_and_a_credit_takes_them() -> None:
    table = Table("act-2015")
    (filled,) = table.supervisor("fill_float", amount=2_000_00)
    assert table.now.accounts == {CAGE: -2_000_00, ledger.FLOAT: 2_000_00}
    (credited,) = table.operator("credit_float", amount=500_00)
    assert table.now.accounts == {CAGE: -1_500_00, ledger.FLOAT: 1_500_00}
    assert in_the_tray(table.now) == 1_500_00
    assert filled.describe("sue") == "sue fills the float with $2,000"
    assert credited.describe("oz") == "oz takes $500 from the float to the cage"


def test_a_fill_is_in_the_table_s_chips_and_within_the_books() -> None:
    table = Table("act-2015", chips="5, 25")
    for amount in (0, -500, 499, 501):
        refuses(table, "not_in_chips", SUPERVISOR, "fill_float", amount=amount)
    table.supervisor("fill_float", amount=500)
    most = ledger.MOST_BOOKED - 500
    refuses(table, "too_large", SUPERVISOR, "fill_float", amount=most - most % 500 + 500)
    refuses(table, "too_large", SUPERVISOR, "fill_float", amount=LARGEST + 1)
    table.supervisor("fill_float", amount=most - most % 500)


def test_no_more_leaves_the_tray_than_lies_there() -> None:
    table = Table("act-2015")
    refuses(table, "not_enough_chips", SUPERVISOR, "credit_float", amount=1)
    table.supervisor("fill_float", amount=100_00)
    table.sits("ann", 1, 50)
    for amount in (0, -1, 100_01):
        refuses(table, "not_enough_chips", SUPERVISOR, "credit_float", amount=amount)
    table.supervisor("credit_float", amount=100_00)


def test_a_closed_table_is_not_filled_but_its_float_goes_back() -> None:
    table = closed()
    refuses(table, "closed", SUPERVISOR, "fill_float", amount=100_00)
    lost = Table.ready("act-2015")
    lost.round(BANKER_WINS, player=100)
    lost.operator("announce_closing")
    lost.patron("ann", "leave_table")
    lost.supervisor("credit_float", amount=100_00)
    assert in_the_tray(lost.now) == 0


# Counts


def test_a_count_moves_nothing_and_tells_the_difference() -> None:
    table = Table("act-2015")
    table.supervisor("fill_float", amount=2_000_00)
    before = table.now.accounts
    told = []
    for count, amount in ((OPENING, 2_000_00), (BETWEEN, 1_995_00), (BETWEEN, 2_000_50)):
        (counted,) = table.supervisor("count_float", count=count, amount=amount)
        told.append(counted.describe("sue"))
    assert told == [
        "sue counts $2,000 in the tray (opening), as the books say",
        "sue counts $1,995 in the tray (between), $5 less than the books say",
        "sue counts $2,000.50 in the tray (between), $0.50 more than the books say",
    ]
    assert table.now.accounts == before


def test_counts_have_their_moments() -> None:
    table = Table.ready("act-2015")
    refuses(table, "wrong_count", SUPERVISOR, "count_float", count=CLOSING, amount=0)
    refuses(table, "not_in_chips", SUPERVISOR, "count_float", count=OPENING, amount=-1)
    table.supervisor("count_float", count=OPENING, amount=0)
    refuses(table, "wrong_count", SUPERVISOR, "count_float", count=OPENING, amount=0)
    table.supervisor("count_float", count=BETWEEN, amount=0)
    late = Table("act-2015")
    late.supervisor("count_float", count=BETWEEN, amount=0)
    refuses(late, "wrong_count", SUPERVISOR, "count_float", count=OPENING, amount=0)
    end = closed()
    refuses(end, "wrong_count", SUPERVISOR, "count_float", count=OPENING, amount=0)
    refuses(end, "wrong_count", SUPERVISOR, "count_float", count=BETWEEN, amount=0)
    end.supervisor("count_float", count=CLOSING, amount=5)
    end.supervisor("count_float", count=CLOSING, amount=0)


def test_chips_that_are_owed_are_not_in_the_tray_and_commission_that_was_taken_is() -> None:
    owed = Table.ready("house-midi")
    owed.round(BANKER_WINS, banker=100)
    assert owed.owes("ann") == 5
    assert in_the_tray(owed.now) == -100_00
    taken = Table.ready("act-2015")
    taken.round(BANKER_WINS, banker=100)
    assert taken.commission() == 5
    assert in_the_tray(taken.now) == -95_00


# Drop, win and hold


def test_takings_of_an_evening() -> None:
    table = Table("act-2015")
    assert (takings(table.now).drop, takings(table.now).win, takings(table.now).hold) == (0, 0, None)
    table.supervisor("fill_float", amount=2_000_00)
    table.supervisor("count_float", count=OPENING, amount=2_000_00)
    assert takings(table.now).counted_win is None
    table.sits("ann", 1, 500)
    table.prepares()
    table.round(BANKER_WINS, player=100)
    table.supervisor("fill_float", amount=300_00)
    table.supervisor("credit_float", amount=50_00)
    table.round(PLAYER_WINS, player=40)
    table.round(BANKER_WINS, banker=100)
    found = takings(table.now)
    assert (found.drop, found.filled, found.credited) == (500_00, 2_300_00, 50_00)
    assert found.win == 100_00 - 40_00 - 95_00
    assert found.hold == Fraction(-35, 500)
    table.supervisor("count_float", count=BETWEEN, amount=in_the_tray(table.now) - 7_00)
    assert takings(table.now).counted_win == -35_00 - 7_00
    table.operator("announce_closing")
    table.patron("ann", "leave_table")
    table.supervisor("count_float", count=CLOSING, amount=in_the_tray(table.now) + 3_00)
    end = takings(table.now)
    assert (end.drop, end.win, end.counted_win, end.hold) == (500_00, -35_00, -32_00, Fraction(-7, 100))


def test_what_lies_on_the_layout_is_not_won_yet() -> None:
    table = Table.ready("act-2015")
    table.bets("ann", "player", 100)
    assert takings(table.now).win == 0
    table.plays(BANKER_WINS)
    assert takings(table.now).win == 100_00


def test_drop_counts_every_buy_in_and_no_fill() -> None:
    table = Table("act-2015")
    table.supervisor("fill_float", amount=100_00)
    table.patron("ann", "buy_in", amount=100_00)
    table.patron("ann", "leave_table")
    table.patron("ann", "buy_in", amount=40_00)
    assert takings(table.now).drop == 140_00


# Who may, who sees, to whom it is offered


@pytest.mark.parametrize("kind", ["fill_float", "credit_float", "count_float"])
def test_the_float_is_for_supervising_staff(kind: str) -> None:
    table = Table.ready("act-2015")
    count: dict[str, Any] = {"count": BETWEEN} if kind == "count_float" else {}
    for actor in (ANN, DEALER, AUDITOR):
        refuses(table, "wrong_role", actor, kind, amount=100_00, **count)
    table.supervisor("fill_float", amount=100_00)
    table.supervisor(kind, amount=5_00, **count)
    table.operator(kind, amount=5_00, **count)


def offered(table: Table, actor: Actor) -> list[tuple[str, Any, Any]]:
    found = [one for one in legal(table.now, actor) if one.kind.endswith("_float")]
    return [(one.kind, dict(one.where).get("count"), one.amounts[0].high) for one in found]


def test_what_is_offered() -> None:
    table = Table("act-2015")
    opening, between = ("count_float", OPENING, None), ("count_float", BETWEEN, None)
    assert offered(table, SUPERVISOR) == [("fill_float", None, None), opening, between]
    table.supervisor("fill_float", amount=100_00)
    credit = ("credit_float", None, 100_00)
    assert offered(table, OPERATOR) == [("fill_float", None, None), credit, opening, between]
    table.supervisor("count_float", count=OPENING, amount=100_00)
    assert offered(table, SUPERVISOR) == [("fill_float", None, None), credit, between]
    assert offered(table, DEALER) == offered(table, ANN) == []
    assert offered(closed(), SUPERVISOR) == [("count_float", CLOSING, None)]


def test_where_chips_are_issued_there_is_no_float_to_fill() -> None:
    table = Table("act-2015", conditions={"minimum": "10"})
    for kind in ("fill_float", "credit_float"):
        refuses(table, "chips_are_issued", SUPERVISOR, kind, amount=100_00)
    refuses(table, "chips_are_issued", SUPERVISOR, "count_float", count=OPENING, amount=0)
    assert offered(table, SUPERVISOR) == []


def test_everybody_sees_chips_come_and_go_and_staff_what_was_counted() -> None:
    table = Table.ready("act-2015")
    (filled,) = table.supervisor("fill_float", amount=100_00)
    (counted,) = table.supervisor("count_float", count=BETWEEN, amount=90_00)
    for audience in (ANN, DEALER):
        seen = redact(filled, audience)
        assert seen is not None
        assert seen.hidden == {"entry"}
        assert redact(counted, audience) is None
    for audience in (SUPERVISOR, OPERATOR, AUDITOR):
        seen = redact(counted, audience)
        assert seen is not None
        assert (seen.event, seen.hidden) == (counted, frozenset())


# Two people


def approval(approved_by: Actor | None, actor: Actor = SUPERVISOR) -> str:
    try:
        require_approval(FillFloat(actor=actor, amount=100_00), approved_by)
    except Refused as refusal:
        return refusal.code
    return "approved"


def test_it_takes_two_people_of_supervising_staff() -> None:
    assert approval(None) == "needs_approval"
    assert approval(OPERATOR) == approval(SUPERVISOR, OPERATOR) == "approved"
    assert approval(Actor(person="sal", role=Role.SUPERVISOR)) == "approved"
    assert approval(SUPERVISOR) == "bad_approval"
    assert approval(Actor(person="sue", role=Role.OPERATOR)) == "bad_approval", "the same person in another role"
    assert [approval(one) for one in (DEALER, ANN, AUDITOR)] == ["bad_approval"] * 3


def test_what_takes_two_people() -> None:
    assert [name for name, kind in COMMANDS.items() if kind.needs_approval] == [
        "fill_float",
        "credit_float",
        "count_float",
    ]


def test_a_run_refuses_what_nobody_approved_and_records_who_did() -> None:
    run = TableRun()
    run.do(OpenTable(actor=OPERATOR, book="act-2015"))
    before = run.state
    (answer,) = run.do(FillFloat(actor=SUPERVISOR, amount=100_00))
    assert answer.refused is not None
    assert (answer.refused.code, run.state) == ("needs_approval", before)
    (answer,) = run.do(FillFloat(actor=SUPERVISOR, amount=100_00), OPERATOR)
    assert answer.record is not None
    assert answer.record.approved_by == OPERATOR
    (answer,) = run.do(AnnounceClosing(actor=OPERATOR))
    assert answer.record is not None
    assert answer.record.approved_by is None


def test_a_line_of_a_script_says_who_approved_it() -> None:
    line = {"do": "count_float", "person": "sue", "role": "supervisor", "count": "opening", "amount": 5}
    counted = CountFloat(actor=SUPERVISOR, count=OPENING, amount=5)
    assert read_approved(line) == (counted, None)
    assert read_approved({**line, "approved_by": {"person": "oz", "role": "operator"}}) == (counted, OPERATOR)
