"""A house at work: it takes commands from any thread, and answers each once it is on the disk."""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import ClassVar

from puntobanco.app.clock import Clock, utc_now
from puntobanco.app.house.draw_secrets import DrawSecrets, stored_secret
from puntobanco.app.house.key_file import KeyFile
from puntobanco.app.house.pending_requests import Answer, Waiting, require_names
from puntobanco.app.house.reader import HouseReader
from puntobanco.app.house.stream_states import KeptStates, Standings
from puntobanco.app.house.write_unit import CommandRequest, Means
from puntobanco.app.house.writer import HouseWriter
from puntobanco.app.randomness import SYSTEM, Chance
from puntobanco.errors import Refused
from puntobanco.fair_shoes.house_secret import DrawSecret, ShoeSecret
from puntobanco.store import Store
from puntobanco.streams.actors import Actor
from puntobanco.streams.command import AnyCommand
from puntobanco.tournament.model import Draw

MOST_IN_A_GROUP = 500


class House(HouseReader):
    """Serves one store; one thread decides and writes."""

    writes: ClassVar[type[HouseWriter]] = HouseWriter

    folder: Path | None = None
    """Where it is on the disk, for other programs that read it."""

    def __init__(
        self, store: Store, *, name: str, keys: KeyFile, code: str, clock: Clock = utc_now, chance: Chance = SYSTEM
    ) -> None:
        """`code` says which program this is: states that another one has kept are not read."""
        self.require_writable = store.require_writable
        draws = DrawSecrets(lambda stream, draw: stored_secret(store, keys, stream, draw, DrawSecret))
        self._means = Means(name=name, clock=clock, chance=chance, keys=keys, draws=draws)
        kept = KeptStates(store, code)
        states = Standings(store, kept, name=name, secret_of=self._secret_of)
        super().__init__(store, states, kept)
        self._open = True
        self._write = self.writes(store, states, self, self._means, goes_on=lambda: self._open)
        self._before_closing: list[Callable[[], None]] = []
        self._asked: SimpleQueue[Waiting | None] = SimpleQueue()
        """Requests in the order in which they came; then none, once the house is closed."""
        self._asking = Lock()
        self._thread = Thread(target=self._serve, name="house", daemon=True)
        self._thread.start()

    def handle(
        self,
        stream: str,
        command: AnyCommand,
        id: str,  # noqa: A002 - what a record calls it
        *,
        expected: int | None = None,
        approved_by: Actor | None = None,
        on_duty: bool = False,
    ) -> Answer:
        """Carry out a command; the answer comes after the commit, a refusal is raised.

        Whoever speaks for other people says `on_duty`: they have the roles that the house gave them, and no other.
        """
        asked = CommandRequest(
            stream=stream, command=command, id=id, expected=expected, approved_by=approved_by, on_duty=on_duty
        )
        return self.submit(asked).result()

    def submit(self, asked: CommandRequest) -> Future[Answer]:
        """The same for whoever does not want to wait."""
        require_names(asked)
        answer: Future[Answer] = Future()
        with self._asking:
            if not self._open:
                raise Refused("house_closed", "house", "the house is closed: ask again when it has opened")
            self._asked.put(Waiting(asked, answer))
        return answer

    def note(self, stream: str, command: AnyCommand, id: str) -> None:  # noqa: A002 - as in `handle`
        """Append what the house itself has to record, also once the last client was answered."""
        waiting = Waiting(CommandRequest(stream=stream, command=command, id=id), Future())
        with self._asking:
            is_open = self._open
            if is_open:
                self._asked.put(waiting)
        if not is_open:
            self._thread.join()
            self._write.write([waiting])
        waiting.answer.result()

    def close(self) -> None:
        """Answer whoever has asked, then stop."""
        with self._asking:
            if self._open:
                self._asked.put(None)
            self._open = False
        self._thread.join()
        self._write.refusals.flush()
        for last in self._before_closing:
            last()
        self._telling.close()
        self._store.close()

    def before_closing(self, last: Callable[[], None]) -> None:
        """What is done once everybody is answered, while the store is still open."""
        self._before_closing.append(last)

    def opens(self, stream: str, draw: Draw) -> bool:
        """Whether the secret of a draw is there, and can be opened."""
        return self._means.draws.of(stream, draw) is not None

    def _secret_of(self, shoes: str, shoe: int) -> ShoeSecret | None:
        return stored_secret(self._store, self._means.keys, shoes, shoe, ShoeSecret)

    def _serve(self) -> None:
        while group := self._take():
            self._write.write(group)

    def _take(self) -> list[Waiting]:
        """All that waits, so that the more is asked the larger the groups are; nothing once the house is closed."""
        if self._asked.empty() and self._write.refusals.any_new:
            self._write.refusals.flush()
        group: list[Waiting] = []
        while (coming := self._asked.get()) is not None:
            group.append(coming)
            if len(group) == MOST_IN_A_GROUP or self._asked.empty():
                return group
        if group:
            self._asked.put(None)  # closed: nobody has asked after it
        return group
