"""Double entry: every movement of money is an entry that sums to zero, or it cannot be built."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from puntobanco.money import Cents

Account: TypeAlias = str
Balances: TypeAlias = Mapping[Account, Cents]

CAGE: Account = "cage"
"""Outside the table: below zero by what patrons brought in as chips."""
FLOAT: Account = "float"
"""The table's chips, less what patrons owe to it."""
COMMISSION_TAKEN: Account = "commission_taken"
PAYMENT_ERRORS: Account = "payment_errors"
"""What dealers kept in error, less what they gave away in error; below zero when they gave away more."""
MAY_BE_NEGATIVE = frozenset({CAGE, FLOAT, PAYMENT_ERRORS})


def chips(patron: str) -> Account:
    return f"chips/{patron}"


def box(area: str, wager: str, patron: str) -> Account:
    return f"box/{area}/{wager}/{patron}"


def commission_owed(patron: str) -> Account:
    return f"commission_owed/{patron}"


def commission_debt(patron: str) -> Account:
    """Commission that was to be collected and could not be covered."""
    return f"commission_debt/{patron}"


def debt(patron: str) -> Account:
    return f"debt/{patron}"


@dataclass(frozen=True, slots=True)
class Entry:
    """Amounts by account that sum to zero; what is owed to the house is booked against the float."""

    postings: tuple[tuple[Account, Cents], ...]

    def __post_init__(self) -> None:
        total = 0
        for _, amount in self.postings:
            total += amount
        if total:
            raise ValueError(f"an entry sums to zero, not to {total}")

    def __add__(self, other: "Entry") -> "Entry":
        return Entry(self.postings + other.postings)


NOTHING = Entry(())


def transfer(source: Account, target: Account, amount: Cents) -> Entry:
    """Move an amount from one account to another."""
    return Entry(((source, -amount), (target, amount)))


def claim(account: Account, amount: Cents) -> Entry:
    """Book what a patron owes; a negative amount takes it off."""
    return transfer(FLOAT, account, amount)


def combine(entries: Iterable[Entry]) -> Entry:
    return Entry(tuple(posting for entry in entries for posting in entry.postings))


def post(balances: Balances, entry: Entry) -> dict[Account, Cents]:
    """The balances after an entry; an account at zero is not kept."""
    after = dict(balances)
    for account, amount in entry.postings:
        balance = after.get(account, 0) + amount
        if balance:
            after[account] = balance
        else:
            after.pop(account, None)
    return after


def overdrawn(balances: Balances) -> Iterator[Account]:
    """Accounts below zero that may not be."""
    return (account for account, balance in balances.items() if balance < 0 and account not in MAY_BE_NEGATIVE)
