"""Whose turn it is to bet, and what a patron risks."""

from collections.abc import Iterable

from puntobanco.coup.accept_wager import limits, terms
from puntobanco.rulebooks.facts import Hand
from puntobanco.table import ledger
from puntobanco.table.model import own_maximum
from puntobanco.table.stakes import Stake
from puntobanco.table.state import TableState
from puntobanco.values.money import Cents


def to_be_asked(state: TableState) -> tuple[str, ...]:
    """Whom the dealer is still to ask for a wager, in order."""
    return state.not_asked() if state.betting_is_open else ()


def wagers_are_fixed(state: TableState, name: str) -> bool:
    """Whether a patron's turn is over with wagers on the layout, which then may not be changed."""
    turns = state.turns
    return name in turns.had and name != turns.now and bool(state.stakes.of(name))


def nobody_bets(state: TableState) -> bool:
    """Whether everybody was asked and nothing lies on the layout, so that the round may be dealt without wagers."""
    return not state.stakes and bool(state.turns.had) and not state.not_asked()


def risk(state: TableState, name: str) -> Cents:
    """What one patron can lose: banker against player, and all else, each up to its maximum."""
    hands: dict[str, Cents] = {hand.value: 0 for hand in Hand}
    others = 0
    for stake in state.stakes.of(name):
        live = _up_to_maximum(state, stake)
        if stake.wager in hands:
            hands[stake.wager] += live
        else:
            others += live
    return abs(hands[Hand.BANKER.value] - hands[Hand.PLAYER.value]) + others


def _up_to_maximum(state: TableState, stake: Stake) -> Cents:
    """The part of a stake that can be won or lost: chips above the maximum are neither."""
    rules, patron = state.rules, state.patrons.get(stake.patron)
    own = None if patron is None else own_maximum(rules, patron)
    _, maximum = limits(rules, rules.wager(stake.wager), own)
    return min(stake.amount, maximum.value)


def can_still_wager(state: TableState, name: str) -> bool:
    """Whether a patron's chips, with what lies in the boxes, suffice for a wager that risks what everybody must."""
    has = state.balance(ledger.chips(name)) + sum(one.amount for one in state.stakes.of(name))
    return any(least <= has for least in _least_wagers(state))


def _least_wagers(state: TableState) -> Iterable[Cents]:
    """Of each wager the smallest that is within its limits and risks enough."""
    rules = state.rules
    for allowed in terms(rules).values():
        least = max(allowed.least, rules.least_risk.value or 1)
        least += -least % allowed.step
        if least <= allowed.most:
            yield least
