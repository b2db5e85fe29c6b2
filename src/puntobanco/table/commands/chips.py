"""Patrons buy chips and cash out, or the operator issues chips and collects them."""

from collections.abc import Iterator
from typing import NoReturn

from puntobanco.streams.actors import DEALER, OPERATOR, PATRON, Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.forms import Sets
from puntobanco.streams.ledger import CAGE
from puntobanco.streams.legal_action import Amounts, LegalAction
from puntobanco.table import ledger
from puntobanco.table.commands.admission import (
    patron_meant,
    patrons_meant,
    require_bank,
    require_cage,
    require_no_dealer,
    require_not_excluded,
    require_open_table,
    require_patron,
)
from puntobanco.table.commands.commission_and_debt import collect, pay_out, settle_debt, take_wagers_back
from puntobanco.table.commands.fields import Amount, PatronName, SeatNumber
from puntobanco.table.commands.patrons import leave_seat
from puntobanco.table.commands.round_end import close_if_empty, shuffle_after_vacancy
from puntobanco.table.events.money import BoughtIn, CashedOut, ChipsIssued
from puntobanco.table.events.patrons import PatronLeft
from puntobanco.table.events.turns import lay_marker
from puntobanco.table.model import Phase
from puntobanco.table.queries.money import can_cash_out, owed
from puntobanco.table.queries.seats import free_seats
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.money import Cents, format_dollars


