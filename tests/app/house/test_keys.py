"""The keys of a house: a file for its owner alone, secrets that open for their shoe only, errors that tell nothing."""

import os
import pickle
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import puntobanco
from puntobanco.app.house.key_file import NONCE_BYTES, KeyFile, new_key
from puntobanco.app.house.private_files import KeyFault
from puntobanco.app.house.process_hardening import dumps_core
from puntobanco.fair_shoes.house_secret import ShoeSecret
from puntobanco.fair_shoes.stream_type import rebuild
from tests.app.fair_evening import FairEvening
from tests.app.leaks import Unknown, leaks
from tests.app.test_hidden import with_locals
from tests.app.test_rebuild import BEGIN

HOUSE, STREAM, SHOE = "house 7", "shoes/1", 12
RAW = Random(1).randbytes(32)
SECRET = ShoeSecret(RAW)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.keys"


@pytest.fixture
def keys(path: Path) -> KeyFile:
    return KeyFile.create(path, HOUSE)


def bits(path: Path) -> dict[str, bytes]:
    """The keys as they stand in the file, by name."""
    return {name: bytes.fromhex(key) for name, key in map(str.split, path.read_text().splitlines()[1:])}


def test_what_is_sealed_is_opened_by_the_file_that_is_read_again(path: Path, keys: KeyFile) -> None:
    key, sealed = keys.seal(SECRET, STREAM, SHOE)
    assert key == keys.ids[-1]
    again = KeyFile.read(path, HOUSE)
    assert again.ids == keys.ids
    assert again.open(key, sealed, STREAM, SHOE) == SECRET


def test_every_seal_has_a_nonce_of_its_own(keys: KeyFile) -> None:
    sealed = [keys.seal(SECRET, STREAM, SHOE)[1] for _ in range(1000)]
    assert len({one[:NONCE_BYTES] for one in sealed}) == len({one[NONCE_BYTES:] for one in sealed}) == 1000
    assert {len(one) for one in sealed} == {NONCE_BYTES + 32 + 16}


def test_it_is_the_usual_cipher_over_what_the_documentation_says(path: Path, keys: KeyFile) -> None:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    key, sealed = keys.seal(SECRET, STREAM, SHOE)
    parts = (b"puntobanco.house.secret.1", b"house 7", b"shoes/1", b"12", key.encode())
    bound = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    assert AESGCM(bits(path)[key]).decrypt(sealed[:12], sealed[12:], bound) == RAW


def flipped(place: int) -> Callable[[bytes], bytes]:
    return lambda sealed: sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1 :]


@pytest.mark.parametrize(
    ("house", "stream", "shoe", "damage"),
    [
        ("house 8", STREAM, SHOE, bytes),
        (HOUSE, "shoes/2", SHOE, bytes),
        (HOUSE, "shoes/", 112, bytes),
        (HOUSE, STREAM, 13, bytes),
        (HOUSE, STREAM, SHOE, flipped(0)),
        (HOUSE, STREAM, SHOE, flipped(NONCE_BYTES)),
        (HOUSE, STREAM, SHOE, flipped(-1)),
        (HOUSE, STREAM, SHOE, lambda sealed: sealed[:-1]),
        (HOUSE, STREAM, SHOE, lambda sealed: sealed[:NONCE_BYTES]),
        (HOUSE, STREAM, SHOE, lambda _: b""),
    ],
)
def test_a_secret_opens_for_its_shoe_only_and_unchanged(
    path: Path, keys: KeyFile, house: str, stream: str, shoe: int, damage: Callable[[bytes], bytes]
) -> None:
    key, sealed = keys.seal(SECRET, STREAM, SHOE)
    elsewhere = KeyFile.read(path, house)
    with pytest.raises(KeyFault, match=f"the secret of shoe {shoe} of {stream} was not sealed for it") as caught:
        elsewhere.open(key, damage(sealed), stream, shoe)
    assert caught.value.__context__ is None
    assert_tells_nothing(caught.value, path)


def test_a_key_that_is_not_there_is_named(path: Path, keys: KeyFile, tmp_path: Path) -> None:
    key, sealed = keys.seal(SECRET, STREAM, SHOE)
    another = KeyFile.create(tmp_path / "another.keys", HOUSE)
    with pytest.raises(KeyFault, match=rf"key {key}, .* is not in .*another.keys: bring a copy") as caught:
        another.open(key, sealed, STREAM, SHOE)
    assert_tells_nothing(caught.value, path)


def test_another_key_under_the_same_name_opens_nothing(path: Path, keys: KeyFile) -> None:
    key, sealed = keys.seal(SECRET, STREAM, SHOE)
    (mine,) = bits(path).values()
    path.write_text(path.read_text().replace(mine.hex(), bytes(32).hex()))
    with pytest.raises(KeyFault, match="was not sealed for it"):
        KeyFile.read(path, HOUSE).open(key, sealed, STREAM, SHOE)


def test_a_house_comes_back_with_its_records_and_its_key_file(path: Path, keys: KeyFile) -> None:
    evening = FairEvening("act-2015", 1).plays(150)
    stored = {shoe: keys.seal(ShoeSecret(secret), "shoes/table", shoe) for shoe, secret in evening.secrets.items()}
    assert len(stored) > 1
    again = KeyFile.read(path, HOUSE)

    def opened(shoe: int) -> ShoeSecret:
        return again.open(*stored[shoe], "shoes/table", shoe)

    assert rebuild(evening.shoe.records, BEGIN, opened) == evening.shoe.shoes
    stored[max(stored)] = stored[1]
    with pytest.raises(KeyFault, match="changed or moved"):
        rebuild(evening.shoe.records, BEGIN, opened)


