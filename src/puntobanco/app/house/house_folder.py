"""A house on disk: its settings, its key file and its database, or the address of one."""

import json
import logging
import shutil
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar

from msgspec import Struct

from puntobanco import house as diary
from puntobanco.app.clock import Clock, utc_now
from puntobanco.app.house.checkpoints import Checkpoints
from puntobanco.app.house.house import House
from puntobanco.app.house.key_file import KeyFile
from puntobanco.app.house.lost_secrets import end_lost_shoes, renew_lost_draws
from puntobanco.app.house.program_digest import digest_of_files
from puntobanco.app.house.signing_key import SigningKey, public_half
from puntobanco.app.house.write_unit import GONE_ON
from puntobanco.app.randomness import SYSTEM, Chance, command_id
from puntobanco.audit.signed_notes import Checkpoint, VerifierKey
from puntobanco.errors import Refused, Unreadable
from puntobanco.house.commands import RecordCheckpoint, StartHouse
from puntobanco.store import (
    REVISION,
    Place,
    Store,
    StoreBusy,
    StoreGone,
    init_store,
    marks,
    migrate,
    open_store,
    serving_role,
)
from puntobanco.store.atomic_files import new_file
from puntobanco.store.open_store import is_postgres
from puntobanco.store.trouble import Seldom
from puntobanco.streams.names import HOUSE
from puntobanco.values.text import LONGEST_TEXT, clean, quoted
from puntobanco.version import __version__

SETTINGS, KEYS, DATABASE = "house.toml", "house.keys", "house.sqlite"
SIGNING, CHECKPOINTS, MARKS = "house.signing", "checkpoints", "marks"
RECORDS_BETWEEN_CHECKPOINTS, SECONDS_BETWEEN_CHECKPOINTS = 10_000, 600
_NEEDED = ("name", "database", "keys")
_TEXTS = {"signing": SIGNING, "checkpoints": CHECKPOINTS, "marks": MARKS}
_NUMBERS = {"checkpoint_records": RECORDS_BETWEEN_CHECKPOINTS, "checkpoint_seconds": SECONDS_BETWEEN_CHECKPOINTS}
START_TIMEOUT_SECONDS = 60.0
"""For a database that starts: then the process ends and says why."""
SECONDS_BETWEEN_TRIES = 0.25
T = TypeVar("T")
_LOG = logging.getLogger(__name__)
_SELDOM = Seldom(_LOG)


class Settings(Struct, frozen=True, kw_only=True):
    """What `house.toml` says."""

    folder: Path
    """Where it lies."""
    name: str
    database: Place
    keys: Path
    signing: Path
    """The key that signs checkpoints."""
    checkpoints: Path
    """The folder that they are written to."""
    marks: Path
    """The folder of the marks of acknowledged records: one file for each process that serves."""
    checkpoint_records: int = RECORDS_BETWEEN_CHECKPOINTS
    """One is signed when so many records have no checkpoint,"""
    checkpoint_seconds: int = SECONDS_BETWEEN_CHECKPOINTS
    """and when some have had none for so long."""


# Made


def init_house(folder: Path, *, name: str, database: str | None = None, owner: str | None = None) -> Settings:
    """Make a house. In PostgreSQL `database` is the address by which it is served, and `owner` makes its tables."""
    with making(folder, name=name, database=database, owner=owner) as settings:
        return settings


@contextmanager
def making(
    folder: Path,
    *,
    name: str,
    database: str | None,
    owner: str | None,
    keys: Path | None = None,
    signing: Path | None = None,
) -> Iterator[Settings]:
    """A house in the making: its settings come last, so that what is half made is no house, and nothing stays of it.

    `keys` is a key file whose keys it takes over, `signing` the same for the key that signs.
    """
    if (folder / SETTINGS).exists():
        raise Unreadable(f"{folder} is a house already: choose another folder")
    if not clean(name).strip():
        raise Unreadable("a house has a name: an empty one is none")
    clean(database or DATABASE, LONGEST_TEXT)
    said = {"name": clean(name), "database": database or DATABASE, "keys": KEYS, **_TEXTS}
    settings = _settings(folder, said)
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as failing:
        public = public_half(settings.signing)
        for place in (settings.keys, settings.signing, public, settings.checkpoints, settings.marks, settings.database):
            failing.enter_context(_removed_on_failure(place))
        _make_keys(settings, keys)
        _make_signing_key(settings, signing)
        _make_database(settings.database, owner)
        yield settings
        reset_marks(settings)
        _write(folder / SETTINGS, said)


