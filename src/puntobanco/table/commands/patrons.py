"""Patrons sit down, ask, and leave; their own maximum."""

from collections.abc import Iterator

from puntobanco.rulebooks.books import interpretations
from puntobanco.rulebooks.rule_values import MaximumBinds
from puntobanco.rulebooks.table_rules import Ruled
from puntobanco.streams.actors import DEALER, OPERATOR, PATRON, Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.forms import Sets
from puntobanco.streams.legal_action import Amounts, LegalAction
from puntobanco.table.commands.admission import (
    patron_meant,
    patrons_meant,
    patrons_welcome,
    require_free_choice_of_seats,
    require_open_table,
    require_patron,
    require_welcome,
)
from puntobanco.table.commands.commission_and_debt import collect, pay_out, settle_debt, take_wagers_back
from puntobanco.table.commands.fields import Amount, PatronName, SeatNumber
from puntobanco.table.commands.round_end import close_if_empty
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
from puntobanco.table.events.wagers import give_back
from puntobanco.table.model import Patron, Phase, Ruling
from puntobanco.table.queries.layout import no_longer_possible
from puntobanco.table.queries.opening_checks import require_payable
from puntobanco.table.queries.seats import free_seats, marker_is_due, may_give_place_away
from puntobanco.table.refuse import refuse
from puntobanco.table.return_reasons import Reason
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.money import format_dollars


@given_by(PATRON, DEALER)
class TakeSeat(Command[TableState], tag="take_seat.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sit down at a free seat."""

    seat: SeatNumber
    patron: PatronName | None = None
    """For whom, when a dealer does it for a patron; a patron does it for nobody else."""

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        if state.rules.chips_are_issued or state.is_closed:
            return
        for patron, where in patrons_meant(state, actor):
            for seat in free_seats(state) if patron.seat is None and not patron.excluded else ():
                yield LegalAction(cls.kind, (*where, ("seat", seat)))

    @classmethod
    def place_text(cls, _: TableState, where: Sets) -> str:
        return f"Seat {where['seat']}"

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

    patron: PatronName | None = None
    """For whom, when a dealer does it for a patron; a patron does it for nobody else."""

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        for patron, where in () if state.rules.chips_are_issued else patrons_meant(state, actor):
            if patron.seat is not None:
                yield LegalAction(cls.kind, where)

    def decide(self, draft: TableDraft) -> None:
        require_free_choice_of_seats(draft)
        patron = require_patron(draft, patron_meant(draft, self))
        if patron.seat is None:
            refuse(
                draft.state.rules, "not_seated", draft.state.rules.seats.clause, f"{patron.name} has no seat to leave"
            )
        leave_seat(draft, patron, required=False, clause=draft.state.rules.seats.clause)


@given_by(PATRON, DEALER)
class GivePlaceAway(
    Command[TableState], tag="give_place_away.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Let other patrons use the place that is kept for a seated patron in the area of the seat, for this round."""

    patron: PatronName | None = None
    """For whom, when a dealer does it for a patron; a patron does it for nobody else."""

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        for patron, where in patrons_meant(state, actor):
            if may_give_place_away(state, patron):
                yield LegalAction(cls.kind, where)

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

    patron: PatronName | None = None
    """For whom, when a dealer does it for a patron; a patron does it for nobody else."""

    @classmethod
    def legal_actions(cls, state: TableState, actor: Actor) -> Iterator[LegalAction]:
        for _, where in () if state.rules.chips_are_issued else patrons_meant(state, actor):
            yield LegalAction(cls.kind, where)

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
            leave_seat(draft, patron, required=False, clause=draft.state.rules.seats.clause)
        collect(draft, patron.name, from_all=False)
        settle_debt(draft, patron.name)
        pay_out(draft, patron.name, clause)
        draft.add(PatronLeft(patron=patron.name, clause=clause))
        close_if_empty(draft)


@given_by(OPERATOR)
class GrantMaximum(Command[TableState], tag="grant_maximum.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Allow a patron a maximum above the table's."""

    ruling = Ruling.SEATS

    patron: PatronName
    amount: Amount

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        amounts = (Amounts(state.rules.maximum.value + 1, None, 1),)
        allowed = state.rules.personal_maximum.value and not state.is_closed
        for patron in patrons_welcome(state) if allowed else ():
            yield LegalAction(cls.kind, (("patron", patron.name),), amounts)

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

    patron: PatronName

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        for patron in patrons_welcome(state) if not state.is_closed else ():
            if marker_is_due(patron):
                yield LegalAction(cls.kind, (("patron", patron.name),))

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

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        if state.rules.maximum_binds.value is MaximumBinds.NAMED and state.phase is not Phase.DEALING:
            yield LegalAction(cls.kind, asks=("patrons",))

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

    @classmethod
    def legal_actions(cls, state: TableState, _: Actor) -> Iterator[LegalAction]:
        if state.rules.rules_on_request.value:
            yield LegalAction(cls.kind)

    def decide(self, draft: TableDraft) -> None:
        clause = draft.state.rules.rules_on_request.clause
        if not draft.state.rules.rules_on_request.value:
            refuse(draft.state.rules, "no_copy", clause, "this house gives no copies of its rules")
        draft.add(RulesGiven(patron=self.actor.person, digest=draft.state.rules.digest, clause=clause))


def leave_seat(draft: TableDraft, patron: Patron, *, required: bool, clause: str) -> None:
    if draft.state.cut_offered_to == patron.name:
        draft.add(CutDeclined(patron=patron.name, clause=draft.state.rules.cut_offer.clause))
    draft.add(SeatLeft(patron=patron.name, required=required, clause=clause))
