"""`/readyz` while nothing can be written: it says so, why, and notices the end of it."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from puntobanco.app.house.house_folder import read_settings
from puntobanco.web.server import Address, serving
from tests.waiting import until
from tests.web.door import OpenDoor
from tests.web.served import MANY, house_in


def test_a_full_and_a_read_only_disk_are_reported_and_so_is_their_end(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    apart = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "--map-root-user"]
    found = subprocess.run(
        [*apart, sys.executable, "-m", "tests.web.small_disk", str(disk)], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
    said = json.loads(found.stdout)
    ready = [200, {"ready": True}]
    steps = [[one[0], one[1].get("reason"), one[1].get("file")] if one[0] == 503 else one for one in said["told"]]
    assert steps == [
        ready,
        [503, "full", "house.sqlite"],
        [503, "full", "house.sqlite"],
        ready,
        "written",
        [503, "read_only", "house.sqlite"],
        "read_only",
        ready,
        "written",
    ]
    lines = [line.partition(":")[0] for line in said["log"]]
    again = "records are written again"
    assert lines[0] == "nothing can be written (full)"
    assert lines[-2:] == ["nothing can be written (read_only)", again]
    assert all(one != other for one, other in pairwise(lines))  # however often it was tried
    assert all("house.sqlite" in line for line in said["log"] if line != again)


def test_a_database_that_somebody_holds_is_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puntobanco.store.sqlite_store.SECONDS_TO_WAIT", 0.2)
    with house_in(tmp_path / "house") as (house, entrance):
        path = read_settings(tmp_path / "house").database
        with (
            serving(house, OpenDoor(house, entrance), Address(rates=MANY)) as port,
            closing(sqlite3.connect(path, isolation_level=None)) as other,
        ):
            url = f"http://127.0.0.1:{port}/readyz"
            assert httpx.get(url).status_code == 200
            other.execute("BEGIN IMMEDIATE")
            busy = httpx.get(url, timeout=30)
            other.execute("ROLLBACK")
            assert (busy.status_code, busy.json()["reason"]) == (503, "busy")
            assert busy.headers["retry-after"] == "5"
            assert busy.headers["content-type"] == "application/problem+json"
            until(lambda: httpx.get(url, timeout=30).status_code == 200)  # a try that waits for the lock ends first
