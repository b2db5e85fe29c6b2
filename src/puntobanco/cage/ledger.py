"""The money of one account, double entry: an entry that does not sum to zero cannot be built."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import astuple

from puntobanco.values.money import Cents


class Cash(Struct, array_like=True, tag="cash", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Outside the house: below zero by what was deposited and not withdrawn."""


class Held(Struct, array_like=True, tag="account", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the cage holds for the patron, or of the house's own money."""


class At(Struct, array_like=True, tag="at", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What went to a table or tournament and did not come back; below zero where more came back."""

    stream: str


Account: TypeAlias = Cash | Held | At
Balances: TypeAlias = Mapping[Account, Cents]

CASH, HELD = Cash(), Held()


def at(stream: str) -> At:
    return At(stream=stream)


def written(account: Account) -> str:
    """`cash`, `account`, `at/table/high limit`: an account as people type and read it."""
    return "/".join((str(account.__struct_config__.tag), *astuple(account)))


class CageEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Amounts by account that sum to zero."""

    postings: tuple[tuple[Account, Cents], ...]

    def __post_init__(self) -> None:
        total = sum(amount for _, amount in self.postings)
        if total:
            raise ValueError(f"an entry sums to zero, not to {total}")


def transfer(source: Account, target: Account, amount: Cents) -> CageEntry:
    """Move an amount from one account to another."""
    return CageEntry(postings=((source, -amount), (target, amount)))


def post(balances: Balances, entry: CageEntry) -> dict[Account, Cents]:
    """The balances after an entry; an account at zero is not kept."""
    after = dict(balances)
    for account, amount in entry.postings:
        balance = after.pop(account, 0) + amount
        if balance:
            after[account] = balance
    return after


def overdrawn(balances: Balances) -> Iterator[Account]:
    """Accounts below zero that may not be."""
    return (account for account, balance in balances.items() if balance < 0 and account == HELD)
