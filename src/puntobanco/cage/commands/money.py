"""Deposits, withdrawals, and money on its way to and from tables and tournaments."""

from collections.abc import Iterator

from puntobanco.cage.command import (
    CASHIER,
    EVERYBODY,
    OPERATOR,
    PATRON,
    SUPERVISOR,
    require_amount,
    require_moment,
    require_open,
    require_patrons_own,
)
from puntobanco.cage.events.account import WithdrawalAsked
from puntobanco.cage.events.money import BroughtBack, Deposited, PaidAtDesk, TakenTo, WithdrawalPaid
from puntobanco.cage.model import Day
from puntobanco.cage.queries.limits import day_at, left_of, room_for
from puntobanco.cage.queries.play_limits import require_loss_allows, require_may_play, require_not_excluded
from puntobanco.cage.state import CLAUSE, AccountDraft, AccountState, refuse
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.legal_action import Amounts, LegalAction
from puntobanco.streams.names import TOURNAMENT
from puntobanco.values.money import Cents, Count, format_dollars
from puntobanco.values.replace import changed


@given_by(CASHIER)
class Deposit(Command[AccountState], tag="deposit.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take cash from the patron, who is there, or put the house's own into the vault."""

    amount: Cents
    at: Count = 0
    """The time, in microseconds since 1970, which the house fills in."""

    @classmethod
    def legal_actions(cls, state: AccountState, _: Actor) -> Iterator[LegalAction]:
        """Up to what the ledger holds: a day's limit is checked with the time."""
        room = room_for(state)
        if not state.closed and room:
            yield LegalAction(cls.kind, amounts=(Amounts(1, room, 1),))

    def decide(self, draft: AccountDraft) -> None:
        state = draft.state
        _require_movable(self.amount, self.at)
        require_open(state)
        require_not_excluded(state)
        if self.amount > room_for(state):
            refuse("too_large", "amount: that is more than the books of an account hold")
        before = day_at(state.day, self.at)
        _require_within(state, left_of(state.deposits, before.deposited, self.at), self.amount, "deposited")
        day = changed(before, deposited=before.deposited + self.amount)
        draft.add(Deposited(patron=state.patron, amount=self.amount, at=self.at, day=day, clause=CLAUSE))


@given_by(PATRON)
class AskWithdrawal(
    Command[AccountState], tag="ask_withdrawal.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Ask for money to be paid out, so that it lies ready at the cage and goes to no table.

    Who asks again says how much in all.
    """

    amount: Cents

    @classmethod
    def legal_actions(cls, state: AccountState, actor: Actor) -> Iterator[LegalAction]:
        if state.patron == actor.person:
            yield LegalAction(cls.kind, amounts=(Amounts(0, state.held, 1),))

    def decide(self, draft: AccountDraft) -> None:
        state = draft.state
        require_patrons_own(state, self.actor)
        if not 0 <= self.amount <= state.held:
            asked, held = format_dollars(self.amount), format_dollars(state.held)
            refuse("not_enough", f"amount: {asked} cannot be paid out of {held}")
        draft.add(WithdrawalAsked(patron=state.patron, amount=self.amount, clause=CLAUSE))


@given_by(CASHIER)
class PayWithdrawal(
    Command[AccountState], tag="pay_withdrawal.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Pay cash to the patron, who is there, whether or not it was asked for before; also from a closed account."""

    amount: Cents
    at: Count = 0
    """The time, in microseconds since 1970, which the house fills in."""

    @classmethod
    def legal_actions(cls, state: AccountState, _: Actor) -> Iterator[LegalAction]:
        if state.held > 0:
            yield LegalAction(cls.kind, amounts=(Amounts(1, state.held, 1),))

    def decide(self, draft: AccountDraft) -> None:
        state = draft.state
        _require_movable(self.amount, self.at)
        if self.amount > state.held:
            asked, held = format_dollars(self.amount), format_dollars(state.held)
            refuse("not_enough", f"{state.whose} has {held}: {asked} cannot be paid out")
        draft.add(WithdrawalPaid(patron=state.patron, amount=self.amount, at=self.at, clause=CLAUSE))


@given_by(*EVERYBODY)
class TakeTo(Command[AccountState], tag="take_to.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take money to a table or tournament; the house gives it with the buy-in, the fee or the fill, never alone."""

    only_beside = True

    stream: str
    """The table's or tournament's."""
    amount: Cents
    at: Count = 0
    """The time, in microseconds since 1970, which the house fills in."""

    def decide(self, draft: AccountDraft) -> None:
        state = draft.state
        _require_movable(self.amount, self.at)
        require_open(state)
        if self.stream.startswith(TOURNAMENT):
            _require_owner(state, self.actor)
        _require_play(state, self.amount, self.at)
        if self.amount > state.free:
            asked, free = format_dollars(self.amount), format_dollars(state.free)
            refuse("not_enough", f"{state.whose} has {free} at the cage: {asked} cannot be taken to {self.stream}")
        day = _day_with(state, self.amount, self.at)
        amount, stream = self.amount, self.stream
        draft.add(TakenTo(patron=state.patron, stream=stream, amount=amount, at=self.at, day=day, clause=CLAUSE))


@given_by(SUPERVISOR, OPERATOR)
class PayAtDesk(Command[AccountState], tag="pay_at_desk.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take cash from the patron at a tournament's desk; the house gives it with the entry, never alone.

    What the account holds stays as it is; the patron's own limits on play hold all the same.
    """

    only_beside = True

    stream: str
    """The tournament's."""
    amount: Cents
    at: Count = 0
    """The time, in microseconds since 1970, which the house fills in."""

    def decide(self, draft: AccountDraft) -> None:
        state = draft.state
        _require_movable(self.amount, self.at)
        require_open(state)
        _require_play(state, self.amount, self.at)
        if self.amount > room_for(state):
            refuse("too_large", "amount: that is more than the books of an account hold")
        day = _day_with(state, self.amount, self.at)
        amount, stream = self.amount, self.stream
        draft.add(PaidAtDesk(patron=state.patron, stream=stream, amount=amount, at=self.at, day=day, clause=CLAUSE))


@given_by(*EVERYBODY)
class BringBack(Command[AccountState], tag="bring_back.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Bring money back from a table or tournament; the house gives it with what was paid there, never alone.

    No limit and no closed account stands against it: what a table has paid is there.
    """

    only_beside = True

    stream: str
    """The table's or tournament's."""
    amount: Cents
    at: Count = 0
    """The time, in microseconds since 1970, which the house fills in."""

    def decide(self, draft: AccountDraft) -> None:
        _require_movable(self.amount, self.at)
        patron, stream = draft.state.patron, self.stream
        draft.add(BroughtBack(patron=patron, stream=stream, amount=self.amount, at=self.at, clause=CLAUSE))


def _require_movable(amount: Cents, at: int) -> None:
    require_amount(amount)
    require_moment(at)


def _require_owner(state: AccountState, actor: Actor) -> None:
    """A fee leaves an account by an act of its patron, and by nobody else's."""
    if actor.role is not Role.PATRON or actor.person != state.patron:
        sentence = f"only {state.whose} pays a fee from this account; take it at the desk instead"
        refuse("not_yours", sentence)


def _require_play(state: AccountState, amount: Cents, at: int) -> None:
    """That own limits let so much more be played with."""
    if state.guarded:
        require_may_play(state, at)
        require_loss_allows(state, at, more=amount)
    _require_within(state, left_of(state.play, day_at(state.day, at).taken, at), amount, "played with")


def _day_with(state: AccountState, taken: Cents, at: int) -> Day:
    before = day_at(state.day, at)
    return changed(before, taken=before.taken + taken)


def _require_within(state: AccountState, left: Cents | None, amount: Cents, what: str) -> None:
    if left is not None and amount > left:
        can = format_dollars(left)
        refuse("over_limit", f"by the own limit of {state.whose}, {can} more can be {what} today")
