"""The accounts of one stream of the cage: cash, what is held, and what is at tables and tournaments."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from puntobanco.streams.ledger import Account, Entry, Ledger
from puntobanco.values.money import Cents


class Cash(Account, tag="cash", frozen=True):
    """Outside the house: below zero by what was deposited and not withdrawn."""


class Held(Account, tag="account", frozen=True):
    """What the cage holds for the patron, or of the house's own money."""


class At(Account, tag="at", frozen=True, kw_only=True):
    """What went to a table or tournament and did not come back; below zero where more came back."""

    stream: str


CageAccount: TypeAlias = Cash | Held | At
CageEntry: TypeAlias = Entry[CageAccount]
CageBalances: TypeAlias = Mapping[CageAccount, Cents]

CASH, HELD = Cash(), Held()
_LEDGER: Ledger[CageAccount] = Ledger(may_be_negative=(CASH,))
transfer, post = _LEDGER.transfer, _LEDGER.post


def at(stream: str) -> At:
    return At(stream=stream)


def overdrawn(balances: CageBalances) -> Iterator[CageAccount]:
    """Only what is held may not be below zero: more may come back from a table than went there."""
    return (account for account, balance in balances.items() if balance < 0 and account == HELD)
