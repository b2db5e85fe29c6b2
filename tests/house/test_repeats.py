"""However often and however late a command comes again, it is carried out once and answered the same."""

import os
from pathlib import Path

from tests.house.places import in_postgres, in_sqlite
from tests.house.planted import ForgetsIds
from tests.house.repeats import Repeats
from tests.store.postgres import Server

REPEATS = 100_000 if os.environ.get("PUNTO_SOAK") else 5_000


def test_a_repeated_command_is_one_record(tmp_path: Path) -> None:
    assert Repeats(in_sqlite(tmp_path / "house").folder).run(REPEATS) == []


def test_a_repeated_command_is_one_record_in_postgres(tmp_path: Path, server: Server) -> None:
    assert Repeats(in_postgres(tmp_path / "house", server).folder).run(REPEATS // 5) == []


def test_an_id_that_is_forgotten_by_a_restart_is_noticed(tmp_path: Path) -> None:
    assert Repeats(in_sqlite(tmp_path / "house").folder, ForgetsIds).run(2_000)
