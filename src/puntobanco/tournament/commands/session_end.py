"""A session or play-off ends: chips are counted and taken in, and a stage without open ties is closed."""

from collections.abc import Iterator

from puntobanco.table.queries.turns import can_still_wager
from puntobanco.tournament.commands.table_outcomes import react
from puntobanco.tournament.commands.tables import take_in
from puntobanco.tournament.conditions import StageKind
from puntobanco.tournament.events.sessions import PlayOffEnded, SessionCalled, SessionEnded, StageClosed
from puntobanco.tournament.model import Finisher, Out, Rank, Session
from puntobanco.tournament.queries.seating import needs_ballot, next_play_off
from puntobanco.tournament.queries.session_play import (
    chips_at,
    merit_with,
    merit_without,
    round_in_session,
    tables_in_play,
    tables_to_keep,
)
from puntobanco.tournament.queries.standings import cut, order_of_the_rest, questions
from puntobanco.tournament.state import TournamentDraft, TournamentState, session_of


def end_session(draft: TournamentDraft, by: str) -> None:
    state, session = draft.state, session_of(draft.state)
    put_out = tuple((one.player, round_in_session(state, one.table, one.round)) for one in session.out)
    finishers = tuple(_finishers(state, session))
    draft.add(
        SessionEnded(stage=state.stage, finishers=finishers, put_out=put_out, clause=draft.state.law.rounds_that_count)
    )
    close_stage_if_decided(draft, by)


def _finishers(state: TournamentState, session: Session) -> Iterator[Finisher]:
    for one in session.still_in:
        table = state.tables[one.table].state
        yield Finisher(
            player=one.player,
            table=one.table,
            seat=one.seat,
            chips=chips_at(table, one.player),
            can_wager=can_still_wager(table, one.player),
            session=session.number,
        )


def end_play_off(draft: TournamentDraft, by: str) -> None:
    draft.add(PlayOffEnded(ranks=tuple(_ranks(draft.state, session_of(draft.state))), clause=draft.state.law.play_off))
    close_stage_if_decided(draft, by)


def _ranks(state: TournamentState, session: Session) -> Iterator[Rank]:
    """By chips, then those who were put out, the last first, then who was excluded; equal ones share a rank."""
    seats = {one.player: one.seat for one in session.seats}
    merits = {one.player: merit_with(one.chips) for one in _finishers(state, session)}
    merits |= {one.player: merit_without(state, one) for one in session.out}
    better = sorted(merits.values())
    everybody: tuple[Finisher | Out, ...] = (*_finishers(state, session), *session.out)
    for one in everybody:
        yield Rank(
            player=one.player,
            table=one.table,
            seat=seats[one.player],
            rank=1 + better.index(merits[one.player]),
            chips=one.chips,
            can_wager=isinstance(one, Finisher) and one.can_wager,
            excluded=isinstance(one, Out) and one.excluded,
        )


def close_stage_if_decided(draft: TournamentDraft, by: str) -> None:
    """Chips of all are taken in but of those who play off where they sit, and of sessions that are interrupted.

    Without a tie the next session of the stage comes, or goes on, or the stage is closed.
    """
    question = next_play_off(draft.state)
    stay = question.players if question is not None and not needs_ballot(draft.state, question) else ()
    kept = tables_to_keep(draft.state)
    for table, found in draft.state.tables.items():
        for player in tuple(found.state.patrons):
            if player not in stay and table not in kept:
                take_in(draft, table, player, by)
    if questions(draft.state):
        return
    if draft.state.later:
        _call_session(draft, by)
    else:
        _close_stage(draft)


def _call_session(draft: TournamentDraft, by: str) -> None:
    number = draft.state.later[0].number
    draft.add(SessionCalled(stage=draft.state.stage, number=number, clause=draft.state.law.sessions))
    for table in tables_in_play(draft.state):  # that go on: what is due to a substitute is settled
        react(draft, table, (), by)


def _close_stage(draft: TournamentDraft) -> None:
    state = draft.state
    go_on, _ = cut(state)
    final = state.present_stage.kind is StageKind.FINAL
    draft.add(
        StageClosed(
            stage=state.stage,
            go_on=go_on,
            order=tuple(order_of_the_rest(state, go_on)),
            over=final or len(go_on) <= 1,
            clause=draft.state.law.places,
        )
    )
