"""A process that serves a house under load until it is killed. What it was answered goes down a pipe at once."""

import os
from collections.abc import Callable
from concurrent.futures import Future
from hashlib import sha256
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event
from unittest.mock import patch

from puntobanco.app.house import house_folder as houses
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import open_house
from puntobanco.app.house.pending_requests import Answer
from puntobanco.app.house.program_digest import digest_of_files
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.log.stream_types import stream_type_of
from puntobanco.store import postgres_store, sqlite_store
from tests.house.load import Load
from tests.house.planted import PLANTED

WARM = (digest_of_files(), postgres_store.driver(), sqlite_store.SqliteStore)
"""What every process needs, so that it is there before they are forked."""
READY, FAILED = b"ready\n", b"failed "


def reporting(kind: Callable[..., House], told: int) -> Callable[..., House]:
    """A house that writes every answer down a pipe."""

    def report(answer: Future[Answer]) -> None:
        if answer.exception() is None:
            for record in answer.result().records:
                digest = sha256(stream_type_of(record.stream).format.write(record)).hexdigest()
                os.write(told, f"{record.stream}\t{record.id}\t{record.number}\t{digest}\n".encode())

    class Reporting(kind):  # type: ignore[valid-type, misc]  # a class of whichever kind is asked for
        def submit(self, asked: CommandRequest) -> Future[Answer]:
            answer: Future[Answer] = super().submit(asked)
            answer.add_done_callback(report)
            return answer

    return Reporting


def serve(folder: Path, run: int, planted: str | None, told: Connection) -> None:
    """Until it is killed, or the other end asks it to stop."""
    kind = House if planted is None else PLANTED[planted]
    with patch.object(houses, "House", reporting(kind, told.fileno())):
        house = open_house(folder)
    os.write(told.fileno(), READY)
    stopped = Event()
    load = Load(house, run, stopped)
    threads = load.start()
    told.poll(None)  # a word to stop
    stopped.set()
    for thread in threads:
        thread.join()
    house.close()
    for failure in load.failures:
        os.write(told.fileno(), FAILED + repr(failure).encode() + b"\n")
