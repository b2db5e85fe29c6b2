"""What people tell the door, and what it gives them, stands nowhere else: not in the database, its copies, logs, errors
or bundles. A leak that is planted in any of these places is found."""

import logging
import sqlite3
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from puntobanco.app.auth import Entrance, Scope, Whisper, passwords
from puntobanco.app.auth.authenticator import _LOG
from puntobanco.app.auth.second_factor import step_at
from puntobanco.app.house.backup import backup_house
from puntobanco.app.house.bundle_export import export
from puntobanco.app.house.house_folder import init_house, open_house, read_settings
from puntobanco.app.house.key_file import KeyFile
from puntobanco.app.house.read_only_house import looking
from puntobanco.app.report_worker.describe_records import events_of
from puntobanco.audit.bundle_scope import OfHouse
from puntobanco.cli.house_output import told
from puntobanco.store import StoreFull, open_store
from puntobanco.store.login_tables import PeopleTables
from tests.app.leaks import of_bytes
from tests.entrance.door import NOON, CheapPasswords
from tests.house.test_leaks import Overheard, overheard

SAID = {
    "password": "seven teapots sing at dusk",
    "new password": "an umbrella for the walrus",
    "wrong password": "no teapot sings after dusk",
    "password that is refused": "password1234",
}
PASSWORDS = {what: Whisper(text) for what, text in SAID.items()}


class Watched:
    """A house where people come and go, and everything that anybody could read of it."""

    def __init__(self, folder: Path, heard: Overheard) -> None:
        init_house(folder, name="house")
        open_house(folder).close()
        self.folder, self.heard, self.now = folder, heard, NOON
        settings = read_settings(folder)
        self.store = open_store(settings.database)
        self.entrance = Entrance(
            self.store,
            keys=KeyFile.read(settings.keys, settings.name),
            house=settings.name,
            is_staff=lambda person: person == "sue",
            clock=lambda: self.now,
            passwords=CheapPasswords(),
        )
        self.errors: list[str] = []
        self.answers: list[str] = []
        self.secrets: dict[str, bytes] = {what: one.encoded() for what, one in PASSWORDS.items()}

    def close(self) -> None:
        self.store.close()

    def hide(self, what: str, secret: Whisper) -> Whisper:
        self.secrets[what] = secret.encoded()
        self.secrets[f"{what} without its beginning"] = secret.encoded()[4:]
        return secret

    def evening(self) -> None:
        """All that people do at the door."""
        entrance = self.entrance
        link = self.answered(entrance.enroll("sue"))
        self.fails(lambda: entrance.spend_link(link.secret, PASSWORDS["password that is refused"]))
        entrance.spend_link(self.hide("link", link.secret), PASSWORDS["password"])
        self.hide("open link", self.answered(entrance.enroll("bob")).secret)
        entered = self.answered(entrance.enter("sue", PASSWORDS["password"]))
        self.hide("ended session", entered.token)
        proposed = self.answered(entrance.propose_factor(entered.visitor, PASSWORDS["password"]))
        self.secrets["second factor"] = proposed.secret.raw()
        codes = self.answered(entrance.confirm_factor(entered.token, Whisper(proposed.secret.code(step_at(self.now)))))
        for number, code in enumerate(codes):
            self.hide(f"recovery code {number}", code)
            self.hide(f"recovery code {number} without hyphens", Whisper(code.text().replace("-", "")))
        entrance.change_password(entered.visitor, PASSWORDS["password"], PASSWORDS["new password"])
        self.now += 60_000_000
        code = Whisper(proposed.secret.code(step_at(self.now)))
        self.again = self.answered(entrance.enter("sue", PASSWORDS["new password"], code))
        self.hide("session", self.again.token)
        self.hide("token", self.answered(entrance.new_token("sue", "script", [Scope.READ])).secret)
        self.hide("device", self.answered(entrance.new_device("wall", ["1"])).secret)
        self.answers.append(repr(entrance.sessions_of(self.again.visitor)))

    def answered(self, answer: Any) -> Any:
        self.answers.append(repr(answer))
        return answer

    def mishaps(self, patch: pytest.MonkeyPatch) -> None:
        """Wrong passwords, a database without room, a crowd, a key that is missing."""
        entrance, token = self.entrance, self.again.token
        good, bad = PASSWORDS["new password"], PASSWORDS["wrong password"]
        self.fails(lambda: entrance.enter("sue", bad))
        self.fails(lambda: entrance.enter("nobody", bad))
        self.fails(lambda: entrance.give_code(token, Whisper("000000")))
        self.fails(lambda: entrance.change_password(self.again.visitor, bad, good))
        with patch.context() as full:
            full.setattr(PeopleTables, "_held", _full)
            self.fails(lambda: entrance.enter("sue", good, Whisper("123456")))
            self.fails(lambda: entrance.change_password(self.again.visitor, good, bad))
            self.fails(lambda: entrance.propose_factor(self.again.visitor, good))
        with patch.context() as waiting:
            waiting.setattr(passwords, "SECONDS_TO_WAIT", 0.0)
            with passwords._Turn(), passwords._Turn():
                self.fails(lambda: entrance.enter("sue", good))
        with patch.context() as moved:
            moved.setattr(entrance, "_keys", KeyFile.create(self.folder / "other.keys", "house"))
            self.fails(lambda: entrance.give_code(token, Whisper("123456")))

    def fails(self, wrong: Callable[[], object]) -> None:
        try:
            wrong()
        except Exception as error:  # noqa: BLE001 - whatever it is, it tells nothing
            _LOG.warning("it failed", exc_info=error)
            way = error.__traceback__ and error.__traceback__.tb_next and error.__traceback__.tb_next.tb_next
            found = traceback.TracebackException(type(error), error, way, capture_locals=True)
            self.errors.append("".join(found.format()))
        else:
            raise AssertionError("it did not fail")

    def places(self, beside: Path) -> dict[str, bytes]:
        copy, bundle = beside / "copy", beside / "bundle"
        backup_house(self.folder, copy)
        export(self.folder, bundle, OfHouse())
        with looking(self.folder) as seen:
            log = [str((list(told(record)), events_of(record))) for _, record in seen.log()]
        file = self.folder / "house.sqlite"
        found = {
            "backup": copy.read_bytes(),
            "bundle": bundle.read_bytes(),
            "printed": "\n".join(log).encode(),
            "errors": "\n".join(self.errors).encode(),
            "answers": "\n".join(self.answers).encode(),
            "log": "\n".join(self.heard.said).encode(),
            "database": file.read_bytes(),
            "wal": file.with_name("house.sqlite-wal").read_bytes(),
        }
        copy.unlink()
        bundle.unlink()
        return found

    def leaks(self, beside: Path) -> dict[str, set[str]]:
        """What stands where."""
        found = {place: set(_found(content, self.secrets)) for place, content in self.places(beside).items()}
        return {place: what for place, what in found.items() if what}


