"""Accounts and tournaments, each for whoever has a role there."""

from asyncio import to_thread
from typing import Any

from msgspec import Struct

from puntobanco.app.auth.principal import Visitor
from puntobanco.cage import legal_actions as legal_at_cage
from puntobanco.cage.views.statement import Statement, statement
from puntobanco.fair_shoes.draws import DrawProof
from puntobanco.log.redact import SEES_BALANCES
from puntobanco.streams.names import CAGE, named
from puntobanco.table import Role
from puntobanco.tournament.queries.progress import Progress as TournamentProgress
from puntobanco.tournament.queries.progress import progress as tournament_progress
from puntobanco.tournament.queries.staff import holding_places
from puntobanco.tournament.state import TournamentState
from puntobanco.web.authenticate import audience_at
from puntobanco.web.endpoints import Endpoint, Parameter, Raw, Who
from puntobanco.web.problems import Declined
from puntobanco.web.request import Call
from puntobanco.web.views.read_all import all_records
from puntobanco.web.views.tables import AFTER, LIMIT, Records, SeenLegal, seen_records
from puntobanco.web.views.tournament_actions import legal_for
from puntobanco.web.views.visible_state import SeenAccount, SeenTournament, seen_at


class TournamentEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament of the house at a glance."""

    tournament: str
    number: int
    role: Role
    """Yours there."""
    title: str
    stage: str
    next: TournamentProgress
    players: int
    cancelled: bool
    over: bool
    """All is played."""


class Tournaments(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    tournaments: tuple[TournamentEntry, ...]


def _account(call: Call) -> str:
    """The stream of an account that the visitor may look into: the own, or any for supervising staff."""
    stream = CAGE + call.path["person"]
    audience = call.audience(stream)
    own = audience.role is Role.PATRON and audience.person == named(stream)
    if not own and audience.role not in SEES_BALANCES:
        raise Declined(403, "not_yours", "this is another one's account")
    return stream


def see_account(call: Call) -> Any:
    stream = _account(call)
    call.standing(stream, "account")
    return seen_at(call.served, stream, call.audience(stream))


def see_account_legal(call: Call) -> SeenLegal:
    stream = _account(call)
    standing = call.house.look(stream)
    return SeenLegal(number=standing.number, legal=legal_at_cage(standing.state, call.audience(stream)))


async def see_statement(call: Call) -> Statement:
    """Every movement, with the balance after it."""
    stream = _account(call)
    call.standing(stream, "account")
    records: list[Any] = await to_thread(all_records, call.house, stream)
    return statement(event for record in records for event in record.events)


async def list_tournaments(call: Call) -> Tournaments:
    """Those that the visitor has a role at."""
    streams = await to_thread(call.house.tournaments)
    entries = (_entry(call, one) for one in streams)
    return Tournaments(tournaments=tuple(one for one in entries if one is not None))


def _entry(call: Call, stream: str) -> TournamentEntry | None:
    audience = audience_at(call.served.door, call.visitor, stream)
    if audience is None:
        return None
    standing = call.house.look(stream)
    state: TournamentState = standing.state
    return TournamentEntry(
        tournament=named(stream),
        number=standing.number,
        role=audience.role,
        title=state.conditions.title,
        stage=state.present_stage.name,
        next=tournament_progress(state),
        players=holding_places(state),
        cancelled=state.cancelled,
        over=state.over,
    )


async def see_tournament_records(call: Call) -> Raw:
    stream = call.tournament()
    return await seen_records(call, stream, call.audience(stream))


def see_tournament(call: Call) -> Any:
    stream = call.tournament()
    return seen_at(call.served, stream, call.audience(stream))


class SeenDraws(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The ballots and lots of a tournament that have a result, with all that it follows from."""

    draws: tuple[DrawProof, ...]


def see_draws(call: Call) -> SeenDraws:
    stream = call.tournament()
    call.audience(stream)
    state: TournamentState = call.standing(stream, "tournament").state
    return SeenDraws(draws=tuple(proof for draw in state.draws if (proof := draw.proof) is not None))


def see_tournament_legal(call: Call) -> SeenLegal:
    stream = call.tournament()
    standing = call.house.look(stream)
    return SeenLegal(number=standing.number, legal=legal_for(standing.state, call.audience(stream)))


class You(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who is logged in."""

    person: str
    kind: str
    staff: bool
    needs_factor: bool
    """Staff without a second factor may set one up, and nothing else."""
    scopes: tuple[str, ...]
    tables: tuple[str, ...]
    """Those that a device shows."""


def see_you(call: Call) -> You:
    return you(call.visitor)


def you(visitor: Visitor) -> You:
    return You(
        person=visitor.person,
        kind=visitor.kind,
        staff=visitor.is_staff,
        needs_factor=visitor.lacks_factor,
        scopes=tuple(sorted(visitor.scopes)),
        tables=visitor.tables,
    )


def _read(path: str, does: Any, gives: Any, says: str, tag: str, *parameters: Parameter, **more: Any) -> Endpoint:
    return Endpoint(method="GET", path=path, does=does, gives=gives, says=says, tag=tag, parameters=parameters, **more)


OTHERS = (
    _read("/you", see_you, You, "Who you are here.", "people", who=Who.KNOWN),
    _read(
        "/accounts/{person}", see_account, SeenAccount, "An account: the own, or any for supervising staff.", "accounts"
    ),
    _read("/accounts/{person}/legal", see_account_legal, SeenLegal, "What you may ask of it now.", "accounts"),
    _read("/accounts/{person}/statement", see_statement, Statement, "Every movement of an account.", "accounts"),
    _read("/tournaments", list_tournaments, Tournaments, "All tournaments that you have a role at.", "tournaments"),
    _read(
        "/tournaments/{tournament}", see_tournament, SeenTournament, "A tournament as you may see it.", "tournaments"
    ),
    _read(
        "/tournaments/{tournament}/draws",
        see_draws,
        SeenDraws,
        "Ballots and lots, as anyone can verify.",
        "tournaments",
    ),
    _read("/tournaments/{tournament}/legal", see_tournament_legal, SeenLegal, "What you may do there.", "tournaments"),
    _read(
        "/tournaments/{tournament}/records",
        see_tournament_records,
        Records,
        "What happened there, as you may see it.",
        "tournaments",
        AFTER,
        LIMIT,
    ),
)
