"""What the wagers of a patron can win at most."""

from puntobanco.coup.possible_outcomes import endings
from puntobanco.coup.settle import Verdict, pay
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.table.stakes import Stake
from puntobanco.table.state import TableState
from puntobanco.values.money import Cents


def can_win(state: TableState, patron: str) -> Cents:
    """In the best of all coups, less what other wagers lose in it, and less commission."""
    rules, stakes = state.rules, state.stakes.of(patron)
    if not stakes:
        return 0
    return max(sum(_brings(rules, one, verdicts[one.wager]) for one in stakes) for verdicts in endings(rules))


def _brings(rules: TableRules, stake: Stake, verdict: Verdict) -> Cents:
    paid = pay(rules.wager(stake.wager), stake.amount, verdict, rules.rounding.value)
    return paid.profit - paid.commission_owed
