"""The key with which a house signs its checkpoints: a file of its own outside the database, and its public half."""

import base64
import secrets
from collections.abc import Callable
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from puntobanco.app.house.private_files import KeyFault, keep_name, read_private, write_private
from puntobanco.audit.signed_notes import (
    ED25519,
    KEY_BYTES,
    Checkpoint,
    VerifierKey,
    origin_of,
    read_verifier_key,
    signed,
)
from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.unprintable import Hidden
from puntobanco.store.atomic_files import synchronise

PRIVATE = "PRIVATE+KEY+"
"""How the line begins, as in every program that signs notes."""
ENDING = ".vkey"


class SigningKey(Hidden):
    """Signs for one log; its file is one line, `PRIVATE+KEY+ORIGIN+ID+KEY`."""

    __slots__ = ("_seed", "path", "public")

    def __init__(self, path: Path, house: str, seed: bytes) -> None:
        self.path, self._seed = path, seed
        self.public = VerifierKey(origin_of(house), self._key().public_key().public_bytes_raw())

    @classmethod
    def create(cls, path: Path, house: str) -> "SigningKey":
        """A new file; its public half stands beside it."""
        found = cls(path, house, secrets.token_bytes(KEY_BYTES))
        found._write()
        return found

    @classmethod
    def read(cls, path: Path, house: str) -> "SigningKey":
        """The key in a file that nobody else may read."""
        seed = read_private(path, "without its key no checkpoint can be signed", _seed)
        found = None if seed is None else cls(path, house, seed)
        if found is None or not read_private(path, "", found._is_written):
            raise KeyFault(f"{path} is no signing key of {house}: take the one that was made with the house")
        return found

    def copy(self, path: Path, house: str) -> "SigningKey":
        """The same key in another file."""
        found = SigningKey(path, house, self._seed)
        found._write()
        return found

    def sign(self, checkpoint: Checkpoint) -> str:
        """The note."""
        return signed(checkpoint, self.public, self._key().sign)

    def _key(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self._seed)

    def _line(self) -> str:
        key = base64.b64encode(ED25519 + self._seed).decode()
        return f"{PRIVATE}{self.public.origin}+{self.public.id.hex()}+{key}\n"

    def _is_written(self, written: bytes) -> bool:
        return written == self._line().encode()

    def _write(self) -> None:
        def write(put: Callable[[str], int]) -> None:
            put(self._line())

        write_private(self.path, write)
        public = public_half(self.path)
        public.write_text(f"{self.public}\n", encoding="ascii")
        synchronise(public)
        keep_name(self.path)


def _seed(written: bytes) -> bytes | None:
    """Of the line in a file, `PRIVATE+KEY+ORIGIN+ID+KEY`; none if it is no such line."""
    parts = written.removesuffix(b"\n").split(b"+", 4)
    try:
        data = base64.b64decode(parts[-1], validate=True)
    except ValueError:
        return None
    return data[1:] if len(parts) == 5 and len(data) == 1 + KEY_BYTES else None


def public_half(path: Path) -> Path:
    """Where the public half of a key lies: `house.vkey` beside `house.signing`."""
    return path.with_suffix(ENDING)


def read_verifier_keys(path: Path) -> tuple[VerifierKey, ...]:
    """The keys of a file, one a line, the newest last."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError):
        raise Unreadable(f"{path} cannot be read: it holds verifier keys, one a line") from None
    return tuple(read_verifier_key(line) for line in lines if line)
