"""Files that only their owner may read, never written over; what is wrong with one is told without what is in it."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from puntobanco.errors import Unreadable

OTHERS = stat.S_IRWXG | stat.S_IRWXO
T = TypeVar("T")


class KeyFault(Unreadable):
    """A key file that cannot be used, or a secret that none of its keys opens; the message says what to do."""


def write_private(path: Path, write: Callable[[Callable[[str], int]], None]) -> None:
    """Write a file that was not there, for its owner alone, and see it on the disk."""
    try:
        there = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, stat.S_IRUSR | stat.S_IWUSR)
    except FileExistsError:
        raise KeyFault(f"{path} is there already, and a key file is never written over: move it away first") from None
    try:
        os.fchmod(there, stat.S_IRUSR | stat.S_IWUSR)
        with os.fdopen(there, "w", encoding="ascii") as file:
            write(file.write)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink()
        raise


def keep_name(path: Path) -> None:
    """See the name of the file on the disk, too."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read_private(path: Path, why: str, read: Callable[[bytes], T]) -> T:
    """What a file that nobody else may read stands for; `why` says what does not work without it."""
    try:
        there = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # which never waits for what is no file
    except FileNotFoundError:
        raise KeyFault(f"{path} is missing: {why}; bring the file back") from None
    except PermissionError:
        raise KeyFault(f"{path} cannot be read: give it to the user who serves the house (chown)") from None
    with os.fdopen(there, "rb") as file:
        _require_private(path, os.fstat(file.fileno()))
        return read(file.read())


def _require_private(path: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise KeyFault(f"{path} is no file")
    if found.st_uid != os.geteuid():
        raise KeyFault(f"{path} belongs to another user: give it to the one who serves the house (chown)")
    if found.st_mode & OTHERS:
        mode = stat.S_IMODE(found.st_mode)
        raise KeyFault(f"{path} is open to other users (mode {mode:04o}): chmod 600 {path}, and rotate the key")
