"""The accounts of a table; what is owed to the house is booked against the float."""

from collections.abc import Mapping
from typing import TypeAlias

from puntobanco.streams.ledger import CAGE, Account, Cage, Entry, Ledger
from puntobanco.values.memo import remember
from puntobanco.values.money import LARGEST, Cents


class Bank(Account, tag="bank", frozen=True):
    """Where chips come from that are issued and not bought: below zero by what patrons were given."""


class Float(Account, tag="float", frozen=True):
    """The table's chips, less what patrons owe to it."""


class CommissionTaken(Account, tag="commission_taken", frozen=True):
    """Commission that was collected."""


class PaymentErrors(Account, tag="payment_errors", frozen=True):
    """What dealers kept in error, less what they gave away in error; below zero when they gave away more."""


class Chips(Account, tag="chips", frozen=True, kw_only=True):
    """What a patron can bet with."""

    patron: str


class Box(Account, tag="box", frozen=True, kw_only=True):
    """A patron's stake on a wager in an area."""

    area: str
    wager: str
    patron: str


class CommissionOwed(Account, tag="commission_owed", frozen=True, kw_only=True):
    """Commission that is still to be collected."""

    patron: str


class CommissionDebt(Account, tag="commission_debt", frozen=True, kw_only=True):
    """Commission that was to be collected and could not be covered."""

    patron: str


class Debt(Account, tag="debt", frozen=True, kw_only=True):
    """What a patron owes apart from commission."""

    patron: str


OfPatron: TypeAlias = Chips | Box | CommissionOwed | CommissionDebt | Debt
TableAccount: TypeAlias = Cage | Bank | Float | CommissionTaken | PaymentErrors | OfPatron
TableEntry: TypeAlias = Entry[TableAccount]
TableBalances: TypeAlias = Mapping[TableAccount, Cents]

BANK, FLOAT, COMMISSION_TAKEN, PAYMENT_ERRORS = Bank(), Float(), CommissionTaken(), PaymentErrors()
_LEDGER: Ledger[TableAccount] = Ledger(may_be_negative=(CAGE, BANK, FLOAT, PAYMENT_ERRORS))
transfer, summed, combine, entry_of = _LEDGER.transfer, _LEDGER.summed, _LEDGER.combine, _LEDGER.entry_of
moved, overdrawn = _LEDGER.moved, _LEDGER.overdrawn


def patron_of(account: TableAccount) -> str | None:
    """Whose money it is; none for the house's."""
    return None if isinstance(account, Cage | Bank | Float | CommissionTaken | PaymentErrors) else account.patron


_CHIPS: dict[str, Chips] = {}


def chips(patron: str) -> Chips:
    return _CHIPS.get(patron) or remember(_CHIPS, patron, Chips(patron=patron))


_BOXES: dict[tuple[str, str, str], Box] = {}


def box(area: str, wager: str, patron: str) -> Box:
    """The same account every time, so that its hash is reckoned once."""
    spot = (area, wager, patron)
    return _BOXES.get(spot) or remember(_BOXES, spot, Box(area=area, wager=wager, patron=patron))


def commission_owed(patron: str) -> CommissionOwed:
    return CommissionOwed(patron=patron)


def commission_debt(patron: str) -> CommissionDebt:
    return CommissionDebt(patron=patron)


def debt(patron: str) -> Debt:
    return Debt(patron=patron)


NOTHING: TableEntry = Entry(postings=())


def claim(account: OfPatron, amount: Cents) -> TableEntry:
    """Book what a patron owes; a negative amount takes it off."""
    return transfer(FLOAT, account, amount)


def post(balances: TableBalances, *entries: TableEntry) -> dict[TableAccount, Cents]:
    """The balances after entries, boxes left to the stakes that lie in them."""
    postings = (posting for entry in entries for posting in entry.postings)
    return moved(balances, [posting for posting in postings if type(posting[0]) is not Box])


MOST_BOOKED = LARGEST // 4
"""How far an account may go before nothing more is brought to the table or bet."""
MOST_PAID = LARGEST // 100_000
"""What a wager may pay: a thousand of them in one round stay far below what a record holds."""


def has_room(balances: TableBalances, amount: Cents) -> bool:
    """Whether so much more can go through the books without coming near what a record holds."""
    get = balances.get
    booked = [get(account, 0) for account in (CAGE, BANK, FLOAT, PAYMENT_ERRORS)]
    return amount + max(map(abs, booked)) <= MOST_BOOKED
