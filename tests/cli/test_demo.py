"""`punto serve --demo` as somebody starts it: from a terminal, a second time, on a taken port, without a terminal."""

import json
import os
import pty
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from typing import Any

import httpx
import pytest

from puntobanco.app.demo.folder import MARK, MARKED
from puntobanco.app.house.house_folder import init_house
from puntobanco.client import Client, Unreadable
from puntobanco.web.demo import free_port
from tests.cli.test_serve import PUNTO, served
from tests.store.houses import SqliteHouse, back_to_the_second_revision

WITHOUT_BROWSER = {**os.environ, "DISPLAY": "", "WAYLAND_DISPLAY": ""}


@contextmanager
def at_a_terminal(*arguments: object) -> Iterator[tuple[dict[str, Any], subprocess.Popen[str]]]:
    """What is printed first, as JSON, and the process; Ctrl-C ends it."""
    ours, theirs = pty.openpty()
    command = (*PUNTO, "serve", "--demo", *map(str, arguments), "--format", "json")
    pipes: dict[str, Any] = {"stdin": theirs, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    try:
        with subprocess.Popen(command, env=WITHOUT_BROWSER, **pipes) as process:
            try:
                yield _first_object(process), process
            finally:
                process.send_signal(signal.SIGINT)
                process.communicate()
    finally:
        os.close(ours)
        os.close(theirs)


def _first_object(process: subprocess.Popen[str]) -> dict[str, Any]:
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if line == "}\n":
            break
    found: dict[str, Any] = json.loads(said)
    return found


def run(*arguments: object, env: dict[str, str] = WITHOUT_BROWSER) -> subprocess.CompletedProcess[str]:
    """Where nobody sits at a terminal."""
    command = (*PUNTO, "serve", *map(str, arguments))
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=env)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo") / "house"


def test_without_a_terminal_one_round_is_played_and_the_house_is_kept(folder: Path) -> None:
    first = run("--demo", folder)
    assert (first.returncode, first.stderr) == (0, "")
    assert re.search(
        r"at http://localhost:\d+/ for one round\. Nobody sits at this terminal, so Guest 1 plays it", first.stdout
    )
    assert re.search(r"\n  Round 1 ends: (player|banker|a tie|tie)", first.stdout)
    assert re.search(r"\nGuest 1 staked \$100 on banker and got \$[\d.]+ back\.\n$", first.stdout)
    assert (folder / MARK).read_text() == MARKED
    second = json.loads(run("--demo", folder, "--format", "json").stdout)
    assert (second["person"], second["wagers"][0]["stake"]) == ("Guest 2", 10_000)
    assert second["round"] > 1


def test_at_a_terminal_it_serves_guests_and_staff_until_ctrl_c(folder: Path) -> None:
    with at_a_terminal(folder, "--port", 0) as (said, process):
        assert list(said["links"]) == ["dealer", "supervisor", "operator", "auditor", "director"]
        with Client.as_guest(said["url"], "washington") as guest:
            assert guest.table("washington").seen().seat_of(guest.you().person) is not None
            _reads_the_page(said["url"])
            _enters_once(said["url"], said["links"]["supervisor"])
            again = run("--demo", folder)
            assert (again.returncode, again.stdout) == (0, f"This demo house is open already: {said['url']}\n")
            refused = run("--demo", folder, "--fresh")
            assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
            assert said["url"] in refused.stderr
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, "", "")
    assert not (folder / "demo.address").exists()


def _reads_the_page(url: str) -> None:
    page = httpx.get(url)
    assert page.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
    assert "<script>" not in page.text
    assert "style=" not in page.text
    script = re.search(r'src="(/assets/[^"]+\.js)"', page.text)
    assert script is not None
    assert httpx.get(f"{url.rstrip('/')}{script[1]}").headers["content-type"] == "text/javascript; charset=utf-8"
    assert httpx.get(f"{url}api/v1/welcome").json() == {
        "you": None,
        "guests": True,
        "guest": False,
        "plays": False,
        "roles": {},
        "deals": [],
    }
    clicked = httpx.post(f"{url}api/v1/guests?table=nz-1998", headers={"origin": url.rstrip("/")})
    assert clicked.json()["table"] == "nz-1998"
    cookie = r"punto-[0-9a-f]{12}=pbs_[\w-]{43}; Path=/; Max-Age=86400; HttpOnly; SameSite=Strict"
    assert re.fullmatch(cookie, clicked.headers["set-cookie"])


