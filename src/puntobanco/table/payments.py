"""Decisions about a dealer's own errors of paying and collecting."""

from puntobanco.money import Cents, format_dollars
from puntobanco.table import commands, events, ledger
from puntobanco.table.draft import Draft, refuse
from puntobanco.table.rulings import settled_in
from puntobanco.table.state import SettledWager, TableState


def paid_until_now(line: SettledWager) -> Cents:
    """What the patron got back for a wager as far as is known: by the book, unless another amount was recorded."""
    return line.returned if line.really_returned is None else line.really_returned


def can_be_recorded(line: SettledWager) -> bool:
    """What became a patron's debt is settled as that, and not recorded a second time."""
    return not line.voided and line.debt == 0


def least_payment(state: TableState, line: SettledWager) -> Cents:
    """The least that may be recorded: what the patron never got must still be among the chips."""
    return max(0, paid_until_now(line) - state.balance(ledger.chips(line.patron)))


def record_payment(draft: Draft, command: commands.RecordPayment) -> None:
    """The difference to what the book gives is booked apart; the patron owes it only if the supervisor says so."""
    line = _line(draft, command)
    _check_payment(draft, command, line)
    change = command.amount - paid_until_now(line)
    debt = command.amount - line.returned if command.debt else 0
    entry = ledger.transfer(ledger.PAYMENT_ERRORS, ledger.chips(line.patron), change)
    entry += ledger.claim(ledger.debt(line.patron), debt)
    draft.add(
        events.PaymentRecorded(
            number=command.round,
            patron=line.patron,
            area=line.area,
            wager=line.wager,
            returned=line.returned,
            really_returned=command.amount,
            debt=debt,
            entry=entry,
            clause=line.clause,
        )
    )


def _line(draft: Draft, command: commands.RecordPayment) -> SettledWager:
    for line in settled_in(draft.state, command.round):
        where = (line.patron, line.area, line.wager)
        if where == (command.patron, command.area, command.wager) and can_be_recorded(line):
            return line
    sentence = f"{command.patron} has no settled wager on {command.wager} in area {command.area} in that round"
    refuse(draft.rules, "no_such_wager", draft.rules.disputes.clause, sentence)


def _check_payment(draft: Draft, command: commands.RecordPayment, line: SettledWager) -> None:
    rules, least = draft.rules, least_payment(draft.state, line)
    if command.amount == paid_until_now(line) and not command.debt:
        sentence = f"{format_dollars(command.amount)} is in the books already: name another amount"
        refuse(rules, "nothing_to_record", line.clause, sentence)
    if command.debt and command.amount <= line.returned:
        sentence = f"only what was paid above {format_dollars(line.returned)} can be owed back"
        refuse(rules, "nothing_owed", line.clause, sentence)
    if not ledger.has_room(draft.state.balances, command.amount):
        refuse(rules, "too_large", line.clause, "that is more than the books of a table hold: name less")
    if command.amount < least:
        sentence = f"{line.patron}'s chips leave {format_dollars(least)} or more: pay the patron what is missing"
        refuse(rules, "not_enough_chips", line.clause, sentence)
