"""Accounts: opened, paid into and out of, closed; what is refused, and by whom it is asked."""

from typing import Any

import pytest

from puntobanco.cage import legal_actions
from puntobanco.cage.command import at_time
from puntobanco.cage.commands import COMMANDS, Deposit, OpenVault
from puntobanco.cage.ledger import CASH, HELD, CageEntry, at, overdrawn
from puntobanco.cage.state import stream_of
from puntobanco.streams.ledger import written
from puntobanco.table import Actor, Role
from puntobanco.table.ledger import MOST_BOOKED
from puntobanco.values.money import LARGEST
from tests.cage.helpers import ANN, BOB, CASHIER, DEALER, EVERYBODY, NOON, SUPERVISOR, TABLE, Account


def test_cash_comes_and_goes() -> None:
    account = Account.of_ann(100_00)
    assert account.now.accounts == {CASH: -100_00, HELD: 100_00}
    account.do(CASHIER, "pay_withdrawal", amount=30_00)
    assert account.now.accounts == {CASH: -70_00, HELD: 70_00}
    account.do(CASHIER, "pay_withdrawal", amount=70_00)
    assert account.now.accounts == {}


def test_money_goes_to_tables_and_comes_back() -> None:
    account = Account.of_ann(100_00)
    account.do(ANN, "take_to", stream=TABLE, amount=60_00)
    assert account.now.accounts == {CASH: -100_00, HELD: 40_00, at(TABLE): 60_00}
    account.do(DEALER, "bring_back", stream=TABLE, amount=95_00)
    assert account.now.accounts == {CASH: -100_00, HELD: 135_00, at(TABLE): -35_00}
    assert account.now.lies_at(TABLE) == -35_00
    assert account.now.lies_at("table/other") == 0


def test_accounts_as_people_read_them() -> None:
    assert [written(one) for one in (CASH, HELD, at(TABLE))] == ["cash", "account", "at/table/high limit"]


def test_an_entry_that_does_not_sum_to_zero_cannot_be_built() -> None:
    with pytest.raises(ValueError, match="sums to zero, not to 1"):
        CageEntry(postings=((CASH, -5), (HELD, 6)))
    assert list(overdrawn({CASH: -5, at(TABLE): -5, HELD: -1})) == [HELD]


def test_nothing_is_taken_or_paid_that_is_not_there() -> None:
    account = Account.of_ann(50_00)
    told = account.refused("not_enough", ANN, "take_to", stream=TABLE, amount=50_01)
    assert told == "ann has $50 at the cage: $50.01 cannot be taken to table/high limit"
    assert "$50" in account.refused("not_enough", CASHIER, "pay_withdrawal", amount=50_01)
    account.do(ANN, "take_to", stream=TABLE, amount=50_00)
    account.refused("not_enough", CASHIER, "pay_withdrawal", amount=1)


@pytest.mark.parametrize("name", ["deposit", "pay_withdrawal", "take_to", "pay_at_desk", "bring_back"])
@pytest.mark.parametrize("amount", [0, -1])
def test_nothing_or_less_is_not_moved(name: str, amount: int) -> None:
    stream = {"stream": TABLE} if name in ("take_to", "pay_at_desk", "bring_back") else {}
    account = Account.of_ann(50_00)
    assert "amount" in account.refused("bad_amount", CASHIER, name, amount=amount, **stream)
    account.do(CASHIER, name, amount=1, **stream)


@pytest.mark.parametrize("name", ["deposit", "pay_withdrawal", "take_to", "bring_back", "set_limits"])
def test_a_time_is_one_that_a_record_holds_with_a_day_after_it(name: str) -> None:
    more: dict[str, Any] = {"take_to": {"stream": TABLE}, "bring_back": {"stream": TABLE}}.get(name, {})
    fields: dict[str, Any] = {"deposits": 1, "play": 1} if name == "set_limits" else {"amount": 1, **more}
    actor = ANN if name == "set_limits" else CASHIER
    account = Account.of_ann(50_00)
    last = LARGEST - 86_400_000_000
    account.refused("bad_time", actor, name, **fields, at=-1)
    account.refused("bad_time", actor, name, **fields, at=last + 1)
    account.do(actor, name, **fields, at=last)


