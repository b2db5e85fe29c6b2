"""Decisions at the end: settlement, the end of a round and of a shoe, and a round that is void."""

from puntobanco.coup.coup import facts, pair_facts
from puntobanco.coup.irregularity import Irregularity, remedy
from puntobanco.coup.settle import Outcome, Verdict, pay, verdicts
from puntobanco.coup.shoe import Ending, round_ended
from puntobanco.money import Cents
from puntobanco.rules.facts import Facts, PairFacts, Result
from puntobanco.rules.options import (
    AfterStandOff,
    Remedy,
)
from puntobanco.rules.table_rules import TableRules
from puntobanco.rules.wagers import Stage
from puntobanco.table import commands, events, ledger
from puntobanco.table.betting import (
    give_all_back,
)
from puntobanco.table.dealing import current_round, deal_waiting, report, stage_due
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.notices import apply_after_round
from puntobanco.table.patrons import collect_from_all, shuffle_after_vacancy
from puntobanco.table.preparing import NEW_SHOE, check_steps
from puntobanco.table.reasons import Reason, void_by
from puntobanco.table.state import Lying, Phase, Preparation, RoundKind, RoundState, SettledWager, Spot, TableState


def settle_stage(draft: Draft, _: commands.Settle) -> None:
    stage = stage_due(draft.state)
    if stage is None:
        sentence = "no wagers are due for settlement: the coup is not that far"
        refuse(draft.rules, "not_due", draft.rules.deal_order.clause, sentence)
    settle_one(draft, stage)


def settle_one(draft: Draft, stage: Stage) -> None:
    """Collect losers and pay winners of a stage; the last one ends the round."""
    coup = current_round(draft).coup
    if coup is None:
        raise ValueError("a stage is due only when all cards are in sight")
    if stage is Stage.FOUR_CARDS:
        _settle_wagers(draft, stage, pair_facts(coup))
        deal_waiting(draft)
        return
    found = facts(draft.rules, coup)
    _announce_result(draft, found)
    _settle_wagers(draft, stage, found)
    end_round(draft, found, clause=draft.rules.deal_order.clause)


def settle_all(draft: Draft) -> None:
    """Settle whatever is due, stage by stage, as far as the cards go."""
    while (stage := stage_due(draft.state)) is not None:
        settle_one(draft, stage)


def _announce_result(draft: Draft, found: Facts) -> None:
    if found.result is Result.TIE:
        draft.announce("call_tie", player=found.player.total, banker=found.banker.total)
    else:
        winner = found.result.value.title()
        draft.announce("call_result", winner=winner, player=found.player.total, banker=found.banker.total)


def _settle_wagers(draft: Draft, stage: Stage, found: Facts | PairFacts) -> None:
    """Settle a stage's wagers: losers are collected first, then the others paid or given back."""
    rules, boxes = draft.rules, draft.state.boxes
    judged = verdicts(rules, stage, found)
    settled: list[SettledWager] = []
    stays: list[SettledWager] = []
    booked: dict[ledger.Account, Cents] = {}
    spots = [spot for spot in boxes if spot.wager in judged]
    for spot in sorted(spots, key=lambda spot: judged[spot.wager].outcome is not Outcome.LOST):
        verdict = judged[spot.wager]
        for one in boxes[spot]:
            line = _settled(rules, spot, one, verdict)
            settled.append(line)
            if verdict.outcome is Outcome.STOOD_OFF and _may_stay(draft.state, one):
                stays.append(line)
            else:
                _book(booked, line)
    entry = ledger.entry_of(booked)
    clause = rules.deal_order.clause if not settled else settled[0].clause
    draft.add(events.StageSettled(stage=stage, wagers=tuple(settled), stays=tuple(stays), entry=entry, clause=clause))


def _may_stay(state: TableState, lying: Lying) -> bool:
    """Whether a stand-off stays on the layout: where the book says so and its patron is still there and may play."""
    here = lying.patron in state.patrons and lying.patron not in state.excluded
    return here and state.rules.standoff.value is AfterStandOff.STAYS