# Rotation


def test_the_newest_key_seals_and_all_of_them_open(path: Path, keys: KeyFile) -> None:
    old = keys.seal(SECRET, STREAM, SHOE)
    rotated = keys.rotate()
    new = rotated.seal(SECRET, STREAM, SHOE)
    assert rotated.ids == (old[0], new[0])
    assert len(set(bits(path).values())) == 2
    for file in (rotated, KeyFile.read(path, HOUSE)):
        assert file.ids[-1] == new[0]
        for key, sealed in (old, new):
            assert file.open(key, sealed, STREAM, SHOE) == SECRET
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_rotation_that_is_cut_short_leaves_the_old_file(path: Path, keys: KeyFile) -> None:
    before = path.read_bytes()
    path.with_name("house.keys.new").write_text("half")
    with pytest.raises(KeyFault, match=r"house.keys.new is there already"):
        keys.rotate()
    assert path.read_bytes() == before


# The file


def test_a_key_file_is_for_its_owner_alone_whatever_the_usual_mode_is(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        KeyFile.create(tmp_path / "open.keys", HOUSE)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "open.keys").stat().st_mode) == 0o600


def test_a_key_file_is_never_written_over(path: Path, keys: KeyFile) -> None:
    before = path.read_bytes()
    with pytest.raises(KeyFault, match="never written over"):
        KeyFile.create(path, HOUSE)
    assert path.read_bytes() == before
    assert keys.ids


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o610, 0o601, 0o777])
def test_a_file_that_others_may_touch_is_refused_with_what_to_do(path: Path, keys: KeyFile, mode: int) -> None:
    path.chmod(mode)
    with pytest.raises(KeyFault, match=rf"\(mode {mode:04o}\): chmod 600 .*house.keys, and rotate") as caught:
        KeyFile.read(path, HOUSE)
    assert_tells_nothing(caught.value, path)
    path.chmod(0o400)
    assert KeyFile.read(path, HOUSE).ids == keys.ids


def test_a_file_that_is_missing_or_no_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(KeyFault, match=r"nothing.keys is missing"):
        KeyFile.read(tmp_path / "nothing.keys", HOUSE)
    os.mkfifo(tmp_path / "pipe.keys", 0o600)
    with pytest.raises(KeyFault, match="is no file"):
        KeyFile.read(tmp_path / "pipe.keys", HOUSE)


def test_a_file_of_another_user_is_refused(path: Path, keys: KeyFile, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    with pytest.raises(KeyFault, match="belongs to another user"):
        KeyFile.read(path, HOUSE)
    assert keys.ids


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: "",
        lambda text: text.replace("keys.1", "keys.2"),
        lambda text: text[:-2],
        lambda text: text[:-1],
        lambda text: text + "\n",
        lambda text: text.replace(" ", "  "),
        lambda text: text.upper(),
        lambda text: text.splitlines()[0] + "\n",
        lambda text: text + "é",
    ],
)
def test_a_damaged_file_is_none_and_nothing_of_it_is_told(
    path: Path, keys: KeyFile, damage: Callable[[str], str]
) -> None:
    hidden = Unknown(dict(bits(path)), ())
    path.write_text(damage(path.read_text()), encoding="utf-8")
    with pytest.raises(KeyFault, match="is no key file") as caught:
        KeyFile.read(path, HOUSE)
    assert leaks(with_locals(caught.value), hidden) == []
    assert keys.ids


def test_a_full_disk_leaves_no_half_file_and_tells_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = new_key()
    monkeypatch.setattr("puntobanco.app.house.key_file.new_key", lambda: made)
    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OSError, match="No space") as caught:
        KeyFile.create(path, HOUSE)
    assert not path.exists()
    hidden = Unknown({"key": bytes.fromhex(made.line().split()[1])}, ())
    assert leaks(with_locals(caught.value), hidden) == []


def no_space(_: int) -> None:
    raise OSError(28, "No space left on device")


# Nothing is told


def assert_tells_nothing(error: BaseException, path: Path) -> None:
    hidden = Unknown({"secret": RAW, **bits(path)}, ())
    assert leaks(with_locals(error), hidden) == []


def test_neither_text_nor_pickle_has_a_key(path: Path, keys: KeyFile) -> None:
    for value in (keys, new_key(), SECRET):
        assert repr(value) == str(value) == f"<{type(value).__name__}>"
        with pytest.raises(TypeError, match="never leaves the process"):
            pickle.dumps(value)
    assert leaks(repr(keys).encode(), Unknown(dict(bits(path)), ())) == []


def test_a_key_in_an_error_would_be_noticed(path: Path, keys: KeyFile) -> None:
    (planted,) = bits(path).values()
    with pytest.raises(AssertionError, match="as hexadecimal"):
        assert_tells_nothing(ValueError(f"cannot open with {planted.hex()}"), path)
    assert keys.ids


# Core dumps


def test_a_serving_process_leaves_no_core_behind(tmp_path: Path) -> None:
    program = """
import os, resource, signal
from puntobanco.app.house.process_hardening import dumps_core, forbid_core_dumps
soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
forbid_core_dumps()
print(dumps_core(), resource.getrlimit(resource.RLIMIT_CORE), flush=True)
os.kill(os.getpid(), signal.SIGABRT)
"""
    found = {**os.environ, "PYTHONPATH": str(Path(puntobanco.__file__).parents[1])}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=found, timeout=60)
    assert done.stdout == "False (0, 0)\n", done.stderr
    assert done.returncode == -6
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="Linux says whether a process is dumpable")
def test_a_process_that_forbids_nothing_is_noticed() -> None:
    assert dumps_core()
