"""Codes of a second factor (RFC 6238), each taken once, and recovery codes for whoever has lost it."""

import base64
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

from puntobanco.app.auth.principal import MICROSECONDS
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.app.house.key_file import KeyFile, Purpose
from puntobanco.fair_shoes.unprintable import Hidden
from puntobanco.store import Factor, Proof, SpentCode, SpentStep

DOMAIN = b"puntobanco.house.factor.1"
SECRET_BYTES = 20
STEP_SECONDS, DIGITS, DRIFT = 30, 6, 1
RECOVERY_CODES, RECOVERY_BYTES, IN_A_GROUP = 10, 10, 4
_LETTERS = str.maketrans({"0": "O", "1": "I", "8": "B"})
"""Digits that base32 lacks, for the letters that they are read from."""


class FactorSecret(Hidden):
    """What the codes are made of, here and in somebody's telephone."""

    __slots__ = ("_raw",)

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def raw(self) -> bytes:
        return self._raw

    def text(self) -> str:
        """As somebody types it."""
        return base64.b32encode(self._raw).decode().rstrip("=")

    def address(self, person: str, house: str) -> Whisper:
        """As a telephone reads it from a picture."""
        label = f"{quote(house, safe='')}:{quote(person, safe='')}"
        return Whisper(f"otpauth://totp/{label}?secret={self.text()}&issuer={quote(house, safe='')}")

    def code(self, step: int) -> str:
        """RFC 4226: four bytes of an HMAC, from a place that its last four bits name."""
        found = hmac.digest(self._raw, step.to_bytes(8, "big"), "sha1")
        place = found[-1] & 15
        number = int.from_bytes(found[place : place + 4], "big") & 0x7FFFFFFF
        return f"{number % 10**DIGITS:0{DIGITS}}"


def step_at(now: int) -> int:
    return now // (STEP_SECONDS * MICROSECONDS)


def step_of(secret: FactorSecret, code: Whisper, now: int, after: int) -> int | None:
    """The step whose code this is, near now and later than the last one that was taken."""
    near = range(step_at(now) - DRIFT, step_at(now) + DRIFT + 1)
    right = [step for step in near if step >= 0 and Whisper(secret.code(step)) == code]
    return next((step for step in right if step > after), None)


def plain_code(code: Whisper) -> Whisper:
    """Without the spaces and hyphens that people put in."""
    return Whisper("".join(code.text().split()).replace("-", ""))


# Kept under the house's key


def _purpose(key: str) -> Purpose:
    return Purpose(domain=DOMAIN, of=(key,), said=f"the second factor of {key}")


def sealed(keys: KeyFile, key: str, secret: FactorSecret) -> Factor:
    return Factor(key, *keys.seal_for(_purpose(key), secret))


def opened(keys: KeyFile, factor: Factor) -> FactorSecret:
    return keys.open_for(_purpose(factor.person), factor.key, factor.sealed, FactorSecret)


# Recovery codes


def new_recovery_codes(bits: Callable[[], bytes]) -> tuple[Whisper, ...]:
    """Eighty bits each, in groups of letters."""
    return tuple(Whisper(_grouped(base64.b32encode(bits()[:RECOVERY_BYTES]).decode())) for _ in range(RECOVERY_CODES))


def _grouped(text: str) -> str:
    return "-".join(text[at : at + IN_A_GROUP] for at in range(0, len(text), IN_A_GROUP))


def recovery_hash(key: str, code: Whisper) -> bytes:
    """Bound to whose it is."""
    return Whisper(plain_code(code).text().upper().translate(_LETTERS)).digest("recovery", key)


def is_step_code(code: Whisper) -> bool:
    """Else it is a recovery code."""
    return len(plain_code(code)) <= DIGITS


def proof_of(keys: KeyFile, factor: Factor, code: Whisper, now: int) -> Proof | None:
    """What is to be spent for this code; none if it proves nothing. A recovery code is looked up when it is spent."""
    if not is_step_code(code):
        return SpentCode(recovery_hash(factor.person, code))
    step = step_of(opened(keys, factor), plain_code(code), now, factor.step)
    return None if step is None else SpentStep(step)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedFactor:
    """What somebody puts into their telephone."""

    secret: FactorSecret
    address: Whisper
