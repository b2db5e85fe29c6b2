"""The money of a tournament: fees, pool, commission, prizes. Tournament chips are other accounts, at the tables."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from puntobanco.streams.ledger import CAGE, Account, Cage, Entry, Ledger
from puntobanco.values.money import Cents


class Fees(Account, tag="fees", frozen=True):
    """Entry fees until the first session starts."""


class Pool(Account, tag="pool", frozen=True):
    """The prize pool until the places are awarded."""


class Commission(Account, tag="commission", frozen=True):
    """What of the fees the operator keeps."""


class Prize(Account, tag="prize", frozen=True, kw_only=True):
    """A prize that was awarded and is not paid yet."""

    player: str


TournamentAccount: TypeAlias = Cage | Fees | Pool | Commission | Prize
TournamentEntry: TypeAlias = Entry[TournamentAccount]
TournamentBalances: TypeAlias = Mapping[TournamentAccount, Cents]

FEES, POOL, COMMISSION = Fees(), Pool(), Commission()
_LEDGER: Ledger[TournamentAccount] = Ledger(may_be_negative=(CAGE,))
distribution, post, overdrawn = _LEDGER.distribution, _LEDGER.post, _LEDGER.overdrawn


def prize(player: str) -> Prize:
    return Prize(player=player)


def back_to_the_cage(balances: TournamentBalances, amount: Cents) -> TournamentEntry:
    """An entry that pays an amount at the cage from whatever the tournament holds."""
    postings: list[tuple[TournamentAccount, Cents]] = [(CAGE, amount)]
    left = amount
    for account, balance in balances.items():
        if account != CAGE and left:
            taken = min(left, balance)
            postings.append((account, -taken))
            left -= taken
    return Entry(postings=tuple(one for one in postings if one[1]))


def shared(amount: Cents, names: Iterable[str]) -> dict[str, Cents]:
    """An amount in equal parts, odd cents one each to the first of these names."""
    order = tuple(names)
    each, odd = divmod(amount, len(order))
    return {name: each + (place < odd) for place, name in enumerate(order)}
