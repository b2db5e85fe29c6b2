"""What is good once is good once, also for two processes at the same moment."""

import subprocess
import sys
import threading
from time import time

import pytest

from puntobanco.app.auth import LinkKind
from puntobanco.app.auth.second_factor import RECOVERY_BYTES, FactorSecret, recovery_hash, sealed, step_at
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.app.house.key_file import KeyFile
from puntobanco.store import Account, KeptLink
from tests.entrance.door import GOOD, NOON, OTHER, Door, refusal
from tests.store.houses import PostgresHouse

EACH = 60
CONTENDERS = 2
TRIES = 50
"""On a busy machine the two may never meet; then nothing can be taken twice. The first time that they do ends it."""


def prepared(door: Door, first: int) -> list[str]:
    """Links, codes and recovery codes, each good once."""
    hashed = door.passwords.hashed(GOOD)
    wanted, step = list[str](), step_at(NOON)
    for number in range(first, first + EACH):
        name, secret = f"p{number}", FactorSecret(number.to_bytes(20, "big"))
        code = Whisper(f"{number:0{2 * RECOVERY_BYTES}x}")
        account, factor = Account(name, name, hashed, 1), sealed(door.keys, name, secret)
        door.store.people.restore([account], [factor], [(name, recovery_hash(name, code))])
        token, session = door.entrance._sessions.new(name, "", proved=False)
        guest = door.entrance.enroll(f"guest{number}", kind=LinkKind.ENTER)
        assert door.store.people.spend_to_enter(_another_link(door, name), session)
        kinds = (f"enter {name} {secret.code(step)}", f"again {token.text()} {secret.code(step)}")
        wanted += [f"link {guest.secret.text()}", kinds[number % 2], f"enter {name} {code.text()}"]
    return wanted


def _another_link(door: Door, name: str) -> KeptLink:
    link = door.entrance.enroll(name, kind=LinkKind.ENTER)
    found = door.store.people.link(link.secret.digest())
    assert found is not None
    return found


def taken(door: Door, wanted: list[str], planted: str = "sound") -> int:
    """How often something was taken, by all contenders."""
    command = [sys.executable, "-m", "tests.entrance.contender", str(door.house.place), str(door.keys.path), planted]
    contenders = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(CONTENDERS)
    ]
    for one in contenders:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    said = "\n".join([str(time() + 0.3), *wanted])
    threads = [threading.Thread(target=_tell, args=(one, said)) for one in contenders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(map(_told, contenders))


def _tell(one: subprocess.Popen[str], said: str) -> None:
    assert one.stdin is not None
    one.stdin.write(said)
    one.stdin.close()


def _told(one: subprocess.Popen[str]) -> int:
    with one:
        assert one.stdout is not None
        said = one.stdout.read()
    assert one.returncode == 0
    return int(said)


@pytest.fixture
def shared_door(postgres_house: PostgresHouse, keys: KeyFile) -> Door:
    return Door(postgres_house, keys)


def test_two_processes_spend_everything_once(shared_door: Door) -> None:
    wanted = prepared(shared_door, 1)
    assert len(wanted) == 3 * EACH
    assert taken(shared_door, wanted) == 3 * EACH
    shared_door.close()


def test_looking_first_and_spending_then_is_found(shared_door: Door) -> None:
    tries = (taken(shared_door, prepared(shared_door, 1 + n * EACH), "planted") > 3 * EACH for n in range(TRIES))
    assert any(tries)
    shared_door.close()


def test_threads_of_one_process_spend_everything_once(door: Door) -> None:
    door.time.now = NOON
    links = [door.entrance.enroll(f"guest{n}", kind=LinkKind.ENTER).secret for n in range(20)]
    got, gate = list[str](), threading.Barrier(4)

    def spend() -> None:
        for link in links:
            gate.wait()
            got.append(refusal(lambda: door.entrance.enter_by_link(link)))  # noqa: B023

    crowd = [threading.Thread(target=spend) for _ in range(4)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    assert sorted(got) == [""] * 20 + ["link_spent"] * 60


def test_whoever_enters_while_the_password_changes_is_out(shared_door: Door) -> None:
    """The old password was proved, and another one set before the session was written."""
    door = shared_door
    door.enrolled("ann")
    account = door.store.people.account("ann")
    assert account is not None
    _, session = door.entrance._sessions.new("ann", "", proved=False)
    assert door.store.people.change_password("ann", account.password, door.passwords.hashed(OTHER), 2)
    assert not door.store.people.enter(session, account.password, None)
    assert door.store.visits.sessions_of("ann") == []
    door.close()


def test_whoever_enters_during_log_out_everywhere_waits_for_it(shared_door: Door) -> None:
    """Both hold the account: no session slips through between what is looked at and what is ended."""
    door, other = shared_door, Door(shared_door.house, shared_door.keys)
    door.enrolled("ann")
    entered: list[str] = []
    with door.store._transaction() as connection:  # type: ignore[attr-defined]  # every store of the tests has it
        connection.execute("SELECT key FROM people WHERE key = 'ann' FOR UPDATE")
        entering = threading.Thread(target=lambda: entered.append(other.into("ann").visitor.id))
        entering.start()
        entering.join(0.5)
        assert entered == []
        connection.execute("DELETE FROM sessions WHERE person = 'ann'")
    entering.join()
    assert [one.id for one in door.store.visits.sessions_of("ann")] == entered
    door.close()
    other.close()
