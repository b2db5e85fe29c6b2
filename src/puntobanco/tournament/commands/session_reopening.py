"""A session that is over is played on: a round of it is void, or decided again, before its stage is closed.

A session that has started meanwhile is interrupted: its players keep their seats and chips.
"""

from puntobanco.table.model import Phase
from puntobanco.tournament.commands.table_outcomes import keep_out
from puntobanco.tournament.commands.tables import issue, put_marker, take_in
from puntobanco.tournament.events.sessions import SessionReopened
from puntobanco.tournament.model import EndedSession, Finisher
from puntobanco.tournament.queries.session_play import running, tables_in_play, tables_to_keep
from puntobanco.tournament.state import TournamentDraft, refuse, session_of


def reopen_session(draft: TournamentDraft, table: str, by: str) -> None:
    """Who sat when the session ended sits again, with the chips that they had, and the marker lies where it lay."""
    state, clause = draft.state, draft.state.law.after_a_session
    if any(one.state.phase is Phase.DEALING for one in state.tables.values()):
        refuse(draft.state, "round_is_on", clause, "a round is being dealt: decide about that session when it is over")
    session = running(state)
    now = () if session is None or session.play_off else tables_in_play(state)
    for name, found in state.tables.items():
        for player in () if name in (*now, *tables_to_keep(state)) else tuple(found.state.patrons):
            take_in(draft, name, player, by)
    results = state.results
    ended = next(one for one in (() if results is None else results.ended) if one.at(table) is not None)
    finishers = () if results is None else results.finishers
    tables = (table, *(one.table for one in ended.tables if one.table != table))
    draft.add(SessionReopened(stage=state.stage, tables=tables, clause=clause))
    _seat_again(draft, ended, finishers, by)


def _seat_again(draft: TournamentDraft, ended: EndedSession, finishers: tuple[Finisher, ...], by: str) -> None:
    chips = {one.player: one.chips for one in finishers}
    for seat in session_of(draft.state).still_in:
        if seat.player in draft.state.tables[seat.table].state.excluded:  # since then, from a play-off
            keep_out(draft, seat, chips[seat.player], by)
        elif chips[seat.player]:
            issue(draft, seat, chips[seat.player], by)
    for played in ended.tables:
        put_marker(draft, played.table, played.marker)
