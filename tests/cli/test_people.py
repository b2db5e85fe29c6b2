"""`punto house person` as an operator runs it."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from puntobanco.app.auth import Kind, Whisper
from puntobanco.app.auth.authenticator import Entrance
from puntobanco.app.auth.open_auth import operators_entrance
from puntobanco.app.house.house_folder import read_settings
from puntobanco.store import open_store
from tests.cli.test_bad_input import fails
from tests.cli.test_cli import output, punto

GOOD = Whisper("seven teapots sing at dusk")


@contextmanager
def entrance_of(folder: Path) -> Iterator[Entrance]:
    settings = read_settings(folder)
    with closing(open_store(settings.database)) as store:
        yield operators_entrance(settings, store)


def person(*arguments: str) -> Any:
    return json.loads(output("house", "person", *arguments, "--format", "json"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    made = tmp_path_factory.mktemp("people") / "casino"
    output("house", "init", str(made), "--name", "Casino North")
    return str(made)


def test_people_are_enrolled_listed_and_closed(folder: str) -> None:
    made = person("enrol", folder, "Ann", "--address", "https://casino.example", "--hours", "2")
    address, _, secret = made["link"].partition("#")
    assert (made["person"], address) == ("Ann", "https://casino.example/enrol")
    assert person("list", folder)["people"] == [
        {"name": "Ann", "has_password": False, "has_second_factor": False, "closed": False, "sessions": 0, "tokens": []}
    ]
    with entrance_of(Path(folder)) as entrance:
        assert entrance.spend_link(Whisper(secret), GOOD) == "Ann"
        entrance.enter("ann", GOOD)
    assert person("list", folder)["people"][0]["sessions"] == 1
    assert person("log-out", folder, "ann") == {"person": "ann", "ended": 1}
    token = person("token", folder, "ann", "my script", "--scope", "read", "--scope", "play")
    listed = person("list", folder)["people"][0]
    assert (listed["has_password"], listed["sessions"]) == (True, 0)
    assert [(one["id"], one["name"], one["scopes"]) for one in listed["tokens"]] == [
        (token["id"], "my script", ["play", "read"])
    ]
    with entrance_of(Path(folder)) as entrance:
        seen = entrance.who(Whisper(token["token"]))
        assert seen is not None
        assert (seen.person, seen.kind) == ("Ann", Kind.TOKEN)
    assert person("close", folder, "ann") == {"person": "ann", "closed": True}
    with entrance_of(Path(folder)) as entrance:
        assert entrance.who(Whisper(token["token"])) is None
    assert punto("house", "person", "enrol", folder, "ann").returncode == 1
    assert person("open", folder, "ann") == {"person": "ann", "closed": False}


def test_what_is_done_about_people_is_told_by_the_audit(tmp_path: Path) -> None:
    made = str(tmp_path / "casino")
    output("house", "init", made)
    secret = person("enrol", made, "Ann")["link"].partition("#")[2]
    with entrance_of(Path(made)) as entrance:
        entrance.spend_link(Whisper(secret), GOOD)
        entrance.enter("ann", GOOD)
    program = person("token", made, "ANN", "script", "--scope", "read")
    screen = person("device", made, " by the door", "--table", "1")
    for held in (program, screen):
        person("take-back", made, held["id"])
    for what in ("log-out", "log-out", "close", "open"):
        person(what, made, "ANN")
    told = "".join(output("audit", "log", made, "--event", event) for event in ("access_changed", "logged_out"))
    sentences = [line.split(": ", 1)[1] for line in told.splitlines()]
    assert sentences == [
        "house makes a link by which Ann comes in [house]",
        "house makes a token by which a program comes in as Ann [house]",
        "house makes a token by which a screen comes in: by the door [house]",
        "house takes back a token of Ann [house]",
        "house takes back a token of by the door [house]",
        "house closes the account of Ann: nobody enters by it [house]",
        "house opens the account of Ann again [house]",
        "Ann is logged out (browser, revoked) [house]",
    ]
    assert not any(one in told for one in (secret, program["token"], screen["token"]))
    assert "Nothing is wrong." in output("audit", "verify", made)


def test_a_screen_gets_a_token_that_is_taken_back(folder: str) -> None:
    made = person("device", folder, "wall", "--table", "1", "--table", "2")
    assert [(one["name"], one["tables"]) for one in person("list", folder)["devices"]] == [("wall", ["1", "2"])]
    assert f"{made['id']}: wall shows 1, 2, until 20" in output("house", "person", "list", folder)
    assert person("take-back", folder, made["id"]) == {"id": made["id"], "taken_back": True}
    assert person("list", folder)["devices"] == []
    again = punto("house", "person", "take-back", folder, made["id"])
    assert (again.returncode, "there is no token" in again.stderr) == (1, True)


def test_it_is_told_to_people(folder: str) -> None:
    lines = output("house", "person", "enrol", folder, "Sue").splitlines()
    assert lines[0].startswith("http://localhost:8417/enrol#pbl_")
    assert lines[1].startswith("For Sue alone, once, until 20")
    text = output("house", "person", "list", folder)
    assert "invited" in text
    assert "pbl_" not in text
    token = output("house", "person", "token", folder, "Sue", "script", "--scope", "work").splitlines()
    assert token[0].startswith("pbt_")
    assert "is not shown again" in token[1]
    screen = output("house", "person", "device", folder, "wall", "--table", "1").splitlines()
    assert screen[0].startswith("pbd_")
    assert screen[2].endswith(f": /screen#{screen[0]}")
    assert "is closed" in output("house", "person", "close", folder, "Sue")


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("names nobody", ("enrol", "FOLDER", "cage/ann")),
        ("cannot be printed", ("enrol", "FOLDER", "a\nb")),
        ("--hours", ("enrol", "FOLDER", "x", "--hours", "0")),
        ("did you mean play?", ("token", "FOLDER", "ann", "script", "--scope", "plays")),
        ("names nobody", ("device", "FOLDER", "", "--table", "1")),
        ("is no house", ("list", "elsewhere")),
    ],
)
def test_what_cannot_be_read(folder: str, said: str, arguments: tuple[str, ...]) -> None:
    fails(2, said, "house", "person", *(folder if one == "FOLDER" else one for one in arguments))


def test_nobody_by_that_name(folder: str) -> None:
    fails(1, "nobody is enrolled as nobody", "house", "person", "close", folder, "nobody")
