"""Where a stream stands, as one person may see it."""

from typing import TypeAlias

from msgspec import Struct

from puntobanco.app.house.stream_states import Standing
from puntobanco.cage.model import Exclusion, Limit, Losses
from puntobanco.cage.state import AccountState
from puntobanco.fair_shoes.event_order import Stage
from puntobanco.fair_shoes.state import FairShoes
from puntobanco.streams.actors import Actor
from puntobanco.streams.names import sort_of
from puntobanco.table import TableState, progress
from puntobanco.table.views.visible_state import view
from puntobanco.tournament.state import TournamentState
from puntobanco.tournament.views.visible_state import View as TournamentView
from puntobanco.tournament.views.visible_state import view as tournament_view
from puntobanco.values.money import Cents
from puntobanco.web.request import Served
from puntobanco.web.sse import Reached, cursor_of, mark_of
from puntobanco.web.types import SeenTable


class SeenAccount(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An account as its patron and supervising staff see it."""

    stream: str
    number: int
    cursor: str
    patron: str | None
    held: Cents
    asked: Cents
    """What the patron wants paid out."""
    deposits: Limit
    play: Limit
    losses: Losses
    minutes: Limit
    """At tables, in a day."""
    closed: bool
    excluded: Exclusion | None
    """The break from play that the patron has taken; none without one."""


class SeenTournament(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament as one person sees it."""

    stream: str
    number: int
    cursor: str
    view: TournamentView


class SeenShoes(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far the fair shoes of a table are."""

    stream: str
    number: int
    cursor: str
    shoes: int
    """How many there were, the one under way included."""
    stage: Stage | None


class NothingYet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stream that has not begun, or has nothing to be seen but what happens."""

    stream: str
    number: int
    cursor: str


Seen: TypeAlias = SeenTable | SeenAccount | SeenTournament | SeenShoes | NothingYet


def seen_at(served: Served, stream: str, audience: Actor) -> Seen:
    """What this person may see of a stream now."""
    return seen_of(served, stream, audience, served.house.look(stream))


def seen_of(served: Served, stream: str, audience: Actor, standing: Standing) -> Seen:
    """The same where the stream stood so: it goes on while somebody reads."""
    number, state = standing.number, standing.state
    cursor = cursor_of(stream, Reached(number, mark_of(audience)))
    match state:
        case TableState():
            return SeenTable(
                stream=stream,
                number=number,
                cursor=cursor,
                view=view(state, audience),
                progress=progress(state),
                clock=served.clocks.of(stream),
            )
        case AccountState() if sort_of(stream) in ("cage", "vault"):
            return _account(state, stream, number, cursor)
        case TournamentState():
            return SeenTournament(stream=stream, number=number, cursor=cursor, view=tournament_view(state, audience))
        case FairShoes():
            return SeenShoes(stream=stream, number=number, cursor=cursor, shoes=state.shoes, stage=state.stage)
    return NothingYet(stream=stream, number=number, cursor=cursor)


def _account(state: AccountState, stream: str, number: int, cursor: str) -> SeenAccount:
    return SeenAccount(
        stream=stream,
        number=number,
        cursor=cursor,
        patron=state.patron,
        held=state.held,
        asked=state.asked,
        deposits=state.deposits,
        play=state.play,
        losses=state.losses,
        minutes=state.minutes,
        closed=state.closed,
        excluded=state.excluded,
    )
