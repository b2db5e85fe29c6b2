"""Decisions about patrons: chips in and out, seats, markers, commission and debt."""

from puntobanco.money import Cents, format_dollars
from puntobanco.rules.options import MaximumBinds
from puntobanco.rules.table_rules import Ruled
from puntobanco.table import commands, events, ledger
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.preparing import NEW_SHOE, close_if_empty, require_payable
from puntobanco.table.state import Patron, Phase, Preparation, TableState

DEBT = "ruling 16"
"""In every book: what a patron cannot cover becomes debt."""
COMMISSION_DEBT = "ruling 29"
"""In every book: commission debt is kept apart, and commission taken when it is paid."""


def require_patron(draft: Draft, name: str) -> Patron:
    patron = draft.state.patrons.get(name)
    if patron is None:
        _require_no_dealer(draft, name)
        refuse(draft.rules, "unknown_patron", draft.rules.chips.clause, f"{name} is not at this table: buy in first")
    return patron


def _require_no_dealer(draft: Draft, name: str) -> None:
    ruled = draft.rules.dealers_may_bet
    if name in draft.state.dealers and not ruled.value:
        sentence = f"{name} has dealt at this table and does not bet here: play at another one"
        refuse(draft.rules, "dealer_does_not_bet", ruled.clause, sentence)


def deals_here(draft: Draft, person: str) -> None:
    """Somebody acts as the dealer: who bets at this table may not, and who does is known from now on."""
    ruled = draft.rules.dealers_may_bet
    if person in draft.state.patrons and not ruled.value:
        sentence = f"{person} is a patron of this table and does not deal at it: leave the table first"
        refuse(draft.rules, "patron_does_not_deal", ruled.clause, sentence)
    if person not in draft.state.dealers:
        draft.add(events.DealerCame(person=person, clause=ruled.clause))


def require_welcome(draft: Draft, name: str) -> Patron:
    patron = require_patron(draft, name)
    _require_not_excluded(draft, name)
    return patron


def _require_not_excluded(draft: Draft, name: str) -> None:
    if name in draft.state.excluded:
        sentence = f"{name} is excluded from the game and can only cash out until the operator lifts it"
        refuse(draft.rules, "excluded", draft.rules.void_for_breach.clause, sentence)


def lying_of(state: TableState, name: str) -> Cents:
    """All that a patron has on the layout."""
    return sum(one.amount for lying in state.boxes.values() for one in lying if one.patron == name)


def buy_in(draft: Draft, command: commands.BuyIn) -> None:
    state, name = draft.state, command.actor.person
    clause = state.rules.chips.clause
    if state.phase is Phase.CLOSED:
        refuse(state.rules, "closed", clause, "the table is closed")
    _require_not_excluded(draft, name)
    _require_no_dealer(draft, name)
    if not name or "/" in name:
        refuse(state.rules, "bad_name", clause, "a patron has a name without a slash")
    if command.amount <= 0 or not state.rules.chips.value.can_make(command.amount):
        sentence = f"{format_dollars(command.amount)} cannot be had in the table's chips ({state.rules.chips.value})"
        refuse(state.rules, "not_in_chips", clause, sentence)
    if not ledger.has_room(state.balances, command.amount):
        refuse(state.rules, "too_large", clause, "that is more than the books of a table hold: bring less")
    entry = ledger.transfer(ledger.CAGE, ledger.chips(name), command.amount)
    draft.add(events.BoughtIn(patron=name, amount=command.amount, entry=entry, clause=clause))
    shuffle_after_vacancy(draft)


def shuffle_after_vacancy(draft: Draft) -> None:
    """Play resumes at a table that was empty: some books want a shuffle first."""
    state = draft.state
    resumes = state.vacated and bool(state.patrons) and state.phase in (Phase.BETTING, Phase.PREPARING)
    if resumes and Preparation.SHUFFLE not in state.pending and state.rules.shuffle_after_vacancy.value:
        draft.add(events.NewShoeDue(pending=NEW_SHOE, clause=state.rules.shuffle_after_vacancy.clause))


def owed(state: TableState, name: str) -> Cents:
    return state.balance(ledger.commission_owed(name))


def collect(draft: Draft, name: str, *, from_all: bool) -> None:
    """Collect a patron's commission; what the chips do not cover becomes commission debt."""
    collect_commission_debt(draft, name)
    amount = owed(draft.state, name)
    if amount == 0:
        return
    account = ledger.commission_owed(name)
    paid = min(amount, draft.state.balance(ledger.chips(name)))
    entry = ledger.transfer(ledger.chips(name), ledger.COMMISSION_TAKEN, paid) + ledger.claim(account, -paid)
    entry += ledger.transfer(account, ledger.commission_debt(name), amount - paid)
    draft.add(
        events.CommissionCollected(
            patron=name,
            amount=paid,
            from_all=from_all,
            entry=entry,
            clause=draft.rules.commission.clause,
            unpaid=amount - paid,
        )
    )


