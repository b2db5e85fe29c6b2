"""The statement: every movement with the balance after it, and what they come to."""

import pytest

from puntobanco.cage import statement
from tests.cage.helpers import ANN, CASHIER, DEALER, HOUR, NOON, TABLE, Account


def test_every_movement_is_a_line_with_the_balance_after_it() -> None:
    account = Account.of_ann(100_00)
    account.do(ANN, "take_to", stream=TABLE, amount=60_00)
    account.do(ANN, "take_to", stream="tournament/cup", amount=10_00)
    account.at = NOON + HOUR
    account.do(DEALER, "bring_back", stream=TABLE, amount=95_00)
    account.do(ANN, "ask_withdrawal", amount=25_00)
    account.do(CASHIER, "pay_withdrawal", amount=20_00)
    account.do(ANN, "set_limits", deposits=1, play=1)
    found = statement(account.log)
    assert [(one.at, one.what, one.stream, one.amount, one.balance) for one in found.lines] == [
        (NOON, "deposited", None, 100_00, 100_00),
        (NOON, "taken_to", TABLE, -60_00, 40_00),
        (NOON, "taken_to", "tournament/cup", -10_00, 30_00),
        (NOON + HOUR, "brought_back", TABLE, 95_00, 125_00),
        (NOON + HOUR, "withdrawal_paid", None, -20_00, 105_00),
    ]
    assert (found.patron, found.deposited, found.withdrawn, found.balance, found.asked) == (
        "ann",
        100_00,
        20_00,
        105_00,
        5_00,
    )
    assert found.elsewhere == {TABLE: -35_00, "tournament/cup": 10_00}
    assert found.balance == found.deposited - found.withdrawn - sum(found.elsewhere.values())


def test_the_statement_of_the_house() -> None:
    found = statement(Account.of_the_house(5_00).log)
    assert (found.patron, found.balance, len(found.lines)) == (None, 5_00, 1)


def test_what_was_never_opened_has_no_statement() -> None:
    with pytest.raises(ValueError, match="begins with an event"):
        statement([])
