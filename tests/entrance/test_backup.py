"""A house that comes back lets its people in again; what they held is worth nothing there."""

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest
from msgspec.structs import replace

from puntobanco.app.auth import Scope, Whisper
from puntobanco.app.house.backup import backup_house, restore_house
from puntobanco.app.house.house_folder import init_house, open_house
from puntobanco.app.house.read_only_house import looking
from puntobanco.store import Account, StoreBroken, StoreUnfit, init_store, open_store, restore
from tests.entrance.door import OTHER, Door, refusal
from tests.store.conftest import another_postgres_house
from tests.store.houses import House, PostgresHouse, SqliteHouse
from tests.store.postgres import OWNER

__all__ = ["another_postgres_house"]


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
def test_people_enter_a_restored_house(
    request: pytest.FixtureRequest, door: Door, tmp_path: Path, empty_file: Path, target: str
) -> None:
    secret, recovery = door.with_factor("ann")
    door.enrolled("bob", OTHER)
    door.entrance.close_account("bob")
    held = [
        door.into("ann", code=door.code(secret)).token,
        door.entrance.new_token("ann", "script", [Scope.READ]).secret,
        door.entrance.new_device("wall", ["1"]).secret,
    ]
    link = door.entrance.enroll("guest").secret
    door.store.backup(tmp_path / "backup")
    place: House = SqliteHouse(tmp_path / "again.db")
    if target == "sqlite":
        copy(empty_file, tmp_path / "again.db")
    else:
        place = request.getfixturevalue("another_postgres_house")
    restore(tmp_path / "backup", place.place)
    with closing(Door(place, door.keys)) as again:
        again.time.now = door.time.now + 60_000_000
        assert [one for one in held if again.entrance.who(one) is not None] == []
        assert refusal(lambda: again.entrance.spend_link(link, OTHER)) == "link_spent"
        assert again.into("ann", code=again.code(secret)).visitor.person == "ann"
        assert again.into("ann", code=recovery[0]).visitor.person == "ann"
        assert refusal(lambda: again.into("bob", OTHER)) == "not_entered"


def without_people(path: Path) -> None:
    """As the first revision left it."""
    with closing(sqlite3.connect(path)) as connection:
        for table in ("people", "factors", "recovery_codes", "links", "sessions", "tokens"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
        connection.commit()


def test_a_house_of_the_first_revision_is_migrated(postgres_house: PostgresHouse) -> None:
    for table in ("people", "factors", "recovery_codes", "links", "sessions", "tokens"):
        postgres_house.as_owner(f"DROP TABLE {table}")
    postgres_house.as_owner("UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(StoreUnfit, match="migrate it"):
        postgres_house.open()
    init_store(postgres_house.server.address(postgres_house.database, OWNER), serving_role="house_serving")
    with closing(postgres_house.open()) as store:
        store.people.restore([Account("ann", "Ann")], [], [])
        assert [one.name for one in store.people.accounts()] == ["Ann"]


def test_a_backup_of_the_first_revision_is_restored(tmp_path: Path) -> None:
    init_house(tmp_path / "house", name="house")
    open_house(tmp_path / "house").close()
    backup_house(tmp_path / "house", tmp_path / "backup")
    without_people(tmp_path / "backup")
    before = (tmp_path / "backup").read_bytes()
    restore_house(tmp_path / "backup", tmp_path / "again")
    assert (tmp_path / "backup").read_bytes() == before
    with looking(tmp_path / "again") as seen:
        assert seen.store.people.accounts() == []
        assert seen.status().state.name == "house"
    open_store(tmp_path / "again" / "house.sqlite").close()


def test_the_database_itself_refuses_a_token_in_plain(door: Door) -> None:
    token = door.entrance.new_device("wall", ["1"])
    (kept,) = door.store.visits.tokens()
    with pytest.raises(StoreBroken):
        door.store.visits.add_token(replace(kept, hash=token.secret.encoded(), id="another"))
    assert door.store.visits.tokens() == [kept]
    door.store.visits.add_token(replace(kept, hash=Whisper("hashed").digest(), id="another"))
    assert len(door.store.visits.tokens()) == 2
