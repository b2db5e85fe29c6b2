"""The money of a tournament: fees, pool, commission, prizes. Tournament chips are other accounts, at the tables.

Double entry: an entry that does not sum to zero cannot be built, and none can hold an account of chips.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import astuple

from puntobanco.values.money import Cents


class Cage(Struct, array_like=True, tag="cage", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Outside the tournament: below zero by what entrants paid and did not get back."""


class Fees(Struct, array_like=True, tag="fees", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Entry fees until the first session starts."""


class Pool(Struct, array_like=True, tag="pool", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The prize pool until the places are awarded."""


class Commission(Struct, array_like=True, tag="commission", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What of the fees the operator keeps."""


class Prize(Struct, array_like=True, tag="prize", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prize that was awarded and is not paid yet."""

    player: str


Account: TypeAlias = Cage | Fees | Pool | Commission | Prize
Balances: TypeAlias = Mapping[Account, Cents]

CAGE, FEES, POOL, COMMISSION = Cage(), Fees(), Pool(), Commission()


def prize(player: str) -> Prize:
    return Prize(player=player)


def written(account: Account) -> str:
    """`pool`, `prize/ann`: an account as people type and read it."""
    return "/".join((str(account.__struct_config__.tag), *astuple(account)))


class MoneyEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Amounts of money by account that sum to zero."""

    postings: tuple[tuple[Account, Cents], ...]

    def __post_init__(self) -> None:
        total = sum(amount for _, amount in self.postings)
        if total:
            raise ValueError(f"an entry sums to zero, not to {total}")


def moved(source: Account, *targets: tuple[Account, Cents]) -> MoneyEntry:
    """An entry that takes all of these amounts from one account; what comes to nothing is left out."""
    total = sum(amount for _, amount in targets)
    postings = ((source, -total), *targets)
    return MoneyEntry(postings=tuple(one for one in postings if one[1]))


def back_to_the_cage(balances: Balances, amount: Cents) -> MoneyEntry:
    """An entry that pays an amount at the cage from whatever the tournament holds."""
    postings: list[tuple[Account, Cents]] = [(CAGE, amount)]
    left = amount
    for account, balance in balances.items():
        if account != CAGE and left:
            taken = min(left, balance)
            postings.append((account, -taken))
            left -= taken
    return MoneyEntry(postings=tuple(one for one in postings if one[1]))


def post(balances: Balances, entry: MoneyEntry) -> dict[Account, Cents]:
    """The balances after an entry; an account at zero is not kept."""
    after = dict(balances)
    for account, amount in entry.postings:
        balance = after.pop(account, 0) + amount
        if balance:
            after[account] = balance
    return after


def overdrawn(balances: Balances) -> Iterator[Account]:
    """Accounts below zero that may not be."""
    return (account for account, balance in balances.items() if balance < 0 and account != CAGE)


def shared(amount: Cents, names: Iterable[str]) -> dict[str, Cents]:
    """An amount in equal parts, odd cents one each to the first of these names."""
    order = tuple(names)
    each, odd = divmod(amount, len(order))
    return {name: each + (place < odd) for place, name in enumerate(order)}
