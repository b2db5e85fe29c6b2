"""A tournament as a page draws it for one person: all that is seen and can be done, at one number of its stream."""

from collections.abc import Mapping

from msgspec import Struct

from puntobanco.app.house.stream_states import Standing
from puntobanco.errors import Refused
from puntobanco.house import Attendance
from puntobanco.rulebooks import book
from puntobanco.scoreboard.scoreboards import board
from puntobanco.streams.actors import Actor
from puntobanco.streams.forms import Form
from puntobanco.streams.names import CAGE
from puntobanco.table import Role, TableState
from puntobanco.table import progress as table_progress
from puntobanco.table.commands import Place
from puntobanco.table.views.bead_results import beads
from puntobanco.table.views.hands import hands, words
from puntobanco.table.views.layout import layout
from puntobanco.table.views.patron_boxes import Shut, Spot, spots
from puntobanco.table.views.settled_wagers import settling
from puntobanco.table.views.visible_state import view as table_view
from puntobanco.tournament import handle
from puntobanco.tournament.commands import AtTable
from puntobanco.tournament.queries.session_play import is_done, tables_in_play
from puntobanco.tournament.state import TournamentState
from puntobanco.tournament.views.entrant_view import OwnPlace, TableGlance, floor, own_place
from puntobanco.tournament.views.leaderboard import Leaders, PrizePool, leaderboard, prize_pool
from puntobanco.values.money import Cents
from puntobanco.values.replace import changed
from puntobanco.web.endpoints import Endpoint
from puntobanco.web.request import Call, Served
from puntobanco.web.types import SeenTable
from puntobanco.web.views.rulings import OF_ROUND
from puntobanco.web.views.table_view import Felt, own_rounds, switched_off
from puntobanco.web.views.tournament_actions import acts, at_table, legal_for, next_step
from puntobanco.web.views.visible_state import SeenTournament, seen_of


class Hall(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything about a tournament: for its players, its director, and the wall."""

    person: str
    """Who looks."""
    role: Role
    now: int
    """By the server's clock, in microseconds since 1970."""
    book: str
    book_title: str
    clauses: Mapping[str, str]
    """Of the fee, of what is not refunded, of the prize pool: where a page says why."""
    tournament: SeenTournament
    """Its tables are told apart: `floor`, and `felt` of the own one."""
    starts_at: int | None
    """The published time of the session whose ballot is drawn; of a player's own, if it is still to come."""
    playing_off: bool
    leaders: tuple[Leaders, ...]
    pool: PrizePool
    floor: tuple[TableGlance, ...]
    own: OwnPlace | None
    """Of a patron."""
    account: Cents | None
    """A patron's own money, from which a fee would be paid."""
    felt: Felt | None
    """The table at which the patron plays."""
    step: str | None
    """The command that comes next, whosever it is."""
    acts: tuple[Form, ...]
    """What may be done now."""


async def see_hall(call: Call) -> Hall:
    stream, of_round = call.tournament(), call.number("round", 0) or None
    audience, standing = call.audience(stream), call.standing(stream, "tournament")
    await call.served.reckoning.reckoned(standing.state.rules)
    return hall(call.served, stream, audience, standing, of_round=of_round)


def hall(served: Served, stream: str, audience: Actor, standing: Standing, *, of_round: int | None = None) -> Hall:
    """All of it where the tournament stood so."""
    state: TournamentState = standing.state
    seen = seen_of(served, stream, audience, standing)
    assert isinstance(seen, SeenTournament)
    session, plays = state.session, audience.role is Role.PATRON
    own = own_place(state, audience.person) if plays else None
    return Hall(
        person=audience.person,
        role=audience.role,
        now=served.clocks.now(),
        book=state.rules.book,
        book_title=book(state.rules.book, edition=state.rules.edition).title,
        clauses={"fee": state.law.fee, "no_refund": state.law.no_refund, "pool": state.law.pool},
        tournament=changed(seen, view=changed(seen.view, tables={})),
        starts_at=_starts_at(state, own),
        playing_off=session is not None and session.play_off,
        leaders=leaderboard(state),
        pool=prize_pool(state),
        floor=floor(state),
        own=own,
        account=_account(served, audience.person) if plays else None,
        felt=None if own is None else _felt(served, seen, audience, state, own.table),
        step=next_step(state),
        acts=acts(state, audience, of_round),
    )


def _starts_at(state: TournamentState, own: OwnPlace | None) -> int | None:
    """The own session that is to come, or the one that is played or comes next; a play-off has no published time."""
    if own is not None and own.starts_at is not None:
        return own.starts_at
    session = state.session
    return None if session is None or session.play_off else session.starts_at


def _account(served: Served, person: str) -> Cents | None:
    state = served.house.look(CAGE + person).state
    return None if state is None else state.free


def _felt(
    served: Served, seen: SeenTournament, audience: Actor, state: TournamentState, name: str | None
) -> Felt | None:
    """The own table with its cloth; none while nothing is played there, or for somebody who is out."""
    if name is None or name not in tables_in_play(state) or audience.person not in state.tables[name].state.patrons:
        return None
    table = state.tables[name].state
    return Felt(
        person=audience.person,
        role=audience.role,
        title=book(state.rules.book, edition=state.rules.edition).title,
        table=_seen_table(seen, table, audience),
        layout=layout(table.rules),
        hands=hands(table, audience),
        words=words(table),
        spots=_spots(state, name, audience),
        legal=tuple(at_table(legal_for(state, audience), name)),
        settling=settling(table, audience),
        rounds=own_rounds(table, audience),
        roads=board(beads(table)),
        purse=None,
        off=switched_off(served, seen.stream, audience),
        attendance=Attendance.DEALER,
    )


def _seen_table(seen: SeenTournament, table: TableState, audience: Actor) -> SeenTable:
    return SeenTable(
        stream=seen.stream,
        number=seen.number,
        cursor=seen.cursor,
        view=table_view(table, audience),
        progress=table_progress(table),
        clock=None,
    )


def _spots(state: TournamentState, name: str, audience: Actor) -> tuple[Spot, ...]:
    """The own place; shut where the table would take a wager, and the tournament does not."""
    found = spots(state.tables[name].state, audience)
    if state.on_break is None and not is_done(state, name):
        return found
    return tuple(changed(one, more=(), shut=one.shut or _why(state, name, audience, one)) for one in found)


def _why(state: TournamentState, name: str, audience: Actor, spot: Spot) -> Shut | None:
    amount = spot.more[0].low if spot.more else 0
    wager = Place(actor=audience, area=spot.area, wager=spot.wager, amount=amount)
    try:
        handle(state, AtTable(actor=audience, table=name, command=wager))
    except Refused as refused:
        return Shut(code=refused.code, sentence=refused.sentence, clause=refused.clause)
    return None


HALL = (
    Endpoint(
        method="GET",
        path="/tournaments/{tournament}/hall",
        does=see_hall,
        gives=Hall,
        says="The tournament as a page draws it for you: leaderboard, tables, your place, and what you may do.",
        parameters=(OF_ROUND,),
        tag="tournaments",
    ),
)
