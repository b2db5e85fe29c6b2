"""Rounds that are over, disputes and notices."""

from puntobanco.rules.table_rules import Ruled, TableRules
from puntobanco.table.actors import Actor, Role
from puntobanco.table.parts import Phase, RoundRecord, SettledWager, VoidReason
from puntobanco.table.refusing import refuse
from puntobanco.table.state import TableState


def standing_round(state: TableState, number: int, clause: str) -> RoundRecord:
    """A finished round that is not void yet and still open to rulings."""
    for found in state.rounds:
        if found.number == number and not found.void:
            return found
    sentence = f"round {number} is not a standing round of the last shoes"
    refuse(state.rules, "no_such_round", clause, sentence)


def rounds_of_this_shoe(state: TableState) -> tuple[RoundRecord, ...]:
    """The finished rounds of the shoe in use, or of the last one until the next is loaded; void ones included."""
    return tuple(one for one in state.rounds if one.shoe == state.shoe.number)


def settled_in(state: TableState, number: int) -> tuple[SettledWager, ...]:
    if state.round is not None and state.round.number == number:
        return state.round.settled
    return next((found.settled for found in state.rounds if found.number == number and not found.void), ())


def again_out_of_turn(state: TableState, number: int) -> frozenset[str]:
    """Who bet out of turn in a round after a warning."""
    if number == state.round_number:
        return state.turns.again
    found = (one.again_out_of_turn for one in state.rounds if one.number == number)
    return next(found, frozenset())


def power_to_void(rules: TableRules, reason: VoidReason) -> Ruled[bool]:
    return rules.void_for_disturbance if reason is VoidReason.DISTURBANCE else rules.void_for_fraud


def open_disputes(state: TableState) -> tuple[int, ...]:
    return tuple(one.number for one in state.disputes if one.decision is None)


def may_ask_review(state: TableState, actor: Actor) -> tuple[int, ...]:
    """Decided disputes that this person may have reviewed: staff any, a patron the own."""
    return tuple(
        one.number
        for one in state.disputes
        if one.decision is not None
        and not one.referred
        and (actor.role is not Role.PATRON or actor.person in (one.patron, one.about))
    )


def may_close(state: TableState) -> bool:
    """Whether the operator may close now: notice was given, and no round is in progress."""
    return state.phase is not Phase.DEALING and any(notice.rules is None for notice in state.notices)
