"""What a tournament waits for, and whose act it is. Prompts and drivers are made from this."""

from enum import StrEnum

from msgspec import Struct

from puntobanco.streams.actors import Role
from puntobanco.tournament.model import Session
from puntobanco.tournament.queries.seating import next_lot, next_play_off, to_be_seated
from puntobanco.tournament.queries.session_play import is_played, running, tables_to_play
from puntobanco.tournament.queries.staff import entries_open, has_director, is_approved
from puntobanco.tournament.state import TournamentState


class Next(StrEnum):
    """What a tournament waits for."""

    APPROVE = "approve"
    CONFIRM = "confirm"
    NOMINATE = "nominate"
    REGISTER = "register"
    """Entries: there are too few yet."""
    BALLOT = "ballot"
    SEATS = "seats"
    """Players who take their seats: too few have."""
    START = "start"
    PLAY = "play"
    RESUME = "resume"
    END = "end"
    """The end of a session or play-off whose rounds are played."""
    PLAY_OFF = "play_off"
    LOT = "lot"
    AWARD = "award"
    PAY = "pay"
    CLOSED = "closed"


class Progress(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What comes next: of play the tables, of a ballot, a seat, a play-off, a lot or a payment the players."""

    next: Next
    by: Role | None = None
    """Whose act it is: the operator's, or as a supervisor the director's; none where it waits for players."""
    tables: tuple[str, ...] = ()
    players: tuple[str, ...] = ()


def progress(state: TournamentState) -> Progress:
    """What comes next, and whose act it is."""
    if state.over:
        return _after_play(state)
    if not is_approved(state):
        recorded = state.approval is not None
        return Progress(next=Next.CONFIRM if recorded else Next.APPROVE, by=Role.OPERATOR)
    if not has_director(state):
        return Progress(next=Next.NOMINATE, by=Role.OPERATOR)
    if state.on_break is not None:
        return Progress(next=Next.RESUME, by=Role.SUPERVISOR)
    if running(state) is not None:
        return _in_play(state)
    return _between_sessions(state)


def _after_play(state: TournamentState) -> Progress:
    if state.cancelled:
        return Progress(next=Next.CLOSED)
    if state.awards is None:
        awarded_by = Progress(next=Next.AWARD, by=Role.SUPERVISOR)
        return awarded_by if has_director(state) else Progress(next=Next.NOMINATE, by=Role.OPERATOR)
    unpaid = to_be_paid(state)
    return Progress(next=Next.PAY, by=Role.OPERATOR, players=unpaid) if unpaid else Progress(next=Next.CLOSED)


def to_be_paid(state: TournamentState) -> tuple[str, ...]:
    """Who has a prize that was not paid yet."""
    awards = () if state.cancelled else state.awards or ()
    return tuple(one.player for one in awards if one.prize and not one.paid)


def _in_play(state: TournamentState) -> Progress:
    if is_played(state):
        return Progress(next=Next.END, by=Role.SUPERVISOR)
    return Progress(next=Next.PLAY, tables=tables_to_play(state))


def _between_sessions(state: TournamentState) -> Progress:
    if (question := next_play_off(state)) is not None:
        return Progress(next=Next.PLAY_OFF, by=Role.SUPERVISOR, players=question.players)
    if (question := next_lot(state)) is not None:
        return Progress(next=Next.LOT, by=Role.SUPERVISOR, players=question.players)
    if state.session is not None:
        return _before_the_start(state)
    if entries_open(state) and len(state.entrants) < state.conditions.least_players:
        return Progress(next=Next.REGISTER, by=Role.SUPERVISOR)
    return Progress(next=Next.BALLOT, by=Role.SUPERVISOR, players=to_be_seated(state))


def _before_the_start(state: TournamentState) -> Progress:
    absent = () if state.session is None else absent_from(state.session)
    if not enough_to_start(state):
        return Progress(next=Next.SEATS, players=absent)
    return Progress(next=Next.START, by=Role.SUPERVISOR, players=absent)


def absent_from(session: Session) -> tuple[str, ...]:
    """Who has not taken the seat that was drawn in it."""
    return tuple(one.player for one in session.seats if not one.taken)


def absent_players(state: TournamentState) -> tuple[str, ...]:
    """Who has a seat to take, in any session that is to come."""
    return tuple(player for session in state.waiting for player in absent_from(session))


def session_to_come(state: TournamentState, player: str) -> Session | None:
    """The session that is to come in which somebody has a seat."""
    return next((one for one in state.waiting if any(seat.player == player for seat in one.seats)), None)


def enough_to_start(state: TournamentState) -> bool:
    """First sessions need the least number of players, with those who sat before and who may sit in later ones.

    Later stages start with whoever is there.
    """
    if state.session is None:
        return False
    there = sum(one.taken for one in state.session.seats)
    others = state.seated + sum(len(one.seats) for one in state.later)
    return state.stage > 0 or there + others >= state.conditions.least_players
