"""Speed of a house: fifty tables in groups on SQLite, against the same tables in memory, and one command at a time."""

import argparse
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from puntobanco.app.house.house import House
from puntobanco.app.house.key_file import KeyFile
from puntobanco.app.house.process_hardening import collect_seldom
from puntobanco.app.house.stream_states import Standing
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.app.randomness import repeatable
from puntobanco.app.table_driver import Driver
from puntobanco.cage import commands as cage
from puntobanco.coup.shoe import fresh_cards, shuffle
from puntobanco.store import NOTHING_YET, Unit, init_store, open_store, row_after
from puntobanco.streams.record import NO_RECORD
from puntobanco.table import TableState, commands
from puntobanco.table.model import Phase, Preparation
from puntobanco.table.queries.round import due
from puntobanco.table.stream_type import TABLES, TableRecord, handle
from puntobanco.values.cards import Card
from puntobanco.values.replace import changed
from tools.bench_table import (
    CARDS_BEHIND_THE_CUTTING_CARD,
    DEALER,
    OPERATOR,
    PATRONS,
    SUPERVISOR,
    TIME,
    Written,
    plans,
)

MANY_TABLES = 50
ROUNDS_AT_A_TIME = 10
LEAST_IN_GROUPS = 0.4
"""Of the rate in memory with encoding."""
MOST_MILLISECONDS_MORE = 0.4
"""For one command at a time, above a bare loop."""


MOST_SECONDS_TO_RESTART = 5
RECORDS_OF_A_TABLE = 2000


class InMemory:
    """In the place of a house: the same commands in the same order, decided and written to bytes, and to nowhere."""

    def __init__(self) -> None:
        self.standings: dict[str, Standing] = {}
        self.log: list[bytes] = []

    def look(self, stream: str) -> Standing:
        return self.standings[stream]

    def submit(self, asked: CommandRequest) -> "InMemory":
        before = self.standings.get(asked.stream, Standing())
        events, state = handle(before.state, asked.command)
        record = TableRecord(
            stream=asked.stream,
            number=before.number + 1,
            time=TIME,
            id=asked.id,
            approved_by=None,
            sibling=None,
            previous=NO_RECORD,
            depends_on=(),
            decided_by=asked.command.decided_by,
            command=asked.command,  # type: ignore[arg-type]  # what was asked for is a command
            events=events,
        )
        self.log.append(TABLES.format.write(record))
        self.standings[asked.stream] = Standing(record.number, state)
        return self

    def result(self) -> None:
        """It was done at once."""


class AtHouse:
    """A table of a house that deals itself: what can be asked at once is."""

    def __init__(self, house: House | InMemory, number: int) -> None:
        self.house, self.stream = house, f"table/{number}"
        self.chance = repeatable(number)
        names = [patron.person for patron in PATRONS]
        self.others = Driver(self.chance.below, dealer=DEALER, supervisor=SUPERVISOR, patrons=names)
        self.cards: list[Card] = []
        self.ids = 0

    def state(self) -> TableState:
        state = self.house.look(self.stream).state
        if not isinstance(state, TableState):
            raise TypeError("the table is not open")
        return state

    def asked(self, command: commands.TableCommand) -> CommandRequest:
        self.ids += 1
        return CommandRequest(stream=self.stream, command=command, id=f"{self.ids:020}")

    def opening(self) -> Iterator[list[commands.TableCommand]]:
        choices = (("maximum", "5000"), ("pairs", "canberra"), ("cut_depth", "14"))
        yield [commands.OpenTable(actor=OPERATOR, book="act-2015", choices=choices)]
        yield [commands.BuyIn(actor=patron, amount=10**9) for patron in PATRONS]
        yield [commands.TakeSeat(actor=patron, seat=seat) for seat, patron in enumerate(PATRONS, start=1)]
        yield [commands.CheckCards(actor=DEALER)]

    def rounds(self, count: int) -> Iterator[list[commands.TableCommand]]:
        bets = plans()
        for number in range(count):
            if self.state().phase is Phase.PREPARING and Preparation.SHUFFLE in self.state().pending:
                yield from self.preparing()
            yield [
                commands.Place(actor=patron, area=str(seat), wager=wager, amount=amount)
                for seat, (patron, (hand, stake, pair)) in enumerate(
                    zip(PATRONS, bets[number % 64], strict=True), start=1
                )
                for wager, amount in ((hand, stake), ("tie", 500), (pair, 500))
            ]
            yield [commands.CallNoMoreBets(actor=DEALER)]
            for _ in range(4):
                yield from self.drawing()
            yield [commands.Settle(actor=DEALER)]
            while due(self.state()) is not None:
                yield from self.drawing()
            yield [commands.Settle(actor=DEALER)]

    def preparing(self) -> Iterator[list[commands.TableCommand]]:
        self.cards = list(shuffle(fresh_cards(self.state().rules), self.chance.below))
        while (command := self.others.next(self.state())) is not None:
            yield [command]
        self.cards.pop()  # burned

    def drawing(self) -> Iterator[list[commands.TableCommand]]:
        if len(self.cards) == CARDS_BEHIND_THE_CUTTING_CARD and self.state().shoe.cutting_cards == 0:
            yield [commands.DrawCuttingCard(actor=DEALER)]
        yield [commands.Draw(actor=DEALER, card=self.cards.pop())]


