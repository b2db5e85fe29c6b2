"""Commission and debt, and chips that leave with their patron."""

from collections.abc import Iterator

from puntobanco.rulebooks.books import interpretations
from puntobanco.streams.actors import DEALER, Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.ledger import CAGE
from puntobanco.streams.legal_action import LegalAction
from puntobanco.table import ledger
from puntobanco.table.events.money import CashedOut, ChipsTakenIn, CommissionCollected, DebtSettled, DepartedPaid
from puntobanco.table.events.wagers import withdraw
from puntobanco.table.queries.money import commission_is_due, owed
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableDraft, TableState


@given_by(DEALER)
class CollectCommission(
    Command[TableState], tag="collect_commission.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Collect the commission that is owed.

    When its interval has passed.
    """

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        if commission_is_due(state):
            yield LegalAction(cls.kind)

    def decide(self, draft: TableDraft) -> None:
        if not commission_is_due(draft.state):
            every = draft.state.rules.commission_every
            sentence = (
                "no commission is due now: it is collected at its interval between rounds, and at the end of the shoe"
            )
            refuse(draft.state.rules, "commission_not_due", every.clause, sentence)
        collect_from_all(draft)


def collect(draft: TableDraft, name: str, *, from_all: bool) -> None:
    """Collect a patron's commission; what chips do not cover becomes debt of its own, or is let go if issued."""
    collect_commission_debt(draft, name)
    amount = owed(draft.state, name)
    if amount == 0:
        return
    account = ledger.commission_owed(name)
    paid = min(amount, draft.state.balance(ledger.chips(name)))
    entry = ledger.transfer(ledger.chips(name), ledger.COMMISSION_TAKEN, paid) + ledger.claim(account, -paid)
    unpaid = 0 if draft.state.rules.chips_are_issued else amount - paid
    entry += ledger.transfer(account, ledger.commission_debt(name), unpaid)
    entry += ledger.claim(account, paid + unpaid - amount)
    draft.add(
        CommissionCollected(
            patron=name,
            amount=paid,
            from_all=from_all,
            entry=entry,
            clause=draft.state.rules.commission.clause,
            unpaid=unpaid,
        )
    )


def collect_commission_debt(draft: TableDraft, name: str) -> None:
    """Commission that was not covered when it was collected is taken from chips, as far as they go."""
    account = ledger.commission_debt(name)
    paid = min(draft.state.balance(account), draft.state.balance(ledger.chips(name)))
    if paid:
        entry = ledger.transfer(ledger.chips(name), ledger.COMMISSION_TAKEN, paid) + ledger.claim(account, -paid)
        draft.add(
            CommissionCollected(
                patron=name,
                amount=paid,
                from_all=False,
                entry=entry,
                unpaid=0,
                clause=interpretations.COMMISSION_DEBT.number,
            )
        )


def collect_from_all(draft: TableDraft) -> None:
    for name in draft.state.patrons:
        collect(draft, name, from_all=True)


def pay_departed(draft: TableDraft) -> None:
    """Chips of who is no longer at the table go where they came from, after what that patron owes."""
    for name in sorted(draft.state.departed):
        if draft.state.balance(ledger.chips(name)):
            collect(draft, name, from_all=False)
            settle_debt(draft, name)
            _pay_who_is_gone(draft, name)


def _pay_who_is_gone(draft: TableDraft, name: str) -> None:
    amount = draft.state.balance(ledger.chips(name))
    if draft.state.rules.chips_are_issued:
        pay_out(draft, name, draft.state.rules.chips_come_from.clause)
    elif amount:
        entry = ledger.transfer(ledger.chips(name), CAGE, amount)
        draft.add(DepartedPaid(patron=name, amount=amount, entry=entry, clause=draft.state.rules.chips.clause))


def settle_debt(draft: TableDraft, name: str) -> None:
    """Pay debts from chips, as far as they go: commission first."""
    collect_commission_debt(draft, name)
    amount = min(draft.state.balance(ledger.debt(name)), draft.state.balance(ledger.chips(name)))
    if amount:
        entry = ledger.transfer(ledger.chips(name), ledger.FLOAT, amount) + ledger.claim(ledger.debt(name), -amount)
        draft.add(DebtSettled(patron=name, amount=amount, entry=entry, clause=interpretations.VOID_AND_DEBT.number))


def pay_out(draft: TableDraft, name: str, clause: str) -> None:
    """All chips of a patron go where they came from: paid at the cage, or back to the bank."""
    amount = draft.state.balance(ledger.chips(name))
    if amount and draft.state.rules.chips_are_issued:
        entry = ledger.transfer(ledger.chips(name), ledger.BANK, amount)
        draft.add(ChipsTakenIn(patron=name, amount=amount, entry=entry, clause=clause))
    elif amount:
        entry = ledger.transfer(ledger.chips(name), CAGE, amount)
        draft.add(CashedOut(patron=name, amount=amount, entry=entry, clause=clause))


def take_wagers_back(draft: TableDraft, name: str, clause: str) -> None:
    """All that a patron has on the layout goes back to the chips."""
    for one in draft.state.stakes.of(name):
        withdraw(draft, one, one.amount, clause)
