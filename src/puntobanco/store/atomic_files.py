"""Files that stand at their path whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from puntobanco.store.errors import StoreUnfit


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Where to write it; it gets its name once it is finished, and is on the disk then."""
    if path.exists():
        raise StoreUnfit(f"{path} exists: choose another place")
    making = path.with_name(f"{path.name}.making")
    making.unlink(missing_ok=True)
    os.close(os.open(making, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield making
        synchronise(making)
        making.rename(path)
        synchronise(path.parent)
    finally:
        making.unlink(missing_ok=True)


def synchronise(path: Path) -> None:
    """Of a folder: the names in it."""
    found = os.open(path, os.O_RDONLY)
    try:
        os.fsync(found)
    finally:
        os.close(found)
