"""Decisions of people with authority: replaced cards, late errors, voids, exclusions, disputes."""

from puntobanco.coup.irregularity import Irregularity, remedy
from puntobanco.coup.settle import Outcome
from puntobanco.coup.shoe import Ending, round_ended
from puntobanco.money import Cents
from puntobanco.rules import book
from puntobanco.rules.facts import Result
from puntobanco.rules.options import Remedy, Replacement
from puntobanco.rules.table_rules import Ruled, TableRules
from puntobanco.table import commands, events, ledger, preparing
from puntobanco.table.actors import Actor, Role
from puntobanco.table.betting import give_all_back, give_back, wagers_of
from puntobanco.table.commands import VoidReason
from puntobanco.table.correcting import decide_again, reopenable
from puntobanco.table.dealing import report
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.patrons import collect_from_all, require_patron
from puntobanco.table.reasons import Reason
from puntobanco.table.settling import reversal, shoe_is_over, void_current
from puntobanco.table.state import (
    INSPECTIONS,
    EndedRound,
    Phase,
    Preparation,
    RoundRecord,
    SettledWager,
    Spot,
    TableState,
)

EXCLUSION = "ruling 30"
"""In every book: an exclusion lasts until the operator lifts it."""


def _record(draft: Draft, number: int, clause: str) -> RoundRecord:
    """A finished round that is not void yet and still open to rulings."""
    for found in draft.state.rounds:
        if found.number == number and not found.void:
            return found
    sentence = f"round {number} is not a standing round of the last shoes"
    refuse(draft.rules, "no_such_round", clause, sentence)


def standing_rounds(state: TableState) -> tuple[int, ...]:
    return tuple(found.number for found in state.rounds if not found.void)


def _void(draft: Draft, found: RoundRecord, *, reason: Reason, clause: str) -> None:
    settled = tuple(line for line in found.settled if not line.voided)
    entry = reversal(draft.state, settled)
    last = reopenable(draft.state)
    draft.add(events.RoundVoided(number=found.number, entry=entry, reason=reason, clause=clause))
    if last is not None and last.round.number == found.number:
        _give_back_what_stayed(draft, last, settled, clause)
        _without_the_tie(draft, last, found)


def _give_back_what_stayed(draft: Draft, last: EndedRound, void: tuple[SettledWager, ...], clause: str) -> None:
    """Chips of a void stand-off do not stay on the layout, unless the next round has closed the wagers."""
    stood_off = {(line.area, line.wager, line.patron) for line in void if line.outcome is Outcome.STOOD_OFF}
    stayed = [(spot, one) for spot, lying in draft.state.boxes.items() for one in lying if one.order < last.placed]
    for spot, one in stayed if draft.state.round is None else ():
        if (spot.area, spot.wager, one.patron) in stood_off:
            give_back(draft, spot, one, one.amount, reason=Reason.VOID, clause=clause)


def _without_the_tie(draft: Draft, last: EndedRound, found: RoundRecord) -> None:
    """A void round is no tie: a round that was due only because of it is not dealt."""
    if last.taken_out is not None:
        return
    given = round_ended(draft.rules, last.ending, tie=found.result is Result.TIE)
    if given is Ending.LAST_ROUND and round_ended(draft.rules, last.ending, tie=False) is Ending.OVER:
        clause = draft.rules.last_round.clause
        give_all_back(draft, reason=Reason.NO_FURTHER_ROUND, clause=clause)
        if draft.state.round is not None:
            draft.add(events.RoundCancelled(number=draft.state.round.number, clause=clause))
        shoe_is_over(draft, clause)


def placement_error(draft: Draft, command: commands.ReportPlacementError) -> None:
    """Cards of a finished round were placed wrongly.

    Before the next round commences they are put right and the round is settled anew; later the round is void and
    those after it stand, or the error is recorded.
    """
    last = reopenable(draft.state)
    if last is not None and last.round.number == command.round:
        irregularity = Irregularity.OUT_OF_SEQUENCE
    else:
        irregularity = Irregularity.PLACEMENT_ERROR_FOUND_LATE
    answer = remedy(draft.rules, irregularity)
    found = _record(draft, command.round, answer.clause)
    report(draft, irregularity, answer)
    match answer.value:
        case Remedy.RECONSTRUCTED:
            decide_again(draft, command, answer.clause)
        case Remedy.RECORDED_ONLY:
            draft.add(events.ErrorRecorded(number=found.number, clause=answer.clause))
        case _:
            _void(draft, found, reason=Reason.PLACEMENT_ERROR, clause=answer.clause)


