"""A table as a page draws it for one person: everything that is seen and can be done, at one number of its stream."""

from msgspec import Struct

from puntobanco.app.house.stream_states import Standing
from puntobanco.cage.play_time import time_played
from puntobanco.cage.state import AccountState
from puntobanco.house import Attendance, HouseState
from puntobanco.house.gaming_switches import cited, off_for, scopes_at
from puntobanco.rulebooks import book
from puntobanco.scoreboard.scoreboards import Board, board
from puntobanco.streams.actors import Actor
from puntobanco.streams.names import CAGE, HOUSE
from puntobanco.table import Legal, Role, TableState, ledger, legal
from puntobanco.table.views.bead_results import beads
from puntobanco.table.views.hands import Hands, Words, hands, words
from puntobanco.table.views.layout import Layout, layout
from puntobanco.table.views.maximum_win import can_win
from puntobanco.table.views.patron_boxes import Spot, spots
from puntobanco.table.views.rule_preview import SeenNotice, seen_notices
from puntobanco.table.views.settled_wagers import SettledRound, Settling, settled_rounds, settling
from puntobanco.values.money import Cents
from puntobanco.values.replace import changed
from puntobanco.web.endpoints import Endpoint
from puntobanco.web.request import Call, Served
from puntobanco.web.types import SeenTable
from puntobanco.web.views.visible_state import seen_of

ROUNDS_SHOWN = 6
"""Of one's own beside the table; the history has all."""


class Purse(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron's own money, at this table and outside."""

    chips: Cents
    staked: Cents
    account: Cents
    """What can be bought in with."""
    owed: Cents
    """Commission and debts."""
    net: Cents
    """What this table has brought so far; below zero, what it has cost."""
    can_win: Cents
    """What the wagers that lie there can win at most, after commission."""
    played: int | None
    """Microseconds at tables today, where the account counts them."""


class Felt(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything on a table and around it."""

    person: str
    """Who looks."""
    role: Role
    title: str
    """Of the book."""
    table: SeenTable
    layout: Layout
    hands: Hands | None
    words: Words | None
    spots: tuple[Spot, ...]
    legal: tuple[Legal, ...]
    settling: Settling | None
    rounds: tuple[SettledRound, ...]
    roads: Board
    purse: Purse | None
    """Of a patron."""
    off: str | None
    """That gaming is switched off for whoever looks, and since when; none while it is on."""
    attendance: Attendance
    """Who deals there."""
    notices: tuple[SeenNotice, ...] = ()
    """What was announced and does not hold yet: other limits, another rule, the close of the table."""


async def see_felt(call: Call) -> Felt:
    stream = call.table()
    await call.served.reckoning.reckoned(call.standing(stream, "open table").state.rules)
    return felt(call.served, stream, call.audience(stream), call.standing(stream, "open table"))


def felt(served: Served, stream: str, audience: Actor, standing: Standing) -> Felt:
    """All of it where the table stood so: spots and hands are never another moment's than its number."""
    state: TableState = standing.state
    seen = seen_of(served, stream, audience, standing)
    assert isinstance(seen, SeenTable)
    own = audience.role is Role.PATRON
    return Felt(
        person=audience.person,
        role=audience.role,
        title=book(state.rules.book, edition=state.rules.edition).title,
        table=seen,
        layout=layout(state.rules),
        hands=hands(state, audience),
        words=words(state),
        spots=spots(state, audience) if own else (),
        legal=_offered(state, audience, virtual=_house(served).is_virtual(stream)) if own else (),
        settling=settling(state, audience),
        rounds=own_rounds(state, audience),
        roads=board(beads(state)),
        purse=_purse(served, stream, audience, state) if own else None,
        off=switched_off(served, stream, audience),
        attendance=_house(served).attendance(stream),
        notices=seen_notices(state),
    )


def _offered(state: TableState, audience: Actor, *, virtual: bool) -> tuple[Legal, ...]:
    """What a patron may do: a virtual shoe names the cards that are turned, those of a real one are to be named."""
    found = legal(state, audience)
    return tuple(changed(one, asks=()) if virtual and one.kind == "expose" else one for one in found)


def switched_off(served: Served, stream: str, audience: Actor) -> str | None:
    """That gaming is off for whoever looks, in words."""
    found = off_for(_house(served).off, scopes_at(stream, audience.person if audience.role is Role.PATRON else None))
    return None if found is None else cited(*found)


def _house(served: Served) -> HouseState:
    return served.house.look(HOUSE).state or HouseState()


def own_rounds(state: TableState, audience: Actor) -> tuple[SettledRound, ...]:
    found = (one for one in settled_rounds(state, audience) if one.lines)
    return tuple(one for one, _ in zip(found, range(ROUNDS_SHOWN), strict=False))


def _purse(served: Served, stream: str, audience: Actor, state: TableState) -> Purse:
    name = audience.person
    cage: AccountState | None = served.house.look(CAGE + name).state
    chips, staked = state.balance(ledger.chips(name)), sum(one.amount for one in state.stakes.of(name))
    debts = (ledger.commission_owed(name), ledger.commission_debt(name), ledger.debt(name))
    owed = sum(state.balance(one) for one in debts)
    brought = 0 if cage is None else cage.lies_at(stream)
    return Purse(
        chips=chips,
        staked=staked,
        account=0 if cage is None else cage.free,
        owed=owed,
        net=chips + staked - owed - brought,
        can_win=can_win(state, name),
        played=None if cage is None or not cage.guarded else time_played(cage.presence, served.clocks.now()),
    )


FELT = (
    Endpoint(
        method="GET",
        path="/tables/{table}/felt",
        does=see_felt,
        gives=Felt,
        says="The table as a page draws it for you.",
    ),
)
