"""A stage of wagers is settled, or its settlement undone."""

from puntobanco.coup.settle import Outcome, Verdict, pay, verdicts
from puntobanco.money import Cents, Rate
from puntobanco.rules.facts import Facts, PairFacts, Result
from puntobanco.rules.options import Standoff
from puntobanco.rules.table_rules import TableRules
from puntobanco.rules.wagers import Stage
from puntobanco.table import ledger
from puntobanco.table.asked.round import current_round
from puntobanco.table.decided.reversing import back_into_the_box
from puntobanco.table.happened.house import announce
from puntobanco.table.happened.round import StageReopened, StageSettled
from puntobanco.table.parts import Lying, SettledWager, Spot
from puntobanco.table.state import Draft, TableState


def announce_result(draft: Draft, found: Facts) -> None:
    if found.result is Result.TIE:
        announce(draft, "call_tie", player=found.player.total, banker=found.banker.total)
    else:
        winner = found.result.value.title()
        announce(draft, "call_result", winner=winner, player=found.player.total, banker=found.banker.total)


def settle_wagers(draft: Draft, stage: Stage, found: Facts | PairFacts) -> None:
    """Settle a stage's wagers: losers are collected first, then the others paid or given back."""
    rules, boxes = draft.rules, draft.state.boxes
    judged = verdicts(rules, stage, found)
    settled: list[SettledWager] = []
    stays: list[SettledWager] = []
    booked: dict[ledger.Account, Cents] = {}
    spots = [spot for spot in boxes if spot.wager in judged]
    for spot in sorted(spots, key=lambda spot: judged[spot.wager][0].outcome is not Outcome.LOST):
        verdict, rate = judged[spot.wager]
        for one in boxes[spot]:
            line = _settled(rules, spot, one, verdict, rate)
            settled.append(line)
            if verdict.outcome is Outcome.STOOD_OFF and _may_stay(draft.state, one):
                stays.append(line)
            else:
                _book(booked, line)
    entry = ledger.entry_of(booked)
    clause = rules.deal_order.clause if not settled else settled[0].clause
    draft.add(StageSettled(stage=stage, wagers=tuple(settled), stays=tuple(stays), entry=entry, clause=clause))


def _may_stay(state: TableState, lying: Lying) -> bool:
    """Whether a stand-off stays on the layout: where the book says so and its patron is still there and may play."""
    here = lying.patron in state.patrons and lying.patron not in state.excluded
    return here and state.rules.standoff.value is Standoff.STAYS


def _settled(rules: TableRules, spot: Spot, lying: Lying, verdict: Verdict, rate: Rate) -> SettledWager:
    if verdict.outcome is Outcome.LOST:
        return SettledWager(
            patron=lying.patron,
            area=spot.area,
            wager=spot.wager,
            stake=lying.amount,
            outcome=Outcome.LOST,
            clause=verdict.clause,
        )
    paid = pay(rules.wager(spot.wager), lying.amount, verdict, rate, rules.rounding.value)
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


def reopen_stage(draft: Draft, stage: Stage, *, clause: str) -> None:
    """Undo a stage's settlement: the stakes lie in their boxes as before it."""
    current = current_round(draft.state)
    lines = tuple(
        line for line in current.settled if not line.voided and draft.rules.wager(line.wager).settles is stage
    )
    entries: list[ledger.Entry] = []
    balances = dict(draft.state.balances)
    for line in lines:
        entries.append(back_into_the_box(balances, line))
        balances = ledger.post(balances, entries[-1])
    draft.add(
        StageReopened(number=current.number, stage=stage, wagers=lines, entry=ledger.combine(entries), clause=clause)
    )