def may_replace(state: TableState) -> bool:
    """Whether cards may be replaced: after any round, the last one of a shoe included, until the shuffle."""
    waits_for_shuffle = state.shoe.loaded and Preparation.SHUFFLE in state.pending
    return state.phase is Phase.BETTING or waits_for_shuffle


def replace_cards(draft: Draft, command: commands.ReplaceCards) -> None:
    """New cards between rounds; the whole set ends the shoe, and with it the account of commission."""
    rules = draft.rules
    clause = rules.replacement.clause
    if not may_replace(draft.state):
        refuse(rules, "not_between_rounds", clause, "cards are replaced between rounds: finish this first")
    if command.faces and rules.replacement.value is Replacement.WHOLE_SET:
        refuse(rules, "whole_set_only", clause, "cards are replaced as a set: name none")
    pending: tuple[Preparation, ...] = tuple(dict.fromkeys((*INSPECTIONS, *draft.state.pending)))
    if not command.faces:
        whole = rules.replacement.value is Replacement.WHOLE_SET
        pending = preparing.opening(rules) if whole else (*INSPECTIONS, *preparing.NEW_SHOE)
        collect_from_all(draft)
    draft.add(events.CardsReplaced(faces=command.faces, pending=pending, clause=clause))


def power_to_void(rules: TableRules, reason: VoidReason) -> Ruled[bool]:
    return rules.void_for_disturbance if reason is VoidReason.DISTURBANCE else rules.void_for_fraud


def void_round(draft: Draft, command: commands.VoidRound) -> None:
    power = power_to_void(draft.rules, command.reason)
    if not power.value:
        sentence = f"the operator may not void a round for {command.reason.value} here"
        refuse(draft.rules, "no_power_to_void", power.clause, sentence)
    current = draft.state.round
    if current is not None and current.number == command.round:
        void_current(draft, reason=Reason(command.reason), clause=power.clause, reshuffle=False)
        return
    found = _record(draft, command.round, power.clause)
    _void(draft, found, reason=Reason(command.reason), clause=power.clause)


def _check_breach(draft: Draft, broke: str) -> str:
    """The operator's power over a patron who broke a clause that binds."""
    power = draft.rules.void_for_breach
    if not power.value:
        refuse(draft.rules, "no_power_over_breach", power.clause, "the operator has no such power here")
    clause = book(draft.rules.book).clause(broke)
    if not clause.can_be_broken:
        refuse(draft.rules, "nobody_can_break_that", power.clause, f"{broke} is a text that nobody can break")
    return power.clause


def void_wager(draft: Draft, command: commands.VoidWager) -> None:
    clause = _check_breach(draft, command.broke)
    spot = Spot(area=command.area, wager=command.wager)
    for found, lying in wagers_of(draft.state, command.patron):
        if found == spot and command.round == draft.state.round_number:
            entry = ledger.transfer(
                ledger.box(spot.area, spot.wager, command.patron), ledger.chips(command.patron), lying.amount
            )
            _add_void_wager(draft, command, entry, clause)
            return
    line, last = _settled_line(draft, command, clause), reopenable(draft.state)
    _add_void_wager(draft, command, reversal(draft.state, (line,)), clause)
    if last is not None and last.round.number == command.round:
        _give_back_what_stayed(draft, last, (line,), clause)


def _settled_line(draft: Draft, command: commands.VoidWager, clause: str) -> SettledWager:
    for line in settled_in(draft.state, command.round):
        if (line.patron, line.area, line.wager) == (command.patron, command.area, command.wager) and not line.voided:
            return line
    sentence = f"{command.patron} had no standing wager on {command.wager} in area {command.area} in that round"
    refuse(draft.rules, "no_such_wager", clause, sentence)


def settled_in(state: TableState, number: int) -> tuple[SettledWager, ...]:
    if state.round is not None and state.round.number == number:
        return state.round.settled
    return next((found.settled for found in state.rounds if found.number == number and not found.void), ())


def _add_void_wager(draft: Draft, command: commands.VoidWager, entry: ledger.Entry, clause: str) -> None:
    draft.add(
        events.WagerVoided(
            number=command.round,
            patron=command.patron,
            area=command.area,
            wager=command.wager,
            broke=command.broke,
            entry=entry,
            clause=clause,
        )
    )


