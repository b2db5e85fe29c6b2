"""Tables summed up, for whoever looks at many of them: the lobby, the wall, a supervisor's board."""

from collections.abc import Iterable

import msgspec
from msgspec import UNSET, Struct, UnsetType

from puntobanco.app.house.house import House
from puntobanco.house import Attendance, HouseState
from puntobanco.house.gaming_switches import off_for, scopes_at
from puntobanco.log.redact import SEES_BALANCES
from puntobanco.rulebooks import book
from puntobanco.rulebooks.facts import Result
from puntobanco.scoreboard.big_road import RoadCell, big_road, pending_ties
from puntobanco.scoreboard.scoreboards import Counts, counts
from puntobanco.streams.actors import Actor
from puntobanco.streams.names import HOUSE
from puntobanco.table import Next, Role, TableState, ledger, progress
from puntobanco.table.model import Phase
from puntobanco.table.queries.history import open_disputes
from puntobanco.table.views.alarms import Alarm, alarms
from puntobanco.table.views.bead_results import beads
from puntobanco.table.views.layout import layout
from puntobanco.values.money import Cents
from puntobanco.web.sse import frame
from puntobanco.web.subscriber import Subscriber


class ForStaff(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What of a table supervising staff sees at a glance."""

    staked: Cents
    float: Cents
    owed: Cents
    """Debts of patrons, commission included."""
    disputes: int
    """That nobody has decided."""
    misplaced: bool
    """Whether cards lie out of sequence."""
    notices: int
    alarms: tuple[Alarm, ...]
    """What wants somebody who supervises."""
    waiting: int
    """Proposals about this table that wait for a second person."""


class Summary(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table at a glance."""

    stream: str
    number: int
    book: str
    phase: Phase
    round: int
    next: Next
    by: Role | None
    """Whose act it is."""
    seated: int
    wagers: int
    shoe: int
    remaining: int
    results: tuple[Result, ...]
    """Of this shoe, void rounds left out."""
    title: str
    """Of the book."""
    least: Cents
    most: Cents
    buy_in: Cents
    """What somebody usually sits down with."""
    seats: int
    taken: tuple[int, ...]
    """Seats where somebody sits."""
    big_road: tuple[RoadCell, ...]
    pending_ties: int
    """Ties before the first result that the big road could draw."""
    counts: Counts
    off: bool
    """Whether gaming is switched off there for everybody."""
    attendance: Attendance
    """Who deals there."""
    staff: ForStaff | UnsetType = UNSET


def summary(house: House, stream: str, *, for_staff: bool) -> Summary | None:
    """None for a table that was never opened."""
    standing = house.look(stream)
    state: TableState | None = standing.state
    if state is None:
        return None
    coming, found = progress(state), beads(state)
    return Summary(
        stream=stream,
        number=standing.number,
        book=state.rules.book,
        phase=state.phase,
        round=state.round_number,
        next=coming.next,
        by=coming.by,
        seated=len(state.seated()),
        wagers=len(tuple(state.stakes)),
        shoe=state.shoe.number,
        remaining=state.shoe.remaining,
        results=tuple([bead.result for bead in found]),
        title=book(state.rules.book, edition=state.rules.edition).title,
        least=state.rules.minimum.value,
        most=state.rules.maximum.value,
        buy_in=layout(state.rules).buy_in,
        seats=state.rules.seats.value,
        taken=tuple([patron.seat for patron in state.seated() if patron.seat is not None]),
        big_road=big_road(found),
        pending_ties=pending_ties(found),
        counts=counts(found),
        off=off_for(_house(house).off, scopes_at(stream, None)) is not None,
        attendance=_house(house).attendance(stream),
        staff=_for_staff(house, stream, state) if for_staff else UNSET,
    )


def _house(house: House) -> HouseState:
    found: HouseState | None = house.look(HOUSE).state
    return HouseState() if found is None else found


def _for_staff(house: House, stream: str, state: TableState) -> ForStaff:
    debts = (ledger.Debt, ledger.CommissionDebt, ledger.CommissionOwed)
    return ForStaff(
        staked=sum(one.amount for one in state.stakes),
        float=state.balance(ledger.FLOAT),
        owed=sum(amount for account, amount in state.accounts.items() if isinstance(account, debts)),
        disputes=len(open_disputes(state)),
        misplaced=state.round is not None and state.round.misplaced,
        notices=len(state.notices),
        alarms=alarms(state),
        waiting=sum(one.stream == stream for one in _house(house).proposals),
    )


def sees_more(audience: Actor) -> bool:
    return audience.role in SEES_BALANCES


class Boards:
    """Whoever looks at tables summed up; each is told at most as often as `send` is called."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._followers: dict[str, set[Subscriber]] = {}
        self._changed: set[str] = set()

    def add(self, one: Subscriber) -> None:
        for stream in one.board:
            self._followers.setdefault(stream, set()).add(one)

    def remove(self, one: Subscriber) -> None:
        for stream in one.board:
            self._followers.get(stream, set()).discard(one)

    def put_on(self, one: Subscriber, stream: str, audience: Actor) -> None:
        """A table that was set up since comes on the board of whoever has all of them."""
        one.board = {**one.board, stream: audience}
        self._followers.setdefault(stream, set()).add(one)
        self._changed.add(stream)

    def note(self, stream: str) -> None:
        if self._followers.get(stream):
            self._changed.add(stream)

    def note_all(self) -> None:
        """Something of the house has changed, about whichever table."""
        self._changed |= {stream for stream, followers in self._followers.items() if followers}

    def begin(self, one: Subscriber) -> None:
        """All of its tables as they are now."""
        for stream, audience in one.board.items():
            made = self._made(stream, for_staff=sees_more(audience))
            if made is not None:
                one.put_beside(made)

    def send(self) -> None:
        changed, self._changed = self._changed, set()
        touched: set[Subscriber] = set()
        for stream in changed:
            self._show(stream, self._followers.get(stream, ()), touched)
        for one in touched:
            one.flush()

    def _show(self, stream: str, followers: Iterable[Subscriber], touched: set[Subscriber]) -> None:
        made: dict[bool, bytes | None] = {}
        for one in followers:
            for_staff = sees_more(one.board[stream])
            if for_staff not in made:
                made[for_staff] = self._made(stream, for_staff=for_staff)
            shown = made[for_staff]
            if one.starting is None and shown is not None:
                one.put_beside(shown)
                touched.add(one)

    def _made(self, stream: str, *, for_staff: bool) -> bytes | None:
        found = summary(self._house, stream, for_staff=for_staff)
        return None if found is None else frame(b"summary", msgspec.json.encode(found))