@given_by(PATRON, DEALER)
class BuyIn(Command[TableState], tag="buy_in.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Bring chips to the table.

    The first time, it brings the patron. Who has dealt at the table does not bet at it.
    """

    amount: Amount
    patron: PatronName | None = None
    """For whom, when a dealer does it for a patron; a patron does it for nobody else."""

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        smallest, name = state.rules.chips.value.smallest, actor.person
        if state.rules.chips_are_issued or state.is_closed:
            return
        amounts = (Amounts(smallest, None, smallest),)
        if actor.role is DEALER:
            yield LegalAction(cls.kind, amounts=amounts, asks=("patron",))
        elif name not in state.dealers and name not in state.excluded:
            yield LegalAction(cls.kind, amounts=amounts)

    def decide(self, draft: TableDraft) -> None:
        state, name = draft.state, patron_meant(draft, self)
        clause = state.rules.chips.clause
        require_cage(draft)
        require_open_table(draft)
        require_not_excluded(draft, name)
        require_no_dealer(draft, name)
        _check_name(draft, name)
        if self.amount <= 0 or not state.rules.chips.value.can_make(self.amount):
            sentence = f"{format_dollars(self.amount)} cannot be had in the table's chips ({state.rules.chips.value})"
            refuse(state.rules, "not_in_chips", clause, sentence)
        if not ledger.has_room(state.accounts, self.amount):
            refuse(state.rules, "too_large", clause, "that is more than the books of a table hold: bring less")
        entry = ledger.transfer(CAGE, ledger.chips(name), self.amount)
        draft.add(BoughtIn(patron=name, amount=self.amount, entry=entry, clause=clause))
        shuffle_after_vacancy(draft)


@given_by(PATRON, DEALER)
class CashOut(Command[TableState], tag="cash_out.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take chips away; commission owed and debt are settled first."""

    amount: Amount
    patron: PatronName | None = None
    """For whom, when a dealer does it for a patron; a patron does it for nobody else."""

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        for patron, where in () if state.rules.chips_are_issued else patrons_meant(state, actor):
            most = can_cash_out(state, patron.name)
            if most > 0 and where:  # what a patron has is not for the dealer, who asks for the amount
                yield LegalAction(cls.kind, where, asks=("amount",))
            elif most > 0:
                yield LegalAction(cls.kind, where, (Amounts(1, most, 1),))

    def decide(self, draft: TableDraft) -> None:
        name = patron_meant(draft, self)
        require_cage(draft)
        require_patron(draft, name)
        most = can_cash_out(draft.state, name)
        clause = draft.state.rules.chips.clause
        if not 0 < self.amount <= most:
            _refuse_to_pay(draft, self, name, most)
        collect(draft, name, from_all=False)
        settle_debt(draft, name)
        entry = ledger.transfer(ledger.chips(name), CAGE, self.amount)
        draft.add(CashedOut(patron=name, amount=self.amount, entry=entry, clause=clause))


@given_by(OPERATOR)
class IssueChips(Command[TableState], tag="issue_chips.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Give a patron chips from the bank and a seat, where chips are issued and not bought; between rounds.

    Who is at the table gives the chips back first.
    """

    patron: PatronName
    seat: SeatNumber
    amount: Amount
    warned: bool = False
    """Whether the patron was warned at another table of bets out of turn."""

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        open_between_rounds = state.phase not in (Phase.DEALING, Phase.CLOSED)
        for seat in free_seats(state) if state.rules.chips_are_issued and open_between_rounds else ():
            yield LegalAction(cls.kind, (("seat", seat),), (Amounts(1, None, 1),), asks=("patron", "warned"))

    @classmethod
    def place_text(cls, _: TableState, where: Sets) -> str:
        return f"Seat {where['seat']}"

    def decide(self, draft: TableDraft) -> None:
        state, name, clause = draft.state, self.patron, draft.state.rules.chips_come_from.clause
        require_bank(draft)
        _require_between_rounds(draft)
        require_not_excluded(draft, name)
        require_no_dealer(draft, name)
        _check_name(draft, name)
        if name in state.patrons or state.phase is Phase.CLOSED or self.seat not in free_seats(state):
            sentence = f"{name} cannot be given seat {self.seat}: one free seat each, at an open table"
            refuse(draft.state.rules, "seat_not_free", clause, sentence)
        if self.amount <= 0 or not ledger.has_room(state.accounts, self.amount):
            sentence = f"{format_dollars(self.amount)} cannot be issued: name an amount that the books hold"
            refuse(draft.state.rules, "too_large" if self.amount > 0 else "no_chips", clause, sentence)
        entry = ledger.transfer(ledger.BANK, ledger.chips(name), self.amount)
        draft.add(
            ChipsIssued(patron=name, seat=self.seat, amount=self.amount, warned=self.warned, entry=entry, clause=clause)
        )
        shuffle_after_vacancy(draft)


@given_by(OPERATOR)
class TakeChipsIn(Command[TableState], tag="take_chips_in.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take all chips of a patron back to the bank, between rounds: the patron leaves the seat and the table.

    Wagers that are not closed go back first.
    """

    patron: PatronName
    seat_kept: bool = False
    """Whether chips are issued again at the same seat at once, so that the starting marker stays there."""

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        for name in state.patrons if state.rules.chips_are_issued and state.phase is not Phase.DEALING else ():
            yield LegalAction(cls.kind, (("patron", name),))

    def decide(self, draft: TableDraft) -> None:
        require_bank(draft)
        _require_between_rounds(draft)
        patron = require_patron(draft, self.patron)
        clause = draft.state.rules.chips_come_from.clause
        take_wagers_back(draft, patron.name, clause)
        if patron.seat is not None:
            leave_seat(draft, patron, required=True, clause=clause)
        pay_out(draft, patron.name, clause)
        draft.add(PatronLeft(patron=patron.name, clause=clause))
        if draft.state.turns.marker is not None and not self.seat_kept:
            lay_marker(draft)
        close_if_empty(draft)


def _require_between_rounds(draft: TableDraft) -> None:
    if draft.state.phase is Phase.DEALING:
        sentence = "a round is being dealt: chips are issued and taken in between rounds"
        refuse(draft.state.rules, "round_is_on", draft.state.rules.chips_come_from.clause, sentence)


def _check_name(draft: TableDraft, name: str) -> None:
    if not name or "/" in name:
        refuse(draft.state.rules, "bad_name", draft.state.rules.chips.clause, "a patron has a name without a slash")


def _refuse_to_pay(draft: TableDraft, command: CashOut, name: str, most: Cents) -> NoReturn:
    """A dealer does not hear what a patron has or owes."""
    asked = format_dollars(command.amount)
    if command.actor.role is DEALER:
        sentence = f"{asked} cannot be cashed out for {name}: ask the patron for less, or see the patron off"
        refuse(draft.state.rules, "not_enough_chips", draft.state.rules.chips.clause, sentence)
    sentence = f"{format_dollars(max(most, 0))} can be cashed out after what is owed, not {asked}"
    refuse(draft.state.rules, "not_enough_chips", _kept_back_by(draft, name, command.amount), sentence)


def _kept_back_by(draft: TableDraft, name: str, amount: Cents) -> str:
    """The clause that keeps chips at the table: there are not so many, or commission is to be paid from them."""
    state = draft.state
    has = 0 < amount <= state.balance(ledger.chips(name))
    commission = owed(state, name) + state.balance(ledger.commission_debt(name))
    return (draft.state.rules.commission_on_leaving if has and commission else draft.state.rules.chips).clause