def exclude(draft: Draft, command: commands.Exclude) -> None:
    clause = _check_breach(draft, command.broke)
    name = command.patron
    if name in draft.state.excluded:
        refuse(draft.rules, "excluded", clause, f"{name} is excluded already")
    if name not in draft.state.departed:
        require_patron(draft, name)
    if draft.state.phase is not Phase.DEALING:
        for spot, lying in tuple(wagers_of(draft.state, name)):
            give_back(draft, spot, lying, lying.amount, reason=Reason.EXCLUDED, clause=clause)
    draft.add(events.PatronExcluded(patron=name, broke=command.broke, clause=clause))


def lift_exclusion(draft: Draft, command: commands.LiftExclusion) -> None:
    if command.patron not in draft.state.excluded:
        refuse(draft.rules, "not_excluded", EXCLUSION, f"{command.patron} is not excluded: there is nothing to lift")
    draft.add(events.ExclusionLifted(patron=command.patron, clause=EXCLUSION))


def raise_dispute(draft: Draft, command: commands.RaiseDispute) -> None:
    ruled = draft.rules.disputes
    if not ruled.value or not command.text.strip():
        refuse(draft.rules, "no_dispute", ruled.clause, "a dispute says in words what it is about")
    number = len(draft.state.disputes) + 1
    draft.add(events.DisputeRaised(number=number, patron=command.actor.person, text=command.text, clause=ruled.clause))


def open_disputes(state: TableState) -> tuple[int, ...]:
    return tuple(one.number for one in state.disputes if one.decision is None)


def decide_dispute(draft: Draft, command: commands.DecideDispute) -> None:
    """Decide a dispute; a decision about money is booked as its own entry, with the decision as the reason."""
    ruled = draft.rules.disputes
    if command.number not in open_disputes(draft.state) or not command.decision.strip():
        refuse(
            draft.rules, "no_such_dispute", ruled.clause, f"dispute {command.number} is not open, or has no decision"
        )
    patron = next(one.patron for one in draft.state.disputes if one.number == command.number)
    draft.add(
        events.DisputeDecided(
            number=command.number,
            patron=patron,
            decision=command.decision,
            referred=command.referred,
            clause=ruled.clause,
        )
    )
    if command.patron is not None or command.amount is not None:
        _settle_dispute(draft, command, raised_by=patron)


def _settle_dispute(draft: Draft, command: commands.DecideDispute, *, raised_by: str) -> None:
    name, amount, clause = command.patron, command.amount, draft.rules.disputes.clause
    if name is None or not amount:
        refuse(draft.rules, "amount_incomplete", clause, "money in a decision needs the patron and an amount, not zero")
    if name not in draft.state.patrons and name != raised_by:
        sentence = f"{name} is neither at this table nor the one who raised the dispute"
        refuse(draft.rules, "unknown_patron", clause, sentence)
    if not ledger.has_room(draft.state.balances, abs(amount)):
        refuse(draft.rules, "too_large", clause, "that is more than the books of a table hold: name less")
    draft.add(
        events.DisputeSettled(
            number=command.number,
            patron=name,
            amount=amount,
            reason=command.decision,
            entry=_correction(draft.state, name, amount),
            clause=clause,
        )
    )


def _correction(state: TableState, name: str, amount: Cents) -> ledger.Entry:
    """Money between house and patron, as debt where chips do not cover it; who is gone is then paid at the cage."""
    if amount > 0:
        return ledger.transfer(ledger.FLOAT, ledger.chips(name), amount)
    paid = min(-amount, state.balance(ledger.chips(name)))
    return ledger.transfer(ledger.chips(name), ledger.FLOAT, paid) + ledger.claim(ledger.debt(name), -amount - paid)


def may_ask_review(state: TableState, actor: Actor) -> tuple[int, ...]:
    """Decided disputes that this person may have reviewed: staff any, a patron the own."""
    return tuple(
        one.number
        for one in state.disputes
        if one.decision is not None
        and not one.referred
        and (actor.role is not Role.PATRON or actor.person in (one.patron, one.about))
    )


def ask_review(draft: Draft, command: commands.AskReview) -> None:
    clause = draft.rules.disputes.clause
    if command.number not in may_ask_review(draft.state, command.actor):
        sentence = f"dispute {command.number} is not a decided one of yours, or its review was asked for already"
        refuse(draft.rules, "no_review", clause, sentence)
    patron = next(one.patron for one in draft.state.disputes if one.number == command.number)
    draft.add(events.ReviewAsked(number=command.number, patron=patron, clause=clause))
