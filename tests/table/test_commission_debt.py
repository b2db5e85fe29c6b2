"""Commission that a patron cannot cover: kept apart from other debt, commission taken when it is paid (ruling 29)."""

import pytest

from puntobanco.streams.ledger import CAGE
from puntobanco.table.events import CommissionCollected
from puntobanco.table.model import VoidReason
from tests.marks import ALL_BOOKS, clause
from tests.table.helpers import BANKER_WINS, PLAYER_WINS, Table

BOOK = "house-midi"


def short_of_commission(**choices: object) -> Table:
    """ann owes $5 commission and has $2 in chips."""
    at = Table.ready(BOOK, {"ann": 100, "bob": 1000}, **choices)
    at.round(BANKER_WINS, banker=100)
    at.round(PLAYER_WINS, banker=198)
    assert (at.chips("ann"), at.owes("ann")) == (2, 5)
    return at


def collected(at: Table) -> list[tuple[int, int]]:
    return [(event.amount, event.unpaid) for event in at.events if isinstance(event, CommissionCollected)]


@clause(BOOK, "commission", "ruling 29")
def test_ruling_29_what_was_collected_is_said_and_the_rest_is_commission_debt() -> None:
    at = short_of_commission(commission_every=2)
    at.dealer("collect_commission")
    assert collected(at) == [(200, 300)]
    assert (at.commission(), at.commission_debt("ann"), at.debt("ann"), at.owes("ann")) == (2, 3, 0, 0)


@clause(BOOK, "commission", "ruling 29")
def test_ruling_29_commission_debt_that_is_paid_later_is_commission_taken() -> None:
    at = short_of_commission(commission_every=2)
    at.dealer("collect_commission")
    at.patron("ann", "buy_in", amount=10_000)
    at.patron("ann", "cash_out", amount=9_700)
    assert at.clauses("commission_collected") == ["ruling 29"]
    assert (at.commission(), at.commission_debt("ann"), at.chips("ann")) == (5, 0, 0)


@clause(BOOK, "commission", "ruling 16", "ruling 29")
@pytest.mark.parametrize("paid_later", [False, True])
def test_ruling_29_a_void_never_takes_commission_below_zero(paid_later: bool) -> None:
    at = short_of_commission(commission_every=2)
    at.dealer("collect_commission")
    if paid_later:
        at.patron("ann", "buy_in", amount=10_000)
        at.patron("ann", "cash_out", amount=100)
    at.operator("void_round", round=1, reason=VoidReason.FRAUD)
    assert (at.commission(), at.commission_debt("ann"), at.owes("ann")) == (0, 0, 0)
    at.operator("void_round", round=2, reason=VoidReason.FRAUD)
    assert at.commission() == 0
    money = at.chips("ann") - at.debt("ann")
    assert money == (100 + 100 - 1 if paid_later else 100), "as if neither round had been"


@clause(BOOK, "commission", "ruling 19", "ruling 29")
def test_ruling_19_leaving_is_a_fact_and_chips_pay_commission_first() -> None:
    at = short_of_commission()
    at.patron("ann", "leave_table")
    assert at.names() == ["seat_left", "commission_collected", "patron_left"]
    assert (at.chips("ann"), at.commission(), at.commission_debt("ann")) == (0, 2, 3)
    rich = Table.ready(BOOK)
    rich.round(BANKER_WINS, banker=100)
    rich.patron("ann", "leave_table")
    assert rich.names() == ["seat_left", "commission_collected", "cashed_out", "patron_left"]
    assert (rich.chips("ann"), rich.commission(), rich.now.balance(CAGE)) == (0, 5, 9500)


@clause(BOOK, "ruling 19")
@clause("act-2015", "4.6")
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_who_leaves_before_the_close_takes_the_wager_along_and_later_it_is_decided_without_them(book: str) -> None:
    at = Table.ready(book, {"ann": 1000, "bob": 1000})
    at.bets("ann", "player", 100)
    at.patron("ann", "leave_table")
    assert (at.lying(), at.now.balance(CAGE)) == ({}, -100_000)
    at.sits("cyd", 1)
    at.bets("cyd", "player", 100)
    if book != "washington":
        at.calls()
    at.deals("9c")
    at.patron("cyd", "leave_table")
    assert at.lying() == {"cyd 1 player": 100}
    at.deals("2d Kh 3s").turns()
    at.settles()
    assert (at.lying(), at.chips("cyd"), at.now.balance(CAGE)) == ({}, 0, -90_000)


@clause("nz-1998", "5.12")
def test_nz_1998_5_12_a_stand_off_of_a_patron_who_left_is_paid_out() -> None:
    at = Table.ready("nz-1998", {"ann": 1000, "bob": 1000})
    at.bets("ann", "player", 100)
    at.bets("bob", "player", 100)
    at.calls()
    at.deals("9c")
    at.patron("ann", "leave_table")
    at.deals("9d Kh Ks").settles()
    assert (at.lying(), at.now.balance(CAGE)) == ({"bob 2 player": 100}, -100_000)
