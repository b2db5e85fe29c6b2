"""The floor: what waits for whoever supervises, at all tables at once, and what waits for a second person."""

from asyncio import to_thread
from collections.abc import Iterator, Mapping

from msgspec import Struct

from puntobanco.app.house.command_preview import RULING
from puntobanco.app.house.permissions import acts_as
from puntobanco.errors import Refused
from puntobanco.house import HouseState
from puntobanco.house.proposals import LASTS, Proposal, ground_of
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.command import name_of
from puntobanco.streams.names import HOUSE, TABLE, TOURNAMENT, named
from puntobanco.table.views.alarms import AlarmKind
from puntobanco.tournament.state import TournamentState
from puntobanco.values.text import in_words
from puntobanco.web.authenticate import audience_at
from puntobanco.web.endpoints import Endpoint
from puntobanco.web.problems import Declined
from puntobanco.web.request import Call
from puntobanco.web.views.command_preview import Consequence, consequence

ON_THE_FLOOR = RULING | {Role.DIRECTOR}


class FloorAlarm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something at a table that waits for whoever supervises."""

    tournament: str | None
    """Whose table it is; none for a table of the house."""
    table: str
    book: str
    kind: AlarmKind
    number: int | None
    text: str
    clause: str | None
    ruled_by: str | None
    """The command by which somebody decides it, where there is one."""
    since: int
    """Microseconds since 1970, UTC."""


class Waiting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A proposal that waits for a second person, and what it would lead to now."""

    number: int
    stream: str
    book: str | None
    by: str
    own: bool
    """Whether you made it: then somebody else approves it."""
    for_operator: bool
    """Only an operator approves it, and you are none there."""
    title: str
    """What is proposed, as text."""
    at: int
    until: int
    """It lapses then, or when another round is played."""
    lapsed: bool
    """Another round was played, or the one that it is about has changed: nobody can approve it any more."""
    seen: int
    """The last record of its stream: approve it with this number as `seen`, and nothing else is carried out."""
    consequence: Consequence | None
    problem: str | None
    """Why it leads to nothing, or is not shown beforehand."""


class Floor(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """At one moment, the oldest first."""

    now: int
    alarms: tuple[FloorAlarm, ...]
    waiting: tuple[Waiting, ...]
    dealing: Mapping[str, str]
    """Who deals, by table, where somebody does."""
    automatic: tuple[str, ...]
    """Tables that the house deals by itself."""
    tournaments: tuple[str, ...]
    """Those in session at which you rule: whoever follows them hears when something changes there."""


async def see_floor(call: Call) -> Floor:
    house: HouseState = call.house.look(HOUSE).state or HouseState()
    if not ON_THE_FLOOR.intersection(house.grants.get(call.visitor.person, {}).values()):
        raise Declined(403, "wrong_role", "the floor is for supervisors and operators")
    tables = [name for name in house.tables if _rules_at(call, TABLE + name) is not None]
    tournaments = await to_thread(lambda: list(_in_session(call)))
    streams = [*(TABLE + name for name in tables), *(TOURNAMENT + name for name in tournaments)]
    alarms = await to_thread(lambda: [one for stream in streams for one in _alarms(call, house, stream)])
    return Floor(
        now=call.served.clocks.now(),
        alarms=tuple(sorted(alarms, key=lambda one: one.since)),
        waiting=tuple(_waiting(call, house)),
        dealing={table: who for table, who in house.dealing.items() if table in tables},
        automatic=tuple(name for name in tables if house.tables[name].automatic),
        tournaments=tuple(tournaments),
    )


def _in_session(call: Call) -> Iterator[str]:
    """Tournaments at which the visitor rules and something is played, or is about to be."""
    for stream in call.house.tournaments():
        if _rules_at(call, stream) is not None:
            state: TournamentState | None = call.house.look(stream).state
            if state is not None and state.session is not None:
                yield named(stream)


def _rules_at(call: Call, stream: str) -> Actor | None:
    """As whom the visitor may decide something in a stream."""
    audience = audience_at(call.served.door, call.visitor, stream)
    return audience if audience is not None and audience.role in ON_THE_FLOOR else None


def _alarms(call: Call, house: HouseState, stream: str) -> Iterator[FloorAlarm]:
    cup = named(stream) if stream.startswith(TOURNAMENT) else None
    real_shoe = cup is not None or not house.is_virtual(stream)
    for one in call.served.watch.alarms_at(stream, real_shoe=real_shoe):
        yield FloorAlarm(
            tournament=cup,
            table=one.table,
            book=call.house.look(stream).state.rules.book,
            kind=one.alarm.kind,
            number=one.alarm.number,
            text=one.alarm.text,
            clause=one.alarm.clause,
            ruled_by=one.alarm.ruled_by,
            since=one.since,
        )


def _waiting(call: Call, house: HouseState) -> Iterator[Waiting]:
    now = call.served.clocks.now()
    for proposal in house.proposals:
        audience = _rules_at(call, proposal.stream)
        if audience is not None and _acts_on(proposal, audience) and now - proposal.at <= LASTS:
            yield _told(call, proposal, audience)


def _acts_on(proposal: Proposal, audience: Actor) -> bool:
    return not RULING.isdisjoint(acts_as(audience.role, proposal.command))


def _told(call: Call, proposal: Proposal, audience: Actor) -> Waiting:
    seen = call.house.look(proposal.stream).number  # before what it leads to: the table may go on meanwhile
    found, problem = _foreseen(call, proposal, audience)
    return Waiting(
        number=proposal.number,
        stream=proposal.stream,
        book=_book(call, proposal.stream),
        by=proposal.by.person,
        own=proposal.by.person == audience.person,
        for_operator=proposal.for_operator and audience.role is not Role.OPERATOR,
        title=in_words(name_of(proposal.command)).capitalize(),
        at=proposal.at,
        until=proposal.at + LASTS,
        lapsed=_has_lapsed(call, proposal),
        seen=seen,
        consequence=found,
        problem=problem,
    )


def _has_lapsed(call: Call, proposal: Proposal) -> bool:
    return ground_of(proposal.command, call.house.look(proposal.stream).state) != proposal.ground


def _foreseen(call: Call, proposal: Proposal, audience: Actor) -> tuple[Consequence | None, str | None]:
    if _has_lapsed(call, proposal):
        return None, "the round has changed since: look at it, and propose it again"
    try:
        return consequence(call.served, proposal.stream, proposal.command, audience), None
    except Refused as refusal:
        return None, refusal.sentence


def _book(call: Call, stream: str) -> str | None:
    """Of a table or tournament."""
    rules = getattr(call.house.look(stream).state, "rules", None)
    return None if rules is None else str(rules.book)


FLOOR = (
    Endpoint(
        method="GET",
        path="/floor",
        does=see_floor,
        gives=Floor,
        says="What waits for whoever supervises, the oldest first, and what waits for a second person.",
        tag="house",
    ),
)
