"""The state of a tournament: a fold of its events, and nothing else."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NoReturn, TypeAlias

from msgspec import Struct

from puntobanco.errors import Refused
from puntobanco.rulebooks import book
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.tournament_law import TournamentLaw
from puntobanco.streams.draft import Draft
from puntobanco.streams.event import Event
from puntobanco.table.model import Secret
from puntobanco.tournament.conditions import Conditions, Stage, Time
from puntobanco.tournament.ledger import TournamentBalances, TournamentEntry, post
from puntobanco.tournament.model import (
    Approval,
    Award,
    Draw,
    Entrant,
    Office,
    Reserve,
    Results,
    Seat,
    Session,
    TableInPlay,
)
from puntobanco.values.money import Count
from puntobanco.values.replace import changed


class TournamentState(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that is known at a tournament, its tables included."""

    rules: TableRules
    """Of its tables: book, house and conditions."""
    stage_rules: tuple[TableRules | None, ...] = ()
    """By stage, of those with limits of their own."""
    choices: tuple[tuple[str, str], ...] = ()
    """What the house chose, as it was written."""
    conditions: Conditions
    approval: Approval | None = None
    officers: Mapping[str, Office] = {}
    entrants: Mapping[str, Entrant] = {}
    """By who plays the entry now, in the order of registration."""
    known: frozenset[str] = frozenset()
    """Everybody who ever had or played an entry."""
    played: frozenset[str] = frozenset()
    """Those of them who ever had chips at a table."""
    reserves: tuple[Reserve, ...] = ()
    fees: TournamentBalances = {}
    """Money; the chips are at the tables."""
    seated: Count = 0
    """How many sat when their first session started: the breakdown of the prizes goes by it."""
    stage: Count = 0
    """The stage that is being played or comes next, from 0."""
    session: Session | None = None
    later: tuple[Session, ...] = ()
    """Sessions of the stage that come after it: first those that were interrupted."""
    started_at: Time = 0
    """When the last session started."""
    tables: Mapping[str, TableInPlay] = {}
    """Of the present stage, by name."""
    results: Results | None = None
    """Of the sessions of the stage that are over, until all are and their ties are decided."""
    draws: tuple[Draw, ...] = ()
    """Ballots and lots by their numbers, from 1: drawn, open and set aside."""
    on_break: Count | None = None
    """Minutes."""
    pace: str | None = None
    over: bool = False
    """Nothing is played any more."""
    awards: tuple[Award, ...] | None = None
    cancelled: bool = False

    @property
    def law(self) -> TournamentLaw:
        found = book(self.rules.book, edition=self.rules.edition).tournament
        if found is None:
            raise ValueError(f"{self.rules.book} has no tournaments")
        return found

    @property
    def present_stage(self) -> Stage:
        return self.conditions.stages[self.stage]

    @property
    def table_rules(self) -> TableRules:
        """Of the tables of the present stage."""
        own = self.stage_rules[self.stage] if self.stage_rules else None
        return self.rules if own is None else own

    @property
    def still_in(self) -> tuple[Entrant, ...]:
        """Whose tournament has not ended, in the order of registration."""
        return tuple(one for one in self.entrants.values() if one.finish is None)

    @property
    def begun(self) -> bool:
        """Whether the first session has started."""
        started = self.session is not None and self.session.started
        return started or self.stage > 0 or self.results is not None or self.seated > 0

    @property
    def waiting(self) -> tuple[Session, ...]:
        """The sessions that are drawn and have not started, in their order."""
        now = () if self.session is None else (self.session,)
        return tuple(one for one in (*now, *self.later) if not one.started)

    @property
    def interrupted(self) -> tuple[Session, ...]:
        """The sessions that have started and go on when an earlier one, which is played on, is over."""
        return tuple(one for one in self.later if one.started)


class TournamentEventBase(Event[TournamentState], gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened at a tournament. Everybody sees it, but not how money was booked."""


Books: TypeAlias = Annotated[TournamentEntry, Secret.BOOKS]


TournamentDraft: TypeAlias = Draft[TournamentState]


def refuse(state: TournamentState, code: str, clause: str, sentence: str) -> NoReturn:
    """Refuse by a clause of the tournament's document."""
    raise Refused(code, state.rules.cite(clause), sentence)


def posted(state: TournamentState, entry: TournamentEntry) -> TournamentState:
    return changed(state, fees=post(state.fees, entry))


def with_entrant(state: TournamentState, player: str, **changes: Any) -> TournamentState:
    return changed(state, entrants={**state.entrants, player: changed(state.entrants[player], **changes)})


def session_of(state: TournamentState) -> Session:
    if state.session is None:
        raise ValueError("there is no session to change")
    return state.session


def with_session(state: TournamentState, **changes: Any) -> TournamentState:
    return changed(state, session=changed(session_of(state), **changes))


def with_draw(state: TournamentState, number: int, **changes: Any) -> TournamentState:
    draws = tuple(changed(draw, **changes) if draw.number == number else draw for draw in state.draws)
    return changed(state, draws=draws)


def reseated(state: TournamentState, seat: Callable[[Seat], Seat]) -> TournamentState:
    """The same with other seats in the sessions that have not started."""

    def again(session: Session) -> Session:
        return session if session.started else changed(session, seats=tuple(map(seat, session.seats)))

    return changed(state, session=state.session and again(state.session), later=tuple(map(again, state.later)))


def without_offers(state: TournamentState, absent: str) -> TournamentState:
    """Nobody is offered this seat any longer."""
    reserves = (changed(one, offered=None) if one.offered == absent else one for one in state.reserves)
    return changed(state, reserves=tuple(reserves))


def with_table(state: TournamentState, name: str, **changes: Any) -> TournamentState:
    return changed(state, tables={**state.tables, name: changed(state.tables[name], **changes)})