def test_books_hold_so_much_and_no_more() -> None:
    account = Account.of_ann(MOST_BOOKED - 5)
    assert "amount" in account.refused("too_large", CASHIER, "deposit", amount=6)
    account.do(CASHIER, "deposit", amount=5)
    account.do(ANN, "take_to", stream=TABLE, amount=MOST_BOOKED)
    account.refused("too_large", CASHIER, "deposit", amount=1)
    account.refused("too_large", CASHIER, "deposit", amount=LARGEST + 1)
    account.do(ANN, "bring_back", stream=TABLE, amount=LARGEST)


# Opening and closing


def test_an_account_begins_by_being_opened_once() -> None:
    account = Account()
    account.refused("no_account", CASHIER, "deposit", amount=1)
    account.refused("no_account", ANN, "take_to", stream=TABLE, amount=1)
    account.do(CASHIER, "open_account", patron="ann")
    assert (account.now.patron, account.now.accounts) == ("ann", {})
    assert "ann" in account.refused("open_already", CASHIER, "open_account", patron="bob")
    account.refused("open_already", CASHIER, "open_vault")


@pytest.mark.parametrize("name", ["", " ann", "ann  b", "a/b", "x" * 60])
def test_a_name_that_cannot_be_a_stream_is_refused(name: str) -> None:
    assert "patron" in Account().refused("bad_name", CASHIER, "open_account", patron=name)


def test_the_longest_name_has_a_stream_of_its_own() -> None:
    account = Account()
    account.do(CASHIER, "open_account", patron="x" * 59)
    assert stream_of(account.now.patron) == "cage/" + "x" * 59
    assert stream_of(None) == "vault"


def test_a_name_that_would_forge_a_line_is_refused() -> None:
    Account().refused("bad_name", CASHIER, "open_account", patron="ann\nbob")


def test_an_empty_account_is_closed_and_still_takes_what_a_table_pays() -> None:
    account = Account.of_ann(100_00)
    account.do(ANN, "take_to", stream=TABLE, amount=60_00)
    assert "$40" in account.refused("not_empty", CASHIER, "close_account")
    account.do(CASHIER, "pay_withdrawal", amount=40_00)
    account.do(CASHIER, "close_account")
    account.refused("closed", CASHIER, "close_account")
    account.refused("closed", CASHIER, "deposit", amount=1)
    account.do(SUPERVISOR, "bring_back", stream=TABLE, amount=60_00)
    account.refused("closed", ANN, "take_to", stream=TABLE, amount=1)
    account.do(CASHIER, "pay_withdrawal", amount=60_00)
    assert account.now.accounts == {}


# Who asks for what


PATRONS = {"ask_withdrawal": {"amount": 1}, "set_limits": {"deposits": None, "play": None}}
CASHIERS: dict[str, dict[str, Any]] = {
    "open_account": {"patron": "ann"},
    "open_vault": {},
    "deposit": {"amount": 1},
    "pay_withdrawal": {"amount": 1},
    "close_account": {},
}
BESIDE_A_TABLE: dict[str, dict[str, Any]] = {
    **{name: {"stream": TABLE, "amount": 1} for name in ("take_to", "bring_back")},
    "note_play": {"stream": TABLE, "lies": 0},
    "note_leave": {"stream": TABLE},
}
AT_A_DESK: dict[str, dict[str, Any]] = {"pay_at_desk": {"stream": "tournament/cup", "amount": 1}}
OF_PLAY: dict[str, dict[str, Any]] = {
    "limit_play": {"loss_day": None, "loss_week": None, "loss_month": None, "minutes": None},
    "exclude_self": {"until": None},
    "return_to_play": {},
}
GIVEN: list[tuple[dict[str, Any], set[Role]]] = [
    (PATRONS, {Role.PATRON}),
    (CASHIERS, {Role.OPERATOR}),
    (OF_PLAY, {Role.PATRON, Role.SUPERVISOR, Role.OPERATOR}),
    (AT_A_DESK, {Role.SUPERVISOR, Role.OPERATOR}),
    (BESIDE_A_TABLE, {Role.PATRON, Role.DEALER, Role.SUPERVISOR, Role.OPERATOR}),
]


@pytest.mark.parametrize(("given", "roles"), GIVEN)
def test_a_command_is_for_its_roles(given: dict[str, Any], roles: set[Role]) -> None:
    for name, fields in given.items():
        assert COMMANDS[name].roles == roles
        for actor in EVERYBODY:
            if actor.role not in roles:
                account = Account() if name.startswith("open") else Account.of_ann(100)
                account.refused("wrong_role", actor, name, **fields)


def test_every_command_was_tried() -> None:
    assert {name for given, _ in GIVEN for name in given} == COMMANDS.keys()


