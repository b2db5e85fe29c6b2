"""Who works at a tournament, who may enter it, and whether it is open."""

from collections.abc import Iterable

from puntobanco.tournament.conditions import Conditions
from puntobanco.tournament.model import Ending, Office, Reserve
from puntobanco.tournament.state import TournamentState

CONDUCTS = (Office.DIRECTOR, Office.ASSISTANT)
"""Who conducts a tournament."""


def conducts(state: TournamentState, person: str) -> bool:
    """Whether this person was nominated as director or assistant."""
    return state.officers.get(person) in CONDUCTS


def has_director(state: TournamentState) -> bool:
    return Office.DIRECTOR in state.officers.values()


def is_approved(state: TournamentState) -> bool:
    """Whether the conditions have an approval that a second person confirmed; others have none of theirs yet."""
    return state.approval is not None and state.approval.confirmed_by is not None


def is_open(state: TournamentState) -> bool:
    """Whether anything may be done but planning."""
    return is_approved(state) and has_director(state) and not state.cancelled


def entries_open(state: TournamentState) -> bool:
    """Entries close with the first ballot."""
    return is_open(state) and state.stage == 0 and state.session is None and not state.begun and not state.over


def is_full(state: TournamentState) -> bool:
    return len(state.entrants) >= state.conditions.most_players


def first_sessions_to_come(state: TournamentState) -> bool:
    """Whether sessions are drawn and have not started that are the first one of their players."""
    return state.stage == 0 and not state.over and bool(state.waiting)


def takes_reserves(state: TournamentState) -> bool:
    """Whether a seat can still go to a reserve."""
    return not state.over and (not state.begun or first_sessions_to_come(state))


def next_reserve(state: TournamentState) -> Reserve | None:
    """Who is offered the next seat: the first reserve without an offer."""
    return next((one for one in state.reserves if one.offered is None), None)


def holding_places(state: TournamentState) -> int:
    """How many hold a place: all but those who never sat. Once the first sessions have started, it is how many sat."""
    finishes = (one.finish for one in state.entrants.values())
    return sum(one is None or one.how is not Ending.NEVER_SAT for one in finishes)


def group_that_bars(conditions: Conditions, groups: Iterable[str]) -> str | None:
    """Why somebody in these groups may not enter; none if they may."""
    named = frozenset(groups)
    barred = sorted(named & {*conditions.may_not_enter})
    if barred:
        return f"{barred[0]} may not enter"
    if conditions.may_enter_only and not named & {*conditions.may_enter_only}:
        return f"only {' or '.join(conditions.may_enter_only)} may enter"
    return None


def asks_for_groups(conditions: Conditions) -> bool:
    """Whether who may enter depends on the groups somebody belongs to."""
    return bool(conditions.may_not_enter or conditions.may_enter_only)


def is_new_here(state: TournamentState, person: str) -> bool:
    """Whether this person neither works at the tournament nor ever had an entry."""
    return person not in state.known and person not in state.officers


def waits(state: TournamentState, person: str) -> bool:
    return any(one.player == person for one in state.reserves)