@contextmanager
def _removed_on_failure(place: Place) -> Iterator[None]:
    """What was there before stays."""
    if isinstance(place, str) or place.exists():
        yield
        return
    try:
        yield
    except BaseException:
        if place.is_dir():
            shutil.rmtree(place)
        for ending in ("", "-wal", "-shm", ".lock"):
            place.with_name(place.name + ending).unlink(missing_ok=True)
        raise


def _make_keys(settings: Settings, given: Path | None) -> None:
    if given is None:
        KeyFile.create(settings.keys, settings.name)
        return
    found = KeyFile.read(given, settings.name)
    if not settings.keys.exists() or not given.samefile(settings.keys):
        found.copy(settings.keys)


def _make_signing_key(settings: Settings, given: Path | None) -> None:
    if given is None:
        SigningKey.create(settings.signing, settings.name)
    elif not settings.signing.exists() or not given.samefile(settings.signing):
        SigningKey.read(given, settings.name).copy(settings.signing, settings.name)


def _make_database(place: Place, owner: str | None) -> None:
    serving = serving_role(place)
    if serving is None:
        init_store(place)
        return
    if owner is None:
        raise Unreadable("the tables of a house in PostgreSQL are made by an owner, who never serves it: say --owner")
    init_store(owner, serving_role=serving[0], password=serving[1])
    with closing(open_store(place)) as store:
        if store.head().position:
            raise Unreadable("this database holds a house already: take an empty one")


def reset_marks(settings: Settings) -> None:
    """All marks of the folder begin anew with what is stored now."""
    with closing(open_store(settings.database, serving=False)) as store:
        last = store.read_all(store.last() - 1, 1)
    marks.reset(settings.marks, marks.mark_of(last[0]) if last else marks.NOTHING)


def migrate_house(folder: Path, owner: str | None) -> str:
    """Bring the tables to what this version needs; gives their revision."""
    place = read_settings(folder).database
    serving = serving_role(place)
    if serving is None:
        migrate(place)
    elif owner is None:
        raise Unreadable("the tables of a house in PostgreSQL are changed by their owner: say --owner")
    else:
        init_store(owner, serving_role=serving[0])
    open_store(place, serving=False).close()
    return REVISION


def _place(folder: Path, database: str) -> Place:
    return database if "://" in database else folder / database


def _write(path: Path, said: dict[str, str]) -> None:
    """Only the owner reads it: the address of a database may hold a password."""
    with new_file(path) as making_it:
        lines = [
            f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in said.items()
        ]  # JSON's text is TOML's
        making_it.write_text("".join(lines), encoding="utf-8")


def read_settings(folder: Path) -> Settings:
    path = folder / SETTINGS
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Unreadable(f"{folder} is no house: make one with punto house init {folder}") from None
    except (OSError, UnicodeError, tomllib.TOMLDecodeError) as error:
        raise Unreadable(f"{path}: {error}") from None
    texts = {**dict.fromkeys(_NEEDED), **_TEXTS, **said}
    wrong = [key for key in (*_NEEDED, *_TEXTS) if not isinstance(texts[key], str) or not texts[key]]
    wrong += [key for key in _NUMBERS if not _is_count(said.get(key, 1))]
    unknown = [key for key in said if key not in (*_NEEDED, *_TEXTS, *_NUMBERS)]
    if wrong or unknown:
        asked = f"needs {', '.join(wrong)}" if wrong else f"has no {', '.join(map(quoted, unknown))}"
        known = ", ".join((*_NEEDED, *_TEXTS, *_NUMBERS))
        raise Unreadable(f"{path} {asked}: it says {known}")
    return _settings(folder, said)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _settings(folder: Path, said: Mapping[str, Any]) -> Settings:
    paths = {key: folder / said.get(key, usual) for key, usual in _TEXTS.items()}
    numbers = {key: said.get(key, usual) for key, usual in _NUMBERS.items()}
    database = _place(folder, said["database"])
    return Settings(folder=folder, name=said["name"], database=database, keys=folder / said["keys"], **paths, **numbers)


