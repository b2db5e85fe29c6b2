"""What each audience may see of a tournament, and the results sheet: chips are in everybody's sight, books are not."""

from collections.abc import Mapping

from msgspec import UNSET, Struct, UnsetType

from puntobanco.fair_shoes.draws import DrawKind, EntrantWords
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.ledger import written
from puntobanco.streams.normalise_names import clean_actor
from puntobanco.table.views.visible_state import View as TableView
from puntobanco.table.views.visible_state import view as table_view
from puntobanco.tournament.conditions import Conditions, Time
from puntobanco.tournament.ledger import COMMISSION
from puntobanco.tournament.model import Approval, Draw, Ending, Entrant, Office, Seat
from puntobanco.tournament.queries.prizes import places, prizes_of
from puntobanco.tournament.queries.progress import Progress, progress
from puntobanco.tournament.queries.session_play import chips_at, out_of_session, table_where
from puntobanco.tournament.queries.staff import is_approved
from puntobanco.tournament.state import TournamentState
from puntobanco.values.money import Cents, Count
from puntobanco.values.replace import changed

SEES_BOOKS = frozenset({Role.SUPERVISOR, Role.OPERATOR, Role.AUDITOR, Role.DIRECTOR})


class SheetLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One player on the results sheet."""

    place: Count
    player: str
    prize: Cents
    paid: bool
    stage: str
    """The last stage that was played."""
    how: Ending
    round: Count
    chips: Cents


class ResultsSheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Places and prizes, once all is played; `awarded` when the director has awarded them."""

    title: str
    conditions: str
    players: Count
    """Who sat when the first session started."""
    pool: Cents
    commission: Cents
    awarded: bool
    lines: tuple[SheetLine, ...]


class SeenPlayer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry as everybody sees it."""

    player: str
    number: Count
    chips: Cents
    warned: bool
    still_in: bool
    how: Ending | None


class SeenDraw(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ballot or lot as everybody sees it; what it follows from is in its proof."""

    number: Count
    kind: DrawKind
    commitment: str
    words: tuple[EntrantWords, ...]
    drawn: bool
    rehearsed: bool
    set_aside: str | None
    """Why it was drawn again, or replaced."""


class SessionToCome(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A session that is drawn and comes later, or goes on later."""

    number: Count
    """Of the sessions of its stage."""
    starts_at: Time
    seats: tuple[Seat, ...]


class View(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The tournament as one person sees it."""

    title: str
    conditions: Conditions
    digest: str
    """Of the conditions."""
    approved: bool
    officers: Mapping[str, Office]
    stage: str
    next: Progress
    players: tuple[SeenPlayer, ...]
    reserves: tuple[str, ...]
    offers: Mapping[str, str]
    """By reserve, whose seat is offered."""
    later: tuple[SessionToCome, ...]
    """Sessions of the stage after the one that is played or comes next."""
    seats: tuple[Seat, ...]
    draws: tuple[SeenDraw, ...]
    tables: Mapping[str, TableView]
    on_break: Count | None
    pace: str | None
    cancelled: bool
    sheet: ResultsSheet | None
    approval: Approval | UnsetType | None = UNSET
    money: Mapping[str, Cents] | UnsetType = UNSET
    """These two for supervising staff and the auditor."""


def view(state: TournamentState, actor: Actor) -> View:
    """The tournament as this person may see it."""
    actor = clean_actor(actor)
    seen = View(
        title=state.conditions.title,
        conditions=state.conditions,
        digest=state.conditions.digest,
        approved=is_approved(state),
        officers=state.officers,
        stage=state.present_stage.name,
        next=progress(state),
        players=tuple(_seen(state, one) for one in state.entrants.values()),
        reserves=tuple(one.player for one in state.reserves),
        offers={one.player: one.offered for one in state.reserves if one.offered is not None},
        later=tuple(SessionToCome(number=one.number, starts_at=one.starts_at, seats=one.seats) for one in state.later),
        seats=() if state.session is None else state.session.seats,
        draws=tuple(map(_seen_draw, state.draws)),
        tables={name: table_view(one.state, actor) for name, one in state.tables.items()},
        on_break=state.on_break,
        pace=state.pace,
        cancelled=state.cancelled,
        sheet=results_sheet(state),
    )
    if actor.role not in SEES_BOOKS:
        return seen
    money = {written(account): balance for account, balance in state.fees.items()}
    return changed(seen, approval=state.approval, money=money)


def _seen_draw(draw: Draw) -> SeenDraw:
    return SeenDraw(
        number=draw.number,
        kind=draw.kind,
        commitment=draw.committed.commitment,
        words=draw.words,
        drawn=draw.result is not None,
        rehearsed=draw.result is not None and draw.result.rehearsed,
        set_aside=draw.set_aside,
    )


def _seen(state: TournamentState, entrant: Entrant) -> SeenPlayer:
    out = out_of_session(state, entrant.player)
    return SeenPlayer(
        player=entrant.player,
        number=entrant.number,
        chips=chips_of_player(state, entrant),
        warned=entrant.warned,
        still_in=entrant.finish is None and out is None,
        how=None if entrant.finish is None else entrant.finish.how,
    )


def chips_of_player(state: TournamentState, entrant: Entrant) -> Cents:
    """What somebody has at a table, could no longer wager there, or was last counted to have."""
    table = table_where(state, entrant.player)
    if table is not None:
        return chips_at(state.tables[table].state, entrant.player)
    out = out_of_session(state, entrant.player)
    return entrant.chips if out is None else out.chips


def results_sheet(state: TournamentState) -> ResultsSheet | None:
    """Places and prizes; none before all is played, or where the tournament was cancelled."""
    if not state.over or state.cancelled:
        return None
    awarded = {one.player: one for one in state.awards or ()}
    prizes = {name: one.prize for name, one in awarded.items()} if awarded else prizes_of(state)
    paid = {name for name, one in awarded.items() if one.paid}
    lines = (
        _line(state, place, one, prizes[one.player], paid=one.player in paid)
        for place, group in places(state)
        for one in group
    )
    return ResultsSheet(
        title=state.conditions.title,
        conditions=state.conditions.digest,
        players=state.seated,
        pool=sum(prizes.values()),
        commission=state.fees.get(COMMISSION, 0),
        awarded=state.awards is not None,
        lines=tuple(lines),
    )


def _line(state: TournamentState, place: int, entrant: Entrant, prize: Cents, *, paid: bool) -> SheetLine:
    finish = entrant.finish
    if finish is None:
        raise ValueError(f"{entrant.player} is still in")
    stages = state.conditions.stages
    return SheetLine(
        place=place,
        player=entrant.player,
        prize=prize,
        paid=paid,
        stage=stages[min(finish.stage, len(stages) - 1)].name,
        how=finish.how,
        round=finish.round,
        chips=finish.chips,
    )