def collect_commission_debt(draft: Draft, name: str) -> None:
    """Commission that was not covered when it was collected is taken from chips, as far as they go (ruling 29)."""
    account = ledger.commission_debt(name)
    paid = min(draft.state.balance(account), draft.state.balance(ledger.chips(name)))
    if paid:
        entry = ledger.transfer(ledger.chips(name), ledger.COMMISSION_TAKEN, paid) + ledger.claim(account, -paid)
        draft.add(
            events.CommissionCollected(
                patron=name, amount=paid, from_all=False, entry=entry, unpaid=0, clause=COMMISSION_DEBT
            )
        )


def collect_from_all(draft: Draft) -> None:
    for name in draft.state.patrons:
        collect(draft, name, from_all=True)


def commission_is_due(state: TableState) -> bool:
    """Whether the dealer may collect now: the interval has passed and somebody owes."""
    every = state.rules.commission_every.value
    return (
        state.phase is Phase.BETTING
        and every is not None
        and state.round_number - 1 - state.last_collection >= every
        and any(owed(state, name) for name in state.patrons)
    )


def collect_commission(draft: Draft, _: commands.CollectCommission) -> None:
    if not commission_is_due(draft.state):
        every = draft.rules.commission_every
        sentence = (
            "no commission is due now: it is collected at its interval between rounds, and at the end of the shoe"
        )
        refuse(draft.rules, "commission_not_due", every.clause, sentence)
    collect_from_all(draft)


def can_cash_out(state: TableState, name: str) -> Cents:
    """The most a patron can take away: chips less all that is owed."""
    owes = owed(state, name) + state.balance(ledger.commission_debt(name)) + state.balance(ledger.debt(name))
    return state.balance(ledger.chips(name)) - owes


def cash_out(draft: Draft, command: commands.CashOut) -> None:
    name = command.actor.person
    require_patron(draft, name)
    most = can_cash_out(draft.state, name)
    clause = draft.rules.chips.clause
    if not 0 < command.amount <= most:
        sentence = (
            f"{format_dollars(max(most, 0))} can be cashed out after what is owed, not {format_dollars(command.amount)}"
        )
        refuse(draft.rules, "not_enough_chips", _kept_back_by(draft, command), sentence)
    collect(draft, name, from_all=False)
    settle_debt(draft, name)
    entry = ledger.transfer(ledger.chips(name), ledger.CAGE, command.amount)
    draft.add(events.CashedOut(patron=name, amount=command.amount, entry=entry, clause=clause))


def _kept_back_by(draft: Draft, command: commands.CashOut) -> str:
    """The clause that keeps chips at the table: there are not so many, or commission is to be paid from them."""
    state, name = draft.state, command.actor.person
    has = 0 < command.amount <= state.balance(ledger.chips(name))
    commission = owed(state, name) + state.balance(ledger.commission_debt(name))
    return (draft.rules.commission_on_leaving if has and commission else draft.rules.chips).clause


def pay_departed(draft: Draft) -> None:
    """Chips of who is no longer at the table are paid at the cage, after what that patron owes."""
    for name in sorted(draft.state.departed):
        if draft.state.balance(ledger.chips(name)):
            collect(draft, name, from_all=False)
            settle_debt(draft, name)
            _pay_who_is_gone(draft, name)


def _pay_who_is_gone(draft: Draft, name: str) -> None:
    amount = draft.state.balance(ledger.chips(name))
    if amount:
        entry = ledger.transfer(ledger.chips(name), ledger.CAGE, amount)
        draft.add(events.DepartedPaid(patron=name, amount=amount, entry=entry, clause=draft.rules.chips.clause))


def settle_debt(draft: Draft, name: str) -> None:
    """Pay debts from chips, as far as they go: commission first."""
    collect_commission_debt(draft, name)
    amount = min(draft.state.balance(ledger.debt(name)), draft.state.balance(ledger.chips(name)))
    if amount:
        entry = ledger.transfer(ledger.chips(name), ledger.FLOAT, amount) + ledger.claim(ledger.debt(name), -amount)
        draft.add(events.DebtSettled(patron=name, amount=amount, entry=entry, clause=DEBT))


def free_seats(state: TableState) -> tuple[int, ...]:
    taken = {patron.seat for patron in state.patrons.values()}
    return tuple(seat for seat in range(1, state.rules.seats.value + 1) if seat not in taken)


def take_seat(draft: Draft, command: commands.TakeSeat) -> None:
    patron = require_welcome(draft, command.actor.person)
    clause = draft.rules.seats.clause
    if draft.state.phase is Phase.CLOSED or patron.seat is not None or command.seat not in free_seats(draft.state):
        sentence = (
            f"seat {command.seat} cannot be taken: choose a free one from 1 to {draft.rules.seats.value}, one only"
        )
        refuse(draft.rules, "seat_not_free", clause, sentence)
    draft.add(events.SeatTaken(patron=patron.name, seat=command.seat, clause=clause))


