"""The director draws ballots, starts and ends sessions and play-offs, and has lots drawn."""

from itertools import pairwise

from puntobanco.fair_shoes.draws import DrawKind
from puntobanco.streams.actors import Role
from puntobanco.streams.command import Command, given_by
from puntobanco.tournament.command import DIRECTOR, PATRON, require_director, require_open, require_still_played
from puntobanco.tournament.commands.draws import Committing, Drawing, result_of
from puntobanco.tournament.commands.session_end import close_stage_if_decided, end_play_off, end_session
from puntobanco.tournament.commands.table_outcomes import put_out, settle_all_that_is_due
from puntobanco.tournament.commands.tables import is_at, issue, open_table
from puntobanco.tournament.conditions import Time
from puntobanco.tournament.events.sessions import (
    BallotDrawn,
    FeesDivided,
    LotDrawn,
    PlaceForfeited,
    PlaceTaken,
    PlayOffStarted,
    SessionStarted,
)
from puntobanco.tournament.ledger import COMMISSION, FEES, POOL, distribution
from puntobanco.tournament.model import DrawResult, Ending, Seat, Sitting
from puntobanco.tournament.queries.progress import absent_from, absent_players, enough_to_start
from puntobanco.tournament.queries.seating import (
    needs_ballot,
    next_lot,
    next_play_off,
    places,
    sessions_due,
    tables_by_session,
    to_be_seated,
)
from puntobanco.tournament.queries.session_play import is_done, is_played, running
from puntobanco.tournament.queries.standings import Question, chips_of, last_known, results_of
from puntobanco.tournament.state import TournamentDraft, TournamentState, refuse, session_of
from puntobanco.values.dates import moment_in_words
from puntobanco.values.money import Cents, Count


def require_sizes(draft: TournamentDraft, sizes: tuple[int, ...], players: int) -> None:
    """Every player has a place, and no table more than the conditions allow."""
    most, clause = draft.state.conditions.players_per_table, draft.state.law.players_per_table
    if sum(sizes) != players or any(not 1 <= size <= most for size in sizes):
        sentence = (
            f"tables of 1 to {most} players that seat {players} in all, not {', '.join(map(str, sizes)) or 'none'}"
        )
        refuse(draft.state, "wrong_sizes", clause, sentence)


