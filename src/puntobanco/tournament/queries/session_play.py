"""The tables in play: what has been played, who sits with how many chips, what is done."""

from typing import TypeAlias

from puntobanco.table import ledger
from puntobanco.table.model import Phase, Preparation
from puntobanco.table.state import TableState
from puntobanco.tournament.conditions import AdvanceBy
from puntobanco.tournament.model import Out, Seat, Session, TableInPlay
from puntobanco.tournament.state import TournamentState
from puntobanco.values.money import Cents

Merit: TypeAlias = tuple[int, int]
"""Among those who play a session or play-off together: the smaller, the better."""


def running(state: TournamentState) -> Session | None:
    """The session or play-off that is being played."""
    session = state.session
    return session if session is not None and session.started else None


def tables_in_play(state: TournamentState) -> tuple[str, ...]:
    """The tables of the session or play-off, in their order."""
    session = running(state)
    return () if session is None else tuple(dict.fromkeys(one.table for one in session.seats))


def chips_at(table: TableState, player: str) -> Cents:
    """What somebody has at a table, in front of them and in the boxes."""
    return table.balance(ledger.chips(player)) + sum(one.amount for one in table.stakes.of(player))


def table_where(state: TournamentState, player: str) -> str | None:
    """The table at which somebody sits."""
    return next((name for name, one in state.tables.items() if player in one.state.patrons), None)


def finished_shoes(table: TableState) -> int:
    """How many shoes a table has come to the end of."""
    waits_for_shuffle = table.phase is Phase.PREPARING and Preparation.SHUFFLE in table.pending
    in_use = table.shoe.loaded and not waits_for_shuffle
    return table.shoe.number - in_use


def tables_to_keep(state: TournamentState) -> tuple[str, ...]:
    """The tables where players sit who play on later: of sessions that are interrupted."""
    return tuple(dict.fromkeys(seat.table for session in state.interrupted for seat in session.seats))


def out_of_session(state: TournamentState, player: str) -> Out | None:
    """How somebody was put out of a session that is not over, or of a play-off."""
    sessions = (*(() if state.session is None else (state.session,)), *state.interrupted)
    return next((one for session in sessions for one in session.out if one.player == player), None)


def contesting(state: TournamentState, session: Session, table: str) -> tuple[Seat, ...]:
    """Among whom the players of a table still play: of the table where the best of each table go on, else all."""
    by_table = not session.play_off and state.present_stage.advance_by is AdvanceBy.TABLE
    return session.at(table) if by_table else session.still_in


def is_done(state: TournamentState, table: str) -> bool:
    """Whether a table has played what the session or play-off asks for, or nobody is left to play against."""
    session = running(state)
    if session is None or state.tables[table].state.phase is Phase.DEALING:
        return False
    return not session.at(table) or len(contesting(state, session, table)) <= 1 or _has_played(state, session, table)


def _has_played(state: TournamentState, session: Session, table: str) -> bool:
    found, stage = state.tables[table], state.present_stage
    if session.play_off:
        return len(found.counted) >= state.conditions.play_off_rounds
    if stage.rounds is not None:
        return len(found.counted) >= stage.rounds
    return stage.shoes is not None and finished_shoes(found.state) >= stage.shoes


def is_of_session(table: TableInPlay, number: int) -> bool:
    """Whether a round belongs to what is being played: it counts, or is the one that is bet on or dealt."""
    return number in table.counted or number == table.state.round_number


def tables_to_play(state: TournamentState) -> tuple[str, ...]:
    """The tables that are not done."""
    return tuple(name for name in tables_in_play(state) if not is_done(state, name))


def is_played(state: TournamentState) -> bool:
    """Whether the session or play-off can be ended."""
    return running(state) is not None and not tables_to_play(state)


def any_round_in_progress(state: TournamentState) -> bool:
    return any(one.state.phase is Phase.DEALING for one in state.tables.values())


def round_in_session(state: TournamentState, table: str, number: int) -> int:
    """The number in the session of a table's round: void ones do not count."""
    return sum(one <= number for one in state.tables[table].counted)


def merit_with(chips: Cents) -> Merit:
    """Of who is in."""
    return 0, -chips


def merit_without(state: TournamentState, out: Out) -> Merit:
    """Of who was put out: after all who are in, the last one first; who was excluded from a play-off is last."""
    last = state.session is not None and state.session.play_off and out.excluded
    return 1 + last, -round_in_session(state, out.table, out.round)
