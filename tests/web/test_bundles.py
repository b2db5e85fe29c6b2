"""Bundles over HTTP, who may have which paper, and that nobody waits for them: bounded, streamed, stopped."""

import json
import os
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from time import sleep
from unittest.mock import patch

import httpx
import pytest

from puntobanco.app.auth.principal import Kind
from puntobanco.app.house.bundle_export import export
from puntobanco.audit.bundle_scope import OfHouse, OfPatron, OfShoe, OfTable, OfTournament, Scope
from puntobanco.cage import commands as cage
from puntobanco.web.app import API
from puntobanco.web.reports import streamed_response, worker_pool
from tests.app.house.helpers import OPERATOR
from tests.audit.test_house import forge, new_house, sizes
from tests.web import slow_clerk
from tests.web.paper_house import TOURNAMENT, Papers, served_folder
from tests.web.slow_clerk import DIES, ENDLESS, slow_clerks, until

VERIFIER = Path(__file__).parents[2] / "verifier" / "verify_bundle.py"
SCOPES: dict[str, Scope] = {
    "/bundles/house": OfHouse(),
    "/bundles/tables/act-2015": OfTable(table="act-2015"),
    "/bundles/tables/fair-nz-1998/shoes/1": OfShoe(table="fair-nz-1998", shoe=1),
    "/bundles/patrons/ann": OfPatron(patron="ann"),
    f"/bundles/tournaments/{TOURNAMENT}": OfTournament(tournament=TOURNAMENT),
}


def verified(bundle: Path) -> tuple[int, str]:
    """By the file that shares no line with this project."""
    done = subprocess.run([sys.executable, str(VERIFIER), str(bundle)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("path", SCOPES)
def test_a_bundle_is_what_the_command_writes(papers: Papers, tmp_path: Path, path: str) -> None:
    size = papers.client("ada").get("/audit/checkpoints/latest").json()["size"]
    with papers.client("ada").stream("GET", path, params={"at": size}) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/x-ndjson"
        assert answer.headers["content-disposition"].startswith("attachment; filename=")
        assert answer.headers["transfer-encoding"] == "chunked"
        found = b"".join(answer.iter_bytes())
    export(papers.folder, tmp_path / "x.bundle", SCOPES[path], size)
    assert found == (tmp_path / "x.bundle").read_bytes()


def test_a_patrons_own_bundle_verifies_and_a_forged_one_does_not(papers: Papers, tmp_path: Path) -> None:
    target = tmp_path / "ann.bundle"
    target.write_bytes(papers.client("ann").get("/bundles/patrons/ann").content)
    assert verified(target)[0] == 0
    lines = target.read_text(encoding="utf-8").splitlines()
    place = next(at for at, one in enumerate(lines) if '"is":"record"' in one and '\\"amount\\":' in one)
    record = json.loads(lines[place])
    record["body"] = record["body"].replace('"amount":', '"amount":1', 1)
    lines[place] = json.dumps(record, separators=(",", ":"), ensure_ascii=False)
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    code, said = verified(target)
    assert code == 1
    assert str(record["position"]) in said


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/bundles/tables/nowhere", 404),
        ("/bundles/patrons/nobody", 404),
        ("/bundles/tables/act-2015/shoes/99", 404),
        ("/bundles/house?at=3", 404),
        ("/bundles/house?at=0", 422),
        ("/bundles/house?at=x", 422),
    ],
)
def test_what_is_no_bundle(papers: Papers, path: str, status: int) -> None:
    answer = papers.client("ada").get(path)
    assert answer.status_code == status
    assert str(papers.folder) not in answer.text


