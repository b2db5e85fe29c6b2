"""Rulings: void rounds and wagers, payments in error, exclusions, a seat that is required back."""

from collections.abc import Iterator
from typing import Annotated

from puntobanco.rulebooks.books import interpretations
from puntobanco.streams.actors import OPERATOR, SUPERVISOR, Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.forms import Choices, Label, Option
from puntobanco.streams.legal_action import LegalAction
from puntobanco.table import ledger
from puntobanco.table.commands.admission import patrons_welcome, require_free_choice_of_seats, require_patron
from puntobanco.table.commands.fields import AreaName, BrokenClause, PatronName, RoundNumber, WagerId
from puntobanco.table.commands.patrons import leave_seat
from puntobanco.table.commands.reversals import reversal
from puntobanco.table.commands.round_end import give_back_what_stayed, void_current, void_finished
from puntobanco.table.commands.ruling_options import WAGER_OF_ROUND, payment_options, round_options, wager_options
from puntobanco.table.events.patrons import ExclusionLifted, PatronExcluded
from puntobanco.table.events.rulings import PaymentRecorded, WagerVoided
from puntobanco.table.events.wagers import give_back
from puntobanco.table.model import Phase, Ruling, SettledWager, VoidReason
from puntobanco.table.queries.history import (
    again_out_of_turn,
    clauses_to_break,
    has_standing_round,
    power_to_void,
    settled_in,
    settled_lines,
    standing_round,
    why_not_broken,
)
from puntobanco.table.queries.money import can_be_recorded, least_payment, paid_until_now
from puntobanco.table.queries.round import reopenable
from puntobanco.table.queries.seats import sat_out_too_long
from puntobanco.table.refuse import refuse
from puntobanco.table.return_reasons import Reason
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.money import Cents, format_dollars


@given_by(OPERATOR)
class VoidRound(Command[TableState], tag="void_round.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Declare a round void."""

    ruling = Ruling.ROUNDS

    round: RoundNumber
    reason: Annotated[VoidReason, Label("Why")]

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        if state.round is None and not has_standing_round(state):
            return
        for reason in VoidReason:
            if power_to_void(state.rules, reason).value:
                yield LegalAction(cls.kind, (("reason", reason),), asks=("round",))

    @classmethod
    def options(cls, state: TableState) -> Choices:
        return {("round",): round_options(state)}

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

    ruling = Ruling.ROUNDS

    round: RoundNumber
    patron: PatronName
    area: AreaName
    wager: WagerId
    broke: BrokenClause
    """The clause that was broken."""

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        may_void = state.rules.void_for_breach.value
        if may_void and (state.stakes or any(not line.voided for _, line in settled_lines(state))):
            yield LegalAction(cls.kind, asks=("round", "patron", "area", "wager", "broke"))

    @classmethod
    def options(cls, state: TableState) -> Choices:
        return {WAGER_OF_ROUND: wager_options(state), ("broke",): _clause_options(state)}

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


@given_by(SUPERVISOR)
class RecordPayment(Command[TableState], tag="record_payment.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Record what a patron really got back for a settled wager, its stake included, where the dealer erred.

    The difference to what the book gives is booked on the account `payment_errors`.
    """

    ruling = Ruling.ROUNDS

    round: RoundNumber
    patron: PatronName
    area: AreaName
    wager: WagerId
    amount: Annotated[Cents, Label("What the patron really got back, the stake included")]
    """What the patron really got back, the stake included; 0 if it was collected."""
    debt: Annotated[bool, Label("The patron owes what was paid too much")] = False
    """True if the patron owes what was paid too much."""

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        if any(can_be_recorded(line) for _, line in settled_lines(state)):
            yield LegalAction(cls.kind, asks=("round", "patron", "area", "wager", "amount"))

    @classmethod
    def options(cls, state: TableState) -> Choices:
        return {WAGER_OF_ROUND: payment_options(state)}

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


@given_by(OPERATOR)
class Exclude(Command[TableState], tag="exclude.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Exclude a patron who broke a clause.

    Until it is lifted; the patron can cash out and leave.
    """

    ruling = Ruling.PATRONS

    patron: PatronName
    broke: BrokenClause
    """The clause that was broken."""

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        here = [patron.name for patron in patrons_welcome(state)]
        for name in (*here, *sorted(state.departed - state.excluded)) if state.rules.void_for_breach.value else ():
            yield LegalAction(cls.kind, (("patron", name),), asks=("broke",))

    @classmethod
    def options(cls, state: TableState) -> Choices:
        return {("broke",): _clause_options(state)}

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

    ruling = Ruling.PATRONS

    patron: PatronName

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        for name in sorted(state.excluded):
            yield LegalAction(cls.kind, (("patron", name),))

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
class RequireSeat(Command[TableState], tag="require_seat.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Require a seat back from a patron who sat out too long at a full table."""

    ruling = Ruling.SEATS

    patron: PatronName

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        for patron in state.patrons.values():
            if sat_out_too_long(state, patron) and not state.rules.chips_are_issued:
                yield LegalAction(cls.kind, (("patron", patron.name),))

    def decide(self, draft: TableDraft) -> None:
        require_free_choice_of_seats(draft)
        patron = require_patron(draft, self.patron)
        clause = draft.state.rules.sit_out_limit.clause
        if not sat_out_too_long(draft.state, patron):
            sentence = f"{patron.name} has not sat out long enough at a full table to lose the seat"
            refuse(draft.state.rules, "seat_is_safe", clause, sentence)
        leave_seat(draft, patron, required=True, clause=clause)


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


def _clause_options(state: TableState) -> Iterator[Option]:
    """The clauses that a patron can break."""
    for clause in clauses_to_break(state.rules):
        yield Option(text=f"{clause.number}: {clause.meaning}", sets={"broke": clause.number})