# Served


def open_house(folder: Path, *, clock: Clock = utc_now, chance: Chance = SYSTEM) -> House:
    """Serve a house: that it starts, and with which program, is a record."""
    settings = read_settings(folder)
    return serve(settings, opened(settings), clock=clock, chance=chance)


def opened(settings: Settings) -> Store:
    """The store of a house to be served; a PostgreSQL that starts, recovers or is busy is waited for."""

    def open_it() -> Store:
        return open_store(settings.database, marks=settings.marks)

    return patiently(open_it) if is_postgres(settings.database) else open_it()


def patiently(act: Callable[[], T]) -> T:
    """Try until it works, for a while, and log the reason for waiting."""
    end = monotonic() + START_TIMEOUT_SECONDS
    while True:
        try:
            return act()
        except (StoreGone, StoreBusy) as failure:
            if monotonic() > end:
                raise
            _SELDOM.warning("the house waits for its database: %s", failure)
        except Refused as refusal:
            if refusal.code != GONE_ON or monotonic() > end:
                raise
            _SELDOM.warning("the house waits for another process that starts")
        sleep(SECONDS_BETWEEN_TRIES)


def serve(settings: Settings, store: Store, *, clock: Clock = utc_now, chance: Chance = SYSTEM) -> House:
    house = started(settings, store, clock=clock, chance=chance)
    end_lost_shoes(house)
    renew_lost_draws(house)
    return house


def started(
    settings: Settings, store: Store, *, clock: Clock = utc_now, chance: Chance = SYSTEM, signs: bool = True
) -> House:
    """A house whose start was written; if it cannot be, the store is closed. Without `signs` no checkpoint is."""
    code = digest_of_files()
    try:
        keys = KeyFile.read(settings.keys, settings.name)
    except BaseException:
        store.close()
        raise
    house = House(store, name=settings.name, keys=keys, code=code, clock=clock, chance=chance)
    house.folder = settings.folder
    start = StartHouse(actor=diary.OPERATOR, name=settings.name, version=__version__, digest=code)
    name = command_id()

    def begin() -> None:
        house.look(HOUSE, fresh=True)  # others go on while it waits for its turn
        house.handle(HOUSE, start, name)

    try:
        patiently(begin) if store.is_shared else begin()
        if signs:
            _sign_checkpoints(settings, store, house)
    except BaseException:
        house.close()
        raise
    return house


def _sign_checkpoints(settings: Settings, store: Store, house: House) -> None:
    """A house goes on without its signing key; `punto house check` says that it is missing."""
    if not settings.signing.exists():
        _LOG.warning("%s is missing: no checkpoint is signed", settings.signing)
        return
    key = SigningKey.read(settings.signing, settings.name)
    signing = Checkpoints(
        store,
        lambda: house.position,
        key,
        settings.checkpoints,
        _InHouse(house),
        records=settings.checkpoint_records,
        seconds=settings.checkpoint_seconds,
    )
    house.before_closing(signing.close)


class _InHouse:
    """Checkpoints by the records that name them."""

    def __init__(self, house: House) -> None:
        self._house = house

    def newest_checkpoint(self) -> int:
        state: diary.HouseState = self._house.look(HOUSE).state
        return state.checkpoint

    def record_checkpoint(self, checkpoint: Checkpoint, key: VerifierKey) -> None:
        """Under one id, so that several processes with one folder write one record."""
        command = RecordCheckpoint(
            actor=diary.OPERATOR, size=checkpoint.size, root=checkpoint.root.hex(), verifier_key=str(key)
        )
        self._house.note(HOUSE, command, f"checkpoint {checkpoint.size} {key.id.hex()}")
