"""Double entry: every movement of money is an entry that sums to zero, or it cannot be built."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from puntobanco.values.money import LARGEST, Cents


class Account(
    Struct, array_like=True, gc=False, cache_hash=True, frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Where money is: each kind of stream has its own accounts."""


class Cage(Account, tag="cage", frozen=True):
    """Outside the stream: below zero by what was brought in."""


CAGE = Cage()
A = TypeVar("A", bound=Account)


class Entry(Struct, Generic[A], gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Amounts by account that sum to zero."""

    postings: tuple[tuple[A, Cents], ...]

    def __post_init__(self) -> None:
        total = 0
        for _, amount in self.postings:
            total += amount
        if total:
            raise ValueError(f"an entry sums to zero, not to {total}")

    def __add__(self, other: "Entry[A]") -> "Entry[A]":
        return summed((*self.postings, *other.postings))


def summed(postings: Iterable[tuple[A, Cents]]) -> Entry[A]:
    totals: dict[A, Cents] = {}
    for account, amount in postings:
        totals[account] = totals.get(account, 0) + amount
    return entry_of(totals)


def entry_of(totals: Mapping[A, Cents]) -> Entry[A]:
    postings = tuple([posting for posting in totals.items() if posting[1]])
    if postings and max(totals.values()) > LARGEST:  # as much goes down as goes up
        raise ValueError("a posting is beyond what a record holds")
    return Entry(postings=postings)


def kind_of(account: Account) -> str:
    return str(account.__struct_config__.tag)


def written(account: Account) -> str:
    """`chips/ann`, `box/1/player/ann`, `pool`: an account as people type and read it."""
    return "/".join((kind_of(account), *astuple(account)))


class Ledger(Generic[A]):
    """The entries and balances of one kind of stream."""

    def __init__(self, *, may_be_negative: Iterable[A]) -> None:
        self._may_be_negative = frozenset(may_be_negative)

    def transfer(self, source: A, target: A, amount: Cents) -> Entry[A]:
        """Move an amount from one account to another."""
        return Entry(postings=((source, -amount), (target, amount)) if amount else ())

    def distribution(self, source: A, *targets: tuple[A, Cents]) -> Entry[A]:
        """Take all of these amounts from one account; what comes to nothing is left out."""
        total = sum(amount for _, amount in targets)
        return Entry(postings=tuple(posting for posting in ((source, -total), *targets) if posting[1]))

    def summed(self, postings: Iterable[tuple[A, Cents]]) -> Entry[A]:
        """An entry of these postings, those of one account in one; what comes to nothing is left out."""
        return summed(postings)

    def combine(self, entries: Iterable[Entry[A]]) -> Entry[A]:
        return summed(posting for entry in entries for posting in entry.postings)

    def entry_of(self, totals: Mapping[A, Cents]) -> Entry[A]:
        return entry_of(totals)

    def moved(self, balances: Mapping[A, Cents], postings: Iterable[tuple[A, Cents]]) -> dict[A, Cents]:
        """The balances after postings; an account at zero is not kept."""
        after = dict(balances)
        for account, amount in postings:
            balance = after.get(account, 0) + amount
            if balance:
                after[account] = balance
            else:
                after.pop(account, None)
        return after

    def post(self, balances: Mapping[A, Cents], entry: Entry[A]) -> dict[A, Cents]:
        """The balances after an entry."""
        return self.moved(balances, entry.postings)

    def overdrawn(self, balances: Mapping[A, Cents]) -> Iterator[A]:
        """Accounts below zero that may not be."""
        negative = self._may_be_negative
        return (account for account, balance in balances.items() if balance < 0 and account not in negative)
