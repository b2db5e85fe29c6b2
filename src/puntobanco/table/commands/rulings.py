"""People with authority: voids, exclusions, payments in error, disputes."""

from puntobanco.rulebooks.books import interpretations
from puntobanco.streams.actors import OPERATOR, PATRON, SUPERVISOR
from puntobanco.streams.command import Command, given_by
from puntobanco.table import ledger
from puntobanco.table.commands.admission import require_patron
from puntobanco.table.commands.reversals import reversal, unpaid
from puntobanco.table.commands.round_end import give_back_what_stayed, void_current, void_finished
from puntobanco.table.events.patrons import ExclusionLifted, PatronExcluded
from puntobanco.table.events.rulings import (
    DisputeDecided,
    DisputeRaised,
    DisputeSettled,
    PaymentRecorded,
    ReviewAsked,
    WagerVoided,
)
from puntobanco.table.events.wagers import give_back
from puntobanco.table.model import Phase, SettledWager, VoidReason
from puntobanco.table.queries.history import (
    again_out_of_turn,
    may_ask_review,
    open_disputes,
    power_to_void,
    settled_in,
    standing_round,
    why_not_broken,
)
from puntobanco.table.queries.money import can_be_recorded, least_payment, paid_until_now
from puntobanco.table.queries.round import reopenable
from puntobanco.table.refuse import refuse
from puntobanco.table.return_reasons import Reason
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.money import Cents, Count, format_dollars