def _found(content: bytes, secrets: dict[str, bytes]) -> Iterator[str]:
    for what, secret in secrets.items():
        if any(form in content for _, form in of_bytes(secret)):
            yield what


def _full(*_: object) -> None:
    raise StoreFull("no room is left")


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Watched]:
    with overheard() as heard, closing(Watched(tmp_path / "house", heard)) as found:
        found.evening()
        yield found


def test_nothing_that_was_whispered_stands_anywhere(
    at: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.mishaps(monkeypatch)
    assert at.leaks(tmp_path) == {}
    places = at.places(tmp_path)
    assert all(places.values()), [place for place, content in places.items() if not content]
    assert b"no room is left" in places["errors"]
    assert b"it failed" in places["log"]
    assert b"start_house" in places["bundle"]


def test_a_backup_lets_people_in_and_holds_nothing_that_they_hold(at: Watched, tmp_path: Path) -> None:
    visits = at.store.visits
    held = [*(one.hash for one in visits.sessions_of("sue")), *(one.hash for one in visits.tokens())]
    assert len(held) == 3
    backup_house(at.folder, tmp_path / "copy")
    content = (tmp_path / "copy").read_bytes()
    assert [one for one in held if one in content] == []
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        counts = {table: copy.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES}
    assert counts == {"people": 2, "factors": 1, "recovery_codes": 10, "links": 0, "sessions": 0, "tokens": 0}


TABLES = ("people", "factors", "recovery_codes", "links", "sessions", "tokens")


# Planted

Plant: TypeAlias = Callable[[Watched, pytest.MonkeyPatch], None]


def in_log(at: Watched, _: pytest.MonkeyPatch) -> None:
    logging.getLogger("anywhere").debug("entered with %s", at.again.token.text())


def in_answers(at: Watched, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Whisper, "__repr__", lambda self: self.text())
    at.answered(at.again)


def in_errors(at: Watched, patch: pytest.MonkeyPatch) -> None:
    """A password as an ordinary text."""
    enter = Entrance.enter

    def entered(self: Entrance, name: str, password: Whisper, code: Whisper | None = None, **more: Any) -> Any:
        plain = password.text()
        return enter(self, name, Whisper(plain), code, **more)

    patch.setattr(Entrance, "enter", entered)
    at.mishaps(patch)


def in_wal(at: Watched, patch: pytest.MonkeyPatch) -> None:
    """A second factor that is stored without a key."""
    patch.setattr("puntobanco.app.house.key_file.KeyFile.seal_for", lambda _, __, secret: ("0" * 16, secret.raw()))
    proposed = at.entrance.propose_factor(at.again.visitor, PASSWORDS["new password"])
    at.secrets["another factor"] = proposed.secret.raw()


def in_database(at: Watched, patch: pytest.MonkeyPatch) -> None:
    in_wal(at, patch)
    with closing(sqlite3.connect(at.folder / "house.sqlite")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def in_address(at: Watched, _: pytest.MonkeyPatch) -> None:
    """Whatever is written beside a session."""
    with at.store._transaction() as connection:  # type: ignore[attr-defined]  # every store of the tests has it
        connection.execute("UPDATE people SET name = ?", (at.again.token.text(),))


def in_records(at: Watched, _: pytest.MonkeyPatch) -> None:
    """A log-in whose record names its token."""
    from puntobanco.app.randomness import command_id
    from puntobanco.house.commands import StartHouse
    from tests.app.house.helpers import OPERATOR

    at.store.close()
    with closing(open_house(at.folder)) as house:
        said = StartHouse(actor=OPERATOR, name="house", version=at.again.token.text(), digest="0" * 64)
        house.handle("house", said, command_id())
    at.store = open_store(read_settings(at.folder).database)
    at.store.keep_snapshot("x", 1, "x", b"x")


PLANTS = [
    ("log", in_log),
    ("answers", in_answers),
    ("errors", in_errors),
    ("wal", in_wal),
    ("backup", in_wal),
    ("database", in_database),
    ("backup", in_address),
    ("bundle", in_records),
    ("printed", in_records),
]


@pytest.mark.parametrize(("place", "plant"), PLANTS)
def test_a_planted_leak_is_found(
    place: str, plant: Plant, at: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert at.leaks(tmp_path) == {}
    plant(at, monkeypatch)
    assert place in at.leaks(tmp_path)
    monkeypatch.undo()
