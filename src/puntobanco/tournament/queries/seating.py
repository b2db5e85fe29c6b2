"""How many sit at a table, and who is to be seated."""

from collections.abc import Sequence
from itertools import pairwise

from puntobanco.tournament.queries.standings import Question, questions, results_of, table_of
from puntobanco.tournament.state import TournamentState


def usual_sizes(players: int, most: int, sessions: int = 1) -> tuple[int, ...]:
    """As few tables as possible, as even as possible: what a director would usually choose."""
    tables = max(-(-players // most), sessions)
    each, more = divmod(players, tables) if tables else (0, 0)
    return tuple(each + (table < more) for table in range(tables))


def places(sizes: Sequence[int]) -> tuple[tuple[str, int], ...]:
    """Table and seat of every place in the order of the tables, which are numbered from 1."""
    return tuple((str(table), seat) for table, size in enumerate(sizes, start=1) for seat in range(1, size + 1))


def to_be_seated(state: TournamentState) -> tuple[str, ...]:
    """Who takes part in the next ballot of a session, in the order of registration."""
    return tuple(one.player for one in sorted(state.still_in, key=lambda one: one.number))


def sessions_due(state: TournamentState) -> int:
    """How many sessions the next ballot draws: those of the stage, and no more than there are players."""
    return max(1, min(state.present_stage.sessions, len(to_be_seated(state))))


def tables_by_session(tables: int, sessions: int) -> tuple[tuple[str, ...], ...]:
    """The tables, numbered from 1, as evenly over the sessions as possible, the first ones having more."""
    each, more = divmod(tables, sessions)
    starts = [session * each + min(session, more) for session in range(sessions + 1)]
    return tuple(tuple(map(str, range(first + 1, last + 1))) for first, last in pairwise(starts))


def next_play_off(state: TournamentState) -> Question | None:
    """The tie that is to be played off next."""
    return next((one for one in questions(state) if not one.by_lot), None)


def next_lot(state: TournamentState) -> Question | None:
    """The tie that is to be decided by lot next; play-offs come first."""
    found = questions(state)
    return found[0] if found and next_play_off(state) is None else None


def needs_ballot(state: TournamentState, question: Question) -> bool:
    """Whether a play-off is across tables, so that seats are drawn anew."""
    return table_of(results_of(state), question.players) is None
