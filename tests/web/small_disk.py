"""A served house on a disk of its own that is full, then read-only, then neither: a process in a mount namespace of its
own, which prints what `/readyz` answers at every step."""

import json
import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import Any

import httpx

from puntobanco.app.house.house_folder import init_house, serve
from puntobanco.house import Running
from puntobanco.house.commands import AddTable
from puntobanco.store import StoreFailure, open_store
from puntobanco.web.server import Address, serving
from tests.app.house.helpers import OPERATOR
from tests.web.door import OpenDoor
from tests.web.served import MANY, pages

TRIES = 1000
RUNNING = Running()

MAX_TRIES = 300


class Heard(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def mount(*arguments: object) -> None:
    """Again while the kernel says that it is busy: a file that is being written may be open for a moment."""
    for _ in range(MAX_TRIES):
        if subprocess.run(["mount", *map(str, arguments)], check=False).returncode == 0:
            return
        sleep(0.1)
    raise RuntimeError(f"mount {arguments} does not work")


def fill(disk: Path) -> None:
    """Again before every try: a database that fails gives back what its write-ahead log has taken."""
    with (disk / "filler").open("ab", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass


@contextmanager
def read_only(disk: Path) -> Iterator[None]:
    """Whoever opens a file from now on finds it so."""
    mount("--bind", disk, disk)
    mount("-o", "remount,ro,bind", disk)
    yield
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def main(disk: Path) -> None:
    mount("-t", "tmpfs", "-o", "size=8m", "small", disk)
    heard = Heard()
    logging.getLogger("puntobanco.store").addHandler(heard)
    settings = init_house(disk / "house", name="small")
    store = open_store(settings.database)
    house = serve(settings, store)
    told: list[Any] = []

    def ready(wanted: int, before: Callable[[], None] = lambda: None) -> None:
        """The last pages of a file may have room for a little more."""
        for _ in range(TRIES):
            before()
            found = httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=30)
            if found.status_code == wanted:
                break
        told.append([found.status_code, found.json()])

    def act(name: str) -> None:
        try:
            house.handle("house", AddTable(actor=OPERATOR, table=name, running=RUNNING), f"adds {name}")
        except StoreFailure as failure:
            told.append(failure.reason)
        else:
            told.append("written")

    static = pages(disk.parent / "static")
    with serving(house, OpenDoor(house), Address(rates=MANY, folder=static)) as port:
        ready(200)
        ready(503, lambda: fill(disk))
        ready(503, lambda: fill(disk))
        (disk / "filler").unlink()
        ready(200)
        act("a")
        with read_only(disk):
            store._drop_writer()  # type: ignore[attr-defined]  # as after any failure: the next write connects anew
            store._drop_reader()  # type: ignore[attr-defined]
            ready(503)
            act("b")
        ready(200)
        act("b")
    house.close()
    print(json.dumps({"told": told, "log": heard.lines}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
