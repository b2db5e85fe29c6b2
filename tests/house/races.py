"""Several processes serve one house in PostgreSQL and are killed, and so is the database: what is wrong is found while
it happens, in the log as it grows and in what people were told."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from random import Random
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, TypeAlias

from puntobanco.app.house.house_folder import open_house
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.store import Store, StoreFailure, open_store
from tests.house import racing
from tests.house.folding import Folded
from tests.house.kills import PROCESSES
from tests.house.places import HousePlace
from tests.house.racing import CLIENT, Came, Name

PAUSE = 0.02
SECONDS_BETWEEN_WORDS = 10
MOST_SECONDS_TO_START = MOST_SECONDS_TO_STOP = 120
MOST_FOUND = 20
KILLED = ("process", "process", "database", "process", "backend")
"""What dies, again and again in this order: the database as `pg_ctl stop -m immediate` stops it."""
Message: TypeAlias = tuple[Any, ...]


class Worker:
    """One process, and what it has not answered yet."""

    def __init__(
        self, place: HousePlace, run: int, planted: str | None, heard: Callable[["Worker", Message], None]
    ) -> None:
        self.run = run
        self.unanswered: dict[Name, CommandRequest] = {}
        self.is_ready = self.is_over = False
        self._began = monotonic()
        self._pipe, theirs = PROCESSES.Pipe()
        self._sending = Lock()
        self.process = PROCESSES.Process(target=racing.serve, args=(place.folder, run, planted, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self._reader = Thread(target=self._read, args=(self._pipe, heard), daemon=True)
        self._reader.start()

    def _read(self, pipe: Connection, heard: Callable[["Worker", Message], None]) -> None:
        with suppress(EOFError, OSError):
            while True:
                heard(self, pipe.recv())
        heard(self, ("ended",))

    def send(self, asked: CommandRequest | None) -> None:
        """Something to be asked there, or the word to stop."""
        with self._sending, suppress(OSError):
            self._pipe.send(asked)

    def starts_too_long(self) -> bool:
        return not self.is_ready and monotonic() - self._began > MOST_SECONDS_TO_START

    def kill(self) -> None:
        self.process.kill()
        self.hear_out(MOST_SECONDS_TO_STOP)

    def hear_out(self, seconds: float) -> bool:
        """Whether it has ended in that time."""
        self.process.join(seconds)
        self._reader.join(seconds)
        return not self._reader.is_alive()


@dataclass
class Races:
    """Processes at one house until enough has happened, or something is found."""

    place: HousePlace
    processes: int = 3
    planted: str | None = None
    seconds_between_kills: float = 0
    seed: int = 1
    tell: Callable[[str], object] = lambda _: None
    found: list[str] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    """What was refused, and how often."""
    accepted: int = 0
    repeated: int = 0
    """How often something was asked at another process because no answer had come."""

    def __post_init__(self) -> None:
        self.log = Folded(bound=CLIENT)
        self._workers: list[Worker] = []
        self._runs = 0
        self._heard: SimpleQueue[tuple[Worker, Message]] = SimpleQueue()
        self._to_judge: list[tuple[Worker, Message]] = []
        self._again: list[CommandRequest] = []
        self._asked: set[Name] = set()
        self._doubled: set[Name] = set()
        """Asked at two processes at the same time: one may be refused what the other one is not."""
        self._refused: set[Name] = set()
        self._written: dict[Name, tuple[int, bytes]] = {}
        self._random = Random(self.seed)
        self._began = self._said = self._killed = monotonic()
        self._since_the_kill = 0

    def begin(self) -> None:
        house = open_house(self.place.folder)
        racing.open_tables(house)
        house.close()

    def run(self, is_enough: Callable[["Races"], bool]) -> list[str]:
        """What is wrong, as sentences: the first that is found ends it."""
        with closing(open_store(self.place.database)) as store:
            try:
                for _ in range(self.processes):
                    self._start()
                while not self.found and not is_enough(self):
                    self._turn(store)
                    self._kill_something()
                    self._word()
                    sleep(PAUSE)
            finally:
                self._stop()
            self._finish(store)
        return self.found[:MOST_FOUND]

    @property
    def seconds(self) -> float:
        return monotonic() - self._began

    # Processes

    def _start(self) -> None:
        self._runs += 1
        self._workers.append(Worker(self.place, self._runs, self.planted, self._hear))

    def _hear(self, worker: Worker, message: Message) -> None:
        """In the thread that reads: what is asked twice goes to another process at once."""
        self._heard.put((worker, message))
        if message[0] == "asked" and message[2]:
            others = [one for one in self._workers if one is not worker and one.is_ready]
            if others:
                other = self._random.choice(others)
                for asked in message[1]:
                    other.send(asked)
        if message[0] == "ready":
            worker.is_ready = True

    def _stop(self) -> None:
        for worker in self._workers:
            worker.send(None)
        for worker in self._workers:
            if not worker.hear_out(MOST_SECONDS_TO_STOP):
                self.found.append(f"process {worker.run} does not stop")
                worker.kill()

    # What is wrong

    def _turn(self, store: Store) -> None:
        """What was told until now is held against a log that is read after it."""
        with suppress(Empty):
            while True:
                self._to_judge.append(self._heard.get_nowait())
        try:
            self._read(store)
        except StoreFailure:
            return
        heard, self._to_judge = self._to_judge, []
        for worker, message in heard:
            self.found += self._judged(worker, *message)
        self.found += [f"process {one.run} does not start" for one in self._workers if one.starts_too_long()]
        if self._again:
            self._ask_again(store)

    def _read(self, store: Store) -> None:
        while lines := store.read_all(self.log.position):
            for line in lines:
                name = line.stream, line.id
                self.found += self.log.see(line)
                self._written[name] = line.number, racing.digest(line.body)
                if name in self._refused:
                    self.found.append(f"{name} was refused, and came into the log as {line.position} after it")

    def _judged(self, worker: Worker, kind: str, *more: Any) -> Iterator[str]:
        match kind:
            case "asked":
                asked, doubled = more
                for one in asked:
                    name = one.stream, one.id
                    worker.unanswered[name] = one
                    self._asked.add(name)
                    if doubled:
                        self._doubled.add(name)
            case "came":
                for came in more[0]:
                    yield from self._came(worker, came)
            case "mistake":
                yield f"process {worker.run}: {more[0]}"
            case "stopped":
                worker.is_over = True
            case "ended":  # its last word: nobody knows what became of the rest
                self._again += worker.unanswered.values()
                if worker in self._workers and not worker.is_over:
                    yield f"process {worker.run} ended with {worker.process.exitcode}"

    def _came(self, worker: Worker, came: Came) -> Iterator[str]:
        name = came.name
        asked = worker.unanswered.pop(name, None)
        if came.mistake:
            yield f"{name} met a mistake of ours: {came.mistake}"
        elif came.failed and asked is not None:
            self._again.append(asked)
        elif came.refused:
            self.codes[came.refused] += 1
            if name not in self._doubled:
                self._refused.add(name)
                if name in self._written:
                    yield f"{name} was refused ({came.refused}), and is in the log"
        elif came.written:
            self.accepted += 1
            self._since_the_kill += 1
            if name not in [written for written, _ in came.written]:
                yield f"{name} was answered with the records of something else"
            for written, record in came.written:
                if written not in self._written:
                    yield f"{written} was acknowledged as record {record[0]}, and is lost"
                elif self._written[written] != record:
                    yield f"{written} was acknowledged as another record than {self._written[written][0]}"

    def _ask_again(self, store: Store) -> None:
        """At another process, once nothing is under way any more that was sent before."""
        ready = [one for one in self._workers if one.is_ready and not one.is_over]
        try:
            store.append([])  # waits for whoever is about to commit, also on behalf of a process that is dead
        except StoreFailure:
            return
        for asked in self._again if ready else ():
            worker = self._random.choice(ready)
            worker.unanswered[asked.stream, asked.id] = asked
            worker.send(asked)
            self.repeated += 1
        self._again = [] if ready else self._again

    def _finish(self, store: Store) -> None:
        """Everybody has stopped: the rest of what was told, and all of the log."""
        self._turn(store)
        if self._to_judge:
            self.found.append("the log cannot be read")
        if not self.found:
            ids = {name for _, name in self._asked}
            own = {name for _, name in self._written if name.startswith(CLIENT)}
            self.found += [f"nobody asked for {one}" for one in sorted(own) if _given(one) not in ids]
            self.found += [*self.log.rest(), *self._audited()]

    def _audited(self) -> Iterator[str]:
        command = [sys.executable, "-m", "puntobanco", "audit", "verify", str(self.place.folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            yield f"punto audit verify: {done.stdout[-2000:]}{done.stderr[-2000:]}"

    # Kills

    def _kill_something(self) -> None:
        """A process, or now and then the database; never before the last kill has been got over."""
        due = self.seconds_between_kills and monotonic() - self._killed >= self.seconds_between_kills
        got_over = self._since_the_kill > 10 * self.processes and all(one.is_ready for one in self._workers)
        if not due or not got_over:
            return
        how = KILLED[self.kills.total() % len(KILLED)]
        if how == "process":
            self._kill_a_process()
        else:
            self._kill_in_the_database(how)
        self.kills[how] += 1
        self._killed, self._since_the_kill = monotonic(), 0

    def _kill_a_process(self) -> None:
        worker = self._workers.pop(self._random.randrange(len(self._workers)))
        worker.kill()
        self._start()

    def _kill_in_the_database(self, how: str) -> None:
        assert self.place.server is not None
        if how == "backend":
            self.place.server.kill_a_backend()
            return
        self.place.server.stop("immediate")
        sleep(self._random.uniform(0, 1))
        self.place.server.start()

    def _word(self) -> None:
        if monotonic() - self._said >= SECONDS_BETWEEN_WORDS:
            self._said = monotonic()
            self.tell(self.in_words())

    def in_words(self) -> str:
        happened, killed = self.log.happened, [f"{number} {how}" for how, number in self.kills.items()]
        return (
            f"{self.seconds:.0f} s: {self.log.position} records, {happened['wager_placed']} wagers, "
            f"{happened['round_started']} rounds, {self.accepted} accepted, {sum(self.codes.values())} refused, "
            f"{self.repeated} asked again, killed: {', '.join(killed) or 'nothing'}"
        )


def _given(name: str) -> str:
    """The id that was given to what stands beside it under an id of the house's own."""
    return name.partition("@")[0].partition("#")[0]
