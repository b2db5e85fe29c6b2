"""Money that goes back: a wager as if it had not been, or back into its box."""

from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.table import ledger
from puntobanco.table.model import SettledWager
from puntobanco.table.state import TableState
from puntobanco.values.money import Cents


def reversal(state: TableState, settled: tuple[SettledWager, ...]) -> ledger.TableEntry:
    """Money that goes back as if these wagers had not been: what comes to a patron is there before any is taken."""
    entries: list[ledger.TableEntry] = []
    balances = dict(state.accounts)
    for step in (_give_back, _take_back):
        for line in settled:
            entries.append(step(state.rules, balances, line))
            balances = ledger.post(balances, entries[-1])
    return ledger.combine(entries)


def unpaid(rules: TableRules, name: str, amount: Cents) -> ledger.TableEntry:
    """What a patron cannot cover becomes debt; where chips are issued it is let go."""
    return ledger.NOTHING if rules.chips_are_issued else ledger.claim(ledger.debt(name), amount)


def _give_back(_: TableRules, balances: ledger.TableBalances, line: SettledWager) -> ledger.TableEntry:
    """Commission, and a stake that was lost."""
    lost = max(0, -_profit(line))
    return _reverse_commission(balances, line)[0] + ledger.transfer(ledger.FLOAT, ledger.chips(line.patron), lost)


def _take_back(rules: TableRules, balances: ledger.TableBalances, line: SettledWager) -> ledger.TableEntry:
    """What was won, as far as there are chips, and what the dealer erred by."""
    chips, won = ledger.chips(line.patron), max(0, _profit(line))
    paid = min(won, balances.get(chips, 0))
    error = ledger.transfer(ledger.FLOAT, ledger.PAYMENT_ERRORS, line.error)
    return error + ledger.transfer(chips, ledger.FLOAT, paid) + unpaid(rules, line.patron, won - paid)


def _profit(line: SettledWager) -> Cents:
    return line.returned + line.error - line.stake


def _reverse_commission(balances: ledger.TableBalances, line: SettledWager) -> tuple[ledger.TableEntry, int]:
    """Commission still owed is owed no more, then commission debt; what was collected goes back to the chips."""
    entry = ledger.transfer(ledger.COMMISSION_TAKEN, ledger.FLOAT, line.commission_taken)
    left = line.commission_owed
    for account in (ledger.commission_owed(line.patron), ledger.commission_debt(line.patron)):
        forgiven = min(left, balances.get(account, 0))
        entry += ledger.claim(account, -forgiven)
        left -= forgiven
    return entry + ledger.transfer(ledger.COMMISSION_TAKEN, ledger.chips(line.patron), left), left


def back_into_the_box(rules: TableRules, balances: ledger.TableBalances, line: SettledWager) -> ledger.TableEntry:
    """The patron gives back what came back, and the box holds the stake again."""
    chips = ledger.chips(line.patron)
    commission, collected = _reverse_commission(balances, line)
    commission += ledger.transfer(ledger.FLOAT, ledger.PAYMENT_ERRORS, line.error)
    came_back = line.returned + line.error
    paid = min(came_back, balances.get(chips, 0) + collected)
    box = ledger.box(line.area, line.wager, line.patron)
    money = ledger.summed(((chips, -paid), (box, line.stake), (ledger.FLOAT, paid - line.stake)))
    return commission + money + unpaid(rules, line.patron, came_back - paid)
