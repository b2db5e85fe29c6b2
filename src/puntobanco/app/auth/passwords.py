"""Passwords: hashed with argon2id, two at a time, so that many log-ins never take all memory or all processors."""

from functools import cached_property
from secrets import token_hex
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from puntobanco.app.auth.password_strength import too_easy
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.errors import Failure, Refused

MEMORY_KIB, PASSES, LANES = 19 * 1024, 2, 1
AT_ONCE = 2
SECONDS_TO_WAIT = 10.0
SHORTEST, LONGEST = 12, 1000
_TURNS = BoundedSemaphore(AT_ONCE)
"""Of the process, however many houses it serves."""


def require_fit(password: Whisper, person: str, house: str) -> None:
    """A password that somebody may take for theirs."""
    size = len(password.normal())
    if size < SHORTEST:
        raise Refused("password_short", "entrance", f"a password has {SHORTEST} characters or more: take a longer one")
    if size > LONGEST:
        raise Refused("password_long", "entrance", f"a password has at most {LONGEST} characters: take a shorter one")
    if too_easy(password.normal().text(), (person, house)):
        sentence = "this password is among the first that anybody tries: take words that nobody would put together"
        raise Refused("password_common", "entrance", sentence)


class Passwords:
    """Hashes and compares; it blocks, so it is asked from a thread of its own."""

    def __init__(self, memory_kib: int = MEMORY_KIB, passes: int = PASSES, lanes: int = LANES) -> None:
        self._hasher = PasswordHasher(time_cost=passes, memory_cost=memory_kib, parallelism=lanes)

    @cached_property
    def nobodys(self) -> str:
        """A hash that no password has, for names that nobody has."""
        return self.hashed(Whisper(token_hex(32)))

    def hashed(self, password: Whisper) -> str:
        with _Turn():
            try:
                return self._hasher.hash(password.normal().encoded())
            except Argon2Error as error:
                failed = type(error).__name__
        raise Failure(f"a password could not be hashed ({failed}): see that the machine has memory")

    def is_right(self, hashed: str, password: Whisper) -> bool:
        """Whether it is the password of this hash; it takes as long for one that nobody has."""
        is_some = bool(hashed) and len(password) <= LONGEST
        against, tried = (hashed, password.normal()) if is_some else (self.nobodys, Whisper(""))
        with _Turn():
            try:
                return self._hasher.verify(against, tried.encoded()) and is_some
            except (Argon2Error, InvalidHashError):
                return False

    def is_outdated(self, hashed: str) -> bool:
        """Whether it was made with other parameters."""
        return self._hasher.check_needs_rehash(hashed)


class _Turn:
    """One of the two who may hash."""

    def __enter__(self) -> None:
        if not _TURNS.acquire(timeout=SECONDS_TO_WAIT):
            raise Failure("too many people are at the entrance: try again in a moment")

    def __exit__(self, *_: object) -> None:
        _TURNS.release()
