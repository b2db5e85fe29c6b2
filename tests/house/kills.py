"""A house is killed again and again, and looked at each time."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random

from puntobanco.app.house.house_folder import open_house
from tests.house import serving
from tests.house.checking import Acknowledged, Coming, findings, next_cards
from tests.house.load import VIRTUAL, open_tables
from tests.house.places import HousePlace

PROCESSES = get_context("forkserver")
PROCESSES.set_forkserver_preload(["__main__", "tests.house.serving"])
LONGEST_RUN = 0.12
LEAST_TOLD = 8
SECONDS_TO_START = 60.0


@dataclass
class Run:
    """One process that serves, and what it has told."""

    place: HousePlace
    number: int
    planted: str | None
    told: bytes = b""
    ours: Connection = field(init=False)

    def __post_init__(self) -> None:
        self.ours, theirs = PROCESSES.Pipe()
        arguments = (self.place.folder, self.number, self.planted, theirs)
        self.process = PROCESSES.Process(target=serving.serve, args=arguments, daemon=True)
        self.process.start()
        theirs.close()

    def listen(self, seconds: float) -> None:
        """For so long, or until the process has died."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and self.ours.poll(left):
            if not self._heard():
                return

    def listen_until(self, lines: int) -> None:
        """Until so many lines were told; a moment more, so that it dies at any moment after them."""
        end = time.monotonic() + SECONDS_TO_START
        while self.told.count(b"\n") < lines and time.monotonic() < end:
            self.listen(Random(len(self.told)).uniform(0, LONGEST_RUN / 10))

    def wait_until_ready(self) -> None:
        end = time.monotonic() + SECONDS_TO_START
        while serving.READY not in self.told:
            if time.monotonic() > end or (self.ours.poll(1) and not self._heard()):
                raise AssertionError(f"the house did not start: {self.told[-500:]!r}")

    def _heard(self) -> bool:
        try:
            found = os.read(self.ours.fileno(), 1 << 16)
        except ConnectionResetError:
            found = b""
        self.told += found
        return bool(found)

    def kill(self) -> None:
        self.process.kill()
        self._hear_out()

    def stop(self) -> None:
        self.ours.send_bytes(b"stop")
        self._hear_out()

    def _hear_out(self) -> None:
        while self._heard():
            pass
        self.process.join()
        self.ours.close()

    def acknowledged(self) -> Acknowledged:
        """What was told in full lines."""
        lines = self.told.decode().split("\n")[:-1]
        failed = [line for line in lines if line.startswith(serving.FAILED.decode())]
        if failed:
            raise AssertionError(failed[0])
        told = [line.split("\t") for line in lines if line != serving.READY.decode().strip()]
        return {(stream, name): (int(number), digest) for stream, name, number, digest in told}


@dataclass
class Crashes:
    """What was told over all runs, and what was found."""

    place: HousePlace
    planted: str | None = None
    acknowledged: Acknowledged = field(default_factory=dict)
    coming: Coming = field(default_factory=dict)
    restarts: list[float] = field(default_factory=list)

    def begin(self) -> None:
        house = open_house(self.place.folder)
        open_tables(house)
        house.close()

    def crash(self, number: int, kill: Callable[[Run], None] = Run.kill) -> list[str]:
        """Serve for a moment, die, come back: what is wrong then."""
        run = Run(self.place, number, self.planted)
        run.wait_until_ready()
        run.listen(Random(number).uniform(0, LONGEST_RUN))
        if number % 2:  # on a busy machine that is not long enough for much; every other one has done something
            run.listen_until(LEAST_TOLD)
        kill(run)
        self.acknowledged |= run.acknowledged()
        return self.look()

    def look(self) -> list[str]:
        start = time.perf_counter()
        house = open_house(self.place.folder)
        self.restarts.append(time.perf_counter() - start)
        try:
            found = findings(house, house._store, self.acknowledged, self.coming)
            self.coming |= next_cards(house, (VIRTUAL,))
        finally:
            house.close()
        return found


def kill_a_backend(run: Run) -> None:
    """The server ends all its other processes then, and comes back by itself; so does the house."""
    assert run.place.server is not None
    run.place.server.kill_a_backend()
    _goes_on(run)


def kill_the_server(run: Run) -> None:
    """Somebody starts the server again, and the house goes on by itself."""
    assert run.place.server is not None
    run.place.server.kill()
    run.listen(0.05)
    run.place.server.start()
    _goes_on(run)


def restart_the_server(run: Run) -> None:
    """In the ordinary way, under load."""
    assert run.place.server is not None
    run.place.server.stop()
    run.place.server.start()
    _goes_on(run)


def _goes_on(run: Run) -> None:
    """Until something is acknowledged again; then it is asked to stop, since a kill has its own turn."""
    before, end = len(run.told), time.monotonic() + SECONDS_TO_START
    run.listen(0.05)
    while len(run.told) < before + 1000 and time.monotonic() < end:
        run.listen(0.02)
    if len(run.told) < before + 1000:
        raise AssertionError("the house does not go on")
    run.stop()
