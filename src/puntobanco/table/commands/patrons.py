"""Patrons bring chips, sit down, ask, and leave."""

from typing import NoReturn

from puntobanco.rulebooks.books import interpretations
from puntobanco.rulebooks.rule_values import MaximumBinds
from puntobanco.rulebooks.table_rules import Ruled
from puntobanco.streams.actors import DEALER, OPERATOR, PATRON, SUPERVISOR
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.ledger import CAGE
from puntobanco.table import ledger
from puntobanco.table.commands.admission import (
    patron_meant,
    require_bank,
    require_cage,
    require_free_choice_of_seats,
    require_no_dealer,
    require_not_excluded,
    require_open_table,
    require_patron,
    require_welcome,
)
from puntobanco.table.commands.commission_and_debt import (
    collect,
    collect_from_all,
    pay_out,
    settle_debt,
    take_wagers_back,
)
from puntobanco.table.commands.round_end import close_if_empty, shuffle_after_vacancy
from puntobanco.table.events.money import BoughtIn, CashedOut, ChipsIssued
from puntobanco.table.events.patrons import (
    MarkerPlaced,
    MaximumGranted,
    PatronLeft,
    PatronsNamed,
    PlaceGivenAway,
    RulesGiven,
    SeatLeft,
    SeatTaken,
)
from puntobanco.table.events.shoe import CutDeclined
from puntobanco.table.events.turns import lay_marker
from puntobanco.table.events.wagers import give_back
from puntobanco.table.model import Patron, Phase
from puntobanco.table.queries.layout import no_longer_possible
from puntobanco.table.queries.money import can_cash_out, commission_is_due, owed
from puntobanco.table.queries.opening_checks import require_payable
from puntobanco.table.queries.seats import free_seats, marker_is_due, may_give_place_away, sat_out_too_long
from puntobanco.table.refuse import refuse
from puntobanco.table.return_reasons import Reason
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.money import Cents, Count, format_dollars