def played(house: House | InMemory, tables: list[tuple[AtHouse, Iterator[list[commands.TableCommand]]]]) -> int:
    """Ask what all tables have to ask, until none has; gives how many commands that were."""
    asked = 0
    while tables:
        waiting = []
        for table, coming in list(tables):
            some = next(coming, None)
            if some is None:
                tables.remove((table, coming))
                continue
            waiting += [house.submit(table.asked(command)) for command in some]
        for answer in waiting:
            answer.result()
        asked += len(waiting)
    return asked


def new_house(folder: Path, *, marked: bool = True) -> House:
    """As it is served; without marks, to see what they cost."""
    folder.mkdir(exist_ok=True)
    file = folder / "house.sqlite"
    init_store(file)
    keys = KeyFile.create(folder / "house.keys", "bench")
    store = open_store(file, marks=folder / "marks" if marked else None)
    house = House(store, name="bench", keys=keys, code="bench")
    for patron in PATRONS:
        house.handle(f"cage/{patron.person}", cage.OpenAccount(actor=OPERATOR, patron=patron.person), "open")
        house.handle(f"cage/{patron.person}", cage.Deposit(actor=OPERATOR, amount=10**12), "deposit")
    return house


class Turn(NamedTuple):
    """CPU microseconds for a command."""

    loop: float
    memory: float
    house: float
    rate: float
    """Of the house, in commands a second."""
    unmarked: float
    """Of a house without marks outside its database: CPU microseconds, and commands a second."""
    unmarked_rate: float


def in_groups(times: int) -> list[Turn]:
    """All by turns, so that what else the machine does hits all of them."""
    turns: list[Turn] = []
    with TemporaryDirectory() as folder:
        house, memory, table = new_house(Path(folder) / "marked"), InMemory(), Written()
        unmarked = new_house(Path(folder) / "unmarked", marked=False)
        in_house, beside, in_unmarked = opened(house), opened(memory), opened(unmarked)
        for turn in range(times):
            loop, (bare, _) = in_a_loop(table), cost(memory, beside)
            memory.log.clear()
            without = cost(unmarked, in_unmarked) if turn % 2 else None  # neither is always the first
            found = cost(house, in_house)
            turns.append(Turn(loop, bare, *found, *(without or cost(unmarked, in_unmarked))))
        for one in (house, unmarked):
            one.close()
    return turns


def opened(house: House | InMemory) -> list[AtHouse]:
    tables = [AtHouse(house, number) for number in range(1, MANY_TABLES + 1)]
    played(house, [(table, table.opening()) for table in tables])
    return tables


def cost(house: House | InMemory, tables: list[AtHouse]) -> tuple[float, float]:
    """CPU microseconds for a command, and commands a second."""
    cpu, wall = time.process_time(), time.perf_counter()
    asked = played(house, [(table, table.rounds(ROUNDS_AT_A_TIME)) for table in tables])
    return 1e6 * (time.process_time() - cpu) / asked, asked / (time.perf_counter() - wall)


def in_a_loop(table: Written) -> float:
    """CPU microseconds of a command at one table that plays round after round, written to bytes."""
    before, cpu = len(table.log), time.process_time()
    for bets in plans():
        table.round(bets)
    return 1e6 * (time.process_time() - cpu) / (len(table.log) - before)


def one_at_a_time(times: int, *, marked: bool = True) -> tuple[float, float]:
    """Medians in milliseconds: a command of a house, and a bare insert of as many bytes."""
    with TemporaryDirectory() as folder:
        house = new_house(Path(folder), marked=marked)
        table = AtHouse(house, 1)
        played(house, [(table, table.opening())])
        taken = []
        for coming in table.rounds(times):
            for command in coming:
                start = time.perf_counter()
                house.submit(table.asked(command)).result()
                taken.append(time.perf_counter() - start)
        house.close()
        return 1000 * median(taken), 1000 * median(_bare(Path(folder) / "bare.sqlite", len(taken)))


