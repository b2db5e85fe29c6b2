"""A stage of wagers is settled, or its settlement undone."""

from puntobanco.coup.settle import LOST, STOOD_OFF, Verdict, pay, verdicts
from puntobanco.rulebooks.facts import Facts, PairFacts, Result
from puntobanco.rulebooks.rule_values import AfterStandOff
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wagers import Stage
from puntobanco.table import ledger
from puntobanco.table.commands.reversals import back_into_the_box
from puntobanco.table.events.settlement import StageReopened, StageSettled
from puntobanco.table.events.table_lifecycle import announce
from puntobanco.table.model import SettledWager
from puntobanco.table.queries.round import current_round
from puntobanco.table.stakes import Stake
from puntobanco.table.state import TableDraft, TableState


def announce_result(draft: TableDraft, found: Facts) -> None:
    if found.result is Result.TIE:
        announce(draft, "call_tie", player=found.player.total, banker=found.banker.total)
    else:
        winner = found.result.value.title()
        announce(draft, "call_result", winner=winner, player=found.player.total, banker=found.banker.total)


def settle_wagers(draft: TableDraft, stage: Stage, found: Facts | PairFacts) -> None:
    """Settle a stage's wagers: losers are collected first, then the others paid or given back."""
    rules, judged = draft.state.rules, verdicts(draft.state.rules, stage, found)
    lost: list[SettledWager] = []
    others: list[SettledWager] = []
    for one in draft.state.stakes:
        if one.wager in judged:
            verdict = judged[one.wager]
            if verdict.outcome is LOST:
                lost.append(_collected(one, verdict))
            else:
                others.append(_paid(rules, one, verdict))
    stays = [line for line in others if line.outcome is STOOD_OFF and _may_stay(draft.state, line.patron)]
    settled = (*lost, *others)
    draft.add(
        StageSettled(
            stage=stage,
            wagers=settled,
            stays=tuple(stays),
            clause=settled[0].clause if settled else rules.deal_order.clause,
        )
    )


def _may_stay(state: TableState, patron: str) -> bool:
    """Whether a stand-off stays on the layout: where the book says so and its patron is still there and may play."""
    here = patron in state.patrons and patron not in state.excluded
    return here and state.rules.standoff.value is AfterStandOff.STAYS


def _collected(stake: Stake, verdict: Verdict) -> SettledWager:
    return SettledWager(
        patron=stake.patron,
        area=stake.area,
        wager=stake.wager,
        stake=stake.amount,
        outcome=LOST,
        clause=verdict.clause,
    )


def _paid(rules: TableRules, stake: Stake, verdict: Verdict) -> SettledWager:
    paid = pay(rules.wager(stake.wager), stake.amount, verdict, rules.rounding.value)
    return SettledWager(
        patron=stake.patron,
        area=stake.area,
        wager=stake.wager,
        stake=stake.amount,
        returned=paid.returned,
        commission_taken=paid.commission_taken,
        commission_owed=paid.commission_owed,
        outcome=verdict.outcome,
        clause=verdict.clause,
    )


def reopen_stage(draft: TableDraft, stage: Stage, *, clause: str) -> None:
    """Undo a stage's settlement: the stakes lie in their boxes as before it."""
    current = current_round(draft.state)
    lines = tuple(
        line for line in current.settled if not line.voided and draft.state.rules.wager(line.wager).settles is stage
    )
    entries: list[ledger.TableEntry] = []
    balances = dict(draft.state.accounts)
    for line in lines:
        entries.append(back_into_the_box(draft.state.rules, balances, line))
        balances = ledger.post(balances, entries[-1])
    draft.add(
        StageReopened(number=current.number, stage=stage, wagers=lines, entry=ledger.combine(entries), clause=clause)
    )