def test_limits_and_withdrawals_are_asked_for_by_the_patron_alone() -> None:
    account = Account.of_ann(100_00)
    account.refused("not_yours", BOB, "ask_withdrawal", amount=5)
    account.refused("not_yours", BOB, "set_limits", deposits=None, play=None)
    vault = Account.of_the_house(100_00)
    vault.refused("no_patron", ANN, "ask_withdrawal", amount=5)
    vault.refused("no_patron", ANN, "set_limits", deposits=None, play=None)
    vault.refused("no_patron", CASHIER, "close_account")


def test_what_is_asked_for_lies_ready_and_goes_to_no_table() -> None:
    account = Account.of_ann(100_00)
    assert "amount" in account.refused("not_enough", ANN, "ask_withdrawal", amount=100_01)
    account.refused("not_enough", ANN, "ask_withdrawal", amount=-1)
    account.do(ANN, "ask_withdrawal", amount=70_00)
    assert (account.now.asked, account.now.held, account.now.free) == (70_00, 100_00, 30_00)
    account.refused("not_enough", ANN, "take_to", stream=TABLE, amount=30_01)
    account.do(ANN, "take_to", stream=TABLE, amount=30_00)
    account.do(CASHIER, "pay_withdrawal", amount=50_00)
    assert account.now.asked == 20_00
    account.do(ANN, "ask_withdrawal", amount=0)
    assert account.now.free == 20_00
    account.do(ANN, "ask_withdrawal", amount=5_00)
    account.do(CASHIER, "pay_withdrawal", amount=20_00)
    assert account.now.asked == 0


def test_what_is_offered() -> None:
    def kinds(account: Account, actor: Actor) -> set[str]:
        return {action.kind for action in legal_actions(account.state, actor)}

    assert kinds(Account(), CASHIER) == {"open_account", "open_vault"}
    assert kinds(Account(), ANN) == set()
    account = Account.of_ann()
    assert kinds(account, CASHIER) == {"deposit", "limit_play", "exclude_self", "close_account"}
    account.do(CASHIER, "deposit", amount=5)
    assert kinds(account, CASHIER) == {"deposit", "pay_withdrawal", "limit_play", "exclude_self"}
    assert kinds(account, ANN) == {"ask_withdrawal", "set_limits", "limit_play", "exclude_self"}
    assert [kinds(account, one) for one in (BOB, DEALER, SUPERVISOR)] == [set(), set(), {"limit_play", "exclude_self"}]
    assert kinds(account, Actor(person="a\nb", role=Role.PATRON)) == set()
    assert kinds(Account.of_the_house(5), CASHIER) == {"deposit", "pay_withdrawal"}


def test_the_house_fills_in_the_time_of_what_has_one() -> None:
    assert at_time(Deposit(actor=CASHIER, amount=5), NOON) == Deposit(actor=CASHIER, amount=5, at=NOON)
    assert at_time(OpenVault(actor=CASHIER), NOON) == OpenVault(actor=CASHIER)


def test_what_comes_with_a_table_s_record_says_so() -> None:
    assert [name for name, kind in COMMANDS.items() if kind.only_beside] == [
        "take_to",
        "pay_at_desk",
        "bring_back",
        "note_play",
        "note_leave",
    ]


# In words


def test_what_happened_is_told() -> None:
    account = Account.of_ann(100_00)
    account.do(ANN, "set_limits", deposits=500_00, play=None)
    account.do(ANN, "set_limits", deposits=None, play=50_00)
    account.do(ANN, "take_to", stream=TABLE, amount=20_00)
    account.do(DEALER, "bring_back", stream=TABLE, amount=5_00)
    account.do(ANN, "ask_withdrawal", amount=85_00)
    account.do(CASHIER, "pay_withdrawal", amount=85_00)
    account.do(CASHIER, "close_account")
    assert [event.describe("oz") for event in (*account.log, *Account.of_the_house(5).log)] == [
        "oz opens an account for ann",
        "ann deposits $100",
        "ann lets at most $500 a day be deposited, and any amount be played with",
        "ann lets at most $500 (any amount in 24 hours) a day be deposited, and at most $50 be played with",
        "$20 of ann goes to table/high limit",
        "$5 comes from table/high limit to ann",
        "ann wants $85 paid out",
        "oz pays ann $85",
        "oz closes the account of ann",
        "oz opens the vault",
        "the house deposits $0.05",
    ]