@given_by(PATRON, DEALER)
class BuyIn(Command[TableState], tag="buy_in.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Bring chips to the table.

    The first time, it brings the patron. Who has dealt at the table does not bet at it.
    """

    amount: Cents
    patron: str | None = None
    """For whom, when a dealer does it for a patron; a patron does it for nobody else."""

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

    amount: Cents
    patron: str | None = None
    """For whom, when a dealer does it for a patron; a patron does it for nobody else."""

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

    patron: str
    seat: Count
    amount: Cents
    warned: bool = False
    """Whether the patron was warned at another table of bets out of turn."""

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

    patron: str
    seat_kept: bool = False
    """Whether chips are issued again at the same seat at once, so that the starting marker stays there."""

    def decide(self, draft: TableDraft) -> None:
        require_bank(draft)
        _require_between_rounds(draft)
        patron = require_patron(draft, self.patron)
        clause = draft.state.rules.chips_come_from.clause
        take_wagers_back(draft, patron.name, clause)
        if patron.seat is not None:
            _leave_seat(draft, patron, required=True, clause=clause)
        pay_out(draft, patron.name, clause)
        draft.add(PatronLeft(patron=patron.name, clause=clause))
        if draft.state.turns.marker is not None and not self.seat_kept:
            lay_marker(draft)
        close_if_empty(draft)


def _require_between_rounds(draft: TableDraft) -> None:
    if draft.state.phase is Phase.DEALING:
        sentence = "a round is being dealt: chips are issued and taken in between rounds"
        refuse(draft.state.rules, "round_is_on", draft.state.rules.chips_come_from.clause, sentence)


@given_by(PATRON, DEALER)
class TakeSeat(Command[TableState], tag="take_seat.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sit down at a free seat."""

    seat: Count
    patron: str | None = None
    """For whom, when a dealer does it for a patron; a patron does it for nobody else."""

    def decide(self, draft: TableDraft) -> None:
        require_free_choice_of_seats(draft)
        require_open_table(draft)
        patron = require_welcome(draft, patron_meant(draft, self))
        clause = draft.state.rules.seats.clause
        if patron.seat is not None or self.seat not in free_seats(draft.state):
            seats = draft.state.rules.seats.value
            sentence = f"seat {self.seat} cannot be taken: choose a free one from 1 to {seats}, one only"
            refuse(draft.state.rules, "seat_not_free", clause, sentence)
        draft.add(SeatTaken(patron=patron.name, seat=self.seat, clause=clause))


@given_by(PATRON, DEALER)
class LeaveSeat(Command[TableState], tag="leave_seat.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Stand up."""

    patron: str | None = None
    """For whom, when a dealer does it for a patron; a patron does it for nobody else."""

    def decide(self, draft: TableDraft) -> None:
        require_free_choice_of_seats(draft)
        patron = require_patron(draft, patron_meant(draft, self))
        if patron.seat is None:
            refuse(
                draft.state.rules, "not_seated", draft.state.rules.seats.clause, f"{patron.name} has no seat to leave"
            )
        _leave_seat(draft, patron, required=False, clause=draft.state.rules.seats.clause)


@given_by(PATRON, DEALER)
class GivePlaceAway(
    Command[TableState], tag="give_place_away.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Let other patrons use the place that is kept for a seated patron in the area of the seat, for this round."""

    patron: str | None = None
    """For whom, when a dealer does it for a patron; a patron does it for nobody else."""

    def decide(self, draft: TableDraft) -> None:
        require_free_choice_of_seats(draft)
        require_open_table(draft)
        patron, clause = require_patron(draft, patron_meant(draft, self)), interpretations.OWN_AREA.number
        if not may_give_place_away(draft.state, patron):
            sentence = f"{patron.name} has no place to give away: a seated patron has one until wagers close"
            refuse(draft.state.rules, "no_place_to_give", clause, sentence)
        draft.add(PlaceGivenAway(patron=patron.name, round=draft.state.round_number, clause=clause))


@given_by(PATRON, DEALER)
class LeaveTable(Command[TableState], tag="leave_table.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Go away, which is never refused where patrons buy their chips.

    Wagers that are not closed go back, chips pay commission and debt, and the rest is paid at the cage. Wagers of
    a round in progress are decided, and what they return is paid at the cage, too.
    """

    patron: str | None = None
    """For whom, when a dealer does it for a patron; a patron does it for nobody else."""

    def decide(self, draft: TableDraft) -> None:
        """A patron is gone: that is a fact. Chips pay commission and debt first, the rest is paid at the cage.

        Wagers that are not closed yet go back; those of a round in progress are decided without their patron.
        """
        require_free_choice_of_seats(draft)
        patron = require_patron(draft, patron_meant(draft, self))
        clause = draft.state.rules.chips.clause
        if draft.state.phase is not Phase.DEALING:
            take_wagers_back(draft, patron.name, clause)
        if patron.seat is not None:
            _leave_seat(draft, patron, required=False, clause=draft.state.rules.seats.clause)
        collect(draft, patron.name, from_all=False)
        settle_debt(draft, patron.name)
        pay_out(draft, patron.name, clause)
        draft.add(PatronLeft(patron=patron.name, clause=clause))
        close_if_empty(draft)


@given_by(OPERATOR)
class GrantMaximum(Command[TableState], tag="grant_maximum.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Allow a patron a maximum above the table's."""

    patron: str
    amount: Cents

    def decide(self, draft: TableDraft) -> None:
        rules = draft.state.rules
        require_open_table(draft)
        patron = require_welcome(draft, self.patron)
        if not rules.personal_maximum.value:
            refuse(rules, "no_personal_maximum", rules.personal_maximum.clause, "this table has one maximum for all")
        if self.amount <= rules.maximum.value:
            sentence = f"a personal maximum is above the table's {format_dollars(rules.maximum.value)}"
            refuse(rules, "maximum_too_low", rules.personal_maximum.clause, sentence)
        clause = rules.personal_maximum.clause
        require_payable(rules, Ruled(value=self.amount, clause=clause))
        draft.add(MaximumGranted(patron=patron.name, amount=self.amount, clause=clause))


@given_by(DEALER)
class PlaceMarker(Command[TableState], tag="place_marker.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Put the marker that shows a personal maximum beside the patron.

    Only then does it count.
    """

    patron: str

    def decide(self, draft: TableDraft) -> None:
        require_open_table(draft)
        patron = require_welcome(draft, self.patron)
        clause = draft.state.rules.personal_maximum.clause
        if not marker_is_due(patron):
            refuse(draft.state.rules, "no_marker_due", clause, f"{patron.name} has no new maximum to show")
        draft.add(MarkerPlaced(patron=patron.name, clause=clause))


@given_by(OPERATOR)
class NamePatrons(Command[TableState], tag="name_patrons.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Name the patrons whose total in one area the maximum binds, between rounds.

    Of what they have there above it the newest wagers go back.
    """

    patrons: tuple[str, ...]

    def decide(self, draft: TableDraft) -> None:
        rules = draft.state.rules
        if rules.maximum_binds.value is not MaximumBinds.NAMED:
            sentence = "the maximum does not bind named patrons here: the house would have to choose it"
            refuse(rules, "maximum_not_named", rules.maximum_binds.clause, sentence)
        clause = rules.maximum_binds.clause
        if draft.state.phase is Phase.DEALING:
            refuse(rules, "round_is_on", clause, "a round is being dealt: name the patrons when it is over")
        for name in self.patrons:
            require_patron(draft, name)
        draft.add(PatronsNamed(patrons=self.patrons, clause=clause))
        for one in no_longer_possible(draft.state):
            give_back(draft, one, one.amount, reason=Reason.OVER_MAXIMUM, clause=clause)


@given_by(PATRON)
class AskRules(Command[TableState], tag="ask_rules.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a copy of the rules."""

    def decide(self, draft: TableDraft) -> None:
        clause = draft.state.rules.rules_on_request.clause
        if not draft.state.rules.rules_on_request.value:
            refuse(draft.state.rules, "no_copy", clause, "this house gives no copies of its rules")
        draft.add(RulesGiven(patron=self.actor.person, digest=draft.state.rules.digest, clause=clause))


@given_by(SUPERVISOR)
class RequireSeat(Command[TableState], tag="require_seat.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Require a seat back from a patron who sat out too long at a full table."""

    patron: str

    def decide(self, draft: TableDraft) -> None:
        require_free_choice_of_seats(draft)
        patron = require_patron(draft, self.patron)
        clause = draft.state.rules.sit_out_limit.clause
        if not sat_out_too_long(draft.state, patron):
            sentence = f"{patron.name} has not sat out long enough at a full table to lose the seat"
            refuse(draft.state.rules, "seat_is_safe", clause, sentence)
        _leave_seat(draft, patron, required=True, clause=clause)


@given_by(DEALER)
class CollectCommission(
    Command[TableState], tag="collect_commission.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Collect the commission that is owed.

    When its interval has passed.
    """

    def decide(self, draft: TableDraft) -> None:
        if not commission_is_due(draft.state):
            every = draft.state.rules.commission_every
            sentence = (
                "no commission is due now: it is collected at its interval between rounds, and at the end of the shoe"
            )
            refuse(draft.state.rules, "commission_not_due", every.clause, sentence)
        collect_from_all(draft)


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


def _leave_seat(draft: TableDraft, patron: Patron, *, required: bool, clause: str) -> None:
    if draft.state.cut_offered_to == patron.name:
        draft.add(CutDeclined(patron=patron.name, clause=draft.state.rules.cut_offer.clause))
    draft.add(SeatLeft(patron=patron.name, required=required, clause=clause))