def _enters_once(url: str, link: str) -> None:
    place, _, secret = link.partition("#")
    assert place == f"{url}enter"
    assert '<div id="app">' in httpx.get(place).text
    with httpx.Client(base_url=f"{url}api/v1", headers={"origin": url.rstrip("/")}) as browser:
        entered = browser.post("/links/enter", json={"secret": secret})
        assert entered.json() == {"person": "Demo supervisor"}
        seen = browser.get("/tables/washington").json()["view"]
        assert "patrons" in seen  # what supervising staff sees
        again = browser.post("/links/enter", json={"secret": secret})
        assert (again.status_code, again.json()["code"]) == (409, "link_spent")


def test_a_port_that_is_in_use(folder: Path) -> None:
    with socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = run("--demo", folder, "--port", port)
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"error: --host 127.0.0.1 --port {port}: Address already in use")
    assert refused.stderr.count("\n") == 1


def test_without_a_port_the_next_free_one_is_taken() -> None:
    with socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        first = other.getsockname()[1]
        assert first < free_port(first) < first + 100
    assert free_port(first) == first


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (("--demo", "--host", "0.0.0.0"), 2, "on this machine only"),
        (("--demo", "--name", "casino.example"), 2, "on this machine only"),
        (("--fresh",), 2, "--fresh is for --demo"),
        (("--port", "9000"), 2, "say --demo"),
    ],
)
def test_what_is_no_demo(arguments: tuple[str, ...], code: int, word: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stderr.count("\n")) == (code, 1)
    assert word in done.stderr


@pytest.mark.parametrize("home", ["a-file/home", "x" * 300])
def test_set_up_a_home_that_cannot_be_written_to_says_how_to_name_another_folder(tmp_path: Path, home: str) -> None:
    (tmp_path / "a-file").touch()
    done = run("--demo", env={**WITHOUT_BROWSER, "XDG_DATA_HOME": str(tmp_path / home)})
    assert done.returncode == 2
    said = "name another folder: punto serve --demo FOLDER, or make play HOUSE=FOLDER\n"
    assert done.stderr.startswith(f"error: {tmp_path / home}/puntobanco/demo: ")
    assert done.stderr.endswith(f"; {said}")


@pytest.mark.parametrize("arguments", [(), ("--fresh",)])
def test_a_folder_that_is_not_marked_is_left_alone(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / MARK).write_text("something else")
    for place in (tmp_path, tmp_path / "linked"):
        done = run("--demo", place, *arguments)
        assert done.returncode in (1, 2)
        assert done.stderr.count("\n") == 1
    assert (tmp_path / "thesis.txt").read_text() == "years of work"
    assert (tmp_path / "linked" / MARK).exists()


def test_a_demo_house_of_an_earlier_version_is_migrated_and_goes_on(folder: Path) -> None:
    run("--demo", folder)
    back_to_the_second_revision(SqliteHouse(folder / "house.sqlite"))
    done = run("--demo", folder, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["round"] > 1


def test_fresh_begins_anew_and_guests_of_before_are_nobody(folder: Path) -> None:
    done = json.loads(run("--demo", folder, "--fresh", "--format", "json").stdout)
    assert (done["person"], done["round"]) == ("Guest 1", 1)


def test_a_house_that_is_no_demo_has_no_guests(tmp_path: Path) -> None:
    init_house(tmp_path / "real", name="real")
    with served(tmp_path / "real", "--port", 0) as (url, _):
        with Client(url) as house, pytest.raises(Unreadable):
            house.guest()
        assert httpx.post(f"{url}api/v1/guests").status_code in (404, 405)
        assert httpx.post(f"{url}api/v1/links/enter", json={"secret": "x"}).status_code in (404, 405)
        page = httpx.get(url)
        assert (page.status_code, "Table" in page.text) == (200, False)
