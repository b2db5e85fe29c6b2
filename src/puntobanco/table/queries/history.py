"""Rounds that are over, breaches, disputes and notices."""

from collections.abc import Iterator
from itertools import chain

from puntobanco.rulebooks import Rulebook, book
from puntobanco.rulebooks.books import interpretations
from puntobanco.rulebooks.clause import Clause
from puntobanco.rulebooks.table_rules import Ruled, TableRules
from puntobanco.streams.actors import Actor, Role
from puntobanco.table.model import Phase, RoundRecord, SettledWager, VoidReason
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableState
from puntobanco.values.text import quoted


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


def settled_lines(state: TableState) -> Iterator[tuple[int, SettledWager]]:
    """Yield the settled wagers of the present round and of those that stand, with their round, the newest first."""
    now = () if state.round is None else ((state.round.number, state.round.settled),)
    past = ((one.number, one.settled) for one in reversed(state.rounds) if not one.void)
    return ((number, line) for number, lines in chain(now, past) for line in lines)


def has_standing_round(state: TableState) -> bool:
    return any(not found.void for found in reversed(state.rounds))


def again_out_of_turn(state: TableState, number: int) -> frozenset[str]:
    """Who bet out of turn in a round after a warning."""
    if number == state.round_number:
        return state.turns.again
    found = (one.again_out_of_turn for one in state.rounds if one.number == number)
    return next(found, frozenset())


def power_to_void(rules: TableRules, reason: VoidReason) -> Ruled[bool]:
    return rules.void_for_disturbance if reason is VoidReason.DISTURBANCE else rules.void_for_fraud


def why_not_broken(rules: TableRules, number: str) -> tuple[str, str, str] | None:
    """Why nobody has broken a clause here, as code, clause and sentence; none if somebody can have."""
    document = book(rules.book, edition=rules.edition)
    for clause in document.clauses:
        if clause.number == number:
            return _why_it_binds_nobody(rules, document, clause)
    sentence = f"{rules.book} has no clause {quoted(number)}: name the one that was broken"
    return "no_such_clause", rules.void_for_breach.clause, sentence


def clauses_to_break(rules: TableRules) -> tuple[Clause, ...]:
    """Those that bind people at this table."""
    document = book(rules.book, edition=rules.edition)
    return tuple(one for one in document.clauses if _why_it_binds_nobody(rules, document, one) is None)


def _why_it_binds_nobody(rules: TableRules, document: Rulebook, clause: Clause) -> tuple[str, str, str] | None:
    number, power, section = clause.number, rules.void_for_breach.clause, document.for_tournaments
    if number in section.clauses and rules.conditions is None:
        return "tournaments_only", section.only, f"{number} is for tournaments: name a clause that binds at this table"
    if number in interpretations.WHY:
        sentence = f"{number} is ours and no provision of the document: name the clause that was broken"
        return "nobody_can_break_that", power, sentence
    if not clause.can_be_broken and number not in section.conduct:
        return "nobody_can_break_that", power, f"{number} is a text that nobody can break"
    return None


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
