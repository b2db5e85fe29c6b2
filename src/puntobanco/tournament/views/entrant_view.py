"""The tables of a session at a glance, and what one player has to know: seat, turn, and what must be risked."""

from enum import StrEnum

from msgspec import Struct

from puntobanco.rulebooks.facts import Result
from puntobanco.streams.actors import Role
from puntobanco.table import Next, TableState, progress
from puntobanco.table.queries.turns import risk, to_be_asked
from puntobanco.tournament.model import Session
from puntobanco.tournament.queries.progress import session_to_come
from puntobanco.tournament.queries.session_play import (
    chips_at,
    finished_shoes,
    is_done,
    out_of_session,
    running,
    table_where,
    tables_in_play,
)
from puntobanco.tournament.queries.staff import waits
from puntobanco.tournament.state import TournamentState
from puntobanco.tournament.views.visible_state import chips_of_player
from puntobanco.values.money import Cents, Count


class AtSeat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player at a table."""

    seat: Count
    player: str
    chips: Cents
    """In front of the player and in the boxes."""
    risked: Cents
    """What the wagers that lie there can lose."""


class TableGlance(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the session that runs."""

    table: str
    next: Next
    by: Role | None
    played: Count
    """Rounds, or shoes, that count."""
    left: Count
    """Rounds, or shoes, that are still to be played."""
    in_shoes: bool
    done: bool
    marker: Count | None
    """The seat of the starting marker."""
    now: str | None
    """Whose turn it is to bet."""
    coming: tuple[str, ...]
    """Who is still to be asked, in order."""
    players: tuple[AtSeat, ...]
    last: Result | None
    """Of the last round; none of a void one."""


def floor(state: TournamentState) -> tuple[TableGlance, ...]:
    """The tables of the session or play-off that runs."""
    session = running(state)
    return () if session is None else tuple(_glance(state, session, name) for name in tables_in_play(state))


def _glance(state: TournamentState, session: Session, name: str) -> TableGlance:
    table = state.tables[name].state
    coming, (played, wanted) = progress(table), _rounds(state, session, name)
    return TableGlance(
        table=name,
        next=coming.next,
        by=coming.by,
        played=played,
        left=max(0, wanted - played),
        in_shoes=not session.play_off and state.present_stage.rounds is None,
        done=is_done(state, name),
        marker=table.turns.marker,
        now=table.turns.now,
        coming=to_be_asked(table),
        players=_players(table),
        last=table.rounds[-1].result if table.rounds else None,
    )


def _rounds(state: TournamentState, session: Session, name: str) -> tuple[int, int]:
    """How much of a session a table has played, and how much it is to play."""
    found, stage = state.tables[name], state.present_stage
    if session.play_off:
        return len(found.counted), state.conditions.play_off_rounds
    if stage.rounds is not None:
        return len(found.counted), stage.rounds
    return finished_shoes(found.state), stage.shoes or 0


def _players(table: TableState) -> tuple[AtSeat, ...]:
    return tuple(
        AtSeat(
            seat=one.seat,
            player=one.name,
            chips=chips_at(table, one.name),
            risked=risk(table, one.name),
        )
        for one in sorted(table.seated(), key=lambda one: one.seat or 0)
        if one.seat is not None
    )


class OwnEntry(StrEnum):
    """What somebody is to a tournament."""

    NONE = "none"
    RESERVE = "reserve"
    ENTERED = "entered"
    OUT = "out"


class Turn(StrEnum):
    """Where a player is in the order of betting."""

    NONE = "none"
    """Nobody is asked now."""
    COMING = "coming"
    NOW = "now"
    HAD = "had"


class OwnPlace(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player's own place in a tournament."""

    entry: OwnEntry
    number: Count | None
    """Of the entry, or the place among the reserves."""
    table: str | None
    seat: Count | None
    taken: bool
    has_played: bool
    """Whether there is a table to look back at."""
    chips: Cents
    turn: Turn
    before: tuple[str, ...]
    """Who is asked before."""
    risked: Cents
    must_risk: Cents
    """By the end of the own turn."""
    clause: str
    """That says so."""
    starts_at: int | None
    """The published time of the own session that is to come."""
    offered: str | None
    """Of a reserve: whose seat is offered."""


def own_place(state: TournamentState, person: str) -> OwnPlace:
    """Of anybody, whether or not they play."""
    session = state.session
    own = session_to_come(state, person)
    own_or_now = (own, session, *state.interrupted)
    seats = (seat for one in own_or_now if one is not None for seat in one.seats)
    seat = next((one for one in seats if one.player == person), None)
    where = table_where(state, person)
    table = state.tables[where].state if where in tables_in_play(state) else None
    turn, before = (Turn.NONE, ()) if table is None else _turn(table, person)
    entrant, rules = state.entrants.get(person), state.table_rules if table is None else table.rules
    return OwnPlace(
        entry=_entry(state, person),
        number=_number(state, person),
        table=None if seat is None else seat.table,
        seat=None if seat is None else seat.seat,
        taken=seat is not None and seat.taken,
        has_played=person in state.played,
        chips=0 if entrant is None else chips_of_player(state, entrant),
        turn=turn,
        before=before,
        risked=0 if table is None else risk(table, person),
        must_risk=rules.least_risk.value or 0,
        clause=rules.least_risk.clause,
        starts_at=None if own is None else own.starts_at,
        offered=next((one.offered for one in state.reserves if one.player == person), None),
    )


def _entry(state: TournamentState, person: str) -> OwnEntry:
    entrant = state.entrants.get(person)
    if entrant is None:
        return OwnEntry.RESERVE if waits(state, person) else OwnEntry.NONE
    return OwnEntry.OUT if out_of_session(state, person) or entrant.finish is not None else OwnEntry.ENTERED


def _number(state: TournamentState, person: str) -> int | None:
    if person in state.entrants:
        return state.entrants[person].number
    waiting = [one.player for one in state.reserves]
    return 1 + waiting.index(person) if person in waiting else None


def _turn(table: TableState, person: str) -> tuple[Turn, tuple[str, ...]]:
    coming = to_be_asked(table)
    if table.turns.now == person:
        return Turn.NOW, ()
    if person in coming:
        return Turn.COMING, coming[: coming.index(person)]
    return (Turn.HAD if person in table.turns.had else Turn.NONE), ()
