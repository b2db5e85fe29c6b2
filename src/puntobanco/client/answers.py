"""What a house answers, in types. Events, views, offers and progress are the table's own; what stands around them is
declared here. Members that this version does not know are passed over: a house may be newer than its visitors."""

from msgspec import UNSET, Struct, UnsetType

from puntobanco.cage.model import Exclusion, Limit, Losses
from puntobanco.fair_shoes.events import FairShoeEvent
from puntobanco.fair_shoes.shuffle_patterns import Alarm
from puntobanco.house.table_operation import Attendance, Running
from puntobanco.log.decode_redacted import SeenEvent
from puntobanco.rulebooks.facts import Result
from puntobanco.scoreboard.big_road import RoadCell
from puntobanco.scoreboard.scoreboards import Counts
from puntobanco.streams.actors import Actor
from puntobanco.table import Legal, Next, Progress, Role
from puntobanco.table.events.round import RoundEnded
from puntobanco.table.events.settlement import StageSettled
from puntobanco.table.model import Phase, SettledWager
from puntobanco.table.views.layout import PrintedBox
from puntobanco.table.views.settled_wagers import SettledRound
from puntobanco.table.views.visible_state import SeenCard, View
from puntobanco.tournament.queries.progress import Progress as TournamentProgress
from puntobanco.tournament.views.entrant_view import OwnPlace, TableGlance
from puntobanco.tournament.views.leaderboard import Leaders, PrizePool
from puntobanco.tournament.views.visible_state import View as TournamentView
from puntobanco.values.money import Cents


class You(Struct, frozen=True, kw_only=True):
    """Who is logged in."""

    person: str
    kind: str
    staff: bool
    needs_factor: bool
    scopes: tuple[str, ...]
    tables: tuple[str, ...]
    """Those that a device shows."""


class LoggedIn(Struct, frozen=True, kw_only=True):
    """You are in."""

    person: str
    staff: bool
    needs_factor: bool
    """Staff without a second factor may set one up, and nothing else."""
    how: str
    """What was proved, such as `password_and_code`."""


class LoggedOut(Struct, frozen=True, kw_only=True):
    ended: int
    """How many sessions."""


class TableClock(Struct, frozen=True, kw_only=True):
    """The time of a table that the house deals, in microseconds since 1970."""

    stream: str
    now: int
    waits_for: Next | None = None
    """What the countdown is for: wagers, a turn to bet, or an offer to a patron; none while none runs."""
    opened_at: int | None = None
    """When the countdown began; none while none runs."""
    closes_at: int | None
    """When the house goes on without an answer; none while no countdown runs."""


class Summary(Struct, frozen=True, kw_only=True):
    """A table at a glance."""

    stream: str
    number: int
    book: str
    phase: Phase
    round: int
    next: Next
    by: Role | None
    seated: int
    wagers: int
    shoe: int
    remaining: int
    results: tuple[Result, ...]
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
    """Whether gaming is switched off there."""
    attendance: Attendance
    """Who deals there."""


class TableEntry(Struct, frozen=True, kw_only=True):
    """A table of the house."""

    table: str
    running: Running | UnsetType = UNSET
    summary: Summary | None


class Tables(Struct, frozen=True, kw_only=True):
    tables: tuple[TableEntry, ...]


class TournamentEntry(Struct, frozen=True, kw_only=True):
    """A tournament of the house at a glance."""

    tournament: str
    number: int
    role: Role
    title: str
    stage: str
    next: TournamentProgress
    players: int
    cancelled: bool
    over: bool


class Tournaments(Struct, frozen=True, kw_only=True):
    tournaments: tuple[TournamentEntry, ...]


class SeenTournament(Struct, frozen=True, kw_only=True):
    """A tournament as you see it, at a number of its stream."""

    stream: str
    number: int
    cursor: str
    view: TournamentView


class SeenTable(Struct, frozen=True, kw_only=True):
    """A table as you see it, at a number of its stream."""

    stream: str
    number: int
    cursor: str
    """To follow the table from here."""
    view: View
    progress: Progress
    clock: TableClock | None

    def seat_of(self, person: str) -> int | None:
        return next((seat for seat, name in self.view.seats.items() if name == person), None)


