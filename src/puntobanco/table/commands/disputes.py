"""Disputes: raised, decided by the operator, reviewed by the regulator."""

from collections.abc import Iterator
from typing import Annotated

from puntobanco.streams.actors import OPERATOR, PATRON, SUPERVISOR, Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.forms import Choices, FieldSort, Label, Option, Sets
from puntobanco.streams.legal_action import LegalAction
from puntobanco.table import ledger
from puntobanco.table.commands.fields import DisputeNumber
from puntobanco.table.commands.reversals import unpaid
from puntobanco.table.events.rulings import DisputeDecided, DisputeRaised, DisputeSettled, ReviewAsked
from puntobanco.table.model import Ruling
from puntobanco.table.queries.history import may_ask_review, open_disputes
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.money import Cents


@given_by(PATRON, SUPERVISOR)
class RaiseDispute(Command[TableState], tag="raise_dispute.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Record a dispute."""

    ruling = Ruling.DISPUTES

    text: Annotated[str, Label("What it is about, in words", FieldSort.WORDS)]
    """What it is about."""

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        if state.rules.disputes.value:
            yield LegalAction(cls.kind, asks=("text",))

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

    ruling = Ruling.INTERRUPTION

    number: DisputeNumber
    decision: Annotated[str, Label("The decision, in words", FieldSort.WORDS)]
    """In words."""
    referred: Annotated[bool, Label("Refer it to the regulator")] = False
    """True if the regulator is asked to review it."""
    patron: Annotated[str, Label("Whose money it moves")] | None = None
    """Whose money the decision moves: a patron of this table, also one who has left, or the one who raised it."""
    amount: Annotated[Cents, Label("Dollars to the patron, below zero from the patron")] | None = None
    """To the patron, or below zero from the patron."""

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        for number in open_disputes(state):
            yield LegalAction(cls.kind, (("number", number),), asks=("decision", "referred"))

    @classmethod
    def place_text(cls, state: TableState, where: Sets) -> str:
        return _dispute_text(state, where)

    @classmethod
    def options(cls, state: TableState) -> Choices:
        open_to = (one.patron for one in state.disputes if one.decision is None)
        names = dict.fromkeys((*state.patrons, *open_to))
        return {("patron",): [Option(text=name, sets={"patron": name}) for name in names]}

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

    ruling = Ruling.DISPUTES

    number: DisputeNumber

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        for number in may_ask_review(state, actor):
            yield LegalAction(cls.kind, (("number", number),))

    @classmethod
    def place_text(cls, state: TableState, where: Sets) -> str:
        return _dispute_text(state, where)

    def decide(self, draft: TableDraft) -> None:
        clause = draft.state.rules.disputes.clause
        if self.number not in may_ask_review(draft.state, self.actor):
            sentence = f"dispute {self.number} is not a decided one of yours, or its review was asked for already"
            refuse(draft.state.rules, "no_review", clause, sentence)
        patron = next(one.patron for one in draft.state.disputes if one.number == self.number)
        draft.add(ReviewAsked(number=self.number, patron=patron, clause=clause))


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


def _dispute_text(state: TableState, where: Sets) -> str:
    return next(f"{one.number}, {one.patron}: {one.text}" for one in state.disputes if one.number == where["number"])