def leave_seat(draft: Draft, command: commands.LeaveSeat) -> None:
    patron = require_patron(draft, command.actor.person)
    if patron.seat is None:
        refuse(draft.rules, "not_seated", draft.rules.seats.clause, "you have no seat to leave")
    _leave_seat(draft, patron, required=False, clause=draft.rules.seats.clause)


def _leave_seat(draft: Draft, patron: Patron, *, required: bool, clause: str) -> None:
    if draft.state.cut_offered_to == patron.name:
        draft.add(events.CutDeclined(patron=patron.name, clause=draft.rules.cut_offer.clause))
    draft.add(events.SeatLeft(patron=patron.name, required=required, clause=clause))


def leave_table(draft: Draft, command: commands.LeaveTable) -> None:
    """A patron is gone: that is a fact. Chips pay commission and debt first, the rest is paid at the cage.

    Wagers that are not closed yet go back; those of a round in progress are decided without their patron.
    """
    patron = require_patron(draft, command.actor.person)
    clause = draft.rules.chips.clause
    if draft.state.phase is not Phase.DEALING:
        take_wagers_back(draft, patron.name, clause)
    if patron.seat is not None:
        _leave_seat(draft, patron, required=False, clause=draft.rules.seats.clause)
    collect(draft, patron.name, from_all=False)
    settle_debt(draft, patron.name)
    pay_at_the_cage(draft, patron.name, clause)
    draft.add(events.PatronLeft(patron=patron.name, clause=clause))
    close_if_empty(draft)


def take_wagers_back(draft: Draft, name: str, clause: str) -> None:
    """All that a patron has on the layout goes back to the chips."""
    lying = [(spot, one) for spot, stack in draft.state.boxes.items() for one in stack if one.patron == name]
    for spot, one in lying:
        entry = ledger.transfer(ledger.box(spot.area, spot.wager, name), ledger.chips(name), one.amount)
        draft.add(
            events.WagerWithdrawn(
                patron=name, area=spot.area, wager=spot.wager, amount=one.amount, entry=entry, clause=clause
            )
        )


def pay_at_the_cage(draft: Draft, name: str, clause: str) -> None:
    """A patron takes all chips away."""
    amount = draft.state.balance(ledger.chips(name))
    if amount:
        entry = ledger.transfer(ledger.chips(name), ledger.CAGE, amount)
        draft.add(events.CashedOut(patron=name, amount=amount, entry=entry, clause=clause))


def grant_maximum(draft: Draft, command: commands.GrantMaximum) -> None:
    rules = draft.rules
    patron = require_welcome(draft, command.patron)
    if not rules.personal_maximum.value:
        refuse(rules, "no_personal_maximum", rules.personal_maximum.clause, "this table has one maximum for all")
    if command.amount <= rules.maximum.value:
        sentence = f"a personal maximum is above the table's {format_dollars(rules.maximum.value)}"
        refuse(rules, "maximum_too_low", rules.personal_maximum.clause, sentence)
    clause = rules.personal_maximum.clause
    require_payable(rules, Ruled(value=command.amount, clause=clause))
    draft.add(events.MaximumGranted(patron=patron.name, amount=command.amount, clause=clause))


def place_marker(draft: Draft, command: commands.PlaceMarker) -> None:
    patron = require_welcome(draft, command.patron)
    clause = draft.rules.personal_maximum.clause
    if patron.personal_maximum is None or patron.marker:
        refuse(draft.rules, "no_marker_due", clause, f"{patron.name} has no new maximum to show")
    draft.add(events.MarkerPlaced(patron=patron.name, clause=clause))


def name_patrons(draft: Draft, command: commands.NamePatrons) -> None:
    rules = draft.rules
    if rules.maximum_binds.value is not MaximumBinds.NAMED:
        sentence = "the maximum does not bind named patrons here: the house would have to choose it"
        refuse(rules, "maximum_not_named", rules.maximum_binds.clause, sentence)
    for name in command.patrons:
        require_patron(draft, name)
    draft.add(events.PatronsNamed(patrons=command.patrons, clause=rules.maximum_binds.clause))


def ask_rules(draft: Draft, command: commands.AskRules) -> None:
    clause = draft.rules.rules_on_request.clause
    if not draft.rules.rules_on_request.value:
        refuse(draft.rules, "no_copy", clause, "this house gives no copies of its rules")
    draft.add(events.RulesGiven(patron=command.actor.person, digest=draft.rules.digest, clause=clause))


def sat_out_too_long(state: TableState, patron: Patron) -> bool:
    limit = state.rules.sit_out_limit.value
    return limit is not None and patron.seat is not None and patron.sat_out >= limit


def require_seat(draft: Draft, command: commands.RequireSeat) -> None:
    patron = require_patron(draft, command.patron)
    clause = draft.rules.sit_out_limit.clause
    if not sat_out_too_long(draft.state, patron):
        sentence = f"{patron.name} has not sat out long enough at a full table to lose the seat"
        refuse(draft.rules, "seat_is_safe", clause, sentence)
    _leave_seat(draft, patron, required=True, clause=clause)