def test_no_bundle_is_made_of_a_log_that_was_changed(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    forge(folder, "UPDATE records SET body = cast(replace(body, '100', '999') AS BLOB) WHERE position = 3")
    with served_folder(folder) as papers:
        ada = papers.client("ada")
        for answer in (ada.get("/bundles/house"), ada.post("/audit/checkpoints")):
            assert (answer.status_code, answer.json()["code"]) == (409, "log_changed")


# How far they go


def bundles_sign_nothing(papers: Papers) -> None:
    """They go up to the newest checkpoint, whoever takes them away and however often; who wants more has it signed."""
    ada, before = papers.client("ada"), sizes(papers.folder)
    assert papers.house.position > before[-1]
    assert [_size_of(papers, person, path) for person, path in TAKEN] == [before[-1]] * len(TAKEN)
    assert sizes(papers.folder) == before
    signed = [ada.post("/audit/checkpoints").json(), papers.client("ann").post("/audit/checkpoints").json()]
    assert signed == [ada.get("/audit/checkpoints/latest").json()] * 2
    assert papers.house.position - signed[0]["size"] in (0, 1), "the record that names it may be there already"
    assert sizes(papers.folder) == [*before, signed[0]["size"]]
    assert _size_of(papers, "ada", "/bundles/house") == papers.house.position
    assert _size_of(papers, "ada", f"/bundles/house?at={before[0]}") == before[0]


TAKEN = (("ada", "/bundles/house"), ("oz", "/bundles/house"), ("ann", "/bundles/patrons/ann"))


def _size_of(papers: Papers, person: str, path: str) -> int:
    """Of the checkpoint that a bundle goes up to."""
    answer = papers.client(person).get(path)
    assert answer.status_code == 200, answer.text
    size: int = json.loads(answer.text.splitlines()[0])["size"]
    return size


def test_bundles_sign_nothing(tmp_path: Path) -> None:
    with served_folder(new_house(tmp_path / "house")) as papers:
        bundles_sign_nothing(papers)


def test_a_house_that_has_signed_nothing_has_no_bundle_yet(tmp_path: Path) -> None:
    folder = new_house(tmp_path / "house")
    for path in (folder / "checkpoints").glob("*.checkpoint"):
        path.unlink()
    with served_folder(folder) as papers:
        answer = papers.client("ann").get("/bundles/patrons/ann")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert "there is no checkpoint yet: sign one" in answer.json()["detail"]
        assert papers.client("ann").post("/audit/checkpoints").status_code == 200
        assert papers.client("ann").get("/bundles/patrons/ann").status_code == 200


def test_what_came_after_the_newest_checkpoint_is_in_none(tmp_path: Path) -> None:
    with served_folder(new_house(tmp_path / "house")) as papers:
        papers.house.handle("cage/bob", cage.OpenAccount(actor=OPERATOR, patron="bob"), "open bob")
        answer = papers.client("bob").get("/bundles/patrons/bob")
        assert (answer.status_code, "or sign a checkpoint" in answer.json()["detail"]) == (404, True)
        assert papers.client("bob").post("/audit/checkpoints").status_code == 200
        assert papers.client("bob").get("/bundles/patrons/bob").status_code == 200


# Who may have what


def test_screens_strangers_and_staff_without_a_factor_have_none(papers: Papers) -> None:
    screen = papers.door.give("screen", kind=Kind.DEVICE, tables=("act-2015",))
    for path in ("/reports/tables/act-2015", "/bundles/tables/act-2015", "/bundles/patrons/screen"):
        answer = httpx.get(f"{papers.url}{API}{path}", headers={"authorization": f"Bearer {screen}"})
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_role")
    assert httpx.get(f"{papers.url}{API}/bundles/house").status_code == 401
    unfinished = papers.door.give("ada", token="half", lacks_factor=True)
    answer = httpx.get(f"{papers.url}{API}/audit/log", headers={"authorization": f"Bearer {unfinished}"})
    assert (answer.status_code, answer.json()["code"]) == (403, "factor_needed")


# Nobody waits


def two_at_once(papers: Papers) -> None:
    with slow_clerks(), ThreadPoolExecutor(2) as pool, httpx.Client(timeout=30) as leaving:
        headers = {"authorization": f"Bearer {papers.door.give('ada')}"}
        url = f"{papers.url}{API}/reports/irregularities"
        for _ in range(2):
            pool.submit(leaving.get, url, headers=headers)
        try:
            until(2)
            third = papers.client("oz").get("/reports/irregularities", timeout=slow_clerk.PATIENCE)
            assert (third.status_code, third.json()["code"]) == (503, "busy")
            assert third.headers["retry-after"].isdigit()
            assert papers.client("oz").get("/tables").status_code == 200
        finally:
            leave(leaving)
        until(0)


def leave(client: httpx.Client) -> None:
    """With requests that nobody has answered."""
    # httpx keeps its connections to itself
    for connection in client._transport._pool.connections:  # type: ignore[attr-defined]
        stream = connection._connection._network_stream
        stream.get_extra_info("socket").shutdown(socket.SHUT_RDWR)


def test_two_at_once_and_none_for_whoever_has_gone(tmp_path: Path) -> None:
    with served_folder(new_house(tmp_path / "house")) as papers:
        two_at_once(papers)
        assert papers.client("ada").get("/reports/irregularities").status_code == 200


def sent_as_it_is_made(papers: Papers) -> None:
    """A paper without an end arrives, piece by piece, and is no longer made once nobody takes any of it."""
    with (
        patch.object(worker_pool, "COMMAND", ENDLESS),
        patch.object(streamed_response, "SECONDS_TO_READ", 0.5),
        papers.client("ada").stream("GET", "/bundles/house", timeout=slow_clerk.PATIENCE) as answer,
    ):
        pieces = answer.iter_raw()
        assert next(pieces)
        until(0)
        assert pieces  # whoever lets go of them has gone


def test_a_bundle_is_sent_as_it_is_made_as_long_as_somebody_takes_it(tmp_path: Path) -> None:
    with served_folder(new_house(tmp_path / "house")) as papers:
        sent_as_it_is_made(papers)


def what_breaks_off_does_not_look_whole(papers: Papers) -> None:
    with patch.object(worker_pool, "COMMAND", DIES), pytest.raises(httpx.RemoteProtocolError):
        papers.client("ada").get("/bundles/house")


def test_what_breaks_off_does_not_look_whole(tmp_path: Path) -> None:
    with served_folder(new_house(tmp_path / "house")) as papers:
        what_breaks_off_does_not_look_whole(papers)


def test_a_clerk_who_ends_without_a_word_is_a_mistake_of_ours(tmp_path: Path) -> None:
    with (
        served_folder(new_house(tmp_path / "house")) as papers,
        patch.object(worker_pool, "COMMAND", (sys.executable, "-c", "")),
    ):
        assert papers.client("ada").get("/bundles/house").status_code == 500


def test_a_clerk_who_has_ended_meanwhile_is_replaced(tmp_path: Path) -> None:
    with served_folder(new_house(tmp_path / "house")) as papers:
        for _ in range(2):
            assert papers.client("ada").get("/reports/irregularities").status_code == 200
            _end_the_idle()


def _end_the_idle() -> None:
    """All clerks of this process, which has seen it when this is over."""
    for one in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = (one / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1]
            if int(parent) == os.getpid() and b"puntobanco.app.report_worker.worker" in (one / "cmdline").read_bytes():
                os.kill(int(one.name), signal.SIGKILL)
                while one.exists():
                    sleep(0.01)
    sleep(0.2)


def test_a_clerk_ends_when_whoever_started_it_does() -> None:
    process = subprocess.Popen(worker_pool.COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.communicate(b"", timeout=60)
    assert process.returncode == 0
