"""What people with authority decided after the fact."""

from typing import Any

from puntobanco.table.ledger import post
from puntobanco.table.model import Dispute, SettledWager
from puntobanco.table.phrases import in_words, moved_in_words, place_in_words, reason_in_words
from puntobanco.table.return_reasons import Reason
from puntobanco.table.state import Books, Own, Public, TableState, bet_is_gone, posted, turns_without
from puntobanco.values.money import Cents, Count, format_dollars
from puntobanco.values.replace import changed


class RoundVoided(Public, tag="round_voided.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished round was declared void."""

    number: Count
    entry: Books
    reason: Reason

    def apply(self, state: TableState) -> TableState:
        rounds = tuple(changed(one, void=True) if one.number == self.number else one for one in state.rounds)
        ended = state.ended
        if ended is not None and ended.round.number == self.number:
            ended = None
        return changed(state, rounds=rounds, ended=ended, accounts=post(state.accounts, self.entry))

    def describe(self, by: str, /) -> str:
        return f"Round {self.number} is void by {by} for {reason_in_words(self.reason)}{moved_in_words(self.entry)}"


class WagerVoided(Public, tag="wager_voided.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wager is void because its patron broke a clause."""

    number: Count
    patron: str
    area: str
    wager: str
    broke: str
    entry: Books

    def apply(self, state: TableState) -> TableState:
        if self.number == state.round_number and not _is_settled(state, self):
            state = bet_is_gone(_taken(state, self), self.patron)
            turn_is_on = state.round is not None or state.turns.now == self.patron
            return state if turn_is_on else changed(state, turns=turns_without(state.turns, self.patron))
        state = changed(state, accounts=post(state.accounts, self.entry))
        if state.round is not None and state.round.number == self.number:
            return changed(state, round=changed(state.round, settled=_marked(state.round.settled, self)))
        rounds = tuple(
            changed(one, settled=_marked(one.settled, self)) if one.number == self.number else one
            for one in state.rounds
        )
        ended = state.ended
        if ended is not None and ended.round.number == self.number:
            ended = changed(ended, round=changed(ended.round, settled=_marked(ended.round.settled, self)))
        return changed(state, rounds=rounds, ended=ended)

    def describe(self, _: str, /) -> str:
        wager = f"{self.patron}'s wager on {in_words(self.wager)} in round {self.number}"
        return f"{wager} is void for breaking {self.broke}{moved_in_words(self.entry)}"


class ErrorRecorded(Public, tag="error_recorded.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wrong placement is on record, and nothing is reversed."""

    number: Count

    def apply(self, state: TableState) -> TableState:
        return state

    def describe(self, _: str, /) -> str:
        return f"A placement error in round {self.number} is recorded; nothing is reversed"


class PaymentRecorded(Own, tag="payment_recorded.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a patron really got back for a settled wager; the book gives `returned`, and `debt` is owed back."""

    number: Count
    area: str
    wager: str
    returned: Cents
    really_returned: Cents
    debt: Cents
    entry: Books

    def apply(self, state: TableState) -> TableState:
        state = changed(state, accounts=post(state.accounts, self.entry))
        if state.round is not None and state.round.number == self.number:
            return changed(state, round=changed(state.round, settled=_with_payment(state.round.settled, self)))
        rounds = tuple(
            changed(one, settled=_with_payment(one.settled, self)) if one.number == self.number else one
            for one in state.rounds
        )
        ended = state.ended
        if ended is not None and ended.round.number == self.number:
            ended = changed(ended, round=changed(ended.round, settled=_with_payment(ended.round.settled, self)))
        return changed(state, rounds=rounds, ended=ended)

    def describe(self, _: str, /) -> str:
        return _payment(self)


def _payment(event: PaymentRecorded) -> str:
    really, right = format_dollars(event.really_returned), format_dollars(event.returned)
    owed = f"; {event.patron} owes {format_dollars(event.debt)}" if event.debt else ""
    return (
        f"{event.patron} really got {really} back for {in_words(event.wager)} {place_in_words(event.area)} "
        f"in round {event.number}, not {right}{owed}"
    )


def _taken(state: TableState, event: WagerVoided) -> TableState:
    lying = state.stakes.at(event.patron, event.area, event.wager)
    stakes = state.stakes if lying is None else state.stakes.without(lying)
    return changed(state, stakes=stakes, accounts=post(state.accounts, event.entry))


def _with_payment(settled: tuple[SettledWager, ...], event: PaymentRecorded) -> tuple[SettledWager, ...]:
    real, debt = event.really_returned, event.debt
    return tuple(changed(one, really_returned=real, debt=debt) if _same(one, event) else one for one in settled)


def _is_settled(state: TableState, event: WagerVoided) -> bool:
    return state.round is not None and any(_same(settled, event) for settled in state.round.settled)


def _marked(settled: tuple[SettledWager, ...], event: WagerVoided) -> tuple[SettledWager, ...]:
    return tuple(changed(one, voided=True) if _same(one, event) else one for one in settled)


def _same(settled: SettledWager, event: WagerVoided | PaymentRecorded) -> bool:
    return (settled.patron, settled.area, settled.wager) == (event.patron, event.area, event.wager)


class DisputeRaised(Own, tag="dispute_raised.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody disputes what happened."""

    number: Count
    text: str

    def apply(self, state: TableState) -> TableState:
        return changed(
            state, disputes=(*state.disputes, Dispute(number=self.number, patron=self.patron, text=self.text))
        )

    def describe(self, _: str, /) -> str:
        return f"Dispute {self.number} by {self.patron}: {self.text}"


class DisputeDecided(Own, tag="dispute_decided.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The operator decided a dispute; where `referred`, the regulator is asked to review that."""

    number: Count
    decision: str
    referred: bool

    def apply(self, state: TableState) -> TableState:
        return _with_dispute(state, self.number, decision=self.decision, referred=self.referred)

    def describe(self, _: str, /) -> str:
        return f"Dispute {self.number} decided: {self.decision}{'; referred to the regulator' if self.referred else ''}"


class DisputeSettled(Own, tag="dispute_settled.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Money that a decision gives to a patron, or takes (an amount below zero), with its reason."""

    number: Count
    amount: Cents
    reason: str
    entry: Books

    def apply(self, state: TableState) -> TableState:
        return posted(_with_dispute(state, self.number, about=self.patron), self)

    def describe(self, _: str, /) -> str:
        if self.amount > 0:
            return f"Dispute {self.number}: {self.patron} gets {format_dollars(self.amount)} by its decision"
        due = f"{self.patron} is to pay {format_dollars(-self.amount)} by its decision"
        return f"Dispute {self.number}: {due}{moved_in_words(self.entry)}"


class ReviewAsked(Own, tag="review_asked.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The regulator is asked to review the decision of a dispute."""

    number: Count

    def apply(self, state: TableState) -> TableState:
        return _with_dispute(state, self.number, referred=True)

    def describe(self, by: str, /) -> str:
        return f"{by} asks the regulator to review dispute {self.number}"


def _with_dispute(state: TableState, number: int, **changes: Any) -> TableState:
    disputes = tuple(changed(one, **changes) if one.number == number else one for one in state.disputes)
    return changed(state, disputes=disputes)
