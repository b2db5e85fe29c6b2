"""A dealer does for patrons without a device what they would do themselves; the record has both."""

import re
from typing import Any

import pytest

from puntobanco.errors import Refused
from puntobanco.rules import BOOKS
from puntobanco.table import legal
from puntobanco.table.happened.money import BoughtIn, CashedOut
from puntobanco.table.happened.patrons import PatronLeft, SeatLeft, SeatTaken
from tests.table.helpers import DEALER, Table, refused


def at_a_table() -> Table:
    at = Table("act-2015")
    at.prepares()
    return at


@pytest.mark.parametrize("book", BOOKS)
def test_an_evening_without_a_device(book: str) -> None:
    at = Table(book)
    bought = at.dealer("buy_in", patron="uma", amount=50_000)[-1]
    assert isinstance(bought, BoughtIn)
    assert (bought.patron, bought.amount) == ("uma", 50_000)
    (sat,) = at.dealer("take_seat", patron="uma", seat=1)
    assert isinstance(sat, SeatTaken)
    assert (sat.patron, sat.seat) == ("uma", 1)
    paid = at.dealer("cash_out", patron="uma", amount=10_000)[-1]
    assert isinstance(paid, CashedOut)
    assert (paid.patron, paid.amount) == ("uma", 10_000)
    assert isinstance(at.dealer("leave_seat", patron="uma")[0], SeatLeft)
    assert isinstance(at.dealer("leave_table", patron="uma")[-1], PatronLeft)
    assert "uma" not in at.now.patrons


CALLS: list[tuple[str, dict[str, Any]]] = [
    ("buy_in", {"amount": 50_000}),
    ("cash_out", {"amount": 100}),
    ("take_seat", {"seat": 2}),
    ("leave_seat", {}),
    ("leave_table", {}),
]


@pytest.mark.parametrize(("kind", "fields"), CALLS)
def test_a_dealer_names_the_patron(kind: str, fields: dict[str, Any]) -> None:
    at = at_a_table()
    assert refused(lambda: at.dealer(kind, **fields))[0] == "whose"


@pytest.mark.parametrize(("kind", "fields"), CALLS)
def test_a_patron_acts_for_nobody_else(kind: str, fields: dict[str, Any]) -> None:
    at = at_a_table()
    at.sits("ann", 1, 500)
    assert refused(lambda: at.patron("bob", kind, patron="ann", **fields))[0] == "not_yours"


def test_a_dealer_buys_in_for_no_dealer() -> None:
    at = at_a_table()
    found = refused(lambda: at.dealer("buy_in", patron=DEALER.person, amount=50_000))
    assert found[0] == "dealer_does_not_bet"


def test_a_dealer_does_not_hear_what_a_patron_has() -> None:
    at = at_a_table()
    at.sits("ann", 1, 500)
    with pytest.raises(Refused) as found:
        at.dealer("cash_out", patron="ann", amount=99_900)
    assert found.value.code == "not_enough_chips"
    assert re.findall(r"\d+", found.value.sentence) == ["999"]
    offered = [one for one in legal(at.now, DEALER) if one.kind == "cash_out"]
    assert [(one.where, one.amounts, one.asks) for one in offered] == [((("patron", "ann"),), (), ("amount",))]
