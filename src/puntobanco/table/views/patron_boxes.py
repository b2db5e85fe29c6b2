"""A patron's own place on the layout: what lies on each spot, what may still be put there, or why nothing may."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from puntobanco.coup.accept_wager import terms
from puntobanco.errors import Refused, Unreadable
from puntobanco.streams.actors import Actor
from puntobanco.table.commands import Place
from puntobanco.table.model import Patron
from puntobanco.table.queries.layout import lines, open_areas
from puntobanco.table.state import TableState
from puntobanco.table.stream_type import handle
from puntobanco.table.views import wager_actions
from puntobanco.table.views.action import Amounts
from puntobanco.values.money import Cents


class Shut(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why nothing may be put on a spot now."""

    code: str
    sentence: str
    clause: str


class Spot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A box in an area, for one patron."""

    area: str
    wager: str
    lies: Cents
    """What the patron has there."""
    more: tuple[Amounts, ...]
    """What may be added."""
    shut: Shut | None
    """Why nothing may be; none where something may."""


def spots(state: TableState, actor: Actor) -> tuple[Spot, ...]:
    """All boxes of a patron's own place; somebody who only looks has none."""
    patron = state.patrons.get(actor.person)
    if patron is None:
        return ()
    offered = _offered(state, actor)
    wagers = [wager.id for wager in state.rules.wagers]
    return tuple(_spot(state, actor, offered, area, wager) for area in _own(state, patron) for wager in wagers)


def _own(state: TableState, patron: Patron) -> Sequence[str]:
    """The area of the seat; for whoever stands all that are open, or shut lines with their reason; and wherever chips
    lie."""
    if patron.seat is not None:
        found: Sequence[str] = (str(patron.seat),)
    else:
        found = open_areas(state, patron) or lines(state.rules)
    return tuple(dict.fromkeys((*found, *[one.area for one in state.stakes.of(patron.name)])))


def _offered(state: TableState, actor: Actor) -> Mapping[tuple[str, str], tuple[Amounts, ...]]:
    return {
        (area, dict(one.where)["wager"]): one.amounts for one in wager_actions.place(state, actor) for area in one.areas
    }


def _spot(
    state: TableState, actor: Actor, offered: Mapping[tuple[str, str], tuple[Amounts, ...]], area: str, wager: str
) -> Spot:
    lies = state.stakes.at(actor.person, area, wager)
    more = offered.get((area, wager), ())
    shut = None if more else _why(state, Place(actor=actor, area=area, wager=wager, amount=_least(state, wager)))
    return Spot(area=area, wager=wager, lies=0 if lies is None else lies.amount, more=more, shut=shut)


def _least(state: TableState, wager: str) -> Cents:
    allowed = terms(state.rules)[wager]
    return allowed.least + -allowed.least % allowed.step


def _why(state: TableState, least: Place) -> Shut | None:
    """What the table would answer to the least that could lie there."""
    try:
        handle(state, least)
    except Refused as refused:
        return Shut(code=refused.code, sentence=refused.sentence, clause=refused.clause)
    except Unreadable:
        return None
    return None