def _bare(file: Path, times: int) -> list[float]:
    taken, body = [], bytes(500)
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE bare (position INTEGER PRIMARY KEY, body BLOB) STRICT")
    for _ in range(times):
        start = time.perf_counter()
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO bare (body) VALUES (?)", (body,))
        connection.execute("COMMIT")
        taken.append(time.perf_counter() - start)
    connection.close()
    return taken


def restarted(records: int) -> tuple[int, float, float]:
    """How many records a house has, and the seconds until it is open and knows how all its streams stand: from
    snapshots, and without them."""
    with TemporaryDirectory() as folder:
        house = new_house(Path(folder))
        table = AtHouse(house, 1)
        played(house, [(table, table.opening())])
        played(house, [(table, table.rounds(RECORDS_OF_A_TABLE // 20))])
        kept = TABLES.format.read_all([line.body for line in house._store.read(table.stream, limit=10**6)], first=1)
        while (written := house._store.head().position) < records:
            _copy(house, kept, f"table/{written}")
        house.close()
        without = _opened(Path(folder), "without snapshots")
        _opened(Path(folder), "snapshots are made")
        return written, _opened(Path(folder), "snapshots are made"), without


def _copy(house: House, kept: Sequence[TableRecord], stream: str) -> None:
    """The same evening at one more table."""
    head, units = NOTHING_YET, list[Unit]()
    for one in kept:
        record = changed(one, stream=stream, sibling=None, previous=head[1].hex(), depends_on=())
        row = row_after(head, stream, one.id, TABLES.format.write(record))
        head = row.number, row.hash
        units.append(Unit((row,)))
    house._store.append(units)


def _opened(folder: Path, code: str) -> float:
    start = time.perf_counter()
    keys = KeyFile.read(folder / "house.keys", "bench")
    house = House(open_store(folder / "house.sqlite"), name="bench", keys=keys, code=code)
    for stream in house._store.heads():
        house.look(stream)
    taken = time.perf_counter() - start
    house.close()
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limits", type=Path, help="as the other benches have it; nothing there is needed")
    parser.add_argument("--times", type=int, default=9, help="how often both are measured")
    parser.add_argument("--restart", type=int, default=0, help="how many records a house has that is opened again")
    arguments = parser.parse_args()
    if arguments.restart:
        records, taken, without = restarted(arguments.restart)
        kept = "kept" if taken <= MOST_SECONDS_TO_RESTART else "BROKEN"
        print(f"house with {records:,} records: open again, with every stream, after {taken:.2f} s", end="")
        print(f" ({MOST_SECONDS_TO_RESTART}: {kept}); {without:.1f} s without snapshots")
        return
    collect_seldom()
    turns = in_groups(arguments.times)
    found = Turn(*(median(one) for one in zip(*turns, strict=True)))
    share, of_loop = median(one.memory / one.house for one in turns), median(one.loop / one.house for one in turns)
    print(f"house, {MANY_TABLES} tables in groups on SQLite: {found.house:.0f} us of CPU for a command, ", end="")
    print(f"{found.rate:,.0f} commands a second;")
    print(f"  the same commands in memory with encoding {found.memory:.0f} us: {share:.2f} of that rate", end="")
    print(f" ({LEAST_IN_GROUPS}: {'kept' if share >= LEAST_IN_GROUPS else 'BROKEN'})")
    print(f"  one table in a loop that keeps nothing else in mind {found.loop:.0f} us: {of_loop:.2f} of that rate")
    cpu = median(one.house / one.unmarked for one in turns)
    rate = median(one.rate / one.unmarked_rate for one in turns)
    print(f"  with its mark outside the database: {cpu:.3f} of the CPU and {rate:.3f} of the rate without one")
    house, bare = one_at_a_time(5)
    more = house - bare
    kept = "kept" if more <= MOST_MILLISECONDS_MORE else "BROKEN"
    print(f"  one at a time: median {house:.2f} ms, a bare loop {bare:.2f} ms", end="")
    print(f": {more:.2f} more ({MOST_MILLISECONDS_MORE}: {kept});", end="")
    print(f" {one_at_a_time(5, marked=False)[0]:.2f} ms without a mark")


if __name__ == "__main__":
    main()
