"""One suite for both databases: a test that asks for `door` is run on each."""

from collections.abc import Iterator

import pytest

from puntobanco.app.house.key_file import KeyFile
from tests.entrance.door import HOUSE, Door
from tests.store.conftest import empty_file, house, postgres_house, server, sqlite_house, store
from tests.store.houses import House, SqliteHouse

__all__ = ["empty_file", "house", "postgres_house", "server", "sqlite_house", "store"]


@pytest.fixture
def keys(tmp_path_factory: pytest.TempPathFactory) -> KeyFile:
    return KeyFile.create(tmp_path_factory.mktemp("keys") / "house.keys", HOUSE)


@pytest.fixture
def door(house: House, keys: KeyFile) -> Iterator[Door]:
    door = Door(house, keys)
    yield door
    door.close()


@pytest.fixture
def sqlite_door(sqlite_house: SqliteHouse, keys: KeyFile) -> Iterator[Door]:
    door = Door(sqlite_house, keys)
    yield door
    door.close()
