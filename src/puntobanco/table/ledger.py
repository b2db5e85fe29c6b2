"""Double entry: every movement of money is an entry that sums to zero, or it cannot be built."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import astuple

from puntobanco.values.memo import remember
from puntobanco.values.money import LARGEST, Cents


class Cage(
    Struct,
    array_like=True,
    gc=False,
    cache_hash=True,
    tag="cage",
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """Outside the table: below zero by what patrons brought in as chips."""


class Bank(
    Struct,
    array_like=True,
    gc=False,
    cache_hash=True,
    tag="bank",
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """Where chips come from that are issued and not bought: below zero by what patrons were given."""


class Float(
    Struct,
    array_like=True,
    gc=False,
    cache_hash=True,
    tag="float",
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """The table's chips, less what patrons owe to it."""


class CommissionTaken(
    Struct,
    array_like=True,
    gc=False,
    cache_hash=True,
    tag="commission_taken",
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    pass


class PaymentErrors(
    Struct,
    array_like=True,
    gc=False,
    cache_hash=True,
    tag="payment_errors",
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """What dealers kept in error, less what they gave away in error; below zero when they gave away more."""


class Chips(
    Struct,
    array_like=True,
    gc=False,
    cache_hash=True,
    tag="chips",
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """What a patron can bet with."""

    patron: str


class Box(
    Struct, array_like=True, gc=False, cache_hash=True, tag="box", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A patron's stake on a wager in an area."""

    area: str
    wager: str
    patron: str


class CommissionOwed(
    Struct,
    array_like=True,
    gc=False,
    cache_hash=True,
    tag="commission_owed",
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    patron: str


class CommissionDebt(
    Struct,
    array_like=True,
    gc=False,
    cache_hash=True,
    tag="commission_debt",
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """Commission that was to be collected and could not be covered."""

    patron: str


class Debt(
    Struct,
    array_like=True,
    gc=False,
    cache_hash=True,
    tag="debt",
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    patron: str


OfPatron: TypeAlias = Chips | Box | CommissionOwed | CommissionDebt | Debt
Account: TypeAlias = Cage | Bank | Float | CommissionTaken | PaymentErrors | OfPatron
Balances: TypeAlias = Mapping[Account, Cents]
Posting: TypeAlias = tuple[Account, Cents]

CAGE, BANK, FLOAT, COMMISSION_TAKEN, PAYMENT_ERRORS = Cage(), Bank(), Float(), CommissionTaken(), PaymentErrors()
MAY_BE_NEGATIVE: frozenset[Account] = frozenset({CAGE, BANK, FLOAT, PAYMENT_ERRORS})


def kind_of(account: Account) -> str:
    return str(account.__struct_config__.tag)


def patron_of(account: Account) -> str | None:
    """Whose money it is; none for the house's."""
    return None if isinstance(account, Cage | Bank | Float | CommissionTaken | PaymentErrors) else account.patron


def written(account: Account) -> str:
    """`chips/ann`, `box/1/player/ann`, `float`: an account as people type and read it."""
    return "/".join((kind_of(account), *astuple(account)))


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


class Entry(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Amounts by account that sum to zero, each account once; what is owed to the house is booked against the float."""

    postings: tuple[Posting, ...]

    def __post_init__(self) -> None:
        total = 0
        for _, amount in self.postings:
            total += amount
        if total:
            raise ValueError(f"an entry sums to zero, not to {total}")

    def __add__(self, other: "Entry") -> "Entry":
        return summed((*self.postings, *other.postings))


NOTHING = Entry(postings=())


def summed(postings: Iterable[Posting]) -> Entry:
    """An entry of these postings, those of one account in one; what comes to nothing is left out."""
    totals: dict[Account, Cents] = {}
    for account, amount in postings:
        book(totals, account, amount)
    return entry_of(totals)


def book(totals: dict[Account, Cents], account: Account, amount: Cents) -> None:
    totals[account] = totals.get(account, 0) + amount


def entry_of(totals: Mapping[Account, Cents]) -> Entry:
    postings = tuple([posting for posting in totals.items() if posting[1]])
    if postings and max(totals.values()) > LARGEST:  # as much goes down as goes up
        raise ValueError("a posting is beyond what a record holds")
    return Entry(postings=postings)


def transfer(source: Account, target: Account, amount: Cents) -> Entry:
    """Move an amount from one account to another."""
    return Entry(postings=((source, -amount), (target, amount))) if amount else NOTHING


def claim(account: Account, amount: Cents) -> Entry:
    """Book what a patron owes; a negative amount takes it off."""
    return transfer(FLOAT, account, amount)


def combine(entries: Iterable[Entry]) -> Entry:
    return summed(posting for entry in entries for posting in entry.postings)


def post(balances: Balances, *entries: Entry) -> dict[Account, Cents]:
    """The balances after entries, boxes left to the stakes that lie in them."""
    postings = (posting for entry in entries for posting in entry.postings)
    return moved(balances, [posting for posting in postings if type(posting[0]) is not Box])


def moved(balances: Balances, postings: Iterable[Posting]) -> dict[Account, Cents]:
    """The balances after postings to accounts other than boxes; an account at zero is not kept."""
    after = dict(balances)
    for account, amount in postings:
        balance = after.get(account, 0) + amount
        if balance:
            after[account] = balance
        else:
            after.pop(account, None)
    return after


MOST_BOOKED = LARGEST // 4
"""How far an account may go before nothing more is brought to the table or bet."""
MOST_PAID = LARGEST // 100_000
"""What a wager may pay: a thousand of them in one round stay far below what a record holds."""


def has_room(balances: Balances, amount: Cents) -> bool:
    """Whether so much more can go through the books without coming near what a record holds."""
    get = balances.get
    booked = [get(account, 0) for account in (CAGE, BANK, FLOAT, PAYMENT_ERRORS)]
    return amount + max(map(abs, booked)) <= MOST_BOOKED


def overdrawn(balances: Balances) -> Iterator[Account]:
    """Accounts below zero that may not be."""
    return (account for account, balance in balances.items() if balance < 0 and account not in MAY_BE_NEGATIVE)