def _settled(rules: TableRules, spot: Spot, lying: Lying, verdict: Verdict) -> SettledWager:
    if verdict.outcome is Outcome.LOST:
        return SettledWager(
            patron=lying.patron,
            area=spot.area,
            wager=spot.wager,
            stake=lying.amount,
            outcome=Outcome.LOST,
            clause=verdict.clause,
        )
    paid = pay(rules.wager(spot.wager), lying.amount, verdict, rules.rounding.value)
    return SettledWager(
        patron=lying.patron,
        area=spot.area,
        wager=spot.wager,
        stake=lying.amount,
        returned=paid.returned,
        commission_taken=paid.commission_taken,
        commission_owed=paid.commission_owed,
        outcome=verdict.outcome,
        clause=verdict.clause,
    )


def _book(booked: dict[ledger.Account, Cents], line: SettledWager) -> None:
    """The stake leaves the box; the patron gets what is returned, the house the rest, commission apart."""
    booked[ledger.Box(area=line.area, wager=line.wager, patron=line.patron)] = -line.stake
    house = line.stake
    if line.outcome is not Outcome.LOST:
        ledger.book(booked, ledger.chips(line.patron), line.returned)
        ledger.book(booked, ledger.COMMISSION_TAKEN, line.commission_taken)
        ledger.book(booked, ledger.commission_owed(line.patron), line.commission_owed)
        house -= line.returned + line.commission_taken + line.commission_owed
    booked[ledger.FLOAT] = booked.get(ledger.FLOAT, 0) + house


# The end of a round


def end_round(draft: Draft, found: Facts | None, *, clause: str) -> None:
    """End the round, void without facts, and do what follows from it: last round, new shoe, notices, closing."""
    state = draft.state
    current = current_round(draft)
    was, in_use = state.shoe.ending, state.interrupted is None
    ending = round_ended(state.rules, was, tie=found is not None and found.result is Result.TIE)
    draft.add(
        events.RoundEnded(
            number=current.number,
            result=None if found is None else found.result,
            facts=found,
            sat_out=() if found is None else _sat_out(state, current),
            void=found is None,
            ending=ending,
            clause=clause,
        )
    )
    if in_use and ending is Ending.LAST_ROUND and was is not Ending.LAST_ROUND:
        draft.announce("call_last_round")
    if in_use and ending is Ending.OVER:
        shoe_is_over(draft, draft.rules.last_round.clause)
    if not in_use:
        _collect_for_the_shoe(draft)
    shuffle_after_vacancy(draft)
    apply_after_round(draft)


def shoe_is_over(draft: Draft, clause: str) -> None:
    """Commission is collected at the end of the shoe, and the cards are shuffled, after a check if they need one."""
    _collect_for_the_shoe(draft)
    checks = check_steps(draft.rules) if draft.state.shoe.recheck else ()
    draft.add(events.NewShoeDue(pending=(*checks, *NEW_SHOE), clause=clause))


def _collect_for_the_shoe(draft: Draft) -> None:
    owing = any(draft.state.balance(ledger.commission_owed(name)) for name in draft.state.patrons)
    if owing or draft.rules.commission_every.value is not None:
        collect_from_all(draft)


def end_shoe_after_check(draft: Draft, *, reason: Reason, clause: str) -> None:
    """Something is wrong with the cards: the round is void, the shoe ends, and the cards are checked."""
    draft.add(events.ShoeEnds(clause=clause))
    if draft.state.round is None:
        shoe_is_over(draft, clause)
    else:
        void_current(draft, reason=reason, clause=clause, reshuffle=False)


def _sat_out(state: TableState, current: RoundState) -> tuple[tuple[str, int], ...]:
    """How many rounds in a row each seated patron sat out while all other seats were in use."""
    if state.rules.sit_out_limit.value is None or current.kind is not RoundKind.WAGERS:
        return ()
    seated = [patron for patron in state.patrons.values() if patron.seat is not None]
    stayed = {one.patron for lying in state.boxes.values() for one in lying}
    bettors = {line.patron for line in current.settled} | stayed
    full = len(seated) == state.rules.seats.value
    counts = ((patron, 0 if patron.name in bettors or not full else patron.sat_out + 1) for patron in seated)
    return tuple((patron.name, count) for patron, count in counts if count != patron.sat_out)


# Voids