@given_by(OPERATOR)
class VoidRound(Command[TableState], tag="void_round.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Declare a round void."""

    round: Count
    reason: VoidReason

    def decide(self, draft: TableDraft) -> None:
        power = power_to_void(draft.state.rules, self.reason)
        if not power.value:
            sentence = f"the operator may not void a round for {self.reason.value} here"
            refuse(draft.state.rules, "no_power_to_void", power.clause, sentence)
        current = draft.state.round
        if current is not None and current.number == self.round:
            void_current(draft, reason=Reason(self.reason), clause=power.clause, reshuffle=False)
            return
        found = standing_round(draft.state, self.round, power.clause)
        void_finished(draft, found, reason=Reason(self.reason), clause=power.clause)


@given_by(OPERATOR)
class VoidWager(Command[TableState], tag="void_wager.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Declare a wager void whose patron broke a clause.

    The first wager out of turn stands: only that of a patron who was warned may be void for it. Until the call, its
    patron may bet again in turn.
    """

    round: Count
    patron: str
    area: str
    wager: str
    broke: str
    """The clause that was broken."""

    def decide(self, draft: TableDraft) -> None:
        clause = _check_breach(draft, self.broke)
        if self.broke == draft.state.rules.betting_order.clause:
            clause = self.broke
            _require_again_out_of_turn(draft, self)
        lying = draft.state.stakes.at(self.patron, self.area, self.wager)
        if lying is not None and self.round == draft.state.round_number:
            box = ledger.box(self.area, self.wager, self.patron)
            _add_void_wager(draft, self, ledger.transfer(box, ledger.chips(self.patron), lying.amount), clause)
            return
        line, last = _settled_line(draft, self, clause), reopenable(draft.state)
        _add_void_wager(draft, self, reversal(draft.state, (line,)), clause)
        if last is not None and last.round.number == self.round:
            give_back_what_stayed(draft, last, (line,), clause)


@given_by(OPERATOR)
class Exclude(Command[TableState], tag="exclude.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Exclude a patron who broke a clause.

    Until it is lifted; the patron can cash out and leave.
    """

    patron: str
    broke: str
    """The clause that was broken."""

    def decide(self, draft: TableDraft) -> None:
        clause = _check_breach(draft, self.broke)
        name = self.patron
        if name in draft.state.excluded:
            refuse(draft.state.rules, "excluded", clause, f"{name} is excluded already")
        if name not in draft.state.departed:
            require_patron(draft, name)
        if draft.state.phase is not Phase.DEALING:
            for one in draft.state.stakes.of(name):
                give_back(draft, one, one.amount, reason=Reason.EXCLUDED, clause=clause)
        draft.add(PatronExcluded(patron=name, broke=self.broke, clause=clause))


@given_by(OPERATOR)
class LiftExclusion(Command[TableState], tag="lift_exclusion.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let an excluded patron play again."""

    patron: str

    def decide(self, draft: TableDraft) -> None:
        if self.patron not in draft.state.excluded:
            refuse(
                draft.state.rules,
                "not_excluded",
                interpretations.EXCLUSION.number,
                f"{self.patron} is not excluded: there is nothing to lift",
            )
        draft.add(ExclusionLifted(patron=self.patron, clause=interpretations.EXCLUSION.number))


@given_by(SUPERVISOR)
class RecordPayment(Command[TableState], tag="record_payment.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Record what a patron really got back for a settled wager, its stake included, where the dealer erred.

    The difference to what the book gives is booked on the account `payment_errors`.
    """

    round: Count
    patron: str
    area: str
    wager: str
    amount: Cents
    """What the patron really got back, the stake included; 0 if it was collected."""
    debt: bool = False
    """True if the patron owes what was paid too much."""

    def decide(self, draft: TableDraft) -> None:
        """The difference to what the book gives is booked apart; the patron owes it only if the supervisor says so."""
        line = _line(draft, self)
        _check_payment(draft, self, line)
        change = self.amount - paid_until_now(line)
        debt = self.amount - line.returned if self.debt else 0
        entry = ledger.transfer(ledger.PAYMENT_ERRORS, ledger.chips(line.patron), change)
        entry += ledger.claim(ledger.debt(line.patron), debt)
        draft.add(
            PaymentRecorded(
                number=self.round,
                patron=line.patron,
                area=line.area,
                wager=line.wager,
                returned=line.returned,
                really_returned=self.amount,
                debt=debt,
                entry=entry,
                clause=line.clause,
            )
        )


@given_by(PATRON, SUPERVISOR)
class RaiseDispute(Command[TableState], tag="raise_dispute.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Record a dispute."""

    text: str
    """What it is about."""

    def decide(self, draft: TableDraft) -> None:
        ruled = draft.state.rules.disputes
        if not ruled.value or not self.text.strip():
            refuse(draft.state.rules, "no_dispute", ruled.clause, "a dispute says in words what it is about")
        number = len(draft.state.disputes) + 1
        draft.add(DisputeRaised(number=number, patron=self.actor.person, text=self.text, clause=ruled.clause))


@given_by(OPERATOR)
class DecideDispute(Command[TableState], tag="decide_dispute.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Decide a dispute: in words, with money to or (below zero) from a patron, and whether a review is asked for.

    What chips do not cover becomes debt.
    """

    number: Count
    decision: str
    """In words."""
    referred: bool = False
    """True if the regulator is asked to review it."""
    patron: str | None = None
    """Whose money the decision moves: a patron of this table, also one who has left, or the one who raised it."""
    amount: Cents | None = None
    """To the patron, or below zero from the patron."""

    def decide(self, draft: TableDraft) -> None:
        """Decide a dispute; a decision about money is booked as its own entry, with the decision as the reason."""
        ruled = draft.state.rules.disputes
        if self.number not in open_disputes(draft.state) or not self.decision.strip():
            refuse(
                draft.state.rules,
                "no_such_dispute",
                ruled.clause,
                f"dispute {self.number} is not open, or has no decision",
            )
        patron = next(one.patron for one in draft.state.disputes if one.number == self.number)
        draft.add(
            DisputeDecided(
                number=self.number,
                patron=patron,
                decision=self.decision,
                referred=self.referred,
                clause=ruled.clause,
            )
        )
        if self.patron is not None or self.amount is not None:
            _settle_dispute(draft, self, raised_by=patron)


@given_by(PATRON, SUPERVISOR)
class AskReview(Command[TableState], tag="ask_review.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask that the regulator reviews the decision of a dispute.

    A patron for the own dispute, a supervisor for any.
    """

    number: Count

    def decide(self, draft: TableDraft) -> None:
        clause = draft.state.rules.disputes.clause
        if self.number not in may_ask_review(draft.state, self.actor):
            sentence = f"dispute {self.number} is not a decided one of yours, or its review was asked for already"
            refuse(draft.state.rules, "no_review", clause, sentence)
        patron = next(one.patron for one in draft.state.disputes if one.number == self.number)
        draft.add(ReviewAsked(number=self.number, patron=patron, clause=clause))


def _check_breach(draft: TableDraft, broke: str) -> str:
    """The operator's power over a patron who broke a clause that binds."""
    power = draft.state.rules.void_for_breach
    if not power.value:
        refuse(draft.state.rules, "no_power_over_breach", power.clause, "the operator has no such power here")
    if (why_not := why_not_broken(draft.state.rules, broke)) is not None:
        refuse(draft.state.rules, *why_not)
    return power.clause


def _require_again_out_of_turn(draft: TableDraft, command: VoidWager) -> None:
    """The first wager out of turn stands with a warning."""
    if command.patron not in again_out_of_turn(draft.state, command.round):
        sentence = f"{command.patron} did not bet out of turn again, after a warning: the wager stands"
        refuse(draft.state.rules, "not_out_of_turn_again", command.broke, sentence)


def _settled_line(draft: TableDraft, command: VoidWager, clause: str) -> SettledWager:
    for line in settled_in(draft.state, command.round):
        if (line.patron, line.area, line.wager) == (command.patron, command.area, command.wager) and not line.voided:
            return line
    sentence = f"{command.patron} had no standing wager on {command.wager} in area {command.area} in that round"
    refuse(draft.state.rules, "no_such_wager", clause, sentence)


def _add_void_wager(draft: TableDraft, command: VoidWager, entry: ledger.TableEntry, clause: str) -> None:
    draft.add(
        WagerVoided(
            number=command.round,
            patron=command.patron,
            area=command.area,
            wager=command.wager,
            broke=command.broke,
            entry=entry,
            clause=clause,
        )
    )


def _settle_dispute(draft: TableDraft, command: DecideDispute, *, raised_by: str) -> None:
    name, amount, clause = command.patron, command.amount, draft.state.rules.disputes.clause
    if name is None or not amount:
        refuse(
            draft.state.rules,
            "amount_incomplete",
            clause,
            "money in a decision needs the patron and an amount, not zero",
        )
    if name != raised_by and not _is_or_was_here(draft.state, name):
        sentence = f"{name} was never at this table and did not raise the dispute"
        refuse(draft.state.rules, "unknown_patron", clause, sentence)
    if not ledger.has_room(draft.state.accounts, abs(amount)):
        refuse(draft.state.rules, "too_large", clause, "that is more than the books of a table hold: name less")
    draft.add(
        DisputeSettled(
            number=command.number,
            patron=name,
            amount=amount,
            reason=command.decision,
            entry=_correction(draft.state, name, amount),
            clause=clause,
        )
    )


def _is_or_was_here(state: TableState, name: str) -> bool:
    """Whether a patron plays here, or has left: issued chips are not given to a patron who has."""
    return name in state.patrons or (name in state.departed and not state.rules.chips_are_issued)


def _correction(state: TableState, name: str, amount: Cents) -> ledger.TableEntry:
    """Money between house and patron, as debt where chips do not cover it; who is gone is then paid at the cage."""
    if amount > 0:
        return ledger.transfer(ledger.FLOAT, ledger.chips(name), amount)
    paid = min(-amount, state.balance(ledger.chips(name)))
    return ledger.transfer(ledger.chips(name), ledger.FLOAT, paid) + unpaid(state.rules, name, -amount - paid)


def _line(draft: TableDraft, command: RecordPayment) -> SettledWager:
    for line in settled_in(draft.state, command.round):
        where = (line.patron, line.area, line.wager)
        if where == (command.patron, command.area, command.wager) and can_be_recorded(line):
            return line
    sentence = f"{command.patron} has no settled wager on {command.wager} in area {command.area} in that round"
    refuse(draft.state.rules, "no_such_wager", draft.state.rules.disputes.clause, sentence)


def _check_payment(draft: TableDraft, command: RecordPayment, line: SettledWager) -> None:
    rules, least = draft.state.rules, least_payment(draft.state, line)
    if command.amount == paid_until_now(line) and not command.debt:
        sentence = f"{format_dollars(command.amount)} is in the books already: name another amount"
        refuse(rules, "nothing_to_record", line.clause, sentence)
    if command.debt and rules.chips_are_issued:
        sentence = "nobody owes issued chips: record what was paid without a debt"
        refuse(rules, "nothing_owed", rules.chips_come_from.clause, sentence)
    if command.debt and command.amount <= line.returned:
        sentence = f"only what was paid above {format_dollars(line.returned)} can be owed back"
        refuse(rules, "nothing_owed", line.clause, sentence)
    if not ledger.has_room(draft.state.accounts, command.amount):
        refuse(rules, "too_large", line.clause, "that is more than the books of a table hold: name less")
    if command.amount < least:
        sentence = f"{line.patron}'s chips leave {format_dollars(least)} or more: pay the patron what is missing"
        refuse(rules, "not_enough_chips", line.clause, sentence)
