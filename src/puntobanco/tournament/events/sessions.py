"""Sessions: ballots, seats, starts and ends."""

from collections.abc import Iterable

from puntobanco.tournament.conditions import AdvanceBy, Time
from puntobanco.tournament.events.draws import by_which, with_result
from puntobanco.tournament.model import (
    Contest,
    DrawResult,
    EndedSession,
    Ending,
    Finish,
    Finisher,
    Lot,
    PlayedTable,
    Rank,
    Results,
    Seat,
    Session,
    Sitting,
)
from puntobanco.tournament.state import (
    Books,
    TournamentEventBase,
    TournamentState,
    posted,
    reseated,
    session_of,
    with_entrant,
    with_session,
    with_table,
    without_offers,
)
from puntobanco.values.dates import moment_in_words
from puntobanco.values.money import Cents, Count, format_dollars
from puntobanco.values.replace import changed


class BallotDrawn(TournamentEventBase, tag="ballot_drawn.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tables and seats of a stage were drawn, and the secret revealed: anyone can compute it again."""

    stage: Count
    seats: tuple[Seat, ...]
    """As they were drawn: table by table, seat by seat."""
    result: DrawResult
    sessions: tuple[Sitting, ...]
    """In the order in which they are played."""

    def apply(self, state: TournamentState) -> TournamentState:
        first, *later = (self._session(number, one) for number, one in enumerate(self.sessions, start=1))
        state = with_result(changed(state, session=first, later=tuple(later)), self.result)
        for place, one in enumerate(self.seats, start=1) if self.stage == 0 else ():
            state = with_entrant(state, one.player, drawn=place)
        return state

    def describe(self, _: str, /) -> str:
        times = ", ".join(moment_in_words(one.starts_at) for one in self.sessions)
        stage, seats = self.stage + 1, seats_in_words(self.seats)
        return f"Ballot for stage {stage}, which starts {times}{by_which(self.result)}: {seats}"

    def _session(self, number: int, sitting: Sitting) -> Session:
        seats = tuple(one for one in self.seats if one.table in sitting.tables)
        return Session(number=number, starts_at=sitting.starts_at, seats=seats, ballot=self.result.draw)


def seats_in_words(seats: tuple[Seat, ...]) -> str:
    return ", ".join(f"{one.player} table {one.table} seat {one.seat}" for one in seats)


class PlaceTaken(TournamentEventBase, tag="place_taken.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody sat down at the seat that was drawn."""

    player: str

    def apply(self, state: TournamentState) -> TournamentState:
        state = reseated(state, lambda one: changed(one, taken=True) if one.player == self.player else one)
        return without_offers(state, self.player)

    def describe(self, _: str, /) -> str:
        return f"{self.player} is there"


class PlaceForfeited(
    TournamentEventBase, tag="place_forfeited.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Somebody was not there when a session started; the fee stays in the pool."""

    player: str
    how: Ending

    def apply(self, state: TournamentState) -> TournamentState:
        seats = tuple(one for one in session_of(state).seats if one.player != self.player)
        state = with_entrant(state, self.player, finish=Finish(how=self.how, stage=state.stage))
        return without_offers(with_session(state, seats=seats), self.player)

    def describe(self, _: str, /) -> str:
        return f"{self.player} is absent and forfeits the place"


class SessionStarted(
    TournamentEventBase, tag="session_started.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """The director started a session."""

    stage: Count
    at: Time
    seated: Count

    def apply(self, state: TournamentState) -> TournamentState:
        seated = state.seated + self.seated if self.stage == 0 else state.seated
        return with_session(changed(state, seated=seated, started_at=self.at), started=True)

    def describe(self, by: str, /) -> str:
        return f"{by} starts the session of stage {self.stage + 1} with {self.seated} seated"


class FeesDivided(TournamentEventBase, tag="fees_divided.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """No more fees come in: they are the prize pool, but for the approved commission."""

    pool: Cents
    commission: Cents
    entry: Books

    def apply(self, state: TournamentState) -> TournamentState:
        return posted(state, self.entry)

    def describe(self, _: str, /) -> str:
        return f"The prize pool is {format_dollars(self.pool)}, the commission {format_dollars(self.commission)}"


class SessionEnded(TournamentEventBase, tag="session_ended.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A session is over: who finished it with how many chips, and who was put out in which of its rounds."""

    stage: Count
    finishers: tuple[Finisher, ...]
    put_out: tuple[tuple[str, Count], ...]

    def apply(self, state: TournamentState) -> TournamentState:
        for player, number in self.put_out:
            finish = Finish(how=Ending.PUT_OUT, stage=self.stage, round=number)
            state = with_entrant(state, player, finish=finish, chips=0)
        results = _with_session_over(state, _ended(state), self.finishers)
        for one in self.finishers:
            state = with_entrant(state, one.player, chips=_chips_after_play_offs(results, one))
        return changed(state, session=None, results=results)

    def describe(self, _: str, /) -> str:
        order = sorted(self.finishers, key=lambda one: -one.chips)
        told = ", ".join(f"{one.player} {format_dollars(one.chips)}" for one in order)
        return f"The session of stage {self.stage + 1} is over: {told or 'nobody is left'}"


def _chips_after_play_offs(results: Results, finisher: Finisher) -> Cents:
    """With which chips a player goes on: a session that was reopened may leave a play-off as it was."""
    ranks = (contest.of(finisher.player) for contest in reversed(results.contests))
    return next((rank.chips for rank in ranks if rank is not None), finisher.chips)


def _ended(state: TournamentState) -> EndedSession:
    session = session_of(state)
    tables = ((name, state.tables[name]) for name in dict.fromkeys(seat.table for seat in session.seats))
    played = (
        PlayedTable(table=name, first_round=table.first_round, counted=table.counted, marker=table.state.turns.marker)
        for name, table in tables
    )
    return EndedSession(session=session, tables=tuple(played))


def _with_session_over(state: TournamentState, ended: EndedSession, finishers: tuple[Finisher, ...]) -> Results:
    """The results with another session that is over; of one that was reopened, play-offs and lots whose tie it left."""
    before = state.results or Results(finishers=())
    reopened = tuple(one for one in before.reopened if one.session != ended.session.number)
    over = (*before.finishers, *finishers)
    old, new = (*before.finishers, *before.reopened), (*over, *reopened)

    def stands(players: Iterable[str]) -> bool:
        group = tuple(players)
        return not before.reopened or _tied_with(state, old, group) == _tied_with(state, new, group) != frozenset()

    return Results(
        finishers=over,
        contests=tuple(one for one in before.contests if stands(rank.player for rank in one.ranks)),
        lots=tuple(one for one in before.lots if stands((*one.go_on, *one.stay))),
        ended=(*before.ended, ended),
        reopened=reopened,
    )


def _tied_with(
    state: TournamentState, finishers: tuple[Finisher, ...], group: tuple[str, ...]
) -> frozenset[tuple[str, Cents]]:
    """Who has as many chips as the group, where its players are compared; nobody if the group is not equal."""
    of_group = [one for one in finishers if one.player in group]
    compared, chips = {_compared_in(state, one) for one in of_group}, {one.chips for one in of_group}
    if len(of_group) < len(group) or len(chips) > 1:
        return frozenset()
    equal = (one for one in finishers if one.chips in chips and _compared_in(state, one) in compared)
    return frozenset([(one.player, one.chips) for one in equal])


def _compared_in(state: TournamentState, finisher: Finisher) -> str | int | None:
    """The table or the session of which the best go on; none where they are the best of all."""
    match state.present_stage.advance_by:
        case AdvanceBy.TABLE:
            return finisher.table
        case AdvanceBy.SESSION:
            return finisher.session
        case _:
            return None


class SessionReopened(
    TournamentEventBase, tag="session_reopened.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A session that was over is played on, because one of its rounds is void or decided again.

    A play-off that was played meanwhile is broken off, and a session goes on afterwards; what of the stage was decided
    by the session is open again.
    """

    stage: Count
    tables: tuple[str, ...]

    def apply(self, state: TournamentState) -> TournamentState:
        results = state.results or Results(finishers=())
        ended = next(one for one in results.ended if one.at(self.tables[0]) is not None)
        again = tuple(one for one in results.finishers if one.session == ended.session.number)
        whose_end = {seat.player for seat in ended.session.seats}
        for player in whose_end | ({one.player for one in results.finishers} if state.over else set()):
            state = with_entrant(state, player, finish=None)
        for one in again:
            state = with_entrant(state, one.player, chips=one.chips)
        for played in ended.tables:
            state = with_table(state, played.table, first_round=played.first_round, counted=played.counted)
        results = changed(
            results,
            finishers=tuple(one for one in results.finishers if one not in again),
            ended=tuple(one for one in results.ended if one is not ended),
            reopened=(*results.reopened, *again),
        )
        now = () if state.session is None or state.session.play_off else (state.session,)
        return changed(state, session=ended.session, later=(*now, *state.later), results=results, over=False)

    def describe(self, by: str, /) -> str:
        return f"{by} reopens the session of stage {self.stage + 1}: table {', '.join(self.tables)}"


class SessionCalled(TournamentEventBase, tag="session_called.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A session is over and its ties are decided: the next one of the stage comes, or goes on if it has started."""

    stage: Count
    number: Count
    """Of the next session."""

    def apply(self, state: TournamentState) -> TournamentState:
        return changed(state, session=state.later[0], later=state.later[1:])

    def describe(self, _: str, /) -> str:
        return f"Session {self.number} of stage {self.stage + 1} comes next"


class PlayOffStarted(
    TournamentEventBase, tag="play_off_started.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Players with equal chips play more rounds: where they sit, or at seats that were drawn, with their result."""

    seats: tuple[Seat, ...]
    result: DrawResult | None

    def apply(self, state: TournamentState) -> TournamentState:
        session = Session(starts_at=0, seats=self.seats, play_off=True, started=True)
        state = changed(state, session=session)
        state = state if self.result is None else with_result(state, self.result)
        for name in {one.table for one in self.seats} & state.tables.keys():
            state = with_table(state, name, first_round=state.tables[name].state.round_number, counted=())
        return state

    def describe(self, _: str, /) -> str:
        how = "" if self.result is None else by_which(self.result)
        return f"Play-off{how}: {seats_in_words(self.seats)}"


class PlayOffEnded(TournamentEventBase, tag="play_off_ended.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A play-off is over, with or without a result for everybody."""

    ranks: tuple[Rank, ...]

    def apply(self, state: TournamentState) -> TournamentState:
        results = state.results or Results(finishers=())
        for one in self.ranks:
            state = with_entrant(state, one.player, chips=one.chips)
        contests = (*results.contests, Contest(ranks=self.ranks))
        return changed(state, session=None, results=changed(results, contests=contests))

    def describe(self, _: str, /) -> str:
        return "The play-off is over: " + ", ".join(
            f"{one.rank}. {one.player}" for one in sorted(self.ranks, key=lambda one: one.rank)
        )


class LotDrawn(TournamentEventBase, tag="lot_drawn.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """It was drawn who of players with equal chips goes on, because they cannot play for it."""

    go_on: tuple[str, ...]
    stay: tuple[str, ...]
    result: DrawResult

    def apply(self, state: TournamentState) -> TournamentState:
        results = state.results or Results(finishers=())
        results = changed(results, lots=(*results.lots, Lot(go_on=self.go_on, stay=self.stay)))
        return with_result(changed(state, results=results), self.result)

    def describe(self, _: str, /) -> str:
        return f"By lot{by_which(self.result)} {', '.join(self.go_on)} and not {', '.join(self.stay)} goes on"


class StageClosed(TournamentEventBase, tag="stage_closed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All ties are decided: who goes on, and in which order the others finished, equal ones together."""

    stage: Count
    go_on: tuple[str, ...]
    order: tuple[tuple[str, ...], ...]
    over: bool
    """Whether nothing is left to be played."""

    def apply(self, state: TournamentState) -> TournamentState:
        for place, group in enumerate(self.order):
            for player in group:
                state = _finished(state, player, stage=self.stage, order=place)
        for player in self.go_on if self.over else ():
            state = _finished(state, player, stage=self.stage + 1, order=0)
        if self.over:  # its rounds are open to rulings until the places are awarded
            return changed(state, over=True)
        return changed(state, tables={}, results=None, stage=self.stage + 1)

    def describe(self, _: str, /) -> str:
        if self.over:
            return f"Stage {self.stage + 1} is closed, and all is played"
        return f"Stage {self.stage + 1} is closed: {', '.join(self.go_on)} go on"


def _finished(state: TournamentState, player: str, *, stage: int, order: int) -> TournamentState:
    found = () if state.results is None else state.results.finishers
    chips = next((one.chips for one in found if one.player == player), 0)
    finish = Finish(how=Ending.FINISHED, stage=stage, chips=chips, order=order)
    return with_entrant(state, player, finish=finish)