def void_for(draft: Draft, irregularity: Irregularity) -> None:
    """Record what went wrong and void the round that is being dealt, by the table's remedy."""
    found = remedy(draft.rules, irregularity)
    report(draft, irregularity, found)
    reshuffle = found.value is Remedy.ROUND_VOID_AND_RESHUFFLE
    void_current(draft, reason=void_by(irregularity), clause=found.clause, reshuffle=reshuffle)


def void_current(draft: Draft, *, reason: Reason, clause: str, reshuffle: bool) -> None:
    """The round in progress is as if it had not been: stakes go back, pairs already settled are reversed."""
    current = draft.state.round
    if current is not None:
        settled = tuple(line for line in current.settled if not line.voided)
        if settled:
            entry = reversal(draft.state, settled)
            draft.add(
                events.StageReversed(number=current.number, wagers=settled, entry=entry, reason=reason, clause=clause)
            )
        give_all_back(draft, reason=reason, clause=clause)
        end_round(draft, None, clause=clause)
    in_use = draft.state.phase in (Phase.BETTING, Phase.PREPARING)
    if reshuffle and in_use and Preparation.SHUFFLE not in draft.state.pending:
        shoe_is_over(draft, clause)


def reversal(state: TableState, settled: tuple[SettledWager, ...]) -> ledger.Entry:
    """Money that goes back as if these wagers had not been; what a patron cannot cover becomes debt."""
    entries: list[ledger.Entry] = []
    balances = dict(state.balances)
    for line in settled:
        entry = _reverse_one(balances, line)
        balances = ledger.post(balances, entry)
        entries.append(entry)
    return ledger.combine(entries)


def _reverse_one(balances: ledger.Balances, line: SettledWager) -> ledger.Entry:
    chips = ledger.chips(line.patron)
    commission, collected = _reverse_commission(balances, line)
    commission += ledger.transfer(ledger.FLOAT, ledger.PAYMENT_ERRORS, line.error)
    profit = line.returned + line.error - line.stake
    if profit <= 0:
        return commission + ledger.transfer(ledger.FLOAT, chips, -profit)
    paid = min(profit, balances.get(chips, 0) + collected)
    unpaid = ledger.claim(ledger.debt(line.patron), profit - paid)
    return commission + ledger.transfer(chips, ledger.FLOAT, paid) + unpaid


def _reverse_commission(balances: ledger.Balances, line: SettledWager) -> tuple[ledger.Entry, int]:
    """Commission still owed is owed no more, then commission debt; what was collected goes back to the chips."""
    entry = ledger.transfer(ledger.COMMISSION_TAKEN, ledger.FLOAT, line.commission_taken)
    left = line.commission_owed
    for account in (ledger.commission_owed(line.patron), ledger.commission_debt(line.patron)):
        forgiven = min(left, balances.get(account, 0))
        entry += ledger.claim(account, -forgiven)
        left -= forgiven
    return entry + ledger.transfer(ledger.COMMISSION_TAKEN, ledger.chips(line.patron), left), left


# Opened again


def reopen_stage(draft: Draft, stage: Stage, *, clause: str) -> None:
    """Undo a stage's settlement: the stakes lie in their boxes as before it."""
    current = current_round(draft)
    lines = tuple(
        line for line in current.settled if not line.voided and draft.rules.wager(line.wager).settles is stage
    )
    entries: list[ledger.Entry] = []
    balances = dict(draft.state.balances)
    for line in lines:
        entries.append(_back_into_the_box(balances, line))
        balances = ledger.post(balances, entries[-1])
    draft.add(
        events.StageReopened(
            number=current.number, stage=stage, wagers=lines, entry=ledger.combine(entries), clause=clause
        )
    )


def _back_into_the_box(balances: ledger.Balances, line: SettledWager) -> ledger.Entry:
    """The patron gives back what came back, the box holds the stake again; what chips do not cover becomes debt."""
    chips = ledger.chips(line.patron)
    commission, collected = _reverse_commission(balances, line)
    commission += ledger.transfer(ledger.FLOAT, ledger.PAYMENT_ERRORS, line.error)
    came_back = line.returned + line.error
    paid = min(came_back, balances.get(chips, 0) + collected)
    box = ledger.box(line.area, line.wager, line.patron)
    money = ledger.summed(((chips, -paid), (box, line.stake), (ledger.FLOAT, paid - line.stake)))
    return commission + money + ledger.claim(ledger.debt(line.patron), came_back - paid)
