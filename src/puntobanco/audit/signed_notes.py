"""Checkpoints as signed notes (C2SP signed-note and tlog-checkpoint), which any witness of such logs can read."""

import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import quote

from puntobanco.errors import Unreadable
from puntobanco.values.merkle import HASH_SIZE
from puntobanco.values.money import LARGEST

ED25519 = b"\x01"
KEY_BYTES, SIGNATURE_BYTES, KEY_ID_BYTES = 32, 64, 4
_DASH = "\N{EM DASH} "
_TIME = "time "


class NoteFault(Unreadable):
    """A note or a key that is not as it should be."""


def origin_of(house: str) -> str:
    """The name of a house's log: without a space or a plus, which notes and keys are divided by."""
    return f"puntobanco/{quote(house, safe='')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """How far a log was: the root of the tree over its first records, and when."""

    origin: str
    size: int
    root: bytes
    time: int
    """Microseconds since 1970."""

    def text(self) -> str:
        """What is signed."""
        return f"{self.origin}\n{self.size}\n{_base64(self.root)}\n{_TIME}{self.time}\n"


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """The public half of a signing key, with the log that it signs for."""

    origin: str
    public: bytes

    @property
    def id(self) -> bytes:
        return sha256(self.origin.encode() + b"\n" + ED25519 + self.public).digest()[:KEY_ID_BYTES]

    def __str__(self) -> str:
        return f"{self.origin}+{self.id.hex()}+{_base64(ED25519 + self.public)}"


def read_verifier_key(text: str) -> VerifierKey:
    """`puntobanco/House+8 hexadecimal digits+base64`."""
    origin, _, rest = text.partition("+")
    key_id, _, key = rest.partition("+")
    data = _from_base64(key)
    if data is None or len(data) != 1 + KEY_BYTES or data[:1] != ED25519 or not origin:
        raise NoteFault(f"{text[:80]!r} is no verifier key: it reads ORIGIN+ID+KEY")
    found = VerifierKey(origin, data[1:])
    if key_id != found.id.hex():
        raise NoteFault(f"the verifier key of {origin} does not have the id {key_id[:16]}")
    return found


# Signed


def signed(checkpoint: Checkpoint, key: VerifierKey, sign: Callable[[bytes], bytes]) -> str:
    """The note: the text, an empty line, and a line with the signature."""
    text = checkpoint.text()
    return f"{text}\n{_DASH}{key.origin} {_base64(key.id + sign(text.encode()))}\n"


def read_checkpoint(note: str) -> Checkpoint:
    """What a note says, whoever signed it."""
    text, _ = _parts(note)
    lines = text.split("\n")
    if len(lines) < 5 or lines[-1]:
        raise NoteFault("it is no checkpoint: it reads origin, size, root, time")
    origin, size, root = lines[0], _number(lines[1]), _from_base64(lines[2])
    time = _number(lines[3].removeprefix(_TIME)) if lines[3].startswith(_TIME) else None
    if not origin or size is None or root is None or len(root) != HASH_SIZE or time is None or len(lines) > 5:
        raise NoteFault("it is no checkpoint: it reads origin, size, root, time")
    return Checkpoint(origin=origin, size=size, root=root, time=time)


def open_note(note: str, keys: Sequence[VerifierKey]) -> Checkpoint:
    """What a note says, if one of these keys has signed it; lines of other signers are left alone."""
    text, signatures = _parts(note)
    found = read_checkpoint(note)
    for origin, data in signatures:
        for key in keys:
            if (origin, data[:KEY_ID_BYTES], found.origin) == (key.origin, key.id, key.origin):
                if is_signed(key, text.encode(), data[KEY_ID_BYTES:]):
                    return found
                raise NoteFault(f"the signature of the checkpoint at {found.size} is not by its key")
    raise NoteFault(f"the checkpoint at {found.size} of {found.origin} is not signed by a key of this house")


def is_signed(key: VerifierKey, text: bytes, signature: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


def _parts(note: str) -> tuple[str, tuple[tuple[str, bytes], ...]]:
    """The text, and who signed it."""
    text, empty, rest = note.rpartition("\n\n")
    if not empty or not rest.endswith("\n"):
        raise NoteFault("it is no signed note: a text, an empty line, signatures")
    return f"{text}\n", tuple(map(_signature, rest.removesuffix("\n").split("\n")))


def _signature(line: str) -> tuple[str, bytes]:
    origin, _, written = line.removeprefix(_DASH).partition(" ")
    data = _from_base64(written)
    if not line.startswith(_DASH) or not origin or data is None or len(data) <= KEY_ID_BYTES:
        raise NoteFault(f"{line[:80]!r} is no line of a signature")
    return origin, data


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _from_base64(text: str) -> bytes | None:
    """What is written as it must be, with nothing to choose."""
    try:
        found = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeError, binascii.Error):
        return None
    return found if _base64(found) == text else None


def _number(text: str) -> int | None:
    plain = text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST)) and str(int(text)) == text
    return int(text) if plain else None
