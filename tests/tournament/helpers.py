"""A tournament for tests: amounts are dollars, people have first names, whoever is not named is played."""

import random
from collections.abc import Callable, Sequence
from typing import Any, Self

from puntobanco.app.draws import Prepared, prepared
from puntobanco.app.randomness import repeatable
from puntobanco.app.table_driver import Driver
from puntobanco.app.virtual_shoe import VirtualShoe
from puntobanco.errors import Refused
from puntobanco.fair_shoes.house_secret import DrawSecret
from puntobanco.rulebooks import book
from puntobanco.rulebooks.tournament_law import TournamentLaw
from puntobanco.streams.event import event_name
from puntobanco.streams.ledger import CAGE
from puntobanco.table import Actor, Role, TableState, ledger
from puntobanco.table import Next as TableNext
from puntobanco.table import commands as at_table
from puntobanco.table import progress as table_progress
from puntobanco.tournament import ledger as tournament_ledger
from puntobanco.tournament.commands import COMMANDS, AtTable
from puntobanco.tournament.conditions import AdvanceBy, Breakdown, Commission, Conditions, Stage, StageKind
from puntobanco.tournament.events import EntryRegistered, SeatWentToReserve, TableDid, TournamentEvent
from puntobanco.tournament.model import Office, PaidFrom
from puntobanco.tournament.queries.progress import Next, progress, session_to_come
from puntobanco.tournament.queries.seating import needs_ballot, next_play_off, sessions_due, usual_sizes
from puntobanco.tournament.queries.session_play import is_done
from puntobanco.tournament.state import TournamentState
from puntobanco.tournament.stream_type import handle
from puntobanco.values.replace import changed

START = 1_795_201_200_000_000
HOUR = 60 * 60 * 10**6
OPERATOR = Actor(person="oz", role=Role.OPERATOR)
SECOND = Actor(person="ida", role=Role.OPERATOR)
DIRECTOR = Actor(person="dora", role=Role.SUPERVISOR)
SEED = "00" * 32


def law() -> TournamentLaw:
    found = book("act-2015").tournament
    assert found is not None
    return found


def heat(name: str = "Heat", **changes: Any) -> Stage:
    stage = Stage(
        name=name,
        kind=StageKind.HEAT,
        rounds=2,
        shoes=None,
        advance=2,
        advance_by=AdvanceBy.TABLE,
        chips=None,
    )
    return changed(stage, **changes)


def final(**changes: Any) -> Stage:
    stage = Stage(name="Final", kind=StageKind.FINAL, rounds=2, shoes=None, advance=None, advance_by=None, chips=None)
    return changed(stage, **changes)


def conditions(*stages: Stage, **changes: Any) -> Conditions:
    """For 2 to 24 players: an entry of $100 with $10 commission, $1,000 in chips, half the pool to the first."""
    found = Conditions(
        title="Cup",
        start=START,
        stages=stages or (final(),),
        entry_fee=10_000,
        commission=Commission(amount=1_000),
        chips=100_000,
        least_players=2,
        most_players=24,
        players_per_table=7,
        may_not_enter=(),
        may_enter_only=(),
        table=(("minimum", "10"), ("offered", "none")),
        prizes=(
            Breakdown(least=2, most=2, shares=(7_000, 3_000)),
            Breakdown(least=3, most=24, shares=(5_000, 3_000, 2_000)),
        ),
        play_off_rounds=1,
    )
    if type(changes.get("commission")) is int:
        changes = {**changes, "commission": Commission(amount=changes["commission"])}
    return changed(found, **changes)


