"""The words of the table, and the moment that each belongs to."""

from puntobanco.coup.shoe import Ending
from puntobanco.rulebooks.facts import Result
from puntobanco.rulebooks.rule_values import Closing
from puntobanco.streams.actors import Role
from puntobanco.table.model import Phase, RoundRecord
from puntobanco.table.queries.no_bet_coups import may_start_no_bet
from puntobanco.table.queries.round import counts_clause
from puntobanco.table.state import TableState

# Before the hands are dealt, during their play, after the decision: when each announcement belongs, in words.
ANNOUNCEMENTS: dict[str, str] = {
    "call_no_more_bets": "before the first card",
    "call_no_bets": "before a coup that has no wagers",
    "call_counts": "when the first four cards lie face up, before a third one",
    "call_result": "after a round that a hand has won",
    "call_tie": "after a round that was a tie",
    "call_last_round": "before the last round of the shoe",
}


def may_announce(state: TableState, key: str) -> bool:
    """Whether an announcement is among the table's, belongs to this moment and is no command in itself."""
    return state.rules.ruled(key).value is not None and not is_the_call(state, key) and _is_the_moment(state, key)


def is_the_call(state: TableState, key: str) -> bool:
    """Where the call closes the wagers it is a command with effect, never mere words."""
    return key == "call_no_more_bets" and state.rules.closing.value is Closing.AT_CALL


def _is_the_moment(state: TableState, key: str) -> bool:
    between = state.phase in (Phase.BETTING, Phase.PREPARING)
    match key:
        case "call_no_more_bets":
            return between
        case "call_no_bets":
            return any(may_start_no_bet(state, role) for role in (Role.DEALER, Role.SUPERVISOR))
        case "call_counts":
            current = state.round
            return (
                current is not None and len(current.order) == 4 and not current.misplaced and current.coup is not None
            )
        case "call_last_round":
            return between and state.shoe.ending is Ending.LAST_ROUND
        case _:
            return (
                between
                and _last_result(state) is not None
                and (_last_result(state) is Result.TIE) == (key == "call_tie")
            )


def _last_result(state: TableState) -> Result | None:
    """What the last round of this shoe was decided as."""
    last = _last_round(state)
    return None if last is None or last.void else last.result


def _last_round(state: TableState) -> RoundRecord | None:
    last = state.rounds[-1] if state.rounds else None
    return last if last is not None and last.shoe == state.shoe.number else None


def numbers_of_the_moment(state: TableState) -> dict[str, object]:
    """What the words of this moment may name: the totals on the table, or those of the round that is over."""
    last = _last_round(state)
    if state.round is not None and (coup := state.round.coup) is not None:
        values = state.rules.card_values.value
        return {"player": values.total(coup.player), "banker": values.total(coup.banker)}
    if last is None or last.facts is None or last.result is None:
        return {}
    return {"player": last.facts.player.total, "banker": last.facts.banker.total, "winner": last.result.value.title()}


def clause_of_the_moment(state: TableState, key: str) -> str | None:
    """Where the cause of an announcement or the dealing style has a clause of its own for the words."""
    if key == "call_no_bets" and state.no_bet_cause is not None:
        return state.no_bet_cause
    return counts_clause(state.rules) if key == "call_counts" else None
