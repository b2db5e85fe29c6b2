"""What a ruling would lead to, decided where its stream stands and written nowhere."""

from typing import Any

from msgspec import Struct

from puntobanco.app.fair_shoe_dealing import fill
from puntobanco.app.house.dispatch import is_virtual
from puntobanco.app.house.idempotency import timed
from puntobanco.app.house.permissions import require_role
from puntobanco.app.house.write_unit import Before
from puntobanco.errors import Refused
from puntobanco.house.proposals import takes_two
from puntobanco.house.state import HouseState
from puntobanco.log.stream_types import stream_type_of
from puntobanco.streams.actors import Role
from puntobanco.streams.command import AnyCommand
from puntobanco.streams.names import HOUSE, SHOES, named, sort_of
from puntobanco.table.commands import CorrectCard, DiscloseCard
from puntobanco.table.state import TableState

RULING = frozenset({Role.SUPERVISOR, Role.OPERATOR})
"""In whose commands no card of a sealed shoe is named."""


class Foreseen(Struct, gc=False, frozen=True, kw_only=True):
    """What would happen now."""

    number: int
    """The last record of the stream that it was decided on."""
    before: Any
    after: Any
    events: tuple[Any, ...]
    takes_two: bool
    """Whether it is proposed, and a second person approves it."""


def foresee(of: Before, stream: str, command: AnyCommand, *, time: int) -> Foreseen:
    """What a ruling leads to, or the refusal that it would get; a second person is not asked for yet."""
    house, standing = of(HOUSE).state or HouseState(), of(stream)
    if command.actor.role not in RULING:
        raise Refused("wrong_role", "roles", "only what supervisors and operators decide is shown beforehand")
    require_role(house, stream, command)
    _require_nothing_hidden(standing.state, command)
    events, after = _decided(of, stream, timed(command, time))
    granted = house.role_of(command.actor.person, stream)
    return Foreseen(
        number=standing.number,
        before=standing.state,
        after=after,
        events=events,
        takes_two=takes_two(command, standing.state, house.withdrawal_limit, granted),
    )


def _decided(of: Before, stream: str, command: Any) -> tuple[tuple[Any, ...], Any]:
    state, happened = of(stream).state, list[Any]()
    virtual = sort_of(stream) == "table" and is_virtual(of, stream)
    for given in fill(of(SHOES + named(stream)).state, state, command) if virtual else (command,):
        events, state = stream_type_of(stream).handle(state, given)
        happened += events
    return tuple(happened), state


def _require_nothing_hidden(state: Any, command: AnyCommand) -> None:
    """Whoever may try a face as often as they like would find out what lies face down."""
    names_a_face = isinstance(command, CorrectCard | DiscloseCard)
    if names_a_face and isinstance(state, TableState) and _lies_face_down(state):
        sentence = "a card lies face down: what its face would lead to is not shown beforehand"
        raise Refused("face_down", "preview", sentence)


def _lies_face_down(state: TableState) -> bool:
    ended = None if state.ended is None else state.ended.round
    rounds = [one for one in (state.round, ended) if one is not None]
    on_the_table = [card for one in rounds for card in one.in_order()]
    burned = [] if state.shoe.shown_burn is None else [state.shoe.shown_burn]
    return not all(card.face_up for card in (*on_the_table, *burned, *[one.card for one in state.excess]))
