"""Money that goes back: a wager as if it had not been, or back into its box."""

from puntobanco.money import Cents
from puntobanco.rules.table_rules import TableRules
from puntobanco.table import ledger
from puntobanco.table.parts import SettledWager
from puntobanco.table.state import TableState


def reversal(state: TableState, settled: tuple[SettledWager, ...]) -> ledger.Entry:
    """Money that goes back as if these wagers had not been."""
    entries: list[ledger.Entry] = []
    balances = dict(state.accounts)
    for line in settled:
        entry = _reverse_one(state.rules, balances, line)
        balances = ledger.post(balances, entry)
        entries.append(entry)
    return ledger.combine(entries)


def unpaid(rules: TableRules, name: str, amount: Cents) -> ledger.Entry:
    """What a patron cannot cover becomes debt; where chips are issued it is let go."""
    return ledger.NOTHING if rules.chips_are_issued else ledger.claim(ledger.debt(name), amount)


def _reverse_one(rules: TableRules, balances: ledger.Balances, line: SettledWager) -> ledger.Entry:
    chips = ledger.chips(line.patron)
    commission, collected = _reverse_commission(balances, line)
    commission += ledger.transfer(ledger.FLOAT, ledger.PAYMENT_ERRORS, line.error)
    profit = line.returned + line.error - line.stake
    if profit <= 0:
        return commission + ledger.transfer(ledger.FLOAT, chips, -profit)
    paid = min(profit, balances.get(chips, 0) + collected)
    return commission + ledger.transfer(chips, ledger.FLOAT, paid) + unpaid(rules, line.patron, profit - paid)


def _reverse_commission(balances: ledger.Balances, line: SettledWager) -> tuple[ledger.Entry, int]:
    """Commission still owed is owed no more, then commission debt; what was collected goes back to the chips."""
    entry = ledger.transfer(ledger.COMMISSION_TAKEN, ledger.FLOAT, line.commission_taken)
    left = line.commission_owed
    for account in (ledger.commission_owed(line.patron), ledger.commission_debt(line.patron)):
        forgiven = min(left, balances.get(account, 0))
        entry += ledger.claim(account, -forgiven)
        left -= forgiven
    return entry + ledger.transfer(ledger.COMMISSION_TAKEN, ledger.chips(line.patron), left), left


def back_into_the_box(rules: TableRules, balances: ledger.Balances, line: SettledWager) -> ledger.Entry:
    """The patron gives back what came back, and the box holds the stake again."""
    chips = ledger.chips(line.patron)
    commission, collected = _reverse_commission(balances, line)
    commission += ledger.transfer(ledger.FLOAT, ledger.PAYMENT_ERRORS, line.error)
    came_back = line.returned + line.error
    paid = min(came_back, balances.get(chips, 0) + collected)
    box = ledger.box(line.area, line.wager, line.patron)
    money = ledger.summed(((chips, -paid), (box, line.stake), (ledger.FLOAT, paid - line.stake)))
    return commission + money + unpaid(rules, line.patron, came_back - paid)