def _seats(draft: TournamentDraft, order: tuple[str, ...], sizes: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seats of a ballot, in the order drawn; the tables are numbered on from those of the stage so far."""
    later = {one.table for session in draft.state.later for one in session.seats}
    first = max(map(int, later | draft.state.tables.keys()), default=0)
    return tuple(
        Seat(player=player, table=str(first + int(table)), seat=seat)
        for player, (table, seat) in zip(order, places(sizes), strict=True)
    )


@given_by(*DIRECTOR)
class DrawBallot(Drawing, tag="draw_ballot.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Draw tables and seats of the next stage, for as many at each table as the director says, and publish its times.

    Entries in the order of their registration are shuffled by the house's secret and the words that entrants added, and
    fill the tables seat by seat. Several sessions of a stage share the tables in their order, as evenly as possible.
    """

    draws = DrawKind.BALLOT

    sizes: tuple[Count, ...]
    """Players at each table."""
    starts_at: tuple[Time, ...] = ()
    """The published time of each session; left out, the only one of the first stage starts as the conditions say."""

    def decide(self, draft: TournamentDraft) -> None:
        require_director(draft, self.actor)
        require_still_played(draft)
        state, law = draft.state, draft.state.law
        players = to_be_seated(state)
        if state.session is not None or state.results is not None:
            refuse(
                draft.state,
                "drawn_already",
                law.ballot,
                "the ballot of this session is drawn, or the last one is not closed",
            )
        if state.stage == 0 and len(players) < state.conditions.least_players:
            sentence = f"{len(players)} have entered: at least {state.conditions.least_players} play"
            refuse(draft.state, "too_few", law.players, sentence)
        require_sizes(draft, self.sizes, len(players))
        sessions = published(draft, self.sizes, self.starts_at)
        result = result_of(draft, self, players)
        seats = _seats(draft, result.order, self.sizes)
        draft.add(BallotDrawn(stage=state.stage, seats=seats, result=result, sessions=sessions, clause=law.ballot))


def published(draft: TournamentDraft, sizes: tuple[int, ...], starts_at: tuple[Time, ...]) -> tuple[Sitting, ...]:
    """The sessions of the next stage with their tables and published times."""
    state, law = draft.state, draft.state.law
    due, start = sessions_due(state), state.conditions.start
    if len(sizes) < due:
        refuse(draft.state, "wrong_sizes", law.players_per_table, f"{due} sessions need at least a table each")
    times = starts_at or ((start,) if state.stage == 0 and due == 1 else ())
    if len(times) != due:
        sentence = f"give the published time of each session: {due} of them, not {len(times)}"
        refuse(draft.state, "no_start", law.published, sentence)
    if times[0] < start:
        refuse(draft.state, "too_early", law.start, "the conditions publish a later start")
    if times[0] < state.started_at:
        sentence = f"the session before started at {moment_in_words(state.started_at)}: publish a later time"
        refuse(draft.state, "too_early", law.published, sentence)
    if any(one >= following for one, following in pairwise(times)):
        refuse(
            draft.state,
            "not_in_order",
            law.sessions,
            "the sessions of a stage start one after the other: give times in order",
        )
    tables = tables_by_session(len(sizes), due)
    return tuple(Sitting(starts_at=time, tables=names) for time, names in zip(times, tables, strict=True))


@given_by(PATRON, *DIRECTOR)
class TakePlace(Command[TournamentState], tag="take_place.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sit down at the seat that was drawn: a player says so, or the director sees it."""

    player: str

    def decide(self, draft: TournamentDraft) -> None:
        require_open(draft)
        clause = draft.state.law.forfeit
        if self.actor.role is not Role.PATRON:
            require_director(draft, self.actor)
        elif self.actor.person != self.player:
            refuse(draft.state, "another_person", clause, "everybody takes the own seat")
        if self.player not in absent_players(draft.state):
            refuse(
                draft.state,
                "no_seat",
                clause,
                f"{self.player} has no seat to take: it is drawn before the session starts",
            )
        draft.add(PlaceTaken(player=self.player, clause=clause))


@given_by(*DIRECTOR)
class StartSession(Committing, tag="start_session.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Start the session, not before its published time: who is absent forfeits the place, the others get chips."""

    at: Time = 0
    """The present time, which a served house fills in."""

    def decide(self, draft: TournamentDraft) -> None:
        require_director(draft, self.actor)
        state, law = draft.state, draft.state.law
        session = state.session
        if session is None or session.started:
            refuse(draft.state, "nothing_to_start", law.ballot, "a session starts once, after its ballot")
        if self.at < session.starts_at:
            refuse(draft.state, "too_early", law.money, "no session starts before its published time")
        if not enough_to_start(state):
            sentence = f"at least {state.conditions.least_players} must sit: wait, seat reserves, or cancel"
            refuse(draft.state, "too_few", law.players, sentence)
        how = Ending.NEVER_SAT if state.stage == 0 else Ending.FORFEITED
        for player in absent_from(session):
            draft.add(PlaceForfeited(player=player, how=how, clause=law.forfeit))
        seats = session_of(draft.state).seats
        draft.add(SessionStarted(stage=state.stage, at=self.at, seated=len(seats), clause=law.forfeit))
        if state.stage == 0 and not state.later:
            _divide_fees(draft)
        _seat_all(draft, seats, _issued(draft, seats), self.actor.person)


def _divide_fees(draft: TournamentDraft) -> None:
    """All fees are in: the approved part is commission, the rest the prize pool."""
    state = draft.state
    fees = state.fees.get(FEES, 0)
    commission = state.conditions.commission.out_of(state.conditions.entry_fee, len(state.entrants))
    entry = distribution(FEES, (POOL, fees - commission), (COMMISSION, commission))
    draft.add(FeesDivided(pool=fees - commission, commission=commission, entry=entry, clause=draft.state.law.pool))


def _issued(draft: TournamentDraft, seats: tuple[Seat, ...]) -> dict[str, Cents]:
    """The chips of everybody: of the entry, of the stage, or carried on."""
    issued = draft.state.conditions.issued(draft.state.stage)
    return {one.player: draft.state.entrants[one.player].chips if issued is None else issued for one in seats}


def _seat_all(draft: TournamentDraft, seats: tuple[Seat, ...], chips: dict[str, Cents], by: str) -> None:
    """Open the tables that are needed and give everybody their chips; who cannot wager with them is out at once."""
    tables = tuple(dict.fromkeys(one.table for one in seats))
    for table in tables:
        if table not in draft.state.tables:
            open_table(draft, table)
    for seat in seats:
        if chips[seat.player] and not is_at(draft, seat.table, seat.player):
            issue(draft, seat, chips[seat.player], by)
    done = {table: is_done(draft.state, table) for table in tables}
    for table in tables:
        put_out(draft, table, by, done=done[table])


@given_by(*DIRECTOR)
class EndSession(Command[TournamentState], tag="end_session.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """End the session, or the rounds of a play-off, once they are played: the chips are counted.

    Who goes on and who finished where follows, unless a tie is to be decided first.
    """

    def decide(self, draft: TournamentDraft) -> None:
        require_director(draft, self.actor)
        state, law = draft.state, draft.state.law
        if state.on_break is not None or not is_played(state):
            refuse(draft.state, "not_played", law.rounds_that_count, "the tables have not played all their rounds yet")
        settle_all_that_is_due(draft, self.actor.person)
        end = end_play_off if session_of(state).play_off else end_session
        end(draft, self.actor.person)


@given_by(*DIRECTOR)
class StartPlayOff(Drawing, tag="start_play_off.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Start the next play-off of players with equal chips.

    At one table they stay where they sit; across tables seats are drawn anew, which needs sizes.
    """

    draws = DrawKind.LOT

    sizes: tuple[Count, ...] = ()

    def decide(self, draft: TournamentDraft) -> None:
        require_director(draft, self.actor)
        state, law = draft.state, draft.state.law
        question = next_play_off(state)
        if question is None:
            refuse(draft.state, "no_play_off", law.play_off, "no tie is to be played off now")
        result = self._drawn(draft, question) if needs_ballot(state, question) else None
        seats = self._as_they_sit(draft, question) if result is None else _seats(draft, result.order, self.sizes)
        draft.add(PlayOffStarted(seats=seats, result=result, clause=law.play_off))
        _seat_all(draft, seats, chips_of(results_of(state), question.players), self.actor.person)

    def _drawn(self, draft: TournamentDraft, question: Question) -> DrawResult:
        if not self.sizes:
            refuse(
                draft.state,
                "ballot_needed",
                draft.state.law.ranking,
                "a play-off across tables needs a ballot: say the sizes",
            )
        require_sizes(draft, self.sizes, len(question.players))
        return result_of(draft, self, by_registration(draft, question.players))

    def _as_they_sit(self, draft: TournamentDraft, question: Question) -> tuple[Seat, ...]:
        if self.sizes or self.seed is not None:
            refuse(
                draft.state, "no_ballot", draft.state.law.ballot, "they keep their seats at one table: leave sizes out"
            )
        known = last_known(results_of(draft.state), question.players)
        return tuple(Seat(player=one.player, table=one.table, seat=one.seat, taken=True) for one in known)


def by_registration(draft: TournamentDraft, players: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(players, key=lambda name: draft.state.entrants[name].number))


@given_by(*DIRECTOR)
class DrawLot(Drawing, tag="draw_lot.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Draw who of players with equal chips goes on, where they can no longer play for it."""

    draws = DrawKind.LOT

    def decide(self, draft: TournamentDraft) -> None:
        require_director(draft, self.actor)
        law, question = draft.state.law, next_lot(draft.state)
        if question is None or running(draft.state) is not None:
            refuse(draft.state, "no_lot", law.ranking, "nothing is to be decided by lot now")
        result = result_of(draft, self, by_registration(draft, question.players))
        go_on, stay = result.order[: question.places], result.order[question.places :]
        draft.add(LotDrawn(go_on=go_on, stay=stay, result=result, clause=law.ranking))
        close_stage_if_decided(draft, self.actor.person)
