"""Houses in folders: how they are made, who serves them, and what is found when they are not as they must be."""

from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from puntobanco.app.house.house_folder import SETTINGS, init_house, migrate_house, open_house, read_settings
from puntobanco.app.house.integrity_check import findings
from puntobanco.app.house.private_files import KeyFault
from puntobanco.errors import Refused, Unreadable
from puntobanco.store import REVISION, StoreTaken, StoreUnfit
from puntobanco.table.model import Phase
from tests.house.evenings import Evening
from tests.store.postgres import LEFT_OUT, OWNER, SERVING, Server, shared_server


@pytest.fixture
def server() -> Server:
    if LEFT_OUT:
        pytest.skip("POSTGRES=no")
    return shared_server()


def empty_database(server: Server) -> str:
    """One without tables, as `createdb` makes it."""
    name = server.new_house()
    with server.connected("postgres", "postgres") as connection:
        connection.execute(f"DROP DATABASE {name}")
        connection.execute(f"CREATE DATABASE {name} OWNER {OWNER}")
    return name


def test_the_owner_makes_the_tables_and_somebody_else_serves(server: Server, tmp_path: Path) -> None:
    name = empty_database(server)
    served, owner = server.address(name), server.address(name, OWNER)
    with pytest.raises(Unreadable, match="--owner"):
        init_house(tmp_path / "x", name="x", database=served)
    init_house(tmp_path / "x", name="x", database=served, owner=owner)
    assert owner not in (tmp_path / "x" / SETTINGS).read_text(encoding="utf-8")
    open_house(tmp_path / "x").close()
    assert findings(tmp_path / "x") == ()
    with pytest.raises(Unreadable, match="--owner"):
        migrate_house(tmp_path / "x", None)
    assert migrate_house(tmp_path / "x", owner) == REVISION
    with pytest.raises(Unreadable, match="holds a house already"):
        init_house(tmp_path / "y", name="y", database=served, owner=owner)
    assert not list((tmp_path / "y").iterdir())


def test_the_owner_does_not_serve(server: Server, tmp_path: Path) -> None:
    name = empty_database(server)
    owner = server.address(name, OWNER)
    with pytest.raises(StoreUnfit, match="not by the owner"):
        init_house(tmp_path / "x", name="x", database=owner, owner=owner)
    init_house(tmp_path / "x", name="x", database=server.address(name), owner=owner)
    settings = tmp_path / "x" / SETTINGS
    settings.write_text(settings.read_text(encoding="utf-8").replace(SERVING, OWNER), encoding="utf-8")
    assert "not by the owner" in findings(tmp_path / "x")[0]
    with pytest.raises(StoreUnfit, match="not by the owner"):
        open_house(tmp_path / "x")


def test_a_new_role_may_serve_with_the_password_of_its_address(server: Server, tmp_path: Path) -> None:
    name = empty_database(server)
    role = f"serves_{name}"
    served = f"postgresql://{role}:open%20sesame@/{name}?host={server.folder}"
    init_house(tmp_path / "x", name="x", database=served, owner=server.address(name, OWNER))
    open_house(tmp_path / "x").close()
    with psycopg.connect(server.address("postgres", "postgres")) as connection:
        found = connection.execute("SELECT rolpassword FROM pg_authid WHERE rolname = %s", (role,)).fetchone()
    assert found is not None
    assert found[0].startswith("SCRAM-SHA-256$")


def test_a_house_has_one_name(tmp_path: Path) -> None:
    init_house(tmp_path / "x", name='"x" \\ é 🂡')
    assert read_settings(tmp_path / "x").name == '"x" \\ é 🂡'
    open_house(tmp_path / "x").close()
    settings = tmp_path / "x" / SETTINGS
    settings.write_text('name = "y"\ndatabase = "house.sqlite"\nkeys = "house.keys"\n', encoding="utf-8")
    with pytest.raises(Refused, match="not y"):
        open_house(tmp_path / "x")
    assert "call the house y" in findings(tmp_path / "x")[0]


def test_a_house_that_does_not_start_is_given_back(tmp_path: Path) -> None:
    init_house(tmp_path / "x", name="x")
    keys = tmp_path / "x" / "house.keys"
    keys.rename(tmp_path / "elsewhere")
    with pytest.raises(KeyFault, match="is missing"):
        open_house(tmp_path / "x")
    (tmp_path / "elsewhere").rename(keys)
    with closing(open_house(tmp_path / "x")), pytest.raises(StoreTaken):
        open_house(tmp_path / "x")
    with closing(open_house(tmp_path / "x")), pytest.raises(StoreTaken):
        migrate_house(tmp_path / "x", None)
    assert migrate_house(tmp_path / "x", None) == REVISION


def test_a_shoe_that_does_not_open_is_found(tmp_path: Path) -> None:
    with closing(Evening.new(tmp_path / "x", "act-2015")) as evening:
        evening.until(Phase.BETTING)
        assert findings(tmp_path / "x") == ()
    (tmp_path / "x" / "house.keys").unlink()
    init_house(tmp_path / "y", name="house")
    (tmp_path / "y" / "house.keys").rename(tmp_path / "x" / "house.keys")
    (found,) = findings(tmp_path / "x")
    assert "under which the secret of shoe 1 of shoes/1 lies" in found
