"""One suite: a test that asks for `house` is run on both databases, one that asks for `store` in memory too."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from puntobanco.store import Store, init_store
from puntobanco.store.memory_store import MemoryStore
from tests.store.houses import House, PostgresHouse, SqliteHouse
from tests.store.postgres import LEFT_OUT, Server, new_server, shared_server


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("houses") / "empty.db"
    init_store(path)
    return path


@pytest.fixture(scope="session")
def server() -> Server:
    if LEFT_OUT:
        pytest.skip("POSTGRES=no")
    return shared_server()


@pytest.fixture(scope="session")
def own_server() -> Iterator[Server]:
    """One that tests may stop, if they start it again."""
    if LEFT_OUT:
        pytest.skip("POSTGRES=no")
    server = new_server()
    yield server
    server.destroy()


@pytest.fixture
def sqlite_house(tmp_path: Path, empty_file: Path) -> SqliteHouse:
    path = tmp_path / "house.db"
    shutil.copy(empty_file, path)
    return SqliteHouse(path)


@pytest.fixture
def postgres_house(server: Server) -> PostgresHouse:
    return PostgresHouse(server, server.new_house())


@pytest.fixture(params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest) -> House:
    found: House = request.getfixturevalue(f"{request.param}_house")
    return found


@pytest.fixture
def database(house: House) -> Iterator[Store]:
    """The store of `house`, for tests that look into the database or break it."""
    store = house.open()
    yield store
    store.close()


@pytest.fixture(params=["sqlite", "postgres", "memory"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """Each of the three, for what holds in all of them."""
    if request.param == "memory":
        yield MemoryStore()
        return
    house: House = request.getfixturevalue(f"{request.param}_house")
    store = house.open()
    yield store
    store.close()


@pytest.fixture
def another_postgres_house(server: Server) -> PostgresHouse:
    return PostgresHouse(server, server.new_house())
