"""The laws of the entrance, on both databases; with a mistake planted, the law that is about it fails."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from puntobanco.app.auth import second_factor
from puntobanco.app.auth.authenticator import Entrance, _not_entered, _wrong_code
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.app.auth.sessions import Limits, Sessions
from puntobanco.app.auth.throttle import Slowing
from puntobanco.app.auth.tokens import Tokens
from puntobanco.store import login_tables
from puntobanco.store.login_tables import PeopleTables
from puntobanco.store.session_tables import VisitTables
from tests.entrance.door import CheapPasswords, Door, kept_token
from tests.entrance.laws import LAWS

Plant: TypeAlias = Callable[[pytest.MonkeyPatch], None]


@pytest.mark.parametrize("law", LAWS)
def test_it_holds(law: str, door: Door) -> None:
    LAWS[law](door)


# Planted


def spends_no_step(patch: pytest.MonkeyPatch) -> None:
    step_of = second_factor.step_of
    patch.setattr(login_tables, "_spend", lambda *_: True)
    patch.setattr(second_factor, "step_of", lambda secret, code, now, _: step_of(secret, code, now, -1))


def spends_no_recovery_code(patch: pytest.MonkeyPatch) -> None:
    spend = login_tables._spend

    def spent(connection: Any, key: str, proof: Any) -> bool:
        if not hasattr(proof, "hash"):
            return spend(connection, key, proof)
        sql = "SELECT 1 FROM recovery_codes WHERE person = ? AND hash = ?"
        return bool(connection.execute(sql, (key, proof.hash)).fetchall())

    patch.setattr(login_tables, "_spend", spent)


def looks_at_links_only(patch: pytest.MonkeyPatch) -> None:
    set_password = PeopleTables._set_password

    def set_it(self: PeopleTables, connection: Any, key: str, password: str, now: int) -> None:
        kept = connection.execute("SELECT hash, person, kind, made, ends FROM links").fetchall()
        set_password(self, connection, key, password, now)
        connection.executemany("INSERT INTO links VALUES (?, ?, ?, ?, ?)", kept)

    def spent(*_: Any) -> bool:
        return True

    patch.setattr(PeopleTables, "_set_password", set_it)
    patch.setattr(PeopleTables, "_spent", spent)


def stores_tokens_in_plain(patch: pytest.MonkeyPatch) -> None:
    """As long as a hash is: the database itself refuses any other length."""
    patch.setattr(Whisper, "digest", lambda self, *_: self.encoded()[4:36].ljust(32))


def stores_factors_in_plain(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("puntobanco.app.house.key_file.KeyFile.seal_for", lambda _, __, secret: ("0" * 16, secret.raw()))
    patch.setattr("puntobanco.app.house.key_file.KeyFile.open_for", lambda _, __, ___, sealed, made: made(sealed))


def stores_passwords_in_plain(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("tests.entrance.door.CheapPasswords.hashed", lambda _, password: password.text())
    patch.setattr("tests.entrance.door.CheapPasswords.is_right", lambda _, kept, said: kept == said.text())
    patch.setattr("tests.entrance.door.CheapPasswords.is_outdated", lambda *_: False)


def _with_early_answer(patch: pytest.MonkeyPatch, is_early: Callable[[Any], bool]) -> None:
    enter = Entrance.enter

    def entered(self: Entrance, name: str, *rest: Any, **more: Any) -> Any:
        from puntobanco.app.auth.person_names import key_of

        if is_early(self._store.people.account(key_of(name))):
            raise _not_entered()
        return enter(self, name, *rest, **more)

    patch.setattr(Entrance, "enter", entered)


def answers_the_unknown_early(patch: pytest.MonkeyPatch) -> None:
    _with_early_answer(patch, lambda account: account is None)


def answers_the_closed_early(patch: pytest.MonkeyPatch) -> None:
    _with_early_answer(patch, lambda account: account is not None and account.closed)


def answers_the_unknown_cheaply(patch: pytest.MonkeyPatch) -> None:
    """With a hash that costs less."""
    from argon2 import PasswordHasher

    cheaper = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1).hash("x")
    patch.setattr("tests.entrance.door.CheapPasswords.nobodys", cheaper)


def tells_a_wrong_code(patch: pytest.MonkeyPatch) -> None:
    proof_of = Entrance._proof

    def proof(self: Entrance, factor: Any, code: Whisper) -> Any:
        found = proof_of(self, factor, code)
        if found is None:
            raise _wrong_code()
        return found

    patch.setattr(Entrance, "_proof", proof)


def sessions_last(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Limits, "hold", lambda *_: True)


def sessions_last_while_active(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Limits, "hold", lambda self, _, seen, now: now - seen < self.idle)


def staff_is_treated_like_patrons(patch: pytest.MonkeyPatch) -> None:
    from puntobanco.app.auth import sessions

    patch.setattr(sessions, "STAFF", sessions.PATRON)


def an_instant_too_long(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Limits, "hold", lambda self, began, seen, now: now - seen <= self.idle and now - began <= self.whole)


def the_future_is_no_matter(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Limits, "hold", lambda self, began, seen, now: now - seen < self.idle and now - began < self.whole)


def streams_are_activity(patch: pytest.MonkeyPatch) -> None:
    who = Sessions.who
    patch.setattr(Sessions, "who", lambda self, token, active: who(self, token, active=True))  # noqa: ARG005


def leaves_one(patch: pytest.MonkeyPatch) -> None:
    end_all = VisitTables.end_all

    def all_but_one(self: VisitTables, key: str) -> int:
        return end_all(self, key, self.sessions_of(key)[-1].id) + 1

    patch.setattr(VisitTables, "end_all", all_but_one)


def keeps_sessions_of_the_old_password(patch: pytest.MonkeyPatch) -> None:
    def set_password(_: Any, connection: Any, key: str, password: str, now: int) -> None:
        connection.execute("UPDATE people SET password = ?, changed = ? WHERE key = ?", (password, now, key))

    patch.setattr(PeopleTables, "_set_password", set_password)


def closes_for_the_next_time_only(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("puntobanco.store.session_tables._OPEN", "1 = 1")

    def close(self: PeopleTables, key: str, *, closed: bool) -> bool:
        with self._writing() as connection:
            connection.execute("UPDATE people SET closed = ? WHERE key = ?", (int(closed), key))
            return True

    patch.setattr(PeopleTables, "close_account", close)


def nobody_waits(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Slowing, "_wait", lambda *_: 0.0)


def the_right_password_makes_good(patch: pytest.MonkeyPatch) -> None:
    """Whoever knows it may guess codes without end."""
    check = CheapPasswords.is_right

    def checked(self: CheapPasswords, hashed: str, password: Whisper) -> bool:
        found = check(self, hashed, password)
        if found:
            KEPT[-1]._kept.clear()
        return found

    made = Slowing.__init__

    def make(self: Slowing, *arguments: Any) -> None:
        made(self, *arguments)
        KEPT.append(self)

    patch.setattr(Slowing, "__init__", make)
    patch.setattr(CheapPasswords, "is_right", checked)


KEPT: list[Slowing] = []


def devices_play(patch: pytest.MonkeyPatch) -> None:
    new = Tokens._new

    def made(self: Tokens, kind: Any, key: str, name: str, **more: Any) -> Any:
        return new(self, kind, key, name, **{**more, "scopes": ["play", "read"]})

    patch.setattr(Tokens, "_new", made)


def devices_stay(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(VisitTables, "take_back", lambda self, token, *_: kept_token(self, token))


PLANTS: list[tuple[str, Plant]] = [
    ("a_code_is_taken_once", spends_no_step),
    ("a_code_is_taken_once", spends_no_recovery_code),
    ("a_link_is_spent_once", looks_at_links_only),
    ("nothing_is_stored_in_plain", stores_tokens_in_plain),
    ("nothing_is_stored_in_plain", stores_factors_in_plain),
    ("nothing_is_stored_in_plain", stores_passwords_in_plain),
    ("nobody_learns_who_exists", answers_the_unknown_early),
    ("nobody_learns_who_exists", answers_the_closed_early),
    ("nobody_learns_who_exists", answers_the_unknown_cheaply),
    ("nobody_learns_who_exists", tells_a_wrong_code),
    ("a_session_ends_in_time", sessions_last),
    ("a_session_ends_in_time", sessions_last_while_active),
    ("a_session_ends_in_time", staff_is_treated_like_patrons),
    ("a_session_ends_in_time", an_instant_too_long),
    ("an_open_stream_is_no_activity", streams_are_activity),
    ("logging_out_everywhere_leaves_none", leaves_one),
    ("a_new_password_ends_what_was_open", keeps_sessions_of_the_old_password),
    ("a_closed_account_opens_nothing", closes_for_the_next_time_only),
    ("a_clock_that_jumps_back_lets_nobody_in", the_future_is_no_matter),
    ("a_guesser_waits", nobody_waits),
    ("a_guesser_waits", the_right_password_makes_good),
    ("a_device_only_looks", devices_play),
    ("a_device_only_looks", devices_stay),
]


@pytest.mark.parametrize(("law", "plant"), PLANTS, ids=lambda one: one if isinstance(one, str) else one.__name__)
def test_a_planted_mistake_is_found(law: str, plant: Plant, sqlite_door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    sqlite_door.start_again()
    with pytest.raises(AssertionError):
        LAWS[law](sqlite_door)
