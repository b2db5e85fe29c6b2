"""The statement of an account: every movement of money, in order, with the balance after it."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from puntobanco.cage.events import AccountEvent, BroughtBack, Deposited, PaidAtDesk, TakenTo, WithdrawalPaid
from puntobanco.cage.ledger import HELD, At
from puntobanco.cage.model import Moment
from puntobanco.cage.state import AccountState
from puntobanco.streams.event import event_name
from puntobanco.values.money import Cents


class StatementLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One movement."""

    at: Moment
    what: str
    """The written name of the event, such as `deposited`."""
    stream: str | None
    """The table or tournament that the money went to or came from."""
    amount: Cents
    """What the account has more; below zero, less."""
    at_desk: Cents
    """What was paid in cash at a tournament's desk, which the account never had."""
    balance: Cents
    """What the account has after it."""


class Statement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All movements, and what they come to."""

    patron: str | None
    """None for the house's own money."""
    lines: tuple[StatementLine, ...]
    deposited: Cents
    withdrawn: Cents
    at_desk: Cents
    """What was paid in cash at the desks of tournaments."""
    balance: Cents
    asked: Cents
    """What the patron wants paid out."""
    elsewhere: Mapping[str, Cents]
    """By table or tournament: what went there and did not come back; below zero, what was won there."""


def statement(events: Iterable[AccountEvent]) -> Statement:
    """Of an account from its first event on."""
    state: AccountState | None = None
    lines: list[StatementLine] = []
    for event in events:
        state = event.evolve(state)
        match event:
            case Deposited() | WithdrawalPaid() | TakenTo() | PaidAtDesk() | BroughtBack():
                lines.append(_line(event, state.held))
            case _:
                pass
    if state is None:
        raise ValueError("an account begins with an event")
    return _summed(state, tuple(lines))


def _line(event: Deposited | WithdrawalPaid | TakenTo | PaidAtDesk | BroughtBack, balance: Cents) -> StatementLine:
    return StatementLine(
        at=event.at,
        what=event_name(event),
        stream=getattr(event, "stream", None),
        amount=dict(event.entry.postings).get(HELD, 0),
        at_desk=event.amount if isinstance(event, PaidAtDesk) else 0,
        balance=balance,
    )


def _summed(state: AccountState, lines: tuple[StatementLine, ...]) -> Statement:
    cash = [one.amount for one in lines if one.stream is None]
    return Statement(
        patron=state.patron,
        lines=lines,
        deposited=sum(amount for amount in cash if amount > 0),
        withdrawn=-sum(amount for amount in cash if amount < 0),
        at_desk=sum(one.at_desk for one in lines),
        balance=state.held,
        asked=state.asked,
        elsewhere={one.stream: balance for one, balance in state.accounts.items() if isinstance(one, At)},
    )
