"""Houses on disk to be crashed, in either database."""

from dataclasses import dataclass
from pathlib import Path

from puntobanco.app.house.house_folder import KEYS, SETTINGS, init_house, read_settings
from puntobanco.app.house.key_file import KeyFile
from puntobanco.store import Place, Store, open_store
from tests.store.postgres import Server

NAME = "crash house"


@dataclass(frozen=True)
class HousePlace:
    folder: Path
    server: Server | None = None
    """PostgreSQL's, where the house lies in it."""

    @property
    def database(self) -> Place:
        return read_settings(self.folder).database

    def to_read(self) -> Store:
        """The log, beside whoever serves."""
        return open_store(self.database, serving=False)


def in_sqlite(folder: Path) -> HousePlace:
    init_house(folder, name=NAME)
    return HousePlace(folder)


def in_postgres(folder: Path, server: Server) -> HousePlace:
    """The owner has made the database, and the house is served by the role that changes nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    KeyFile.create(folder / KEYS, NAME)
    address = server.address(server.new_house())
    (folder / SETTINGS).write_text(f'name = "{NAME}"\ndatabase = "{address}"\nkeys = "{KEYS}"\n', encoding="utf-8")
    return HousePlace(folder, server)