class OwnTable(Struct, frozen=True, kw_only=True):
    """The table at which you play."""

    table: SeenTable


class Hall(Struct, frozen=True, kw_only=True):
    """A tournament and your place in it."""

    person: str
    role: Role
    tournament: SeenTournament
    leaders: tuple[Leaders, ...]
    pool: PrizePool
    floor: tuple[TableGlance, ...]
    own: OwnPlace | None
    felt: OwnTable | None


class SeenLegal(Struct, frozen=True, kw_only=True):
    """What you may do now."""

    number: int
    legal: tuple[Legal, ...]


class SeenAccount(Struct, frozen=True, kw_only=True):
    """An account at the cage."""

    stream: str
    number: int
    cursor: str
    patron: str | None
    held: Cents
    asked: Cents
    deposits: Limit
    play: Limit
    losses: Losses
    minutes: Limit
    """At tables, in a day."""
    closed: bool
    excluded: Exclusion | None
    """The break from play that the patron has taken; none without one."""


class SeenRecord(Struct, frozen=True, kw_only=True):
    """What happened at one number of a stream, as far as you may see it: what is not for you is blank."""

    stream: str
    number: int
    time: int
    events: tuple[SeenEvent, ...]
    by: Actor | UnsetType = UNSET


class SeenActs(Struct, frozen=True, kw_only=True):
    """The same of a table's fair shoes: everybody sees all of it."""

    stream: str
    number: int
    time: int
    events: tuple[FairShoeEvent, ...]


class Records(Struct, frozen=True, kw_only=True):
    """Records in their order."""

    records: tuple[SeenRecord, ...]
    number: int
    """The last one that was looked at: ask again after it."""
    more: bool


class Done(Struct, frozen=True, kw_only=True):
    """A command that was carried out: it is in the log."""

    stream: str
    number: int
    repeated: bool
    """It had been carried out before, under the same key; this is the answer of then."""
    records: tuple[SeenRecord, ...]
    alarms: tuple[Alarm, ...] | UnsetType = UNSET

    @property
    def events(self) -> tuple[SeenEvent, ...]:
        return tuple(event for record in self.records for event in record.events)


class Guest(Struct, frozen=True, kw_only=True):
    """Somebody whom a demo house has let in, with play money."""

    person: str
    account: Cents
    """What is left there."""
    table: str | None
    seat: int | None
    chips: Cents


class Round(Struct, frozen=True, kw_only=True):
    """A round that is over."""

    number: int
    records: tuple[SeenRecord, ...]

    @property
    def events(self) -> tuple[SeenEvent, ...]:
        return tuple(event for record in self.records for event in record.events)

    @property
    def result(self) -> Result | None:
        """None for a void one."""
        return next((event.result for event in self.events if isinstance(event, RoundEnded)), None)

    def settled(self, person: str) -> tuple[SettledWager, ...]:
        """What became of somebody's wagers."""
        stages = [event for event in self.events if isinstance(event, StageSettled)]
        return tuple(wager for stage in stages for wager in stage.wagers if wager.patron == person)


class PlayedRound(SettledRound, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """A round that is over, with its cards."""

    player_cards: tuple[SeenCard, ...]
    banker_cards: tuple[SeenCard, ...]


class History(Struct, frozen=True, kw_only=True):
    """The rounds of a shoe, the last one first."""

    number: int
    shoe: int
    shoes: int
    """How many there were, the present one included."""
    rounds: tuple[PlayedRound, ...]
    boxes: tuple[PrintedBox, ...]
    """Of every wager that could be made there."""


class Sentence(Struct, frozen=True, kw_only=True):
    """Something that happened, in words."""

    time: int
    text: str
    clause: str
    said: bool
    """Whether these are words of the dealer."""
    later: bool
    """Whether it came when other rounds were being played."""


class Story(Struct, frozen=True, kw_only=True):
    """A round in sentences, with their clauses."""

    round: int
    sentences: tuple[Sentence, ...]


class Problem(Struct, frozen=True, kw_only=True):
    """Why there is no answer (RFC 9457)."""

    status: int
    code: str
    detail: str
    clause: str | None = None