class Cup:
    """One tournament, the last command's events, and the log. The books are balanced after every command."""

    rehearses = True
    """Whether its draws have seeds: else the secrets of the house and words decide."""

    def __init__(self, rules: Conditions | None = None, *, seed: int = 0, **choices: str) -> None:
        self.state: TournamentState | None = None
        self.log: list[TournamentEvent] = []
        self.events: tuple[TournamentEvent, ...] = ()
        self.rng, self.rng_of_secrets = random.Random(seed), random.Random(f"secrets {seed}")
        self.secrets: dict[int, DrawSecret] = {}
        self.shoes: dict[str, VirtualShoe] = {}
        self.do(
            OPERATOR,
            "plan_tournament",
            book="act-2015",
            choices=tuple(choices.items()),
            conditions=rules or conditions(),
        )

    @classmethod
    def opened(cls, rules: Conditions | None = None, *, seed: int = 0, **choices: str) -> Self:
        """Approved, with a director."""
        cup = cls(rules, seed=seed, **choices)
        cup.approve()
        cup.do(OPERATOR, "nominate", nominee=DIRECTOR.person, office=Office.DIRECTOR)
        return cup

    @classmethod
    def seated(cls, players: Sequence[str], rules: Conditions | None = None, *, seed: int = 0, **choices: str) -> Self:
        """The first session has started with these players."""
        cup = cls.opened(rules, seed=seed, **choices)
        for one in players:
            cup.director("register", player=one)
        cup.ballot()
        cup.all_sit()
        cup.start()
        return cup

    @property
    def now(self) -> TournamentState:
        assert self.state is not None
        return self.state

    # Commands

    def do(self, actor: Actor, kind: str, **fields: Any) -> tuple[TournamentEvent, ...]:
        return self.give(COMMANDS[kind](actor=actor, **fields))

    def give(self, command: Any) -> tuple[TournamentEvent, ...]:
        found = self.prepared(command)
        self.given = found.command
        self.events, self.state = handle(self.state, found.command)
        self.secrets |= dict(found.secrets)
        self.log += self.events
        self.balanced()
        self.fees_by_their_owners(command.actor)
        return self.events

    def prepared(self, command: Any) -> Prepared:
        """With what only a house can say."""
        return prepared(
            self.state,
            command,
            house="Casino North",
            tournament="cup",
            new_secret=lambda: self.rng_of_secrets.randbytes(32),
            secret_of=lambda draw: self.secrets.get(draw.number),
        )

    def director(self, kind: str, **fields: Any) -> tuple[TournamentEvent, ...]:
        return self.do(DIRECTOR, kind, **fields)

    def operator(self, kind: str, **fields: Any) -> tuple[TournamentEvent, ...]:
        return self.do(OPERATOR, kind, **fields)

    def approve(self) -> None:
        digest = self.now.conditions.digest
        self.operator("record_approval", reference="GRC 7", date="2026-11-01", conditions=digest)
        self.do(SECOND, "confirm_approval")

    def seed(self) -> dict[str, str]:
        """In a rehearsal the seed of a draw."""
        return {"seed": self.rng.randbytes(32).hex()} if self.rehearses else {}

    def ballot(self, *sizes: int) -> None:
        players = len(self.now.still_in)
        usual = usual_sizes(players, self.now.conditions.players_per_table, sessions_due(self.now))
        self.director("draw_ballot", sizes=sizes or usual, starts_at=self.times(), **self.seed())

    def times(self) -> tuple[int, ...]:
        """Published times an hour apart, the first as early as may be."""
        first = max(START, self.now.started_at)
        return tuple(first + HOUR * session for session in range(sessions_due(self.now)))

    def all_sit(self, *, but: Sequence[str] = ()) -> None:
        """Everybody takes the seat in the session that comes next."""
        assert self.now.session is not None
        for one in self.now.session.seats:
            if one.player not in but and not one.taken:
                self.director("take_place", player=one.player)

    def offer(self, absent: str, reserve: str) -> None:
        """At the published time of the absent player's session."""
        session = session_to_come(self.now, absent)
        assert session is not None
        self.director("offer_seat", absent=absent, player=reserve, at=session.starts_at)

    def seat_goes_to(self, reserve: str, absent: str) -> None:
        """A reserve is offered a seat, and accepts it by an act of their own."""
        self.offer(absent, reserve)
        self.do(Actor(person=reserve, role=Role.PATRON), "accept_seat", player=reserve)

    def start(self) -> None:
        """At the published time."""
        assert self.now.session is not None
        self.director("start_session", at=self.now.session.starts_at)

    def fees_by_their_owners(self, actor: Actor) -> None:
        """A fee leaves an account only by an act of its owner, or is paid at the desk."""
        for event in self.events:
            if isinstance(event, EntryRegistered | SeatWentToReserve):
                own = actor.role is Role.PATRON and actor.person == event.player
                assert event.paid_from is (PaidFrom.ACCOUNT if own else PaidFrom.DESK)

    def balanced(self) -> None:
        assert sum(self.now.fees.values()) == 0
        assert not list(tournament_ledger.overdrawn(self.now.fees))
        for one in self.now.tables.values():
            assert sum(one.state.balances.values()) == 0
            assert not list(ledger.overdrawn(one.state.balances))
            assert CAGE not in one.state.balances, "chips never meet money"

    def names(self) -> list[str]:
        return [event_name(event) for event in self.events]

    # Tables

    def table(self, name: str = "1") -> TableState:
        return self.now.tables[name].state

    def counted(self, name: str = "1") -> tuple[int, ...]:
        """The rounds of a table that count."""
        return self.now.tables[name].counted

    def at(self, table: str, command: Any) -> None:
        """A command at a table, with the cards of a shoe of its own where none are named."""
        shoe = self.shoes[table] = self.shoes.get(table) or self.new_shoe(table)
        for filled in shoe.fill(self.table(table), command):
            before = self.table(table)
            self.give(AtTable(actor=filled.actor, table=table, command=filled))
            did = (one for one in self.events if isinstance(one, TableDid) and one.table == table)
            if table in self.now.tables:
                shoe.done(before, filled, tuple(event for one in did for event in one.events), self.table(table))

    def new_shoe(self, table: str) -> VirtualShoe:
        chance = repeatable(self.rng.getrandbits(32))
        return VirtualShoe(chance, house="Cup", table=table, clock=lambda: START)

    def play(self, table: str, bet: Callable[[TableState, str], Any], *, rounds: int | None = None) -> None:
        """Play a table until it is done or so many rounds count; `bet` is what a player does who is asked."""
        driver = Driver(
            self.rng.randrange,
            supervisor=DIRECTOR,
            patrons=_Everybody(),
            dealer=Actor(person=f"dealer {table}", role=Role.DEALER),
        )
        while not is_done(self.now, table) and len(self.now.tables[table].counted) != rounds:
            state = self.table(table)
            asked = state.turns.now
            if table_progress(state).next in (TableNext.ASK, TableNext.START) and asked and not state.stakes.of(asked):
                command = bet(state, asked)
                if command is not None:
                    self.at(table, command)
                if is_done(self.now, table):
                    break
            command = driver.next(self.table(table))
            if command is None:
                command = next(iter(driver.start(self.table(table))))
            self.at(table, command)

    def play_on(self, bet: Callable[[TableState, str], Any]) -> None:
        """Go on until nothing is left to be done."""
        while self.step(bet):
            pass

    def step(self, bet: Callable[[TableState, str], Any]) -> bool:
        coming = progress(self.now)
        match coming.next:
            case Next.BALLOT:
                self.ballot()
            case Next.START:
                self.all_sit()
                self.start()
            case Next.SEATS:
                self.all_sit()
            case Next.PLAY:
                self.play(coming.tables[0], bet)
            case Next.END:
                self.director("end_session")
            case Next.PLAY_OFF:
                self.play_off()
            case Next.LOT:
                self.director("draw_lot", **self.seed())
            case Next.AWARD:
                self.director("award_places")
            case Next.PAY:
                self.operator("pay_prize", player=coming.players[0])
            case Next.RESUME:
                self.director("resume_play")
            case Next.CLOSED:
                return False
            case _:
                raise AssertionError(coming)
        return True

    def play_off(self) -> None:
        question = next_play_off(self.now)
        assert question is not None
        if needs_ballot(self.now, question):
            sizes = usual_sizes(len(question.players), self.now.conditions.players_per_table)
            self.director("start_play_off", sizes=sizes, **self.seed())
        else:
            self.director("start_play_off")


class _Everybody:
    """All patrons."""

    def __contains__(self, _: object) -> bool:
        return True


def bets(wager: str, amount: int) -> Callable[[TableState, str], Any]:
    """Always the same wager, with all chips where they are fewer."""

    def bet(state: TableState, player: str) -> Any:
        return place(state, player, wager, min(amount, state.balance(ledger.chips(player))))

    return bet


def place(state: TableState, player: str, wager: str, amount: int) -> Any:
    amount -= amount % 100
    if amount < state.rules.minimum.value:
        return None
    actor = Actor(person=player, role=Role.PATRON)
    return at_table.Place(actor=actor, area=str(state.patrons[player].seat), wager=wager, amount=amount)


def refused(action: Callable[[], object]) -> tuple[str, str]:
    """The code and clause with which a tournament refuses."""
    try:
        action()
    except Refused as found:
        return found.code, found.clause
    raise AssertionError("nothing was refused")
