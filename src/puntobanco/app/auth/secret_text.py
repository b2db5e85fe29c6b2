"""What somebody tells the door alone: passwords, codes, tokens. No report of an error can show one."""

import base64
import hmac
import unicodedata
from hashlib import sha256

from puntobanco.fair_shoes.unprintable import Hidden

BYTES = 32
LONGEST_TOKEN = 64
"""No token is as long."""


class Whisper(Hidden):
    """A text that is never printed and never leaves the process by itself."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def text(self) -> str:
        return self._text

    def normal(self) -> "Whisper":
        """In the one spelling that every keyboard gives."""
        return Whisper(unicodedata.normalize("NFKC", self._text))

    def __len__(self) -> int:
        return len(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Whisper) and hmac.compare_digest(self.encoded(), other.encoded())

    def __hash__(self) -> int:
        return hash(self._text)

    def encoded(self) -> bytes:
        """Never an error, which would show what it is about."""
        return self._text.encode("utf-8", "surrogatepass")

    def digest(self, *around: str) -> bytes:
        """SHA-256: enough for what is of chance alone, and far too little for a password."""
        return sha256(b"\0".join((*(one.encode() for one in around), self.encoded()))).digest()


def new_token(prefix: str, bits: bytes) -> Whisper:
    """A prefix that says what it is, so that whoever finds it lying about knows, and 256 bits of chance."""
    return Whisper(prefix + base64.urlsafe_b64encode(bits).decode().rstrip("="))
