"""The book's words that a dealer says with the next step."""

from puntobanco.coup.coup import facts
from puntobanco.rulebooks.facts import Result
from puntobanco.table.queries.progress import Next, Progress
from puntobanco.table.queries.round import closes_by_call
from puntobanco.table.state import TableState
from puntobanco.table.views.hands import Words, words


def say(state: TableState, coming: Progress) -> Words | None:
    """None where the book leaves the words to the dealer."""
    match coming.next:
        case Next.START if coming.no_bet:
            return _words(state, "call_no_bets")
        case Next.START if closes_by_call(state):
            return _words(state, "call_no_more_bets")
        case Next.SETTLE if (result := _result(state)) is not None:
            return result
        case _:
            found = words(state)
            said_before = state.round is not None and found is not None and found.key == "call_no_more_bets"
            return None if said_before else found


def _words(state: TableState, key: str, **numbers: object) -> Words | None:
    ruled = state.rules.ruled(key)
    if ruled.value is None:
        return None
    return Words(key=key, text=str(ruled.value).format(**numbers), clause=ruled.clause)


def _result(state: TableState) -> Words | None:
    """Once both hands have all their cards."""
    coup = None if state.round is None else state.round.coup
    if coup is None or coup.next_step(state.rules).deal_to is not None:
        return None
    found = facts(state.rules, coup)
    totals = {"player": found.player.total, "banker": found.banker.total}
    if found.result is Result.TIE:
        return _words(state, "call_tie", **totals)
    return _words(state, "call_result", winner=found.result.value.title(), **totals)
