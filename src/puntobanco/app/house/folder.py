"""A house on disk: its settings, its key file and its database, or the address of one."""

import os
import tomllib
from pathlib import Path

from msgspec import Struct

import puntobanco
from puntobanco.app.chance import SYSTEM, Chance, command_id
from puntobanco.app.clock import Clock, utc_now
from puntobanco.app.house import diary
from puntobanco.app.house.house import House
from puntobanco.app.house.keys import KeyFile
from puntobanco.app.house.program import digest_of_files
from puntobanco.app.house.streams import HOUSE, SHOES
from puntobanco.errors import Unreadable
from puntobanco.fairness.shoes import FairShoes
from puntobanco.record.fair_commands import EndRestored
from puntobanco.store import Place, Store, init_store, open_store
from puntobanco.words import clean, quoted

SETTINGS, KEYS, DATABASE = "house.toml", "house.keys", "house.sqlite"
_KNOWN = ("name", "database", "keys")


class Settings(Struct, frozen=True, kw_only=True):
    """What `house.toml` says."""

    name: str
    database: Place
    keys: Path


def init_house(folder: Path, *, name: str, database: str | None = None) -> Settings:
    """Make a house: its settings come last, so that what is half made is no house."""
    if (folder / SETTINGS).exists():
        raise Unreadable(f"{folder} is a house already: choose another folder")
    settings = Settings(name=clean(name), database=database or folder / DATABASE, keys=folder / KEYS)
    folder.mkdir(parents=True, exist_ok=True)
    KeyFile.create(settings.keys, settings.name)
    init_store(settings.database)
    _write(folder / SETTINGS, f'name = "{settings.name}"\ndatabase = "{database or DATABASE}"\nkeys = "{KEYS}"\n')
    return settings


def _write(path: Path, text: str) -> None:
    """Only the owner reads it: the address of a database may hold a password."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(text)


def read_settings(folder: Path) -> Settings:
    path = folder / SETTINGS
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Unreadable(f"{folder} is no house: make one with punto house init {folder}") from None
    except (OSError, UnicodeError, tomllib.TOMLDecodeError) as error:
        raise Unreadable(f"{path}: {error}") from None
    wrong = [key for key in _KNOWN if not isinstance(said.get(key), str) or not said[key]]
    unknown = [key for key in said if key not in _KNOWN]
    if wrong or unknown:
        asked = f"needs {', '.join(wrong)}" if wrong else f"has no {', '.join(map(quoted, unknown))}"
        raise Unreadable(f"{path} {asked}: it says name, database and keys")
    database: str = said["database"]
    place = database if "://" in database else folder / database
    return Settings(name=said["name"], database=place, keys=folder / said["keys"])


def open_house(folder: Path, *, clock: Clock = utc_now, chance: Chance = SYSTEM) -> House:
    """Serve a house: that it starts, and with which program, is a record."""
    settings = read_settings(folder)
    return serve(settings, open_store(settings.database), clock=clock, chance=chance)


def serve(settings: Settings, store: Store, *, clock: Clock = utc_now, chance: Chance = SYSTEM) -> House:
    keys = KeyFile.read(settings.keys, settings.name)
    code = digest_of_files()
    house = House(store, name=settings.name, keys=keys, code=code, clock=clock, chance=chance)
    started = diary.StartHouse(actor=diary.OPERATOR, version=puntobanco.__version__, digest=code)
    house.handle(HOUSE, started, command_id())
    end_shoes_that_do_not_open(house)
    return house


def end_shoes_that_do_not_open(house: House) -> None:
    """Nothing can be dealt from a shoe whose secret is lost: the book decides what becomes of its round."""
    state: diary.HouseState = house.look(HOUSE).state
    for table in (name for name, running in state.tables.items() if running.virtual):
        found = house.look(SHOES + table)
        shoes: FairShoes = found.state
        if shoes.under_way is not None and shoes.under_way.secret is None:
            lost = EndRestored(actor=diary.OPERATOR, reason="the secret of this shoe cannot be opened")
            house.handle(SHOES + table, lost, f"locked {found.number}")
