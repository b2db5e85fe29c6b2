"""Patrons bet from eight sides around "no more bets", round after round.

What is wrong afterwards is read from the bytes of the log and from what each of them was told: the code that closes
wagers has no part in it.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from threading import Lock, Thread
from typing import Any, Protocol

from puntobanco.app.house.house import House
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.app.table_driver import Driver
from puntobanco.cage import commands as cage
from puntobanco.errors import Refused
from puntobanco.store import Line, StoreFailure
from puntobanco.store.verify import all_lines
from puntobanco.table import TableState, commands
from puntobanco.table.model import Phase
from tests.app.house.helpers import DEALER, OPERATOR, SUPERVISOR, patron, place
from tests.house.folding import Rounds
from tests.house.load import keyed

PATRONS = tuple(f"patron {number}" for number in range(1, 8))
CLIENTS = 8
AT_A_TIME = 50
"""Wagers that one client sends before it looks at the answers."""
CLOSED = "wagers_closed"


@dataclass(frozen=True)
class Answered:
    """What somebody was told: the number of the record, or why there is none."""

    number: int | None = None
    code: str = ""


@dataclass(frozen=True, kw_only=True)
class Wager:
    """One that was sent, under its id."""

    id: str
    stream: str
    command: Any
    round: int


@dataclass
class Round:
    """A round of one table: who calls it, and when, as far as anybody can say who stands outside."""

    wagers: int = 0
    is_called: bool = False
    """Somebody is about to ask for the close, or has asked."""
    closed_at: int = 0
    """The number of the record."""


class Side(Protocol):
    """How one client reaches the house."""

    def ask(self, wagers: Sequence[Wager]) -> list[Answered]:
        """All of them, each again under its id until it is answered."""

    def lose(self, wager: Wager) -> None:
        """Send it and do not wait for the answer."""


class InProcess:
    """`House.handle` is `submit`, and waiting; here fifty are asked before the first is waited for."""

    def __init__(self, house: House) -> None:
        self._house = house

    def ask(self, wagers: Sequence[Wager]) -> list[Answered]:
        asked = [CommandRequest(stream=one.stream, command=one.command, id=one.id) for one in wagers]
        promises = [self._house.submit(one) for one in asked]
        return [self._answer(one, promise) for one, promise in zip(asked, promises, strict=True)]

    def lose(self, wager: Wager) -> None:
        self._house.submit(CommandRequest(stream=wager.stream, command=wager.command, id=wager.id))

    def _answer(self, asked: CommandRequest, promise: Any) -> Answered:
        while True:
            try:
                return Answered(promise.result().rows[-1].number)
            except Refused as refused:
                return Answered(code=refused.code)
            except StoreFailure:
                promise = self._house.submit(asked)


@dataclass
class Evening:
    """Tables of one house; whoever passes the middle of a round's wagers calls it."""

    house: House
    tables: tuple[str, ...]
    sides: Sequence[Side]
    call: Callable[[str, str], int]
    """"No more bets" at a table, under an id; gives the number of its record."""
    at_a_time: int = AT_A_TIME
    seed: int = 1
    told: list[tuple[Wager, Answered, bool]] = field(default_factory=list)
    """With whether the answer came before anybody had called."""
    rounds: dict[tuple[str, int], Round] = field(default_factory=dict)
    mistakes: list[BaseException] = field(default_factory=list)
    _lock: Any = field(default_factory=Lock)
    _ids: Any = field(default_factory=lambda: count(1))

    def open(self) -> None:
        """Everybody has a seat, the eighth client is the first patron's second device."""
        for name in PATRONS:
            self._do(f"cage/{name}", cage.OpenAccount(actor=OPERATOR, patron=name))
            self._do(f"cage/{name}", cage.Deposit(actor=OPERATOR, amount=10**11))
        for table in self.tables:
            self._do(table, commands.OpenTable(actor=OPERATOR, book="act-2015"))
            for seat, name in enumerate(PATRONS, start=1):
                self._do(table, commands.BuyIn(actor=patron(name), amount=10**9))
                self._do(table, commands.TakeSeat(actor=patron(name), seat=seat))

    def play(self, wagers: int, in_a_round: int) -> None:
        """So many wagers, so many of them in a round of each table."""
        each = in_a_round // CLIENTS * len(self.tables)
        for number in range(-(-wagers // (each * CLIENTS))):
            self.rounds |= {(table, number): Round() for table in self.tables}
            self._together(self._deal, [(table,) for table in self.tables])
            self._together(self._bet, [(place, number, each, in_a_round // 2) for place in range(CLIENTS)])

    def hold(self, wagers: int, in_a_round: int) -> None:
        """Play, and nothing is wrong: neither with those that came in time nor with those that came late."""
        self.play(wagers, in_a_round)
        assert self.findings() == []
        accepted = sum(answer.number is not None for _, answer, _ in self.told)
        late = sum(answer.code == CLOSED for _, answer, _ in self.told)
        assert len(self.told) >= wagers
        assert min(accepted, late) > wagers // 10

    def _together(self, act: Callable[..., None], given: Sequence[tuple[Any, ...]]) -> None:
        """In a thread each; a mistake of one is raised."""

        def acts(*values: Any) -> None:
            try:
                act(*values)
            except BaseException as mistake:  # noqa: BLE001 - raised below
                self.mistakes.append(mistake)

        threads = [Thread(target=acts, args=values) for values in given]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        if self.mistakes:
            raise self.mistakes[0]

    def _bet(self, place: int, number: int, each: int, middle: int) -> None:
        """Wagers at all tables in turn; those whose answer was lost, and some others, come again after the close."""
        random, side = Random(f"{self.seed} {place} {number}"), self.sides[place]
        lost: list[Wager] = []
        again: list[Wager] = []
        for start in range(0, each, self.at_a_time):
            table = self.tables[(start // self.at_a_time + place) % len(self.tables)]
            sent = [self._wager(random, place, table, number) for _ in range(min(self.at_a_time, each - start))]
            kept = [one for one in sent if random.random() < 0.9]
            for one in sent:
                if one not in kept:
                    side.lose(one)
                    lost.append(one)
            self._ask(side, kept)
            again += [one for one in kept if random.random() < 0.1]
            self._count(table, number, len(sent), middle)
        for table in self.tables:
            self._count(table, number, middle, middle)
        self._ask(side, [*lost, *again])

    def _ask(self, side: Side, wagers: Sequence[Wager]) -> None:
        answers = side.ask(wagers)
        open_still = [not self.rounds[one.stream, one.round].is_called for one in wagers]
        self.told += zip(wagers, answers, open_still, strict=True)

    def _count(self, table: str, number: int, wagers: int, middle: int) -> None:
        """Whoever brings the round to its middle calls it."""
        found = self.rounds[table, number]
        with self._lock:
            found.wagers += wagers
            calls = found.wagers >= middle and not found.is_called
            found.is_called = found.is_called or calls
        if calls:
            found.closed_at = self.call(table, f"call {number}")

    def _wager(self, random: Random, side: int, table: str, number: int) -> Wager:
        name = PATRONS[side % len(PATRONS)]
        area, wager = str(side % len(PATRONS) + 1), random.choice(("banker", "tie"))
        command: Any = place(name, 500, wager, area)
        if random.random() < 0.4:
            command = commands.Withdraw(actor=patron(name), area=area, wager=wager)
        return Wager(id=f"side {side} {next(self._ids)}", stream=table, command=command, round=number)

    # The dealer

    def _deal(self, table: str) -> None:
        """The table goes on until it takes wagers, and has one: a call with nothing to close is none."""
        random, driver = self._dealer(table)
        while (state := self._state(table)).phase is not Phase.BETTING or driver.next(state) is not None:
            command = driver.next(state) or next(iter(driver.start(state)))
            self._do(table, keyed(state, command, random))
        self._do(table, place(PATRONS[0], 50_000, "player"))

    def _finish(self, table: str) -> None:
        """The round for which wagers lie is dealt to its end."""
        random, driver = self._dealer(table)
        number = self._state(table).round_number
        while (state := self._state(table)).round_number == number:
            self._do(table, keyed(state, driver.next(state) or next(iter(driver.start(state))), random))

    def _dealer(self, table: str) -> tuple[Random, Driver]:
        random = Random(f"{table} {self.seed}")
        return random, Driver(random.randrange, patrons=PATRONS, dealer=DEALER, supervisor=SUPERVISOR)

    def _state(self, table: str) -> TableState:
        found = self.house.look(table).state
        assert isinstance(found, TableState)
        return found

    def _do(self, stream: str, command: Any) -> None:
        name = f"own {next(self._ids)}"
        while True:
            try:
                self.house.handle(stream, command, name)
            except StoreFailure:
                continue
            return

    # What is wrong

    def findings(self) -> list[str]:
        lines = [line for line in all_lines(self.house._store) if line.stream in self.tables]
        return [*passed_after_the_close(lines), *self._untrue({(line.stream, line.id): line for line in lines})]

    def _untrue(self, log: dict[tuple[str, str], Line]) -> Iterator[str]:
        """What somebody was told, held against the log."""
        for wager, answered, open_still in self.told:
            line, closed_at = log.get((wager.stream, wager.id)), self.rounds[wager.stream, wager.round].closed_at
            if answered.number is None and line is not None:
                yield f"{wager.id} was refused ({answered.code}), and is in the log"
            elif answered.number is None:
                if answered.code == CLOSED and open_still:
                    yield f"{wager.id} was refused as too late before anybody had called"
            elif line is None or line.number != answered.number:
                yield f"{wager.id} was accepted as record {answered.number}, and is lost"
            elif line.number > closed_at:
                yield f"{wager.id} was accepted after the close"
        known = {(wager.stream, wager.id) for wager, _, _ in self.told}
        own = {name for name in log if name[1].startswith(("own ", "call "))}
        yield from (f"{name} is in the log, and nobody knows of it" for name in log.keys() - known - own)


def passed_after_the_close(lines: Iterable[Line]) -> Iterator[str]:
    """By the log alone: a wager of a patron in a round that had begun."""
    rounds = Rounds()
    for line in lines:
        for one in rounds.see(line, json.loads(line.body)):
            yield f"{line.stream} {line.number}: {one}"
