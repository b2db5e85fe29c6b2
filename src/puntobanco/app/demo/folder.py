"""The folder of a demo house: marked, so that nothing else is ever deleted, and with the address it is served at."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from time import monotonic, sleep

from puntobanco.app.house.house_folder import SETTINGS, Settings, init_house, read_settings
from puntobanco.errors import Refused, Unreadable
from puntobanco.store import StoreTaken, open_store

MARK = "demo.house"
MARKED = "This is a demo house of puntobanco: punto serve --demo --fresh deletes the whole folder.\n"
ADDRESS = "demo.address"
ANOTHER_FOLDER = "name another folder: punto serve --demo FOLDER, or make play HOUSE=FOLDER"
SECONDS_FOR_AN_ADDRESS = 10
"""Until another process that has just taken the house says where it serves it."""


def usual_folder() -> Path:
    """Among the user's data."""
    said = os.environ.get("XDG_DATA_HOME")
    if said and Path(said).is_absolute():
        return Path(said) / "puntobanco" / "demo"
    data = Path.home() / ("Library/Application Support" if sys.platform == "darwin" else ".local/share")
    return data / "puntobanco" / "demo"


def settings_of(folder: Path) -> Settings:
    """The demo house of a folder, made if there is none. Any other folder is left alone."""
    with _usable(folder):
        if folder.exists() and not is_demo(folder) and any(_inside(folder)):
            raise Unreadable(f"{folder} is no demo house: name an empty folder, or one that does not exist")
        is_made = (folder / SETTINGS).exists()
    if not is_made:
        _make(folder)
    return read_settings(folder)


@contextmanager
def _usable(folder: Path) -> Iterator[None]:
    """Say how to name another folder where this one cannot be read or written."""
    try:
        yield
    except OSError as error:
        raise Unreadable(f"{folder}: {error.strerror}; {ANOTHER_FOLDER}") from None


def _make(folder: Path) -> None:
    """Marked first: what was half made is made anew."""
    with _usable(folder):
        if is_demo(folder):
            shutil.rmtree(folder)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MARK).write_text(MARKED, encoding="utf-8")
    init_house(folder, name=f"Demo house {token_hex(3)}")  # a name of its own: cookies of two do not meet


def delete(folder: Path) -> None:
    """Only what is marked, and nobody serves."""
    if not folder.exists():
        return
    if not is_demo(folder):
        raise Refused("no_demo", "demo", f"{folder} is not marked as a demo house, and is not deleted")
    if (folder / SETTINGS).exists():
        try:
            open_store(read_settings(folder).database).close()
        except StoreTaken:
            where = address_in(folder)
            raise Refused("demo_runs", "demo", f"{folder} is served at {where}: stop that first") from None
    shutil.rmtree(folder)


def is_demo(folder: Path) -> bool:
    """A folder itself, and no link to one."""
    mark = folder / MARK
    return not folder.is_symlink() and mark.is_file() and mark.read_text(encoding="utf-8") == MARKED


def _inside(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise Unreadable(f"{folder} is no folder")
    return list(folder.iterdir())


# Where it is served


def note_address(folder: Path, address: str | None) -> None:
    """Whoever starts it a second time is told; none when it ends."""
    if address is None:
        (folder / ADDRESS).unlink(missing_ok=True)
        return
    making = folder / f"{ADDRESS}.making"
    making.write_text(address, encoding="utf-8")
    making.rename(folder / ADDRESS)


def address_in(folder: Path) -> str:
    """Of a house that another process has taken."""
    end = monotonic() + SECONDS_FOR_AN_ADDRESS
    while monotonic() < end:
        try:
            return (folder / ADDRESS).read_text(encoding="utf-8")
        except FileNotFoundError:
            sleep(0.1)
    raise Unreadable(f"{folder} is served by another process, which does not say where: stop it first")
