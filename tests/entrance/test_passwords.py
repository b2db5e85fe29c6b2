"""Which passwords are taken, how they are hashed, and who waits for whom."""

import threading
import time

import pytest

from puntobanco.app.auth import Whisper, passwords
from puntobanco.app.auth.passwords import Passwords, require_fit
from puntobanco.errors import Failure
from tests.entrance.door import GOOD, OTHER, Door, refusal

COMMON = (
    "password1234",
    "qwertyuiop12",
    "123456789012",
    "098765432109",
    "baccaratbaccarat",
    "baccarat2024",
    "P@ssw0rd2024!!",
    "Passwort123456",
    "iloveyou12345",
    "aaaaaaaaaaaa",
    "abababababab",
    "abcdefghijkl",
    "zyxwvutsrqpo",
    "1q2w3e4r5t6y",
    "qweasdzxc123",
    "asdfghjklasdfghjkl",
    "Summer2024!!!",
    "letmeinletmein",
    "casinobanker1",
    "Ann Anderson",
    "annanderson99",
    "anderson4815162342",
    "nosrednaann123",
    "ANDERSON-ANN-1990",
    "Casino North 1",
    "northcasino2025",
    "дддддддддддд",
)
FINE = (
    "seven teapots sing at dusk",
    "xkf9w2mqp0vz",
    "correct horse battery staple",
    "dreizehn grüne Teekannen",
    "雨の夜に七つの急須が歌う",
)


def of_ann(password: str) -> str:
    return refusal(lambda: require_fit(Whisper(password), "Ann Anderson", "Casino North"))


@pytest.mark.parametrize("password", COMMON)
def test_what_everybody_tries_first_is_refused(password: str) -> None:
    assert of_ann(password) == "password_common"


@pytest.mark.parametrize("password", FINE)
def test_what_nobody_would_try_is_taken(password: str) -> None:
    assert of_ann(password) == ""


def test_the_name_of_another_is_no_common_word() -> None:
    assert refusal(lambda: require_fit(Whisper("anderson48x1q"), "Bob", "South")) == ""


@pytest.mark.parametrize(("size", "code"), [(11, "password_short"), (12, ""), (1000, ""), (1001, "password_long")])
def test_a_password_has_from_12_to_1000_characters(size: int, code: str) -> None:
    letters = "kdjv9wlq3mzt" + "qzjxkvbwpfyg" * 100
    assert of_ann(letters[:size]) == code


def test_it_is_argon2id_with_19_mebibytes() -> None:
    real = Passwords()
    hashed = real.hashed(GOOD)
    assert hashed.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert real.nobodys.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert real.is_right(hashed, GOOD)
    assert not real.is_right(hashed, OTHER)
    assert not real.is_right("", GOOD)
    assert not real.is_right("damaged", GOOD)
    assert real.hashed(GOOD) != hashed


def test_every_keyboard_spells_it_alike(door: Door) -> None:
    door.enrolled("ann", Whisper("grüne Teekannen singen"))
    assert door.into("ann", Whisper("grüne Teekannen singen")).visitor.person == "ann"


def test_a_hash_of_other_parameters_is_made_anew(door: Door) -> None:
    door.enrolled("ann")
    before = door.store.people.account("ann")
    assert before is not None
    door.store.people.rehash("ann", before.password, Passwords(memory_kib=16, passes=1).hashed(GOOD))
    door.into("ann")
    after = door.store.people.account("ann")
    assert after is not None
    assert "m=8,t=1" in after.password
    assert door.into("ann").visitor.person == "ann"


def test_two_hash_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap, inside, most, lock = Passwords(memory_kib=8, passes=1), [0], [0], threading.Lock()
    hashed, two = cheap.hashed(GOOD), threading.Event()

    class Slow:
        def verify(self, *_: object) -> bool:
            with lock:
                inside[0] += 1
                most[0] = max(most[0], inside[0])
            if most[0] == 2:
                two.set()
            two.wait(60)
            time.sleep(0.02)  # whoever else may come in does
            with lock:
                inside[0] -= 1
            return True

    monkeypatch.setattr(cheap, "_hasher", Slow())
    crowd = [threading.Thread(target=cheap.is_right, args=(hashed, GOOD)) for _ in range(12)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    assert most[0] == 2


def test_whoever_waits_too_long_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "SECONDS_TO_WAIT", 0.01)
    with passwords._Turn(), passwords._Turn(), pytest.raises(Failure, match="try again"):
        Passwords(memory_kib=8, passes=1).hashed(GOOD)


def test_a_whisper_is_never_shown() -> None:
    assert "teapots" not in f"{GOOD} {GOOD!r} {[GOOD]}"
    with pytest.raises(TypeError):
        __import__("pickle").dumps(GOOD)
    assert Whisper("\ud800").encoded() == b"\xed\xa0\x80"
