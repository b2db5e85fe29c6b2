"""A process that deals the automatic tables of a house."""

import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from os import getpid
from pathlib import Path
from threading import Event, Thread
from time import sleep
from uuid import uuid4

from puntobanco.app.house.automatic_dealers import Dealers, Leases, system_milliseconds
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import opened, read_settings, serve
from puntobanco.app.house.process_hardening import collect_seldom, forbid_core_dumps
from puntobanco.app.house.stream_states import record_of
from puntobanco.app.randomness import SYSTEM
from puntobanco.log.stream_types import AnyRecord
from puntobanco.store import Line, Store, StoreFailure
from puntobanco.store.trouble import Seldom
from puntobanco.streams.names import TABLE
from puntobanco.table.events import RoundEnded, RoundVoided

SECONDS_BETWEEN_TRIES = 1.0
"""While the database cannot be reached."""
_SELDOM = Seldom(logging.getLogger(__name__))


@contextmanager
def dealt(folder: Path, rounds: int | None = None) -> Iterator[Iterator[tuple[Line, AnyRecord]]]:
    """What happens in the house while its automatic tables are dealt, until so many rounds are over."""
    forbid_core_dumps()
    collect_seldom()
    settings = read_settings(folder)
    store = opened(settings)
    house = serve(settings, store)
    position = store.head().position
    dealing = Dealing(house, store)
    dealing.start()
    try:
        yield _told(house, position, rounds)
    finally:
        dealing.stop()
        house.close()
    if dealing.mistake is not None:
        raise dealing.mistake


class Dealing:
    """The thread that deals. A database that fails is waited for; a mistake of ours ends the house."""

    def __init__(self, house: House, store: Store) -> None:
        holder = f"{socket.gethostname()} {getpid()} {uuid4().hex[:8]}"
        leases = Leases(store, holder, system_milliseconds) if store.is_shared else None
        self._house, self._dealers = house, Dealers(house, below=SYSTEM.below, leases=leases)
        self._stopped = Event()
        self._thread = Thread(target=self._deal, name="dealers", daemon=True)
        self.mistake: Exception | None = None

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _deal(self) -> None:
        while not self._stopped.is_set():
            try:
                self._dealers.run(self._stopped)
            except StoreFailure as failure:
                _SELDOM.warning("the tables wait: %s", failure)
                self._stopped.wait(SECONDS_BETWEEN_TRIES)
            except Exception as mistake:  # noqa: BLE001 - told by whoever waits for what happens
                self.mistake = mistake
                self._house.close()
                return


def _told(house: House, position: int, rounds: int | None) -> Iterator[tuple[Line, AnyRecord]]:
    over = 0
    for line in _followed(house, position):
        record = record_of(line)
        yield line, record
        over += line.stream.startswith(TABLE) and _ends_round(record)
        if rounds is not None and over >= rounds:
            return


def _followed(house: House, position: int) -> Iterator[Line]:
    """All lines after this position, also across failures of the database."""
    while True:
        try:
            for line in house.follow(position):
                position = line.position
                yield line
            return
        except StoreFailure:
            sleep(SECONDS_BETWEEN_TRIES)


def _ends_round(record: AnyRecord) -> bool:
    # records of every kind of stream have events
    return any(isinstance(event, RoundEnded | RoundVoided) for event in record.events)
