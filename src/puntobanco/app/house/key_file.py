"""The keys of a house: under them the secrets of open shoes, of draws and of second factors are stored. They lie in a
file outside the database.

Nothing here that can fail holds a key or a secret in a variable, so that no report of an error can show one.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from puntobanco.app.house.private_files import KeyFault, keep_name, read_private, write_private
from puntobanco.fair_shoes.hashing import BYTES, in_parts
from puntobanco.fair_shoes.house_secret import HouseSecret, ShoeSecret
from puntobanco.fair_shoes.unprintable import Hidden
from puntobanco.streams.names import TOURNAMENT

FORMAT = "puntobanco.keys.1"
DOMAIN = b"puntobanco.house.secret.1"
NONCE_BYTES, ID_BYTES = 12, 8
KeyId: TypeAlias = str
T = TypeVar("T")


class Raw(Protocol):
    """A secret that shows itself to its cipher alone."""

    def raw(self) -> bytes: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Purpose:
    """What a secret is for: sealed for one purpose, it opens for no other."""

    domain: bytes
    of: tuple[str, ...]
    said: str
    """In words, for whoever cannot open it."""


class Key(Hidden):
    """256 bits under a name of their own, which tells nothing about them."""

    __slots__ = ("_bits", "id")

    def __init__(self, name: KeyId, bits: bytes) -> None:
        self.id = name
        self._bits = bits

    def line(self) -> str:
        return f"{self.id} {self._bits.hex()}\n"

    def cipher(self) -> AESGCM:
        return AESGCM(self._bits)


def new_key() -> Key:
    return Key(secrets.token_hex(ID_BYTES), secrets.token_bytes(BYTES))


class KeyFile(Hidden):
    """The keys in a file that only its owner may read, the newest last: it seals, and all of them open."""

    __slots__ = ("_house", "_keys", "path")

    def __init__(self, path: Path, house: str, keys: tuple[Key, ...]) -> None:
        self.path, self._house, self._keys = path, house, keys

    @property
    def ids(self) -> tuple[KeyId, ...]:
        """The names of the keys, the newest last."""
        return tuple(key.id for key in self._keys)

    @classmethod
    def create(cls, path: Path, house: str) -> "KeyFile":
        """A new file with one key. `house` is what never changes about it: secrets are bound to it."""
        found = cls(path, house, (new_key(),))
        _write_new(path, found._keys)
        keep_name(path)
        return found

    @classmethod
    def read(cls, path: Path, house: str) -> "KeyFile":
        """The keys of a file that nobody else may read."""
        found = _keys_in(path)
        if not found:
            raise KeyFault(f"{path} is no key file: take the one that was made with the house, or its copy")
        return cls(path, house, found)

    def copy(self, path: Path) -> "KeyFile":
        """The same keys in another file."""
        _write_new(path, self._keys)
        keep_name(path)
        return KeyFile(path, self._house, self._keys)

    def rotate(self) -> "KeyFile":
        """With one more key, which seals from now on; the others stay until nothing is sealed with them."""
        after = KeyFile(self.path, self._house, (*self._keys, new_key()))
        beside = self.path.with_name(f"{self.path.name}.new")
        _write_new(beside, after._keys)
        beside.replace(self.path)
        keep_name(self.path)
        return after

    def seal(self, secret: HouseSecret, stream: str, number: int) -> tuple[KeyId, bytes]:
        """The secret of a shoe or draw under the newest key, bound to house, stream and number: for no other can it be
        opened."""
        return self.seal_for(_numbered(stream, number), secret)

    def open(self, key_id: KeyId, sealed: bytes, stream: str, shoe: int) -> ShoeSecret:
        """The secret that was sealed for this shoe; `KeyFault` if the key is missing or anything was changed."""
        return self.open_as(ShoeSecret, key_id, sealed, stream, shoe)

    def open_as(self, made: Callable[[bytes], T], key_id: KeyId, sealed: bytes, stream: str, number: int) -> T:
        """The same of a shoe or draw."""
        return self.open_for(_numbered(stream, number), key_id, sealed, made)

    def seal_for(self, purpose: Purpose, secret: Raw) -> tuple[KeyId, bytes]:
        """A secret under the newest key, bound to the house and to what it is for."""
        key = self._keys[-1]
        nonce = secrets.token_bytes(NONCE_BYTES)
        return key.id, nonce + key.cipher().encrypt(nonce, secret.raw(), self._bound_to(key.id, purpose))

    def open_for(self, purpose: Purpose, key_id: KeyId, sealed: bytes, made: Callable[[bytes], T]) -> T:
        """The secret that was sealed for this; `KeyFault` if the key is missing or anything was changed."""
        key = next((key for key in self._keys if key.id == key_id), None)
        if key is None:
            sentence = f"key {key_id}, under which {purpose.said} lies, is not in {self.path}"
            raise KeyFault(f"{sentence}: bring a copy of the file that has it")
        nonce, text, bound = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], self._bound_to(key_id, purpose)
        try:
            return made(key.cipher().decrypt(nonce, text, bound))
        except (InvalidTag, ValueError):
            pass
        sentence = f"what is stored as {purpose.said} was not sealed for it with key {key_id}"
        raise KeyFault(f"{sentence}: it was changed or moved, or belongs to another house; restore a backup")

    def _bound_to(self, key_id: KeyId, purpose: Purpose) -> bytes:
        parts = (one.encode() for one in (self._house, *purpose.of, key_id))
        return in_parts(purpose.domain, *parts)


def _numbered(stream: str, number: int) -> Purpose:
    what = "draw" if stream.startswith(TOURNAMENT) else "shoe"
    return Purpose(domain=DOMAIN, of=(stream, str(number)), said=f"the secret of {what} {number} of {stream}")


# The file


def _write_new(path: Path, keys: tuple[Key, ...]) -> None:
    def write(put: Callable[[str], int]) -> None:
        put(f"{FORMAT}\n")
        for key in keys:
            put(key.line())

    write_private(path, write)


def _keys_in(path: Path) -> tuple[Key, ...]:
    """The keys of a file; none if it is no key file."""
    return read_private(path, "without its keys no open shoe can go on", _keys)


def _keys(written: bytes) -> tuple[Key, ...]:
    head, *lines = written.split(b"\n")
    is_ours = head == FORMAT.encode() and lines[-1:] == [b""]
    keys = tuple(map(_key, lines[:-1])) if is_ours else ()
    return tuple(key for key in keys if key is not None) if None not in keys else ()


def _key(line: bytes) -> Key | None:
    name, _, bits = line.partition(b" ")
    as_written = (len(name), len(bits)) == (2 * ID_BYTES, 2 * BYTES) and set(name + bits) <= set(b"0123456789abcdef")
    return Key(name.decode(), bytes.fromhex(bits.decode())) if as_written else None
